/* SPDX-License-Identifier: MIT
 * How does StringBuilder keep its text? A chain of nodes, each with a char[], that runs backwards
 * from the object that the user holds; constructors, Length, Capacity, ToString, chunks. */
#include "builder.h"

const struct hp_type bcl_type_builder = { "StringBuilder", 44, 0, 0, 2, 0 };

/* What GetChunks() makes for more than 8 chunks: the array of nodes and a position. */
static const struct hp_type gathered_type = { "ManyChunkInfo", 28, 0, 0, 1, 0 };
enum { GATHERED_ARRAY, FEW_CHUNKS = 8 };

/* ---- constructors --------------------------------------------------------------------------- */

int builder_chars(struct bcl *b, int32_t length, hp_ref slot, struct hp_err *err)
{
    return bcl_make(b, bcl_type_chars(), (uint64_t)length, HP_UNINIT, slot, "array", err);
}

/* The object and its array; both stand before `slot` changes. */
static int builder_make(struct bcl *b, int32_t capacity, int32_t max, hp_ref slot,
                        struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref builder, chars;
    int rc = hp_root(b->t, &builder, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &chars, err);
    if (rc == HP_OK)
        rc = bcl_make(b, &bcl_type_builder, 0, 0, builder, "node", err);
    if (rc == HP_OK)
        rc = builder_chars(b, capacity, chars, err);
    if (rc == HP_OK) {
        hp_set(b->t, builder, BUILDER_CHARS, chars);
        builder_fields(b, builder)->max = max;
        hp_assign(b->t, slot, builder);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_builder_new(struct bcl *b, int32_t capacity, int32_t max, hp_ref slot, struct hp_err *err)
{
    if (capacity > max)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (capacity): %d is more than the maximum of %d",
                       capacity, max);
    if (max < 1)
        return hp_fail(err, HP_E_RANGE, "ArgumentOutOfRangeException (maxCapacity): %d, at least 1",
                       max);
    if (capacity < 0)
        return hp_fail(err, HP_E_RANGE, "ArgumentOutOfRangeException (capacity): %d, at least 0",
                       capacity);
    if (capacity == 0)
        capacity = max < BCL_BUILDER_CAPACITY ? max : BCL_BUILDER_CAPACITY;
    return builder_make(b, capacity, max, slot, err);
}

int bcl_builder_of(struct bcl *b, const struct bcl_span *text, hp_ref slot, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    const int32_t capacity =
        text->count > BCL_BUILDER_CAPACITY ? text->count : BCL_BUILDER_CAPACITY;
    hp_ref builder;
    int rc = hp_root(b->t, &builder, err);
    if (rc == HP_OK)
        rc = builder_make(b, capacity, INT32_MAX, builder, err);
    if (rc == HP_OK)
        rc = bcl_builder_append(b, builder, text, err);
    if (rc == HP_OK)
        hp_assign(b->t, slot, builder);
    hp_scope_close(b->t, scope);
    return rc;
}

/* ---- the chain ------------------------------------------------------------------------------ */

void builder_find(const struct bcl *b, hp_ref builder, int32_t index, hp_ref node)
{
    hp_assign(b->t, node, builder);
    while (builder_fields(b, node)->offset > index)
        hp_get_into(b->t, node, BUILDER_PREVIOUS, node);
}

void builder_next(const struct bcl *b, hp_ref builder, hp_ref node)
{
    const struct builder_fields *f = builder_fields(b, node);
    if (hp_same(b->t, builder, node))
        hp_clear(b->t, node);
    else
        builder_find(b, builder, f->offset + f->length, node);
}

int32_t bcl_builder_length(const struct bcl *b, hp_ref builder)
{
    const struct builder_fields *f = builder_fields(b, builder);
    return f->offset + f->length;
}

int32_t bcl_builder_max(const struct bcl *b, hp_ref builder)
{
    return builder_fields(b, builder)->max;
}

int32_t bcl_builder_capacity(const struct bcl *b, hp_ref builder)
{
    const struct builder_fields *f = builder_fields(b, builder);
    return f->offset + builder_room(f);
}

/* ---- Capacity ------------------------------------------------------------------------------- */

/* Replaces the last chunk's array by one of `room` that begins with `used` characters of chunk
 * `from`. */
static int builder_resize(struct bcl *b, hp_ref builder, hp_ref from, int32_t used, int32_t room,
                          struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref chars;
    int rc = hp_root(b->t, &chars, err);
    if (rc == HP_OK)
        rc = builder_chars(b, room, chars, err);
    if (rc == HP_OK) {
        builder_move(hp_data(b->t, chars), builder_text(builder_fields(b, from)), used);
        hp_set(b->t, builder, BUILDER_CHARS, chars);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_builder_set_capacity(struct bcl *b, hp_ref builder, int32_t capacity, struct hp_err *err)
{
    const struct builder_fields *f = builder_fields(b, builder);
    if (capacity < 0 || capacity > f->max || capacity < f->offset + f->length)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (Capacity): %d is not between the length %d "
                       "and the maximum %d",
                       capacity, f->offset + f->length, f->max);
    if (capacity == f->offset + builder_room(f))
        return HP_OK;
    return builder_resize(b, builder, builder, f->length, capacity - f->offset, err);
}

int bcl_builder_ensure(struct bcl *b, hp_ref builder, int32_t capacity, struct hp_err *err)
{
    if (capacity < 0)
        return hp_fail(err, HP_E_RANGE, "ArgumentOutOfRangeException (capacity): %d, at least 0",
                       capacity);
    return bcl_builder_capacity(b, builder) < capacity
               ? bcl_builder_set_capacity(b, builder, capacity, err)
               : HP_OK;
}

/* ---- Length --------------------------------------------------------------------------------- */

/* Length * 6 / 5 in 32 bits that wrap, as .NET computes it. */
static int32_t grown_by_a_fifth(int32_t length)
{
    return (int32_t)((uint32_t)length * 6u) / 5;
}

/* Cuts to a length that ends in an earlier chunk: that chunk becomes the last, with an array that
 * keeps the capacity. `node` is it, `other` a scratch root. */
static int builder_fall_back(struct bcl *b, hp_ref builder, hp_ref node, hp_ref other,
                             struct hp_err *err)
{
    const struct builder_fields *last = builder_fields(b, builder), *f = builder_fields(b, node);
    const int32_t capacity = last->offset + builder_room(last), room = builder_room(last);
    const int32_t grown = grown_by_a_fifth(last->offset + last->length);
    const int32_t wanted = grown > room ? grown : room;
    const int32_t keep = (capacity < wanted ? capacity : wanted) - f->offset;
    if (keep > builder_room(f)) {
        const int rc = builder_resize(b, builder, node, f->length, keep, err);
        if (rc != HP_OK)
            return rc;
    } else {
        hp_get_into(b->t, node, BUILDER_CHARS, other);
        hp_set(b->t, builder, BUILDER_CHARS, other);
    }
    hp_get_into(b->t, node, BUILDER_PREVIOUS, other);
    hp_set(b->t, builder, BUILDER_PREVIOUS, other);
    builder_fields(b, builder)->offset = builder_fields(b, node)->offset;
    return HP_OK;
}

static int builder_shorten(struct bcl *b, hp_ref builder, int32_t length, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref node, other;
    int rc = hp_root(b->t, &node, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &other, err);
    if (rc == HP_OK) {
        builder_find(b, builder, length, node);
        if (hp_is_null(b->t, node))
            rc = hp_fail(err, HP_E_STATE, "no chunk holds position %d", length);
        else if (!hp_same(b->t, node, builder))
            rc = builder_fall_back(b, builder, node, other, err);
    }
    if (rc == HP_OK) {
        struct builder_fields *f = builder_fields(b, builder);
        f->length = length - f->offset;
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_builder_set_length(struct bcl *b, hp_ref builder, int32_t length, struct hp_err *err)
{
    struct builder_fields *f = builder_fields(b, builder);
    if (length < 0 || length > f->max)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (Length): %d is not between 0 and the maximum "
                       "%d",
                       length, f->max);
    if (length == 0 && f->previous == 0) {
        f->length = f->offset = 0;
        return HP_OK;
    }
    const int32_t more = length - (f->offset + f->length);
    return more > 0 ? bcl_builder_append_repeat(b, builder, 0, more, err)
                    : builder_shorten(b, builder, length, err);
}

int bcl_builder_clear(struct bcl *b, hp_ref builder, struct hp_err *err)
{
    return bcl_builder_set_length(b, builder, 0, err);
}

/* ---- reading -------------------------------------------------------------------------------- */

void bcl_builder_copy(const struct bcl *b, hp_ref builder, int32_t start, int32_t count,
                      uint16_t *to)
{
    const int32_t end = start + count;
    for (const struct builder_fields *f = builder_fields(b, builder);
         f != NULL && f->offset + f->length > start; f = builder_previous(f)) {
        const int32_t from = start > f->offset ? start : f->offset;
        const int32_t until = end < f->offset + f->length ? end : f->offset + f->length;
        if (from < until)
            memcpy(to + (from - start), builder_text(f) + (from - f->offset),
                   2 * (size_t)(until - from));
    }
}

int bcl_builder_string(struct bcl *b, hp_ref builder, hp_ref slot, struct hp_err *err)
{
    const int32_t length = bcl_builder_length(b, builder);
    const int rc = bcl_string_new(b, length, slot, err);
    if (rc == HP_OK && length > 0)
        bcl_builder_copy(b, builder, 0, length, hp_data(b->t, slot));
    return rc;
}

/* Are `count` characters there from `start` on? */
int builder_check(const struct bcl *b, hp_ref builder, int32_t start, int32_t count,
                  struct hp_err *err)
{
    const int32_t length = bcl_builder_length(b, builder);
    if (start >= 0 && count >= 0 && start <= length && count <= length - start)
        return HP_OK;
    return hp_fail(err, HP_E_RANGE,
                   "ArgumentOutOfRangeException: %d characters from %d on, the text has %d", count,
                   start, length);
}

int bcl_builder_part(struct bcl *b, hp_ref builder, int32_t start, int32_t length, hp_ref slot,
                     struct hp_err *err)
{
    int rc = builder_check(b, builder, start, length, err);
    if (rc == HP_OK)
        rc = bcl_make(b, bcl_type_string(), (uint64_t)length, 0, slot, "string", err);
    if (rc == HP_OK)
        bcl_builder_copy(b, builder, start, length, hp_data(b->t, slot));
    return rc;
}

/* ---- chunks --------------------------------------------------------------------------------- */

static uint32_t chunk_count(const struct bcl *b, hp_ref builder)
{
    uint32_t count = 0;
    for (const struct builder_fields *f = builder_fields(b, builder); f != NULL;
         f = builder_previous(f))
        count++;
    return count;
}

uint32_t bcl_builder_pieces(const struct bcl *b, hp_ref builder, struct bcl_piece *out,
                            uint32_t max)
{
    const uint32_t count = chunk_count(b, builder);
    uint32_t i = count;
    for (const struct builder_fields *f = builder_fields(b, builder); f != NULL;
         f = builder_previous(f))
        if (--i < max)
            out[i] = (struct bcl_piece){ f->length, builder_room(f) };
    return count;
}

/* The node of chunk `index` from the front. */
static void node_at(const struct bcl *b, hp_ref builder, uint32_t count, uint32_t index,
                    hp_ref slot)
{
    hp_assign(b->t, slot, builder);
    for (uint32_t i = count - 1; i > index; i--)
        hp_get_into(b->t, slot, BUILDER_PREVIOUS, slot);
}

void bcl_builder_array(const struct bcl *b, hp_ref builder, uint32_t index, hp_ref slot)
{
    node_at(b, builder, chunk_count(b, builder), index, slot);
    hp_get_into(b->t, slot, BUILDER_CHARS, slot);
}

/* The object and array of GetChunks(), filled from the end. */
static int walk_gather(struct bcl *b, struct bcl_chunk_walk *walk, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref node;
    int rc = bcl_make(b, &gathered_type, 0, 0, walk->gathered, "chunk list", err);
    if (rc == HP_OK)
        rc = bcl_make(b, bcl_elements[BCL_REF].array, walk->count, 0, walk->array, "chunk list",
                      err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &node, err);
    if (rc == HP_OK) {
        hp_set(b->t, walk->gathered, GATHERED_ARRAY, walk->array);
        hp_assign(b->t, node, walk->builder);
        for (uint32_t i = walk->count; i > 0; i--) {
            hp_set(b->t, walk->array, i - 1, node);
            hp_get_into(b->t, node, BUILDER_PREVIOUS, node);
        }
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_builder_chunks(struct bcl *b, hp_ref builder, struct bcl_chunk_walk *walk,
                       struct hp_err *err)
{
    *walk = (struct bcl_chunk_walk){ .count = chunk_count(b, builder) };
    int rc = hp_root(b->t, &walk->builder, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &walk->gathered, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &walk->array, err);
    if (rc != HP_OK)
        return rc;
    hp_assign(b->t, walk->builder, builder);
    return walk->count > FEW_CHUNKS ? walk_gather(b, walk, err) : HP_OK;
}

/* Up to 8 chunks are looked for from the end each time, as .NET does. */
bool bcl_builder_chunk_next(struct bcl *b, struct bcl_chunk_walk *walk, struct bcl_span *out)
{
    const hp_ref node = walk->count > FEW_CHUNKS ? walk->gathered : walk->array;
    if (walk->next == walk->count)
        return false;
    if (walk->count > FEW_CHUNKS)
        hp_get_into(b->t, walk->array, walk->next, node);
    else
        node_at(b, walk->builder, walk->count, walk->next, node);
    const int32_t used = builder_fields(b, node)->length;
    walk->next++;
    hp_get_into(b->t, node, BUILDER_CHARS, node);
    *out = bcl_span_of(node, 0, used);
    return true;
}
