#ifndef SENSOR_H
#define SENSOR_H

typedef struct sensor {
    int channel;
    double offset;
    double (*read)(struct sensor *self);
} sensor_t;

static inline int sensor_valid(const sensor_t *s)
{
    return s->channel >= 0;
}

void sensor_open_soil(sensor_t *s, int channel);
void sensor_open_air(sensor_t *s, int channel);
double sensor_sample(sensor_t *s);

#endif
