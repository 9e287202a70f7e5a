#include "../include/format.h"

#include <stdio.h>

static size_t clamp(size_t n, size_t max)
{
    return n > max ? max : n;
}

const char *level_name(int level)
{
    switch (level) {
    case 0: return "debug";
    case 1: return "info";
    case 2: return "warn";
    default: return "error";
    }
}

size_t format_entry(const struct entry *e, char *out, size_t len)
{
    int n = snprintf(out, len, "[%s] %s", level_name(e->level), e->text);

    if (n < 0)
        return 0;
    return clamp((size_t)n, len);
}
