/* SPDX-License-Identifier: MIT
 * Statistics over raw samples. Pure functions: no clock, no global state; every random step is seeded,
 * so the same samples give the same interval everywhere (worker, judge, report).
 *
 * Interval of a median: percentile bootstrap, HP_RESAMPLES resamples, 95 %. Interval of a ratio of two
 * medians: both sides resampled independently. A statement rests on the interval, never on whether
 * two bars overlap.
 */
#ifndef HP_MEASURE_STATS_H
#define HP_MEASURE_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HP_RESAMPLES = 10000, HP_BOOT_SEED = 1 };

struct hp_summary {
    size_t n;
    double median, low,
        high; /* 95 % interval of the median; low = high = median when all are equal */
    double min, max, mean, mad; /* mad: median absolute deviation, unscaled */
    size_t outliers;            /* |x - median| > 3.5 * 1.4826 * mad: counted, never dropped */
    bool all_equal;
};

/* n == 0 gives all zero. Does not keep or change `values`. */
struct hp_summary hp_summarize(const double *values, size_t n, uint64_t seed);

struct hp_interval {
    /* value = median(a) / median(b); all NaN when both medians are 0 or a side is empty, value = +inf when
     * only b's is 0. low and high: resamples of 0 / 0 count as 0 below and +inf above. */
    double value, low, high;
};

struct hp_interval hp_ratio(const double *a, size_t na, const double *b, size_t nb, uint64_t seed);

struct hp_samples {
    const double *values;
    size_t n;
};
/* The change of a ratio: (now[0] / now[1]) / (was[0] / was[1]) of medians, all four sides resampled
 * independently; NaN and infinities as in hp_ratio(). */
struct hp_interval hp_ratio_of_ratios(const struct hp_samples now[2],
                                      const struct hp_samples was[2], uint64_t seed);

/* About how many more samples per side would shrink the interval so that it decides against `bound`,
 * assuming width falls with the square root of n. 0: already decided or never (value equals bound). */
size_t hp_more_samples(struct hp_interval interval, size_t n, double bound);

#endif
