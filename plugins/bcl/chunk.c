/* SPDX-License-Identifier: MIT
 * How does Enumerable.Chunk cut a source? Two bodies: the general one (8: every source; 9 and 10:
 * all but arrays), whose first chunk grows 4, 8, 16, ... up to the size, and the one for arrays of
 * 9 and 10, which copies exact slices. All state lies in the iterator object. */
#include "fields.h"

static struct chunks_fields *fields(const struct bcl *b, const struct bcl_chunks *ch)
{
    return hp_data(b->t, ch->result);
}

static bool array_body(const struct bcl *b, const struct bcl_chunks *ch)
{
    return hp_type_of(b->t, ch->result) == &bcl_type_chunks_array;
}

/* The shared empty array of arrays stands for the result: nothing to enumerate. */
static bool empty_result(const struct bcl *b, const struct bcl_chunks *ch)
{
    return (hp_type_of(b->t, ch->result)->flags & HP_TYPE_ARRAY) != 0;
}

/* ---- the call and GetEnumerator ------------------------------------------------------------- */

static const struct hp_type *iterator_type(const struct bcl *b, hp_ref source)
{
    if (b->runtime < 9)
        return &bcl_type_chunks;
    const bool is_array = (hp_type_of(b->t, source)->flags & HP_TYPE_ARRAY) != 0;
    return is_array ? &bcl_type_chunks_array : &bcl_type_chunks_enumerable;
}

static int iterator_new(struct bcl *b, const struct hp_type *type, hp_ref source, int32_t size,
                        int32_t state, hp_ref slot, struct hp_err *err)
{
    const int rc = bcl_make(b, type, 0, 0, slot, "iterator", err);
    if (rc != HP_OK)
        return rc;
    hp_set(b->t, slot, CHUNKS_SOURCE_GIVEN, source);
    if (type == &bcl_type_chunks_array) {
        struct array_chunks_fields *f = hp_data(b->t, slot);
        f->state = state;
        f->thread = (int32_t)b->thread_index;
        f->size_given = size;
    } else {
        struct chunks_fields *f = hp_data(b->t, slot);
        f->state = state;
        f->thread = (int32_t)b->thread_index;
        f->size_given = size;
    }
    return HP_OK;
}

static int chunks_roots(struct bcl *b, struct bcl_chunks *ch, struct hp_err *err)
{
    hp_ref *const roots[] = { &ch->result, &ch->current, &ch->bigger, &ch->source };
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < sizeof roots / sizeof *roots; i++)
        rc = hp_root(b->t, roots[i], err);
    return rc == HP_OK ? bcl_enum_roots(b, ch->e, &ch->en, err) : rc;
}

int bcl_chunk(struct bcl *b, const struct bcl_element *e, hp_ref source, int32_t size,
              struct bcl_chunks *ch, struct hp_err *err)
{
    *ch = (struct bcl_chunks){ .e = e };
    if (size < 1)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (size): Chunk takes a size of at least 1, got "
                       "%d",
                       size);
    const int rc = chunks_roots(b, ch, err);
    if (rc != HP_OK)
        return rc;
    const struct hp_type *type = iterator_type(b, source);
    if (type == &bcl_type_chunks_array && hp_length(b->t, source) == 0)
        return bcl_empty(b, e->arrays, ch->result, err);
    return iterator_new(b, type, source, size, STATE_NOT_STARTED, ch->result, err);
}

/* An iterator that was enumerated before: 10 starts it again, 8 and 9 make another. */
static int iterator_again(struct bcl *b, struct bcl_chunks *ch, int32_t size, struct hp_err *err)
{
    if (b->runtime >= 10)
        return HP_OK;
    const struct hp_type *type = hp_type_of(b->t, ch->result);
    hp_get_into(b->t, ch->result, CHUNKS_SOURCE_GIVEN, ch->source);
    return iterator_new(b, type, ch->source, size, STATE_BEGUN, ch->result, err);
}

int bcl_chunk_begin(struct bcl *b, struct bcl_chunks *ch, struct hp_err *err)
{
    if (empty_result(b, ch))
        return HP_OK;
    const bool exact = array_body(b, ch);
    const struct array_chunks_fields *a = hp_data(b->t, ch->result);
    const int32_t size = exact ? a->size_given : fields(b, ch)->size_given;
    const int32_t state = exact ? a->state : fields(b, ch)->state;
    const int rc = state == STATE_NOT_STARTED ? HP_OK : iterator_again(b, ch, size, err);
    if (rc != HP_OK)
        return rc;
    hp_get_into(b->t, ch->result, CHUNKS_SOURCE_GIVEN, ch->source);
    hp_set(b->t, ch->result, CHUNKS_SOURCE, ch->source);
    if (exact) {
        struct array_chunks_fields *f = hp_data(b->t, ch->result);
        f->state = STATE_BEGUN;
        f->size = size;
        f->index = 0;
    } else {
        struct chunks_fields *f = fields(b, ch);
        f->state = STATE_BEGUN;
        f->size = size;
    }
    return HP_OK;
}

/* ---- the body for arrays -------------------------------------------------------------------- */

static int array_next(struct bcl *b, struct bcl_chunks *ch, bool *more, struct hp_err *err)
{
    const struct array_chunks_fields *f = hp_data(b->t, ch->result);
    hp_get_into(b->t, ch->result, CHUNKS_SOURCE, ch->source);
    const int64_t at = f->index;
    const int64_t left = (int64_t)hp_length(b->t, ch->source) - at;
    *more = left > 0;
    if (!*more) {
        ((struct array_chunks_fields *)hp_data(b->t, ch->result))->state = STATE_DONE;
        return HP_OK;
    }
    const int64_t length = left < f->size ? left : f->size;
    const int rc =
        bcl_make(b, ch->e->array, (uint64_t)length, ch->e->flags, ch->current, "array", err);
    if (rc != HP_OK)
        return rc;
    bcl_copy(b, ch->e, ch->current, 0, ch->source, at, length);
    hp_set(b->t, ch->result, CHUNKS_CURRENT, ch->current);
    struct array_chunks_fields *after = hp_data(b->t, ch->result);
    after->index = (int32_t)(at + length);
    after->state = STATE_INSIDE;
    return HP_OK;
}

/* ---- the general body ----------------------------------------------------------------------- */

/* Array.Resize: a new array with the first `keep` elements; ch->current is it afterwards. */
static int resize(struct bcl *b, struct bcl_chunks *ch, int64_t keep, int64_t length,
                  struct hp_err *err)
{
    const int rc =
        bcl_make(b, ch->e->array, (uint64_t)length, ch->e->flags, ch->bigger, "array", err);
    if (rc == HP_OK) {
        bcl_copy(b, ch->e, ch->bigger, 0, ch->current, 0, keep);
        hp_assign(b->t, ch->current, ch->bigger);
        hp_clear(b->t, ch->bigger);
    }
    return rc;
}

/* Puts up to `room` elements behind the first *i; false when the source ended before that. */
static bool fill(struct bcl *b, struct bcl_chunks *ch, int64_t room, int64_t *i)
{
    struct bcl_run run;
    bcl_enum_pull(b, &ch->en, room, &run);
    bcl_run_store(b, ch->e, &run, ch->current, *i);
    *i += run.count;
    return run.count == room;
}

/* The first chunk: the array doubles, but only once an element is there that does not fit. */
static int fill_growing(struct bcl *b, struct bcl_chunks *ch, int64_t size, int64_t *i,
                        struct hp_err *err)
{
    int64_t length = hp_length(b->t, ch->current);
    while (fill(b, ch, length - *i, i) && *i < size) {
        struct bcl_run next;
        bcl_enum_pull(b, &ch->en, 1, &next);
        if (next.count == 0)
            break;
        length = size < 2 * length ? size : 2 * length;
        const int rc = resize(b, ch, *i, length, err);
        if (rc != HP_OK)
            return rc;
        fields(b, ch)->array_size = (int32_t)length;
        bcl_run_store(b, ch->e, &next, ch->current, *i);
        *i += 1;
    }
    return HP_OK;
}

/* Makes the chunk that begins with the element in `first`. */
static int chunk_build(struct bcl *b, struct bcl_chunks *ch, const struct bcl_run *first,
                       struct hp_err *err)
{
    const int64_t size = fields(b, ch)->size;
    const int64_t length = fields(b, ch)->array_size;
    int rc = bcl_make(b, ch->e->array, (uint64_t)length, ch->e->flags, ch->current, "array", err);
    if (rc != HP_OK)
        return rc;
    bcl_run_store(b, ch->e, first, ch->current, 0);
    int64_t i = 1;
    if (length != size)
        rc = fill_growing(b, ch, size, &i, err);
    else
        (void)fill(b, ch, size - 1, &i);
    if (rc == HP_OK && i != hp_length(b->t, ch->current))
        rc = resize(b, ch, i, i, err);
    if (rc == HP_OK) {
        fields(b, ch)->i = (int32_t)i;
        hp_set(b->t, ch->result, CHUNKS_CURRENT, ch->current);
    }
    return rc;
}

static int general_begin(struct bcl *b, struct bcl_chunks *ch, struct hp_err *err)
{
    hp_get_into(b->t, ch->result, CHUNKS_SOURCE, ch->source);
    const int rc = bcl_enum_get(b, ch->source, &ch->en, err);
    if (rc == HP_OK) {
        hp_set(b->t, ch->result, CHUNKS_ENUMERATOR, ch->en.object);
        struct chunks_fields *f = fields(b, ch);
        f->state = STATE_INSIDE;
        f->array_size = f->size < 4 ? f->size : 4;
        f->i = f->size;
    }
    return rc;
}

static int general_next(struct bcl *b, struct bcl_chunks *ch, bool *more, struct hp_err *err)
{
    *more = false;
    if (fields(b, ch)->state == STATE_BEGUN) {
        const int rc = general_begin(b, ch, err);
        if (rc != HP_OK)
            return rc;
    }
    struct bcl_run first = { .count = 0 };
    if (fields(b, ch)->state == STATE_INSIDE && fields(b, ch)->i >= fields(b, ch)->size)
        bcl_enum_pull(b, &ch->en, 1, &first);
    if (first.count == 0) {
        fields(b, ch)->state = STATE_DONE;
        return HP_OK;
    }
    *more = true;
    return chunk_build(b, ch, &first, err);
}

int bcl_chunk_next(struct bcl *b, struct bcl_chunks *ch, bool *more, struct hp_err *err)
{
    *more = false;
    if (empty_result(b, ch))
        return HP_OK;
    return array_body(b, ch) ? array_next(b, ch, more, err) : general_next(b, ch, more, err);
}
