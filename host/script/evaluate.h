/* SPDX-License-Identifier: MIT
 * From checks to verdicts. Judge child.
 */
#ifndef HP_SCRIPT_EVALUATE_H
#define HP_SCRIPT_EVALUATE_H

#include "script/state.h"

/* Judges every check of a script that has run; checks that were not read well are left out (their problems
 * are in the world). Verdicts and explanations go into the world. */
void script_evaluate(struct script_state *state);

/* boundary.c: one finding for each series of cases that differ in nothing but the parameter. */
struct script_finding *script_find_boundaries(struct script_state *state,
                                              const struct script_check *check,
                                              const struct script_rows *rows);
/* crossover.c: one finding for each series of pairs that differ in nothing but the parameter. */
struct script_finding *script_find_crossovers(const struct script_bench *bench,
                                              const struct script_check *check,
                                              const struct script_rows *rows);
/* A case of `of` against the one case of `to` that differs from it in nothing else. */
struct script_finding *script_against_partner(const struct script_bench *bench,
                                              const struct script_check *check,
                                              const struct hp_case_row *row,
                                              const struct script_bounds *bounds);
/* reduce.c: one verdict out of the findings about one group of cases, added to the world. */
void script_reduce(struct script_state *state, const struct script_check *check,
                   const struct script_rows *rows, const struct script_finding *findings);
/* A verdict about no cases at all: broken or skipped, with a sentence. */
void script_reduce_none(struct script_state *state, const struct script_check *check,
                        enum hp_verdict_kind kind, const char *why);

#endif
