/* SPDX-License-Identifier: MIT
 * What can this measurement resolve? The one rule, for the judge and for every page: where an assertion
 * "cannot tell", the report says so too.
 *
 * Each case is its own A/A control: its even rounds against its odd ones, the same code on both sides (Kohavi,
 * Tang and Xu, Trustworthy Online Controlled Experiments, 2020, chapter 19). The far end of that interval is how
 * much the case differs from itself. The question is how far these rounds lie apart, so their launches are given
 * and samples alone are drawn again.
 *
 * A ratio that is nearer to 1 than the resolution of its two sides, by factor, may be any effect up to that: it
 * counts as its interval together with [1 / (1 + resolution), 1 + resolution].
 */
#ifndef HP_VERDICT_RESOLUTION_H
#define HP_VERDICT_RESOLUTION_H

#include "base/mem.h"
#include "measure/stats.h"

struct hp_control {
    struct hp_interval ratio; /* even rounds over odd ones */
    size_t n; /* readings of the smaller side; 0: fewer than two on one, no control */
};

/* The launches of `samples` are rounds. */
struct hp_control hp_control(struct hp_samples samples);
/* How far a case differs from itself, whichever side is called even: 0.25 where one side takes a quarter longer, or
 * a fifth less, than the other. NaN without a control, 0 when all is 0, infinite when a side may be 0. */
double hp_control_reach(const struct hp_control *control);
/* Of two sides the larger reach; NaN when neither has a control. */
double hp_resolution(const struct hp_control *a, const struct hp_control *b);

/* The effect is smaller than what a side differs from itself. */
bool hp_within_control(struct hp_interval ratio, double resolution);
/* What the ratio may be: its interval, wider where it is within its control. */
struct hp_interval hp_resolved(struct hp_interval ratio, double resolution);
/* An interval that reaches across a bound of [low, high]: about how many more launches would decide, 0 where no
 * sensible number would, and the reason in words, the same for every kind of claim. */
struct hp_straddle {
    size_t more;
    const char *reason;
};
struct hp_straddle hp_straddle(struct hp_interval interval, struct hp_basis basis, double low,
                               double high);
/* Of a ratio: the side with fewer launches. */
struct hp_basis hp_ratio_basis(const struct hp_samples sides[2]);
/* "; about 4 more launches would decide", "" where it is not known. */
const char *hp_straddle_words(struct hp_arena *arena, size_t more);
/* "the same case differs from itself by up to 12 % between rounds" */
const char *hp_resolution_words(struct hp_arena *arena, double resolution);

#endif
