/* SPDX-License-Identifier: MIT
 * How do Insert and Remove work on a chain? Room is made by one new chunk before the one that holds
 * the position, unless that one is short and has the room; taking away only shifts and unlinks. */
#include "builder.h"

enum { SHORT_CHUNK = 2 * BCL_BUILDER_CAPACITY };

/* ---- room ----------------------------------------------------------------------------------- */

/* Every chunk that begins behind `index` begins `count` later. */
static void shift_offsets(const struct bcl *b, hp_ref builder, int32_t index, int32_t count)
{
    for (struct builder_fields *f = builder_fields(b, builder); f->offset > index;
         f = builder_previous(f))
        f->offset += count;
}

static void make_room_inside(const struct bcl *b, const struct builder_place *at, int32_t count)
{
    struct builder_fields *f = builder_fields(b, at->node);
    uint16_t *text = builder_text(f) + at->index;
    builder_move(text + count, text, f->length - at->index);
    f->length += count;
}

/* Links `made`, a node with an array, before the node of the place. As much of that node's head as
 * fits moves into it; the place ends up in one of the two. `before` is a scratch root. */
static void make_room_before(const struct bcl *b, struct builder_place *at, hp_ref made,
                             hp_ref before, int32_t count)
{
    struct hp_thread *t = b->t;
    hp_get_into(t, at->node, BUILDER_PREVIOUS, before);
    hp_set(t, made, BUILDER_PREVIOUS, before);
    hp_set(t, at->node, BUILDER_PREVIOUS, made);
    struct builder_fields *f = builder_fields(b, at->node), *m = builder_fields(b, made);
    m->length = count;
    m->offset = f->offset;
    m->max = f->max;
    f->offset += count;
    const int32_t head = at->index < count ? at->index : count;
    builder_move(builder_text(m), builder_text(f), head);
    builder_move(builder_text(f), builder_text(f) + head, at->index - head);
    at->index -= head;
    if (head < count) {
        hp_assign(t, at->node, made);
        at->index = head;
    }
}

static int make_node(struct bcl *b, int32_t count, hp_ref made, hp_ref chars, struct hp_err *err)
{
    int rc = bcl_make(b, &bcl_type_builder, 0, 0, made, "node", err);
    if (rc == HP_OK)
        rc = builder_chars(b, count > BCL_BUILDER_CAPACITY ? count : BCL_BUILDER_CAPACITY, chars,
                           err);
    if (rc == HP_OK)
        hp_set(b->t, made, BUILDER_CHARS, chars);
    return rc;
}

int builder_make_room(struct bcl *b, hp_ref builder, int32_t index, int32_t count, bool still,
                      struct builder_place *at, struct hp_err *err)
{
    const struct builder_fields *last = builder_fields(b, builder);
    if ((int64_t)last->offset + last->length + count > last->max)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (requiredLength): %d characters and %d more, "
                       "the maximum is %d",
                       last->offset + last->length, count, last->max);
    builder_find(b, builder, index, at->node);
    const struct builder_fields *f = builder_fields(b, at->node);
    at->index = index - f->offset;
    if (!still && f->length <= SHORT_CHUNK && builder_room(f) - f->length >= count) {
        shift_offsets(b, builder, index, count);
        make_room_inside(b, at, count);
        return HP_OK;
    }
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref made, scratch;
    int rc = hp_root(b->t, &made, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &scratch, err);
    if (rc == HP_OK)
        rc = make_node(b, count, made, scratch, err);
    if (rc == HP_OK) {
        shift_offsets(b, builder, index, count);
        make_room_before(b, at, made, scratch, count);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

void builder_write(const struct bcl *b, hp_ref builder, struct builder_place *at,
                   const struct bcl_span *text)
{
    const uint16_t *from = text->count > 0 ? bcl_span_data(b, text) : NULL;
    for (int32_t left = text->count; left > 0;) {
        const struct builder_fields *f = builder_fields(b, at->node);
        const int32_t here = f->length - at->index, count = here < left ? here : left;
        builder_move(builder_text(f) + at->index, from, count);
        at->index += count;
        if (at->index >= f->length) {
            builder_next(b, builder, at->node);
            at->index = 0;
        }
        from += count;
        left -= count;
    }
}

/* ---- Insert --------------------------------------------------------------------------------- */

static int check_index(const struct bcl *b, hp_ref builder, int32_t index, struct hp_err *err)
{
    const int32_t length = bcl_builder_length(b, builder);
    if (index >= 0 && index <= length)
        return HP_OK;
    return hp_fail(err, HP_E_RANGE,
                   "ArgumentOutOfRangeException (index): %d is not between 0 and the length %d",
                   index, length);
}

/* `times` texts into room for all of them. */
static int insert_texts(struct bcl *b, hp_ref builder, int32_t index, const struct bcl_span *text,
                        int32_t times, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    struct builder_place at = { .index = 0 };
    int rc = hp_root(b->t, &at.node, err);
    if (rc == HP_OK)
        rc = builder_make_room(b, builder, index, text->count * times, false, &at, err);
    for (int32_t i = 0; rc == HP_OK && i < times; i++)
        builder_write(b, builder, &at, text);
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_builder_insert(struct bcl *b, hp_ref builder, int32_t index, const struct bcl_span *text,
                       struct hp_err *err)
{
    const int rc = check_index(b, builder, index, err);
    return rc == HP_OK && text->count > 0 ? insert_texts(b, builder, index, text, 1, err) : rc;
}

int bcl_builder_insert_repeat(struct bcl *b, hp_ref builder, int32_t index,
                              const struct bcl_span *text, int32_t times, struct hp_err *err)
{
    if (times < 0)
        return hp_fail(err, HP_E_RANGE, "ArgumentOutOfRangeException (count): %d, at least 0",
                       times);
    const int rc = check_index(b, builder, index, err);
    if (rc != HP_OK || text->count == 0 || times == 0)
        return rc;
    const int64_t more = (int64_t)text->count * times;
    if (more > (int64_t)bcl_builder_max(b, builder) - bcl_builder_length(b, builder))
        return hp_fail(
            err, HP_E_NOMEM, "OutOfMemoryException: %d characters and %lld more, the maximum is %d",
            bcl_builder_length(b, builder), (long long)more, bcl_builder_max(b, builder));
    return insert_texts(b, builder, index, text, times, err);
}

int bcl_builder_insert_number(struct bcl *b, hp_ref builder, int32_t index, int64_t value,
                              struct hp_err *err)
{
    uint16_t digits[BCL_NUMBER_CHARS];
    const struct bcl_span text =
        bcl_span_fixed(digits, bcl_number_format(value, digits, BCL_NUMBER_CHARS));
    return bcl_builder_insert_repeat(b, builder, index, &text, 1, err);
}

/* ---- Remove --------------------------------------------------------------------------------- */

/* The chunks of both ends, looked for from the last one: a boundary belongs to the later chunk.
 * Chunks behind the end begin `count` earlier from now on. */
static void find_ends(const struct bcl *b, int32_t start, int32_t count, hp_ref first, hp_ref last)
{
    while (builder_fields(b, last)->offset > start + count) {
        builder_fields(b, last)->offset -= count;
        hp_get_into(b->t, last, BUILDER_PREVIOUS, last);
    }
    hp_assign(b->t, first, last);
    while (builder_fields(b, first)->offset > start)
        hp_get_into(b->t, first, BUILDER_PREVIOUS, first);
}

/* Cuts the first chunk at `at` and links the last one to it; a first chunk of nothing goes. */
static void join_ends(const struct bcl *b, hp_ref first, int32_t at, hp_ref last)
{
    struct builder_fields *f = builder_fields(b, first), *l = builder_fields(b, last);
    f->length = at;
    l->offset = f->offset + f->length;
    if (at == 0)
        hp_get_into(b->t, first, BUILDER_PREVIOUS, first);
    hp_set(b->t, last, BUILDER_PREVIOUS, first);
}

int builder_cut(struct bcl *b, hp_ref builder, int32_t start, int32_t count, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref first, last;
    int rc = hp_root(b->t, &first, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &last, err);
    if (rc == HP_OK) {
        hp_assign(b->t, last, builder);
        find_ends(b, start, count, first, last);
        struct builder_fields *l = builder_fields(b, last);
        const int32_t end = start + count - l->offset;
        int32_t at = start - builder_fields(b, first)->offset;
        if (!hp_same(b->t, first, last)) {
            join_ends(b, first, at, last);
            at = 0;
        }
        builder_move(builder_text(l) + at, builder_text(l) + end, l->length - end);
        l->length -= end - at;
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_builder_remove(struct bcl *b, hp_ref builder, int32_t start, int32_t count,
                       struct hp_err *err)
{
    const int rc = builder_check(b, builder, start, count, err);
    if (rc != HP_OK || (count == 0 && bcl_builder_length(b, builder) > 0))
        return rc;
    return count == bcl_builder_length(b, builder) ? bcl_builder_clear(b, builder, err)
                                                   : builder_cut(b, builder, start, count, err);
}
