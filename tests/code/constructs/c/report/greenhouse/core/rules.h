#ifndef RULES_H
#define RULES_H

#include "../drivers/sensor.h"

enum action { KEEP, WATER, VENT };

struct plan {
    enum action action;
    double amount;
};

struct plan rules_decide(sensor_t *soil, sensor_t *air);
const char *action_label(enum action a);

#endif
