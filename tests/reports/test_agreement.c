/* SPDX-License-Identifier: MIT
 * Do the pages of a report agree with the rows and with each other: counts, n, heaps, references, settings?
 */
#include "config/config.h"
#include "hp_test.h"

#include "fixture.h"
#include "reports/pages/pages.h"
#include "reports/report_rows.h"
#include "sample_fonts.h"

/* A sheet's report, or the overview when it is NULL. */
static void lay_out(const struct hp_model *m, const struct hp_m_sheet *sheet, struct hp_doc *doc)
{
    struct hp_err err = { 0 };
    if (hp_report_lay_out(m, sheet, fonts, doc, &err) != HP_OK)
        fail_msg("%s", err.text);
}

/* The words of a page, lines joined. In the model's arena. */
static const char *page_words(const struct hp_model *m, const struct hp_doc *doc, size_t page)
{
    struct hp_text words = { 0 };
    hp_scene_words(&doc->pages[page], &words);
    for (size_t i = 0; i < words.bytes; i++)
        if (words.text[i] == '\n')
            words.text[i] = ' ';
    const char *kept = hp_arena_copy(m->arena, hp_text_str(&words));
    hp_text_clear(&words);
    return kept;
}

static bool said(const struct hp_model *m, const struct hp_m_sheet *sheet, const char *text)
{
    struct hp_doc doc;
    bool found = false;
    lay_out(m, sheet, &doc);
    for (size_t i = 0; i < doc.page_count && !found; i++)
        found = strstr(page_words(m, &doc, i), text) != NULL;
    hp_doc_clear(&doc);
    return found;
}

/* What SELECT count(*) over the views verdict and published gives for a machine and setting. */
static size_t rows_of(const struct hp_verdicts *all, const struct hp_m_sheet *sheet, int kind)
{
    size_t n = 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct hp_verdict *v = &all->items[i];
        n += (int)v->kind == kind &&
             (*v->machine == '\0' || strcmp(v->machine, sheet->machine) == 0) &&
             (*v->threshold == '\0' || strcmp(v->threshold, sheet->threshold) == 0);
    }
    return n;
}

/* Whatever decides and whatever does not: page 1, the page of figures and the overview count the same rows. */
static void counts_are_those_of_the_rows(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_TIMES | FIXTURE_TROUBLE);
    size_t silent = 0; /* figures that hold and do not decide: as much a count as the others */
    for (size_t i = 0; i < f->published.count; i++)
        if (f->published.items[i].kind == HP_HOLDS && silent == 0)
            f->published.items[i].decides = (silent++, false);
    assert_int_equal(silent, 1);
    struct hp_model *m = hp_model_from_rows(&f->rows, "en");
    for (size_t i = 0; i < m->sheet_count; i++) {
        const struct hp_m_sheet *sheet = &m->sheets[i];
        size_t figures = 0;
        for (int kind = 0; kind < HP_VERDICTS; kind++) {
            const size_t claims = rows_of(&f->claims, sheet, kind),
                         compared = kind == HP_SKIPPED ? 0 : rows_of(&f->published, sheet, kind);
            HP_CHECK(sheet->counts[kind] == claims + compared, "sheet %zu: %zu %s, want %zu + %zu",
                     i, sheet->counts[kind], hp_verdict_name((enum hp_verdict_kind)kind), claims,
                     compared);
            figures += compared;
        }
        const size_t hold = rows_of(&f->published, sheet, HP_HOLDS);
        assert_int_equal(sheet->figures_compared, figures);
        assert_int_equal(sheet->figures_hold, hold);
        HP_CHECK(said(m, sheet,
                      hp_arena_print(m->arena, "%zu" HP_NBSP "published figures; not compared: %zu",
                                     figures, rows_of(&f->published, sheet, HP_SKIPPED))),
                 "sheet %zu: page 1 counts other figures than %zu", i, figures);
        HP_CHECK(said(m, NULL, hp_arena_print(m->arena, "%zu of %zu", hold, figures)),
                 "the overview has no %zu of %zu", hold, figures);
    }
    hp_model_free(m);
    fixture_free(f);
}

/* Points rest on different numbers of readings: the line under the sentence gives their range. */
static void readings_are_given_as_a_range(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_TIMES);
    struct hp_case_row *row = fixture_case(f, "own-buffer", "default", 25000, false);
    size_t n = 0;
    for (size_t k = 0; k < row->series_count; k++)
        if (strcmp(row->series[k].metric, "time_ns") == 0)
            n = row->series[k].count;
    struct hp_model *m = hp_model_from_rows(&f->rows, "en");
    HP_CHECK(said(m, &m->sheets[0], hp_arena_print(m->arena, "n = %zu per point", n)), "n = %zu",
             n);
    hp_model_free(m);
    for (size_t k = 0; k < row->series_count; k++)
        if (strcmp(row->series[k].metric, "time_ns") == 0)
            row->series[k].count -= 4;
    m = hp_model_from_rows(&f->rows, "en");
    HP_CHECK(
        said(m, &m->sheets[0], hp_arena_print(m->arena, "n = %zu\u2013%zu per point", n - 4, n)),
        "no range from %zu", n - 4);
    hp_model_free(m);
    fixture_free(f);
}

/* The sentence of page 1 says what it says in three lines, in both languages, whatever the times are. */
static void the_sentence_fits_three_lines(void **state)
{
    (void)state;
    static const unsigned flags[] = { 0, FIXTURE_TIMES, FIXTURE_TROUBLE };
    for (size_t i = 0; i < 4 * sizeof flags / sizeof flags[0]; i++) {
        struct fixture *f = fixture_new(flags[i / 4]);
        struct hp_case_row *above = fixture_case(f, "chunk-array", "default", 21244, false),
                           *below = fixture_case(f, "chunk-array", "default", 21243, false);
        for (size_t k = 0; i % 2 == 1 && k < above->series_count; k++)
            if (strcmp(above->series[k].metric, "time_ns") == 0) /* no difference in time */
                memcpy(above->series[k].values, below->series[k].values,
                       above->series[k].count * sizeof *above->series[k].values);
        struct hp_model *m = hp_model_from_rows(&f->rows, i / 2 % 2 == 0 ? "en" : "ru");
        struct hp_doc doc;
        size_t lines = 0;
        lay_out(m, &m->sheets[0], &doc);
        for (size_t k = 0; k < doc.pages[0].count; k++)
            lines += doc.pages[0].items[k].kind == HP_PRIM_TEXT &&
                     doc.pages[0].items[k].role == HP_ROLE_RESULT;
        HP_CHECK(lines >= 1 && lines <= 3, "row %zu: %zu lines", i, lines);
        hp_doc_clear(&doc);
        hp_model_free(m);
        fixture_free(f);
    }
}

/* "N more sizes are in the table on page P": on that page is a row of this series with such a size. */
static void left_out_sizes_are_where_it_says(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_TIMES);
    fixture_case(f, "chunk-array", "default", 25000, false)->c.sweep = "another";
    struct hp_model *m = hp_model_from_rows(&f->rows, "en");
    const struct hp_m_sheet *sheet = &m->sheets[0];
    struct hp_doc doc;
    lay_out(m, sheet, &doc);
    const char *dest = hp_page_sweep_left_out(&doc, sheet, sheet->main);
    assert_non_null(dest);
    unsigned page = 0;
    for (size_t i = 0; i < doc.dest_count; i++)
        if (strcmp(doc.dests[i].name, dest) == 0)
            page = doc.dests[i].page;
    assert_true(page > 0);
    assert_non_null(strstr(page_words(m, &doc, page - 1), "25,000"));
    bool told = false;
    const char *note = hp_arena_print(m->arena, "In the table on page %u alone: ", page);
    for (size_t i = 0; i < doc.page_count; i++)
        told = told || strstr(page_words(m, &doc, i), note) != NULL;
    HP_CHECK(told, "nowhere: %s", note);
    for (size_t i = 0; i < sheet->series_count; i++)
        if (&sheet->series[i] != sheet->main)
            assert_null(hp_page_sweep_left_out(&doc, sheet, &sheet->series[i]));
    hp_doc_clear(&doc);
    hp_model_free(m);
    fixture_free(f);
}

/* Of two claims with one text the heap tells which is which. */
static void claims_name_their_heap(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(0);
    struct hp_verdict twin = f->claims.items[0];
    twin.heap = "dotnet";
    hp_verdict_add(&f->claims, &twin);
    struct hp_model *m = hp_model_from_rows(&f->rows, "en");
    const struct hp_m_sheet *sheet = &m->sheets[0];
    static const char *const heaps[] = { "gen", "dotnet" };
    for (size_t i = 0; i < 2; i++) {
        const char *place =
            hp_arena_print(m->arena, "%s · %s:%d", heaps[i], twin.script, twin.line);
        HP_CHECK(said(m, sheet, place), "nowhere: %s", place);
    }
    hp_model_free(m);
    fixture_free(f);
}

/* Numbers that steered measuring say what they mean, and a revision keeps the mark of a changed tree. */
static void settings_and_revisions_are_whole(void **state)
{
    (void)state;
    static const struct hp_fact settings[] = {
        { "measure.counters", "1" },
        { "measure.times", "0" },
        { "measure.half_width", "0.02" },
        { "measure.min_iteration_ns", "2000000" },
        { "limits.memory_bytes", "2147483648" },
        { "limits.jobs", "0" },
        { "sweep.unheard_of", "7" },
    };
    static const char *const en[] = {
        "counters are taken yes",
        "times are taken no",
        "timing ends when the median is within ±\u00a02\u00a0%",
        "a timed iteration takes at least 2,000,000\u00a0ns (2\u00a0ms)",
        "one for each processor",
        "sweep.unheard_of 7",
        "0.1.0, 48fe24bc3643+dirty",
    };
    static const struct hp_measured measured = { 1,
                                                 "2026-11-30T14-02-05",
                                                 "0.1.0",
                                                 "48fe24bc36430123456789+dirty",
                                                 "2026-11-30T14:02:05Z",
                                                 "2026-11-30T14:02:05Z",
                                                 58 };
    struct fixture *f = fixture_new(0);
    f->rows.settings = settings;
    f->rows.setting_count = sizeof settings / sizeof settings[0];
    f->rows.measured = &measured;
    f->rows.measured_count = 1;
    struct hp_model *m = hp_model_from_rows(&f->rows, "en");
    for (size_t i = 0; i < sizeof en / sizeof en[0]; i++)
        HP_CHECK(said(m, &m->sheets[0], en[i]), "nowhere: %s", en[i]);
    hp_model_free(m);
    m = hp_model_from_rows(&f->rows, "ru");
    assert_true(
        said(m, &m->sheets[0], "запусков со счётчиками одновременно по одному на процессор"));
    hp_model_free(m);
    fixture_free(f);
}

/* Where most figures were not compared, a reason is one row with its ids; else each figure has its own row with its
 * title. Nothing is said of kinds that a sheet has none of. */
static void figures_that_were_not_compared_are_folded(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_TIMES);
    struct hp_model *m = hp_model_from_rows(&f->rows, "en");
    static const struct {
        size_t sheet;
        const char *text;
        bool want;
    } rows[] = {
        { 0, "exact figures agree with what was published", true },
        { 0, "ranges and ratios", true },
        { 0, "chunk-ryzen-time-array-net8", false },
        { 1, "exact figures agree with what was published", false },
        { 1, "ranges and ratios", false },
        { 1, "Not compared here, each with its reason: 4.", true },
        { 1, "chunk-moved-1, chunk-moved-2, chunk-moved-3", true },
        { 1, "Most figures were not compared", true },
        { 0, "Most figures were not compared", false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        HP_CHECK(said(m, &m->sheets[rows[i].sheet], rows[i].text) == rows[i].want,
                 "sheet %zu: \"%s\" is %s", rows[i].sheet, rows[i].text,
                 rows[i].want ? "missing" : "there");
    hp_model_free(m);
    fixture_free(f);
}

/* Every key of the .cfg that steers measuring has words of its own in both languages. */
static void settings_are_said_in_words(void **state)
{
    (void)state;
    static const char *const units[] = { "", "_ns", "_bytes" };
    size_t seen = 0;
    for (const struct hp_key *k = hp_config_keys; k->name != NULL; k++) {
        if (!hp_starts_with(k->name, "measure.") && !hp_starts_with(k->name, "limits."))
            continue;
        bool said_in[2] = { false, false };
        for (size_t u = 0; u < 3; u++)
            for (int ru = 0; ru < 2; ru++) {
                char pair[80];
                (void)snprintf(pair, sizeof pair, "setting=%s%s", k->name, units[u]);
                said_in[ru] = said_in[ru] || hp_words_value(ru != 0 ? HP_RU : HP_EN, pair) != pair;
            }
        HP_CHECK(said_in[0] && said_in[1], "%s has no words", k->name);
        seen++;
    }
    assert_true(seen > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_of_the_rows),
        cmocka_unit_test(readings_are_given_as_a_range),
        cmocka_unit_test(the_sentence_fits_three_lines),
        cmocka_unit_test(left_out_sizes_are_where_it_says),
        cmocka_unit_test(claims_name_their_heap),
        cmocka_unit_test(settings_and_revisions_are_whole),
        cmocka_unit_test(figures_that_were_not_compared_are_folded),
        cmocka_unit_test(settings_are_said_in_words),
    };
    return cmocka_run_group_tests(tests, open_fonts, close_fonts);
}
