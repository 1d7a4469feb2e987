/* SPDX-License-Identifier: MIT
 * What benchmarks share: the clock, the median, and the end at the first failure. Each program runs it. */
#ifndef HP_BENCH_H
#define HP_BENCH_H

#include <errno.h>
#include <heapproof/abi.h>
#include <stdlib.h>
#include <time.h>

static inline int64_t bench_now_ns(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static inline void bench_must(int rc, const struct hp_err *err)
{
    if (rc != HP_OK) {
        (void)fprintf(stderr, "%s: %s\n", program_invocation_short_name, err->text);
        exit(1);
    }
}

static inline int bench_ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the values. */
static inline double bench_median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, bench_ascending);
    return values[count / 2];
}

#endif
