#include <stdio.h>

#include "rules.h"

static double setup(sensor_t *soil, sensor_t *air)
{
    sensor_open_soil(soil, 2);
    sensor_open_air(air, 5);
    air->offset = -0.5;
    return air->offset;
}

static void report(const struct plan *plan)
{
    printf("%s %.2f\n", action_label(plan->action), plan->amount);
}

int main(void)
{
    sensor_t soil, air;
    struct plan plan;
    int too_dry = 0;

    setup(&soil, &air);
    plan = rules_decide(&soil, &air);
    too_dry += plan.action == WATER;
    report(&plan);
    return too_dry;
}
