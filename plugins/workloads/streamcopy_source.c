/* SPDX-License-Identifier: MIT
 * What is copied? One table of sources: real files behind .NET's buffers, memory streams, pipes and
 * socket pairs that another thread feeds, and streams made to tell what they were asked for or to
 * break midway. All deliver the same bytes. Opened and closed untimed. */
#include "streamcopy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PERIOD = 251, /* of the content: no power of two, so that shifted blocks are seen */
    BLOCK = 64 * PERIOD,
    FILE_BUFFER = 4096, /* FileStream's and BufferedStream's default */
    LARGE_BUFFER = 1 << 20,
};

/* ---- content -------------------------------------------------------------------------------- */

void streamcopy_content(void *to, int64_t at, size_t count)
{
    uint8_t *out = to;
    const size_t head = count < PERIOD ? count : PERIOD;
    for (size_t i = 0; i < head; i++)
        out[i] = (uint8_t)(((uint64_t)at + i) % PERIOD);
    /* What is there is repeated: whole periods, twice as many each time. */
    for (size_t done = head; done < count;) {
        const size_t whole = done - done % PERIOD;
        const size_t more = count - done < whole ? count - done : whole;
        memcpy(out + done, out + done - whole, more);
        done += more;
    }
}

/* ---- files ---------------------------------------------------------------------------------- */

int streamcopy_file(int *fd, struct hp_err *err)
{
    const char *folder = getenv("TMPDIR");
    char path[256];
    (void)snprintf(path, sizeof path, "%s/heapproof-XXXXXX", folder == NULL ? "/tmp" : folder);
    *fd = mkostemp(path, O_CLOEXEC);
    if (*fd < 0)
        return hp_fail(err, HP_E_IO, "%s: no temporary file: %s", path, strerror(errno));
    (void)unlink(path);
    return HP_OK;
}

static int file_fill(int fd, int64_t length, struct hp_err *err)
{
    uint8_t block[BLOCK];
    for (int64_t at = 0; at < length;) {
        const size_t want = length - at < BLOCK ? (size_t)(length - at) : (size_t)BLOCK;
        streamcopy_content(block, at, want);
        const ssize_t n = pwrite(fd, block, want, (off_t)at);
        if (n < 0 && errno != EINTR)
            return hp_fail(err, HP_E_IO, "a temporary file of %lld bytes: %s", (long long)length,
                           strerror(errno));
        at += n > 0 ? n : 0;
    }
    return HP_OK;
}

/* The stream behind the buffers of the kind. */
static void file_buffers(struct streamcopy_source *s, struct bcl_stream *bare)
{
    s->stream = bare;
    s->raw = &s->file.base;
    if (s->kind->buffer > 0) {
        bcl_buffered_stream(&s->buffer, s->stream, s->kind->buffer);
        s->stream = &s->buffer.base;
    }
    if (s->kind->over > 0) {
        bcl_buffered_stream(&s->buffer_over, s->stream, s->kind->over);
        s->stream = &s->buffer_over.base;
    }
}

static int file_open(struct streamcopy_source *s, struct bcl *b, struct hp_err *err)
{
    int fd = -1;
    (void)b;
    int rc = streamcopy_file(&fd, err);
    if (rc != HP_OK)
        return rc;
    bcl_file_stream(&s->file, fd, s->length);
    file_buffers(s, &s->file.base);
    return file_fill(fd, s->length, err);
}

static int seekable_begin(struct streamcopy_source *s, struct bcl *b, struct hp_err *err)
{
    return bcl_stream_seek(s->stream, b, 0, err);
}

/* ---- files whose reads are awaited ---------------------------------------------------------- */

struct awaited_read {
    struct bcl_stream *file;
    void *into;
    int32_t count, got;
    int rc;
    struct hp_err err;
};

static void awaited_run(void *state)
{
    struct awaited_read *r = state;
    r->rc = r->file->ops->read_raw(r->file, r->into, r->count, &r->got, &r->err);
}

static int awaited_read(struct bcl_stream *stream, struct bcl *b, const struct bcl_bytes *into,
                        int32_t *got, struct hp_err *err)
{
    const struct streamcopy_awaited *a = (struct streamcopy_awaited *)stream;
    struct awaited_read r = { .file = &a->file->base, .count = into->count };
    void *address = NULL;
    hp_handle pin;
    const int rc = b->t->ops->pin(b->t, into->array, &address, &pin, err);
    if (rc != HP_OK)
        return rc;
    r.into = (char *)address + into->at;
    streamcopy_helper_give(a->helper, awaited_run, &r);
    streamcopy_helper_wait(a->helper, b->t);
    b->t->ops->unpin(b->t, pin);
    *got = r.got;
    return r.rc == HP_OK ? HP_OK : hp_fail(err, r.rc, "%s", r.err.text);
}

static void awaited_extent(struct bcl_stream *stream, struct bcl *b, int64_t *length,
                           int64_t *position)
{
    struct bcl_stream *file = &((struct streamcopy_awaited *)stream)->file->base;
    file->ops->extent(file, b, length, position);
}

static int awaited_seek(struct bcl_stream *stream, struct bcl *b, int64_t position,
                        struct hp_err *err)
{
    return bcl_stream_seek(&((struct streamcopy_awaited *)stream)->file->base, b, position, err);
}

static const struct bcl_stream_ops awaited_ops = {
    .read = awaited_read,
    .extent = awaited_extent,
    .seek = awaited_seek,
};

static int awaited_open(struct streamcopy_source *s, struct bcl *b, struct hp_err *err)
{
    int rc = file_open(s, b, err);
    if (rc == HP_OK)
        rc = streamcopy_helper_start(&s->helper, err);
    if (rc == HP_OK) {
        s->awaited = (struct streamcopy_awaited){ { &awaited_ops }, &s->file, &s->helper };
        file_buffers(s, &s->awaited.base);
    }
    return rc;
}

/* ---- memory streams ------------------------------------------------------------------------- */

static int memory_open(struct streamcopy_source *s, struct bcl *b, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref array, stream;
    int rc = hp_root(b->t, &array, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &stream, err);
    if (rc == HP_OK)
        rc = bcl_make(b, bcl_elements[BCL_U8].array, (uint64_t)s->length, 0, array, "array", err);
    if (rc == HP_OK) {
        streamcopy_content(hp_data(b->t, array), 0, (size_t)s->length);
        rc = bcl_memory_wrap(b, s->kind->class, array, stream, err);
    }
    if (rc == HP_OK)
        rc = b->t->ops->handle_new(b->t, stream, HP_STRONG, &s->object, err);
    hp_scope_close(b->t, scope);
    s->stream = &s->memory.base;
    return rc;
}

/* ---- streams made for this ------------------------------------------------------------------ */

static void spy_note(struct streamcopy_spy *spy, int32_t bytes)
{
    uint32_t i = 0;
    while (i < spy->sizes && spy->asked[i].bytes != bytes)
        i++;
    if (i == SPY_SIZES)
        return;
    if (i == spy->sizes) {
        spy->asked[i].bytes = bytes;
        spy->asked[i].count = 0;
        spy->sizes++;
    }
    spy->asked[i].count++;
}

static int spy_read(struct bcl_stream *stream, struct bcl *b, const struct bcl_bytes *into,
                    int32_t *got, struct hp_err *err)
{
    struct streamcopy_spy *spy = (struct streamcopy_spy *)stream;
    const int64_t end = spy->breaks_at == NEVER ? spy->length : spy->breaks_at;
    const int64_t left = end - spy->position;
    spy_note(spy, into->count);
    *got = 0;
    if (left <= 0 && spy->breaks_at != NEVER)
        return hp_fail(err, HP_E_IO, "IOException: the source broke after %lld of %lld bytes",
                       (long long)spy->position, (long long)spy->length);
    const int32_t count = into->count < left ? into->count : (int32_t)left;
    if (count > 0)
        streamcopy_content((char *)hp_data(b->t, into->array) + into->at, spy->position,
                           (size_t)count);
    spy->position += count;
    *got = count;
    return HP_OK;
}

static void spy_extent(struct bcl_stream *stream, struct bcl *b, int64_t *length, int64_t *position)
{
    (void)b;
    *length = ((struct streamcopy_spy *)stream)->length;
    *position = ((struct streamcopy_spy *)stream)->position;
}

static int spy_seek(struct bcl_stream *stream, struct bcl *b, int64_t position, struct hp_err *err)
{
    (void)b, (void)err;
    ((struct streamcopy_spy *)stream)->position = position;
    return HP_OK;
}

static const struct bcl_stream_ops spy_ops = { .read = spy_read };
static const struct bcl_stream_ops spy_seekable_ops = {
    .read = spy_read,
    .extent = spy_extent,
    .seek = spy_seek,
};

static int spy_open(struct streamcopy_source *s, struct bcl *b, struct hp_err *err)
{
    (void)b, (void)err;
    s->spy.base.ops = s->kind->seeks ? &spy_seekable_ops : &spy_ops;
    s->spy.length = s->length;
    s->spy.breaks_at = s->kind->breaks ? s->length / 2 : NEVER;
    s->stream = &s->spy.base;
    return HP_OK;
}

/* A new response each time. */
static int spy_begin(struct streamcopy_source *s, struct bcl *b, struct hp_err *err)
{
    (void)b, (void)err;
    s->spy.position = 0;
    s->spy.sizes = 0;
    return HP_OK;
}

/* ---- pipes and sockets ---------------------------------------------------------------------- */

/* Everything, or until the reader has gone. */
static void feed(void *state)
{
    struct streamcopy_pair *p = state;
    uint8_t block[BLOCK];
    streamcopy_content(block, 0, sizeof block);
    for (int64_t at = 0; at < p->length;) {
        const size_t phase = (size_t)(at % PERIOD), room = sizeof block - phase;
        const int64_t left = p->length - at;
        const ssize_t n =
            write(p->writer, block + phase, left < (int64_t)room ? (size_t)left : room);
        if (n < 0 && errno != EINTR)
            break;
        at += n > 0 ? n : 0;
    }
    (void)close(p->writer);
}

static int pair_open(struct streamcopy_source *s, struct bcl *b, struct hp_err *err)
{
    (void)b;
    s->pair.length = s->length;
    s->stream = s->raw = &s->pair.reader.base;
    return streamcopy_helper_start(&s->helper, err);
}

static int pair_begin(struct streamcopy_source *s, const int fds[2])
{
    bcl_pipe_stream(&s->pair.reader, fds[0]);
    s->pair.writer = fds[1];
    streamcopy_helper_give(&s->helper, feed, &s->pair);
    return HP_OK;
}

static int pipe_begin(struct streamcopy_source *s, struct bcl *b, struct hp_err *err)
{
    int fds[2];
    (void)b;
    if (pipe2(fds, O_CLOEXEC) != 0)
        return hp_fail(err, HP_E_IO, "IOException: no pipe: %s", strerror(errno));
    return pair_begin(s, fds);
}

static int socket_begin(struct streamcopy_source *s, struct bcl *b, struct hp_err *err)
{
    int fds[2];
    (void)b;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
        return hp_fail(err, HP_E_IO, "IOException: no socket pair: %s", strerror(errno));
    return pair_begin(s, fds);
}

/* ---- the table ------------------------------------------------------------------------------ */

#define FILE_KIND(word, recorded, inner, outer)                                                    \
    {                                                                                              \
        .name = (word), .truth = (recorded), .open = file_open, .begin = seekable_begin,           \
        .buffer = (inner), .over = (outer)                                                         \
    }
#define SPY_KIND(word, recorded, can_seek, fails)                                                  \
    {                                                                                              \
        .name = (word), .truth = (recorded), .open = spy_open, .begin = spy_begin,                 \
        .seeks = (can_seek), .breaks = (fails)                                                     \
    }

const struct streamcopy_kind streamcopy_kinds[] = {
    FILE_KIND("file", "file", FILE_BUFFER, 0),
    FILE_KIND("file-unbuffered", "file0", 0, 0),
    FILE_KIND("file-large-buffer", "file1m", LARGE_BUFFER, 0),
    FILE_KIND("buffered", "buffered", FILE_BUFFER, FILE_BUFFER),
    { .name = "file-async", .open = awaited_open, .begin = seekable_begin, .buffer = FILE_BUFFER },
    { .name = "memory",
      .truth = "memory",
      .open = memory_open,
      .begin = seekable_begin,
      .class = &bcl_type_memory_stream },
    { .name = "memory-subclass",
      .truth = "submemory",
      .open = memory_open,
      .begin = seekable_begin,
      .class = &bcl_type_memory_subclass },
    { .name = "pipe", .open = pair_open, .begin = pipe_begin },
    { .name = "socket", .open = pair_open, .begin = socket_begin },
    SPY_KIND("forward-only", "spy", false, false),
    SPY_KIND("seekable", "spyseek", true, false),
    SPY_KIND("failing", NULL, false, true),
    { .name = NULL },
};

/* ---- life ----------------------------------------------------------------------------------- */

int streamcopy_source_open(struct streamcopy_source *s, struct bcl *b,
                           const struct streamcopy_kind *kind, int64_t length, struct hp_err *err)
{
    *s = (struct streamcopy_source){ .kind = kind, .length = length };
    s->file.fd = s->pair.reader.fd = -1;
    return kind->open(s, b, err);
}

int streamcopy_source_begin(struct streamcopy_source *s, struct bcl *b, hp_ref slot,
                            struct hp_err *err)
{
    if (s->object.bits != 0) {
        b->t->ops->handle_get(b->t, s->object, slot.slot);
        bcl_memory_stream(&s->memory, slot);
    }
    return s->kind->begin(s, b, err);
}

void streamcopy_source_end(struct streamcopy_source *s, struct bcl *b)
{
    if (s->pair.reader.fd < 0)
        return;
    (void)close(s->pair.reader.fd);
    s->pair.reader.fd = -1;
    streamcopy_helper_wait(&s->helper, b->t);
}

void streamcopy_source_close(struct streamcopy_source *s, struct bcl *b)
{
    bcl_buffered_close(&s->buffer, b);
    bcl_buffered_close(&s->buffer_over, b);
    if (s->object.bits != 0)
        b->t->ops->handle_free(b->t, s->object);
    s->object.bits = 0;
    streamcopy_helper_stop(&s->helper);
    if (s->file.fd >= 0)
        (void)close(s->file.fd);
    s->file.fd = -1;
}
