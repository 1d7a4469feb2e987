/* SPDX-License-Identifier: MIT
 * What does a method have to say besides its counters? The length and the generation of an array that it
 * gets, what rounding wastes, what all threads together allocate. In the worker, untimed. */
#include "pool.h"

/* One array of each length of an operation, got and put back. */
static int array_metrics(struct pool *w, struct hp_err *err)
{
    const bool ages = w->b.t->ops->generation != NULL;
    int64_t asked = 0, got = 0;
    hp_ref array;
    int rc = hp_root(w->b.t, &array, err);
    for (int64_t i = 0; rc == HP_OK && i < w->p.buffers; i++) {
        rc = w->way->get(w, &w->b, w->lengths[i], array, err);
        if (rc != HP_OK)
            break;
        const uint32_t length = hp_length(w->b.t, array);
        asked += (int64_t)w->lengths[i] * w->e->bytes;
        got += (int64_t)length * w->e->bytes;
        if (i == 0) {
            bcl_report(w->run, "bucket_length", length);
            if (ages)
                bcl_report(w->run, "start_generation", bcl_generation(&w->b, array));
        }
        if (w->way->put != NULL)
            rc = w->way->put(w, &w->b, array, err);
    }
    if (rc == HP_OK)
        bcl_report(w->run, "rounding_loss_bytes", got - asked);
    return rc;
}

/* Two turns in which nothing that was lent before is missing any more. */
static int crowd_metrics(struct pool *w, struct hp_err *err)
{
    int64_t before = 0, after = 0;
    int rc = pool_crowd_bytes(w, &before, err);
    if (rc == HP_OK)
        rc = pool_operate(w, 1, err);
    if (rc == HP_OK)
        rc = pool_crowd_bytes(w, &after, err);
    if (rc == HP_OK)
        bcl_report(w->run, "threads_allocated_bytes", after - before);
    return rc;
}

void pool_metrics(void *state, const struct hp_host *host)
{
    struct pool *w = state;
    struct hp_err err = { 0, "" };
    const uint32_t scope = hp_scope_open(w->b.t);
    int rc = w->crowd == NULL ? HP_OK : crowd_metrics(w, &err);
    if (rc == HP_OK)
        rc = array_metrics(w, &err);
    if (rc != HP_OK)
        host->note(host->context, err.text);
    hp_scope_close(w->b.t, scope);
}
