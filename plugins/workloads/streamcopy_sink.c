/* SPDX-License-Identifier: MIT
 * Where is copied to? Nothing, a sum, memory, a file, a pipe or socket that another thread drains;
 * in front of it stands what counts the writes and breaks the connection once. Opened and closed
 * untimed. */
#include "streamcopy.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- the front ------------------------------------------------------------------------------ */

static int sink_write(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *from,
                      struct hp_err *err)
{
    struct streamcopy_sink *k = (struct streamcopy_sink *)s;
    if (k->breaks_at != NEVER && k->sent + from->count > k->breaks_at) {
        k->breaks_at = NEVER;
        return hp_fail(err, HP_E_IO, "IOException: the connection broke after %lld bytes",
                       (long long)k->sent);
    }
    k->writes++;
    k->accepted += from->count;
    k->sent += from->count;
    if (k->largest < from->count)
        k->largest = from->count;
    return k->inner->ops->write(k->inner, b, from, err);
}

static const struct bcl_stream_ops sink_ops = { .write = sink_write };

int streamcopy_sink_restart(struct streamcopy_sink *k, struct bcl *b, struct hp_err *err)
{
    k->accepted = 0;
    k->sum.sum = 0;
    return bcl_stream_seeks(k->inner) ? bcl_stream_seek(k->inner, b, 0, err) : HP_OK;
}

int streamcopy_sink_begin(struct streamcopy_sink *k, struct bcl *b, int64_t breaks_at, hp_ref slot,
                          struct hp_err *err)
{
    k->breaks_at = breaks_at;
    k->sent = k->writes = k->largest = 0;
    if (k->object.bits != 0) {
        b->t->ops->handle_get(b->t, k->object, slot.slot);
        bcl_memory_stream(&k->memory, slot);
    }
    return streamcopy_sink_restart(k, b, err);
}

/* ---- what stands behind --------------------------------------------------------------------- */

static int open_null(struct streamcopy_sink *k, struct bcl *b, int64_t length, struct hp_err *err)
{
    (void)b, (void)length, (void)err;
    k->inner = &bcl_stream_null;
    return HP_OK;
}

static int sum_write(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *from,
                     struct hp_err *err)
{
    struct streamcopy_sum *to = (struct streamcopy_sum *)s;
    (void)err;
    to->sum += bcl_sum(b, &bcl_elements[BCL_U8], from->array, from->at, from->count);
    return HP_OK;
}

static int open_sum(struct streamcopy_sink *k, struct bcl *b, int64_t length, struct hp_err *err)
{
    static const struct bcl_stream_ops sum_ops = { .write = sum_write };
    (void)b, (void)length, (void)err;
    k->sum.base.ops = &sum_ops;
    k->inner = &k->sum.base;
    return HP_OK;
}

/* With all the room that it needs. */
static int open_memory(struct streamcopy_sink *k, struct bcl *b, int64_t length, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref stream;
    int rc = hp_root(b->t, &stream, err);
    if (rc == HP_OK)
        rc = bcl_memory_new(b, (int32_t)length, stream, err);
    if (rc == HP_OK)
        rc = b->t->ops->handle_new(b->t, stream, HP_STRONG, &k->object, err);
    hp_scope_close(b->t, scope);
    k->inner = &k->memory.base;
    return rc;
}

static int open_file(struct streamcopy_sink *k, struct bcl *b, int64_t length, struct hp_err *err)
{
    int fd = -1;
    (void)b, (void)length;
    const int rc = streamcopy_file(&fd, err);
    bcl_file_stream(&k->descriptor, fd, 0);
    k->inner = &k->descriptor.base;
    return rc;
}

/* Reads until the writing end is closed. */
static void drain(void *state)
{
    const struct streamcopy_sink *k = state;
    char block[1 << 16];
    ssize_t n;
    do
        n = read(k->drain, block, sizeof block);
    while (n > 0 || (n < 0 && errno == EINTR));
}

static int drained(struct streamcopy_sink *k, const int fds[2], struct hp_err *err)
{
    k->drain = fds[0];
    bcl_pipe_stream(&k->descriptor, fds[1]);
    k->inner = &k->descriptor.base;
    const int rc = streamcopy_helper_start(&k->helper, err);
    if (rc == HP_OK)
        streamcopy_helper_give(&k->helper, drain, k);
    return rc;
}

static int open_pipe(struct streamcopy_sink *k, struct bcl *b, int64_t length, struct hp_err *err)
{
    int fds[2];
    (void)b, (void)length;
    if (pipe2(fds, O_CLOEXEC) != 0)
        return hp_fail(err, HP_E_IO, "IOException: no pipe: %s", strerror(errno));
    return drained(k, fds, err);
}

static int open_socket(struct streamcopy_sink *k, struct bcl *b, int64_t length, struct hp_err *err)
{
    int fds[2];
    (void)b, (void)length;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
        return hp_fail(err, HP_E_IO, "IOException: no socket pair: %s", strerror(errno));
    return drained(k, fds, err);
}

/* ---- life ----------------------------------------------------------------------------------- */

int streamcopy_sink_open(struct streamcopy_sink *k, struct bcl *b, enum streamcopy_to to,
                         int64_t length, struct hp_err *err)
{
    static int (*const open[])(struct streamcopy_sink * k, struct bcl * b, int64_t length,
                               struct hp_err * err) = {
        [TO_NULL] = open_null, [TO_SUM] = open_sum,   [TO_MEMORY] = open_memory,
        [TO_FILE] = open_file, [TO_PIPE] = open_pipe, [TO_SOCKET] = open_socket,
    };
    *k = (struct streamcopy_sink){ .base = { &sink_ops }, .breaks_at = NEVER, .drain = -1 };
    k->descriptor.fd = -1;
    return open[to](k, b, length, err);
}

void streamcopy_sink_close(struct streamcopy_sink *k, struct bcl *b)
{
    if (k->object.bits != 0)
        b->t->ops->handle_free(b->t, k->object);
    k->object.bits = 0;
    if (k->inner == NULL)
        return; /* never opened */
    if (k->descriptor.fd >= 0)
        (void)close(k->descriptor.fd);
    streamcopy_helper_stop(&k->helper);
    if (k->drain >= 0)
        (void)close(k->drain);
    k->descriptor.fd = k->drain = -1;
}
