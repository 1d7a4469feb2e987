/* SPDX-License-Identifier: MIT
 * Lua. Scripts define sweeps (hp.sweep) and claims (hp.check). Every script runs in an exec'd judge child,
 * `heapproof judge` (hidden), under memory, instruction and wall-clock limits; the parent only sends and
 * receives frames (the same wire as the worker). Only here are lua.h and its family included.
 *
 * The child is fed the script texts, the modules it may require, the tables of metrics and names, and for
 * judging the cases of a run with all their samples; it answers with sweeps or verdicts.
 */
#ifndef HP_SCRIPT_SCRIPT_H
#define HP_SCRIPT_SCRIPT_H

#include "config/config.h"
#include "store/store.h"
#include "verdict/verdict.h"

/* Reads the scripts that a config names and the modules they may require: `lua/heapproof/ *.lua` shipped
 * with us and folders that the config names. Sources go into `arena`. HP_E_CONFIG with the problems, or
 * HP_E_ENV when our own modules are not there. */
int hp_script_read(const struct hp_config *config, struct hp_arena *arena, struct hp_source **out,
                   size_t *count, struct hp_problems *problems, struct hp_err *err);

/* For `plan`: runs the scripts without results and returns the sweeps that they add. Errors of the
 * scripts are problems (HP_E_CONFIG); then the sweeps are those that could be read, without what is wrong. */
int hp_script_sweeps(const struct hp_source *sources, size_t count, struct hp_arena *arena,
                     struct hp_sweep **out, size_t *sweep_count, struct hp_problems *problems,
                     struct hp_err *err);

/* For `check` and after a run: judges. `explain` (may be NULL) gets the cases that each check matched. */
int hp_script_judge(const struct hp_source *sources, size_t count, const struct hp_case_row *cases,
                    size_t case_count, struct hp_verdicts *out, struct hp_text *explain,
                    struct hp_problems *problems, struct hp_err *err);

/* How long all scripts of one request may take; tests shorten it. */
extern uint64_t hp_script_wall_ns;

/* The child's main. Returns its exit status. */
int hp_judge_main(void);

#endif
