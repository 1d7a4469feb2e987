/* SPDX-License-Identifier: MIT
 * Figures, words and places: what is printed, in both languages.
 */
#include "hp_test.h"

#include "base/text.h"
#include "reports/scale.h"
#include "reports/theme.h"
#include "reports/words.h"

#include <math.h>

#define K "\xE2\x80\xAF" /* between groups, ru */
#define M "\xE2\x88\x92" /* minus */
#define D "\xE2\x80\x93" /* range */

struct row {
    const char *what, *en, *ru;
};

static void compare(const struct hp_fmt *f, const struct row *row, const char *got)
{
    const char *want = f->language == HP_EN ? row->en : row->ru;
    HP_CHECK(strcmp(want, got) == 0, "%s: want \"%s\", got \"%s\"", row->what, want, got);
}

static void each_language(void (*check)(const struct hp_fmt *f))
{
    for (int language = 0; language < 2; language++) {
        struct hp_arena *arena = hp_arena_new();
        const struct hp_fmt f = { (enum hp_language)language, arena };
        check(&f);
        hp_arena_free(arena);
    }
}

static void check_values(const struct hp_fmt *f)
{
    static const struct {
        struct row row;
        double value;
        int decimals;
    } rows[] = {
        { { "zero", "0", "0" }, 0, 0 },
        { { "three digits", "999", "999" }, 999, 0 },
        { { "four digits", "1,000", "1" K "000" }, 1000, 0 },
        { { "threshold", "85,000", "85" K "000" }, 85000, 0 },
        { { "seven digits", "4,001,264", "4" K "001" K "264" }, 4001264, 0 },
        { { "as printed", "2,483.90", "2" K "483,90" }, 2483.90, 2 },
        { { "negative", M "192", M "192" }, -192, 0 },
        { { "no negative zero", "0.00", "0,00" }, -0.001, 2 },
        { { "not a number", HP_DASH, HP_DASH }, NAN, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        compare(f, &rows[i].row, hp_num_fixed(f, rows[i].value, rows[i].decimals));
}

static void check_forms(const struct hp_fmt *f)
{
    const struct {
        struct row row;
        const char *got;
    } rows[] = {
        { { "plus", "+4", "+4" }, hp_num_signed(f, 4, 0) },
        { { "no change", "0", "0" }, hp_num_signed(f, 0, 0) },
        { { "range", "1.52" D "2.74", "1,52" D "2,74" }, hp_num_range(f, 1.52, 2.74, 2) },
        { { "range of one", "24", "24" }, hp_num_range(f, 24, 24, 0) },
        { { "interval", "[2.26," HP_NBSP "2.37]", "[2,26;" HP_NBSP "2,37]" },
          hp_num_interval(f, 2.26, 2.37, 2) },
        { { "interval, low bound", "[0.3," HP_NBSP "11]", "[0,3;" HP_NBSP "11]" },
          hp_num_interval(f, 0.31, 11.2, 0) },
        { { "interval, low bound of a fine one", "[0.0041," HP_NBSP "0.90]",
            "[0,0041;" HP_NBSP "0,90]" },
          hp_num_interval(f, 0.0041, 0.9, 2) },
        { { "interval, both sides of 0", "[" M "0.02," HP_NBSP "3.1]",
            "[" M "0,02;" HP_NBSP "3,1]" },
          hp_num_interval(f, -0.021, 3.1, 1) },
        { { "no count", "all", "все" }, hp_words_size(f, "take", 0) },
        { { "a count", "1,000", "1" K "000" }, hp_words_size(f, "take", 1000) },
        { { "a size of 0", "0", "0" }, hp_words_size(f, "size", 0) },
        { { "interval from 0", "[0," HP_NBSP "11]", "[0;" HP_NBSP "11]" },
          hp_num_interval(f, 0, 11.2, 0) },
        { { "ratio", HP_TIMES HP_NBSP "2.31", HP_TIMES HP_NBSP "2,31" }, hp_num_ratio(f, 2.31, 2) },
        { { "whole", "1,100", "1" K "100" }, hp_num_plain(f, 1100) },
        { { "not whole", "1,103.52", "1" K "103,52" }, hp_num_fixed(f, 1103.52, 2) },
        { { "small", "0.423", "0,423" }, hp_num_plain(f, 0.42300001) },
        { { "verdict: grouped", "4,009,160", "4" K "009" K "160" }, hp_num_local(f, "4,009,160") },
        { { "verdict: ungrouped range", "1,103.52" D "1,110.35", "1" K "103,52" D "1" K "110,35" },
          hp_num_local(f, "1103.52-1110.35") },
        { { "verdict: pair", "21,243 | 21,244", "21" K "243 | 21" K "244" },
          hp_num_local(f, "21,243 | 21,244") },
        { { "verdict: interval", "[2.26," HP_NBSP "2.37]", "[2,26;" HP_NBSP "2,37]" },
          hp_num_local(f, "[2.26, 2.37]") },
        { { "verdict: negative", M "192", M "192" }, hp_num_local(f, "-192") },
        { { "a date stays", "2026-11-30", "2026-11-30" }, hp_num_local(f, "2026-11-30") },
        { { "a version stays", "10.0.15", "10.0.15" }, hp_num_local(f, "10.0.15") },
        { { "verdict: list", "first_length 21,244; first_bytes 85,000",
            "first_length 21" K "244; first_bytes 85" K "000" },
          hp_num_local(f, "first_length 21,244; first_bytes 85,000") },
        { { "typed: dash", "a " D " b", "a " HP_DASH " b" }, hp_num_prose(f, "a - b") },
        { { "typed: ranges", "1.52" D "2.74, 3" D "5", "1.52" D "2.74, 3" D "5" },
          hp_num_prose(f, "1.52-2.74, 3-5") },
        { { "typed: groups", "211 504 of 4 001 264", "211" K "504 of 4" K "001" K "264" },
          hp_num_prose(f, "211 504 of 4 001 264") },
        { { "typed: no groups", "NET8 100 1000 200 20", "NET8 100 1000 200 20" },
          hp_num_prose(f, "NET8 100 1000 200 20") },
        { { "typed: names", "i9-10900KF W-2255 2026-11-30 -4", "i9-10900KF W-2255 2026-11-30 -4" },
          hp_num_prose(f, "i9-10900KF W-2255 2026-11-30 -4") },
        { { "typed: times", "2 " HP_TIMES " Xeon", "2 " HP_TIMES " Xeon" },
          hp_num_prose(f, "2 x Xeon") },
        { { "code stays", "byte[1024]", "byte[1024]" }, hp_num_local(f, "byte[1024]") },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        compare(f, &rows[i].row, rows[i].got);
}

static void check_decimals(const struct hp_fmt *f)
{
    (void)f;
    static const struct {
        double low, high;
        int want;
    } rows[] = {
        { 2.26, 2.37, 2 }, { 870, 885, 0 }, { 1, 1, 2 }, { 0.9, 2.1, 1 }, { 1.000, 1.001, 2 }
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(hp_num_decimals(rows[i].low, rows[i].high), rows[i].want);
    assert_int_equal(hp_num_decimals_of("2483.90"), 2);
    assert_int_equal(hp_num_decimals_of("24"), 0);
}

static void numbers_are_dressed(void **state)
{
    (void)state;
    each_language(check_values);
}

static void forms_follow_the_language(void **state)
{
    (void)state;
    each_language(check_forms);
}

static void digits_follow_the_interval(void **state)
{
    (void)state;
    each_language(check_decimals);
}

/* ---- words ---- */

static unsigned places(const char *text)
{
    unsigned seen = 0;
    for (const char *at = strchr(text, '{'); at != NULL; at = strchr(at + 1, '{'))
        seen |= 1u << (at[1] - '0');
    return seen;
}

static size_t bars(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++)
        n += *text == '|';
    return n;
}

/* Element names, verdict counts and the like need one form more in Russian. A text may leave a place out that
 * the other language needs, but not invent one. */
static void words_fit_both_languages(void **state)
{
    (void)state;
    for (int id = 0; id < HP_WORDS; id++) {
        const char *en = hp_words(HP_EN, (enum hp_word)id), *ru = hp_words(HP_RU, (enum hp_word)id);
        HP_CHECK(*en != '\0' && *ru != '\0', "word %d is empty", id);
        HP_CHECK(hp_utf8_valid(ru, strlen(ru)), "word %d: %s", id, ru);
        HP_CHECK(bars(en) == 0 ? bars(ru) == 0 : bars(en) == 1 && bars(ru) == 2,
                 "forms of \"%s\": \"%s\"", en, ru);
        if (strcmp(en, ru) != 0 && id != HP_W_OVERVIEW_PAIR && id != HP_W_OVERVIEW_OPEN)
            HP_CHECK(places(en) == places(ru), "places of \"%s\": \"%s\"", en, ru);
    }
}

static void parameters_have_titles(void **state)
{
    (void)state;
    assert_string_equal(hp_words_param(HP_EN, "size"), "chunk size");
    assert_string_equal(hp_words_param(HP_RU, "size"), "размер чанка");
    assert_string_equal(hp_words_param(HP_RU, "my_param"), "my_param");
}

static void counted_words_agree(void **state)
{
    (void)state;
    struct hp_arena *arena = hp_arena_new();
    const struct hp_fmt en = { HP_EN, arena }, ru = { HP_RU, arena };
    static const struct {
        size_t n;
        const char *en, *ru;
    } rows[] = { { 1, "1" HP_NBSP "array", "1" HP_NBSP "массив" },
                 { 2, "2" HP_NBSP "arrays", "2" HP_NBSP "массива" },
                 { 5, "5" HP_NBSP "arrays", "5" HP_NBSP "массивов" },
                 { 11, "11" HP_NBSP "arrays", "11" HP_NBSP "массивов" },
                 { 14, "14" HP_NBSP "arrays", "14" HP_NBSP "массивов" },
                 { 21, "21" HP_NBSP "arrays", "21" HP_NBSP "массив" },
                 { 0, "0" HP_NBSP "arrays", "0" HP_NBSP "массивов" } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(hp_words_counted(&en, HP_W_N_ARRAYS, rows[i].n), rows[i].en);
        assert_string_equal(hp_words_counted(&ru, HP_W_N_ARRAYS, rows[i].n), rows[i].ru);
    }
    hp_arena_free(arena);
}

/* ---- scales ---- */

static void linear_scales_take_nice_ends(void **state)
{
    (void)state;
    static const struct {
        double high, want_high;
        size_t ticks;
    } rows[] = { { 1107, 1500, 4 }, { 85000, 100000, 3 }, { 9, 10, 3 }, { 2040, 3000, 4 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct hp_scale s = hp_scale_linear(0, rows[i].high, 100, 0);
        HP_CHECK(s.low == 0 && s.high == rows[i].want_high, "0..%g: %g..%g", rows[i].high, s.low,
                 s.high);
        const size_t n = hp_scale_ticks(&s, 4).count;
        HP_CHECK(n >= rows[i].ticks && n <= 7, "%g: %zu ticks", rows[i].high, n);
        assert_true(hp_scale_at(&s, 0) == 100 && hp_scale_at(&s, s.high) == 0);
    }
}

static void log_scales_hold_one_and_refuse_zero(void **state)
{
    (void)state;
    const struct hp_scale s = hp_scale_log2(0.35, 7.14, 0, 500);
    assert_true(s.low == 0.25 && s.high == 8);
    assert_true(fabs(hp_scale_at(&s, 1) - 200) < 1e-9);
    assert_true(isnan(hp_scale_at(&s, 0)) && isnan(hp_scale_at(&s, -1)) &&
                isnan(hp_scale_at(&s, NAN)));
    assert_int_equal(hp_scale_ticks(&s, 5).count, 6);
    const struct hp_scale broken = hp_scale_linear(NAN, INFINITY, 0, 1);
    assert_true(isfinite(hp_scale_at(&broken, 0.5)) && isnan(hp_scale_at(&broken, NAN)));
    assert_true(hp_scale_at(&s, 1e12) == 500 && hp_scale_at(&s, INFINITY) == 500);
}

/* ---- theme ---- */

static void text_colours_are_readable(void **state)
{
    (void)state;
    for (int i = 0; i < HP_INKS; i++) {
        const double c = hp_theme_contrast(hp_theme_inks[i].rgb, 0xFFFFFF);
        HP_CHECK(!hp_theme_inks[i].text || c >= 4.5, "%s has contrast %.2f on white",
                 hp_theme_inks[i].name, c);
    }
    for (int i = 0; i < HP_ROLES; i++) {
        HP_CHECK(hp_theme_inks[hp_theme_roles[i].ink].text, "role %s", hp_theme_roles[i].name);
        HP_CHECK(hp_theme_roles[i].size >= 7, "role %s is too small", hp_theme_roles[i].name);
    }
    assert_true(fabs(hp_theme_contrast(0x000000, 0xFFFFFF) - 21) < 0.01);
    assert_true(fabs(hp_theme_contrast(0xD55E00, 0xFFFFFF) - 3.87) < 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_dressed),
        cmocka_unit_test(forms_follow_the_language),
        cmocka_unit_test(digits_follow_the_interval),
        cmocka_unit_test(words_fit_both_languages),
        cmocka_unit_test(parameters_have_titles),
        cmocka_unit_test(counted_words_agree),
        cmocka_unit_test(linear_scales_take_nice_ends),
        cmocka_unit_test(log_scales_hold_one_and_refuse_zero),
        cmocka_unit_test(text_colours_are_readable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
