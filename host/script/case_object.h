/* SPDX-License-Identifier: MIT
 * The read-only objects that an `each` function sees: a case, and a metric of a case.
 */
#ifndef HP_SCRIPT_CASE_OBJECT_H
#define HP_SCRIPT_CASE_OBJECT_H

#include "script/state.h"

/* A metric of a case that has samples (or a text) of it. */
struct script_sampled {
    const struct hp_case_row *row;
    const struct hp_metric *metric;
    struct hp_summary summary; /* unless metric->text */
};

void script_push_case(lua_State *L, const struct hp_case_row *row);
/* NULL when the value at `index` is no metric object. */
const struct script_sampled *script_to_sampled(lua_State *L, int index);
/* Adds a finding to the check whose `each` function runs. */
void script_record(struct script_state *state, struct script_finding *f);

#endif
