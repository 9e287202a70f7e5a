#include "ops.h"

#include <stddef.h>

static double sum(double left, double right) { return left + right; }
static double difference(double left, double right) { return left - right; }
static double product(double left, double right) { return left * right; }

binary_op lookup_op(char symbol)
{
    switch (symbol) {
    case '+': return sum;
    case '-': return &difference;
    case '*': return product;
    default: return NULL;
    }
}

double apply(binary_op op, double left, double right)
{
    return op(left, right);
}
