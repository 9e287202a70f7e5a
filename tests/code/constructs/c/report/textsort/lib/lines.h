#ifndef LINES_H
#define LINES_H

#include <stddef.h>

typedef struct {
    char **items;
    size_t count;
} lines;

typedef int (*line_cmp)(const void *a, const void *b);

void lines_add(lines *l, char *text);
void lines_order(lines *l, line_cmp compare);
void quick(char **base, long low, long high, line_cmp compare);
int by_length(const void *a, const void *b);
int by_bytes(const void *a, const void *b);

#endif
