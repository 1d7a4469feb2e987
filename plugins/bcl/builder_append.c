/* SPDX-License-Identifier: MIT
 * What does Append do with a text that does not fit? It fills the last chunk and puts all of the
 * rest into one new one: the limit of 8,000 is how much room a chunk gets beyond what is needed,
 * not how long it may be. */
#include "builder.h"

static int over_maximum(const struct builder_fields *f, int64_t more, struct hp_err *err)
{
    return hp_fail(err, HP_E_RANGE,
                   "ArgumentOutOfRangeException: %d characters and %lld more, the maximum is %d",
                   f->offset + f->length, (long long)more, f->max);
}

static bool exceeds(const struct builder_fields *f, int64_t more)
{
    return (int64_t)f->offset + f->length + more > f->max;
}

/* The user's object stays the last chunk: what it was so far moves into `node`, and it goes on with
 * `chars`. `old` is a scratch root. */
static void push_chunk(struct bcl *b, hp_ref builder, hp_ref node, hp_ref chars, hp_ref old)
{
    struct hp_thread *t = b->t;
    hp_get_into(t, builder, BUILDER_CHARS, old);
    hp_set(t, node, BUILDER_CHARS, old);
    hp_get_into(t, builder, BUILDER_PREVIOUS, old);
    hp_set(t, node, BUILDER_PREVIOUS, old);
    struct builder_fields *f = builder_fields(b, builder), *before = builder_fields(b, node);
    before->length = f->length;
    before->offset = f->offset;
    before->max = f->max;
    f->offset += f->length;
    f->length = 0;
    hp_set(t, builder, BUILDER_PREVIOUS, node);
    hp_set(t, builder, BUILDER_CHARS, chars);
}

int builder_expand(struct bcl *b, hp_ref builder, int32_t least, struct hp_err *err)
{
    const struct builder_fields *f = builder_fields(b, builder);
    if (exceeds(f, least))
        return over_maximum(f, least, err);
    const int32_t length = f->offset + f->length;
    const int32_t usual = length < BCL_BUILDER_CHUNK ? length : BCL_BUILDER_CHUNK;
    const int32_t room = least > usual ? least : usual;
    if (room > INT32_MAX - length)
        return hp_fail(err, HP_E_NOMEM, "OutOfMemoryException: %d characters and room for %d",
                       length, room);
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref chars, node, old;
    int rc = hp_root(b->t, &chars, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &node, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &old, err);
    if (rc == HP_OK)
        rc = builder_chars(b, room, chars, err);
    if (rc == HP_OK)
        rc = bcl_make(b, &bcl_type_builder, 0, 0, node, "node", err);
    if (rc == HP_OK)
        push_chunk(b, builder, node, chars, old);
    hp_scope_close(b->t, scope);
    return rc;
}

/* ---- texts ---------------------------------------------------------------------------------- */

/* Part of a span. */
static struct bcl_span span_from(const struct bcl_span *span, int32_t first)
{
    struct bcl_span rest = *span;
    if (rest.fixed != NULL)
        rest.fixed += first;
    else
        rest.first += first;
    rest.count -= first;
    return rest;
}

/* Writes into the last chunk, where the room is. */
static void put(const struct bcl *b, struct builder_fields *f, const struct bcl_span *text,
                int32_t count)
{
    if (count == 0)
        return; /* an empty span may point nowhere */
    builder_move(builder_text(f) + f->length, bcl_span_data(b, text), count);
    f->length += count;
}

/* More than the last chunk has room for. Apart, so that the usual append saves no registers for
 * it. */
__attribute__((noinline)) static int append_beyond(struct bcl *b, hp_ref builder,
                                                   const struct bcl_span *text, struct hp_err *err)
{
    struct builder_fields *f = builder_fields(b, builder);
    const int32_t room = builder_room(f) - f->length;
    if (exceeds(f, text->count))
        return over_maximum(f, text->count, err);
    put(b, f, text, room);
    const struct bcl_span rest = span_from(text, room);
    const int rc = builder_expand(b, builder, rest.count, err);
    if (rc == HP_OK)
        put(b, builder_fields(b, builder), &rest, rest.count);
    return rc;
}

int bcl_builder_append(struct bcl *b, hp_ref builder, const struct bcl_span *text,
                       struct hp_err *err)
{
    struct builder_fields *f = builder_fields(b, builder);
    if (text->count > builder_room(f) - f->length)
        return append_beyond(b, builder, text, err);
    put(b, f, text, text->count);
    return HP_OK;
}

int bcl_builder_append_part(struct bcl *b, hp_ref builder, hp_ref text, int32_t start,
                            int32_t count, struct hp_err *err)
{
    const int32_t length = (int32_t)hp_length(b->t, text);
    if (start < 0 || count < 0 || (count > 0 && start > length - count))
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (startIndex): %d characters from %d on, the "
                       "text has %d",
                       count, start, length);
    const struct bcl_span span = bcl_span_of(text, start, count);
    return count > 0 ? bcl_builder_append(b, builder, &span, err) : HP_OK;
}

int bcl_builder_append_line(struct bcl *b, hp_ref builder, const struct bcl_span *text,
                            struct hp_err *err)
{
    const int rc = bcl_builder_append(b, builder, text, err);
    return rc == HP_OK ? bcl_builder_append_char(b, builder, '\n', err) : rc;
}

int bcl_builder_append_join(struct bcl *b, hp_ref builder, const struct bcl_span *separator,
                            hp_ref strings, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t), count = hp_length(b->t, strings);
    hp_ref one;
    int rc = hp_root(b->t, &one, err);
    for (uint32_t i = 0; rc == HP_OK && i < count; i++) {
        if (i > 0)
            rc = bcl_builder_append(b, builder, separator, err);
        hp_get_into(b->t, strings, i, one);
        if (rc == HP_OK && !hp_is_null(b->t, one)) {
            const struct bcl_span text = bcl_span_all(b, one);
            rc = bcl_builder_append(b, builder, &text, err);
        }
    }
    hp_scope_close(b->t, scope);
    return rc;
}

/* ---- characters ----------------------------------------------------------------------------- */

int bcl_builder_append_char(struct bcl *b, hp_ref builder, uint16_t c, struct hp_err *err)
{
    struct builder_fields *f = builder_fields(b, builder);
    if (f->length == builder_room(f)) {
        const int rc = builder_expand(b, builder, 1, err);
        if (rc != HP_OK)
            return rc;
        f = builder_fields(b, builder);
    }
    builder_text(f)[f->length++] = c;
    return HP_OK;
}

static void fill(struct builder_fields *f, uint16_t c, int32_t count)
{
    uint16_t *to = builder_text(f) + f->length;
    for (int32_t i = 0; i < count; i++)
        to[i] = c;
    f->length += count;
}

int bcl_builder_append_repeat(struct bcl *b, hp_ref builder, uint16_t c, int32_t times,
                              struct hp_err *err)
{
    struct builder_fields *f = builder_fields(b, builder);
    if (times < 0)
        return hp_fail(err, HP_E_RANGE, "ArgumentOutOfRangeException (repeatCount): %d, at least 0",
                       times);
    const int32_t room = builder_room(f) - f->length;
    if (times <= room) {
        fill(f, c, times);
        return HP_OK;
    }
    if (exceeds(f, times))
        return over_maximum(f, times, err);
    fill(f, c, room);
    const int rc = builder_expand(b, builder, times - room, err);
    if (rc == HP_OK)
        fill(builder_fields(b, builder), c, times - room);
    return rc;
}

/* ---- values --------------------------------------------------------------------------------- */

int bcl_builder_append_number(struct bcl *b, hp_ref builder, int64_t value, struct hp_err *err)
{
    struct builder_fields *f = builder_fields(b, builder);
    const int32_t written =
        bcl_number_format(value, builder_text(f) + f->length, builder_room(f) - f->length);
    if (written > 0) {
        f->length += written;
        return HP_OK;
    }
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref text;
    int rc = hp_root(b->t, &text, err);
    if (rc == HP_OK)
        rc = bcl_number_string(b, value, text, err);
    if (rc == HP_OK) {
        const struct bcl_span span = bcl_span_all(b, text);
        rc = bcl_builder_append(b, builder, &span, err);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_builder_append_bool(struct bcl *b, hp_ref builder, bool value, struct hp_err *err)
{
    static const uint16_t words[2][5] = { { 'F', 'a', 'l', 's', 'e' }, { 'T', 'r', 'u', 'e' } };
    const struct bcl_span word = bcl_span_fixed(words[value], value ? 4 : 5);
    return bcl_builder_append(b, builder, &word, err);
}

/* ---- other builders ------------------------------------------------------------------------- */

/* Its own text, which it must not read while it grows: by way of a string. */
static int append_itself(struct bcl *b, hp_ref builder, int32_t start, int32_t count,
                         struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref text;
    int rc = hp_root(b->t, &text, err);
    if (rc == HP_OK)
        rc = bcl_builder_part(b, builder, start, count, text, err);
    if (rc == HP_OK) {
        const struct bcl_span span = bcl_span_all(b, text);
        rc = bcl_builder_append(b, builder, &span, err);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_builder_append_builder_part(struct bcl *b, hp_ref builder, hp_ref other, int32_t start,
                                    int32_t count, struct hp_err *err)
{
    if (start >= 0 && count == 0)
        return HP_OK;
    int rc = builder_check(b, other, start, count, err);
    if (rc != HP_OK)
        return rc;
    if (hp_same(b->t, builder, other))
        return append_itself(b, builder, start, count, err);
    const struct builder_fields *limits = builder_fields(b, builder);
    if (exceeds(limits, count))
        return over_maximum(limits, count, err);
    while (rc == HP_OK && count > 0) {
        struct builder_fields *f = builder_fields(b, builder);
        int32_t length = builder_room(f) - f->length;
        if (length == 0) {
            rc = builder_expand(b, builder, count, err);
            continue;
        }
        if (length > count)
            length = count;
        bcl_builder_copy(b, other, start, length, builder_text(f) + f->length);
        f->length += length;
        start += length;
        count -= length;
    }
    return rc;
}

int bcl_builder_append_builder(struct bcl *b, hp_ref builder, hp_ref other, struct hp_err *err)
{
    return bcl_builder_append_builder_part(b, builder, other, 0, bcl_builder_length(b, other), err);
}
