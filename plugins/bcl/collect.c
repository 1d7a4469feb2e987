/* SPDX-License-Identifier: MIT
 * What do ToList and ToArray allocate on the way to their result? 8 collects into buffers of its
 * own, 9 and 10 into eight places on the stack and then segments from the shared pool. */
#include "shared.h"

enum { SCRATCH = 8, SEGMENTS = 28, SEGMENT_FIRST = 16 };

/* References behind references: the arrays of a ToArray are copied as such. */
static const struct bcl_element *refs(void)
{
    return &bcl_elements[BCL_REF];
}

int bcl_chunks_to_list(struct bcl *b, struct bcl_chunks *ch, hp_ref list, struct hp_err *err)
{
    int rc = bcl_list_new(b, list, err);
    if (rc == HP_OK)
        rc = bcl_chunk_begin(b, ch, err);
    for (bool more = true; rc == HP_OK && more;) {
        rc = bcl_chunk_next(b, ch, &more, err);
        if (rc == HP_OK && more)
            rc = bcl_list_add(b, ch->e->arrays, list, ch->current, err);
    }
    return rc;
}

/* ---- 8: LargeArrayBuilder ------------------------------------------------------------------- */

/* Up to 8 results lie in `first` (4, then 8). Later ones lie in `buffer`, as long as all before it;
 * full buffers wait in `list`, an array of 4, 8, ... */
struct builder {
    hp_ref first, buffer, list, scratch;
    int64_t count;       /* results so far */
    int64_t buffer_used; /* of the current buffer */
    int32_t list_count;
};

static int builder_roots(struct bcl *b, struct builder *lb, struct hp_err *err)
{
    *lb = (struct builder){ .count = 0 };
    int rc = hp_root(b->t, &lb->first, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &lb->buffer, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &lb->list, err);
    return rc == HP_OK ? hp_root(b->t, &lb->scratch, err) : rc;
}

/* Puts the full buffer aside. */
static int builder_park(struct bcl *b, struct builder *lb, struct hp_err *err)
{
    const uint32_t capacity = hp_is_null(b->t, lb->list) ? 0 : hp_length(b->t, lb->list);
    if ((uint32_t)lb->list_count == capacity) {
        const int rc = bcl_make(b, refs()->arrays, capacity == 0 ? 4 : 2 * (uint64_t)capacity, 0,
                                lb->scratch, "buffer list", err);
        if (rc != HP_OK)
            return rc;
        if (capacity > 0)
            bcl_copy(b, refs(), lb->scratch, 0, lb->list, 0, lb->list_count);
        hp_assign(b->t, lb->list, lb->scratch);
    }
    hp_set(b->t, lb->list, (uint64_t)lb->list_count++, lb->buffer);
    return HP_OK;
}

static int builder_room(struct bcl *b, const struct hp_type *arrays, struct builder *lb,
                        struct hp_err *err)
{
    if (lb->count < SCRATCH) {
        const uint64_t length = lb->count == 0 ? 4 : SCRATCH;
        const int rc = bcl_make(b, arrays, length, 0, lb->scratch, "buffer", err);
        if (rc != HP_OK)
            return rc;
        if (lb->count > 0)
            bcl_copy(b, refs(), lb->scratch, 0, lb->first, 0, lb->count);
        hp_assign(b->t, lb->first, lb->scratch);
        hp_assign(b->t, lb->buffer, lb->first);
        lb->buffer_used = lb->count;
        return HP_OK;
    }
    const int rc = lb->count == SCRATCH ? HP_OK : builder_park(b, lb, err);
    if (rc != HP_OK)
        return rc;
    lb->buffer_used = 0;
    return bcl_make(b, arrays, (uint64_t)lb->count, 0, lb->buffer, "buffer", err);
}

static int builder_add(struct bcl *b, const struct hp_type *arrays, struct builder *lb,
                       hp_ref value, struct hp_err *err)
{
    if (hp_is_null(b->t, lb->buffer) || lb->buffer_used == hp_length(b->t, lb->buffer)) {
        const int rc = builder_room(b, arrays, lb, err);
        if (rc != HP_OK)
            return rc;
    }
    hp_set(b->t, lb->buffer, (uint64_t)lb->buffer_used, value);
    lb->buffer_used++;
    lb->count++;
    return HP_OK;
}

static int builder_result(struct bcl *b, const struct hp_type *arrays, struct builder *lb,
                          hp_ref array, struct hp_err *err)
{
    if (lb->count == 0)
        return bcl_empty(b, arrays, array, err);
    if (lb->count <= SCRATCH && lb->count == hp_length(b->t, lb->first)) {
        hp_assign(b->t, array, lb->first);
        return HP_OK;
    }
    const int rc = bcl_make(b, arrays, (uint64_t)lb->count, 0, array, "result", err);
    if (rc != HP_OK)
        return rc;
    int64_t at = lb->count < SCRATCH ? lb->count : SCRATCH;
    bcl_copy(b, refs(), array, 0, lb->first, 0, at);
    for (int32_t i = 0; i < lb->list_count; i++) {
        hp_get_into(b->t, lb->list, (uint64_t)i, lb->scratch);
        const int64_t length = hp_length(b->t, lb->scratch);
        bcl_copy(b, refs(), array, at, lb->scratch, 0, length);
        at += length;
    }
    if (at < lb->count)
        bcl_copy(b, refs(), array, at, lb->buffer, 0, lb->buffer_used);
    return HP_OK;
}

static int to_array_8(struct bcl *b, struct bcl_chunks *ch, hp_ref array, struct hp_err *err)
{
    struct builder lb;
    int rc = builder_roots(b, &lb, err);
    if (rc == HP_OK)
        rc = bcl_chunk_begin(b, ch, err);
    for (bool more = true; rc == HP_OK && more;) {
        rc = bcl_chunk_next(b, ch, &more, err);
        if (rc == HP_OK && more)
            rc = builder_add(b, ch->e->arrays, &lb, ch->current, err);
    }
    return rc == HP_OK ? builder_result(b, ch->e->arrays, &lb, array, err) : rc;
}

/* ---- 9, 10: SegmentedArrayBuilder ----------------------------------------------------------- */

struct segments {
    struct bcl_pool *pool;
    hp_ref scratch[SCRATCH]; /* the places on the stack */
    hp_ref segment[SEGMENTS];
    int32_t segment_count;
    int64_t count;
    int64_t last_used; /* of the last segment */
};

static int segments_roots(struct bcl *b, struct segments *s, struct hp_err *err)
{
    int rc = HP_OK;
    for (int i = 0; rc == HP_OK && i < SCRATCH; i++)
        rc = hp_root(b->t, &s->scratch[i], err);
    return rc;
}

static int segments_add(struct bcl *b, struct segments *s, hp_ref value, struct hp_err *err)
{
    if (s->count < SCRATCH) {
        hp_assign(b->t, s->scratch[s->count++], value);
        return HP_OK;
    }
    const int32_t n = s->segment_count;
    if (n == 0 || s->last_used == hp_length(b->t, s->segment[n - 1])) {
        if (n == SEGMENTS)
            return hp_fail(err, HP_E_NOMEM, "OutOfMemoryException: more than %d segments",
                           SEGMENTS);
        int rc = hp_root(b->t, &s->segment[n], err);
        if (rc == HP_OK)
            rc = bcl_pool_rent(b, s->pool, SEGMENT_FIRST << n, s->segment[n], err);
        if (rc != HP_OK)
            return rc;
        s->segment_count++;
        s->last_used = 0;
    }
    hp_set(b->t, s->segment[s->segment_count - 1], (uint64_t)s->last_used++, value);
    s->count++;
    return HP_OK;
}

static void segments_copy(struct bcl *b, const struct segments *s, hp_ref array)
{
    const int64_t on_stack = s->count < SCRATCH ? s->count : SCRATCH;
    for (int64_t i = 0; i < on_stack; i++)
        hp_set(b->t, array, (uint64_t)i, s->scratch[i]);
    int64_t at = on_stack;
    for (int32_t n = 0; n < s->segment_count; n++) {
        const bool last = n == s->segment_count - 1;
        const int64_t used = last ? s->last_used : hp_length(b->t, s->segment[n]);
        bcl_copy(b, refs(), array, at, s->segment[n], 0, used);
        at += used;
    }
}

/* Dispose: every segment goes back cleared, whatever happened before. */
static int segments_return(struct bcl *b, struct segments *s, struct hp_err *err)
{
    int rc = HP_OK;
    for (int32_t n = 0; rc == HP_OK && n < s->segment_count; n++)
        rc = bcl_pool_return(b, s->pool, s->segment[n], true, err);
    return rc;
}

static int to_array_9(struct bcl *b, struct bcl_chunks *ch, hp_ref array, struct hp_err *err)
{
    struct segments s = { .count = 0 };
    int rc = bcl_pool_shared(b, ch->e->arrays, &s.pool, err);
    if (rc == HP_OK)
        rc = segments_roots(b, &s, err);
    if (rc == HP_OK)
        rc = bcl_chunk_begin(b, ch, err);
    for (bool more = true; rc == HP_OK && more;) {
        rc = bcl_chunk_next(b, ch, &more, err);
        if (rc == HP_OK && more)
            rc = segments_add(b, &s, ch->current, err);
    }
    if (rc == HP_OK)
        rc = s.count == 0 ? bcl_empty(b, ch->e->arrays, array, err)
                          : bcl_make(b, ch->e->arrays, (uint64_t)s.count, 0, array, "result", err);
    if (rc == HP_OK && s.count > 0)
        segments_copy(b, &s, array);
    const int rc_return = segments_return(b, &s, rc == HP_OK ? err : NULL);
    return rc != HP_OK ? rc : rc_return;
}

int bcl_chunks_to_array(struct bcl *b, struct bcl_chunks *ch, hp_ref array, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    const int rc = b->runtime < 9 ? to_array_8(b, ch, array, err) : to_array_9(b, ch, array, err);
    hp_scope_close(b->t, scope);
    return rc;
}
