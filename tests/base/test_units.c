/* SPDX-License-Identifier: MIT
 * base: sizes, times and counts, read and printed; the seeded generator; the clock.
 */
#include "base/clock.h"
#include "base/err.h"
#include "base/rng.h"
#include "base/text.h"
#include "base/units.h"
#include "hp_random.h"
#include "hp_test.h"

#include <inttypes.h>
#include <math.h>

/* `says` is part of the sentence when the text must be refused. */
struct row {
    const char *text;
    uint64_t value;
    const char *says;
};

static const struct row sizes[] = {
    { "85000", 85000, NULL },
    { "85000 B", 85000, NULL },
    { "0", 0, NULL },
    { "96KiB", 98304, NULL },
    { "1.5 MiB", 1572864, NULL },
    { "0.1KiB", 102, NULL },
    { "4GiB", UINT64_C(4294967296), NULL },
    { "4294967296", UINT64_C(4294967296), NULL },
    { "0x30000", 196608, NULL },
    { "4611686018427387904", UINT64_C(1) << 62, NULL },
    { "4611686018427387905", 0, "2^62" },
    { "99999999999999999999999", 0, "2^62" },
    { "0x10000000000000000", 0, "2^62" },
    { "8388608TiB", 0, "2^62" },
    { "96kB", 0, "KiB" },
    { "1 MB", 0, "MiB" },
    { "1M", 0, "MiB" },
    { "-1", 0, "no size" },
    { "", 0, "no size" },
    { "KiB", 0, "no size" },
    { "1.5", 0, "part of a byte" },
    { "1.", 0, "no size" },
    { "12 apples", 0, "no size" },
    { "0x", 0, "no size" },
    { " 1", 0, "no size" },
};

static const struct row times[] = {
    { "250ns", 250, NULL },
    { "10us", 10000, NULL },
    { "10\xc2\xb5s", 10000, NULL },
    { "2 ms", 2000000, NULL },
    { "20s", UINT64_C(20000000000), NULL },
    { "2min", UINT64_C(120000000000), NULL },
    { "1.5ms", 1500000, NULL },
    { "1.123456789s", 1123456789, NULL },
    { "20", 0, "no time" },
    { "s", 0, "no time" },
    { "1h", 0, "no time" },
    { "99999999999min", 0, "2^62" },
};

typedef int (*parser)(const char *text, uint64_t *out, struct hp_err *err);

static void read_rows(const struct row *rows, size_t count, parser parse)
{
    for (size_t i = 0; i < count; i++) {
        struct hp_err err = { 0 };
        uint64_t got = 0;
        const int rc = parse(rows[i].text, &got, &err);
        if (rows[i].says == NULL)
            HP_CHECK(rc == HP_OK && got == rows[i].value, "\"%s\": %d, %" PRIu64 " %s",
                     rows[i].text, rc, got, err.text);
        else
            HP_CHECK(rc != HP_OK && strstr(err.text, rows[i].says), "\"%s\": %d, %s", rows[i].text,
                     rc, err.text);
    }
}

static void sizes_read(void **state)
{
    (void)state;
    read_rows(sizes, sizeof sizes / sizeof sizes[0], hp_parse_size);
}

static void times_read(void **state)
{
    (void)state;
    read_rows(times, sizeof times / sizeof times[0], hp_parse_time);
}

static void counts_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
        bool good;
    } rows[] = {
        { "21244", 21244, true },
        { "-7", -7, true },
        { "0x10", 16, true },
        { "9223372036854775807", INT64_MAX, true },
        { "-9223372036854775808", INT64_MIN, true },
        { "9223372036854775808", 0, false },
        { "1_000", 0, false },
        { "1.5", 0, false },
        { "", 0, false },
        { "-", 0, false },
        { "12 ", 12, true },
        { "12x", 0, false },
        { "--1", 0, false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_err err = { 0 };
        int64_t got = 0;
        const int rc = hp_parse_count(rows[i].text, &got, &err);
        HP_CHECK((rc == HP_OK) == rows[i].good && got == rows[i].value, "\"%s\": %d, %" PRId64,
                 rows[i].text, rc, got);
    }
}

static void counts_printed(void **state)
{
    (void)state;
    static const struct {
        int64_t value;
        const char *want;
    } rows[] = {
        { 0, "0" },
        { 999, "999" },
        { 1000, "1,000" },
        { 85000, "85,000" },
        { -1234, "-1,234" },
        { 1234567, "1,234,567" },
        { INT64_MIN, "-9,223,372,036,854,775,808" },
    };
    char buf[HP_NUMBER_MAX];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(hp_print_count(buf, rows[i].value), rows[i].want);
}

static void percent_printed(void **state)
{
    (void)state;
    static const struct {
        double part;
        const char *want;
    } rows[] = {
        { 0.0345, "3.5" },  { 0.05, "5" },    { 0.0994, "9.9" }, { 0.0996, "10" },
        { 0.1, "10" },      { 0.126, "13" },  { 1.5, "150" },    { 0.0012, "0.12" },
        { 0.0001, "0.01" }, { 1e-9, "0.01" }, { 0, "0.01" },
    };
    char buf[HP_NUMBER_MAX];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(hp_print_percent(buf, rows[i].part), rows[i].want);
}

/* What a sentence says of a value: numbers stand as a config has them. */
static void values_quoted(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } rows[] = {
        { "12", "" },   { "-7", "" },     { "1.5", "" },     { "0x30000", "" }, { "", "\"" },
        { "0x", "\"" }, { "12 a", "\"" }, { "96KiB", "\"" }, { "true", "\"" },  { "int32", "\"" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        HP_CHECK(strcmp(hp_quote_of(rows[i].text), rows[i].want) == 0, "%s", rows[i].text);
    static const struct {
        int (*parse)(const char *text, uint64_t *out, struct hp_err *err);
        const char *text, *want;
    } refusals[] = {
        { hp_parse_time, "20", "20 is no time - write a number with ns, us, ms, s or min" },
        { hp_parse_time, "1h", "\"1h\" is no time - write a number with ns, us, ms, s or min" },
        { hp_parse_size, "1.5", "1.5 is no size - there is no part of a byte" },
        { hp_parse_size, "4611686018427387905", "4611686018427387905 is more than 2^62 bytes" },
        { hp_parse_size, "8388608TiB", "\"8388608TiB\" is more than 2^62 bytes" },
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct hp_err err = { 0 };
        uint64_t out = 0;
        assert_true(refusals[i].parse(refusals[i].text, &out, &err) != HP_OK);
        assert_string_equal(err.text, refusals[i].want);
    }
}

static void sizes_printed(void **state)
{
    (void)state;
    static const struct {
        uint64_t value;
        const char *want;
    } rows[] = {
        { 0, "0 B" },
        { 512, "512 B" },
        { 1023, "1023 B" },
        { 1024, "1 KiB" },
        { 98304, "96 KiB" },
        { 1572864, "1.5 MiB" },
        { UINT64_C(1610612736), "1.5 GiB" },
        { 1048575, "1 MiB" },
        { 102400, "100 KiB" },
        { UINT64_MAX, "16 EiB" },
    };
    char buf[HP_NUMBER_MAX];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(hp_print_size(buf, rows[i].value), rows[i].want);
}

static void times_printed(void **state)
{
    (void)state;
    static const struct {
        double ns;
        const char *want;
    } rows[] = {
        { 0, "0 ns" },        { 0.25, "0.25 ns" },      { 882, "882 ns" },
        { 999.7, "1 us" },    { 11600, "11.6 us" },     { 2.04e6, "2.04 ms" },
        { 3.2e9, "3.2 s" },   { 59.96e9, "1 min 0 s" }, { 192e9, "3 min 12 s" },
        { -1500, "-1.5 us" }, { 3720e9, "1 h 2 min" },  { -90e9, "-1 min 30 s" },
    };
    char buf[HP_NUMBER_MAX];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(hp_print_time(buf, rows[i].ns), rows[i].want);
    assert_string_equal(hp_print_time(buf, (double)INFINITY), "-");
}

static void doubles_read_back(void **state)
{
    (void)state;
    char buf[HP_NUMBER_MAX];
    assert_string_equal(hp_print_double(buf, 0.1), "0.1");
    assert_string_equal(hp_print_double(buf, 85000), "85000");
    struct hp_rng rng;
    hp_rng_seed(&rng, 1);
    for (int i = 0; i < 2000; i++) {
        const double value = (hp_test_unit(&rng) - 0.5) * pow(10, (double)hp_rng_below(&rng, 40));
        const double back = strtod(hp_print_double(buf, value), NULL);
        assert_memory_equal(&back, &value, sizeof value);
    }
}

/* The first numbers of xoshiro256** seeded by splitmix64(0), as its authors' code gives them. */
static void generator_is_the_known_one(void **state)
{
    (void)state;
    struct hp_rng rng;
    hp_rng_seed(&rng, 0);
    assert_true(rng.s[0] == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(rng.s[1] == UINT64_C(0x6e789e6aa1b965f4));
    assert_true(hp_rng_next(&rng) == UINT64_C(0x99ec5f36cb75f2b4));
}

static void draws_stay_inside(void **state)
{
    (void)state;
    struct hp_rng rng;
    hp_rng_seed(&rng, 4711);
    unsigned seen[7] = { 0 };
    for (int i = 0; i < 7000; i++)
        seen[hp_rng_below(&rng, 7)]++;
    for (int i = 0; i < 7; i++)
        HP_CHECK(seen[i] > 850 && seen[i] < 1150, "%d: %u", i, seen[i]);
    assert_int_equal(hp_rng_below(&rng, 1), 0);
}

static void shuffles_repeat(void **state)
{
    (void)state;
    int a[50], b[50], moved = 0;
    unsigned seen[50] = { 0 };
    for (int i = 0; i < 50; i++)
        a[i] = b[i] = i;
    struct hp_rng rng;
    hp_rng_seed(&rng, 9);
    hp_rng_shuffle(&rng, a, 50, sizeof a[0]);
    hp_rng_seed(&rng, 9);
    hp_rng_shuffle(&rng, b, 50, sizeof b[0]);
    assert_memory_equal(a, b, sizeof a);
    for (int i = 0; i < 50; i++) {
        moved += a[i] != i;
        seen[a[i]]++;
    }
    for (int i = 0; i < 50; i++)
        assert_int_equal(seen[i], 1);
    assert_true(moved > 30);
}

static void clock_can_be_fixed(void **state)
{
    (void)state;
    char buf[HP_UTC_MAX];
    const uint64_t before = hp_clock_ns();
    assert_int_equal(setenv("HEAPPROOF_NOW", "2026-11-30T14:02:05Z", 1), 0);
    assert_string_equal(hp_utc_now(buf), "2026-11-30T14:02:05Z");
    assert_int_equal(unsetenv("HEAPPROOF_NOW"), 0);
    assert_int_equal(strlen(hp_utc_now(buf)), 20);
    assert_true(hp_ends_with(buf, "Z"));
    assert_true(hp_clock_ns() >= before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_read),         cmocka_unit_test(times_read),
        cmocka_unit_test(counts_read),        cmocka_unit_test(counts_printed),
        cmocka_unit_test(percent_printed),    cmocka_unit_test(values_quoted),
        cmocka_unit_test(sizes_printed),      cmocka_unit_test(times_printed),
        cmocka_unit_test(doubles_read_back),  cmocka_unit_test(generator_is_the_known_one),
        cmocka_unit_test(draws_stay_inside),  cmocka_unit_test(shuffles_repeat),
        cmocka_unit_test(clock_can_be_fixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
