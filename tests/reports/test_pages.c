/* SPDX-License-Identifier: MIT
 * Pages as scenes: golden texts, and faults that a reader would see, over all kinds of runs and both languages.
 */
#include "sample.h"

#include "reports/pages/pages.h"

#include <math.h>

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
    FIXTURE_LONG_TITLES | FIXTURE_ONE_SETTING,
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

/* Below the last heading of a page there is something else than furniture; below the title of a section, a heading. */
static void heading_is_followed(const struct hp_doc *doc, size_t page, const char *name)
{
    const struct hp_scene *s = &doc->pages[page];
    double title = 0, heading = 0, last = 0;
    const char *inside = "";
    for (size_t i = 0; i < s->count; i++) {
        const struct hp_prim *p = &s->items[i];
        if (p->kind == HP_PRIM_TAG_BEGIN)
            inside = p->text;
        if (p->kind != HP_PRIM_TEXT || p->at.y > HP_FOOTER_RULE)
            continue;
        if (strcmp(inside, "H1") == 0)
            title = fmax(title, p->at.y);
        else if (strcmp(inside, "H2") == 0)
            heading = fmax(heading, p->at.y);
        else
            last = fmax(last, p->at.y);
    }
    NOTE(heading == 0 || last > heading + 5, "%s ends with a heading at %.1f", name, heading);
    NOTE(title == 0 || heading > title || page == 0, "%s has nothing under the title at %.1f", name,
         title);
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

/* Every page but the first, which stands alone, and the last is at least half full. */
static void page_is_filled(const struct hp_doc *doc, size_t page, const char *name)
{
    const double half = (HP_HEADER_RULE + HP_BODY_LAST) / 2;
    double last = 0;
    for (size_t i = 0; i < doc->pages[page].count; i++) {
        const struct hp_prim *p = &doc->pages[page].items[i];
        if (p->kind == HP_PRIM_TEXT && p->at.y < HP_FOOTER_RULE)
            last = fmax(last, p->at.y);
    }
    NOTE(page == 0 || page + 1 == doc->page_count || last >= half, "%s ends at %.1f", name, last);
}

static void look_at(const struct hp_doc *doc, size_t page, const char *name)
{
    page_is_filled(doc, page, name);
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
    };
    return cmocka_run_group_tests(tests, open_fonts, close_fonts);
}
