/* SPDX-License-Identifier: MIT
 * Pages as scenes: golden texts, and faults that a reader would see, over all kinds of runs and both languages.
 */
#include "hp_test.h"

#include "fixture.h"
#include "reports/chart.h"
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

/* A run laid out: the model, and one document at a time. */
struct sample {
    struct fixture *fixture;
    struct hp_model *model;
    struct hp_doc doc;
};

static void lay_out(struct sample *s, size_t sheet)
{
    struct hp_err err = { 0 };
    const struct hp_m_sheet *which =
        sheet < s->model->sheet_count ? &s->model->sheets[sheet] : NULL;
    if (hp_report_lay_out(s->model, which, fonts, &s->doc, &err) != HP_OK)
        fail_msg("%s", err.text);
}

static void open_sample(struct sample *s, unsigned flags)
{
    *s = (struct sample){ .fixture = fixture_new(flags) };
    s->model = hp_model_from_rows(&s->fixture->rows, NULL);
}

static void close_sample(struct sample *s)
{
    hp_model_free(s->model);
    fixture_free(s->fixture);
}

static const unsigned kinds[] = {
    0,
    FIXTURE_TROUBLE,
    FIXTURE_TIMES,
    FIXTURE_TIMES | FIXTURE_TROUBLE,
    FIXTURE_ONE_SETTING,
    FIXTURE_NOT_APPLIED | FIXTURE_TIMES,
    FIXTURE_PROFILE | FIXTURE_TROUBLE,
    FIXTURE_EMPTY,
    FIXTURE_MANY_CLAIMS,
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* What is wrong with the pages looked at so far: a sentence each. */
static struct hp_text faults;
#define NOTE(condition, ...)                                                                       \
    ((condition) ? (void)0 : (hp_text_print(&faults, __VA_ARGS__), hp_text_put(&faults, "\n")))

static void look_at(const struct hp_doc *doc, size_t page, const char *name);

/* Every page of every document of every kind of run in both languages. */
static void every_page_is_sound(void **state)
{
    (void)state;
    for (size_t k = 0; k < KINDS; k++) {
        for (unsigned ru = 0; ru < 2; ru++) {
            struct sample s;
            open_sample(&s, kinds[k] | (ru != 0 ? FIXTURE_RUSSIAN : 0));
            for (size_t sheet = 0; sheet <= s.model->sheet_count; sheet++) {
                lay_out(&s, sheet);
                char name[64];
                for (size_t p = 0; p < s.doc.page_count; p++) {
                    (void)snprintf(name, sizeof name, "kind %#x %s sheet %zu page %zu", kinds[k],
                                   ru != 0 ? "ru" : "en", sheet, p + 1);
                    look_at(&s.doc, p, name);
                }
                hp_doc_clear(&s.doc);
            }
            close_sample(&s);
        }
    }
    HP_CHECK(faults.bytes == 0, "\n%s", hp_text_str(&faults));
    hp_text_clear(&faults);
}

/* Nothing overlaps or leaves the page. */
static void note_places(const struct hp_doc *doc, size_t page, const char *name)
{
    struct hp_text text = { 0 };
    const size_t n = hp_scene_faults(&doc->pages[page], &text);
    NOTE(n == 0, "%s: %s", name, hp_text_str(&text));
    hp_text_clear(&text);
}

/* Below the last heading of a page there is something else than furniture. */
static void heading_is_followed(const struct hp_doc *doc, size_t page, const char *name)
{
    const struct hp_scene *s = &doc->pages[page];
    double heading = 0, last = 0;
    bool inside = false;
    for (size_t i = 0; i < s->count; i++) {
        const struct hp_prim *p = &s->items[i];
        if (p->kind == HP_PRIM_TAG_BEGIN)
            inside = strcmp(p->text, "H2") == 0;
        if (p->kind != HP_PRIM_TEXT || p->at.y > HP_FOOTER_RULE)
            continue;
        if (inside)
            heading = fmax(heading, p->at.y);
        else
            last = fmax(last, p->at.y);
    }
    NOTE(heading == 0 || last > heading + 5, "%s ends with a heading at %.1f", name, heading);
}

static void furniture_is_there(const struct hp_doc *doc, size_t page, const char *name)
{
    struct hp_text text = { 0 };
    char number[48];
    const bool ru = doc->fmt.language == HP_RU;
    hp_scene_words(&doc->pages[page], &text);
    (void)snprintf(number, sizeof number, ru ? "стр. %zu из %zu" : "page %zu of %zu", page + 1,
                   doc->page_count);
    NOTE(strstr(hp_text_str(&text), number) != NULL, "%s lacks %s", name, number);
    NOTE(strstr(hp_text_str(&text), "2026-11-30T14-02-05") != NULL, "%s lacks the run", name);
    NOTE(strstr(hp_text_str(&text), ru ? " случаев" : " cases") != NULL, "%s lacks n of m", name);
    NOTE(page == 0 || strstr(hp_text_str(&text), ru ? "сводка" : "summary") != NULL,
         "%s lacks the way back", name);
    hp_text_clear(&text);
}

/* Every tag that a page opens it also closes, in order; figures say what they show. */
static void tags_are_closed(const struct hp_doc *doc, size_t page, const char *name)
{
    const struct hp_scene *s = &doc->pages[page];
    const char *open[16];
    size_t depth = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct hp_prim *p = &s->items[i];
        if (p->kind == HP_PRIM_TAG_BEGIN) {
            if (depth == 16)
                hp_bug("tags nest deeper than the test looks");
            NOTE(strcmp(p->text, "Figure") != 0 || (p->alt != NULL && *p->alt != '\0'),
                 "%s: a figure without words", name);
            open[depth++] = p->text;
        }
        if (p->kind == HP_PRIM_TAG_END) {
            NOTE(depth > 0 && strcmp(open[depth - 1], p->text) == 0, "%s: </%s> closes <%s>", name,
                 p->text, depth > 0 ? open[depth - 1] : "nothing");
            depth--;
        }
    }
    NOTE(depth == 0, "%s: %s stays open", name, depth > 0 ? open[depth - 1] : "");
}

static void look_at(const struct hp_doc *doc, size_t page, const char *name)
{
    note_places(doc, page, name);
    heading_is_followed(doc, page, name);
    furniture_is_there(doc, page, name);
    tags_are_closed(doc, page, name);
}

/* ---- golden ---- */

static void dump_pages(unsigned flags, size_t sheet, const char *stem, bool words_only)
{
    struct sample s;
    open_sample(&s, flags);
    lay_out(&s, sheet < s.model->sheet_count ? sheet : s.model->sheet_count);
    for (size_t p = 0; p < s.doc.page_count; p++) {
        struct hp_text text = { 0 };
        char name[96];
        if (words_only)
            hp_scene_words(&s.doc.pages[p], &text);
        else
            hp_scene_dump(&s.doc.pages[p], &text);
        (void)snprintf(name, sizeof name, "reports/%s-%02zu.txt", stem, p + 1);
        hp_test_golden(name, hp_text_str(&text));
        hp_text_clear(&text);
    }
    hp_doc_clear(&s.doc);
    close_sample(&s);
}

static void scenes_of_a_sheet(void **state)
{
    (void)state;
    dump_pages(FIXTURE_TROUBLE, 0, "default-en", false);
}

static void words_of_a_sheet_in_russian(void **state)
{
    (void)state;
    dump_pages(FIXTURE_TROUBLE | FIXTURE_TIMES | FIXTURE_RUSSIAN, 1, "moved-ru", true);
}

static void scenes_of_the_overview(void **state)
{
    (void)state;
    dump_pages(FIXTURE_TROUBLE | FIXTURE_PROFILE, SIZE_MAX, "overview-en", false);
}

/* A machine of more processors whose way allocates nothing at the lower sizes. */
static void machines_that_differ(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_PROFILE);
    for (size_t i = 0; i < f->rows.case_count; i++) {
        struct hp_case_row *row = &f->cases[i];
        if (strcmp(row->c.machine, "this") == 0)
            continue;
        row->c.processors = 32;
        for (size_t k = 0; k < row->series_count; k++)
            for (size_t n = 0;
                 strcmp(row->series[k].metric, "allocated_bytes") == 0 && n < row->series[k].count;
                 n++)
                row->series[k].values[n] = 0;
    }
    for (int russian = 0; russian < 2; russian++) {
        struct sample s = { .model = hp_model_from_rows(&f->rows, russian ? "ru" : "en") };
        struct hp_text text = { 0 };
        lay_out(&s, SIZE_MAX);
        for (size_t p = 0; p < s.doc.page_count; p++) {
            look_at(&s.doc, p, "machines that differ");
            if (russian)
                hp_scene_words(&s.doc.pages[p], &text);
            else
                hp_scene_dump(&s.doc.pages[p], &text);
        }
        hp_test_golden(russian ? "reports/machines-ru.txt" : "reports/machines-en.txt",
                       hp_text_str(&text));
        hp_text_clear(&text);
        hp_doc_clear(&s.doc);
        hp_model_free(s.model);
    }
    fixture_free(f);
}

/* ---- tables ---- */

static void tables_repeat_their_head(void **state)
{
    (void)state;
    struct sample s;
    size_t continued = 0, rows = 0;
    open_sample(&s, FIXTURE_MANY_CLAIMS);
    lay_out(&s, 0);
    for (size_t p = 0; p < s.doc.page_count; p++) {
        struct hp_text text = { 0 };
        hp_scene_words(&s.doc.pages[p], &text);
        if (strstr(hp_text_str(&text), "(continued)") != NULL &&
            strstr(hp_text_str(&text), "All claims") != NULL) {
            continued++;
            assert_non_null(strstr(hp_text_str(&text), "\nverdict\nclaim\n"));
        }
        for (const char *at = hp_text_str(&text);
             (at = strstr(at, "hp.equal(case.allocated_bytes")) != NULL; at++)
            rows++;
        hp_text_clear(&text);
    }
    assert_true(continued >= 2);
    assert_int_equal(rows, 60);
    hp_doc_clear(&s.doc);
    close_sample(&s);
}

/* Decimal marks of a column stand in one line, whatever follows them. */
static void figures_stand_on_their_mark(void **state)
{
    (void)state;
    static const char *const values[] = { "1,043.30", "0.57", "24", "2,483.905" };
    for (enum hp_language language = HP_EN; language <= HP_RU; language++) {
        struct hp_arena *arena = hp_arena_new();
        struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { language, arena } };
        struct hp_table t = { .column_count = 1,
                              .columns = {
                                  { .head = "x", .x = 0, .w = 100, .align = HP_ALIGN_DECIMAL } } };
        hp_doc_page(&doc);
        for (size_t i = 0; i < 4; i++)
            hp_table_row(&t)->cell[0].text = hp_num_local(&doc.fmt, values[i]);
        hp_table_draw(&doc, &t);
        double mark = NAN;
        const struct hp_scene *s = &doc.pages[0];
        for (size_t i = 0; i < s->count; i++) {
            const struct hp_prim *p = &s->items[i];
            if (p->kind != HP_PRIM_TEXT || p->role != HP_ROLE_TABLE)
                continue;
            const double at = p->at.x + p->at.w -
                              hp_doc_width(&doc, HP_ROLE_TABLE, hp_num_mark(&doc.fmt, p->text));
            HP_CHECK(isnan(mark) || fabs(at - mark) < 0.05, "\"%s\" stands at %.3f, not %.3f",
                     p->text, at, mark);
            mark = at;
        }
        HP_CHECK(!isnan(mark), "no figure was set");
        hp_doc_clear(&doc);
        hp_arena_free(arena);
    }
}

/* ---- listings ---- */

/* The words of the listing on a page, in order; the baseline and left edge of each line. */
static void read_listing(const struct hp_scene *s, struct hp_text *words, double *deepest)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct hp_prim *p = &s->items[i];
        if (p->kind != HP_PRIM_TEXT || p->role != HP_ROLE_CODE_SMALL || p->ink == HP_INK_GREY)
            continue;
        hp_text_print(words, "%s ", p->text + strspn(p->text, " "));
        *deepest = fmax(*deepest, p->at.x);
        HP_CHECK(p->at.x + p->at.w <= HP_RIGHT + 0.1, "a line ends at %.1f: %s", p->at.x + p->at.w,
                 p->text);
    }
}

/* A text of several pages with lines that do not fit: broken at spaces, what follows hangs a tab deeper than the
 * line began, nothing is lost, and each page says whose text it is. */
static void listings_hang_and_say_their_name(void **state)
{
    (void)state;
    enum { LINES = 200 };
    struct sample s;
    struct hp_text text = { 0 }, want = { 0 }, got = { 0 };
    for (int i = 0; i < LINES; i++) {
        hp_text_print(&text, "    -- line %d\n\n", i);
        hp_text_print(&want, "-- line %d ", i);
        for (int k = 0; i % 10 == 0 && k < 20; k++) {
            hp_text_print(&text, "%sname%d.of.a.field", k == 0 ? "        " : " ", k);
            hp_text_print(&want, "name%d.of.a.field ", k);
        }
        hp_text_put(&text, "\n");
    }
    open_sample(&s, 0);
    const struct hp_content_row content = {
        { "script", "lua/long.lua", hp_text_str(&text), text.bytes }, "aa11"
    };
    s.fixture->rows.contents = &content;
    s.fixture->rows.content_count = 1;
    lay_out(&s, 0);
    double deepest = 0;
    size_t named = 0, pages = 0;
    for (size_t p = 0; p < s.doc.page_count; p++) {
        struct hp_text words = { 0 };
        const size_t before = got.bytes;
        hp_scene_words(&s.doc.pages[p], &words);
        read_listing(&s.doc.pages[p], &got, &deepest);
        pages += got.bytes > before;
        named +=
            got.bytes > before && strstr(hp_text_str(&words), "lua/long.lua\n(continued)") != NULL;
        hp_text_clear(&words);
    }
    assert_string_equal(hp_text_str(&got), hp_text_str(&want));
    assert_true(pages >= 3);
    assert_int_equal(named, pages - 1);
    const double cell = hp_doc_width(&s.doc, HP_ROLE_CODE_SMALL, "0");
    HP_CHECK(fabs(deepest - (HP_LEFT + 28 + 12 * cell)) < 0.1, "what hangs begins at %.1f",
             deepest);
    hp_doc_clear(&s.doc);
    close_sample(&s);
    hp_text_clear(&text);
    hp_text_clear(&want);
    hp_text_clear(&got);
}

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

/* The text of a scene that is `words`, or NULL. */
static const struct hp_prim *text_of(const struct hp_scene *s, const char *words)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i].kind == HP_PRIM_TEXT && strcmp(s->items[i].text, words) == 0)
            return &s->items[i];
    return NULL;
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
    static const struct hp_scale x = { HP_SCALE_LINEAR, 0, 40, HP_LEFT + 36, HP_LEFT + 196 };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_arena *arena = hp_arena_new();
        struct hp_doc doc = { .arena = arena, .fonts = fonts, .fmt = { rows[i].language, arena } };
        struct hp_text words = { 0 };
        hp_doc_page(&doc);
        hp_text_put(&words, "\n");
        hp_chart_x_ticks(&doc, &area, &x, 4, rows[i].param);
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
                text_of(page, "chunk size") == NULL)
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
        cmocka_unit_test(every_page_is_sound),
        cmocka_unit_test(scenes_of_a_sheet),
        cmocka_unit_test(words_of_a_sheet_in_russian),
        cmocka_unit_test(scenes_of_the_overview),
        cmocka_unit_test(machines_that_differ),
        cmocka_unit_test(tables_repeat_their_head),
        cmocka_unit_test(figures_stand_on_their_mark),
        cmocka_unit_test(listings_hang_and_say_their_name),
        cmocka_unit_test(no_segment_crosses_the_boundary),
        cmocka_unit_test(log_axes_say_so),
        cmocka_unit_test(axes_speak_as_tables_do),
        cmocka_unit_test(sweep_charts_show_the_boundary),
        cmocka_unit_test(every_reading_is_drawn),
        cmocka_unit_test(labels_stay_on_their_side),
        cmocka_unit_test(notes_of_bars_leave_the_addition_free),
        cmocka_unit_test(labels_leave_the_connector_free),
    };
    return cmocka_run_group_tests(tests, open_fonts, close_fonts);
}
