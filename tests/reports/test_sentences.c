/* SPDX-License-Identifier: MIT
 * What page 1 and the overview say in one sentence: also where cases have no result, or no difference is seen.
 */
#include "hp_test.h"

#include "fixture.h"
#include "reports/pages/pages.h"
#include "reports/report_rows.h"
#include "sample_fonts.h"

#include <math.h>

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

/* The upper size of the pair: so many times slower than it is, in odd rounds `apart` times more. */
static void slow_down(struct fixture *f, double times, double apart)
{
    struct hp_case_row *row = fixture_case(f, "chunk-array", "default", 21244, false);
    for (size_t k = 0; k < row->series_count; k++) {
        struct hp_series *s = &row->series[k];
        for (size_t i = 0; strcmp(s->metric, "time_ns") == 0 && i < s->count; i++)
            s->values[i] *= times * (s->rounds[i] % 2 == 1 ? apart : 1);
    }
}

/* An effect that is smaller than its control is not told, and the sentence says why, whatever its interval is. */
static void effects_within_their_control_say_so(void **state)
{
    (void)state;
    static const struct {
        double times, apart;
        const char *want[2], *want_ru[2];
    } rows[] = {
        { 0.5,
          1.5,
          { " is within its control, 52\u00a0%.",
            "Control: one of the two sizes differs as much from itself between rounds" },
          { " — в пределах контроля, 52\u00a0%.",
            "Контроль: настолько один из двух размеров отличается сам от себя между раундами" } },
        { 1,
          1,
          { ", and a pass takes 2.3", "n = 31 per point. default" },
          { ", проход дольше в 2,3", "n = 31 на точку. по умолчанию" } },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fixture *f = fixture_new(FIXTURE_TIMES | FIXTURE_ONE_SETTING);
        slow_down(f, rows[i].times, rows[i].apart);
        for (size_t k = 0; k < 2; k++) {
            says(f, "en", 0, rows[i].want[k]);
            says(f, "ru", 0, rows[i].want_ru[k]);
        }
        fixture_free(f);
    }
}

/* Page 1 says that claims about time are not decided, why, and what would help; of steady times it is silent. */
static void undecided_times_are_said_on_page_1(void **state)
{
    (void)state;
    static const char en[] = "1 of 2 assertions about time cannot be told here; half of the timed "
                             "cases differ from themselves by ",
                      ru[] = "Утверждений о времени не решено 1 из 2; половина измеренных случаев "
                             "отличается сама от себя между раундами на ";
    for (int timed = 0; timed < 2; timed++) {
        struct fixture *f = fixture_new(FIXTURE_TIMES | FIXTURE_TROUBLE);
        size_t undecided = 0;
        for (size_t i = 0; i < f->claims.count; i++)
            if (f->claims.items[i].kind == HP_CANNOT_TELL) {
                f->claims.items[i].metric = timed ? "time_ns" : "gen2_per_1000";
                undecided++;
            }
        assert_int_equal(undecided, 1);
        char *words = words_of(f, "en", 0), *words_ru = words_of(f, "ru", 0);
        HP_CHECK((strstr(words, en) != NULL) == timed, "timed %d: %.1500s", timed, words);
        HP_CHECK((strstr(words_ru, ru) != NULL) == timed, "timed %d: %.1500s", timed, words_ru);
        free(words);
        free(words_ru);
        fixture_free(f);
    }
}

/* The seed of a run orders its launches. Intervals have one of their own, and the report says so. */
static void intervals_do_not_follow_the_seed_of_the_run(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_TIMES | FIXTURE_ONE_SETTING);
    f->rows.run.seed = 7;
    says(f, "en", 0, "a pass takes 2.32\u00a0[2.28,\u00a02.35] times as long");
    says(f, "en", 0, "10,000 resamples, in every run by seed 1, so that equal readings give equal");
    says(f, "en", 0, "Launches are shuffled by the seed of the run");
    fixture_free(f);
}

/* Series that differ between runtimes name them in their titles; the others do not. */
static void figures_of_blocks_name_what_parts_them(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_ONE_SETTING);
    for (size_t i = 0; i < f->rows.case_count; i++) {
        const struct hp_case_row *row = &f->cases[i];
        if (strcmp(row->c.method, "blocks") == 0 && row->c.runtime == 9 &&
            strcmp(row->c.params[1].text, "array") == 0 && row->block_count == 3)
            row->blocks[2].bytes += 8;
    }
    says(f, "en", 0, " First chunk from an array (.NET\u00a09): 1\u00a0array ");
    says(f, "en", 0, " First chunk from an array (.NET\u00a010): 1\u00a0array ");
    says(f, "en", 0, " First chunk from a generator: 14\u00a0arrays");
    says(f, "ru", 0, " (.NET\u00a010): 1\u00a0массив ");
    for (size_t i = 0; i < f->rows.case_count; i++)
        if (f->cases[i].c.runtime == 9 && strcmp(f->cases[i].c.method, "blocks") == 0) {
            f->cases[i].c.runtime = 10;
            f->cases[i].c.heap = "dotnet";
        }
    says(f, "en", 0, " First chunk from an array (gen/10): 1\u00a0array ");
    says(f, "en", 0, " First chunk from an array (dotnet/10): 1\u00a0array ");
    fixture_free(f);
}

/* A sweep may ask for more rounds than the run: launches are told as they were planned. */
static void timed_launches_are_those_of_the_sweeps(void **state)
{
    (void)state;
    static const struct hp_fact settings[] = { { "measure.rounds", "3" },
                                               { "measure.counters", "1" },
                                               { "measure.counter_rounds", "2" } };
    static const struct {
        uint32_t usual, one;
        const char *want;
    } rows[] = {
        { 5, 6, "timed launches of each case 3 to 4, as its sweep asks " },
        { 5, 5, "timed launches of each case 3 counters are taken yes " },
        { 6, 6, "timed launches of each case 4 counters are taken yes " },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fixture *f = fixture_new(FIXTURE_TIMES | FIXTURE_ONE_SETTING);
        f->rows.settings = settings;
        f->rows.setting_count = sizeof settings / sizeof settings[0];
        for (size_t k = 0; k < f->rows.case_count; k++)
            f->cases[k].wanted = rows[i].usual;
        fixture_case(f, "chunk-array", "default", 21244, false)->wanted = rows[i].one;
        says(f, "en", 0, rows[i].want);
        fixture_free(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_without_a_result_are_no_evidence),
        cmocka_unit_test(results_without_claims_are_results),
        cmocka_unit_test(long_titles_end_in_an_ellipsis),
        cmocka_unit_test(effects_within_their_control_say_so),
        cmocka_unit_test(undecided_times_are_said_on_page_1),
        cmocka_unit_test(intervals_do_not_follow_the_seed_of_the_run),
        cmocka_unit_test(figures_of_blocks_name_what_parts_them),
        cmocka_unit_test(timed_launches_are_those_of_the_sweeps),
    };
    return cmocka_run_group_tests(tests, open_fonts, close_fonts);
}
