/* SPDX-License-Identifier: MIT
 * How does one counter depend on the processors of a machine? Small multiples: a panel for each number of
 * processors, rows shared, one scale. Only where bytes differ between machines: what is equal everywhere is
 * no evidence of processors. Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/pages.h"

#include <math.h>
#include <string.h>

enum { PANELS = 4 };
static const double first_column = 60, figure_width = 52;

struct panels {
    const struct hp_m_series *series[PANELS];
    const char *machines[PANELS];
    size_t count;
    bool differ, full;
};

static bool same_way(const struct hp_m_series *a, const struct hp_m_series *b)
{
    return a->like->runtime == b->like->runtime && strcmp(a->like->method, b->like->method) == 0 &&
           strcmp(a->like->heap, b->like->heap) == 0 && strcmp(a->over, b->over) == 0 &&
           strcmp(a->constant, b->constant) == 0;
}

static bool same_bytes(const struct hp_m_series *a, const struct hp_m_series *b)
{
    for (size_t i = 0; i < a->count; i++) {
        const struct hp_m_value *here = &a->points[i].allocated;
        const struct hp_m_point *there = hp_model_at(b, a->points[i].x);
        if (here->present && there != NULL && there->allocated.present &&
            here->median != there->allocated.median)
            return false;
    }
    return true;
}

/* Panels by processors; machines of as many that allocate the same share one. */
static void add_panel(struct hp_doc *doc, const struct hp_m_sheet *sheet,
                      const struct hp_m_series *s, struct panels *p)
{
    for (size_t i = 0; i < p->count; i++) {
        const bool same = same_bytes(p->series[i], s);
        p->differ = p->differ || !same;
        if (!same || p->series[i]->like->processors != s->like->processors)
            continue;
        p->machines[i] = hp_arena_print(doc->arena, "%s, %s", p->machines[i], sheet->machine_title);
        return;
    }
    p->full = p->full || p->count == PANELS;
    if (p->full)
        return;
    size_t at = p->count++;
    for (; at > 0 && p->series[at - 1]->like->processors > s->like->processors; at--) {
        p->series[at] = p->series[at - 1];
        p->machines[at] = p->machines[at - 1];
    }
    p->series[at] = s;
    p->machines[at] = sheet->machine_title;
}

/* The same way on every machine at the default setting. */
static struct panels panels_of(struct hp_doc *doc, const struct hp_model *model,
                               const struct hp_m_series *way)
{
    struct panels p = { .count = 0 };
    for (size_t i = 0; i < model->sheet_count; i++) {
        const struct hp_m_sheet *sheet = &model->sheets[i];
        for (size_t k = 0; strcmp(sheet->threshold, "default") == 0 && k < sheet->series_count; k++)
            if (sheet->series[k].count > 1 && same_way(way, &sheet->series[k]))
                add_panel(doc, sheet, &sheet->series[k], &p);
    }
    return p;
}

/* The first way of a sheet that no sheet before it has. */
static bool is_first(const struct hp_model *model, const struct hp_m_sheet *sheet,
                     const struct hp_m_series *way)
{
    for (const struct hp_m_sheet *s = model->sheets; s < sheet; s++)
        for (size_t k = 0; k < s->series_count; k++)
            if (strcmp(s->threshold, "default") == 0 && s->series[k].count > 1 &&
                same_way(way, &s->series[k]))
                return false;
    return strcmp(sheet->threshold, "default") == 0 && way->count > 1;
}

/* The smallest x above *x of any panel. */
static bool next_x(const struct panels *p, double *x)
{
    double next = INFINITY;
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->series[i]->count; k++)
            if (p->series[i]->points[k].x > *x)
                next = fmin(next, p->series[i]->points[k].x);
    *x = next;
    return isfinite(next);
}

static double most_bytes(const struct panels *p)
{
    double most = 1;
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->series[i]->count; k++)
            if (p->series[i]->points[k].allocated.present)
                most = fmax(most, p->series[i]->points[k].allocated.high);
    return most;
}

static void fill_rows(struct hp_doc *doc, const struct panels *p, struct hp_table *t)
{
    for (double x = -INFINITY; next_x(p, &x);) {
        struct hp_row *row = hp_table_row(t);
        row->cell[0].text = hp_words_size(&doc->fmt, p->series[0]->over, x);
        for (size_t i = 0; i < p->count; i++) {
            const struct hp_m_point *at = hp_model_at(p->series[i], x);
            const bool present = at != NULL && at->allocated.present;
            struct hp_cell *figure = &row->cell[1 + 2 * i], *plot = figure + 1;
            figure->text = present ? hp_num_plain(&doc->fmt, at->allocated.median) : HP_DASH;
            if (!present)
                continue;
            const struct hp_datum d = {
                x, at->allocated.median, at->allocated.low, at->allocated.high, false, true
            };
            plot->plot_count = hp_chart_forest(doc, &d, HP_MARK_DOT, HP_INK_TEXT, &plot->plots);
        }
    }
}

static void draw_panels(struct hp_doc *doc, const struct panels *p)
{
    struct hp_scale scales[PANELS];
    struct hp_ticks ticks[PANELS];
    const struct hp_m_series *way = p->series[0];
    const double pitch = (HP_WIDTH - first_column) / (double)p->count, most = most_bytes(p);
    struct hp_table t = {
        .title = hp_say(doc, HP_W_BY_PROCESSORS, way->like->method),
        .note = hp_arena_print(doc->arena, "%s, %s", way->runtime_text, way->besides),
        .view = "sweep",
        .head_two_lines = true,
        .column_count = 1 + 2 * p->count,
        .columns = { hp_column_words(hp_words_param(doc->fmt.language, way->over), 0,
                                     first_column - 4) },
    };
    const char *machines = "";
    for (size_t i = 0; i < p->count; i++) {
        const double x = first_column + pitch * (double)i;
        const char *count =
            hp_words_counted(&doc->fmt, HP_W_N_PROCESSORS, p->series[i]->like->processors);
        scales[i] =
            hp_scale_linear(0, most, HP_LEFT + x + figure_width + 12, HP_LEFT + x + pitch - 16);
        ticks[i] = hp_scale_ticks(&scales[i], 1);
        t.columns[1 + 2 * i] = hp_column_figures(NULL, NULL, x, figure_width, HP_ALIGN_RIGHT);
        t.columns[2 + 2 * i] = hp_column_plots(count, x + figure_width + 4,
                                               pitch - figure_width - 8, &scales[i], &ticks[i]);
        machines = hp_arena_print(doc->arena, "%s %s: %s.", machines, count, p->machines[i]);
    }
    fill_rows(doc, p, &t);
    t.foot = hp_arena_print(doc->arena, "%s%s", hp_say(doc, HP_W_BY_PROCESSORS_READ), machines);
    hp_table_draw(doc, &t);
}

void hp_page_machines(struct hp_doc *doc, const struct hp_model *model)
{
    for (size_t i = 0; i < model->sheet_count; i++) {
        const struct hp_m_sheet *sheet = &model->sheets[i];
        for (size_t k = 0; k < sheet->series_count; k++) {
            if (!is_first(model, sheet, &sheet->series[k]))
                continue;
            const struct panels p = panels_of(doc, model, &sheet->series[k]);
            if (p.differ && !p.full)
                draw_panels(doc, &p);
        }
    }
}
