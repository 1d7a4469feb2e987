/* SPDX-License-Identifier: MIT
 * Time iterations: pilot, warm-up, and as many iterations as the interval of the median needs. Counters of
 * the heap are never read here.
 */
#ifndef HP_MEASURE_TIMING_H
#define HP_MEASURE_TIMING_H

#include "measure/process.h"
#include "measure/stats.h"
#include "measure/subject.h"

/* One timed iteration. */
struct hp_timed {
    uint64_t ns, operations;
    struct hp_process used; /* faults and switches during it */
};

struct hp_timing {
    uint32_t min_iterations, max_iterations;
    uint64_t min_iteration_ns; /* the batch is chosen so that an iteration lasts this long */
    double half_width;  /* relative: stop when half the interval is this part of the median */
    uint64_t budget_ns; /* no further iteration after this time, once the least number is done */
    uint64_t seed;      /* of the interval's bootstrap */
    /* Filled. `iterations` and `values` are the caller's arrays of max_iterations. */
    struct hp_timed *iterations;
    double *values; /* ns per operation */
    uint32_t count;
    uint64_t batch;    /* operations of an iteration */
    uint32_t warm_up;  /* iterations before the first one told */
    bool warm, narrow; /* warm-up became stable; the interval became narrow enough */
    double drift; /* of the last warm-up iterations against those before, relative; NaN: too few */
    struct hp_summary summary; /* of values */
};

int hp_time(const struct hp_subject *subject, struct hp_timing *t, struct hp_err *err);

#endif
