#include <stdio.h>
#include <string.h>

#include "../lib/lines.h"

static int compare(const char *flag, const char *name)
{
    return strcmp(flag, name) == 0;
}

static line_cmp choose(const char *flag)
{
    line_cmp chosen = by_bytes;

    if (compare(flag, "--length"))
        chosen = by_length;
    return chosen;
}

int main(int argc, char **argv)
{
    lines input = { NULL, 0 };

    for (int i = 2; i < argc; i++)
        lines_add(&input, argv[i]);
    lines_order(&input, choose(argc > 1 ? argv[1] : ""));
    for (size_t i = 0; i < input.count; i++)
        puts(input.items[i]);
    return 0;
}
