/* SPDX-License-Identifier: MIT
 * base: text, UTF-8, nearest names, errors, arenas.
 */
#include "base/err.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "base/text.h"
#include "hp_test.h"

static void utf8_sequences(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t n, length;
        uint32_t point;
    } rows[] = {
        { "a", 1, 1, 'a' },
        { "\xd0\x96", 2, 2, 0x416 },
        { "\xe2\x82\xac", 3, 3, 0x20ac },
        { "\xf0\x9f\x98\x80", 4, 4, 0x1f600 },
        { "", 0, 0, 0 },
        { "\xd0", 1, 0, 0 },             /* cut */
        { "\xe2\x82", 2, 0, 0 },         /* cut */
        { "\xc0\x80", 2, 0, 0 },         /* overlong NUL */
        { "\xc1\xbf", 2, 0, 0 },         /* overlong 0x7f */
        { "\xe0\x9f\xbf", 3, 0, 0 },     /* overlong 0x7ff */
        { "\xf0\x8f\xbf\xbf", 4, 0, 0 }, /* overlong 0xffff */
        { "\xed\xa0\x80", 3, 0, 0 },     /* surrogate */
        { "\xf4\x90\x80\x80", 4, 0, 0 }, /* past 0x10ffff */
        { "\x80", 1, 0, 0 },
        { "\xff", 1, 0, 0 },
        { "\xd0\x41", 2, 0, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t point = 0;
        const size_t got = hp_utf8_next(rows[i].bytes, rows[i].n, &point);
        HP_CHECK(got == rows[i].length && point == rows[i].point, "row %zu: %zu, U+%04x", i, got,
                 point);
        HP_CHECK(hp_utf8_valid(rows[i].bytes, rows[i].n) == (got != 0 || rows[i].n == 0), "row %zu",
                 i);
    }
}

static void utf8_widths(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t columns;
    } rows[] = {
        { "", 0 },
        { "abc", 3 },
        { "Граница", 7 },
        { "й", 1 }, /* one code point */
        { "й", 1 }, /* letter and combining mark */
        { "漢字", 4 },
        { "\xff"
          "a",
          2 },
        { "x\xe2\x80\x8by", 2 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        HP_CHECK(hp_utf8_width(rows[i].text) == rows[i].columns, "row %zu: %zu", i,
                 hp_utf8_width(rows[i].text));
}

static void utf8_cleaned(void **state)
{
    (void)state;
    struct hp_text out = { 0 };
    hp_utf8_clean(&out, "a\xff\xd0\x96\xe2\x82", 6);
    assert_string_equal(hp_text_str(&out), "a\xef\xbf\xbd\xd0\x96\xef\xbf\xbd\xef\xbf\xbd");
    assert_true(hp_utf8_valid(out.text, out.bytes));
    hp_text_clear(&out);
}

/* Nothing of what comes from outside steers a terminal; C1 may come as one byte's worth of UTF-8. */
static void seen(void **state)
{
    (void)state;
    static const char text[] = "a\tb\n\x1b[2J\r\x07\x7f\xc2\x9b"
                               "31m \xd0\x96";
    struct hp_text out = { 0 };
    hp_text_put_seen(&out, text, sizeof text - 1);
    assert_string_equal(hp_text_str(&out), "a\tb\n\xe2\x90\x9b[2J\xe2\x90\x8d\xe2\x90\x87\xe2\x90"
                                           "\xa1\xef\xbf\xbd"
                                           "31m \xd0\x96");
    hp_text_clear(&out);
}

static void text_grows(void **state)
{
    (void)state;
    struct hp_text t = { 0 };
    assert_string_equal(hp_text_str(&t), "");
    for (int i = 0; i < 1000; i++)
        hp_text_print(&t, "%d,", i);
    assert_int_equal(t.bytes, 10 * 2 + 90 * 3 + 900 * 4);
    assert_int_equal(strlen(t.text), t.bytes);
    assert_true(hp_ends_with(t.text, ",998,999,"));
    const size_t capacity = t.capacity;
    hp_text_reset(&t);
    assert_string_equal(hp_text_str(&t), "");
    assert_int_equal(t.capacity, capacity);
    hp_text_put_n(&t, "a\0b", 3);
    assert_int_equal(t.bytes, 3);
    assert_memory_equal(t.text, "a\0b", 4);
    hp_text_clear(&t);
    assert_null(t.text);
}

static void words_and_ends(void **state)
{
    (void)state;
    static const struct {
        const char *list, *word;
        bool in;
    } rows[] = {
        { "int32 byte int16", "int32", true },
        { "int32 byte int16", "byte", true },
        { "int32 byte int16", "int16", true },
        { "int32 byte int16", "int", false },
        { "int32 byte int16", "int164", false },
        { "int32", "int32", true },
        { "", "x", false },
        { "a b", "", false },
        { "ab b", "b", true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        HP_CHECK(hp_word_in(rows[i].list, rows[i].word) == rows[i].in, "row %zu", i);
    assert_true(hp_starts_with("chunk.cfg", "chunk"));
    assert_false(hp_starts_with("chu", "chunk"));
    assert_true(hp_ends_with("chunk.cfg", ".cfg"));
    assert_false(hp_ends_with("cfg", ".cfg"));
}

static void nearest_names(void **state)
{
    (void)state;
    static const char *const names[] = { "size", "count", "element", "held", "gen2_per_1000" };
    static const struct {
        const char *word, *want;
    } rows[] = {
        { "sise", "size" },
        { "sizes", "size" },
        { "szie", "size" },
        { "elemnt", "element" },
        { "gen2_per_100", "gen2_per_1000" },
        { "hled", "held" },
        { "zzzz", NULL },
        { "threshold", NULL },
        { "gen2", "gen2_per_1000" }, /* too short for its edits, but the name begins so */
        { "elem", "element" },
        { "ge", NULL },
        { "xx", NULL },
        { "", NULL },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *got = hp_nearest(rows[i].word, names, sizeof names / sizeof names[0]);
        HP_CHECK(got == rows[i].want || (got && rows[i].want && !strcmp(got, rows[i].want)),
                 "%s: %s", rows[i].word, got != NULL ? got : "nothing");
    }
    assert_null(hp_nearest("size", names, 0));
}

static void distances(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        size_t edits;
    } rows[] = {
        { "", "", 0 },
        { "", "abc", 3 },
        { "abc", "abc", 0 },
        { "abc", "acb", 1 },
        { "kitten", "sitting", 3 },
        { "ab", "ba", 1 },
        { "abcd", "badc", 2 },
        { "a", "b", 1 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        HP_CHECK(hp_distance(rows[i].a, rows[i].b) == rows[i].edits, "row %zu", i);
        HP_CHECK(hp_distance(rows[i].b, rows[i].a) == rows[i].edits, "row %zu turned", i);
    }
}

static void errors_get_their_place(void **state)
{
    (void)state;
    struct hp_err err;
    assert_int_equal(hp_fail(&err, HP_E_RANGE, "%d is too much", 7), HP_E_RANGE);
    assert_int_equal(hp_context(&err, "%s:%d", "a.cfg", 3), HP_E_RANGE);
    assert_string_equal(err.text, "a.cfg:3: 7 is too much");
    char longest[1200];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    (void)hp_context(&err, "%s", longest);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    (void)hp_fail(&err, HP_E_IO, "%s", longest);
    (void)hp_context(&err, "front");
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    assert_true(hp_starts_with(err.text, "front: xxx"));
}

static void arenas(void **state)
{
    (void)state;
    struct hp_arena *arena = hp_arena_new();
    unsigned char *blocks[300];
    for (size_t i = 0; i < 300; i++) {
        blocks[i] = hp_arena_get(arena, i * 7);
        assert_int_equal((uintptr_t)blocks[i] % 16, 0);
        for (size_t b = 0; b < i * 7; b++)
            assert_int_equal(blocks[i][b], 0);
        memset(blocks[i], (int)(i & 0xff), i * 7);
    }
    for (size_t i = 0; i < 300; i++)
        for (size_t b = 0; b < i * 7; b++)
            assert_int_equal(blocks[i][b], i & 0xff);
    assert_null(hp_arena_copy(arena, NULL));
    assert_string_equal(hp_arena_copy(arena, "text"), "text");
    assert_string_equal(hp_arena_copy_n(arena, "text", 2), "te");
    assert_string_equal(hp_arena_print(arena, "%s-%05d", "x", 42), "x-00042");
    memset(hp_arena_get(arena, 5 << 20), 1, 5 << 20);
    hp_arena_free(arena);
    hp_arena_free(NULL);
}

static void pushes(void **state)
{
    (void)state;
    int *items = NULL;
    size_t count = 0, capacity = 0;
    for (int i = 0; i < 100; i++)
        HP_PUSH(items, count, capacity) = i * i;
    assert_int_equal(count, 100);
    for (int i = 0; i < 100; i++)
        assert_int_equal(items[i], i * i);
    hp_mem_free(items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seen),
        cmocka_unit_test(utf8_sequences),
        cmocka_unit_test(utf8_widths),
        cmocka_unit_test(utf8_cleaned),
        cmocka_unit_test(text_grows),
        cmocka_unit_test(words_and_ends),
        cmocka_unit_test(nearest_names),
        cmocka_unit_test(distances),
        cmocka_unit_test(errors_get_their_place),
        cmocka_unit_test(arenas),
        cmocka_unit_test(pushes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
