/* SPDX-License-Identifier: MIT
 * What does a method have to say besides its counters? Runs one more pass and reports what it left:
 * the chain, the bucket of a rented array, the limit of a pool, the room of stack buffers. Limits are
 * found by crossing them. In the worker, untimed. */
#include "builder.h"

/* ---- chains --------------------------------------------------------------------------------- */

static int chain_metrics(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    struct builder_watch watch;
    int rc = builder_watch_pass(w, r, &watch, err);
    if (rc == HP_OK && w->b.t->ops->generation != NULL)
        bcl_report(w->run, "loh_bytes_per_document", builder_watch_large(&watch));
    if (rc == HP_OK)
        rc = builder_chain_report(w, r, &watch, err);
    builder_watch_end(w, &watch);
    return rc;
}

/* The chain alone, of a text that is there already or that is large in any case. */
static int count_metrics(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    struct builder_chain chain;
    int rc = builder_pass(w, r, err);
    if (rc == HP_OK)
        rc = builder_chain_read(w, r->builder, &chain, err);
    if (rc != HP_OK)
        return rc;
    bcl_report(w->run, "chunk_count", chain.count);
    builder_chain_free(&chain);
    return rc;
}

/* ---- buffers -------------------------------------------------------------------------------- */

/* The array that a text of this length ends in, rented and given back. */
static int bucket_metrics(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    struct bcl_pool *pool = NULL;
    int generation = 0;
    int rc = bcl_pool_shared(&w->b, bcl_type_chars(), &pool, err);
    if (rc == HP_OK)
        rc = bcl_pool_rent(&w->b, pool, (int32_t)w->p.chars, r->result, err);
    if (rc != HP_OK)
        return rc;
    const int64_t length = hp_length(w->b.t, r->result);
    rc = bcl_pool_return(&w->b, pool, r->result, false, err);
    bcl_report(w->run, "bucket_length", length);
    bcl_report(w->run, "object_bytes", builder_array_bytes(length));
    if (rc == HP_OK && w->b.t->ops->generation != NULL) {
        rc = bcl_array_birth(&w->b, &bcl_elements[BCL_CHAR], length, &generation, err);
        if (rc == HP_OK)
            bcl_report(w->run, "start_generation", generation);
    }
    return rc;
}

/* The largest buffer that the number does not fit, and what a text on the stack may be long. */
static int stack_metrics(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    uint16_t stack[BUILDER_STACK_CHARS];
    struct bcl_value_builder v;
    int32_t room = 1;
    (void)r;
    while (bcl_number_format(w->p.value, stack, room) == 0)
        room++;
    bcl_report(w->run, "buffer_chars", room - 1);
    const uint32_t scope = hp_scope_open(w->b.t);
    int rc = bcl_value_builder_open(&w->b, &v, stack, BUILDER_STACK_CHARS, err);
    int32_t fits = 0;
    while (rc == HP_OK && hp_is_null(w->b.t, v.rented)) {
        fits = v.length;
        rc = bcl_value_builder_append_char(&w->b, &v, 'x', err);
    }
    if (rc == HP_OK)
        rc = bcl_value_builder_dispose(&w->b, &v, err);
    hp_scope_close(w->b.t, scope);
    if (rc == HP_OK)
        bcl_report(w->run, "stack_buffer_chars", fits);
    return rc;
}

/* ---- pools of builders ---------------------------------------------------------------------- */

/* Gives back a builder of a capacity; a taken one is fetched again, so that there is always room. */
static int give_back(struct builder *w, const struct builder_roots *r, int64_t capacity,
                     bool *taken, struct hp_err *err)
{
    int rc = bcl_builder_new(&w->b, (int32_t)capacity, INT32_MAX, r->builder, err);
    if (rc == HP_OK)
        rc = bcl_builder_pool_return(&w->b, &w->pool, r->builder, taken, err);
    return rc == HP_OK && *taken ? bcl_builder_pool_get(&w->b, &w->pool, r->builder, err) : rc;
}

int builder_retained(struct builder *w, const struct builder_roots *r, int64_t *limit,
                     struct hp_err *err)
{
    enum { LONGEST = 1 << 24 };
    int64_t low = 0, high = 1;
    bool taken = true;
    int rc = bcl_builder_pool_get(&w->b, &w->pool, r->builder, err);
    while (rc == HP_OK && taken && high <= LONGEST) {
        rc = give_back(w, r, high, &taken, err);
        low = taken ? high : low;
        high = taken ? 2 * high : high;
    }
    if (rc == HP_OK && taken)
        return hp_fail(err, HP_E_STATE, "builders of up to %lld characters are all taken back",
                       (long long)low);
    while (rc == HP_OK && high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        rc = give_back(w, r, middle, &taken, err);
        low = taken ? middle : low;
        high = taken ? high : middle;
    }
    *limit = low;
    return rc;
}

static int pool_metrics(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    int64_t limit = 0;
    int rc = builder_retained(w, r, &limit, err);
    if (rc == HP_OK)
        rc = builder_pass(w, r, err);
    if (rc == HP_OK) {
        bcl_report(w->run, "retained_capacity_limit", limit);
        bcl_report(w->run, "returned_count", w->returned);
    }
    return rc;
}

/* ---- the hook ------------------------------------------------------------------------------- */

static const struct {
    const char *method;
    int (*report)(struct builder *w, const struct builder_roots *r, struct hp_err *err);
} metrics[] = {
    { "append-one", chain_metrics },
    { "append-parts-1000", chain_metrics },
    { "append-parts-8000", chain_metrics },
    { "append-parts", chain_metrics },
    { "preset-capacity", chain_metrics },
    { "append-overloads", chain_metrics },
    { "clear-reuse", chain_metrics },
    { "insert-front", count_metrics },
    { "insert-middle", count_metrics },
    { "replace", count_metrics },
    { "pooled-value-builder", bucket_metrics },
    { "pooled-builder", pool_metrics },
    { "sign-stack", stack_metrics },
};

void builder_metrics(void *state, const struct hp_host *host)
{
    struct builder *w = state;
    struct hp_err err = { 0, "" };
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        if (strcmp(metrics[i].method, w->way->method) != 0)
            continue;
        const uint32_t scope = hp_scope_open(w->b.t);
        struct builder_roots r;
        int rc = builder_roots(w, &r, &err);
        if (rc == HP_OK)
            rc = metrics[i].report(w, &r, &err);
        if (rc != HP_OK)
            host->note(host->context, err.text);
        hp_scope_close(w->b.t, scope);
    }
}
