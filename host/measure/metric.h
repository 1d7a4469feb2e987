/* SPDX-License-Identifier: MIT
 * The one table of metrics. A metric is a named, documented quantity; its name is the `metric` column
 * of published.csv, and the same name is used by .cfg, Lua, the store, the report and `list metrics`.
 * To add a metric: one row in metric.c, and the place that counts it.
 */
#ifndef HP_MEASURE_METRIC_H
#define HP_MEASURE_METRIC_H

#include <heapproof/abi.h>

enum hp_better { HP_BETTER_NONE, HP_BETTER_LESS, HP_BETTER_MORE };

/* Where a metric's value comes from. */
enum hp_metric_source {
    HP_FROM_COUNTER, /* difference of a heap counter over a counter iteration */
    HP_FROM_LEVEL,   /* heap counter as it stands after two forced collections, minus before */
    HP_FROM_PROBE,   /* a probe or the workload's counters() says it */
    HP_FROM_CLOCK,   /* a time iteration */
    HP_FROM_PROCESS, /* minor faults, RSS, context switches */
    HP_FROM_LOG,     /* collection log of a counter iteration */
    HP_FROM_CASES,   /* computed from samples of two cases by judge and report; never a sample */
};

struct hp_metric {
    const char *name;  /* "gen2_per_1000" */
    const char *trace; /* its key in traces ("gen2"), or NULL */
    const char
        *unit; /* "bytes", "collections", "ns", "elements", "text", ... as in published.csv */
    const char *title_en, *title_ru; /* for tables: lower case, short */
    const char *help;                /* what it is, per what, and when it is absent */
    enum hp_metric_source source;
    int counter; /* enum hp_counter for HP_FROM_COUNTER and HP_FROM_LEVEL, else -1 */
    double
        per_operations; /* counters: value = difference / operations * this; 0: the raw difference */
    bool deterministic; /* on a heap that collects by rule (gen; .NET with blocking collections) */
    bool text;          /* value is text */
    enum hp_better better;
};

/* Ends at name == NULL. */
extern const struct hp_metric hp_metrics[];
/* NULL: unknown. */
const struct hp_metric *hp_metric_find(const char *name);
/* The nearest known name, or NULL. */
const char *hp_metric_nearest(const char *name);

#endif
