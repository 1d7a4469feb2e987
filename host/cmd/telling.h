/* SPDX-License-Identifier: MIT
 * Which words of a case's line tell it from the other cases of a run? For lines that are too short for all of them.
 */
#ifndef HP_CMD_TELLING_H
#define HP_CMD_TELLING_H

#include "plan/plan.h"

struct hp_telling {
    struct hp_text line; /* the first case's, cut into words */
    const char **common; /* words that the line of every case has */
    size_t count, capacity;
};

/* Of the cases of `plan` that run. */
struct hp_telling hp_telling_of(const struct hp_plan *plan);
void hp_telling_clear(struct hp_telling *telling);
/* The words of the case that not every case has; all of them when that leaves none. */
void hp_telling_print(const struct hp_telling *telling, const struct hp_case *c,
                      struct hp_text *out);

#endif
