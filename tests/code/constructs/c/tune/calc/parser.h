#ifndef PARSER_H
#define PARSER_H

typedef double (*binary_op)(double left, double right);

struct parser {
    const char *pos;
    int failed;
};

double parse_expression(struct parser *p);
double evaluate(const char *source, int *failed);

#endif
