#ifndef OPS_H
#define OPS_H

#include "parser.h"

binary_op lookup_op(char symbol);
double apply(binary_op op, double left, double right);

#endif
