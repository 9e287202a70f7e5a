#ifndef FORMAT_H
#define FORMAT_H

#include <stddef.h>
#include "ring.h"

const char *level_name(int level);
size_t format_entry(const struct entry *e, char *out, size_t len);

#endif
