/* SPDX-License-Identifier: MIT
 * Do the published figures come out here? Exact ones, ranges and ratios, and what cannot be compared on this
 * machine, in the order of the study. Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/pages.h"

#include <math.h>
#include <string.h>

enum shelf { EXACT, RANGES, NOT_COMPARED };

static enum shelf shelf_of(const struct hp_verdict *v)
{
    if (v->kind == HP_SKIPPED)
        return NOT_COMPARED;
    return strcmp(v->kind_of_check, "D") == 0 ? EXACT : RANGES;
}

static size_t count_on(const struct hp_m_sheet *sheet, enum shelf shelf, bool holding)
{
    size_t n = 0;
    for (size_t i = 0; i < sheet->published_count; i++)
        n += shelf_of(sheet->published[i]) == shelf &&
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
        if (shelf_of(v) == shelf && (after == NULL || v > after) && (next == NULL || v < next))
            next = v;
    }
    return next;
}

/* "story 2, threshold report; conclusions" without what follows a comma: the table names the story. */
static const char *place_of(struct hp_doc *doc, const struct hp_verdict *v)
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
    return text;
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
    row->cell[1].text = place_of(doc, v);
    row->cell[2].text = unit_of(doc, v);
    row->cell[3].text = hp_verdict_expected(doc, v);
    row->cell[4].text = hp_verdict_here(doc, v);
    row->cell[5].text = difference(doc, v);
    row->cell[6].text = hp_num_count(&doc->fmt, (double)v->n);
    verdict_cell(doc, &row->cell[7], v);
    row->tint = v->kind == HP_BROKEN;
    if (v->kind != HP_HOLDS)
        row->second = hp_verdict_second(doc, v);
}

static void draw_exact(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    struct hp_table t = {
        .title = hp_say(doc, HP_W_EXACT_FIGURES),
        .note = hp_say(doc, HP_W_EXACT_NOTE),
        .view = "published",
        .column_count = 8,
        .second_width = 400,
        .columns = { hp_column_words(hp_say(doc, HP_W_CLAIM), 0, 138),
                     { .head = hp_say(doc, HP_W_WHERE), .x = 141, .w = 84, .grey = true },
                     { .head = hp_say(doc, HP_W_UNIT), .x = 226, .w = 58, .grey = true },
                     hp_column_figures(hp_say(doc, HP_W_PUBLISHED), NULL, 272, 54,
                                       HP_ALIGN_DECIMAL),
                     hp_column_figures(hp_say(doc, HP_W_HERE), NULL, 328, 48, HP_ALIGN_DECIMAL),
                     hp_column_figures(hp_say(doc, HP_W_DIFFERENCE), NULL, 377, 26, HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_N), NULL, 404, 14, HP_ALIGN_RIGHT),
                     hp_column_words(hp_say(doc, HP_W_VERDICT), 421, 73) },
    };
    for (const struct hp_verdict *v = in_order(sheet, EXACT, NULL); v != NULL;
         v = in_order(sheet, EXACT, v))
        exact_row(doc, &t, sheet, v);
    if (t.row_count == 0)
        return;
    t.foot = hp_say(doc, HP_W_ZERO_NOTE);
    hp_table_draw(doc, &t);
}

/* ---- ranges and ratios ---- */

static bool on_log_axis(const struct hp_verdict *v)
{
    return strcmp(v->unit != NULL ? v->unit : "", "ratio") == 0 && isfinite(v->want_low) &&
           v->want_low > 0;
}

static void range_row(struct hp_doc *doc, struct hp_table *t, const struct hp_m_sheet *sheet,
                      const struct hp_verdict *v)
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
    row->cell[1].text = unit_of(doc, v);
    row->cell[2].text = hp_verdict_expected(doc, v);
    if (on_log_axis(v))
        row->cell[3].plot_count =
            hp_chart_range(doc, v->want_low, v->want_high, &here, &row->cell[3].plots);
    row->cell[4].text =
        v->has_interval ? hp_num_fixed(&doc->fmt, v->value, decimals) : hp_verdict_here(doc, v);
    row->cell[5].text =
        v->has_interval ? hp_num_interval(&doc->fmt, v->low, v->high, decimals) : NULL;
    verdict_cell(doc, &row->cell[6], v);
    row->second = hp_arena_print(doc->arena, "%s · n = %s", hp_verdict_second(doc, v),
                                 hp_num_count(&doc->fmt, (double)v->n));
    row->tint = v->kind == HP_BROKEN;
    row->rule = true;
}

static void draw_ranges(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    double low = 0.5, high = 2;
    for (size_t i = 0; i < sheet->published_count; i++) {
        const struct hp_verdict *v = sheet->published[i];
        if (shelf_of(v) != RANGES || !on_log_axis(v))
            continue;
        low = fmin(low, isfinite(v->low) && v->low > 0 ? fmin(v->low, v->want_low) : v->want_low);
        high = fmax(high, isfinite(v->high) ? fmax(v->high, v->want_high) : v->want_high);
    }
    const struct hp_scale scale = hp_scale_log2(low, high, HP_LEFT + 238, HP_LEFT + 312);
    const struct hp_ticks ticks = hp_scale_ticks(&scale, 5);
    struct hp_table t = {
        .title = hp_say(doc, HP_W_RANGES),
        .note = hp_say(doc, HP_W_RANGES_NOTE),
        .view = "published",
        .column_count = 7,
        .second_width = 214,
        .columns = { hp_column_words(hp_say(doc, HP_W_CLAIM), 0, 112),
                     { .head = hp_say(doc, HP_W_UNIT), .x = 114, .w = 46, .grey = true },
                     hp_column_figures(hp_say(doc, HP_W_PUBLISHED), NULL, 156, 70, HP_ALIGN_RIGHT),
                     hp_column_plots(NULL, 234, 86, &scale, &ticks),
                     hp_column_figures(hp_say(doc, HP_W_HERE), NULL, 322, 38, HP_ALIGN_DECIMAL),
                     hp_column_words(hp_say(doc, HP_W_INTERVAL95), 364, 56),
                     hp_column_words(hp_say(doc, HP_W_VERDICT), 421, 73) },
    };
    for (const struct hp_verdict *v = in_order(sheet, RANGES, NULL); v != NULL;
         v = in_order(sheet, RANGES, v))
        range_row(doc, &t, sheet, v);
    if (t.row_count == 0)
        return;
    t.foot = hp_say(doc, HP_W_RANGE_NOTE);
    hp_table_draw(doc, &t);
}

/* ---- not compared ---- */

static void draw_rest(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    const size_t n = count_on(sheet, NOT_COMPARED, false);
    struct hp_table t = {
        .title = hp_say(doc, HP_W_NOT_COMPARED),
        .note = hp_say(doc, HP_W_NOT_COMPARED_NOTE, hp_words_counted(&doc->fmt, HP_W_N_FIGURE, n)),
        .view = "published",
        .column_count = 4,
        .columns = { hp_column_words(hp_say(doc, HP_W_CLAIM), 0, 190),
                     hp_column_figures(hp_say(doc, HP_W_PUBLISHED), NULL, 196, 70, HP_ALIGN_RIGHT),
                     { .head = hp_say(doc, HP_W_UNIT), .x = 272, .w = 50, .grey = true },
                     hp_column_words(hp_say(doc, HP_W_WHY), 326, 167) },
    };
    for (const struct hp_verdict *v = in_order(sheet, NOT_COMPARED, NULL); v != NULL;
         v = in_order(sheet, NOT_COMPARED, v)) {
        struct hp_row *row = hp_table_row(&t);
        row->dest = hp_verdict_dest(doc, sheet, v);
        row->cell[0].text = hp_verdict_claim(doc, v);
        row->cell[1].text = hp_verdict_expected(doc, v);
        row->cell[2].text = unit_of(doc, v);
        row->cell[3] = (struct hp_cell){ .text = v->reason != NULL ? hp_phrase(doc, v->reason)
                                                                   : hp_say(doc, HP_W_SKIPPED),
                                         .mark = HP_MARK_SKIPPED };
    }
    if (t.row_count > 0)
        hp_table_draw(doc, &t);
}

void hp_page_published(struct hp_doc *doc, const struct hp_model *model,
                       const struct hp_m_sheet *sheet)
{
    (void)model;
    const struct hp_fmt *f = &doc->fmt;
    hp_doc_section(doc, "published", hp_say(doc, HP_W_SEC_PUBLISHED));
    hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10),
                     hp_say(doc, HP_W_PUBLISHED_LEAD,
                            hp_num_count(f, (double)count_on(sheet, EXACT, true)),
                            hp_num_count(f, (double)count_on(sheet, EXACT, false)),
                            hp_num_count(f, (double)count_on(sheet, RANGES, true)),
                            hp_num_count(f, (double)count_on(sheet, RANGES, false))));
    draw_exact(doc, sheet);
    draw_ranges(doc, sheet);
    draw_rest(doc, sheet);
}
