#include "lines.h"

#include <stdlib.h>
#include <string.h>

static void grow(lines *l)
{
    l->items = realloc(l->items, (l->count + 1) * sizeof(*l->items));
}

void lines_add(lines *l, char *text)
{
    grow(l);
    l->items[l->count++] = text;
}

static long partition(char **base, long low, long high, line_cmp compare)
{
    long store = low;

    for (long i = low; i < high; i++) {
        if (compare(&base[i], &base[high]) < 0) {
            char *tmp = base[i];
            base[i] = base[store];
            base[store++] = tmp;
        }
    }
    return store;
}

void quick(char **base, long low, long high, line_cmp compare)
{
    long pivot;

    if (low >= high)
        return;
    pivot = partition(base, low, high, compare);
    quick(base, low, pivot - 1, compare);
    quick(base, pivot + 1, high, compare);
}

void lines_order(lines *l, line_cmp compare)
{
    if (l->count < 32)
        qsort(l->items, l->count, sizeof(*l->items), by_bytes);
    else
        quick(l->items, 0, (long)l->count - 1, compare);
}

int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int by_length(const void *a, const void *b)
{
    size_t x = strlen(*(char *const *)a), y = strlen(*(char *const *)b);

    return x == y ? by_bytes(a, b) : (x > y) - (x < y);
}
