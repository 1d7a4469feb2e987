/* SPDX-License-Identifier: MIT
 * Does a script notice when a claim is wrong by a little? Every check that holds is taken at its word: each
 * number and text that it compares with is moved, in the script's own text, equal and boundary values by one
 * unit, every other bound to just beyond what was measured; each time the check must break.
 */
#ifndef MUTATE_H
#define MUTATE_H

#include "fixture.h"

struct mutation_tally {
    size_t checks;    /* that hold on some case and decide */
    size_t mutations; /* tried */
    size_t survived;  /* that no verdict noticed; each is printed */
    size_t untouched; /* checks in which nothing could be moved; each is printed */
};

/* sources[0] is the script; the others its modules. */
struct mutation_tally mutate_script(struct fixture *f, const struct hp_source *sources,
                                    size_t count);

#endif
