/* SPDX-License-Identifier: MIT
 * What does a buffer in front of a stream do? Short reads come out of it, long ones go past it, and
 * CopyTo empties it and then asks the stream behind: a pure copy never makes the array. Timed. */
#include "stream.h"

static struct bcl_buffered *of(struct bcl_stream *s)
{
    return (struct bcl_buffered *)s;
}

/* The buffer in `slot`; made when there is none yet. */
static int buffer_get(struct bcl_buffered *f, struct bcl *b, hp_ref slot, struct hp_err *err)
{
    if (f->buffer.bits != 0) {
        b->t->ops->handle_get(b->t, f->buffer, slot.slot);
        return HP_OK;
    }
    const int rc =
        bcl_make(b, bcl_elements[BCL_U8].array, (uint64_t)f->size, 0, slot, "buffer", err);
    return rc == HP_OK ? b->t->ops->handle_new(b->t, slot, HP_STRONG, &f->buffer, err) : rc;
}

/* As much of `into` as the buffer holds. */
static int32_t take(struct bcl_buffered *f, struct bcl *b, hp_ref buffer,
                    const struct bcl_bytes *into)
{
    const int32_t left = f->filled - f->at;
    const int32_t count = into->count < left ? into->count : left;
    if (count > 0)
        memcpy((char *)hp_data(b->t, into->array) + into->at,
               (const char *)hp_data(b->t, buffer) + f->at, (size_t)count);
    f->at += count;
    return count;
}

/* `rest` is what the buffer could not give: long, or the buffer is filled anew. */
static int read_on(struct bcl_buffered *f, struct bcl *b, hp_ref buffer,
                   const struct bcl_bytes *rest, int32_t *got, struct hp_err *err)
{
    f->at = f->filled = 0;
    if (rest->count >= f->size)
        return bcl_stream_read(f->inner, b, rest, got, err);
    int rc = buffer_get(f, b, buffer, err);
    if (rc != HP_OK)
        return rc;
    const struct bcl_bytes whole = { buffer, 0, f->size };
    rc = bcl_stream_read(f->inner, b, &whole, &f->filled, err);
    *got = rc == HP_OK ? take(f, b, buffer, rest) : 0;
    return rc;
}

static int buffered_read(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *into,
                         int32_t *got, struct hp_err *err)
{
    struct bcl_buffered *f = of(s);
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref buffer;
    int32_t there = 0, more = 0;
    int rc = hp_root(b->t, &buffer, err);
    if (rc == HP_OK && f->filled > f->at) {
        rc = buffer_get(f, b, buffer, err);
        there = rc == HP_OK ? take(f, b, buffer, into) : 0;
    }
    if (rc == HP_OK && there < into->count) {
        const struct bcl_bytes rest = { into->array, into->at + there, into->count - there };
        rc = read_on(f, b, buffer, &rest, &more, err);
    }
    *got = there + more;
    hp_scope_close(b->t, scope);
    return rc;
}

static void buffered_extent(struct bcl_stream *s, struct bcl *b, int64_t *length, int64_t *position)
{
    struct bcl_buffered *f = of(s);
    f->inner->ops->extent(f->inner, b, length, position);
    *position -= f->filled - f->at;
}

static int buffered_seek(struct bcl_stream *s, struct bcl *b, int64_t position, struct hp_err *err)
{
    of(s)->at = of(s)->filled = 0;
    return bcl_stream_seek(of(s)->inner, b, position, err);
}

static int buffered_copy_to(struct bcl_stream *s, struct bcl *b, struct bcl_stream *to,
                            int32_t buffer, struct hp_err *err)
{
    struct bcl_buffered *f = of(s);
    int rc = bcl_copy_check(s, to, buffer, err);
    const uint32_t scope = hp_scope_open(b->t);
    struct bcl_bytes bytes = { .at = f->at, .count = f->filled - f->at };
    if (rc == HP_OK && bytes.count > 0) {
        rc = hp_root(b->t, &bytes.array, err);
        if (rc == HP_OK)
            rc = buffer_get(f, b, bytes.array, err);
        if (rc == HP_OK)
            rc = bcl_stream_write(to, b, &bytes, err);
        f->at = f->filled = 0;
    }
    hp_scope_close(b->t, scope);
    return rc == HP_OK ? bcl_copy_to(f->inner, b, to, buffer, err) : rc;
}

static const struct bcl_stream_ops seekable_ops = {
    .read = buffered_read,
    .extent = buffered_extent,
    .seek = buffered_seek,
    .copy_to = buffered_copy_to,
};
static const struct bcl_stream_ops forward_ops = {
    .read = buffered_read,
    .copy_to = buffered_copy_to,
};

void bcl_buffered_stream(struct bcl_buffered *f, struct bcl_stream *inner, int32_t size)
{
    const struct bcl_stream_ops *ops = bcl_stream_seeks(inner) ? &seekable_ops : &forward_ops;
    *f = (struct bcl_buffered){ .base = { ops }, .inner = inner, .size = size };
}

void bcl_buffered_close(struct bcl_buffered *f, struct bcl *b)
{
    if (f->buffer.bits != 0)
        b->t->ops->handle_free(b->t, f->buffer);
    f->buffer.bits = 0;
}
