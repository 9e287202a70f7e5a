#include "sensor.h"

static int raw_adc(int channel)
{
    return (channel * 37 + 11) % 1024;
}

static double scale(int raw)
{
    return raw / 1023.0;
}

static double read_soil(sensor_t *self)
{
    return 100.0 * scale(raw_adc(self->channel)) + self->offset;
}

static double read_air(sensor_t *self)
{
    return 60.0 * scale(raw_adc(self->channel)) - 20.0 + self->offset;
}

static void setup(sensor_t *s, int channel, double (*read)(sensor_t *))
{
    s->channel = channel;
    s->offset = 0.0;
    s->read = read;
}

void sensor_open_soil(sensor_t *s, int channel)
{
    setup(s, channel, read_soil);
}

void sensor_open_air(sensor_t *s, int channel)
{
    setup(s, channel, &read_air);
}

double sensor_sample(sensor_t *s)
{
    if (!sensor_valid(s))
        return 0.0;
    return s->read(s);
}
