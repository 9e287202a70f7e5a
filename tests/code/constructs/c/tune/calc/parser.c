#include "parser.h"
#include "ops.h"

#include <ctype.h>
#include <stdlib.h>

static void skip(struct parser *p)
{
    while (isspace((unsigned char)*p->pos))
        p->pos++;
}

static double parse_atom(struct parser *p)
{
    char *end;
    double value;

    skip(p);
    if (*p->pos == '(') {
        p->pos++;
        value = parse_expression(p);
        if (*p->pos == ')')
            p->pos++;
        return value;
    }
    value = strtod(p->pos, &end);
    if (end == p->pos)
        p->failed = 1;
    p->pos = end;
    return value;
}

double parse_expression(struct parser *p)
{
    double left = parse_atom(p);
    binary_op op;

    skip(p);
    op = lookup_op(*p->pos);
    if (!op)
        return left;
    p->pos++;
    return apply(op, left, parse_expression(p));
}

double evaluate(const char *source, int *failed)
{
    struct parser parser = { source, 0 };
    double sum = parse_expression(&parser);

    *failed = parser.failed;
    return sum;
}
