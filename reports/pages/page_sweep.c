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

static bool equal_values(const struct hp_m_series *a, const struct hp_m_series *b, bool time)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) {
        const struct hp_m_value *x = time ? &a->points[i].time : &a->points[i].gen2;
        const struct hp_m_value *y = time ? &b->points[i].time : &b->points[i].gen2;
        same = x->present == y->present &&
               (!x->present || (x->median == y->median && x->equal && y->equal));
    }
    return same;
}

static struct hp_sweep_line line_of(struct hp_doc *doc, const struct hp_m_series *s, bool time,
                                    const char *label)
{
    struct hp_datum *data = hp_arena_get(doc->arena, s->count * sizeof *data);
    for (size_t i = 0; i < s->count; i++) {
        const struct hp_m_point *p = &s->points[i];
        const struct hp_m_value *v = time ? &p->time : &p->gen2;
        const double unit = time ? 1e3 : 1;
        data[i] = (struct hp_datum){ p->x,
                                     v->median / unit,
                                     v->low / unit,
                                     v->high / unit,
                                     p->gen2.present && p->gen2.low > 0,
                                     v->present };
    }
    return (struct hp_sweep_line){ label, data, s->count };
}

/* One line for all runtimes whose values are equal, labelled with all of them. */
static void fill_lines(struct hp_doc *doc, const struct group *g, bool time,
                       struct hp_sweep_chart *chart)
{
    bool done[HP_SWEEP_LINES] = { false };
    for (size_t i = 0; i < g->count; i++) {
        if (done[i])
            continue;
        const char *label = g->series[i]->runtime_text;
        for (size_t j = i + 1; j < g->count; j++)
            if (equal_values(g->series[i], g->series[j], time)) {
                done[j] = true;
                label = hp_arena_print(doc->arena, "%s, %d", label, g->series[j]->like->runtime);
            }
        chart->lines[chart->line_count++] = line_of(doc, g->series[i], time, label);
    }
}

static bool any_present(const struct group *g, bool time)
{
    for (size_t i = 0; i < g->count; i++)
        for (size_t k = 0; k < g->series[i]->count; k++)
            if (time ? g->series[i]->points[k].time.present : g->series[i]->points[k].gen2.present)
                return true;
    return false;
}

static void draw_charts(struct hp_doc *doc, const struct group *g)
{
    const double top = doc->y + 34, bottom = top + 66;
    const bool time = any_present(g, true);
    const struct hp_area areas[2] = { { HP_LEFT + 36, top, HP_LEFT + (time ? 196 : 430), bottom },
                                      { HP_LEFT + 290, top, HP_LEFT + 446, bottom } };
    hp_doc_figure_begin(doc, hp_say(doc, HP_W_SWEEP_ALT, g->series[0]->label, g->series[0]->over));
    for (int i = 0; i < (time ? 2 : 1); i++) {
        struct hp_sweep_chart chart = { .title =
                                            hp_say(doc, i == 0 ? HP_W_GEN2_PER_1000 : HP_W_TIME_US),
                                        .x_title = g->series[0]->over };
        fill_lines(doc, g, i == 1, &chart);
        hp_chart_sweep(doc, &chart, &areas[i]);
    }
    hp_doc_figure_end(doc);
    doc->y = bottom + 22;
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

static void add_row(struct hp_doc *doc, struct hp_table *t, int decimals,
                    const struct hp_m_series *s, const struct hp_m_point *p)
{
    const struct hp_fmt *f = &doc->fmt;
    struct hp_row *row = hp_table_row(t);
    const struct hp_m_value *counters = p->gen2.present ? &p->gen2 : &p->allocated;
    row->cell[0] = (struct hp_cell){ .text = hp_num_plain(f, p->x), .mark = HP_MARK_NONE };
    row->cell[1].text = s->runtime_text;
    row->cell[2].text = p->gen2.present ? hp_num_plain(f, p->gen2.median) : HP_DASH;
    row->cell[3].text = p->collections.present ? hp_num_plain(f, p->collections.median) : HP_DASH;
    row->cell[4].text = p->allocated.present ? hp_num_plain(f, p->allocated.median) : HP_DASH;
    row->cell[5].text = counters->present ? hp_spread_text(doc, counters) : HP_DASH;
    row->cell[6].text = p->time.present ? hp_num_fixed(f, p->time.median / 1e3, decimals) : HP_DASH;
    row->cell[7].text = p->time.present
                            ? hp_num_interval(f, p->time.low / 1e3, p->time.high / 1e3, decimals)
                            : HP_DASH;
    row->cell[8].text = hp_num_count(f, (double)p->time.n);
    row->cell[9].text = hp_num_count(f, (double)p->time.outliers);
    row->second = p->failure;
}

/* The next size above *x that one of the series has. */
static bool next_size(const struct group *g, double *x)
{
    double next = INFINITY;
    for (size_t i = 0; i < g->count; i++)
        for (size_t k = 0; k < g->series[i]->count; k++)
            if (g->series[i]->points[k].x > *x)
                next = fmin(next, g->series[i]->points[k].x);
    if (isfinite(next))
        *x = next;
    return isfinite(next);
}

static void draw_values(struct hp_doc *doc, const struct group *g)
{
    const char *us = hp_words_unit(doc->fmt.language, "us");
    struct hp_table t = {
        .title = hp_say(doc, HP_W_VALUES_OF, g->series[0]->label),
        .note = NULL,
        .view = "sweep",
        .column_count = 10,
        .second_width = 400,
        .head_two_lines = true,
        .columns = { hp_column_figures(g->series[0]->over, NULL, 0, 36, HP_ALIGN_RIGHT),
                     { .head = hp_say(doc, HP_W_HEAP), .x = 46, .w = 54, .grey = true },
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
    double x = -INFINITY;
    for (bool more = next_size(g, &x); more;) {
        for (size_t i = 0; i < g->count; i++)
            if (hp_model_at(g->series[i], x) != NULL)
                add_row(doc, &t, time_decimals(g), g->series[i], hp_model_at(g->series[i], x));
        more = next_size(g, &x);
        if (t.row_count > 0)
            t.rows[t.row_count - 1].rule = g->count > 1 && more;
    }
    hp_table_draw(doc, &t);
}

static void draw_group(struct hp_doc *doc, const struct group *g)
{
    hp_doc_heading(doc, g->series[0]->label, g->series[0]->constant,
                   hp_doc_figure_label(doc, "sweep"), 30 + 66 + 22 + 60);
    if (any_present(g, false) || any_present(g, true))
        draw_charts(doc, g);
    else
        hp_doc_note(doc, g->series[0]->points[0].failure != NULL ? g->series[0]->points[0].failure
                                                                 : hp_say(doc, HP_W_NO_RESULT_YET));
    draw_values(doc, g);
}

void hp_page_sweep(struct hp_doc *doc, const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    (void)model;
    hp_doc_section(doc, "sweep", hp_say(doc, HP_W_SEC_SWEEP));
    hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10), hp_say(doc, HP_W_SWEEP_LEAD));
    bool *done = hp_arena_get(doc->arena, sheet->series_count + 1);
    for (size_t i = 0; i < sheet->series_count; i++) {
        struct group g = { .count = 0 };
        for (size_t j = i; j < sheet->series_count && g.count < HP_SWEEP_LINES; j++)
            if (!done[j] && same_group(&sheet->series[i], &sheet->series[j])) {
                g.series[g.count++] = &sheet->series[j];
                done[j] = true;
            }
        if (g.count > 0)
            draw_group(doc, &g);
    }
}
