/* SPDX-License-Identifier: MIT
 * Inside the pool workload: what its files share. pool.c owns the tables, pool_state.c what a method
 * has prepared, pool_ways.c the bodies, pool_crowd.c threads, pool_metrics.c the metrics of methods,
 * pool_probe.c, pool_held.c and pool_limits.c the reports, pool_trace.c the recorded operations. */
#ifndef HP_WORKLOAD_POOL_H
#define HP_WORKLOAD_POOL_H

#include "bcl/crew.h"
#include "bcl/probe.h"

enum pool_profile { POOL_FIXED, POOL_FULL, POOL_ABOVE, POOL_EVEN, POOL_SHORT };
enum pool_handover { POOL_AT_ONCE, POOL_OWN, POOL_FOREIGN };
enum pool_misuse { POOL_USED_WELL, POOL_NO_RETURN, POOL_DOUBLE_RETURN, POOL_FOREIGN_ARRAY };
enum { POOL_THREADS_MOST = 32 };

/* Filled by the host from the table in pool.c. Choices are indexes into their words. */
struct pool_params {
    int64_t length;  /* elements that are asked for; negative is .NET's to refuse */
    int64_t buffers; /* arrays that one operation holds at a time */
    int64_t threads;
    int64_t partitions, depth; /* most stacks of a bucket, arrays in each; 0: .NET's own */
    int32_t element, profile, handover, misuse, of;
    bool fill;  /* every element is written once the array is there */
    bool clear; /* Return clears */
};

struct pool;
struct pool_crowd;

/* One way of getting an array, as pool_ways.c knows it. `put` takes it back, or is NULL: it becomes
 * garbage. */
struct pool_way {
    const char *method;
    bool existing; /* the arrays are there before */
    int (*get)(struct pool *w, struct bcl *b, int32_t length, hp_ref array, struct hp_err *err);
    int (*put)(struct pool *w, struct bcl *b, hp_ref array, struct hp_err *err);
};

/* A prepared method. Made by pool_prepare(), freed by pool_discard(). */
struct pool {
    const struct hp_run *run;
    struct pool_params p;
    const struct pool_way *way;
    const struct bcl_element *e;
    struct bcl b;
    struct bcl_pool *shared;
    int32_t *lengths;         /* of the arrays of one operation, `buffers` of them */
    hp_handle existing;       /* an array of arrays; 0 bits: not needed */
    struct pool_crowd *crowd; /* NULL: the caller's thread does everything */
};

/* ends at method == NULL, in the order of the words of parameter `of` */
extern const struct pool_way pool_ways[];
/* NULL: none of the name. */
const struct pool_way *pool_way_find(const char *method);

/* ---- pool_state.c: what is ready ------------------------------------------------------------ */

/* Checks the parameters and makes what they need, but runs nothing. pool_discard() is due on failure as
 * well. */
int pool_prepare(struct pool *w, const struct hp_run *run, const struct pool_params *params,
                 const struct pool_way *way, struct hp_err *err);
void pool_discard(struct pool *w);
/* Fills `lengths` as the profile has them. */
void pool_lengths(const struct pool_params *p, uint64_t seed, int32_t *lengths);

/* ---- pool_ways.c: on one thread ------------------------------------------------------------- */

/* [timed] In each operation `buffers` arrays are got, written where the parameters ask for it, and put
 * back. `first` is the first array of those that exist already: each thread has its own. */
int pool_repeat(struct pool *w, struct bcl *b, uint64_t first, uint64_t operations,
                struct hp_err *err);
/* [timed] Halves of one, for arrays that change hands: references [first, first + buffers) of `mail`. */
int pool_pass_get(struct pool *w, struct bcl *b, hp_ref mail, uint64_t first, struct hp_err *err);
int pool_pass_put(struct pool *w, struct bcl *b, hp_ref mail, uint64_t first, struct hp_err *err);

/* ---- pool_crowd.c: on several --------------------------------------------------------------- */

int pool_crowd_open(struct pool *w, struct hp_err *err);
void pool_crowd_close(struct pool *w);
/* [timed] */
int pool_crowd_step(struct pool *w, uint64_t operations, struct hp_err *err);
/* What all its threads together have allocated so far. */
int pool_crowd_bytes(struct pool *w, int64_t *bytes, struct hp_err *err);

/* [timed] `operations` operations, on whichever threads. */
int pool_operate(struct pool *w, uint64_t operations, struct hp_err *err);

/* ---- reports -------------------------------------------------------------------------------- */

void pool_metrics(void *state, const struct hp_host *host);
int pool_probe_reports(const struct hp_run *run, struct hp_err *err);
int pool_probe_extra(const struct hp_run *run, struct hp_err *err);
int pool_probe_loh(const struct hp_run *run, struct hp_err *err);
int pool_probe_seq(const struct hp_run *run, struct hp_err *err);

/* Prepares the method that parameter `of` names, without threads, and gives it to a report. */
int pool_report_on(const struct hp_run *run, int (*report)(struct pool *w, struct hp_err *err),
                   struct hp_err *err);

extern const struct hp_trace_ops pool_trace;

#endif
