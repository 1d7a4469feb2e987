/* SPDX-License-Identifier: MIT
 * What does a copy gain when reading and writing go on at once? Two rented arrays, both pinned from
 * beginning to end: the helper reads into one while the other is written. Timed. */
#include "streamcopy.h"

enum { ARRAYS = 2 };

/* One array, and what the helper makes of it. */
struct lane {
    hp_ref array;
    hp_handle pin;
    bool pinned;
    struct bcl_stream *raw;
    void *into;
    int32_t room, got;
    int rc;
    struct hp_err err;
};

static void lane_read(void *state)
{
    struct lane *l = state;
    l->rc = l->raw->ops->read_raw(l->raw, l->into, l->room, &l->got, &l->err);
}

static int lanes_open(struct streamcopy *w, struct bcl_pool *pool, int32_t buffer,
                      struct lane lanes[ARRAYS], struct hp_err *err)
{
    struct hp_thread *t = w->b.t;
    int rc = HP_OK;
    for (int i = 0; rc == HP_OK && i < ARRAYS; i++) {
        struct lane *l = &lanes[i];
        l->raw = w->source.raw;
        rc = bcl_pool_rent(&w->b, pool, buffer, l->array, err);
        if (rc == HP_OK)
            rc = t->ops->pin(t, l->array, &l->into, &l->pin, err);
        if (rc == HP_OK) {
            l->pinned = true;
            l->room = (int32_t)hp_length(t, l->array);
        }
    }
    return rc;
}

/* The first error is the one that counts. */
static int lanes_close(struct streamcopy *w, struct bcl_pool *pool, struct lane lanes[ARRAYS],
                       int rc, struct hp_err *err)
{
    for (int i = ARRAYS - 1; i >= 0; i--) {
        struct lane *l = &lanes[i];
        if (l->pinned)
            w->b.t->ops->unpin(w->b.t, l->pin);
        if (hp_is_null(w->b.t, l->array))
            continue;
        const int given_back =
            bcl_pool_return(&w->b, pool, l->array, false, rc == HP_OK ? err : NULL);
        rc = rc != HP_OK ? rc : given_back;
    }
    return rc;
}

static int run(struct streamcopy *w, struct lane lanes[ARRAYS], struct hp_err *err)
{
    int rc = HP_OK;
    streamcopy_helper_give(&w->helper, lane_read, &lanes[0]);
    for (int i = 0; rc == HP_OK; i = 1 - i) {
        const struct lane *l = &lanes[i];
        streamcopy_helper_wait(&w->helper, w->b.t);
        if (l->rc != HP_OK)
            return hp_fail(err, l->rc, "%s", l->err.text);
        if (l->got == 0)
            return HP_OK;
        streamcopy_helper_give(&w->helper, lane_read, &lanes[1 - i]);
        const struct bcl_bytes bytes = { l->array, 0, l->got };
        rc = bcl_stream_write(&w->sink.base, &w->b, &bytes, err);
    }
    streamcopy_helper_wait(&w->helper, w->b.t);
    return rc;
}

int streamcopy_overlapped(struct streamcopy *w, int32_t buffer, struct hp_err *err)
{
    if (w->source.raw == NULL)
        return bcl_copy_to(w->source.stream, &w->b, &w->sink.base, buffer, err);
    const uint32_t scope = hp_scope_open(w->b.t);
    struct lane lanes[ARRAYS];
    memset(lanes, 0, sizeof lanes);
    struct bcl_pool *pool = NULL;
    int rc = bcl_copy_check(w->source.stream, &w->sink.base, buffer, err);
    for (int i = 0; rc == HP_OK && i < ARRAYS; i++)
        rc = hp_root(w->b.t, &lanes[i].array, err);
    if (rc == HP_OK)
        rc = bcl_pool_shared(&w->b, bcl_elements[BCL_U8].array, &pool, err);
    if (rc == HP_OK) {
        rc = lanes_open(w, pool, buffer, lanes, err);
        if (rc == HP_OK)
            rc = run(w, lanes, err);
        rc = lanes_close(w, pool, lanes, rc, err);
    }
    hp_scope_close(w->b.t, scope);
    return rc;
}
