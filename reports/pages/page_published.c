/* SPDX-License-Identifier: MIT
 * Do the published figures come out here? Exact ones, ranges and ratios, and what cannot be compared on this
 * machine, in the order of the study. Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/pages.h"
#include "verdict/published_compare.h"

#include <math.h>
#include <string.h>

enum shelf { EXACT, RANGES, IN_WORDS, NOT_COMPARED };

/* The worst verdict of the sheet on one of the checks that state a claim in words; `at` is what is left of
 * their texts and moves past the first of them. NULL: the sheet has none of that text. */
static const struct hp_verdict *next_check(const struct hp_m_sheet *sheet, const char **at)
{
    const char *end = strstr(*at, " | "), *text = *at;
    const size_t n = end != NULL ? (size_t)(end - text) : strlen(text);
    *at = end != NULL ? end + 3 : text + n;
    for (size_t i = 0; i < sheet->claim_count; i++)
        if (strlen(sheet->claims[i]->claim) == n && strncmp(sheet->claims[i]->claim, text, n) == 0)
            return sheet->claims[i];
    return NULL;
}

static bool has_check(const struct hp_m_sheet *sheet, const struct hp_verdict *v)
{
    for (const char *at = v->answered_by; at != NULL && *at != '\0';)
        if (next_check(sheet, &at) != NULL)
            return true;
    return false;
}

static enum shelf shelf_of(const struct hp_m_sheet *sheet, const struct hp_verdict *v)
{
    if (v->kind == HP_SKIPPED)
        return has_check(sheet, v) ? IN_WORDS : NOT_COMPARED;
    return strcmp(v->kind_of_check, "D") == 0 ? EXACT : RANGES;
}

static size_t count_on(const struct hp_m_sheet *sheet, enum shelf shelf, bool holding)
{
    size_t n = 0;
    for (size_t i = 0; i < sheet->published_count; i++)
        n += shelf_of(sheet, sheet->published[i]) == shelf &&
             (!holding || sheet->published[i]->kind == HP_HOLDS);
    return n;
}

/* In the order of the study, which is the order of the rows that were judged. */
static const struct hp_verdict *in_order(const struct hp_m_sheet *sheet, enum shelf shelf,
                                         const struct hp_verdict *after)
{
    const struct hp_verdict *next = NULL;
    for (size_t i = 0; i < sheet->published_count; i++) {
        const struct hp_verdict *v = sheet->published[i];
        if (shelf_of(sheet, v) == shelf && (after == NULL || v > after) &&
            (next == NULL || v < next))
            next = v;
    }
    return next;
}

/* Was the figure judged on another heap of the sheet as well? */
static bool on_several_heaps(const struct hp_m_sheet *sheet, const struct hp_verdict *v)
{
    for (size_t i = 0; i < sheet->published_count; i++) {
        const struct hp_verdict *o = sheet->published[i];
        if (o->figure == v->figure && strcmp(o->script, v->script) == 0 &&
            strcmp(o->heap, v->heap) != 0)
            return true;
    }
    return false;
}

/* "story 2, threshold report; conclusions" without what follows a comma: the table names the story. The heap, where
 * several of them have the figure. */
const char *hp_figure_place(const struct hp_doc *doc, const struct hp_m_sheet *sheet,
                            const struct hp_verdict *v)
{
    struct hp_text out = { 0 };
    for (const char *at = v->seed != NULL ? v->seed : ""; *at != '\0';) {
        const size_t part = strcspn(at, ";"), kept = strcspn(at, ",;");
        hp_text_put_n(&out, at, kept);
        at += part;
        if (*at == ';') {
            hp_text_put(&out, ";");
            at++;
        }
    }
    const char *text = hp_study_place(doc, hp_text_str(&out));
    hp_text_clear(&out);
    return *v->heap != '\0' && on_several_heaps(sheet, v)
               ? hp_arena_print(doc->arena, "%s · %s", text, v->heap)
               : text;
}

static const char *unit_of(struct hp_doc *doc, const struct hp_verdict *v)
{
    return v->unit != NULL ? hp_words_unit(doc->fmt.language, v->unit) : "";
}

static const char *difference(struct hp_doc *doc, const struct hp_verdict *v)
{
    if (isnan(v->value) || isnan(v->want_low) || v->want_low != v->want_high)
        return HP_DASH;
    return hp_num_signed(&doc->fmt, v->value - v->want_low, 0);
}

/* What the published figure asks of the one here. */
static const char *rule_of(struct hp_doc *doc, const struct hp_verdict *v)
{
    const double slack = v->figure != NULL ? hp_published_slack(v->figure) : 0;
    if (slack > 0)
        return hp_say(doc, HP_W_RULE_SLACK,
                      hp_num_local(&doc->fmt, hp_arena_print(doc->arena, "%g", slack * 100)));
    return hp_say(doc, v->want_low < v->want_high ? HP_W_RULE_WITHIN : HP_W_RULE_EQUAL);
}

static void verdict_cell(struct hp_doc *doc, struct hp_cell *cell, const struct hp_verdict *v)
{
    *cell = (struct hp_cell){ .text = hp_words(doc->fmt.language, hp_verdict_word(v->kind)),
                              .mark = hp_verdict_mark(v->kind),
                              .bold = v->kind == HP_BROKEN };
}

static void exact_row(struct hp_doc *doc, struct hp_table *t, const struct hp_m_sheet *sheet,
                      const struct hp_verdict *v)
{
    struct hp_row *row = hp_table_row(t);
    row->dest = hp_verdict_dest(doc, sheet, v);
    row->cell[0] =
        (struct hp_cell){ .text = hp_verdict_claim(doc, v), .bold = v->kind == HP_BROKEN };
    row->cell[1].text = hp_figure_place(doc, sheet, v);
    row->cell[2].text = unit_of(doc, v);
    row->cell[3].text = hp_verdict_expected(doc, v);
    row->cell[4].text = rule_of(doc, v);
    row->cell[5].text = hp_verdict_here(doc, v);
    row->cell[6].text = difference(doc, v);
    row->cell[7].text = hp_num_count(&doc->fmt, (double)v->n);
    verdict_cell(doc, &row->cell[8], v);
    row->tint = v->kind == HP_BROKEN;
    if (v->kind != HP_HOLDS)
        row->second = hp_verdict_second(doc, v);
}

/* Rows of one story are a group: their places begin alike. */
static bool same_story(const struct hp_verdict *a, const struct hp_verdict *b)
{
    const char *x = a->seed != NULL ? a->seed : "", *y = b->seed != NULL ? b->seed : "";
    const size_t n = strcspn(x, ",;");
    return n == strcspn(y, ",;") && strncmp(x, y, n) == 0;
}

static bool is_name(const struct hp_verdict *v)
{
    return v->unit != NULL && strcmp(v->unit, "text") == 0;
}

static void draw_exact(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    struct hp_table t = {
        .title = hp_say(doc, HP_W_EXACT_FIGURES),
        .note = hp_say(doc, HP_W_EXACT_NOTE),
        .view = "published",
        .column_count = 9,
        .second_width = 400,
        .columns = { hp_column_words(hp_say(doc, HP_W_CLAIM), 0, 114),
                     { .head = hp_say(doc, HP_W_WHERE), .x = 120, .w = 54, .grey = true },
                     { .head = hp_say(doc, HP_W_UNIT), .x = 180, .w = 48, .grey = true },
                     hp_column_figures(hp_say(doc, HP_W_PUBLISHED), NULL, 234, 48,
                                       HP_ALIGN_DECIMAL),
                     { .head = hp_say(doc, HP_W_RULE), .x = 288, .w = 38, .grey = true },
                     hp_column_figures(hp_say(doc, HP_W_HERE), NULL, 332, 42, HP_ALIGN_DECIMAL),
                     hp_column_figures(hp_say(doc, HP_W_DIFFERENCE), NULL, 380, 22, HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_N), NULL, 408, 12, HP_ALIGN_RIGHT),
                     hp_column_words(hp_say(doc, HP_W_VERDICT), 426, 67.3) },
    };
    const struct hp_verdict *before = NULL;
    for (const struct hp_verdict *v = in_order(sheet, EXACT, NULL); v != NULL;
         v = in_order(sheet, EXACT, v)) {
        if (is_name(v))
            continue;
        if (before != NULL && !same_story(before, v))
            t.rows[t.row_count - 1].rule = true;
        exact_row(doc, &t, sheet, v);
        before = v;
    }
    if (t.row_count == 0)
        return;
    t.foot = hp_arena_print(doc->arena, "%s %s", hp_say(doc, HP_W_ZERO_NOTE),
                            hp_say(doc, HP_W_RULE_NOTE));
    hp_table_draw(doc, &t);
}

static void name_row(struct hp_doc *doc, struct hp_table *t, const struct hp_m_sheet *sheet,
                     const struct hp_verdict *v)
{
    const char *want = hp_verdict_expected(doc, v), *here = hp_verdict_here(doc, v);
    struct hp_row *row = hp_table_row(t);
    row->dest = hp_verdict_dest(doc, sheet, v);
    row->cell[0] =
        (struct hp_cell){ .text = hp_verdict_claim(doc, v), .bold = v->kind == HP_BROKEN };
    row->cell[1].text = hp_figure_place(doc, sheet, v);
    row->cell[2].text = want;
    row->cell[3].text = strcmp(want, here) == 0 ? hp_say(doc, HP_W_THE_SAME) : here;
    row->cell[4].text = hp_num_count(&doc->fmt, (double)v->n);
    verdict_cell(doc, &row->cell[5], v);
    row->tint = v->kind == HP_BROKEN;
    if (v->kind != HP_HOLDS)
        row->second = hp_verdict_second(doc, v);
}

/* Names of types: too long for columns of figures. */
static void draw_names(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    struct hp_table t = {
        .title = hp_say(doc, HP_W_EXACT_NAMES),
        .note = hp_say(doc, HP_W_EXACT_NOTE),
        .view = "published",
        .column_count = 6,
        .second_width = 400,
        .columns = { hp_column_words(hp_say(doc, HP_W_CLAIM), 0, 128),
                     { .head = hp_say(doc, HP_W_WHERE), .x = 134, .w = 48, .grey = true },
                     hp_column_words(hp_say(doc, HP_W_PUBLISHED), 188, 146),
                     hp_column_words(hp_say(doc, HP_W_HERE), 340, 60),
                     hp_column_figures(hp_say(doc, HP_W_N), NULL, 404, 14, HP_ALIGN_RIGHT),
                     hp_column_words(hp_say(doc, HP_W_VERDICT), 426, 67.3) },
    };
    for (const struct hp_verdict *v = in_order(sheet, EXACT, NULL); v != NULL;
         v = in_order(sheet, EXACT, v))
        if (is_name(v))
            name_row(doc, &t, sheet, v);
    if (t.row_count > 0)
        hp_table_draw(doc, &t);
}

/* ---- ranges and ratios ---- */

static bool on_log_axis(const struct hp_verdict *v)
{
    return strcmp(v->unit != NULL ? v->unit : "", "ratio") == 0 && isfinite(v->want_low) &&
           v->want_low > 0;
}

/* Claim, published, rule, here, its interval and the verdict; between published and rule a unit, or for ratios
 * their place on the axis behind the rule. */
struct range_columns {
    size_t unit, published, rule, plot, here, interval, verdict;
};
static const struct range_columns
    with_plot = { .published = 1, .rule = 2, .plot = 3, .here = 4, .interval = 5, .verdict = 6 },
    with_unit = { .unit = 1, .published = 2, .rule = 3, .here = 4, .interval = 5, .verdict = 6 };

static void range_row(struct hp_doc *doc, struct hp_table *t, const struct range_columns *at,
                      const struct hp_m_sheet *sheet, const struct hp_verdict *v)
{
    struct hp_row *row = hp_table_row(t);
    const struct hp_datum here = { 0,
                                   v->value,
                                   v->has_interval ? v->low : v->value,
                                   v->has_interval ? v->high : v->value,
                                   false,
                                   isfinite(v->value) };
    const int decimals = hp_num_decimals(v->low, v->high);
    row->dest = hp_verdict_dest(doc, sheet, v);
    row->cell[0] =
        (struct hp_cell){ .text = hp_verdict_claim(doc, v), .bold = v->kind == HP_BROKEN };
    if (at->unit > 0)
        row->cell[at->unit].text = unit_of(doc, v);
    row->cell[at->published].text = hp_verdict_expected(doc, v);
    row->cell[at->rule].text = rule_of(doc, v);
    if (at->plot > 0)
        row->cell[at->plot].plot_count =
            hp_chart_range(doc, v->want_low, v->want_high, &here, &row->cell[at->plot].plots);
    row->cell[at->here].text =
        v->has_interval ? hp_num_fixed(&doc->fmt, v->value, decimals) : hp_verdict_here(doc, v);
    row->cell[at->interval].text =
        v->has_interval ? hp_num_interval(&doc->fmt, v->low, v->high, decimals) : NULL;
    verdict_cell(doc, &row->cell[at->verdict], v);
    row->second = hp_arena_print(doc->arena, "%s · n" HP_NBSP "=" HP_NBSP "%s",
                                 hp_verdict_second(doc, v), hp_num_count(&doc->fmt, (double)v->n));
    row->tint = v->kind == HP_BROKEN;
    row->rule = true;
}

/* What the panel of ratios spans. */
static struct hp_scale ratio_scale(const struct hp_m_sheet *sheet, double from, double to)
{
    double low = 0.5, high = 2;
    for (size_t i = 0; i < sheet->published_count; i++) {
        const struct hp_verdict *v = sheet->published[i];
        if (shelf_of(sheet, v) != RANGES || !on_log_axis(v))
            continue;
        low = fmin(low, isfinite(v->low) && v->low > 0 ? fmin(v->low, v->want_low) : v->want_low);
        high = fmax(high, isfinite(v->high) ? fmax(v->high, v->want_high) : v->want_high);
    }
    return hp_scale_log2(low, high, from, to);
}

/* Rows of one form, then the table; `foot` below it. */
static void fill_ranges(struct hp_doc *doc, const struct hp_m_sheet *sheet, struct hp_table *t,
                        const struct range_columns *at)
{
    for (const struct hp_verdict *v = in_order(sheet, RANGES, NULL); v != NULL;
         v = in_order(sheet, RANGES, v))
        if (on_log_axis(v) == (at->plot > 0))
            range_row(doc, t, at, sheet, v);
    if (t->row_count > 0)
        hp_table_draw(doc, t);
}

static void draw_ratios(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    enum { LEFT = 208, WIDE = 116, WHITE = 5 };
    const struct hp_scale scale =
        ratio_scale(sheet, HP_LEFT + LEFT + WHITE, HP_LEFT + LEFT + WIDE - WHITE);
    const struct hp_ticks ticks = hp_scale_ticks(&scale, 7);
    struct hp_table t = {
        .title = hp_say(doc, HP_W_RATIOS),
        .note = hp_say(doc, HP_W_RATIOS_NOTE),
        .foot = hp_say(doc, HP_W_RANGE_NOTE),
        .view = "published",
        .column_count = 7,
        .second_width = 198,
        .columns = { hp_column_words(hp_say(doc, HP_W_CLAIM), 0, 112),
                     hp_column_figures(hp_say(doc, HP_W_PUBLISHED), NULL, 116, 50, HP_ALIGN_RIGHT),
                     { .head = hp_say(doc, HP_W_RULE), .x = 172, .w = 34, .grey = true },
                     hp_column_plots(NULL, LEFT, WIDE, &scale, &ticks),
                     hp_column_figures(hp_say(doc, HP_W_HERE), NULL, 328, 32, HP_ALIGN_DECIMAL),
                     hp_column_words(hp_say(doc, HP_W_INTERVAL95), 364, 56),
                     hp_column_words(hp_say(doc, HP_W_VERDICT), 421, 72.3) },
    };
    fill_ranges(doc, sheet, &t, &with_plot);
}

static void draw_ranges(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    struct hp_table t = {
        .title = hp_say(doc, HP_W_RANGES),
        .note = hp_say(doc, HP_W_RANGES_SHOWN),
        .foot = hp_say(doc, HP_W_RULE_NOTE),
        .view = "published",
        .column_count = 7,
        .second_width = 320,
        .columns = { hp_column_words(hp_say(doc, HP_W_CLAIM), 0, 146),
                     { .head = hp_say(doc, HP_W_UNIT), .x = 152, .w = 56, .grey = true },
                     hp_column_figures(hp_say(doc, HP_W_PUBLISHED), NULL, 214, 70, HP_ALIGN_RIGHT),
                     { .head = hp_say(doc, HP_W_RULE), .x = 292, .w = 34, .grey = true },
                     hp_column_figures(hp_say(doc, HP_W_HERE), NULL, 328, 42, HP_ALIGN_DECIMAL),
                     hp_column_words(hp_say(doc, HP_W_INTERVAL95), 374, 46),
                     hp_column_words(hp_say(doc, HP_W_VERDICT), 421, 72.3) },
    };
    fill_ranges(doc, sheet, &t, &with_unit);
}

/* ---- claims in words ---- */

/* "lua/chunk.lua:143, :150; page 14", linked to the worst of them. */
static void word_row(struct hp_doc *doc, struct hp_table *t, const struct hp_m_sheet *sheet,
                     const struct hp_verdict *v)
{
    struct hp_text lines = { 0 };
    const struct hp_verdict *worst = NULL, *last = NULL;
    for (const char *at = v->answered_by; *at != '\0';) {
        const struct hp_verdict *check = next_check(sheet, &at);
        if (check == NULL)
            continue;
        if (last != NULL && strcmp(last->script, check->script) == 0)
            hp_text_print(&lines, ", :%d", check->line);
        else
            hp_text_print(&lines, "%s%s:%d", last != NULL ? ", " : "", check->script, check->line);
        last = check;
        worst = worst == NULL || check->kind < worst->kind ? check : worst;
    }
    if (worst == NULL)
        hp_bug("a claim without its assertion is not on this shelf");
    struct hp_row *row = hp_table_row(t);
    const char *dest = hp_verdict_dest(doc, sheet, worst);
    row->dest = hp_verdict_dest(doc, sheet, v);
    row->cell[0] =
        (struct hp_cell){ .text = hp_verdict_claim(doc, v), .bold = worst->kind == HP_BROKEN };
    row->cell[1].text = hp_figure_place(doc, sheet, v);
    row->cell[2] =
        (struct hp_cell){ .text = hp_say(doc, HP_W_LINE_AND_PAGE, hp_text_str(&lines),
                                         hp_num_count(&doc->fmt, hp_doc_page_of(doc, dest))),
                          .link = dest };
    verdict_cell(doc, &row->cell[3], worst);
    row->tint = worst->kind == HP_BROKEN;
    hp_text_clear(&lines);
}

static void draw_words(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    struct hp_table t = {
        .title = hp_say(doc, HP_W_IN_WORDS),
        .note = hp_say(doc, HP_W_IN_WORDS_NOTE),
        .view = "published",
        .column_count = 4,
        .columns = { hp_column_words(hp_say(doc, HP_W_CLAIM), 0, 196),
                     { .head = hp_say(doc, HP_W_WHERE), .x = 202, .w = 84, .grey = true },
                     hp_column_words(hp_say(doc, HP_W_ASSERTION), 292, 124),
                     hp_column_words(hp_say(doc, HP_W_VERDICT), 421, 72.3) },
    };
    for (const struct hp_verdict *v = in_order(sheet, IN_WORDS, NULL); v != NULL;
         v = in_order(sheet, IN_WORDS, v))
        word_row(doc, &t, sheet, v);
    if (t.row_count > 0)
        hp_table_draw(doc, &t);
}

/* ---- not compared ---- */

static void draw_rest(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet)
{
    struct hp_not_compared rest = { .compared = count_on(sheet, EXACT, false) +
                                                count_on(sheet, RANGES, false) +
                                                count_on(sheet, IN_WORDS, false) };
    rest.items = hp_arena_get(doc->arena, (count_on(sheet, NOT_COMPARED, false) + 1) *
                                              sizeof(struct hp_verdict *));
    for (const struct hp_verdict *v = in_order(sheet, NOT_COMPARED, NULL); v != NULL;
         v = in_order(sheet, NOT_COMPARED, v))
        rest.items[rest.count++] = v;
    if (rest.count > 0)
        hp_page_not_compared(doc, model, sheet, &rest);
}

/* ---- the page ---- */

/* What there is of each kind, and how much of it agrees; nothing about what there is not. */
static const char *lead_of(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    static const struct {
        enum shelf shelf;
        enum hp_word word;
    } parts[] = { { EXACT, HP_W_PUBLISHED_EXACT },
                  { RANGES, HP_W_PUBLISHED_RANGES },
                  { IN_WORDS, HP_W_PUBLISHED_IN_WORDS },
                  { NOT_COMPARED, HP_W_PUBLISHED_REST } };
    const char *lead = "";
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const size_t all = count_on(sheet, parts[i].shelf, false),
                     held = count_on(sheet, parts[i].shelf, true);
        if (all > 0)
            lead = hp_arena_print(doc->arena, "%s%s%s", lead, *lead != '\0' ? " " : "",
                                  hp_say(doc, parts[i].word, hp_num_count(&doc->fmt, (double)all),
                                         hp_num_count(&doc->fmt, (double)held)));
    }
    return lead;
}

static const double section_block = 240; /* what stands with its title */

void hp_page_published(struct hp_doc *doc, const struct hp_model *model,
                       const struct hp_m_sheet *sheet)
{
    hp_doc_section(doc, "published", hp_say(doc, HP_W_SEC_PUBLISHED), section_block);
    hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10), lead_of(doc, sheet));
    draw_exact(doc, sheet);
    draw_names(doc, sheet);
    draw_ratios(doc, sheet);
    draw_ranges(doc, sheet);
    draw_words(doc, sheet);
    draw_rest(doc, model, sheet);
}
