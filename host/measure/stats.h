/* SPDX-License-Identifier: MIT
 * Statistics over raw samples. Pure functions: no clock, no global state; every random step is seeded,
 * so the same samples give the same interval everywhere (worker, judge, report).
 *
 * Interval of a median: percentile bootstrap, HP_RESAMPLES resamples, 95 %. Interval of a ratio of two
 * medians: both sides resampled independently. A statement rests on the interval, never on whether
 * two bars overlap.
 *
 * What is drawn independently is the launch, not the sample: a process keeps its addresses, its code layout and
 * its place among its neighbours, so samples of one launch are more alike than those of two (Kalibera and Jones,
 * Rigorous Benchmarking in Reasonable Time, 2013). Where samples come from several launches a resample draws
 * launches with replacement, then as many samples as each has from it (Davison and Hinkley, Bootstrap Methods and
 * their Application, 1997, section 3.8). Few launches say little about how far launches lie apart, and a
 * percentile interval does not know that: the ends of a ratio's move out by Student's t over the normal quantile,
 * with as many degrees of freedom as there are launches beyond the first of each side (Hesterberg, What Teachers
 * Should Know About the Bootstrap, The American Statistician 69, 2015, on narrowness). A test holds the coverage.
 * A median describes one case and its interval stays as resampled: of two launches t would say nothing at all.
 */
#ifndef HP_MEASURE_STATS_H
#define HP_MEASURE_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The seed of every interval, whatever orders the launches of a run: equal samples have equal intervals, in any run
 * and after any merge. */
enum { HP_RESAMPLES = 10000, HP_BOOT_SEED = 1 };

struct hp_summary {
    size_t n;
    double median, low,
        high; /* 95 % interval of the median; low = high = median when all are equal */
    double min, max, mean, mad; /* mad: median absolute deviation, unscaled */
    size_t outliers;            /* |x - median| > 3.5 * 1.4826 * mad: counted, never dropped */
    bool all_equal;
};

/* Values of one metric. Borrowed. */
struct hp_samples {
    const double *values;
    size_t n;
    const uint32_t *launches; /* of each value, those of a launch side by side; NULL: all of one */
};

/* n == 0 gives all zero. */
struct hp_summary hp_summarize(struct hp_samples samples, uint64_t seed);

struct hp_interval {
    /* value = median(a) / median(b); all NaN when both medians are 0 or a side is empty, value = +inf when
     * only b's is 0. low and high: resamples of 0 / 0 count as 0 below and +inf above. */
    double value, low, high;
};

struct hp_interval hp_ratio(struct hp_samples a, struct hp_samples b, uint64_t seed);

/* The change of a ratio: (now[0] / now[1]) / (was[0] / was[1]) of medians, all four sides resampled
 * independently; NaN and infinities as in hp_ratio(). */
struct hp_interval hp_ratio_of_ratios(const struct hp_samples now[2],
                                      const struct hp_samples was[2], uint64_t seed);

/* How many launches the samples come from. */
size_t hp_launches(struct hp_samples samples);

enum { HP_MORE_MAX = 1000 }; /* launches; an estimate beyond it says nothing */

/* An interval that rests on `launches` of each of `sides` sides: of a ratio two, of a median 0, for its interval
 * is not widened. */
struct hp_basis {
    size_t launches, sides;
};
/* About how many more launches of each side would narrow the interval until it lies on one side of every bound of
 * [low, high], either of which may be infinite. Launches are what an interval draws: its width falls with the
 * square root of their number, and with the t that widens it. 0: it reaches across no bound, or no number up to
 * HP_MORE_MAX would do (its value is at the bound). */
size_t hp_more_launches(struct hp_interval interval, struct hp_basis basis, double low,
                        double high);

#endif
