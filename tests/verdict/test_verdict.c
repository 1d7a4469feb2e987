/* SPDX-License-Identifier: MIT
 * Names, counts, exit codes and sentences of verdicts.
 */
#include "hp_test.h"
#include "verdict/verdict.h"

#include <math.h>

static void names(void **unused)
{
    (void)unused;
    static const char *const want[HP_VERDICTS] = { "broken", "cannot tell", "known deviation",
                                                   "skipped", "holds" };
    for (int i = 0; i < HP_VERDICTS; i++)
        assert_string_equal(hp_verdict_name((enum hp_verdict_kind)i), want[i]);
}

/* Which exit code wins when several apply. */
static const struct {
    const char *what;
    int codes[4]; /* ends at -1; 130 is the interrupted bit */
    int want;
} code_rows[] = {
    { "all hold", { 0, -1 }, 0 },
    { "broken", { 0, 1, -1 }, 1 },
    { "usage", { 2, -1 }, 2 },
    { "config", { 3, -1 }, 3 },
    { "cannot tell", { 0, 4, -1 }, 4 },
    { "nothing ran", { 5, -1 }, 5 },
    { "environment", { 6, -1 }, 6 },
    { "interrupted before all", { 130, 3, 6, -1 }, 130 },
    { "config before environment", { 6, 3, 1, -1 }, 3 },
    { "environment before broken", { 1, 6, 5, -1 }, 6 },
    { "broken before nothing", { 5, 1, 4, -1 }, 1 },
    { "nothing before cannot tell", { 4, 5, -1 }, 5 },
};

static void exit_codes(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof code_rows / sizeof code_rows[0]; i++) {
        uint32_t flags = 0;
        for (size_t k = 0; k < 4 && code_rows[i].codes[k] >= 0; k++)
            flags |= UINT32_C(1) << (code_rows[i].codes[k] == 130 ? 31 : code_rows[i].codes[k]);
        HP_CHECK(hp_exit_code(flags) == code_rows[i].want, "%s: %d, want %d", code_rows[i].what,
                 hp_exit_code(flags), code_rows[i].want);
    }
}

/* What a set of verdicts comes to. B broken, b broken without deciding, C/c cannot tell, K known, S skipped,
 * H holds. */
static const struct {
    const char *verdicts;
    int want;
} set_rows[] = {
    { "", HP_EXIT_NOTHING },   { "H", HP_EXIT_HOLDS },  { "HHB", HP_EXIT_BROKEN },
    { "Hb", HP_EXIT_HOLDS },   { "b", HP_EXIT_HOLDS },  { "HC", HP_EXIT_CANNOT_TELL },
    { "Hc", HP_EXIT_HOLDS },   { "HK", HP_EXIT_HOLDS }, { "K", HP_EXIT_HOLDS },
    { "SS", HP_EXIT_NOTHING }, { "SH", HP_EXIT_HOLDS }, { "SC", HP_EXIT_CANNOT_TELL },
    { "CB", HP_EXIT_BROKEN },
};

static void exit_flags(void **unused)
{
    (void)unused;
    static const char letters[] = "BCKSH";
    for (size_t i = 0; i < sizeof set_rows / sizeof set_rows[0]; i++) {
        struct hp_verdicts set = { 0 };
        for (const char *c = set_rows[i].verdicts; *c != '\0'; c++) {
            const char upper = *c >= 'a' ? (char)(*c - 'a' + 'A') : *c;
            const struct hp_verdict v = {
                .kind = (enum hp_verdict_kind)(strchr(letters, upper) - letters),
                .decides = *c == upper,
            };
            hp_verdict_add(&set, &v);
        }
        const int got = hp_exit_code(hp_exit_flags(&set));
        HP_CHECK(got == set_rows[i].want, "\"%s\": %d, want %d", set_rows[i].verdicts, got,
                 set_rows[i].want);
        HP_CHECK(set.counts[HP_HOLDS] <= set.count, "counts");
        hp_verdicts_clear(&set);
    }
}

static void figures(void **unused)
{
    (void)unused;
    static const struct {
        double value;
        const char *unit, *want;
    } rows[] = { { 4001264, "bytes", "4,001,264" },
                 { 0, "bytes", "0" },
                 { 1103.52, "collections", "1,103.52" },
                 { 4001880.4, "bytes", "4,001,880.4" },
                 { -1999.999, NULL, "-2,000" },
                 { 999.5, NULL, "999.5" },
                 { 2483900, "ns", "2.48 ms" },
                 { -0.5, NULL, "-0.5" },
                 { 21244, NULL, "21,244" },
                 { 1e300, "bytes", "1e+300" } };
    char buf[HP_NUMBER_MAX];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(hp_figure(buf, rows[i].value, rows[i].unit), rows[i].want);
}

static void sentences(void **unused)
{
    (void)unused;
    static const struct hp_verdict rows[] = {
        { .kind = HP_BROKEN,
          .decides = true,
          .script = "lua/chunk.lua",
          .line = 3,
          .claim = "one element more and every pass costs full collections",
          .message =
              "case 7f3a chunk-array size=21243 gen/10 this default: gen2_per_1000 is 12 (15 of 15 "
              "iterations equal), want n > 0 to be false below the boundary\n"
              "the flip is between size 20000 and 21243" },
        { .kind = HP_CANNOT_TELL,
          .decides = false,
          .script = "lua/chunk.lua",
          .line = 31,
          .claim = "past the boundary a pass is slower",
          .reason = "the interval contains the bound",
          .message =
              "case 7f3a: time_ns is x 1.06 [0.94, 1.19], want above x 1.05; the interval contains "
              "the bound; about 4 more launches would decide" },
        { .kind = HP_KNOWN,
          .decides = true,
          .script = "lua/x.lua",
          .line = 1,
          .claim = "c",
          .reason = "counted otherwise",
          .message = "case 1: a is 1, want 2" },
        { .kind = HP_SKIPPED,
          .decides = true,
          .script = "lua/x.lua",
          .line = 2,
          .claim = "c",
          .reason = "dotnet 8 is not installed",
          .message = "" },
        { .kind = HP_HOLDS,
          .decides = true,
          .known_holds = true,
          .script = "lua/x.lua",
          .line = 3,
          .claim = "c",
          .reason = "counted otherwise",
          .message = "" },
        { .kind = HP_BROKEN,
          .decides = true,
          .script = "chunk-held-allocated-20000",
          .line = 0,
          .claim = "a published figure",
          .message = NULL },
    };
    struct hp_text out = { 0 };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        hp_verdict_print(&rows[i], &out);
    hp_test_golden("verdict/sentences.txt", hp_text_str(&out));
    hp_text_clear(&out);
}

/* One figure on two machines is two comparisons. */
static void figures_are_counted_once(void **unused)
{
    (void)unused;
    static const char *const ids[] = { "a", "a", "b", "c", "c", "c" }; /* b, and c once, not */
    struct hp_verdicts set = { 0 };
    assert_int_equal(hp_verdicts_compared(&set), 0);
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        const struct hp_verdict v = { .kind = i == 2 || i == 4 ? HP_SKIPPED : HP_HOLDS,
                                      .script = ids[i] };
        hp_verdict_add(&set, &v);
    }
    assert_int_equal(set.count, 6);
    assert_int_equal(hp_verdicts_compared(&set), 2);
    hp_verdicts_clear(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),      cmocka_unit_test(exit_codes),
        cmocka_unit_test(exit_flags), cmocka_unit_test(figures),
        cmocka_unit_test(sentences),  cmocka_unit_test(figures_are_counted_once)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
