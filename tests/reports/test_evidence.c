/* SPDX-License-Identifier: MIT
 * What the evidence can carry, as a reader is told it: ratios that are smaller than what a case differs from
 * itself, and results that earlier runs measured.
 */
#include "hp_test.h"

#include "fixture.h"
#include "reports/pages/pages.h"
#include "reports/report_rows.h"
#include "sample_fonts.h"

#include <math.h>

/* All words of a sheet's report, or of the overview when sheet is SIZE_MAX; and how many "?" rings it has. */
static size_t read_report(const struct fixture *f, const char *language, size_t sheet,
                          struct hp_text *words)
{
    struct hp_model *m = hp_model_from_rows(&f->rows, language);
    struct hp_doc doc;
    struct hp_err err = { 0 };
    size_t rings = 0;
    const struct hp_m_sheet *which = sheet < m->sheet_count ? &m->sheets[sheet] : NULL;
    if (hp_report_lay_out(m, which, fonts, &doc, &err) != HP_OK)
        fail_msg("%s", err.text);
    for (size_t p = 0; p < doc.page_count; p++) {
        hp_scene_words(&doc.pages[p], words); /* by lines: sentences go on in the next one */
        for (size_t i = 0; i < doc.pages[p].count; i++)
            rings += doc.pages[p].items[i].kind == HP_PRIM_MARK &&
                     doc.pages[p].items[i].mark == HP_MARK_CANNOT_TELL;
    }
    for (size_t i = 0; i < words->bytes; i++)
        if (words->text[i] == '\n')
            words->text[i] = ' ';
    hp_doc_clear(&doc);
    hp_model_free(m);
    return rings;
}

/* Odd rounds of the case take so many times as long. */
static void slow_odd_rounds(struct hp_case_row *row, double times)
{
    for (size_t k = 0; k < row->series_count; k++)
        for (size_t i = 0; i < row->series[k].count; i++)
            if (strcmp(row->series[k].metric, "time_ns") == 0 && row->series[k].rounds[i] % 2 == 1)
                row->series[k].values[i] *= times;
}

static bool says(const struct hp_text *words, const char *text)
{
    return strstr(hp_text_str(words), text) != NULL;
}

/* Held chunks take 2.31 times as long past the boundary; where odd rounds take four times as long that is within
 * the control. */
static void ratios_within_their_control_are_marked(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_TIMES);
    struct hp_text before = { 0 }, after = { 0 }, ru = { 0 };
    const size_t rings = read_report(f, "en", 0, &before);
    slow_odd_rounds(fixture_case(f, "chunk-array", "default", 21243, true), 4);
    const size_t more = read_report(f, "en", 0, &after);
    (void)read_report(f, "ru", 0, &ru);
    HP_CHECK(more == rings + 1, "%zu rings, then %zu", rings, more);
    assert_false(says(&before, "was within its control of "));
    assert_true(says(&after, "was within its control of "));
    assert_true(says(&after, "within its control, the two sizes differ"));
    assert_true(says(&ru, "в пределах контроля, два размера"));
    hp_text_clear(&before);
    hp_text_clear(&after);
    hp_text_clear(&ru);
    fixture_free(f);
}

/* The pair itself: page 1, the causal page and the overview tell less than before. */
static void a_pair_within_its_control_is_no_effect(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_TIMES);
    struct hp_text sheet = { 0 }, overview = { 0 }, before = { 0 };
    (void)read_report(f, "en", 0, &before);
    slow_odd_rounds(fixture_case(f, "chunk-array", "default", 21243, false), 4);
    slow_odd_rounds(fixture_case(f, "chunk-array", "196608", 21243, false), 4);
    (void)read_report(f, "en", 0, &sheet);
    assert_true(says(&before, "times as long"));
    assert_true(says(&before, "not the size itself"));
    assert_false(says(&sheet, "times as long"));
    assert_true(says(&sheet, " is within its control, "));
    assert_true(says(&sheet, "was within its control of "));
    assert_true(says(&sheet, "now within its control of "));
    assert_true(says(&sheet, "For this pair the cause of the collections is the large object"));
    assert_false(says(&sheet, "not the size itself"));
    assert_true(read_report(f, "en", SIZE_MAX, &overview) > 0);
    assert_true(says(&overview, "within its control, the two sizes differ"));
    hp_text_clear(&before);
    hp_text_clear(&sheet);
    hp_text_clear(&overview);
    fixture_free(f);
}

/* The model's rule is that of the judge: distance from 1 against the reach of both controls. */
static void the_model_asks_the_same_rule(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_TIMES);
    slow_odd_rounds(fixture_case(f, "own-buffer", "default", 21244, false), 1.3);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    size_t seen = 0;
    for (size_t i = 0; i < m->sheets[0].series_count; i++) {
        const struct hp_m_series *s = &m->sheets[0].series[i];
        const struct hp_m_point *b = hp_model_at(s, 21244), *a = hp_model_at(s, 21243);
        const struct hp_m_resolved r = hp_model_resolved(b, a);
        const struct hp_interval raw = hp_model_time_ratio(b, a);
        const bool own = strcmp(s->like->method, "own-buffer") == 0;
        seen += own;
        if (own)
            HP_CHECK(r.within && r.resolution > 0.2 &&
                         r.ratio.high == fmax(raw.high, 1 + r.resolution),
                     "%g [%g, %g], %g", r.ratio.value, r.ratio.low, r.ratio.high, r.resolution);
        else if (raw.value > 2)
            HP_CHECK(!r.within && r.ratio.low == raw.low, "%s", s->label);
    }
    assert_int_equal(seen, 1);
    hp_model_free(m);
    fixture_free(f);
}

/* ---- results of earlier runs ---- */

static const struct hp_measured measured[] = {
    { 6, "2026-11-28T09-00-00", "0.1.0", "aaaaaaaaaaaaaaaa", "2026-11-28T09:01:00Z",
      "2026-11-28T09:03:59Z", 2 },
    { 7, "2026-11-30T14-02-05", "0.1.0", "3f9a2c1", "2026-11-30T14:02:05Z", "2026-11-30T14:02:05Z",
      56 },
};

static void give_measured(struct fixture *f, size_t count)
{
    f->rows.run.run_id = 7;
    f->rows.measured = measured + 2 - count;
    f->rows.measured_count = count;
}

/* Two of the sheet's cases come from an earlier run. */
static void reused_results_carry_their_date(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_TIMES);
    struct hp_text before = { 0 }, after = { 0 }, ru = { 0 };
    give_measured(f, 1);
    (void)read_report(f, "en", 0, &before);
    assert_true(says(&before, "When it was measured"));
    assert_true(says(&before, "2026-11-30T14-02-05, this run"));
    assert_false(says(&before, "reused,"));
    assert_false(says(&before, "were measured by run"));
    give_measured(f, 2);
    fixture_case(f, "chunk-array", "default", 21243, false)->reused = "2026-11-28T09:01:07Z";
    fixture_case(f, "own-buffer", "default", 25000, false)->reused = "2026-11-28T09:03:00Z";
    (void)read_report(f, "en", 0, &after);
    (void)read_report(f, "ru", 0, &ru);
    static const char *const said[] = {
        "56 of 58 in this run, 2 reused from 2026-11-28\u00a009:01\u201309:03",
        "measured 2026-11-28\u00a009:01, reused",
        "measured 2026-11-28\u00a009:03, reused",
        "2026-11-28T09-00-00 0.1.0, aaaaaaaaaaaa 2 2026-11-28\u00a009:01\u201309:03",
        "Of them 2\u00a0cases were measured by run 2026-11-28T09-00-00, commit aaaaaaaaaaaaaaaa",
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        HP_CHECK(says(&after, said[i]), "nowhere: %s", said[i]);
    assert_true(says(&ru, "измерено 2026-11-28\u00a009:01, взято повторно"));
    assert_true(says(&ru, "56 из 58 в этом прогоне, 2 взято повторно"));
    hp_text_clear(&before);
    hp_text_clear(&after);
    hp_text_clear(&ru);
    fixture_free(f);
}

/* A table whose rows are all of earlier runs says so once. */
static void a_table_of_reused_rows_says_so_once(void **state)
{
    (void)state;
    static const int sizes[] = { 20000, 21243, 21244, 22000, 25000, 49145, 49146 };
    struct fixture *f = fixture_new(FIXTURE_TIMES);
    struct hp_text words = { 0 };
    give_measured(f, 2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        fixture_case(f, "own-buffer", "default", sizes[i], false)->reused =
            i == 0 ? "2026-11-28T23:59:00Z" : "2026-11-29T00:01:00Z";
    (void)read_report(f, "en", 0, &words);
    assert_true(says(&words, "All rows are results of earlier runs, measured 2026-11-28\u00a023:59 "
                             "\u2013 2026-11-29\u00a000:01, reused."));
    assert_false(says(&words, "measured 2026-11-29\u00a000:01, reused"));
    hp_text_clear(&words);
    fixture_free(f);
}

/* The hash of what is printed covers the dates. */
static void dates_are_part_of_the_content(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(0);
    give_measured(f, 2);
    struct hp_model *a = hp_model_from_rows(&f->rows, NULL);
    fixture_case(f, "own-buffer", "default", 25000, false)->reused = "2026-11-28T09:03:00Z";
    struct hp_model *b = hp_model_from_rows(&f->rows, NULL);
    give_measured(f, 1);
    struct hp_model *c = hp_model_from_rows(&f->rows, NULL);
    assert_string_not_equal(a->content_sha, b->content_sha);
    assert_string_not_equal(b->content_sha, c->content_sha);
    hp_model_free(a);
    hp_model_free(b);
    hp_model_free(c);
    fixture_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratios_within_their_control_are_marked),
        cmocka_unit_test(a_pair_within_its_control_is_no_effect),
        cmocka_unit_test(the_model_asks_the_same_rule),
        cmocka_unit_test(reused_results_carry_their_date),
        cmocka_unit_test(a_table_of_reused_rows_says_so_once),
        cmocka_unit_test(dates_are_part_of_the_content),
    };
    return cmocka_run_group_tests(tests, open_fonts, close_fonts);
}
