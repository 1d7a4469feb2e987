/* SPDX-License-Identifier: MIT
 * Answers: how long does one operation take, and after how many iterations do we know? Nothing is
 * allocated between the first iteration and the last: samples go into the caller's arrays and the
 * interval is found in scratch on the stack. Runs in the worker.
 */
#include "measure/timing.h"
#include "base/clock.h"

#include <math.h>

enum {
    WINDOW = 5,       /* two windows of this many iterations are compared */
    WARM_UP_MAX = 60, /* iterations */
    CHECK_AFTER = 5,  /* iterations between two looks at the interval, or a tenth of all so far */
    GROWTH_MAX = 100, /* of the batch from one pilot run to the next */
    BATCH_BITS = 40,
};
static const double drift_allowed = 0.01; /* or half_width, if that is wider */

static int run(const struct hp_subject *s, uint64_t operations, struct hp_timed *out,
               struct hp_err *err)
{
    const struct hp_process before = hp_process_read();
    const uint64_t begin = hp_clock_ns();
    const int rc = hp_subject_step(s, operations, err);
    const uint64_t end = hp_clock_ns();
    const struct hp_process after = hp_process_read();
    *out = (struct hp_timed){
        .ns = end - begin,
        .operations = operations,
        .used = { after.minor_faults - before.minor_faults,
                  after.major_faults - before.major_faults,
                  after.context_switches - before.context_switches },
    };
    return rc;
}

static double per_operation(const struct hp_timed *i)
{
    return (double)i->ns / (double)i->operations;
}

/* A batch that should last long enough, judged by one that did not. */
static uint64_t larger_batch(const struct hp_timed *last, uint64_t wanted_ns)
{
    const double times = last->ns == 0 ? GROWTH_MAX : 1.1 * (double)wanted_ns / (double)last->ns;
    const double bounded = times > GROWTH_MAX ? GROWTH_MAX : times;
    const uint64_t more = (uint64_t)((double)last->operations * bounded) + 1;
    const uint64_t most = (uint64_t)1 << BATCH_BITS;
    return more > most ? most : more;
}

static bool too_short(const struct hp_timed *i, const struct hp_timing *t)
{
    return i->ns < t->min_iteration_ns && i->operations < (uint64_t)1 << BATCH_BITS;
}

static int pilot(const struct hp_subject *s, struct hp_timing *t, struct hp_err *err)
{
    struct hp_timed last;
    for (t->batch = 1;; t->batch = larger_batch(&last, t->min_iteration_ns)) {
        const int rc = run(s, t->batch, &last, err);
        if (rc != HP_OK || !too_short(&last, t))
            return rc;
    }
}

static double median_of_window(const double window[WINDOW])
{
    double v[WINDOW];
    for (int i = 0; i < WINDOW; i++) {
        int at = i;
        for (; at > 0 && v[at - 1] > window[i]; at--)
            v[at] = v[at - 1];
        v[at] = window[i];
    }
    return v[WINDOW / 2];
}

/* Until two neighbouring windows agree, or the time that is left is needed for the least number of
 * iterations. A batch that became too short by warming up grows, and the windows begin again. */
static int warm_up(const struct hp_subject *s, struct hp_timing *t, uint64_t begin,
                   struct hp_err *err)
{
    const double allowed = t->half_width > drift_allowed ? t->half_width : drift_allowed;
    double recent[2 * WINDOW];
    uint32_t filled = 0;
    for (t->warm_up = 0; t->warm_up < WARM_UP_MAX && !t->warm; t->warm_up++) {
        struct hp_timed i;
        const int rc = run(s, t->batch, &i, err);
        if (rc != HP_OK)
            return rc;
        if ((double)i.ns < 0.8 * (double)t->min_iteration_ns && too_short(&i, t)) {
            t->batch = larger_batch(&i, t->min_iteration_ns);
            filled = 0;
            continue;
        }
        if (filled == 2 * WINDOW)
            memmove(recent, recent + 1, sizeof recent - sizeof *recent);
        else
            filled++;
        recent[filled - 1] = per_operation(&i);
        if (filled == 2 * WINDOW) {
            const double before = median_of_window(recent);
            t->drift = fabs(median_of_window(recent + WINDOW) - before) / before;
            t->warm = t->drift <= allowed;
        }
        const uint64_t spent = hp_clock_ns() - begin;
        if (spent > t->budget_ns / 2 || spent + t->min_iterations * i.ns > t->budget_ns)
            break;
    }
    return HP_OK;
}

static bool narrow_enough(struct hp_timing *t)
{
    t->summary = hp_summarize((struct hp_samples){ t->values, t->count, NULL }, t->seed);
    return (t->summary.high - t->summary.low) / 2 <= t->half_width * t->summary.median;
}

int hp_time(const struct hp_subject *subject, struct hp_timing *t, struct hp_err *err)
{
    const uint64_t begin = hp_clock_ns();
    t->warm = t->narrow = false;
    t->drift = NAN;
    t->count = 0;
    int rc = pilot(subject, t, err);
    if (rc == HP_OK)
        rc = warm_up(subject, t, begin, err);
    uint32_t check_at = t->min_iterations;
    while (rc == HP_OK && !t->narrow && t->count < t->max_iterations) {
        struct hp_timed *i = &t->iterations[t->count];
        rc = run(subject, t->batch, i, err);
        t->values[t->count++] = per_operation(i);
        if (t->count < t->min_iterations)
            continue;
        const bool last = t->count == t->max_iterations || hp_clock_ns() - begin > t->budget_ns;
        if (last || t->count >= check_at) {
            t->narrow = narrow_enough(t);
            check_at = t->count + (t->count / 10 > CHECK_AFTER ? t->count / 10 : CHECK_AFTER);
        }
        if (last)
            break;
    }
    return rc;
}
