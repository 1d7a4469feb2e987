/* SPDX-License-Identifier: MIT
 * One case on the terminal: its axes, every metric with spread, its times as a histogram, what failed.
 */
#ifndef HP_CMD_SHOW_CASE_H
#define HP_CMD_SHOW_CASE_H

#include "store/store.h"

struct hp_shown {
    const struct hp_case_row *row;
    struct hp_arena *arena;
    bool with_collections;
    const struct hp_collection *collections; /* of the first counter launch */
    size_t collection_count;
};

void hp_show_case(const struct hp_shown *shown, struct hp_text *out);
void hp_show_case_json(const struct hp_shown *shown, struct hp_text *out);

/* Counts of `values` in `bins` equal steps from the least to the greatest, a line each. `unit` is the
 * metric's. Pure, for tests. */
void hp_show_histogram(const double *values, size_t n, unsigned bins, const char *unit,
                       struct hp_text *out);

#endif
