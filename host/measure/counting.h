/* SPDX-License-Identifier: MIT
 * Counter iterations: what a method does to its heap, told by the heap's own counters. Times are never
 * taken here.
 */
#ifndef HP_MEASURE_COUNTING_H
#define HP_MEASURE_COUNTING_H

#include "measure/metric.h"
#include "measure/subject.h"

enum { HP_COUNTING_LOG = 4096 }; /* collections kept of the last iteration */

struct hp_counting {
    uint32_t iterations;
    uint64_t operations; /* of each iteration */
    /* Called between iterations for every metric that the heap has. */
    void (*sample)(void *context, const struct hp_metric *metric, uint32_t iteration,
                   uint64_t operations, double value);
    void *context;
    /* Filled: the collections of the last iteration. The caller's array of HP_COUNTING_LOG. */
    struct hp_collection *log;
    size_t log_count;
};

/* An iteration: two forced collections, reading, operations, reading; then two more collections and a
 * reading for the levels, which is also the first reading of the next iteration. One iteration runs
 * before the first and is not told, so that caches, pools and budgets are in their lasting state. */
int hp_count(const struct hp_subject *subject, struct hp_counting *c, struct hp_err *err);

#endif
