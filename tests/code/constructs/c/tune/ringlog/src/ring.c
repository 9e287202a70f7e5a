#include "../include/ring.h"

#include <string.h>

static int clamp(int level)
{
    if (level < 0)
        return 0;
    return level > 3 ? 3 : level;
}

static size_t next_slot(const struct ring *r)
{
    return (r->head + r->used) % RING_CAP;
}

void ring_init(struct ring *r)
{
    memset(r, 0, sizeof(*r));
}

void ring_push(struct ring *r, int level, const char *text)
{
    struct entry *e;

    if (ring_full(r)) {
        r->head = (r->head + 1) % RING_CAP;
        r->used--;
    }
    e = &r->slots[next_slot(r)];
    e->level = clamp(level);
    strncpy(e->text, text, sizeof(e->text) - 1);
    r->used++;
}

void ring_each(const struct ring *r, entry_fn visit, void *ctx)
{
    for (size_t i = 0; i < r->used; i++)
        visit(&r->slots[(r->head + i) % RING_CAP], ctx);
}
