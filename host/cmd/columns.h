/* SPDX-License-Identifier: MIT
 * A table for the terminal and, from the same cells, an array of JSON objects.
 */
#ifndef HP_CMD_COLUMNS_H
#define HP_CMD_COLUMNS_H

#include "base/json.h"
#include "base/mem.h"

enum { HP_COLUMNS_MAX = 12 };

struct hp_columns {
    struct hp_arena *arena;    /* of the caller: cells are copied into it */
    const char *const *titles; /* also the keys in JSON; end at NULL, at most HP_COLUMNS_MAX */
    const char **cells;        /* row by row; NULL: absent, "-" on the terminal, null in JSON */
    size_t count, capacity;    /* of cells */
    unsigned right;            /* bit i: column i is aligned to the right */
};

void hp_columns_add(struct hp_columns *table, const char *cell);
/* Titles, then rows; two spaces between columns; a last column may run on. `indent` spaces in front. */
void hp_columns_print(const struct hp_columns *table, unsigned indent, struct hp_text *out);
void hp_columns_json(const struct hp_columns *table, struct hp_json *json, const char *key);
void hp_columns_clear(struct hp_columns *table);

#endif
