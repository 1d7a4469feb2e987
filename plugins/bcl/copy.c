/* SPDX-License-Identifier: MIT
 * What does Stream.CopyTo do? Rents an array, reads and writes through all of it until nothing comes,
 * gives it back. Also Stream.Null and what every stream checks. Timed. */
#include "stream.h"

/* Stream's own default: the largest multiple of 4,096 that is below the large object boundary. */
enum { COPY_SIZE = 81920 };

/* ---- what every stream checks --------------------------------------------------------------- */

int bcl_stream_read(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *into, int32_t *got,
                    struct hp_err *err)
{
    *got = 0;
    if (s->ops->read == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED, "NotSupportedException: the stream cannot be read");
    return s->ops->read(s, b, into, got, err);
}

int bcl_stream_write(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *from,
                     struct hp_err *err)
{
    if (s->ops->write == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED,
                       "NotSupportedException: the stream cannot be written");
    return s->ops->write(s, b, from, err);
}

int bcl_stream_seek(struct bcl_stream *s, struct bcl *b, int64_t position, struct hp_err *err)
{
    if (s->ops->seek == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED,
                       "NotSupportedException: the stream cannot go back to %lld",
                       (long long)position);
    return s->ops->seek(s, b, position, err);
}

int bcl_stream_fill(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *into, int32_t *got,
                    struct hp_err *err)
{
    int rc = HP_OK;
    int32_t total = 0, count = 1;
    while (rc == HP_OK && count > 0 && total < into->count) {
        const struct bcl_bytes rest = { into->array, into->at + total, into->count - total };
        rc = bcl_stream_read(s, b, &rest, &count, err);
        total += count;
    }
    *got = total;
    return rc;
}

/* ---- CopyTo --------------------------------------------------------------------------------- */

int32_t bcl_copy_size(struct bcl_stream *s, struct bcl *b)
{
    int64_t length, position;
    if (!bcl_stream_seeks(s))
        return COPY_SIZE;
    s->ops->extent(s, b, &length, &position);
    const int64_t left = length - position;
    return left <= 0 ? 1 : left < COPY_SIZE ? (int32_t)left : COPY_SIZE;
}

int bcl_copy_check(struct bcl_stream *s, struct bcl_stream *to, int32_t buffer, struct hp_err *err)
{
    if (to == NULL)
        return hp_fail(err, HP_E_RANGE, "ArgumentNullException (destination)");
    if (buffer <= 0)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (bufferSize): %d is not above 0", buffer);
    if (to->ops->write == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED,
                       "NotSupportedException: the destination cannot be written");
    if (s->ops->read == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED, "NotSupportedException: the source cannot be read");
    return HP_OK;
}

int bcl_copy_to(struct bcl_stream *s, struct bcl *b, struct bcl_stream *to, int32_t buffer,
                struct hp_err *err)
{
    return s->ops->copy_to != NULL ? s->ops->copy_to(s, b, to, buffer, err)
                                   : bcl_copy_base(s, b, to, buffer, err);
}

/* Through all of the array, however much was asked for. */
static int copy_through(struct bcl_stream *s, struct bcl *b, struct bcl_stream *to, hp_ref array,
                        struct hp_err *err)
{
    struct bcl_bytes bytes = { array, 0, 0 };
    const struct bcl_bytes whole = { array, 0, (int32_t)hp_length(b->t, array) };
    for (;;) {
        int rc = s->ops->read(s, b, &whole, &bytes.count, err);
        if (rc != HP_OK || bytes.count == 0)
            return rc;
        rc = to->ops->write(to, b, &bytes, err);
        if (rc != HP_OK)
            return rc;
    }
}

int bcl_copy_base(struct bcl_stream *s, struct bcl *b, struct bcl_stream *to, int32_t buffer,
                  struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    struct bcl_pool *pool = NULL;
    hp_ref array;
    int rc = bcl_copy_check(s, to, buffer, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &array, err);
    if (rc == HP_OK)
        rc = bcl_pool_shared(b, bcl_elements[BCL_U8].array, &pool, err);
    if (rc == HP_OK)
        rc = bcl_pool_rent(b, pool, buffer, array, err);
    if (rc == HP_OK) {
        rc = copy_through(s, b, to, array, err);
        /* finally: the first error is the one that counts */
        const int given_back = bcl_pool_return(b, pool, array, false, rc == HP_OK ? err : NULL);
        rc = rc != HP_OK ? rc : given_back;
    }
    hp_scope_close(b->t, scope);
    return rc;
}

/* ---- Stream.Null ---------------------------------------------------------------------------- */

static int null_write(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *from,
                      struct hp_err *err)
{
    (void)s, (void)b, (void)from, (void)err;
    return HP_OK;
}

static const struct bcl_stream_ops null_ops = { .write = null_write };
struct bcl_stream bcl_stream_null = { &null_ops };
