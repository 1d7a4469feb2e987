/* SPDX-License-Identifier: MIT
 *
 * stream.h - streams: MemoryStream, Stream.CopyTo, buffered streams, and streams over descriptors.
 *
 * A stream is its operations and what they need. A MemoryStream is a real object of the heap, whose
 * fields are where .NET's collector would look for them; what stands for the operating system (a
 * descriptor, a position in a file) lies outside of the heap. An array that read() or write() is
 * given is pinned for as long as the call takes.
 *
 * Rules of bcl.h hold here too: errors name .NET's exception, outputs of kind hp_ref are existing
 * slots, everything is [timed] unless marked.
 */
#ifndef HP_BCL_STREAM_H
#define HP_BCL_STREAM_H

#include "bcl/bcl.h"

/* ---- streams -------------------------------------------------------------------------------- */

struct bcl_stream;

/* A slice of a byte[]. */
struct bcl_bytes {
    hp_ref array;
    int32_t at, count;
};

/* A function that is absent is what the stream cannot do. */
struct bcl_stream_ops {
    /* Read: *got is 0 at the end, and may be less than asked for before it. */
    int (*read)(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *into, int32_t *got,
                struct hp_err *err);
    /* The same into memory that stays where it is, on any thread: touches no object. */
    int (*read_raw)(struct bcl_stream *s, void *into, int32_t count, int32_t *got,
                    struct hp_err *err);
    /* Write: everything, or an error. */
    int (*write)(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *from,
                 struct hp_err *err);
    /* Length and Position; with seek(), of streams that can seek. */
    void (*extent)(struct bcl_stream *s, struct bcl *b, int64_t *length, int64_t *position);
    int (*seek)(struct bcl_stream *s, struct bcl *b, int64_t position, struct hp_err *err);
    /* CopyTo(destination, bufferSize) of its own; absent: that of class Stream. */
    int (*copy_to)(struct bcl_stream *s, struct bcl *b, struct bcl_stream *to, int32_t buffer,
                   struct hp_err *err);
};

struct bcl_stream {
    const struct bcl_stream_ops *ops;
};

int bcl_stream_read(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *into, int32_t *got,
                    struct hp_err *err);
int bcl_stream_write(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *from,
                     struct hp_err *err);
int bcl_stream_seek(struct bcl_stream *s, struct bcl *b, int64_t position, struct hp_err *err);
static inline bool bcl_stream_seeks(const struct bcl_stream *s)
{
    return s->ops->extent != NULL;
}
/* ReadAtLeast: reads until the slice is full or the stream has ended. */
int bcl_stream_fill(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *into, int32_t *got,
                    struct hp_err *err);

/* The buffer that CopyTo(destination) asks for: 81,920 bytes, or what is left when that is less. */
int32_t bcl_copy_size(struct bcl_stream *s, struct bcl *b);
/* CopyTo(destination, buffer): by the stream's own copy_to, or that of class Stream. A `to` of NULL
 * is null. */
int bcl_copy_to(struct bcl_stream *s, struct bcl *b, struct bcl_stream *to, int32_t buffer,
                struct hp_err *err);
/* CopyTo of class Stream: through a rented array, which is given back whatever happens. */
int bcl_copy_base(struct bcl_stream *s, struct bcl *b, struct bcl_stream *to, int32_t buffer,
                  struct hp_err *err);
/* What every CopyTo checks first. */
int bcl_copy_check(struct bcl_stream *s, struct bcl_stream *to, int32_t buffer, struct hp_err *err);

/* Stream.Null as a destination. */
extern struct bcl_stream bcl_stream_null;

/* ---- MemoryStream --------------------------------------------------------------------------- */

extern const struct hp_type bcl_type_memory_stream;
/* A class derived from it that overrides nothing. */
extern const struct hp_type bcl_type_memory_subclass;

/* new MemoryStream(capacity); 0 makes no array. */
int bcl_memory_new(struct bcl *b, int32_t capacity, hp_ref stream, struct hp_err *err);
/* A stream of a class over an existing array, which it cannot replace. */
int bcl_memory_wrap(struct bcl *b, const struct hp_type *class, hp_ref array, hp_ref stream,
                    struct hp_err *err);
int32_t bcl_memory_length(const struct bcl *b, hp_ref stream);
int32_t bcl_memory_position(const struct bcl *b, hp_ref stream);
int32_t bcl_memory_capacity(const struct bcl *b, hp_ref stream);
int bcl_memory_set_position(struct bcl *b, hp_ref stream, int64_t position, struct hp_err *err);
int bcl_memory_set_length(struct bcl *b, hp_ref stream, int64_t length, struct hp_err *err);
int bcl_memory_set_capacity(struct bcl *b, hp_ref stream, int32_t capacity, struct hp_err *err);
int bcl_memory_write(struct bcl *b, hp_ref stream, const struct bcl_bytes *from,
                     struct hp_err *err);
int bcl_memory_write_byte(struct bcl *b, hp_ref stream, uint8_t value, struct hp_err *err);
int bcl_memory_read(struct bcl *b, hp_ref stream, const struct bcl_bytes *into, int32_t *got,
                    struct hp_err *err);
int bcl_memory_to_array(struct bcl *b, hp_ref stream, hp_ref array, struct hp_err *err);
/* Dispose: ToArray still works then. */
void bcl_memory_dispose(struct bcl *b, hp_ref stream);

/* A MemoryStream among streams. */
struct bcl_memory {
    struct bcl_stream base;
    hp_ref object;
};
void bcl_memory_stream(struct bcl_memory *m, hp_ref object);

/* ---- streams over descriptors --------------------------------------------------------------- */

/* A file that is read or written at its own position, or a pipe or socket. The descriptor is
 * borrowed. */
struct bcl_descriptor {
    struct bcl_stream base;
    int fd;
    int64_t length, position; /* of a file; length grows with writes */
};
void bcl_file_stream(struct bcl_descriptor *d, int fd, int64_t length);
void bcl_pipe_stream(struct bcl_descriptor *d, int fd);

/* A slice that keeps its place while the thread is out of the way of collections: around calls that
 * read or write it. */
struct bcl_held {
    char *address;
    hp_handle pin;
};
int bcl_hold(struct bcl *b, const struct bcl_bytes *bytes, struct bcl_held *held,
             struct hp_err *err);
void bcl_let_go(struct bcl *b, const struct bcl_held *held);

/* ---- buffered streams ----------------------------------------------------------------------- */

/* BufferedStream, and FileStream with its buffer: an array of `size` that the first short read
 * makes. CopyTo hands on what is in it and then asks the inner stream. Reading only. */
struct bcl_buffered {
    struct bcl_stream base;
    struct bcl_stream *inner;
    int32_t size;
    int32_t at, filled;
    hp_handle buffer; /* 0 bits: not made yet */
};
void bcl_buffered_stream(struct bcl_buffered *f, struct bcl_stream *inner, int32_t size);
/* Frees the handle. */
void bcl_buffered_close(struct bcl_buffered *f, struct bcl *b);

#endif
