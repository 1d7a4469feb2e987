/* SPDX-License-Identifier: MIT
 * Do streams do what .NET's do? A MemoryStream beside a plain array under random operations, on the
 * flat heap and on `gen` with a collection at every allocation; a buffer in front of a file; what
 * CopyTo refuses; and an array that keeps its place while the kernel writes into it. */
#include "hp_test.h"

#include "bcl/probe.h"
#include "bcl/stream.h"
#include "flat_heap.h"
#include "rig.h"

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

struct bench {
    struct rig rig;
    struct bcl b;
    struct hp_err err;
};

static void bench_open(struct bench *x, const char *heap, const char *option)
{
    x->err = (struct hp_err){ 0, "" };
    HP_CHECK(rig_open(&x->rig,
                      &(struct rig_setup){ .heap = heap,
                                           .runtime = 10,
                                           .option = { option },
                                           .value = { option == NULL ? NULL : "true" } },
                      &x->err) == HP_OK,
             "%s", x->err.text);
    assert_int_equal(bcl_open(&x->b, &x->rig.run, &x->err), HP_OK);
}

static void bench_close(struct bench *x)
{
    hp_scope_close(x->b.t, 0);
    rig_close(&x->rig);
}

static hp_ref root(struct bench *x)
{
    hp_ref out;
    assert_int_equal(hp_root(x->b.t, &out, &x->err), HP_OK);
    return out;
}

static struct bcl_bytes bytes_new(struct bench *x, int32_t count)
{
    const struct bcl_bytes bytes = { root(x), 0, count };
    assert_int_equal(
        hp_new_into(x->b.t, bcl_elements[BCL_U8].array, (uint64_t)count, 0, bytes.array, &x->err),
        HP_OK);
    return bytes;
}

static uint8_t *data(struct bench *x, hp_ref array)
{
    return hp_data(x->b.t, array);
}

static void expect(const struct bench *x, int rc, int want, const char *says, int line)
{
    HP_CHECK(rc == want && strstr(x->err.text, says) != NULL, "line %d: %d %s", line, rc,
             x->err.text);
}
#define OK(call) expect(&x, (call), HP_OK, "", __LINE__)
#define REFUSES(call, code, says) expect(&x, (call), (code), (says), __LINE__)

/* ---- MemoryStream beside a plain array ------------------------------------------------------ */

enum { LIMIT = 6000, OPERATIONS = 400, RUNS = 20 };

struct plain {
    uint8_t bytes[LIMIT];
    int32_t length, position;
    uint64_t state; /* of the generator */
};

static int32_t draw(struct plain *p, int32_t below)
{
    p->state ^= p->state << 13;
    p->state ^= p->state >> 7;
    p->state ^= p->state << 17;
    return (int32_t)((p->state >> 33) % (uint64_t)below);
}

/* Bytes between the old end and `end` are 0. */
static void plain_extend(struct plain *p, int32_t end)
{
    if (end > p->length) {
        memset(p->bytes + p->length, 0, (size_t)(end - p->length));
        p->length = end;
    }
}

static void play_write(struct bench *x, hp_ref stream, struct plain *p)
{
    const int32_t count = draw(p, 300);
    if (p->position + count > LIMIT)
        return;
    const struct bcl_bytes from = bytes_new(x, count);
    for (int32_t i = 0; i < count; i++)
        data(x, from.array)[i] = (uint8_t)draw(p, 256);
    plain_extend(p, p->position + count);
    memcpy(p->bytes + p->position, data(x, from.array), (size_t)count);
    p->position += count;
    assert_int_equal(bcl_memory_write(&x->b, stream, &from, &x->err), HP_OK);
}

static void play_byte(struct bench *x, hp_ref stream, struct plain *p)
{
    const uint8_t value = (uint8_t)draw(p, 256);
    if (p->position + 1 > LIMIT)
        return;
    plain_extend(p, p->position + 1);
    p->bytes[p->position++] = value;
    assert_int_equal(bcl_memory_write_byte(&x->b, stream, value, &x->err), HP_OK);
}

static void play_read(struct bench *x, hp_ref stream, struct plain *p)
{
    const struct bcl_bytes into = bytes_new(x, draw(p, 500));
    const int32_t left = p->length > p->position ? p->length - p->position : 0;
    const int32_t want = into.count < left ? into.count : left;
    int32_t got = -1;
    assert_int_equal(bcl_memory_read(&x->b, stream, &into, &got, &x->err), HP_OK);
    assert_int_equal(got, want);
    assert_memory_equal(data(x, into.array), p->bytes + p->position, (size_t)want);
    p->position += want;
}

static void play_position(struct bench *x, hp_ref stream, struct plain *p)
{
    p->position = draw(p, LIMIT / 2);
    assert_int_equal(bcl_memory_set_position(&x->b, stream, p->position, &x->err), HP_OK);
}

static void play_length(struct bench *x, hp_ref stream, struct plain *p)
{
    const int32_t length = draw(p, LIMIT / 2);
    plain_extend(p, length);
    p->length = length;
    if (p->position > length)
        p->position = length;
    assert_int_equal(bcl_memory_set_length(&x->b, stream, length, &x->err), HP_OK);
}

static void play_capacity(struct bench *x, hp_ref stream, struct plain *p)
{
    const int32_t capacity = draw(p, LIMIT);
    const int rc = bcl_memory_set_capacity(&x->b, stream, capacity, &x->err);
    assert_int_equal(rc, capacity < p->length ? HP_E_RANGE : HP_OK);
    if (rc == HP_OK)
        assert_int_equal(bcl_memory_capacity(&x->b, stream), capacity);
}

static void check_same(struct bench *x, hp_ref stream, const struct plain *p)
{
    const hp_ref array = root(x);
    assert_int_equal(bcl_memory_length(&x->b, stream), p->length);
    assert_int_equal(bcl_memory_position(&x->b, stream), p->position);
    assert_true(bcl_memory_capacity(&x->b, stream) >= p->length);
    assert_int_equal(bcl_memory_to_array(&x->b, stream, array, &x->err), HP_OK);
    assert_int_equal(hp_length(x->b.t, array), p->length);
    assert_memory_equal(data(x, array), p->bytes, (size_t)p->length);
}

static void play(const char *heap, const char *option)
{
    static void (*const moves[])(struct bench * x, hp_ref stream, struct plain * p) = {
        play_write, play_write, play_byte, play_read, play_position, play_length, play_capacity,
    };
    struct bench x;
    bench_open(&x, heap, option);
    for (uint64_t run = 1; run <= RUNS; run++) {
        struct plain p = { .state = run * 0x9e3779b97f4a7c15u };
        const hp_ref stream = root(&x);
        OK(bcl_memory_new(&x.b, draw(&p, 300), stream, &x.err));
        const uint32_t scope = hp_scope_open(x.b.t);
        for (int i = 0; i < OPERATIONS; i++) {
            moves[draw(&p, sizeof moves / sizeof *moves)](&x, stream, &p);
            check_same(&x, stream, &p);
            hp_scope_close(x.b.t, scope);
        }
    }
    bench_close(&x);
}

static void test_a_memory_stream_is_an_array_that_grows(void **state)
{
    (void)state;
    play("flat", NULL);
    play("gen", "stress");
}

/* ---- what MemoryStream refuses -------------------------------------------------------------- */

static void test_errors_of_memory_streams(void **state)
{
    (void)state;
    struct bench x;
    bench_open(&x, "flat", NULL);
    const hp_ref stream = root(&x), none = root(&x), array = root(&x);
    const struct bcl_bytes ten = bytes_new(&x, 10);
    int32_t got;
    REFUSES(bcl_memory_new(&x.b, -1, stream, &x.err), HP_E_RANGE,
            "ArgumentOutOfRangeException (capacity)");
    REFUSES(bcl_memory_wrap(&x.b, &bcl_type_memory_stream, none, stream, &x.err), HP_E_RANGE,
            "ArgumentNullException (buffer)");
    OK(bcl_memory_new(&x.b, 0, stream, &x.err));
    REFUSES(bcl_memory_set_position(&x.b, stream, -1, &x.err), HP_E_RANGE,
            "ArgumentOutOfRangeException");
    REFUSES(bcl_memory_set_position(&x.b, stream, (int64_t)INT32_MAX + 1, &x.err), HP_E_RANGE,
            "ArgumentOutOfRangeException");
    OK(bcl_memory_set_position(&x.b, stream, INT32_MAX, &x.err));
    REFUSES(bcl_memory_write(&x.b, stream, &ten, &x.err), HP_E_RANGE, "IOException");
    REFUSES(bcl_memory_write_byte(&x.b, stream, 0, &x.err), HP_E_RANGE, "IOException");
    OK(bcl_memory_set_position(&x.b, stream, INT32_MAX - 20, &x.err));
    REFUSES(bcl_memory_write(&x.b, stream, &ten, &x.err), HP_E_NOMEM, "OutOfMemoryException");
    REFUSES(bcl_memory_set_length(&x.b, stream, -1, &x.err), HP_E_RANGE,
            "ArgumentOutOfRangeException");
    REFUSES(bcl_memory_set_length(&x.b, stream, INT32_MAX, &x.err), HP_E_NOMEM,
            "OutOfMemoryException");
    const struct bcl_bytes outside = { ten.array, 5, 6 }, null = { none, 0, 0 };
    REFUSES(bcl_memory_write(&x.b, stream, &outside, &x.err), HP_E_RANGE,
            "ArgumentOutOfRangeException (count)");
    REFUSES(bcl_memory_read(&x.b, stream, &null, &got, &x.err), HP_E_RANGE,
            "ArgumentNullException (buffer)");
    assert_int_equal(bcl_memory_length(&x.b, stream), 0);

    OK(bcl_memory_wrap(&x.b, &bcl_type_memory_stream, ten.array, stream, &x.err));
    REFUSES(bcl_memory_set_length(&x.b, stream, 11, &x.err), HP_E_UNSUPPORTED,
            "NotSupportedException");
    REFUSES(bcl_memory_set_capacity(&x.b, stream, 9, &x.err), HP_E_RANGE,
            "ArgumentOutOfRangeException (value)");
    bcl_memory_dispose(&x.b, stream);
    REFUSES(bcl_memory_write(&x.b, stream, &ten, &x.err), HP_E_STATE, "ObjectDisposedException");
    REFUSES(bcl_memory_read(&x.b, stream, &ten, &got, &x.err), HP_E_STATE,
            "ObjectDisposedException");
    REFUSES(bcl_memory_set_position(&x.b, stream, 0, &x.err), HP_E_STATE,
            "ObjectDisposedException");
    REFUSES(bcl_memory_set_capacity(&x.b, stream, 20, &x.err), HP_E_STATE,
            "ObjectDisposedException");
    REFUSES(bcl_memory_set_length(&x.b, stream, 0, &x.err), HP_E_UNSUPPORTED,
            "NotSupportedException");
    OK(bcl_memory_to_array(&x.b, stream, array, &x.err));
    assert_int_equal(hp_length(x.b.t, array), 10);
    bench_close(&x);
}

/* ---- what CopyTo refuses -------------------------------------------------------------------- */

static void test_what_copy_to_refuses(void **state)
{
    (void)state;
    struct bench x;
    bench_open(&x, "flat", NULL);
    const hp_ref object = root(&x);
    OK(bcl_memory_new(&x.b, 100, object, &x.err));
    OK(bcl_memory_set_length(&x.b, object, 100, &x.err));
    struct bcl_memory memory;
    struct bcl_descriptor file;
    struct bcl_buffered buffered;
    bcl_memory_stream(&memory, object);
    bcl_file_stream(&file, -1, 10);
    bcl_buffered_stream(&buffered, &file.base, 16);
    struct bcl_stream *const sources[] = { &memory.base, &file.base, &buffered.base };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        REFUSES(bcl_copy_to(sources[i], &x.b, NULL, 10, &x.err), HP_E_RANGE,
                "ArgumentNullException (destination)");
        REFUSES(bcl_copy_to(sources[i], &x.b, &bcl_stream_null, 0, &x.err), HP_E_RANGE,
                "ArgumentOutOfRangeException (bufferSize): 0");
        REFUSES(bcl_copy_to(sources[i], &x.b, &bcl_stream_null, -1, &x.err), HP_E_RANGE,
                "ArgumentOutOfRangeException (bufferSize): -1");
        REFUSES(bcl_copy_to(sources[i], &x.b, &buffered.base, 10, &x.err), HP_E_UNSUPPORTED,
                "NotSupportedException: the destination");
    }
    REFUSES(bcl_copy_to(&bcl_stream_null, &x.b, &bcl_stream_null, 10, &x.err), HP_E_UNSUPPORTED,
            "NotSupportedException: the source");
    REFUSES(bcl_copy_to(&file.base, &x.b, &bcl_stream_null, 10, &x.err), HP_E_IO, "IOException");
    REFUSES(bcl_stream_seek(&bcl_stream_null, &x.b, 0, &x.err), HP_E_UNSUPPORTED,
            "NotSupportedException");
    bcl_memory_dispose(&x.b, object);
    REFUSES(bcl_copy_to(&memory.base, &x.b, &bcl_stream_null, 10, &x.err), HP_E_STATE,
            "ObjectDisposedException");
    assert_int_equal(flat_heap_pins(x.b.t), 0);
    bench_close(&x);
}

/* ---- a buffer in front of a file ------------------------------------------------------------ */

enum { FILE_BYTES = 1000, BUFFER = 64 };

static int file_make(void)
{
    char path[] = "/tmp/heapproof-test-XXXXXX";
    const int fd = mkstemp(path);
    uint8_t bytes[FILE_BYTES];
    for (int i = 0; i < FILE_BYTES; i++)
        bytes[i] = (uint8_t)(i % 253);
    assert_true(fd >= 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(write(fd, bytes, sizeof bytes), FILE_BYTES);
    return fd;
}

/* Short reads, a long one, and a copy of what is left: the bytes come in order, and the position is
 * what the reader has seen. The array is made by the first short read. */
static void test_a_buffer_gives_the_bytes_in_order(void **state)
{
    (void)state;
    static const int32_t sizes[] = { 200, 3, 10, 60, 1, 0, 64, 7, 300, 5 };
    struct bench x;
    bench_open(&x, "gen", "stress");
    const int fd = file_make();
    struct bcl_descriptor file;
    struct bcl_buffered f;
    bcl_file_stream(&file, fd, FILE_BYTES);
    bcl_buffered_stream(&f, &file.base, BUFFER);
    int64_t at = 0, length, position;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct bcl_bytes into = bytes_new(&x, sizes[i]);
        int32_t got = -1;
        OK(bcl_stream_read(&f.base, &x.b, &into, &got, &x.err));
        assert_int_equal(got, sizes[i]);
        for (int32_t k = 0; k < got; k++)
            assert_int_equal(data(&x, into.array)[k], (at + k) % 253);
        at += got;
        f.base.ops->extent(&f.base, &x.b, &length, &position);
        assert_int_equal(position, at);
        assert_true((f.buffer.bits != 0) == (i > 0));
    }
    const hp_ref rest = root(&x), array = root(&x);
    struct bcl_memory memory;
    OK(bcl_memory_new(&x.b, 0, rest, &x.err));
    bcl_memory_stream(&memory, rest);
    OK(bcl_copy_to(&f.base, &x.b, &memory.base, bcl_copy_size(&f.base, &x.b), &x.err));
    OK(bcl_memory_to_array(&x.b, rest, array, &x.err));
    assert_int_equal(hp_length(x.b.t, array), FILE_BYTES - at);
    for (int64_t k = at; k < FILE_BYTES; k++)
        assert_int_equal(data(&x, array)[k - at], k % 253);
    bcl_buffered_close(&f, &x.b);
    (void)close(fd);
    bench_close(&x);
}

/* ---- pinned arrays -------------------------------------------------------------------------- */

enum { PIPE_BYTES = 5000 };

/* A reader that tells where it is about to wait for bytes. */
struct teller {
    struct bcl_descriptor pipe;
    struct bcl_stream_ops ops;
    int (*read_raw)(struct bcl_stream *s, void *into, int32_t count, int32_t *got,
                    struct hp_err *err);
    sem_t waits;
    void *place;
};

static int tell_and_read(struct bcl_stream *s, void *into, int32_t count, int32_t *got,
                         struct hp_err *err)
{
    struct teller *teller = (struct teller *)s;
    teller->place = into;
    (void)sem_post(&teller->waits);
    return teller->read_raw(s, into, count, got, err);
}

/* Collects while the reader waits for bytes, then sends them. */
struct peer {
    const struct rig *rig;
    struct teller *teller;
    int fd, rc;
};

static void *peer_run(void *context)
{
    struct peer *p = context;
    const struct hp_heap_ops *ops = p->rig->heap->heap;
    struct hp_thread *t = NULL;
    struct hp_err err;
    uint8_t bytes[PIPE_BYTES];
    (void)sem_wait(&p->teller->waits);
    p->rc = ops->attach(p->rig->run.heap, &t, &err);
    for (int i = 0; i < 3 && p->rc == HP_OK; i++)
        ops->collect(t, i);
    if (p->rc == HP_OK)
        ops->detach(t);
    for (int i = 0; i < PIPE_BYTES; i++)
        bytes[i] = (uint8_t)(i % 253);
    if (write(p->fd, bytes, sizeof bytes) != PIPE_BYTES)
        p->rc = HP_E_IO;
    (void)close(p->fd);
    return NULL;
}

static void teller_open(struct teller *teller, int fd)
{
    bcl_pipe_stream(&teller->pipe, fd);
    teller->ops = *teller->pipe.base.ops;
    teller->read_raw = teller->ops.read_raw;
    teller->ops.read_raw = tell_and_read;
    teller->pipe.base.ops = &teller->ops;
    assert_int_equal(sem_init(&teller->waits, 0, 0), 0);
}

/* With stress = true everything moves in a collection but what is pinned: the array that a read
 * waits to fill stays and gets every byte, the one beside it goes. */
static void test_an_array_that_is_read_into_keeps_its_place(void **state)
{
    (void)state;
    struct bench x;
    bench_open(&x, "gen", "stress");
    int fds[2];
    pthread_t thread;
    struct teller teller;
    assert_int_equal(pipe(fds), 0);
    teller_open(&teller, fds[0]);
    const struct bcl_bytes into = bytes_new(&x, PIPE_BYTES), beside = bytes_new(&x, PIPE_BYTES);
    const uint8_t *before = data(&x, beside.array);
    struct peer peer = { &x.rig, &teller, fds[1], HP_OK };
    assert_int_equal(pthread_create(&thread, NULL, peer_run, &peer), 0);
    int32_t got = 0;
    OK(bcl_stream_read(&teller.pipe.base, &x.b, &into, &got, &x.err));
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(peer.rc, HP_OK);
    assert_ptr_equal(data(&x, into.array), teller.place);
    assert_ptr_not_equal(data(&x, beside.array), before);
    assert_int_equal(got, PIPE_BYTES);
    for (int32_t i = 0; i < got; i++)
        assert_int_equal(data(&x, into.array)[i], i % 253);
    (void)sem_destroy(&teller.waits);
    (void)close(fds[0]);
    bench_close(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_memory_stream_is_an_array_that_grows),
        cmocka_unit_test(test_errors_of_memory_streams),
        cmocka_unit_test(test_what_copy_to_refuses),
        cmocka_unit_test(test_a_buffer_gives_the_bytes_in_order),
        cmocka_unit_test(test_an_array_that_is_read_into_keeps_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
