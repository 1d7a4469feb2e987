/* SPDX-License-Identifier: MIT
 * What does each way of doing the same cost, and which replaces which? Ways of one sweep with the same
 * parameters on the same heap, where there are at least three: bytes of one operation, with 0 printed as 0, and
 * time against the baseline. Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/case_lines.h"

#include <math.h>
#include <string.h>

enum { WAYS_LEAST = 3 };

struct ways {
    const struct hp_case_row **rows; /* in the model's arena */
    size_t count;
};

/* Every parameter that both have is the same. */
static bool same_params(const struct hp_case *a, const struct hp_case *b)
{
    for (size_t i = 0; i < a->param_count; i++) {
        const char *other = hp_case_param(b, a->params[i].name);
        if (other != NULL && strcmp(other, a->params[i].text) != 0)
            return false;
    }
    return true;
}

static bool beside(const struct hp_case *a, const struct hp_case *b)
{
    return strcmp(a->sweep, b->sweep) == 0 && strcmp(a->heap, b->heap) == 0 &&
           a->runtime == b->runtime && strcmp(a->gc, b->gc) == 0 &&
           a->processors == b->processors && same_params(a, b);
}

static bool is_way(const struct hp_case_row *row, const struct hp_m_sheet *sheet)
{
    return hp_case_on(row, sheet) && !row->c.probe &&
           (hp_case_has(row, "allocated_bytes", -1) || hp_case_has(row, "time_ns", -1));
}

/* Those beside row `first`; none when an earlier row stands beside it. */
static struct ways ways_of(const struct hp_model *model, const struct hp_m_sheet *sheet,
                           size_t first)
{
    struct ways w = { NULL, 0 };
    const struct hp_case_row *rows = model->rows->cases;
    const size_t count = model->rows->case_count;
    for (size_t i = 0; i < first; i++)
        if (is_way(&rows[i], sheet) && beside(&rows[first].c, &rows[i].c))
            return w;
    size_t most = 0;
    for (size_t i = first; i < count; i++)
        most += is_way(&rows[i], sheet) && beside(&rows[first].c, &rows[i].c);
    if (most < WAYS_LEAST)
        return w;
    w.rows = hp_arena_get(model->arena, most * sizeof *w.rows);
    for (size_t i = first; i < count; i++)
        if (is_way(&rows[i], sheet) && beside(&rows[first].c, &rows[i].c))
            w.rows[w.count++] = &rows[i];
    size_t methods = 0;
    for (size_t i = 0; i < w.count; i++) {
        size_t k = 0;
        while (strcmp(w.rows[k]->c.method, w.rows[i]->c.method) != 0)
            k++;
        methods += k == i;
    }
    return methods < WAYS_LEAST ? (struct ways){ NULL, 0 } : w;
}

bool hp_page_ways_has(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    for (size_t i = 0; i < model->rows->case_count; i++)
        if (is_way(&model->rows->cases[i], sheet) && ways_of(model, sheet, i).count > 0)
            return true;
    return false;
}

/* ---- rows ---- */

/* Where the sheet's series have the case; NULL: in none, or on a heap that does not answer for time. */
static const struct hp_m_point *timed_point(const struct hp_m_sheet *sheet,
                                            const struct hp_case_row *row)
{
    for (size_t i = 0; i < sheet->series_count; i++)
        for (size_t k = 0; !sheet->series[i].counters_only && k < sheet->series[i].count; k++)
            if (sheet->series[i].points[k].about == &row->c)
                return &sheet->series[i].points[k];
    return NULL;
}

static const struct hp_case_row *baseline_of(const struct ways *w)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->rows[i]->c.baseline != NULL &&
            strcmp(w->rows[i]->c.method, w->rows[i]->c.baseline) == 0)
            return w->rows[i];
    return NULL;
}

/* NaN: of the baseline itself, and where there are no times. */
static struct hp_interval ratio_of(const struct hp_m_sheet *sheet, const struct ways *w, size_t i)
{
    const struct hp_case_row *base = baseline_of(w);
    const struct hp_m_point *above = timed_point(sheet, w->rows[i]),
                            *below = base == NULL ? NULL : timed_point(sheet, base);
    return above == NULL || below == NULL || above == below ? (struct hp_interval){ NAN, NAN, NAN }
                                                            : hp_model_resolved(above, below).ratio;
}

/* Its method, and the parameters that the first of the group does not have. */
static const char *name_of(const struct hp_doc *doc, const struct hp_model *model,
                           const struct ways *w, size_t i)
{
    const struct hp_case *c = &w->rows[i]->c;
    const char *out = c->method;
    for (size_t k = 0; k < c->param_count; k++)
        if (hp_case_param(&w->rows[0]->c, c->params[k].name) == NULL &&
            *hp_model_param_words(model, &c->params[k]) != '\0')
            out = hp_arena_print(doc->arena, "%s, %s", out,
                                 hp_model_param_words(model, &c->params[k]));
    return out;
}

static void add_way(struct hp_doc *doc, const struct hp_model *model,
                    const struct hp_m_sheet *sheet, const struct ways *w, size_t i,
                    struct hp_table *t)
{
    const struct hp_fmt *f = &doc->fmt;
    struct hp_row *row = hp_table_row(t);
    const struct hp_m_value bytes = hp_model_value(w->rows[i], "allocated_bytes"),
                            time = hp_model_value(w->rows[i], "time_ns");
    const struct hp_interval r = ratio_of(sheet, w, i);
    const int decimals = hp_ratio_decimals(r.value);
    row->cell[0].text = name_of(doc, model, w, i);
    row->cell[1].text = hp_num_plain(f, bytes.median);
    row->cell[2].text =
        hp_num_fixed(f, time.median / 1e3, hp_num_decimals(time.low / 1e3, time.high / 1e3));
    row->cell[3].text = hp_num_fixed(f, r.value, decimals);
    row->cell[4].text = isnan(r.value) ? HP_DASH : hp_num_interval(f, r.low, r.high, decimals);
    const struct hp_datum d = { 0, r.value, r.low, r.high, false, !isnan(r.value) };
    row->cell[5].plot_count =
        hp_chart_forest(doc, &d, HP_MARK_DOT, HP_INK_TEXT, &row->cell[5].plots);
    row->rule = i + 1 == w->count;
}

/* "gen/10: length 81,920, written". */
static const char *group_of(const struct hp_doc *doc, const struct hp_model *model,
                            const struct ways *w)
{
    const struct hp_case *c = &w->rows[0]->c;
    const char *params = hp_case_params(doc, model, c, NULL);
    return *params == '\0' ? hp_case_heap(doc, c)
                           : hp_arena_print(doc->arena, "%s: %s", hp_case_heap(doc, c), params);
}

/* ---- the table ---- */

/* True: a way of them has a ratio. */
static bool widen(const struct hp_m_sheet *sheet, const struct ways *w, double range[2])
{
    bool any = false;
    for (size_t i = 0; i < w->count; i++) {
        const struct hp_interval r = ratio_of(sheet, w, i);
        if (isnan(r.value))
            continue;
        any = true;
        range[0] = fmin(range[0], r.low);
        range[1] = fmax(range[1], r.high);
    }
    return any;
}

static void fill(struct hp_doc *doc, const struct hp_model *model, const struct hp_m_sheet *sheet,
                 struct hp_table *t)
{
    for (size_t i = 0; i < model->rows->case_count; i++) {
        if (!is_way(&model->rows->cases[i], sheet))
            continue;
        const struct ways w = ways_of(model, sheet, i);
        if (w.count == 0)
            continue;
        hp_table_row(t)->group = group_of(doc, model, &w);
        for (size_t k = 0; k < w.count; k++)
            add_way(doc, model, sheet, &w, k, t);
    }
}

void hp_page_ways(struct hp_doc *doc, const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    double range[2] = { 1, 1 };
    bool any = false; /* ratio; else their columns stay away */
    for (size_t i = 0; i < model->rows->case_count; i++)
        if (is_way(&model->rows->cases[i], sheet)) {
            const struct ways w = ways_of(model, sheet, i);
            any = widen(sheet, &w, range) || any;
        }
    const double left = 350, width = HP_WIDTH - left;
    const struct hp_scale scale =
        hp_scale_log2(range[0], range[1], HP_LEFT + left + 8, HP_RIGHT - 10);
    const struct hp_ticks ticks = hp_scale_ticks(&scale, 4);
    const char *us = hp_words_unit(doc->fmt.language, "us");
    struct hp_table t = {
        .title = hp_say(doc, HP_W_WAYS_TITLE),
        .note = any ? hp_say(doc, HP_W_WAYS_NOTE) : NULL,
        .view = "sweep",
        .head_two_lines = true,
        .column_count = any ? 6 : 3,
        .columns = { hp_column_words(hp_say(doc, HP_W_WAY), 0, 122),
                     hp_column_figures(hp_say(doc, HP_W_ALLOCATED),
                                       hp_words_unit(doc->fmt.language, "bytes"), 126, 58,
                                       HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_TIME), us, 188, 46, HP_ALIGN_DECIMAL),
                     hp_column_figures(hp_say(doc, HP_W_TO_BASELINE), NULL, 238, 40,
                                       HP_ALIGN_DECIMAL),
                     hp_column_figures(hp_say(doc, HP_W_INTERVAL95), NULL, 282, 64, HP_ALIGN_RIGHT),
                     hp_column_plots(hp_say(doc, HP_W_LOG2), left, width, &scale, &ticks) },
        .foot = any ? hp_say(doc, HP_W_WAYS_FOOT) : NULL,
    };
    fill(doc, model, sheet, &t);
    hp_doc_section(doc, "ways", hp_say(doc, HP_W_SEC_WAYS), 300);
    hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10), hp_say(doc, HP_W_WAYS_LEAD));
    hp_table_draw(doc, &t);
}
