/* SPDX-License-Identifier: MIT
 * What does a MemoryStream do? An array that grows: to what is needed, at least 256, at least twice
 * what it was; every growth copies what is there. Timed. */
#include "stream.h"

/* Three references (semaphore, array, task of the last read), four ints, four flags. */
const struct hp_type bcl_type_memory_stream = { "MemoryStream", 60, 0, 0, 3, 0 };
const struct hp_type bcl_type_memory_subclass = { "DerivedMemoryStream", 60, 0, 0, 3, 0 };

struct memory_fields {
    uintptr_t semaphore, array, last_read;
    int32_t origin, position, length, capacity;
    bool expandable, writable, exposable, open;
};
enum { MEMORY_ARRAY = 1, GROWTH_LEAST = 256 };

static struct memory_fields *fields(const struct bcl *b, hp_ref stream)
{
    return hp_data(b->t, stream);
}

static const struct hp_type *byte_array(void)
{
    return bcl_elements[BCL_U8].array;
}

/* The first byte; good until the next allocation. */
static char *bytes_of(const struct memory_fields *f)
{
    return (char *)f->array + hp_data_offset(byte_array());
}

/* ---- errors --------------------------------------------------------------------------------- */

static int closed(struct hp_err *err)
{
    return hp_fail(err, HP_E_STATE, "ObjectDisposedException: the stream is closed");
}

static int too_long(struct hp_err *err)
{
    return hp_fail(err, HP_E_RANGE, "IOException: a stream is at most %d bytes long", INT32_MAX);
}

/* Closing takes the right to write away, and SetLength asks for nothing else. */
static int check_writable(const struct memory_fields *f, struct hp_err *err)
{
    return f->writable ? HP_OK
                       : hp_fail(err, HP_E_UNSUPPORTED,
                                 "NotSupportedException: the stream takes no writes");
}

static int check_open(const struct memory_fields *f, struct hp_err *err)
{
    return f->open ? HP_OK : closed(err);
}

static int check_int32(const char *what, int64_t value, struct hp_err *err)
{
    if (value >= 0 && value <= INT32_MAX)
        return HP_OK;
    return hp_fail(err, HP_E_RANGE, "ArgumentOutOfRangeException (%s): %lld is not 0 to %d", what,
                   (long long)value, INT32_MAX);
}

/* A slice that does not lie in its array. */
static int check_bytes(const struct bcl *b, const struct bcl_bytes *s, struct hp_err *err)
{
    if (hp_is_null(b->t, s->array))
        return hp_fail(err, HP_E_RANGE, "ArgumentNullException (buffer)");
    if (s->at >= 0 && s->count >= 0 &&
        (int64_t)s->at + s->count <= (int64_t)hp_length(b->t, s->array))
        return HP_OK;
    return hp_fail(err, HP_E_RANGE,
                   "ArgumentOutOfRangeException (count): %d bytes at %d of an array of %u",
                   s->count, s->at, hp_length(b->t, s->array));
}

/* ---- making --------------------------------------------------------------------------------- */

static int make(struct bcl *b, const struct hp_type *class, hp_ref stream, struct hp_err *err)
{
    const int rc = bcl_make(b, class, 0, 0, stream, "stream", err);
    if (rc == HP_OK) {
        struct memory_fields *f = fields(b, stream);
        f->writable = f->open = true;
    }
    return rc;
}

int bcl_memory_new(struct bcl *b, int32_t capacity, hp_ref stream, struct hp_err *err)
{
    int rc = check_int32("capacity", capacity, err);
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref array;
    if (rc == HP_OK)
        rc = hp_root(b->t, &array, err);
    if (rc == HP_OK)
        rc = make(b, &bcl_type_memory_stream, stream, err);
    if (rc == HP_OK)
        rc = capacity == 0 ? bcl_empty(b, byte_array(), array, err)
                           : bcl_make(b, byte_array(), (uint64_t)capacity, 0, array, "buffer", err);
    if (rc == HP_OK) {
        hp_set(b->t, stream, MEMORY_ARRAY, array);
        fields(b, stream)->capacity = capacity;
        fields(b, stream)->expandable = true;
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_memory_wrap(struct bcl *b, const struct hp_type *class, hp_ref array, hp_ref stream,
                    struct hp_err *err)
{
    if (hp_is_null(b->t, array))
        return hp_fail(err, HP_E_RANGE, "ArgumentNullException (buffer)");
    const int rc = make(b, class, stream, err);
    if (rc == HP_OK) {
        hp_set(b->t, stream, MEMORY_ARRAY, array);
        fields(b, stream)->length = fields(b, stream)->capacity = (int32_t)hp_length(b->t, array);
    }
    return rc;
}

void bcl_memory_dispose(struct bcl *b, hp_ref stream)
{
    struct memory_fields *f = fields(b, stream);
    f->open = f->writable = f->expandable = false;
}

/* ---- properties ----------------------------------------------------------------------------- */

int32_t bcl_memory_length(const struct bcl *b, hp_ref stream)
{
    return fields(b, stream)->length;
}

int32_t bcl_memory_position(const struct bcl *b, hp_ref stream)
{
    return fields(b, stream)->position;
}

int32_t bcl_memory_capacity(const struct bcl *b, hp_ref stream)
{
    return fields(b, stream)->capacity;
}

int bcl_memory_set_position(struct bcl *b, hp_ref stream, int64_t position, struct hp_err *err)
{
    int rc = check_int32("value", position, err);
    if (rc == HP_OK)
        rc = check_open(fields(b, stream), err);
    if (rc == HP_OK)
        fields(b, stream)->position = (int32_t)position;
    return rc;
}

/* The bytes that are there move into the new array. */
static int array_replace(struct bcl *b, hp_ref stream, int32_t capacity, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref array;
    int rc = hp_root(b->t, &array, err);
    if (rc == HP_OK)
        rc = capacity == 0 ? bcl_empty(b, byte_array(), array, err)
                           : bcl_make(b, byte_array(), (uint64_t)capacity, 0, array, "buffer", err);
    if (rc == HP_OK) {
        struct memory_fields *f = fields(b, stream);
        memcpy(hp_data(b->t, array), bytes_of(f), (size_t)f->length);
        f->capacity = capacity;
        hp_set(b->t, stream, MEMORY_ARRAY, array);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_memory_set_capacity(struct bcl *b, hp_ref stream, int32_t capacity, struct hp_err *err)
{
    const struct memory_fields *f = fields(b, stream);
    if (capacity < f->length)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (value): a capacity of %d below the length of "
                       "%d",
                       capacity, f->length);
    if (!f->open)
        return closed(err);
    if (capacity == f->capacity)
        return HP_OK;
    if (!f->expandable)
        return hp_fail(err, HP_E_UNSUPPORTED,
                       "NotSupportedException: a stream over a given array does not grow");
    if ((uint32_t)capacity > HP_LENGTH_MAX)
        return hp_fail(err, HP_E_NOMEM, "OutOfMemoryException: no array has %d bytes", capacity);
    return array_replace(b, stream, capacity, err);
}

/* Room for `needed` bytes. *made: in a new array, whose unused bytes are 0. */
static int ensure(struct bcl *b, hp_ref stream, int32_t needed, bool *made, struct hp_err *err)
{
    const int32_t capacity = fields(b, stream)->capacity;
    *made = needed > capacity;
    if (!*made)
        return HP_OK;
    const int64_t doubled = 2 * (int64_t)capacity, longest = HP_LENGTH_MAX;
    int64_t grown = needed > GROWTH_LEAST ? needed : GROWTH_LEAST;
    if (grown < doubled)
        grown = doubled;
    if (doubled > longest)
        grown = needed > longest ? needed : longest;
    return bcl_memory_set_capacity(b, stream, (int32_t)grown, err);
}

/* Bytes [from, to) become 0. */
static void wipe(const struct memory_fields *f, int32_t from, int32_t to)
{
    if (to > from)
        memset(bytes_of(f) + from, 0, (size_t)(to - from));
}

int bcl_memory_set_length(struct bcl *b, hp_ref stream, int64_t length, struct hp_err *err)
{
    bool made = false;
    int rc = check_int32("value", length, err);
    if (rc == HP_OK)
        rc = check_writable(fields(b, stream), err);
    if (rc == HP_OK)
        rc = ensure(b, stream, (int32_t)length, &made, err);
    if (rc != HP_OK)
        return rc;
    struct memory_fields *f = fields(b, stream);
    if (!made)
        wipe(f, f->length, (int32_t)length);
    f->length = (int32_t)length;
    if (f->position > f->length)
        f->position = f->length;
    return HP_OK;
}

/* ---- Write and Read ------------------------------------------------------------------------- */

/* Makes room up to `end` and fills a gap behind the old end with 0. A write of nothing past the end
 * moves the end, too. */
static int extend(struct bcl *b, hp_ref stream, int32_t end, struct hp_err *err)
{
    bool made = false;
    const int rc = ensure(b, stream, end, &made, err);
    if (rc == HP_OK) {
        struct memory_fields *f = fields(b, stream);
        if (!made)
            wipe(f, f->length, f->position);
        f->length = end;
    }
    return rc;
}

static int check_write(const struct memory_fields *f, int32_t count, struct hp_err *err)
{
    int rc = check_open(f, err);
    if (rc == HP_OK)
        rc = check_writable(f, err);
    return rc == HP_OK && (int64_t)f->position + count > INT32_MAX ? too_long(err) : rc;
}

int bcl_memory_write(struct bcl *b, hp_ref stream, const struct bcl_bytes *from, struct hp_err *err)
{
    struct memory_fields *f = fields(b, stream);
    int rc = check_bytes(b, from, err);
    if (rc == HP_OK)
        rc = check_write(f, from->count, err);
    if (rc == HP_OK && f->position + from->count > f->length) {
        rc = extend(b, stream, f->position + from->count, err);
        f = fields(b, stream);
    }
    if (rc == HP_OK) {
        memmove(bytes_of(f) + f->position, (const char *)hp_data(b->t, from->array) + from->at,
                (size_t)from->count);
        f->position += from->count;
    }
    return rc;
}

int bcl_memory_write_byte(struct bcl *b, hp_ref stream, uint8_t value, struct hp_err *err)
{
    struct memory_fields *f = fields(b, stream);
    int rc = check_write(f, 1, err);
    if (rc == HP_OK && f->position >= f->length) {
        rc = extend(b, stream, f->position + 1, err);
        f = fields(b, stream);
    }
    if (rc == HP_OK)
        bytes_of(f)[f->position++] = (char)value;
    return rc;
}

int bcl_memory_read(struct bcl *b, hp_ref stream, const struct bcl_bytes *into, int32_t *got,
                    struct hp_err *err)
{
    struct memory_fields *f = fields(b, stream);
    *got = 0;
    int rc = check_bytes(b, into, err);
    if (rc == HP_OK)
        rc = check_open(f, err);
    if (rc != HP_OK)
        return rc;
    const int32_t left = f->length - f->position;
    const int32_t count = into->count < left ? into->count : left;
    if (count > 0) {
        memmove((char *)hp_data(b->t, into->array) + into->at, bytes_of(f) + f->position,
                (size_t)count);
        f->position += count;
        *got = count;
    }
    return HP_OK;
}

int bcl_memory_to_array(struct bcl *b, hp_ref stream, hp_ref array, struct hp_err *err)
{
    const int32_t length = fields(b, stream)->length;
    if (length == 0)
        return bcl_empty(b, byte_array(), array, err);
    const int rc = bcl_make(b, byte_array(), (uint64_t)length, HP_UNINIT, array, "array", err);
    if (rc == HP_OK)
        memcpy(hp_data(b->t, array), bytes_of(fields(b, stream)), (size_t)length);
    return rc;
}

/* ---- among streams -------------------------------------------------------------------------- */

static hp_ref object_of(struct bcl_stream *s)
{
    return ((struct bcl_memory *)s)->object;
}

static int memory_read(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *into,
                       int32_t *got, struct hp_err *err)
{
    return bcl_memory_read(b, object_of(s), into, got, err);
}

static int memory_write(struct bcl_stream *s, struct bcl *b, const struct bcl_bytes *from,
                        struct hp_err *err)
{
    return bcl_memory_write(b, object_of(s), from, err);
}

static void memory_extent(struct bcl_stream *s, struct bcl *b, int64_t *length, int64_t *position)
{
    *length = bcl_memory_length(b, object_of(s));
    *position = bcl_memory_position(b, object_of(s));
}

static int memory_seek(struct bcl_stream *s, struct bcl *b, int64_t position, struct hp_err *err)
{
    return bcl_memory_set_position(b, object_of(s), position, err);
}

/* One Write of the own array, for this class alone: a derived one may have its own Read. */
static int memory_copy_to(struct bcl_stream *s, struct bcl *b, struct bcl_stream *to,
                          int32_t buffer, struct hp_err *err)
{
    const hp_ref stream = object_of(s);
    if (hp_type_of(b->t, stream) != &bcl_type_memory_stream)
        return bcl_copy_base(s, b, to, buffer, err);
    const uint32_t scope = hp_scope_open(b->t);
    struct bcl_bytes bytes;
    int rc = bcl_copy_check(s, to, buffer, err);
    if (rc == HP_OK)
        rc = check_open(fields(b, stream), err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &bytes.array, err);
    if (rc == HP_OK) {
        struct memory_fields *f = fields(b, stream);
        bytes.at = f->position;
        bytes.count = f->length - f->position;
        hp_get_into(b->t, stream, MEMORY_ARRAY, bytes.array);
        if (bytes.count > 0) {
            f->position = f->length;
            rc = to->ops->write(to, b, &bytes, err);
        }
    }
    hp_scope_close(b->t, scope);
    return rc;
}

static const struct bcl_stream_ops memory_ops = {
    .read = memory_read,
    .write = memory_write,
    .extent = memory_extent,
    .seek = memory_seek,
    .copy_to = memory_copy_to,
};

void bcl_memory_stream(struct bcl_memory *m, hp_ref object)
{
    *m = (struct bcl_memory){ { &memory_ops }, object };
}
