/* SPDX-License-Identifier: MIT
 * Charts as scenes: do points, labels and cuts lie where a reader can tell them apart?
 */
#include "sample.h"

#include "reports/chart.h"

#include <math.h>

/* ---- the boundary chart ---- */

/* Places of the dashed boundary lines of a page. */
static size_t boundary_lines(const struct hp_scene *s, double x[8])
{
    size_t n = 0;
    for (size_t i = 0; i < s->count && n < 8; i++)
        if (s->items[i].kind == HP_PRIM_LINE && s->items[i].stroke == HP_STROKE_BOUNDARY)
            x[n++] = s->items[i].at.x;
    return n;
}

static void no_segment_crosses_the_boundary(void **state)
{
    (void)state;
    for (size_t sheet = 0; sheet < 2; sheet++) {
        struct sample s;
        open_sample(&s, FIXTURE_TIMES);
        lay_out(&s, sheet);
        const struct hp_scene *page = &s.doc.pages[1];
        double at[8];
        const size_t lines = boundary_lines(page, at);
        size_t segments = 0;
        assert_int_equal(lines, 2);
        for (size_t i = 0; i < page->count; i++) {
            const struct hp_prim *p = &page->items[i];
            if (p->kind != HP_PRIM_LINE ||
                (p->stroke != HP_STROKE_DATA && p->stroke != HP_STROKE_AXIS) || p->at.h > 1)
                continue;
            segments += p->stroke == HP_STROKE_DATA;
            HP_CHECK(p->at.x + p->at.w < at[0] || p->at.x > at[0],
                     "a segment from %.1f to %.1f crosses %.1f", p->at.x, p->at.x + p->at.w, at[0]);
        }
        assert_true(segments >= 4);
        hp_doc_clear(&s.doc);
        close_sample(&s);
    }
}

/* ---- sweep charts ---- */

static bool chart_says(double last, const char *text)
{
    struct hp_arena *arena = hp_arena_new();
    struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_EN, arena } };
    struct hp_datum data[3] = { { 100, 1, 1, 1, false, true },
                                { 400, 2, 2, 2, false, true },
                                { last, 3, 3, 3, false, true } };
    const struct hp_sweep_chart chart = { .title = "y",
                                          .x_title = "chunk size",
                                          .param = "size",
                                          .lines = { { "gen/10", data, 3 } },
                                          .line_count = 1 };
    const struct hp_area area = { HP_LEFT + 36, 200, HP_LEFT + 196, 266 };
    struct hp_text words = { 0 };
    hp_doc_page(&doc);
    hp_chart_sweep(&doc, &chart, &area);
    hp_scene_words(&doc.pages[0], &words);
    const bool says = strstr(hp_text_str(&words), text) != NULL;
    hp_text_clear(&words);
    hp_doc_clear(&doc);
    hp_arena_free(arena);
    return says;
}

static void log_axes_say_so(void **state)
{
    (void)state;
    assert_true(chart_says(10000, "chunk size, log 2\n"));
    assert_true(chart_says(1000, "chunk size\n"));
}

/* A parameter whose 0 means all has the words of tables on its axis; a count of 0 stays a figure. */
static void axes_speak_as_tables_do(void **state)
{
    (void)state;
    static const struct {
        const char *param;
        enum hp_language language;
        const char *want;
    } rows[] = { { "take", HP_EN, "\nall\n" },
                 { "take", HP_RU, "\nвсе\n" },
                 { "size", HP_EN, "\n0\n" } };
    static const struct hp_area area = { HP_LEFT + 36, 200, HP_LEFT + 196, 266 };
    static const struct hp_datum data[3] = { { 0, 1, 1, 1, false, true },
                                             { 20, 1, 1, 1, false, true },
                                             { 40, 1, 1, 1, false, true } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_arena *arena = hp_arena_new();
        struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { rows[i].language, arena } };
        struct hp_text words = { 0 };
        hp_doc_page(&doc);
        hp_text_put(&words, "\n");
        hp_chart_sweep(&doc,
                       &(struct hp_sweep_chart){ .title = "y",
                                                 .param = rows[i].param,
                                                 .lines = { { NULL, data, 3 } },
                                                 .line_count = 1 },
                       &area);
        hp_scene_words(&doc.pages[0], &words);
        HP_CHECK(strstr(hp_text_str(&words), rows[i].want) != NULL, "%s: %s", rows[i].param,
                 hp_text_str(&words));
        HP_CHECK(strstr(hp_text_str(&words), "\n20\n") != NULL, "%s: %s", rows[i].param,
                 hp_text_str(&words));
        hp_text_clear(&words);
        hp_doc_clear(&doc);
        hp_arena_free(arena);
    }
}

/* Sizes next to one another and far from the others, wide intervals, two runtimes: marks stand apart, each size is
 * named, no line runs over the cut, and names keep off whiskers. */
static void crowded_sizes_can_be_told_apart(void **state)
{
    (void)state;
    static const struct hp_datum ten[] = {
        { 20000, 1200, 1000, 1600, false, true }, { 20500, 1100, 900, 1230, false, true },
        { 21243, 1000, 860, 1130, false, true },  { 21244, 530, 350, 980, true, true },
        { 22000, 540, 400, 1500, true, true },    { 49145, 550, 360, 610, true, true },
        { 49146, 730, 500, 1440, true, true },    { 60000, 590, 490, 640, true, true },
    };
    static const struct hp_datum eight[] = { { 21243, 900, 300, 1700, false, true },
                                             { 21244, 800, 200, 1900, true, true } };
    static const char *const sizes[] = { "20,000", "20,500", "21,243", "21,244",
                                         "22,000", "49,145", "49,146", "60,000" };
    struct hp_arena *arena = hp_arena_new();
    struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_EN, arena } };
    const struct hp_sweep_chart chart = { .title = "y",
                                          .x_title = "chunk size",
                                          .param = "size",
                                          .lines = { { "gen/8", eight, 2 }, { "gen/10", ten, 8 } },
                                          .line_count = 2,
                                          .cuts = { { 21243, 21244 } },
                                          .cut_count = 1 };
    struct hp_text text = { 0 };
    double at[8], x[10];
    size_t marks = 0;
    hp_doc_page(&doc);
    hp_chart_sweep(&doc, &chart, &(struct hp_area){ HP_LEFT + 36, 200, HP_LEFT + 196, 266 });
    const struct hp_scene *page = &doc.pages[0];
    assert_int_equal(boundary_lines(page, at), 1);
    for (size_t i = 0; i < page->count; i++) {
        const struct hp_prim *p = &page->items[i];
        if (p->kind == HP_PRIM_MARK && marks < 10)
            x[marks++] = p->at.x;
        HP_CHECK(p->kind != HP_PRIM_LINE || p->stroke != HP_STROKE_DATA ||
                     (p->at.x < at[0]) == (p->at.x + p->at.w < at[0]),
                 "a line from %.1f to %.1f crosses %.1f", p->at.x, p->at.x + p->at.w, at[0]);
    }
    assert_int_equal(marks, 10);
    for (size_t i = 3; i < marks; i++)
        HP_CHECK(x[i] - x[i - 1] >= 9, "%s stands %.1f behind its neighbour", sizes[i - 2],
                 x[i] - x[i - 1]);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        HP_CHECK(text_of(page, sizes[i]) != NULL, "no %s on the axis", sizes[i]);
    assert_non_null(text_of(page, "chunk size, at equal distances"));
    HP_CHECK(hp_scene_faults(page, &text) == 0, "%s", hp_text_str(&text));
    hp_text_clear(&text);
    hp_doc_clear(&doc);
    hp_arena_free(arena);
}

/* Sizes that lie apart stay to scale, with a gap where the axis is cut. */
static void sizes_apart_stay_to_scale(void **state)
{
    (void)state;
    static const struct hp_datum data[] = {
        { 100, 0, 0, 0, false, true },
        { 200, 0, 0, 0, false, true },
        { 201, 9, 9, 9, true, true },
        { 301, 9, 9, 9, true, true },
    };
    struct hp_arena *arena = hp_arena_new();
    struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_EN, arena } };
    const struct hp_sweep_chart chart = { .title = "y",
                                          .x_title = "chunk size",
                                          .param = "size",
                                          .lines = { { "gen/10", data, 4 } },
                                          .line_count = 1,
                                          .cuts = { { 200, 201 } },
                                          .cut_count = 1 };
    double x[4];
    size_t marks = 0;
    hp_doc_page(&doc);
    hp_chart_sweep(&doc, &chart, &(struct hp_area){ HP_LEFT + 36, 200, HP_LEFT + 196, 266 });
    for (size_t i = 0; i < doc.pages[0].count && marks < 4; i++)
        if (doc.pages[0].items[i].kind == HP_PRIM_MARK)
            x[marks++] = doc.pages[0].items[i].at.x;
    assert_int_equal(marks, 4);
    HP_CHECK(fabs((x[1] - x[0]) - (x[3] - x[2])) < 0.01, "%.2f against %.2f", x[1] - x[0],
             x[3] - x[2]);
    HP_CHECK(x[2] - x[1] > 15, "the cut is %.1f wide", x[2] - x[1]);
    assert_non_null(text_of(&doc.pages[0], "chunk size"));
    hp_doc_clear(&doc);
    hp_arena_free(arena);
}

/* Each sweep chart over the boundary's parameter is cut where the run found it, the ways too that it costs
 * nothing; no line of a way that it costs something crosses it. */
static void sweep_charts_show_the_boundary(void **state)
{
    (void)state;
    for (size_t sheet = 0; sheet < 2; sheet++) {
        struct sample s;
        open_sample(&s, FIXTURE_TIMES);
        lay_out(&s, sheet);
        const char *pair = sheet == 0 ? "21,243 | 21,244" : "49,145 | 49,146";
        size_t labels = 0, lines = 0;
        for (size_t p = 0; p < s.doc.page_count; p++) {
            const struct hp_scene *page = &s.doc.pages[p];
            if (text_of(page, "gen2 collections per 1,000 calls") == NULL ||
                text_of(page, "chunk size, at equal distances") == NULL)
                continue;
            double at[8] = { 0 };
            lines += boundary_lines(page, at);
            for (size_t i = 0; i < page->count; i++) {
                const struct hp_prim *q = &page->items[i];
                labels += q->kind == HP_PRIM_TEXT && strcmp(q->text, pair) == 0;
                HP_CHECK(q->kind != HP_PRIM_LINE || q->stroke != HP_STROKE_DATA ||
                             q->ink != HP_INK_ABOVE || q->at.x > at[0],
                         "page %zu: what lies above begins at %.1f, left of the cut at %.1f", p + 1,
                         q->at.x, at[0]);
            }
        }
        /* four ways, counters and times of each */
        HP_CHECK(labels == 8 && lines == 8, "sheet %zu: %zu labels, %zu lines", sheet, labels,
                 lines);
        hp_doc_clear(&s.doc);
        close_sample(&s);
    }
}

/* Whichever neighbour is the first or the last point, its label stays on its own side of the boundary. */
static void labels_stay_on_their_side(void **state)
{
    (void)state;
    static const struct hp_datum data[] = {
        { 20000, 0, 0, 0, false, true },
        { 21243, 0, 0, 0, false, true },
        { 21244, 1100, 1100, 1100, true, true },
        { 25000, 1100, 1100, 1100, true, true },
    };
    static const struct {
        size_t from, count, below;
    } rows[] = { { 0, 4, 1 }, { 1, 2, 0 }, { 1, 3, 0 }, { 0, 3, 1 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_arena *arena = hp_arena_new();
        struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_EN, arena } };
        const struct hp_step step = { .panels = { { .title = "y",
                                                    .data = data + rows[i].from,
                                                    .count = rows[i].count,
                                                    .below = rows[i].below,
                                                    .below_label = "below: 0",
                                                    .above_label = "above: 1,100" } },
                                      .panel_count = 1,
                                      .x_title = "x",
                                      .param = "size" };
        double at[8];
        hp_doc_page(&doc);
        hp_chart_step(&doc, &step, 100);
        const struct hp_prim *below = text_of(&doc.pages[0], "below: 0"),
                             *above = text_of(&doc.pages[0], "above: 1,100");
        assert_int_equal(boundary_lines(&doc.pages[0], at), 1);
        HP_CHECK(below->at.x + below->at.w < at[0] && below->at.x > HP_LEFT,
                 "row %zu: the label below stands at %.1f, the line at %.1f", i, below->at.x,
                 at[0]);
        HP_CHECK(above->at.x > at[0] && above->at.x + above->at.w < HP_RIGHT,
                 "row %zu: the label above stands at %.1f, the line at %.1f", i, above->at.x,
                 at[0]);
        hp_doc_clear(&doc);
        hp_arena_free(arena);
    }
}

/* A note behind the longest bar ends before the addition that stands beside the bars. */
static void notes_of_bars_leave_the_addition_free(void **state)
{
    (void)state;
    struct hp_arena *arena = hp_arena_new();
    struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_EN, arena } };
    const struct hp_block_bar bars[] = {
        { .elements = "8", .bytes = "40", .value = 40 },
        { .elements = "200,000", .bytes = "400,024", .value = 400024, .note = "a note, not short" },
    };
    const struct hp_block_chart chart = { .bars = bars,
                                          .count = 2,
                                          .boundary = 85000,
                                          .boundary_label = "85,000",
                                          .head_elements = "elements",
                                          .head_bytes = "bytes",
                                          .sum = { { "asked for", "400,064", true } },
                                          .sum_count = 1,
                                          .sum_head = { "addition", "of bytes" },
                                          .alike = "" };
    hp_doc_page(&doc);
    hp_chart_blocks(&doc, &chart);
    const struct hp_prim *note = text_of(&doc.pages[0], "a note, not short"),
                         *addition = text_of(&doc.pages[0], "addition");
    HP_CHECK(note->at.x + note->at.w < addition->at.x,
             "the note ends at %.1f, the addition is at %.1f", note->at.x + note->at.w,
             addition->at.x);
    hp_doc_clear(&doc);
    hp_arena_free(arena);
}

/* A dumbbell's label never lies on its connector, which runs to the side of the other mark. */
static void labels_leave_the_connector_free(void **state)
{
    (void)state;
    static const double ratios[] = { 2, 0.6 };
    for (size_t i = 0; i < 2; i++) {
        struct hp_arena *arena = hp_arena_new();
        struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_EN, arena } };
        const struct hp_scale scale = hp_scale_log2(0.25, 4, HP_LEFT + 100, HP_LEFT + 300);
        const struct hp_datum before = { 0, ratios[i], ratios[i], ratios[i], true, true },
                              after = { 0, 1, 1, 1, false, true };
        const struct hp_plot *plots = NULL;
        hp_doc_page(&doc);
        const size_t n = hp_chart_dumbbell(&doc, &before, &after, "default", NULL, &plots);
        for (size_t k = 0; k < n; k++)
            hp_plot_draw(&doc, &plots[k], &scale, 200);
        const struct hp_prim *label = text_of(&doc.pages[0], "default");
        const double mark = hp_scale_at(&scale, ratios[i]);
        HP_CHECK(ratios[i] > 1 ? label->at.x > mark : label->at.x + label->at.w < mark,
                 "at %g the label stands at %.1f, the mark at %.1f", ratios[i], label->at.x, mark);
        hp_doc_clear(&doc);
        hp_arena_free(arena);
    }
}

/* Two values whose intervals share values stand one above the other, else in one line with a connector. */
static void dumbbells_do_not_hide_each_other(void **state)
{
    (void)state;
    static const struct {
        double low, high;
        bool apart;
    } rows[] = { { 0.9, 1.4, true }, { 1.5, 2.5, true }, { 1.6, 2.5, false } };
    const struct hp_datum after = { 0, 1.2, 0.8, 1.5, false, true };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_arena *arena = hp_arena_new();
        struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_EN, arena } };
        const struct hp_scale scale = hp_scale_log2(0.25, 4, HP_LEFT + 100, HP_LEFT + 300);
        const struct hp_datum before = { 0, rows[i].high, rows[i].low, rows[i].high, true, true };
        const struct hp_plot *plots = NULL;
        double y[2] = { 0 };
        size_t marks = 0, connectors = 0;
        hp_doc_page(&doc);
        const size_t n = hp_chart_dumbbell(&doc, &before, &after, NULL, NULL, &plots);
        for (size_t k = 0; k < n; k++)
            hp_plot_draw(&doc, &plots[k], &scale, 200);
        for (size_t k = 0; k < doc.pages[0].count; k++) {
            const struct hp_prim *p = &doc.pages[0].items[k];
            connectors += p->kind == HP_PRIM_LINE && p->stroke == HP_STROKE_CONNECTOR;
            if (p->kind == HP_PRIM_MARK && marks < 2)
                y[marks++] = p->at.y;
        }
        assert_int_equal(marks, 2);
        HP_CHECK((fabs(y[1] - y[0]) > 5) == rows[i].apart, "row %zu: marks at %.1f and %.1f", i,
                 y[0], y[1]);
        assert_int_equal(connectors, rows[i].apart ? 0 : 1);
        hp_doc_clear(&doc);
        hp_arena_free(arena);
    }
}

/* Every reading of a panel is drawn, and again in the sorted one; a stroke parts two rounds. */
static void every_reading_is_drawn(void **state)
{
    (void)state;
    static const double below[] = { 100, 90, 110, 1600, 105 }, above[] = { 200, 210, 190 };
    static const uint32_t rounds[] = { 0, 0, 1, 1, 1 };
    struct hp_arena *arena = hp_arena_new();
    struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { HP_EN, arena } };
    const struct hp_order chart = { .sides = { { "below", "a", below, rounds, 5, 105 },
                                               { "above", "b", above, rounds, 3, 200 } },
                                    .base = 105,
                                    .boundary = true,
                                    .sorted_title = "sorted" };
    hp_doc_page(&doc);
    hp_chart_order(&doc, &chart, 80);
    const struct hp_scene *s = &doc.pages[0];
    size_t marks[2] = { 0 }, strokes = 0;
    double highest = HP_PAGE_H, last_sorted = HP_PAGE_H, x_sorted = 0;
    bool climbs = true;
    for (size_t i = 0; i < s->count; i++) {
        const struct hp_prim *p = &s->items[i];
        strokes += p->kind == HP_PRIM_LINE && p->stroke == HP_STROKE_TICK && p->at.h > 70;
        if (p->kind != HP_PRIM_MARK)
            continue;
        marks[p->mark == HP_MARK_SQUARE]++;
        highest = fmin(highest, p->at.y);
        if (p->mark == HP_MARK_CIRCLE && marks[0] > 5) {
            climbs = climbs && p->at.y <= last_sorted && p->at.x > x_sorted;
            last_sorted = p->at.y, x_sorted = p->at.x;
        }
    }
    assert_int_equal(marks[0], 10);
    assert_int_equal(marks[1], 6);
    assert_int_equal(strokes, 2);
    assert_true(climbs && last_sorted == highest); /* the outlier is the last of the sorted ones */
    hp_doc_clear(&doc);
    hp_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_segment_crosses_the_boundary),
        cmocka_unit_test(log_axes_say_so),
        cmocka_unit_test(axes_speak_as_tables_do),
        cmocka_unit_test(crowded_sizes_can_be_told_apart),
        cmocka_unit_test(sizes_apart_stay_to_scale),
        cmocka_unit_test(sweep_charts_show_the_boundary),
        cmocka_unit_test(every_reading_is_drawn),
        cmocka_unit_test(labels_stay_on_their_side),
        cmocka_unit_test(notes_of_bars_leave_the_addition_free),
        cmocka_unit_test(labels_leave_the_connector_free),
        cmocka_unit_test(dumbbells_do_not_hide_each_other),
    };
    return cmocka_run_group_tests(tests, open_fonts, close_fonts);
}
