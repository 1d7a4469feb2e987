/* SPDX-License-Identifier: MIT
 * What one comparison of samples comes to. Pure arithmetic over rows: no Lua, no output.
 *
 * Exact metrics (deterministic, collected by rule) are judged on every iteration: there is no "cannot tell".
 * Others are judged by the 95 % interval of their median, ratios by the interval of the ratio; what the
 * interval straddles cannot be told. An effect smaller than what a case differs from itself is not an effect
 * (verdict/resolution.h).
 */
#ifndef HP_SCRIPT_COMPARE_H
#define HP_SCRIPT_COMPARE_H

#include "measure/metric.h"
#include "measure/stats.h"
#include "script/match.h"
#include "verdict/verdict.h"

/* What a comparison found. Strings live in the bench's arena. */
struct script_finding {
    struct script_finding *next;
    enum hp_verdict_kind kind;
    const struct hp_case_row *cases[2]; /* [1]: of a ratio's other side, or NULL */
    const struct hp_metric *metric;
    const char *expected, *here; /* short, English form */
    const char *text;            /* one sentence or two lines: case, values, what was wanted */
    const char *reason;          /* why it cannot be told or is skipped, else NULL */
    bool has_number, has_interval;
    double value, low, high, want_low, want_high;
    size_t n, more;
    const char *below, *above; /* boundary: the pair found, NULL when none */
    bool edge_missing;         /* boundary: no case has one of the pair claimed */
};

/* Inclusive range for a number, or a text to equal. */
struct script_want {
    const struct hp_metric *metric;
    double low, high; /* -inf, inf where open */
    const char *text; /* text metrics only */
    const char *form; /* "equal", "at least", "at most", "between", "within" */
};

/* A ratio must lie strictly inside (low, high) where one is open, inside [low, high] where none is. */
struct script_bounds {
    double low, high;
};

/* "4,001,264", "at least 5", "1.52-2.74" */
const char *script_want_words(struct hp_arena *arena, const struct script_want *want);
const char *script_bounds_words(struct hp_arena *arena, const struct script_bounds *bounds);
/* "gen2_per_1000 is 12 (15 of 15 iterations equal)" */
const char *script_value_words(struct hp_arena *arena, const struct hp_metric *metric,
                               const struct hp_summary *s);

/* Whether launches of this kind are made for the case at all: its sweep may say `measure`. */
bool script_measures(const struct hp_case *c, const struct hp_metric *metric);
/* Why a case has no samples of a metric: skipped, cannot tell (yet), or broken when it never will have any.
 * NULL when it has. */
struct script_finding *script_absent(const struct script_bench *bench,
                                     const struct hp_case_row *row, const struct hp_metric *metric);

struct script_finding *script_compare(const struct script_bench *bench,
                                      const struct hp_case_row *row,
                                      const struct script_want *want);
struct script_finding *script_compare_ratio(const struct script_bench *bench,
                                            const struct hp_case_row *a,
                                            const struct hp_case_row *b,
                                            const struct hp_metric *metric,
                                            const struct script_bounds *bounds);
#endif
