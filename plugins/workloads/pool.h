/* SPDX-License-Identifier: MIT
 * Inside the pool workload: what its files share. pool.c owns the tables, pool_state.c what a method
 * has prepared, pool_ways.c the bodies, pool_trace.c the recorded operations. */
#ifndef HP_WORKLOAD_POOL_H
#define HP_WORKLOAD_POOL_H

#include "bcl/probe.h"

/* Filled by the host from the table in pool.c. Choices are indexes into their words. */
struct pool_params {
    int64_t length;  /* elements that are asked for; negative is .NET's to refuse */
    int64_t buffers; /* arrays that one operation holds at a time */
    int32_t element;
    bool fill;  /* every element is written once the array is there */
    bool clear; /* Return clears */
};

struct pool;

/* One way of getting an array, as pool_ways.c knows it. `get` fills r->array; `put` takes it back, or is
 * NULL: it becomes garbage. */
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
    hp_handle existing; /* an array of arrays; 0 bits: not needed */
};

/* ends at method == NULL */
extern const struct pool_way pool_ways[];
/* NULL: none of the name. */
const struct pool_way *pool_way_find(const char *method);

/* Checks the parameters, makes what is needed, and runs a pass, so that pools are warm. pool_discard()
 * is due on failure as well. */
int pool_prepare(struct pool *w, const struct hp_run *run, const struct pool_params *params,
                 const struct pool_way *way, struct hp_err *err);
void pool_discard(struct pool *w);
/* [timed] One operation on a thread: `buffers` arrays are got, written where the parameters ask for it,
 * and put back. */
int pool_pass(struct pool *w, struct bcl *b, struct hp_err *err);

extern const struct hp_trace_ops pool_trace;

#endif
