/* SPDX-License-Identifier: MIT
 * Do cells of a table ever touch, whatever they hold? And does the check for it see it when they do? Every published
 * figure of the product's own list is set in the tables of its page.
 */
#include "hp_test.h"

#include "base/file.h"
#include "fixture.h"
#include "reports/pages/pages.h"
#include "reports/report_rows.h"
#include "reports/table.h"
#include "sample_fonts.h"
#include "verdict/published_compare.h"

#include <math.h>

static void no_faults(const struct hp_doc *doc, const char *name)
{
    struct hp_text text = { 0 };
    size_t n = 0;
    for (size_t p = 0; p < doc->page_count; p++)
        n += hp_scene_faults(&doc->pages[p], &text);
    HP_CHECK(n == 0, "%s:\n%s", name, hp_text_str(&text));
    hp_text_clear(&text);
}

/* ---- the check ---- */

static size_t faults_of_two(double white, double drop, bool cells)
{
    struct hp_arena *arena = hp_arena_new();
    struct hp_scene s = { .arena = arena };
    struct hp_text text = { 0 };
    for (int i = 0; i < 2; i++) {
        if (cells)
            hp_scene_tag_begin(&s, "TD", NULL);
        hp_scene_text(&s, 100 + i * (50 + white), 200 + i * drop, 50, HP_ROLE_TABLE, HP_INK_TEXT,
                      i == 0 ? "left" : "right");
        if (cells)
            hp_scene_tag_end(&s, "TD");
    }
    const size_t n = hp_scene_faults(&s, &text);
    HP_CHECK((n > 0) == (strstr(hp_text_str(&text), "\"right\"") != NULL), "says: %s",
             hp_text_str(&text));
    hp_text_clear(&text);
    hp_scene_clear(&s);
    hp_arena_free(arena);
    return n;
}

static void touching_texts_are_found(void **state)
{
    (void)state;
    static const struct {
        double white, drop;
        bool cells;
        size_t want;
    } rows[] = {
        { -3, 0, false, 1 }, /* overlap */
        { 0, 0, false, 1 },  /* touch */
        { 1, 0, false, 1 },  /* less than a word space */
        { 3, 0, false, 0 },  /* a word space, in running text */
        { 3, 0, true, 1 },   /* between cells that is too little */
        { 5, 0, true, 0 },   /* there is a gap */
        { 0, 12, true, 0 },  /* on another line */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(faults_of_two(rows[i].white, rows[i].drop, rows[i].cells), rows[i].want);
}

/* A text from 100 to 150 on the base line 200, and an upright line. */
static void lines_through_text_are_found(void **state)
{
    (void)state;
    static const struct {
        double x, top, across, bottom;
        enum hp_stroke stroke;
        size_t want;
    } rows[] = {
        { 130, 150, 130, 250, HP_STROKE_ONE, 1 },      /* through it */
        { 130, 150, 130, 198, HP_STROKE_ONE, 1 },      /* into it */
        { 130, 250, 130, 150, HP_STROKE_ONE, 1 },      /* drawn upwards */
        { 130, 150, 130, 192, HP_STROKE_ONE, 0 },      /* ends above */
        { 130, 201, 130, 250, HP_STROKE_ONE, 0 },      /* begins below */
        { 152, 150, 152, 250, HP_STROKE_ONE, 0 },      /* beside it */
        { 130, 150, 130, 250, HP_STROKE_GRID, 0 },     /* pale: words stay readable */
        { 130, 150, 130, 250, HP_STROKE_INTERVAL, 1 }, /* a whisker */
        { 130, 150, 130, 250, HP_STROKE_BOUNDARY, 1 },
        { 90, 190, 160, 205, HP_STROKE_DATA, 1 },   /* aslant through it */
        { 90, 150, 160, 190, HP_STROKE_DATA, 0 },   /* aslant over it */
        { 90, 150, 160, 250, HP_STROKE_SLOPE, 1 },  /* from above to below */
        { 140, 150, 190, 250, HP_STROKE_SLOPE, 0 }, /* past its corner */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_arena *arena = hp_arena_new();
        struct hp_scene s = { .arena = arena };
        struct hp_text text = { 0 };
        hp_scene_line(&s, rows[i].x, rows[i].top, rows[i].across, rows[i].bottom, rows[i].stroke,
                      HP_INK_TEXT);
        hp_scene_text(&s, 100, 200, 50, HP_ROLE_TICK, HP_INK_GREY, "words");
        HP_CHECK(hp_scene_faults(&s, &text) == rows[i].want, "row %zu: %s", i, hp_text_str(&text));
        hp_text_clear(&text);
        hp_scene_clear(&s);
        hp_arena_free(arena);
    }
}

/* ---- odd cells ---- */

/* Is `text` on the page in one piece? */
static bool in_one_piece(const struct hp_doc *doc, const char *text)
{
    for (size_t i = 0; i < doc->pages[0].count; i++) {
        const struct hp_prim *p = &doc->pages[0].items[i];
        if (p->kind == HP_PRIM_TEXT && strstr(p->text, text) != NULL)
            return true;
    }
    return false;
}

/* What is wider than its column wraps or gets room from the others; nothing touches, no figure is cut. */
static void long_cells_wrap_or_get_room(void **state)
{
    (void)state;
    static const struct {
        const char *cells[4], *whole[2]; /* whole: in one piece */
    } rows[] = {
        { { "a claim", "1,103,520.25", "collections", "holds" },
          { "1,103,520.25", "collections" } },
        { { "a claim of several words", "not cheaper at any size", "per 1,000 calls", "holds" },
          { "cheaper", "1,000" } },
        { { "a claim", "12", "switches", "known deviation" }, { "deviation", "switches" } },
        { { "a claim", "cheaper from size 123,456,789", "bytes per second", "cannot tell" },
          { "123,456,789", "second" } },
        { { "averyveryverylongname_of_something_that_fits_nowhere_at_all_in_this_column", "1", "x",
            "holds" },
          { "holds", "1" } },
    };
    static const enum hp_align aligns[] = { HP_ALIGN_RIGHT, HP_ALIGN_DECIMAL };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        struct hp_arena *arena = hp_arena_new();
        struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_EN, arena } };
        struct hp_table t = {
            .column_count = 4,
            .columns = { hp_column_words("claim", 0, 300),
                         hp_column_figures("published", NULL, 290, 40, aligns[i % 2]),
                         hp_column_words("unit", 332, 30), hp_column_words("verdict", 440, 53) }
        };
        hp_doc_page(&doc);
        struct hp_row *row = hp_table_row(&t);
        for (size_t c = 0; c < 4; c++)
            row->cell[c].text = rows[i / 2].cells[c];
        row->cell[3].mark = HP_MARK_KNOWN;
        hp_table_draw(&doc, &t);
        no_faults(&doc, rows[i / 2].cells[1]);
        for (size_t w = 0; w < 2; w++)
            HP_CHECK(in_one_piece(&doc, rows[i / 2].whole[w]), "row %zu: \"%s\" is cut", i / 2,
                     rows[i / 2].whole[w]);
        hp_doc_clear(&doc);
        hp_arena_free(arena);
    }
}

/* Where a page begins inside a group, its line stands again. */
static void a_group_is_named_on_every_page(void **state)
{
    (void)state;
    struct hp_arena *arena = hp_arena_new();
    struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_EN, arena } };
    struct hp_table t = { .title = "Long",
                          .column_count = 1,
                          .columns = { hp_column_words("x", 0, 100) } };
    hp_doc_page(&doc);
    hp_table_row(&t)->group = "why not: 120";
    for (size_t i = 0; i < 120; i++)
        hp_table_row(&t)->cell[0].text = "row";
    hp_table_draw(&doc, &t);
    assert_int_equal(doc.page_count, 3);
    for (size_t p = 0; p < 3; p++) {
        struct hp_text words = { 0 };
        hp_scene_words(&doc.pages[p], &words);
        HP_CHECK(strstr(hp_text_str(&words),
                        p == 0 ? "\nwhy not: 120\n" : "\nwhy not: 120 (continued)\n") != NULL,
                 "page %zu does not name its group", p + 1);
        hp_text_clear(&words);
    }
    no_faults(&doc, "a table of three pages");
    hp_doc_clear(&doc);
    hp_arena_free(arena);
}

/* ---- every published figure ---- */

static void read_published(struct hp_arena *arena, struct hp_published **rows, size_t *count)
{
    char folder[64], path[96];
    struct hp_text csv = { 0 };
    struct hp_err err = { 0 };
    struct hp_store *store = NULL;
    assert_int_equal(hp_file_read(HP_SOURCE_DIR "/configs/published.csv", &csv, 8u << 20, &err),
                     HP_OK);
    (void)snprintf(path, sizeof path, "%s/p.db", hp_test_folder(folder));
    if (hp_store_open(path, HP_STORE_WRITE, 5000, &store, &err) != HP_OK ||
        hp_store_put_published(store, csv.text, csv.bytes, &err) != HP_OK ||
        hp_store_published(store, arena, rows, count, &err) != HP_OK)
        fail_msg("%s", err.text);
    hp_store_close(store);
    hp_text_clear(&csv);
    (void)remove(path);
    (void)rmdir(folder);
}

/* The row as if it had been judged, or, every other time, as if a case or an assertion were missing. */
static struct hp_verdict verdict_of(const struct hp_published *row, size_t nth,
                                    struct hp_arena *arena)
{
    static const char *const reasons[] = { "no case in this run",
                                           "a machine profile gives counters, not times",
                                           "a claim in words that no assertion states" };
    static const enum hp_lack lacks[] = { HP_LACKS_CASE, HP_LACKS_NOTHING, HP_LACKS_ASSERTION };
    struct hp_verdict v = { .kind = *row->kind == 'Q' || nth % 2 != 0 ? HP_SKIPPED : HP_KNOWN,
                            .script = row->id,
                            .figure = row,
                            .claim = row->title_en,
                            .claim_ru = row->title_ru,
                            .seed = row->quote_location,
                            .machine = "",
                            .threshold = "",
                            .heap = "gen",
                            .metric = row->metric,
                            .unit = row->unit,
                            .here = "",
                            .n = 1234,
                            .kind_of_check = row->kind };
    hp_published_expect(row, &v, arena);
    if (v.kind == HP_SKIPPED) {
        v.reason = reasons[nth / 2 % 3];
        v.lack = lacks[nth / 2 % 3];
        return v;
    }
    v.here = v.expected;
    v.reason = "other threads of the runtime take one context more";
    v.value = v.want_high;
    v.has_interval = *row->kind == 'R' || *row->kind == 'M';
    v.low = v.value * 0.98, v.high = v.value * 1.02;
    return v;
}

static void every_published_figure_fits(void **state)
{
    (void)state;
    struct hp_arena *arena = hp_arena_new();
    struct hp_published *rows = NULL;
    struct hp_verdicts verdicts = { 0 };
    size_t count = 0;
    read_published(arena, &rows, &count);
    assert_true(count > 300);
    for (size_t i = 0; i < 2 * count; i++)
        HP_PUSH(verdicts.items, verdicts.count, verdicts.capacity) =
            verdict_of(&rows[i / 2], i, arena);
    for (int ru = 0; ru < 2; ru++) {
        struct fixture *f = fixture_new(ru != 0 ? FIXTURE_RUSSIAN : 0);
        f->rows.published = &verdicts;
        struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
        struct hp_doc doc;
        struct hp_err err = { 0 };
        assert_int_equal(m->sheets[0].published_count, 2 * count);
        if (hp_report_lay_out(m, &m->sheets[0], fonts, &doc, &err) != HP_OK)
            fail_msg("%s", err.text);
        no_faults(&doc, ru != 0 ? "in Russian" : "in English");
        hp_doc_clear(&doc);
        hp_model_free(m);
        fixture_free(f);
    }
    hp_mem_free(verdicts.items);
    hp_arena_free(arena);
}

/* Lays out a report and looks for what runs off the page or over something else. */
static void no_faults_of(struct hp_model *m, const struct hp_m_sheet *sheet, const char *words,
                         const char *what)
{
    struct hp_doc doc;
    struct hp_err err = { 0 };
    if (hp_report_lay_out(m, sheet, fonts, &doc, &err) != HP_OK)
        fail_msg("%s", err.text);
    no_faults(&doc, what);
    HP_CHECK(in_one_piece(&doc, words), "%s: no \"%s\"", what, words);
    HP_CHECK(in_one_piece(&doc, " \\"), "%s: nothing joins its lines", what);
    hp_doc_clear(&doc);
}

/* Counts of four digits, and commands longer than a line - in words, or in a path that has no end - stay on the
 * page. */
static void page_1_holds_large_numbers(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "heapproof run /home/somebody/measurements/configs/chunk.cfg --out "
          "/home/somebody/measurements/of/november --only method=chunk-array --seed 4711",
          "heapproof run /home/somebody/measurements/configs/" },
        { "/opt/tools/heapproof/bin/heapproof run configs/chunk.cfg --db "
          "/srv/measurements-of-the-whole-department/november-2026/machine-room-2/rack-17/slot-3/"
          "node-with-a-name-that-nobody-could-shorten.example.org/attempt-0000000017/after-the-"
          "update-of-the-firmware/chunk-across-the-large-object-boundary.db --out "
          "/srv/measurements-of-the-whole-department/november-2026/machine-room-2/rack-17/slot-3/"
          "reports-of-a-night/with-everything-that-was-found/and-more",
          "--db" },
    };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        struct fixture *f = fixture_new(FIXTURE_TROUBLE | (i % 2 != 0 ? FIXTURE_RUSSIAN : 0));
        f->rows.run.command = rows[i / 2][0];
        struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
        for (int kind = 0; kind < HP_VERDICTS; kind++)
            m->sheets[0].counts[kind] = 1260;
        no_faults_of(m, &m->sheets[0], rows[i / 2][1], "page 1");
        no_faults_of(m, NULL, rows[i / 2][1], "the overview");
        hp_model_free(m);
        fixture_free(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_texts_are_found),
        cmocka_unit_test(lines_through_text_are_found),
        cmocka_unit_test(long_cells_wrap_or_get_room),
        cmocka_unit_test(a_group_is_named_on_every_page),
        cmocka_unit_test(every_published_figure_fits),
        cmocka_unit_test(page_1_holds_large_numbers),
    };
    return cmocka_run_group_tests(tests, open_fonts, close_fonts);
}
