/* SPDX-License-Identifier: MIT
 * What came out at every size of every sweep? Charts by way, and all values with n and interval. Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/pages.h"

#include <math.h>
#include <string.h>

/* Series that differ in the runtime alone share a chart and a table. */
struct group {
    const struct hp_m_series *series[HP_SWEEP_LINES];
    size_t count;
};

static bool same_group(const struct hp_m_series *a, const struct hp_m_series *b)
{
    return strcmp(a->label, b->label) == 0 && strcmp(a->like->heap, b->like->heap) == 0 &&
           strcmp(a->over, b->over) == 0;
}

static const struct hp_m_value *value_of(const struct hp_m_point *p, bool time)
{
    return time ? &p->time : &p->gen2;
}

/* The next size above *x that one of the series has; of those that figures draw, when asked. */
static bool next_size(const struct group *g, bool drawn, double *x)
{
    double next = INFINITY;
    for (size_t i = 0; i < g->count; i++)
        for (size_t k = 0; k < g->series[i]->count; k++) {
            const struct hp_m_point *p = &g->series[i]->points[k];
            if (p->x > *x && (!drawn || hp_model_drawn(g->series[i], p)))
                next = fmin(next, p->x);
        }
    if (isfinite(next))
        *x = next;
    return isfinite(next);
}

static const struct hp_m_point *drawn_at(const struct hp_m_series *s, double x)
{
    const struct hp_m_point *p = hp_model_at(s, x);
    return p != NULL && hp_model_drawn(s, p) ? p : NULL;
}

/* Equal at every size that figures draw of both, and there is one. */
static bool equal_where_shared(const struct hp_m_series *a, const struct hp_m_series *b, bool time)
{
    size_t shared = 0;
    for (size_t i = 0; i < a->count; i++) {
        const struct hp_m_point *p = drawn_at(a, a->points[i].x), *q = drawn_at(b, a->points[i].x);
        if (p == NULL || q == NULL)
            continue;
        const struct hp_m_value *v = value_of(p, time), *w = value_of(q, time);
        if (v->present != w->present ||
            (v->present && !(v->median == w->median && v->equal && w->equal)))
            return false;
        shared++;
    }
    return shared > 0;
}

static struct hp_datum datum_of(const struct hp_m_point *p, bool time)
{
    const struct hp_m_value *v = value_of(p, time);
    const double unit = time ? 1e3 : 1;
    return (struct hp_datum){ p->x,
                              v->median / unit,
                              v->low / unit,
                              v->high / unit,
                              p->gen2.present && p->gen2.low > 0,
                              v->present };
}

/* All sizes of series that are equal where they share one. */
static struct hp_sweep_line line_of(struct hp_doc *doc, const struct group *equal, bool time)
{
    size_t most = 0;
    for (size_t i = 0; i < equal->count; i++)
        most += equal->series[i]->count;
    struct hp_datum *data = hp_arena_get(doc->arena, (most + 1) * sizeof *data);
    struct hp_sweep_line line = { equal->series[0]->runtime_text, data, 0 };
    for (double x = -INFINITY; next_size(equal, true, &x);)
        for (size_t i = 0; i < equal->count; i++) {
            const struct hp_m_point *p = drawn_at(equal->series[i], x);
            if (p == NULL)
                continue;
            data[line.count++] = datum_of(p, time);
            break;
        }
    for (size_t i = 1; i < equal->count; i++)
        line.label =
            hp_arena_print(doc->arena, "%s, %d", line.label, equal->series[i]->like->runtime);
    return line;
}

/* One line for all runtimes whose values are equal, labelled with all of them. */
static void fill_lines(struct hp_doc *doc, const struct group *g, bool time,
                       struct hp_sweep_chart *chart)
{
    bool done[HP_SWEEP_LINES] = { false };
    for (size_t i = 0; i < g->count; i++) {
        struct group equal = { .count = 0 };
        for (size_t j = i; j < g->count; j++) {
            bool fits = !done[j];
            for (size_t k = 0; fits && k < equal.count; k++)
                fits = equal_where_shared(equal.series[k], g->series[j], time);
            if (!fits)
                continue;
            equal.series[equal.count++] = g->series[j];
            done[j] = true;
        }
        if (equal.count > 0)
            chart->lines[chart->line_count++] = line_of(doc, &equal, time);
    }
}

static bool any_drawn(const struct group *g, bool time)
{
    for (size_t i = 0; i < g->count; i++)
        for (size_t k = 0; k < g->series[i]->count; k++)
            if (hp_model_drawn(g->series[i], &g->series[i]->points[k]) &&
                value_of(&g->series[i]->points[k], time)->present)
                return true;
    return false;
}

/* Names the sizes that the figure leaves to the table. */
static void note_elsewhere(struct hp_doc *doc, const struct group *g)
{
    const char *list = NULL;
    for (double x = -INFINITY; next_size(g, false, &x);) {
        bool drawn = false;
        for (size_t i = 0; i < g->count; i++)
            drawn = drawn || drawn_at(g->series[i], x) != NULL;
        if (!drawn)
            list = hp_arena_print(doc->arena, "%s%s%s", list != NULL ? list : "",
                                  list != NULL ? "; " : "",
                                  hp_words_size(&doc->fmt, g->series[0]->over, x));
    }
    if (list != NULL)
        hp_doc_note(doc, hp_say(doc, HP_W_SWEEP_ELSEWHERE, list));
}

/* Each pair once. */
static void fill_cuts(const struct hp_m_sheet *sheet, const struct group *g,
                      struct hp_sweep_chart *chart)
{
    for (size_t i = 0; i < g->count; i++) {
        const struct hp_m_series *s = hp_model_boundary(sheet, g->series[i]);
        if (s == NULL)
            continue;
        const struct hp_sweep_cut cut = { s->points[s->below].x, s->points[s->below + 1].x };
        size_t k = 0;
        while (k < chart->cut_count &&
               (chart->cuts[k].below != cut.below || chart->cuts[k].above != cut.above))
            k++;
        if (k == chart->cut_count)
            chart->cuts[chart->cut_count++] = cut;
    }
}

static void draw_charts(struct hp_doc *doc, const struct hp_m_sheet *sheet, const struct group *g)
{
    const double top = doc->y + 34, bottom = top + 66;
    const char *over = hp_words_param(doc->fmt.language, g->series[0]->over);
    const bool time = any_drawn(g, true);
    const struct hp_area areas[2] = { { HP_LEFT + 36, top, HP_LEFT + (time ? 196 : 430), bottom },
                                      { HP_LEFT + 290, top, HP_LEFT + 446, bottom } };
    hp_doc_figure_begin(doc, hp_say(doc, HP_W_SWEEP_ALT, g->series[0]->label, over));
    for (int i = 0; i < (time ? 2 : 1); i++) {
        struct hp_sweep_chart chart = { .title =
                                            hp_say(doc, i == 0 ? HP_W_GEN2_PER_1000 : HP_W_TIME_US),
                                        .x_title = over,
                                        .param = g->series[0]->over };
        fill_lines(doc, g, i == 1, &chart);
        fill_cuts(sheet, g, &chart);
        hp_chart_sweep(doc, &chart, &areas[i]);
    }
    hp_doc_figure_end(doc);
    doc->y = bottom + HP_SWEEP_UNDER;
    note_elsewhere(doc, g);
}

/* One precision for a column: tenths when every time is below 100 us. */
static int time_decimals(const struct group *g)
{
    for (size_t i = 0; i < g->count; i++)
        for (size_t k = 0; k < g->series[i]->count; k++)
            if (g->series[i]->points[k].time.present &&
                g->series[i]->points[k].time.median >= 100e3)
                return 0;
    return 2;
}

/* Rows that earlier runs measured: none, some, or all, and then when. */
struct reuse {
    size_t rows, reused;
    const char *first, *last;
};

static struct reuse reuse_of(const struct group *g)
{
    struct reuse r = { .rows = 0 };
    for (size_t i = 0; i < g->count; i++)
        for (size_t k = 0; k < g->series[i]->count; k++) {
            const char *date = g->series[i]->points[k].reused;
            r.rows++;
            if (date == NULL)
                continue;
            r.reused++;
            r.first = r.first == NULL || strcmp(date, r.first) < 0 ? date : r.first;
            r.last = r.last == NULL || strcmp(date, r.last) > 0 ? date : r.last;
        }
    return r;
}

static const struct hp_m_point *first_left_out(const struct hp_m_series *s)
{
    size_t k = 0;
    while (k < s->count && hp_model_drawn(s, &s->points[k]))
        k++;
    return k < s->count ? &s->points[k] : NULL;
}

const char *hp_page_sweep_left_out(const struct hp_doc *doc, const struct hp_m_sheet *sheet,
                                   const struct hp_m_series *s)
{
    return first_left_out(s) == NULL
               ? NULL
               : hp_arena_print(doc->arena, "left-out-%zu", (size_t)(s - sheet->series) + 1);
}

static void add_row(struct hp_doc *doc, struct hp_table *t, int decimals,
                    const struct hp_m_sheet *sheet, const struct hp_m_series *s,
                    const struct hp_m_point *p, bool mark_reused)
{
    const struct hp_fmt *f = &doc->fmt;
    struct hp_row *row = hp_table_row(t);
    const struct hp_m_value *counters = p->gen2.present ? &p->gen2 : &p->allocated;
    row->cell[0] =
        (struct hp_cell){ .text = hp_words_size(f, s->over, p->x), .mark = HP_MARK_NONE };
    row->cell[1].text = s->runtime_text;
    row->cell[2].text = p->gen2.present ? hp_num_plain(f, p->gen2.median) : HP_DASH;
    row->cell[3].text = p->collections.present ? hp_num_plain(f, p->collections.median) : HP_DASH;
    row->cell[4].text = p->allocated.present ? hp_num_plain(f, p->allocated.median) : HP_DASH;
    row->cell[5].text = counters->present ? hp_spread_text(doc, counters) : HP_DASH;
    row->cell[6].text = p->time.present ? hp_num_fixed(f, p->time.median / 1e3, decimals) : HP_DASH;
    row->cell[7].text = p->time.present
                            ? hp_num_interval(f, p->time.low / 1e3, p->time.high / 1e3, decimals)
                            : HP_DASH;
    row->cell[8].text = p->time.present ? hp_num_count(f, (double)p->time.n) : HP_DASH;
    row->cell[9].text = p->time.present ? hp_num_count(f, (double)p->time.outliers) : HP_DASH;
    row->second = p->failure;
    row->dest = p == first_left_out(s) ? hp_page_sweep_left_out(doc, sheet, s) : NULL;
    if (mark_reused && p->reused != NULL) {
        const char *reused = hp_say(doc, HP_W_REUSED_ROW, hp_span_text(doc, p->reused, p->reused));
        row->second =
            p->failure == NULL ? reused : hp_arena_print(doc->arena, "%s; %s", p->failure, reused);
    }
}

static void draw_values(struct hp_doc *doc, const struct hp_m_sheet *sheet, const struct group *g,
                        const char *title, const char *note)
{
    const char *us = hp_words_unit(doc->fmt.language, "us");
    struct hp_table t = {
        .title = title,
        .note = note,
        .view = "sweep",
        .column_count = 10,
        .second_width = 400,
        .head_two_lines = true,
        .columns = { hp_column_figures(hp_words_param(doc->fmt.language, g->series[0]->over), NULL,
                                       0, 56, HP_ALIGN_RIGHT),
                     { .head = hp_say(doc, HP_W_HEAP), .x = 62, .w = 42, .grey = true },
                     hp_column_figures("gen2", hp_say(doc, HP_W_PER_1000), 96, 40,
                                       HP_ALIGN_DECIMAL),
                     hp_column_figures(hp_say(doc, HP_W_ALL_GC), hp_say(doc, HP_W_PER_PASS_N), 140,
                                       44, HP_ALIGN_DECIMAL),
                     hp_column_figures(hp_say(doc, HP_W_ALLOCATED),
                                       hp_words_unit(doc->fmt.language, "bytes"), 188, 54,
                                       HP_ALIGN_DECIMAL),
                     { .head = hp_say(doc, HP_W_READINGS),
                       .x = 244,
                       .w = 70,
                       .align = HP_ALIGN_RIGHT,
                       .grey = true },
                     hp_column_figures(hp_say(doc, HP_W_TIME), us, 316, 42, HP_ALIGN_DECIMAL),
                     hp_column_figures(hp_say(doc, HP_W_INTERVAL95), us, 362, 78, HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_N), NULL, 442, 18, HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_OUTLIERS), NULL, 462, 31.3,
                                       HP_ALIGN_RIGHT) },
    };
    const struct reuse reuse = reuse_of(g);
    const bool all_reused = reuse.reused == reuse.rows && reuse.rows > 0;
    if (all_reused) /* said once */
        t.foot = hp_say(doc, HP_W_REUSED_ALL, hp_span_text(doc, reuse.first, reuse.last));
    double x = -INFINITY;
    for (bool more = next_size(g, false, &x); more;) {
        for (size_t i = 0; i < g->count; i++)
            if (hp_model_at(g->series[i], x) != NULL)
                add_row(doc, &t, time_decimals(g), sheet, g->series[i],
                        hp_model_at(g->series[i], x), !all_reused);
        more = next_size(g, false, &x);
        if (t.row_count > 0)
            t.rows[t.row_count - 1].rule = g->count > 1 && more;
    }
    hp_table_draw(doc, &t);
}

/* A line through two sizes shows no more than their rows do. */
static bool worth_drawing(const struct group *g)
{
    size_t sizes = 0;
    for (double x = -INFINITY; next_size(g, true, &x);)
        sizes++;
    return sizes > 2;
}

static void draw_group(struct hp_doc *doc, const struct hp_m_sheet *sheet, const struct group *g)
{
    const struct hp_m_series *s = g->series[0];
    if (!worth_drawing(g)) {
        draw_values(doc, sheet, g, s->label, s->besides);
        return;
    }
    hp_doc_heading(doc, s->label, s->besides, hp_doc_figure_label(doc, "sweep"),
                   30 + 66 + HP_SWEEP_UNDER + 60);
    if (any_drawn(g, false) || any_drawn(g, true))
        draw_charts(doc, sheet, g);
    else
        hp_doc_note(doc, s->points[0].failure != NULL ? s->points[0].failure
                                                      : hp_say(doc, HP_W_NO_RESULT_YET));
    draw_values(doc, sheet, g, hp_say(doc, HP_W_VALUES_OF, s->label), NULL);
}

/* By runtime. */
static void add_to(struct group *g, const struct hp_m_series *s)
{
    size_t at = g->count++;
    for (; at > 0 && g->series[at - 1]->like->runtime > s->like->runtime; at--)
        g->series[at] = g->series[at - 1];
    g->series[at] = s;
}

static const double section_block = 300; /* what stands with its title */

void hp_page_sweep(struct hp_doc *doc, const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    (void)model;
    hp_doc_section(doc, "sweep", hp_say(doc, HP_W_SEC_SWEEP), section_block);
    hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10), hp_say(doc, HP_W_SWEEP_LEAD));
    bool *done = hp_arena_get(doc->arena, sheet->series_count + 1);
    for (size_t i = 0; i < sheet->series_count; i++) {
        struct group g = { .count = 0 };
        for (size_t j = i; j < sheet->series_count && g.count < HP_SWEEP_LINES; j++)
            if (!done[j] && same_group(&sheet->series[i], &sheet->series[j])) {
                add_to(&g, &sheet->series[j]);
                done[j] = true;
            }
        if (g.count > 0)
            draw_group(doc, sheet, &g);
    }
}
