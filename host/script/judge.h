/* SPDX-License-Identifier: MIT
 * Running the scripts of one request in this process: what the judge child does between its two frames.
 */
#ifndef HP_SCRIPT_JUDGE_H
#define HP_SCRIPT_JUDGE_H

#include "script/feed.h"
#include "script/state.h"

/* Runs every source with role "script" and judges its checks. */
void script_world_run(struct script_world *world);
struct script_world script_world_of(struct hp_arena *arena, const struct script_request *request);
/* Frees what is not in the arena. */
void script_world_clear(struct script_world *world);

#endif
