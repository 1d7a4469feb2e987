/* SPDX-License-Identifier: MIT
 * How are files, pipes and sockets read and written? By system calls into arrays that are pinned for
 * as long as the kernel writes there, while collections of other threads go on. Timed; the calls
 * themselves are what is measured. */
#include "stream.h"

#include <errno.h>
#include <unistd.h>

static struct bcl_descriptor *of(struct bcl_stream *s)
{
    return (struct bcl_descriptor *)s;
}

static int failed(const struct bcl_descriptor *d, const char *what, struct hp_err *err)
{
    return hp_fail(err, HP_E_IO, "IOException: %s of descriptor %d: %s", what, d->fd,
                   strerror(errno));
}

/* ---- calls ---------------------------------------------------------------------------------- */

static int pipe_read_raw(struct bcl_stream *s, void *into, int32_t count, int32_t *got,
                         struct hp_err *err)
{
    ssize_t n;
    *got = 0;
    do
        n = read(of(s)->fd, into, (size_t)count);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return failed(of(s), "read", err);
    *got = (int32_t)n;
    return HP_OK;
}

/* At the stream's own position: the descriptor's is left alone, as FileStream does. */
static int file_read_raw(struct bcl_stream *s, void *into, int32_t count, int32_t *got,
                         struct hp_err *err)
{
    struct bcl_descriptor *d = of(s);
    ssize_t n;
    *got = 0;
    do
        n = pread(d->fd, into, (size_t)count, (off_t)d->position);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return failed(d, "read", err);
    d->position += n;
    *got = (int32_t)n;
    return HP_OK;
}

static int write_raw(struct bcl_descriptor *d, const char *from, size_t count, struct hp_err *err)
{
    const bool file = bcl_stream_seeks(&d->base);
    while (count > 0) {
        const ssize_t n =
            file ? pwrite(d->fd, from, count, (off_t)d->position) : write(d->fd, from, count);
        if (n < 0 && errno != EINTR)
            return failed(d, "write", err);
        if (n > 0) {
            d->position += n;
            from += n;
            count -= (size_t)n;
        }
    }
    if (d->length < d->position)
        d->length = d->position;
    return HP_OK;
}

/* ---- pinned arrays -------------------------------------------------------------------------- */

int bcl_hold(struct bcl *b, const struct bcl_bytes *bytes, struct bcl_held *h, struct hp_err *err)
{
    void *address = NULL;
    const int rc = b->t->ops->pin(b->t, bytes->array, &address, &h->pin, err);
    if (rc != HP_OK)
        return rc;
    h->address = (char *)address + bytes->at;
    if (b->t->ops->block_enter != NULL)
        b->t->ops->block_enter(b->t);
    return HP_OK;
}

void bcl_let_go(struct bcl *b, const struct bcl_held *h)
{
    if (b->t->ops->block_leave != NULL)
        b->t->ops->block_leave(b->t);
    b->t->ops->unpin(b->t, h->pin);
}

static int descriptor_read(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *into,
                           int32_t *got, struct hp_err *err)
{
    struct bcl_held h;
    int rc = bcl_hold(b, into, &h, err);
    if (rc == HP_OK) {
        rc = s->ops->read_raw(s, h.address, into->count, got, err);
        bcl_let_go(b, &h);
    }
    return rc;
}

static int descriptor_write(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *from,
                            struct hp_err *err)
{
    struct bcl_held h;
    int rc = bcl_hold(b, from, &h, err);
    if (rc == HP_OK) {
        rc = write_raw(of(s), h.address, (size_t)from->count, err);
        bcl_let_go(b, &h);
    }
    return rc;
}

/* ---- among streams -------------------------------------------------------------------------- */

static void file_extent(struct bcl_stream *s, struct bcl *b, int64_t *length, int64_t *position)
{
    (void)b;
    *length = of(s)->length;
    *position = of(s)->position;
}

static int file_seek(struct bcl_stream *s, struct bcl *b, int64_t position, struct hp_err *err)
{
    (void)b;
    if (position < 0)
        return hp_fail(err, HP_E_RANGE, "ArgumentOutOfRangeException (value): position %lld",
                       (long long)position);
    of(s)->position = position;
    return HP_OK;
}

static const struct bcl_stream_ops file_ops = {
    .read = descriptor_read,
    .read_raw = file_read_raw,
    .write = descriptor_write,
    .extent = file_extent,
    .seek = file_seek,
};
static const struct bcl_stream_ops pipe_ops = {
    .read = descriptor_read,
    .read_raw = pipe_read_raw,
    .write = descriptor_write,
};

void bcl_file_stream(struct bcl_descriptor *d, int fd, int64_t length)
{
    *d = (struct bcl_descriptor){ .base = { &file_ops }, .fd = fd, .length = length };
}

void bcl_pipe_stream(struct bcl_descriptor *d, int fd)
{
    *d = (struct bcl_descriptor){ .base = { &pipe_ops }, .fd = fd };
}
