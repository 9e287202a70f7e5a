#include "rules.h"

static double scale(double value, double low, double high)
{
    return (value - low) / (high - low);
}

static int too_dry(double moisture)
{
    return moisture < 30.0;
}

struct plan rules_decide(sensor_t *soil, sensor_t *air)
{
    struct plan plan = { KEEP, 0.0 };
    double moisture = sensor_sample(soil);

    if (too_dry(moisture)) {
        plan.action = WATER;
        plan.amount = 1.0 - scale(moisture, 0.0, 30.0);
    } else if (sensor_sample(air) > 28.0) {
        plan.action = VENT;
        plan.amount = 1.0;
    }
    return plan;
}

const char *action_label(enum action a)
{
    static const char *labels[] = { "keep", "water", "vent" };

    return labels[a];
}
