/* SPDX-License-Identifier: MIT
 * Frames: what is packed comes back, and what was changed, cut or made up does not.
 */
#include "base/err.h"
#include "hp_test.h"
#include "worker/wire.h"

#include <fcntl.h>
#include <math.h>
#include <pthread.h>

/* One body with a field of every kind, as a frame. */
static void make_frame(struct hp_text *out)
{
    struct hp_pack p = { .bytes = { 0 } };
    struct hp_err err = { 0, "" };
    hp_pack_u64(&p, UINT64_MAX);
    hp_pack_i64(&p, INT64_MIN);
    hp_pack_f64(&p, -0.1);
    hp_pack_text(&p, "size");
    hp_pack_text(&p, "");
    hp_pack_text(&p, NULL);
    hp_pack_bytes(&p, "a\0b", 3);
    hp_pack_bytes(&p, NULL, 0);
    hp_pack_f64(&p, INFINITY);
    assert_int_equal(hp_frame_print(out, 7, &p, &err), HP_OK);
    hp_text_clear(&p.bytes);
}

static void check_body(const struct hp_frame *frame)
{
    struct hp_unpack u = { frame->body, frame->body + frame->bytes, false };
    size_t n = 9;
    assert_int_equal(frame->kind, 7);
    assert_true(hp_unpack_u64(&u) == UINT64_MAX);
    assert_true(hp_unpack_i64(&u) == INT64_MIN);
    assert_true(hp_unpack_f64(&u) == -0.1);
    assert_string_equal(hp_unpack_text(&u), "size");
    assert_string_equal(hp_unpack_text(&u), "");
    assert_null(hp_unpack_text(&u));
    assert_memory_equal(hp_unpack_bytes(&u, &n), "a\0b", 3);
    assert_int_equal(n, 3);
    (void)hp_unpack_bytes(&u, &n);
    assert_int_equal(n, 0);
    assert_true(isinf(hp_unpack_f64(&u)));
    assert_false(u.failed);
    assert_ptr_equal(u.at, u.end);
    assert_int_equal(hp_unpack_u64(&u), 0);
    assert_true(u.failed);
    assert_null(hp_unpack_text(&u)); /* failed stays failed */
}

static void packs_and_unpacks(void **state)
{
    (void)state;
    struct hp_text bytes = { 0 };
    make_frame(&bytes);
    make_frame(&bytes);
    struct hp_inbox box = { .taken = 0 };
    struct hp_frame frame;
    struct hp_err err = { 0, "" };
    size_t frames = 0;
    for (size_t i = 0; i < bytes.bytes; i++) { /* a byte at a time: frames come out whole */
        hp_inbox_add(&box, bytes.text + i, 1);
        while (hp_inbox_next(&box, &frame, &err) == 1) {
            check_body(&frame);
            frames++;
        }
        assert_int_equal(err.code, 0);
    }
    assert_int_equal(frames, 2);
    hp_inbox_clear(&box);
    hp_text_clear(&bytes);
}

/* Any one bit changed in header or body is found, or leaves the frame incomplete. */
static void every_changed_bit_is_found(void **state)
{
    (void)state;
    struct hp_text good = { 0 };
    make_frame(&good);
    for (size_t bit = 0; bit < good.bytes * 8; bit++) {
        const size_t byte = bit / 8;
        if (byte == 6 || byte == 7)
            continue; /* the kind: what it means is the receiver's to check */
        good.text[byte] = (char)(good.text[byte] ^ (1 << bit % 8));
        struct hp_inbox box = { .taken = 0 };
        struct hp_frame frame;
        struct hp_err err = { 0, "" };
        hp_inbox_add(&box, good.text, good.bytes);
        const int rc = hp_inbox_next(&box, &frame, &err);
        HP_CHECK(rc == HP_E_CORRUPT || rc == 0, "bit %zu: rc %d", bit, rc);
        HP_CHECK(rc == 0 || err.text[0] != '\0', "bit %zu: no sentence", bit);
        hp_inbox_clear(&box);
        good.text[byte] = (char)(good.text[byte] ^ (1 << bit % 8));
    }
    hp_text_clear(&good);
}

/* Headers that do not check out, with what is said about them. */
static const struct {
    unsigned char head[16];
    const char *says;
} headers[] = {
    { { 'G', 'E', 'T', ' ', '/' }, "expected a frame (HPF1), found the bytes 47 45 54 20" },
    { { 'H', 'P', 'F', '1', 2, 0, 1, 0 }, "a frame of version 2, expected 1" },
    { { 'H', 'P', 'F', '1', 1, 0, 1, 0, 1, 0, 0, 0x10 },
      "a frame of 268435457 bytes, at most 268435456 are read" },
    { { 'H', 'P', 'F', '1', 1, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 4 }, "a frame of kind 1 has the sum" },
};

static void wrong_headers_are_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        struct hp_inbox box = { .taken = 0 };
        struct hp_frame frame;
        struct hp_err err = { 0, "" };
        hp_inbox_add(&box, headers[i].head, sizeof headers[i].head);
        assert_int_equal(hp_inbox_next(&box, &frame, &err), HP_E_CORRUPT);
        HP_CHECK(strstr(err.text, headers[i].says) != NULL, "row %zu: %s", i, err.text);
        hp_inbox_clear(&box);
    }
}

/* Bodies that lie about a length: the unpacker fails and never reads past the end. */
static void wrong_lengths_fail(void **state)
{
    (void)state;
    static const uint64_t lengths[] = { 9, 1000, UINT64_MAX, (uint64_t)1 << 63, 5 };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct hp_pack p = { .bytes = { 0 } };
        hp_pack_u64(&p, lengths[i]);
        hp_text_put_n(&p.bytes, "12345678", 8);
        const unsigned char *at = (const unsigned char *)p.bytes.text;
        struct hp_unpack u = { at, at + p.bytes.bytes, false };
        assert_null(hp_unpack_text(&u)); /* 5 fits but has no NUL where it must */
        assert_true(u.failed);
        u = (struct hp_unpack){ at, at + p.bytes.bytes, false };
        size_t n;
        (void)hp_unpack_bytes(&u, &n);
        assert_int_equal(u.failed, lengths[i] > 8);
        assert_int_equal(n, u.failed ? 0 : lengths[i]);
        hp_text_clear(&p.bytes);
    }
}

struct writer {
    int fd;
    size_t frames;
};

static void *write_frames(void *arg)
{
    const struct writer *w = arg;
    struct hp_pack p = { .bytes = { 0 } };
    struct hp_err err = { 0, "" };
    for (size_t i = 0; i < w->frames;
         i++) { /* bodies of 8, 808, ... bytes: past a pipe's capacity */
        hp_pack_u64(&p, i);
        if (hp_frame_write(w->fd, (uint16_t)i, &p, &err) != HP_OK)
            break;
        for (size_t k = 0; k < 100; k++)
            hp_pack_u64(&p, k);
    }
    hp_text_clear(&p.bytes);
    (void)close(w->fd);
    return NULL;
}

static void crosses_a_pipe(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct writer w = { ends[1], 200 };
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, write_frames, &w), 0);
    struct hp_inbox box = { .taken = 0 };
    struct hp_frame frame;
    struct hp_err err = { 0, "" };
    size_t n = 0;
    int rc;
    while ((rc = hp_frame_read(ends[0], &box, &frame, &err)) == 1) {
        assert_int_equal(frame.kind, n);
        assert_int_equal(frame.bytes, 8 + n * 808);
        n++;
    }
    HP_CHECK(rc == 0, "%s", err.text);
    assert_int_equal(n, 200);
    (void)pthread_join(thread, NULL);
    hp_inbox_clear(&box);
    (void)close(ends[0]);
}

static void notices_a_cut(void **state)
{
    (void)state;
    int ends[2];
    struct hp_text bytes = { 0 };
    make_frame(&bytes);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes.text, bytes.bytes - 1), (ssize_t)bytes.bytes - 1);
    (void)close(ends[1]);
    struct hp_inbox box = { .taken = 0 };
    struct hp_frame frame;
    struct hp_err err = { 0, "" };
    assert_int_equal(hp_frame_read(ends[0], &box, &frame, &err), HP_E_CORRUPT);
    assert_string_equal(err.text, "the other side left inside a frame");
    hp_inbox_clear(&box);
    hp_text_clear(&bytes);
    (void)close(ends[0]);
}

static void write_errors_are_told(void **state)
{
    (void)state;
    struct hp_pack p = { .bytes = { 0 } };
    struct hp_err err = { 0, "" };
    const int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(hp_frame_write(fd, 1, &p, &err), HP_E_IO);
    assert_string_equal(err.text, "cannot send a frame: No space left on device");
    (void)close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packs_and_unpacks),       cmocka_unit_test(every_changed_bit_is_found),
        cmocka_unit_test(wrong_headers_are_named), cmocka_unit_test(wrong_lengths_fail),
        cmocka_unit_test(crosses_a_pipe),          cmocka_unit_test(notices_a_cut),
        cmocka_unit_test(write_errors_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
