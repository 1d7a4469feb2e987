/* SPDX-License-Identifier: MIT
 * What page 1 and the overview say in one sentence: also where cases have no result, or no difference is seen.
 */
#include "hp_test.h"

#include "fixture.h"
#include "reports/pages/pages.h"
#include "reports/report_rows.h"

#include <math.h>

static struct hp_fonts *fonts;

static int open_fonts(void **state)
{
    (void)state;
    struct hp_err err = { 0 };
    if (hp_fonts_open(&fonts, &err) != HP_OK)
        fail_msg("%s", err.text);
    return 0;
}

static int close_fonts(void **state)
{
    (void)state;
    hp_fonts_close(fonts);
    return 0;
}

/* The words of a sheet's report, or of the overview (SIZE_MAX), on one line. Freed by the caller. */
static char *words_of(const struct fixture *f, const char *language, size_t sheet)
{
    struct hp_model *m = hp_model_from_rows(&f->rows, language);
    struct hp_doc doc;
    struct hp_err err = { 0 };
    struct hp_text words = { 0 };
    const struct hp_m_sheet *which = sheet < m->sheet_count ? &m->sheets[sheet] : NULL;
    if (hp_report_lay_out(m, which, fonts, &doc, &err) != HP_OK)
        fail_msg("%s", err.text);
    for (size_t p = 0; p < doc.page_count; p++)
        hp_scene_words(&doc.pages[p], &words);
    for (size_t i = 0; i < words.bytes; i++)
        if (words.text[i] == '\n')
            words.text[i] = ' ';
    char *kept = strdup(hp_text_str(&words));
    hp_text_clear(&words);
    hp_doc_clear(&doc);
    hp_model_free(m);
    return kept;
}

static void says(const struct fixture *f, const char *language, size_t sheet, const char *want)
{
    char *words = words_of(f, language, sheet);
    HP_CHECK(strstr(words, want) != NULL, "not said: %s\nin: %.1500s", want, words);
    free(words);
}

static int size_of(const struct hp_case_row *row)
{
    return row->c.param_count > 1 ? atoi(row->c.params[1].text) : 0;
}

/* As an interrupted run leaves it: the sizes from `from` to `to` of chunk-array were never measured. */
static void take_away(struct fixture *f, int from, int to)
{
    for (size_t i = 0; i < f->rows.case_count; i++) {
        struct hp_case_row *row = &f->cases[i];
        if (strcmp(row->c.method, "chunk-array") != 0 || size_of(row) < from || size_of(row) > to)
            continue;
        row->series_count = 0;
        row->done = 0;
    }
}

/* A size without a result hides where collections set in, and never that they do. */
static void sizes_without_a_result_are_no_evidence(void **state)
{
    (void)state;
    static const struct {
        int from, to;
        const char *page_1, *page_1_ru, *overview;
    } rows[] = {
        { 21244, 21244,
          "Between 21,243 and 22,000 in chunk size gen2 collections rise from 0 to 1,100 per 1,000 "
          "calls; where is not known: planned values between them have no result (1).",
          "Между 21\u202f243 и 22\u202f000 по параметру «размер чанка» сборок gen2 на "
          "1\u202f000 вызовов становится 1\u202f100 вместо 0; где именно, неизвестно: у значений "
          "между ними (1) нет результата.",
          "On 1 of 1\u00a0machine or profile gen2 collections set in somewhere between sizes that "
          "have a result; no boundary can be named yet." },
        { 21243, 22000,
          "Between 20,000 and 25,000 in chunk size gen2 collections rise from 0 to 1,100 per 1,000 "
          "calls; where is not known: planned values between them have no result (3).",
          "Между 20\u202f000 и 25\u202f000", "no boundary can be named yet" },
        { 21244, 99999,
          "From 20,000 to 49,146 in chunk size, 2 of 7 values have a result: none of them costs a "
          "full collection.",
          "результат есть у 2 значений из 7",
          "Among the cases that have a result no boundary was found on 1\u00a0machine or "
          "profile." },
        { 0, 21243,
          "From 20,000 to 49,146 in chunk size, 5 of 7 values have a result: none of them costs a "
          "full collection that the one before it does not cost.",
          "результат есть у 5 значений из 7", "Among the cases that have a result" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fixture *f = fixture_new(FIXTURE_ONE_SETTING);
        take_away(f, rows[i].from, rows[i].to);
        says(f, "en", 0, rows[i].page_1);
        says(f, "ru", 0, rows[i].page_1_ru);
        says(f, "en", SIZE_MAX, rows[i].overview);
        fixture_free(f);
    }
}

static void rename_metric(struct fixture *f, const char *metric, const char *other)
{
    for (size_t i = 0; i < f->rows.case_count; i++)
        for (size_t k = 0; k < f->cases[i].series_count; k++)
            if (strcmp(f->cases[i].series[k].metric, metric) == 0)
                f->cases[i].series[k].metric = other;
}

/* Heaps that count no collections have results all the same. */
static void results_without_claims_are_results(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_ONE_SETTING);
    rename_metric(f, "gen2_per_1000", "mmap_calls");
    f->rows.claims = NULL;
    f->rows.published = NULL;
    says(f, "en", 0, "58 of 58 cases have a result; no assertion speaks of them.");
    says(f, "ru", 0, "Результат есть у 58 случаев из 58; утверждений о них нет.");
    says(f, "en", SIZE_MAX, "No boundary was found on 1\u00a0machine or profile.");
    for (size_t i = 0; i < f->rows.case_count; i++)
        f->cases[i].done = 0;
    says(f, "en", 0, "No case of this machine and setting has a result yet.");
    fixture_free(f);
}

/* A title as long as it may be leaves the rest of the header free, and says that it goes on. */
static void long_titles_end_in_an_ellipsis(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_LONG_TITLES | FIXTURE_ONE_SETTING);
    says(f, "en", 0, "Where a batch of one element more begins to cost its\u2026 2 × Intel");
    says(f, "ru", 0, "Где лишний элемент в пакете начинает стоить\u2026 2 × Intel");
    says(f, "en", 0, "\u2026 · gen\u00a09, 10 · threshold default (85,000\u00a0bytes)");
    fixture_free(f);
    f = fixture_new(FIXTURE_ONE_SETTING);
    char *words = words_of(f, "en", 0);
    HP_CHECK(strstr(words, "\u2026 · gen") == NULL, "a short title is cut: %.1500s", words);
    free(words);
    fixture_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_without_a_result_are_no_evidence),
        cmocka_unit_test(results_without_claims_are_results),
        cmocka_unit_test(long_titles_end_in_an_ellipsis),
    };
    return cmocka_run_group_tests(tests, open_fonts, close_fonts);
}
