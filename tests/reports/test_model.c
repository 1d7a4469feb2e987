/* SPDX-License-Identifier: MIT
 * From rows to findings: sheets, boundaries, sentences, and what is said when data are missing.
 */
#include "hp_test.h"

#include "fixture.h"
#include "reports/pages/pages.h"
#include "reports/report_rows.h"
#include "sample_fonts.h"

#include <math.h>

/* Title and question in the language of the report; without Russian ones the others stand there. */
static void titles_follow_the_language(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(0);
    static const struct {
        const char *language, *title_ru, *title, *question;
    } rows[] = {
        { "en", "Проба", "Trial", "Why?" },
        { "ru", "Проба", "Проба", "Почему?" },
        { "ru", "", "Trial", "Почему?" },
        { "ru", NULL, "Trial", "Почему?" },
    };
    f->rows.run.title = "Trial";
    f->rows.run.question = "Why?";
    f->rows.run.question_ru = "Почему?";
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        f->rows.run.title_ru = rows[i].title_ru;
        struct hp_model *m = hp_model_from_rows(&f->rows, rows[i].language);
        assert_string_equal(m->title, rows[i].title);
        assert_string_equal(m->question, rows[i].question);
        hp_model_free(m);
    }
    fixture_free(f);
}

/* Series of blocks that are equal share a figure with all their places; a first chunk knows what the second costs. */
static void alike_blocks_are_one(void **state)
{
    (void)state;
    static const struct {
        const char *group, *sources, *alike;
        size_t count;
        double bytes, second;
    } want[] = {
        { "first", "from a generator", "from a generator: gen/9," HP_NBSP "10", 16, 211504, 80024 },
        { "first", "from an array", "from an array: gen/9," HP_NBSP "10", 3, 80136, NAN },
        { "second", "from a generator", "from a generator: gen/9," HP_NBSP "10", 1, 80024, NAN },
    };
    struct fixture *f = fixture_new(0);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    const struct hp_m_sheet *sheet = &m->sheets[0];
    assert_int_equal(sheet->block_count, sizeof want / sizeof want[0]);
    for (size_t i = 0; i < sheet->block_count; i++) {
        const struct hp_m_blocks *b = &sheet->blocks[i];
        assert_string_equal(b->group, want[i].group);
        assert_string_equal(b->sources, want[i].sources);
        assert_string_equal(b->alike, want[i].alike);
        assert_int_equal(b->count, want[i].count);
        HP_CHECK(b->bytes == want[i].bytes, "%zu: %.0f bytes", i, b->bytes);
        HP_CHECK(b->second_bytes == want[i].second ||
                     (isnan(b->second_bytes) && isnan(want[i].second)),
                 "%zu: the second has %.0f bytes", i, b->second_bytes);
    }
    hp_model_free(m);
    fixture_free(f);
}

static void sheets_are_ordered(void **state)
{
    (void)state;
    static const char *const want[][2] = { { "this", "default" },
                                           { "this", "196608" },
                                           { "ryzen-9-5950x", "default" },
                                           { "ryzen-9-5950x", "196608" } };
    struct fixture *f = fixture_new(FIXTURE_PROFILE);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    assert_int_equal(m->sheet_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(m->sheets[i].machine, want[i][0]);
        assert_string_equal(m->sheets[i].threshold, want[i][1]);
    }
    assert_false(m->sheets[0].profile);
    assert_true(m->sheets[2].profile);
    hp_model_free(m);
    fixture_free(f);
}

static void boundaries_are_found_by_counters(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(0);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    static const double want[2][2] = { { 21243, 21244 }, { 49145, 49146 } };
    for (size_t i = 0; i < 2; i++) {
        const struct hp_m_series *s = m->sheets[i].main;
        assert_non_null(s);
        assert_true(s->points[s->below].x == want[i][0]);
        assert_true(s->points[s->below + 1].x == want[i][1]);
        assert_int_equal(s->like->runtime, 10);
        assert_non_null(m->sheets[i].main_first);
        assert_true(m->sheets[i].main_first->length == want[i][1]);
    }
    hp_model_free(m);
    fixture_free(f);
}

static const char *sentence_of(struct hp_model *m, size_t sheet)
{
    struct hp_doc doc = { .arena = m->arena, .fonts = fonts, .fmt = m->fmt };
    return hp_result_sentence(&doc, m, &m->sheets[sheet]);
}

static void sentences_follow_the_evidence(void **state)
{
    (void)state;
    static const struct {
        unsigned flags;
        size_t sheet;
        const char *want;
    } rows[] = {
        { 0, 0,
          "21,244 int instead of 21,243 put every array into the large object "
          "heap: gen2 collections rise "
          "from 0 to 1,100 per 1,000 calls. At a threshold of 196,608 bytes neither size "
          "costs a full collection." },
        { FIXTURE_TIMES, 0,
          "21,244 int instead of 21,243 put every array into the large object "
          "heap: gen2 collections rise "
          "from 0 to 1,100 per 1,000 calls, and a pass takes 2.32\xC2\xA0[2.28,\xC2\xA0"
          "2.35] times as long. With the "
          "threshold moved to 196,608 bytes both "
          "effects are gone." },
        { 0, 1,
          "49,146 int instead of 49,145 put every array into the large object "
          "heap: gen2 collections rise "
          "from 0 to 1,100 per 1,000 calls. At the default threshold of 85,000 bytes the boundary "
          "lies at 21,243 and 21,244." },
        { FIXTURE_ONE_SETTING, 0,
          "21,244 int instead of 21,243 put every array into the large object "
          "heap: gen2 collections rise "
          "from 0 to 1,100 per 1,000 calls." },
        { FIXTURE_NOT_APPLIED, 0,
          "21,244 int instead of 21,243 put every array into the large object "
          "heap: gen2 collections rise "
          "from 0 to 1,100 per 1,000 calls." },
        { FIXTURE_EMPTY, 0, "8 of 58 cases have a result; no assertion speaks of them." },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fixture *f = fixture_new(rows[i].flags);
        struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
        const char *got = sentence_of(m, rows[i].sheet);
        HP_CHECK(strcmp(got, rows[i].want) == 0, "row %zu:\n want %s\n  got %s", i, rows[i].want,
                 got);
        hp_model_free(m);
        fixture_free(f);
    }
}

static void set_values(struct hp_case_row *row, const char *metric, double value)
{
    for (size_t i = 0; i < row->series_count; i++)
        for (size_t k = 0; strcmp(row->series[i].metric, metric) == 0 && k < row->series[i].count;
             k++)
            row->series[i].values[k] = value;
}

/* One stored value changes: the printed number changes, and with it what the report says. */
static void a_changed_value_changes_the_report(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(0);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    char before[HP_SHA_HEX];
    memcpy(before, m->content_sha, sizeof before);
    hp_model_free(m);

    set_values(fixture_case(f, "chunk-array", "default", 21244, false), "gen2_per_1000", 1107);
    m = hp_model_from_rows(&f->rows, NULL);
    assert_non_null(strstr(sentence_of(m, 0), "from 0 to 1,107 per"));
    assert_string_not_equal(before, m->content_sha);
    hp_model_free(m);

    set_values(fixture_case(f, "chunk-array", "default", 21244, false), "gen2_per_1000", 0);
    m = hp_model_from_rows(&f->rows, NULL);
    const struct hp_m_series *s = m->sheets[0].main;
    assert_int_equal(s->like->runtime, 9); /* there the neighbours still differ */
    assert_true(s->points[s->below + 1].x == 21244);
    hp_model_free(m);
    fixture_free(f);
}

/* Figures draw the sweep of the pair; a size that another sweep measured stays in the tables. */
static void figures_draw_one_sweep(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(0);
    fixture_case(f, "chunk-array", "default", 25000, false)->c.sweep = "another";
    fixture_case(f, "chunk-array", "196608", 20000, false)->c.sweep = "another";
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    static const double left_out[] = { 25000, 20000 };
    for (size_t k = 0; k < 2; k++) {
        const struct hp_m_series *s = m->sheets[k].main;
        for (size_t i = 0; i < s->count; i++)
            HP_CHECK(hp_model_drawn(s, &s->points[i]) == (s->points[i].x != left_out[k]),
                     "sheet %zu: %.0f", k, s->points[i].x);
    }
    hp_model_free(m);
    fixture_free(f);
}

/* What a probe saw, and what was published, stands beside the point that it speaks of, and beside no other. */
static void figures_stand_beside_their_points(void **state)
{
    (void)state;
    static const struct {
        size_t sheet;
        double x, birth, low, high; /* NaN: none */
    } rows[] = {
        { 0, 20000, NAN, NAN, NAN }, { 0, 21243, 0, 0, 0 },   { 0, 21244, 2, 1103.52, 1110.35 },
        { 1, 21243, NAN, NAN, NAN }, { 1, 21244, NAN, 0, 0 }, { 1, 49146, 2, NAN, NAN },
    };
    struct fixture *f = fixture_new(0);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct hp_m_sheet *sheet = &m->sheets[rows[i].sheet];
        const struct hp_m_point *p = hp_model_at(sheet->main, rows[i].x);
        const struct hp_m_value birth = hp_model_birth(m, sheet, p);
        const struct hp_verdict *v = hp_model_figure(m, sheet, p, "gen2_per_1000");
        HP_CHECK(birth.present == !isnan(rows[i].birth) &&
                     (!birth.present || birth.median == rows[i].birth),
                 "row %zu: born in %g", i, birth.median);
        HP_CHECK((v != NULL) == !isnan(rows[i].low) &&
                     (v == NULL || (v->want_low == rows[i].low && v->want_high == rows[i].high)),
                 "row %zu: published %s", i, v != NULL ? v->expected : "nothing");
        assert_null(hp_model_figure(m, sheet, p, "loh_live_bytes"));
    }
    hp_model_free(m);
    fixture_free(f);
}

static void machines_of_one_range_share_a_row(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_PROFILE);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    struct hp_m_published_ratio *p = NULL;
    const struct hp_m_series *s = m->sheets[0].main;
    const struct hp_m_point *const pair[2] = { hp_model_at(s, 21243), hp_model_at(s, 21244) },
                                   *const other[2] = { hp_model_at(s, 20000), pair[1] };
    assert_int_equal(hp_model_published_ratios(m, &m->sheets[0], &m->sheets[1], pair, &p), 2);
    assert_string_equal(p[0].machines, "AMD Ryzen 9 5950X, xeon-w-2255");
    assert_true(p[0].was->want_low == 1.07 && p[0].now->want_high == 1.01 && !p[0].pair_named);
    assert_string_equal(p[1].machines, "2x-xeon-silver-4314");
    assert_int_equal(hp_model_published_ratios(m, &m->sheets[0], &m->sheets[1], other, &p), 0);
    hp_model_free(m);
    fixture_free(f);
}

/* ---- pages say what is missing ---- */

/* All texts of a document, spaces between; the caller's to free. */
static char *words_of(unsigned flags, size_t sheet)
{
    struct fixture *f = fixture_new(flags);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    struct hp_doc doc;
    struct hp_err err = { 0 };
    struct hp_text words = { 0 };
    if (hp_report_lay_out(m, &m->sheets[sheet], fonts, &doc, &err) != HP_OK)
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
    fixture_free(f);
    return kept;
}

static bool document_says(unsigned flags, size_t sheet, const char *text)
{
    char *words = words_of(flags, sheet);
    const bool found = strstr(words, text) != NULL;
    if (!found)
        print_message("%s\n", words);
    free(words);
    return found;
}

/* One noisy case widens the widest control and not what half of them see; a profile has none. */
static void controls_say_what_cannot_be_seen(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_TIMES | FIXTURE_PROFILE);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    const struct hp_m_control calm = m->sheets[0].control;
    assert_true(calm.count > 4 && calm.half_percent > 0 && calm.half_percent < 5);
    assert_int_equal(m->sheets[m->sheet_count - 1].control.count, 0);
    assert_true(isnan(m->sheets[m->sheet_count - 1].control.half_percent));
    hp_model_free(m);
    struct hp_case_row *row = fixture_case(f, "chunk-array", "default", 21244, false);
    struct hp_series *s = NULL;
    for (size_t k = 0; k < row->series_count; k++)
        if (strcmp(row->series[k].metric, "time_ns") == 0)
            s = (struct hp_series *)&row->series[k];
    double *noisy = hp_arena_get(f->arena, s->count * sizeof *noisy);
    for (size_t i = 0; i < s->count; i++)
        noisy[i] = s->values[i] * (s->rounds[i] % 2 == 0 ? 3 : 1);
    s->values = noisy;
    m = hp_model_from_rows(&f->rows, NULL);
    assert_true(m->sheets[0].control.widest.value > 2.5);
    assert_true(m->sheets[0].control.half_percent < 5);
    hp_model_free(m);
    fixture_free(f);
}

/* An interval on a handful of samples has its n in bold; equal counters may be few. */
static void few_samples_stand_out(void **state)
{
    (void)state;
    static const struct {
        bool interval, bold;
        size_t n;
    } rows[] = { { true, true, 8 }, { true, false, 9 }, { false, false, 1 } };
    struct hp_arena *arena = hp_arena_new();
    const struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_EN, arena } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct hp_verdict v = { .has_interval = rows[i].interval, .n = rows[i].n };
        HP_CHECK(hp_verdict_n(&doc, &v).bold == rows[i].bold, "row %zu", i);
    }
    hp_arena_free(arena);
}

static void missing_data_are_said(void **state)
{
    (void)state;
    static const struct {
        unsigned flags;
        size_t sheet;
        const char *text;
    } rows[] = {
        { FIXTURE_TROUBLE, 0, "incomplete: 55 of 57 cases" },
        { FIXTURE_TROUBLE, 0,
          "Incomplete: 55 of 57 cases have a result The run was interrupted. Not run to the end: "
          "1\u00a0case; the same command goes on with them. Failed: 1\u00a0case (1 of 8 launches "
          "timed out: after 60 s). No verdict uses them" },
        { FIXTURE_TROUBLE, 0, "hold so far" },
        { FIXTURE_TROUBLE, 0, "1 of 8 launches timed out: after 60 s" },
        { FIXTURE_TROUBLE, 0, "not run to its end: 3 of 8 launches" },
        { FIXTURE_TROUBLE, 0, "excluded for this heap" },
        { FIXTURE_TROUBLE, 0, "about 4\u00a0more launches of each side would decide" },
        { FIXTURE_TROUBLE, 0, "other threads of the runtime take one context" },
        { FIXTURE_TROUBLE, 0, "not determined" },
        { FIXTURE_PROFILE, 2, "no times" },
        { FIXTURE_PROFILE, 2,
          "Left out: 3\u00a0assertions that cannot speak of this machine (a machine profile gives "
          "counters, not times: 2; no case of this run has a heap \"dotnet\": 1)." },
        { 0, 0, "a claim in words that no assertion states (1)" },
        { 0, 0,
          "needs an assertion on LOH threshold, gen2 collections of probe threshold, chunk "
          "size\u00a01,000, chunks not held, .NET\u00a010" },
        { 0, 0, "needs chunk-array, chunk size\u00a01,000, chunks not held, .NET\u00a010" },
        { FIXTURE_PROFILE, 2, "profile: counters only, no times" },
        { FIXTURE_NOT_APPLIED, 0,
          "was not applied as asked: read back 85,000. The control gives no verdict." },
        { FIXTURE_NOT_APPLIED, 1, "requested 196,608, read back 85,000 bytes" },
        { FIXTURE_EMPTY, 0, "8 of 58 cases" },
        { FIXTURE_EMPTY, 0, "no result yet" },
        { FIXTURE_TIMES, 0, "now ÷ was: 0.4" },
        { FIXTURE_TIMES, 0, "published for other machines" },
        { 0, 0, "After the move the source names no pair." },
        { 0, 0, "Grey: published, 0 at 21,243; 1,103.52–1,110.35 at 21,244." },
        { 0, 1, "Grey: published, 0 at 21,244." },
        { 0, 0, "generation at birth generation 0 2 from 0 1 of 1 equal" },
        { 0, 0, "For this pair the cause of the collections is the large object threshold." },
        { FIXTURE_TIMES, 0,
          "For this pair the cause is the large object heap, not the size itself." },
        { 0, 0, "gen answers for counters, not for what crossing costs in time." },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        HP_CHECK(document_says(rows[i].flags, rows[i].sheet, rows[i].text), "row %zu: not said: %s",
                 i, rows[i].text);
}

/* What a complete run does not say, and what a profile's report does not list. */
static void nothing_is_said_without_cause(void **state)
{
    (void)state;
    static const struct {
        unsigned flags;
        size_t sheet;
        const char *text;
    } rows[] = {
        { FIXTURE_PROFILE, 0, "Incomplete" },
        { FIXTURE_PROFILE, 0, "so far" },
        { FIXTURE_PROFILE, 0, "Left out" },
        { FIXTURE_PROFILE, 2, "past the boundary a pass is slower" },
        { FIXTURE_TROUBLE, 1, "Incomplete" }, /* the other setting has all its cases */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *words = words_of(rows[i].flags, rows[i].sheet);
        HP_CHECK(strstr(words, rows[i].text) == NULL, "row %zu: said: %s", i, rows[i].text);
        free(words);
    }
}

/* On a machine a skipped claim is listed and counted; on a profile it is counted apart. */
static void profiles_leave_out_what_they_cannot_tell(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_PROFILE);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    const struct hp_m_sheet *own = &m->sheets[0], *profile = &m->sheets[2];
    assert_true(!own->profile && profile->profile);
    assert_int_equal(own->counts[HP_SKIPPED], 1);
    assert_int_equal(own->apart_count, 0);
    assert_int_equal(profile->counts[HP_SKIPPED], 0);
    assert_int_equal(profile->apart_count, 3);
    hp_model_free(m);
    fixture_free(f);
}

/* Metrics are said by their titles wherever a text of another stage names them. */
static void metrics_have_titles(void **state)
{
    (void)state;
    static const struct {
        enum hp_language language;
        const char *(*say)(const struct hp_doc *, const char *);
        const char *text, *want;
    } rows[] = {
        { HP_EN, hp_metric_values, "first_array_length 4; doublings 12",
          "first array: 4;\ndoublings: 12" },
        { HP_RU, hp_metric_values, "first_array_length 4; payload_bytes 211,056",
          "первый массив: 4;\nполезные байты: 211\u202f056" },
        { HP_RU, hp_metric_values, "doublings 12", "удвоений: 12" },
        { HP_EN, hp_metric_values, "21,243; 49,145", "21,243; 49,145" },
        { HP_EN, hp_metric_values, "<Iterator>d__39`1", "<Iterator>d__39`1" },
        { HP_EN, hp_metric_titles, "gen2_count time_ns", "gen2 collections, time" },
        { HP_EN, hp_metric_titles, "no_metric", "no_metric" },
        { HP_EN, hp_phrase, "it does not report gen2_per_1000",
          "it does not report gen2 per 1,000" },
        { HP_EN, hp_phrase, "the doublings of a claim", "the doublings of a claim" },
        { HP_EN, hp_phrase, "my_gen2_per_1000", "my_gen2_per_1000" },
        { HP_RU, hp_evidence,
          "case 7f3a chunk-array: loh_live_bytes is 12 (15 of 15 iterations equal), want 0",
          "случай 7f3a chunk-array: живое в LOH: 12 (15 из 15 показаний равны), ожидалось 0" },
        { HP_RU, hp_evidence,
          "case 12345 a size=25000\nagainst case 67890 b: time_ns is x 0.82 [0.72, 1.10] (n = 50 "
          "and 50), want x 1.47-1.95",
          "случай 12345 a size=25000\nпротив случая 67890 b: время: × 0,82 [0,72;\u00a01,10] (n = "
          "50 и 50), ожидалось × 1,47–1,95" },
        { HP_RU, hp_phrase, "cheaper from length 256", "дешевле, начиная с length 256" },
        { HP_RU, hp_evidence,
          "time_ns over length: cheaper from length 128, surely from 256, want cheaper from length "
          "257-512",
          "время по length: дешевле, начиная с length 128, наверняка с 256, ожидалось дешевле, "
          "начиная с length 257–512" },
    };
    struct hp_arena *arena = hp_arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct hp_doc doc = { .arena = arena,
                                    .fonts = fonts,
                                    .fmt = { rows[i].language, arena } };
        const char *got = rows[i].say(&doc, rows[i].text);
        HP_CHECK(strcmp(got, rows[i].want) == 0, "row %zu:\n want %s\n  got %s", i, rows[i].want,
                 got);
    }
    hp_arena_free(arena);
}

/* What the judge said of every kind of finding has no English words left; names, values and reasons that scripts
 * write themselves (after "known") are not its own. */
static void findings_are_said_in_russian(void **state)
{
    (void)state;
    static const char *const english[] = { " the ",   " is ",   " not ",   " with ", " want ",
                                           " has ",   " have ", " and ",   " of ",   " to ",
                                           "nearest", " case ", " cases ", " lie ",  " from " };
    struct hp_arena *arena = hp_arena_new();
    const struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_RU, arena } };
    char *text = hp_test_read(HP_SOURCE_DIR "/tests/golden/script/messages.txt"), *rest = NULL;
    size_t said = 0, left = 0;
    assert_non_null(text);
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        const char *own = line + strspn(line, " ");
        if (own == line || hp_starts_with(own, "known: ") || hp_starts_with(own, "marked known"))
            continue;
        const char *ru = hp_arena_print(arena, " %s ", hp_evidence(&doc, own));
        for (size_t i = 0; i < sizeof english / sizeof english[0]; i++)
            if (strstr(ru, english[i]) != NULL) {
                print_error("\"%s\" stays in\n%s\n", english[i], ru);
                left++;
            }
        said++;
    }
    assert_true(said > 40);
    assert_int_equal(left, 0);
    free(text);
    hp_arena_free(arena);
}

static void every_claim_and_figure_has_its_row(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_TROUBLE);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    struct hp_doc doc;
    struct hp_err err = { 0 };
    if (hp_report_lay_out(m, &m->sheets[0], fonts, &doc, &err) != HP_OK)
        fail_msg("%s", err.text);
    size_t claims = 0, figures = 0;
    for (size_t i = 0; i < doc.dest_count; i++) {
        claims += strncmp(doc.dests[i].name, "claim-", 6) == 0;
        figures += strncmp(doc.dests[i].name, "figure-", 7) == 0;
    }
    assert_int_equal(claims, m->sheets[0].claim_count);
    assert_int_equal(claims, 7);
    assert_int_equal(figures, m->sheets[0].published_count);
    /* a claim, and the figure that is shown without deciding */
    assert_int_equal(m->sheets[0].counts[HP_BROKEN], 2);
    assert_int_equal(m->sheets[0].counts[HP_CANNOT_TELL], 1);
    assert_int_equal(m->sheets[0].counts[HP_KNOWN], 1);
    assert_int_equal(m->sheets[0].counts[HP_SKIPPED], 1);
    assert_int_equal(m->sheets[0].counts[HP_HOLDS], 3 + 5);
    hp_doc_clear(&doc);
    hp_model_free(m);
    fixture_free(f);
}

static void a_dangling_link_is_refused(void **state)
{
    (void)state;
    struct hp_arena *arena = hp_arena_new();
    struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_EN, arena } };
    struct hp_err err = { 0 };
    hp_doc_page(&doc);
    hp_doc_dest(&doc, "here", 100);
    (void)hp_doc_link(&doc, HP_LEFT, 100, HP_START, HP_ROLE_BODY, "here", "good");
    assert_int_equal(hp_doc_check(&doc, &err), HP_OK);
    (void)hp_doc_link(&doc, HP_LEFT, 120, HP_START, HP_ROLE_BODY, "nowhere", "bad");
    assert_int_equal(hp_doc_check(&doc, &err), HP_E_STATE);
    assert_string_equal(err.text, "report: a link leads to nowhere, which is nowhere");
    hp_doc_clear(&doc);
    hp_arena_free(arena);
}

static void fonts_that_are_missing_are_named(void **state)
{
    (void)state;
    struct hp_fonts *none = NULL;
    struct hp_err err = { 0 };
    assert_int_equal(setenv("HEAPPROOF_FONTS", "/nonexistent", 1), 0);
    assert_int_equal(hp_fonts_open(&none, &err), HP_E_ENV);
    assert_int_equal(unsetenv("HEAPPROOF_FONTS"), 0);
    assert_string_equal(
        err.text,
        "font file /nonexistent/PTS55F.ttf (PT Sans) cannot be read - install it with: apt-get "
        "install fonts-paratype");
}

/* PT Sans kerns across the word space and has a thin U+202F: both are repaired, so widths add up. */
static void widths_add_up_across_spaces(void **state)
{
    (void)state;
    const double whole = hp_typeset_width(fonts, HP_ROLE_BODY, "runtime, .NET");
    const double parts = hp_typeset_width(fonts, HP_ROLE_BODY, "runtime,") +
                         hp_typeset_width(fonts, HP_ROLE_BODY, " ") +
                         hp_typeset_width(fonts, HP_ROLE_BODY, ".NET");
    HP_CHECK(fabs(whole - parts) < 0.02, "%.3f against %.3f", whole, parts);
    const double grouped = hp_typeset_width(fonts, HP_ROLE_BODY,
                                            "85\xE2\x80\xAF"
                                            "000");
    const double plain = hp_typeset_width(fonts, HP_ROLE_BODY, "85000");
    HP_CHECK(grouped - plain > 0.2 * 9.5 && grouped - plain < 0.24 * 9.5, "group mark is %.3f wide",
             grouped - plain);
}

static void text_breaks_without_hyphens(void **state)
{
    (void)state;
    struct hp_arena *arena = hp_arena_new();
    const struct hp_lines lines =
        hp_typeset_wrap(fonts, HP_ROLE_BODY,
                        "one two 4\xC2\xA0"
                        "bytes\nnext averyveryverylongidentifierwithoutanyspace",
                        90, arena);
    for (size_t i = 0; i < lines.count; i++) {
        HP_CHECK(hp_typeset_width(fonts, HP_ROLE_BODY, lines.items[i]) <= 90.01,
                 "\"%s\" is too wide", lines.items[i]);
        assert_null(strchr(lines.items[i], '-'));
    }
    assert_string_equal(lines.items[0], "one two 4\xC2\xA0"
                                        "bytes");
    assert_true(lines.count >= 4);
    hp_arena_free(arena);
}

/* "Table 3 - view NAME": NAME is a view of the store. */
static void labels_name_views_that_exist(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_TIMES | FIXTURE_TROUBLE);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    struct hp_doc doc;
    struct hp_err err = { 0 };
    size_t labels = 0;
    if (hp_report_lay_out(m, &m->sheets[0], fonts, &doc, &err) != HP_OK)
        fail_msg("%s", err.text);
    for (size_t p = 0; p < doc.page_count; p++) {
        for (size_t i = 0; i < doc.pages[p].count; i++) {
            const char *text = doc.pages[p].items[i].text;
            const char *name = text != NULL ? strstr(text, " · view ") : NULL;
            if (name == NULL)
                continue;
            name += strlen(" · view ");
            const struct hp_view *v = hp_store_views;
            while (v->name != NULL && strcmp(v->name, name) != 0)
                v++;
            HP_CHECK(v->name != NULL, "\"%s\" names no view", text);
            labels++;
        }
    }
    assert_true(labels >= 12);
    hp_doc_clear(&doc);
    hp_model_free(m);
    fixture_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sheets_are_ordered),
        cmocka_unit_test(titles_follow_the_language),
        cmocka_unit_test(alike_blocks_are_one),
        cmocka_unit_test(boundaries_are_found_by_counters),
        cmocka_unit_test(sentences_follow_the_evidence),
        cmocka_unit_test(a_changed_value_changes_the_report),
        cmocka_unit_test(figures_draw_one_sweep),
        cmocka_unit_test(figures_stand_beside_their_points),
        cmocka_unit_test(machines_of_one_range_share_a_row),
        cmocka_unit_test(controls_say_what_cannot_be_seen),
        cmocka_unit_test(few_samples_stand_out),
        cmocka_unit_test(missing_data_are_said),
        cmocka_unit_test(nothing_is_said_without_cause),
        cmocka_unit_test(profiles_leave_out_what_they_cannot_tell),
        cmocka_unit_test(metrics_have_titles),
        cmocka_unit_test(findings_are_said_in_russian),
        cmocka_unit_test(every_claim_and_figure_has_its_row),
        cmocka_unit_test(labels_name_views_that_exist),
        cmocka_unit_test(a_dangling_link_is_refused),
        cmocka_unit_test(fonts_that_are_missing_are_named),
        cmocka_unit_test(widths_add_up_across_spaces),
        cmocka_unit_test(text_breaks_without_hyphens),
    };
    return cmocka_run_group_tests(tests, open_fonts, close_fonts);
}
