/* SPDX-License-Identifier: MIT
 * What do the values of some cases come to against a published figure? For this folder; reports print the rule.
 */
#ifndef HP_VERDICT_PUBLISHED_COMPARE_H
#define HP_VERDICT_PUBLISHED_COMPARE_H

#include "verdict/published_match.h"
#include "verdict/verdict.h"

/* Is the row about time, which only a heap that costs what .NET costs can answer? */
bool hp_published_is_time(const struct hp_published *row);
/* Does its metric compare with a second case? */
bool hp_published_needs_baseline(const struct hp_published *row);
/* Did the case deliver what the row is about? */
bool hp_published_has(const struct hp_published *row, const struct hp_case_row *c);
/* The published side, as printed: expected, want_low, want_high. */
void hp_published_expect(const struct hp_published *row, struct hp_verdict *v,
                         struct hp_arena *arena);
/* By how much of itself a bound of the row may be missed: 0.05 where it says only "ratio", 0 where nothing. */
double hp_published_slack(const struct hp_published *row);
/* The measured side, verdict and message. `rows` has the published figure of a baseline. */
void hp_published_compare(const struct hp_published *row, const struct hp_published *rows,
                          size_t row_count, const struct hp_matched *cases,
                          const struct hp_matched *baseline, struct hp_verdict *v,
                          struct hp_arena *arena);

#endif
