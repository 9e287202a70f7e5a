#include <stdio.h>

#include "../include/format.h"
#include "../include/ring.h"

struct sink {
    FILE *file;
    void (*flush)(FILE *f);
    int lines;
};

static void flush(FILE *f)
{
    fflush(f);
}

static void discard(FILE *f)
{
    (void)f;
}

static void settle(FILE *f)
{
    rewind(f);
}

static void print_entry(const struct entry *e, void *ctx)
{
    char line[128];
    struct sink *sink = ctx;

    format_entry(e, line, sizeof(line));
    fprintf(sink->file, "%s\n", line);
    if (e->level == 3)
        flush(sink->file);
    sink->lines++;
}

static void drain(const struct ring *r, struct sink *sink)
{
    ring_each(r, print_entry, sink);
    sink->flush(sink->file);
}

int main(void)
{
    struct ring ring;
    struct sink quiet = { .file = stderr, .flush = discard };
    struct sink loud = { .file = stdout, .flush = settle };

    ring_init(&ring);
    ring_push(&ring, 1, "starting");
    ring_push(&ring, 7, "out of range level");
    drain(&ring, &quiet);
    drain(&ring, &loud);
    return loud.lines == 2 ? 0 : 1;
}
