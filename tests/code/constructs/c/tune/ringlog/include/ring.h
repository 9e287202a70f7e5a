#ifndef RING_H
#define RING_H

#include <stddef.h>

#define RING_CAP 64

struct entry {
    int level;
    char text[80];
};

struct ring {
    struct entry slots[RING_CAP];
    size_t head;
    size_t used;
};

typedef void (*entry_fn)(const struct entry *e, void *ctx);

static inline int ring_full(const struct ring *r)
{
    return r->used == RING_CAP;
}

void ring_init(struct ring *r);
void ring_push(struct ring *r, int level, const char *text);
void ring_each(const struct ring *r, entry_fn visit, void *ctx);

#endif
