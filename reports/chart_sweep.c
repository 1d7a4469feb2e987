/* SPDX-License-Identifier: MIT
 * How does a quantity run over a parameter? Points are measured; a line joins neighbours on the same side of
 * the boundary and is broken elsewhere. Parent process.
 */
#include "reports/chart.h"

#include <math.h>

static const double gap = 16, inset = 6, least_apart = 9;

/* Sizes to scale, linear or on log 2, with a gap at every cut; or at equal distances, where they would lie on one
 * another else. */
struct axis {
    const struct hp_sweep_chart *chart;
    const struct hp_area *area;
    const double *sizes; /* ascending, each once */
    size_t count;
    struct hp_scale scale; /* from 0 to what the gaps leave of the width */
    bool even;
    double apart; /* points between the nearest two */
};

static double *take_sizes(struct hp_doc *doc, const struct hp_sweep_chart *chart, size_t *count)
{
    size_t most = 1;
    for (size_t l = 0; l < chart->line_count; l++)
        most += chart->lines[l].count;
    double *sizes = hp_arena_get(doc->arena, most * sizeof *sizes);
    *count = 0;
    for (size_t l = 0; l < chart->line_count; l++)
        for (size_t i = 0; i < chart->lines[l].count; i++) {
            const double x = chart->lines[l].data[i].x;
            size_t at = 0;
            while (at < *count && sizes[at] < x)
                at++;
            if (at < *count && sizes[at] == x)
                continue;
            for (size_t k = (*count)++; k > at; k--)
                sizes[k] = sizes[k - 1];
            sizes[at] = x;
        }
    return sizes;
}

static bool on_axis(const struct axis *a, const struct hp_sweep_cut *cut)
{
    return cut->below >= a->sizes[0] && cut->above <= a->sizes[a->count - 1];
}

static double place(const struct axis *a, double x)
{
    if (a->even) {
        size_t i = 0;
        while (i + 1 < a->count && a->sizes[i] < x)
            i++;
        return a->area->left + inset +
               (double)i * (a->area->right - a->area->left - 2 * inset) / (double)(a->count - 1);
    }
    double at = a->area->left + hp_scale_at(&a->scale, x);
    for (size_t i = 0; i < a->chart->cut_count; i++)
        at += on_axis(a, &a->chart->cuts[i]) && x >= a->chart->cuts[i].above ? gap : 0;
    return at;
}

static double nearest(const struct axis *a)
{
    double apart = a->area->right - a->area->left;
    for (size_t i = 1; i < a->count; i++)
        apart = fmin(apart, place(a, a->sizes[i]) - place(a, a->sizes[i - 1]));
    return apart;
}

static struct axis axis_of(struct hp_doc *doc, const struct hp_sweep_chart *chart,
                           const struct hp_area *area)
{
    struct axis a = { .chart = chart, .area = area };
    a.sizes = take_sizes(doc, chart, &a.count);
    const double low = a.sizes[0], high = a.sizes[a.count - 1];
    double width = area->right - area->left;
    for (size_t i = 0; i < chart->cut_count; i++)
        width -= on_axis(&a, &chart->cuts[i]) ? gap : 0;
    if (low > 0 && high / low > 16)
        a.scale = (struct hp_scale){ HP_SCALE_LOG2, exp2(floor(log2(low))), exp2(ceil(log2(high))),
                                     0, width };
    else
        a.scale = (struct hp_scale){ HP_SCALE_LINEAR, low, high > low ? high : low + 1, 0, width };
    a.even = nearest(&a) < least_apart && a.count <= HP_TICKS_MAX;
    a.apart = nearest(&a);
    return a;
}

/* ---- the axis ---- */

/* Every size at equal distances, the ticks of the scale else; labels in two rows where one would not hold them.
 * Returns how far they reach below one row. */
static double draw_ticks(struct hp_doc *doc, const struct axis *a)
{
    const struct hp_ticks scaled = hp_scale_ticks(&a->scale, 3);
    const double *values = a->even ? a->sizes : scaled.values;
    const size_t count = a->even ? a->count : scaled.count;
    struct hp_x_tick ticks[HP_TICKS_MAX];
    double widest = 0;
    for (size_t i = 0; i < count; i++) {
        ticks[i] = (struct hp_x_tick){ place(a, values[i]),
                                       hp_words_size(&doc->fmt, a->chart->param, values[i]) };
        widest = fmax(widest, hp_doc_width(doc, HP_ROLE_TICK, ticks[i].text));
    }
    const size_t rows = a->even && widest + 4 > a->apart ? 2 : 1;
    hp_chart_ticks(doc, a->area, ticks, count, rows);
    return HP_TICK_ROW * (double)(rows - 1);
}

static double middle_of(const struct axis *a, const struct hp_sweep_cut *cut)
{
    return (place(a, cut->below) + place(a, cut->above)) / 2;
}

/* The cut that is next on the axis after `x`; NULL: none. */
static const struct hp_sweep_cut *next_cut(const struct axis *a, double x)
{
    const struct hp_sweep_cut *next = NULL;
    for (size_t i = 0; i < a->chart->cut_count; i++) {
        const struct hp_sweep_cut *cut = &a->chart->cuts[i];
        if (on_axis(a, cut) && middle_of(a, cut) > x &&
            (next == NULL || middle_of(a, cut) < middle_of(a, next)))
            next = cut;
    }
    return next;
}

/* The line of the axis, cut between the sizes of each pair, with the pair over the cut. */
static void draw_axis(struct hp_doc *doc, const struct axis *a, size_t drawn)
{
    const double half = 3.5, y = a->area->bottom;
    double from = a->area->left - inset;
    for (const struct hp_sweep_cut *cut; (cut = next_cut(a, from)) != NULL;) {
        const double at = middle_of(a, cut);
        const char *pair = hp_arena_print(doc->arena, "%s | %s",
                                          hp_words_size(&doc->fmt, a->chart->param, cut->below),
                                          hp_words_size(&doc->fmt, a->chart->param, cut->above));
        const double w = hp_doc_width(doc, HP_ROLE_LABEL, pair),
                     left = fmin(fmax(at - w / 2, a->area->left), HP_RIGHT - w);
        hp_scene_line(hp_doc_scene(doc), from, y, at - half, y, HP_STROKE_AXIS, HP_INK_AXIS);
        hp_chart_cut(doc, a->area, at - half, at + half);
        hp_chart_label(doc, drawn, left, HP_START, HP_ROLE_LABEL, HP_INK_TEXT, pair,
                       a->area->top - 5, a->area->top - 25, a->area->top - 5);
        from = at + half;
    }
    hp_scene_line(hp_doc_scene(doc), from, y, a->area->right, y, HP_STROKE_AXIS, HP_INK_AXIS);
    const double lower = draw_ticks(doc, a);
    const char *title = a->chart->x_title;
    if (title != NULL)
        (void)hp_doc_text(doc, a->area->right, y + 22 + lower, HP_END, HP_ROLE_TICK,
                          a->even                          ? hp_say(doc, HP_W_EVEN_AXIS, title)
                          : a->scale.kind == HP_SCALE_LOG2 ? hp_say(doc, HP_W_LOG2_AXIS, title)
                                                           : title);
}

/* ---- the lines ---- */

static bool cut_between(const struct hp_sweep_chart *chart, double x, double next)
{
    for (size_t i = 0; i < chart->cut_count; i++)
        if (x <= chart->cuts[i].below && next >= chart->cuts[i].above)
            return true;
    return false;
}

/* Points of several lines at one size stand side by side. */
static double beside(const struct axis *a, size_t line)
{
    const double lines = (double)a->chart->line_count, step = fmin(5, 0.6 * a->apart / lines);
    return ((double)line - (lines - 1) / 2) * step;
}

static void draw_line(struct hp_doc *doc, const struct axis *a, const struct hp_scale *y,
                      size_t line)
{
    const struct hp_sweep_line *l = &a->chart->lines[line];
    const double off = beside(a, line);
    for (size_t i = 0; i + 1 < l->count; i++)
        if (!cut_between(a->chart, l->data[i].x, l->data[i + 1].x))
            hp_chart_segment(doc, &l->data[i], place(a, l->data[i].x) + off, &l->data[i + 1],
                             place(a, l->data[i + 1].x) + off, y);
    for (size_t i = 0; i < l->count; i++)
        hp_chart_point(doc, &l->data[i], place(a, l->data[i].x) + off, y);
}

/* The name of a line stands at the right, level with its last point or near it. */
static void name_line(struct hp_doc *doc, const struct axis *a, const struct hp_scale *y,
                      size_t line, size_t drawn)
{
    const struct hp_sweep_line *l = &a->chart->lines[line];
    const struct hp_datum *last = NULL;
    for (size_t i = 0; i < l->count; i++)
        if (l->data[i].present)
            last = &l->data[i];
    if (last == NULL || l->label == NULL)
        return;
    const double end = place(a, last->x) + beside(a, line);
    const bool early = a->area->right - end > 20;
    hp_chart_label(doc, drawn, early ? end + 6 : a->area->right + 7, HP_START, HP_ROLE_TICK,
                   hp_theme_roles[HP_ROLE_TICK].ink, l->label, hp_scale_at(y, last->value) + 2.6,
                   a->area->top + 5, a->area->bottom + 2.6);
}

void hp_chart_sweep(struct hp_doc *doc, const struct hp_sweep_chart *chart,
                    const struct hp_area *area)
{
    const struct axis a = axis_of(doc, chart, area);
    const size_t drawn = hp_doc_scene(doc)->count;
    double top = 0;
    for (size_t l = 0; l < chart->line_count; l++)
        top = fmax(top, hp_chart_top(chart->lines[l].data, chart->lines[l].count));
    const struct hp_scale y = hp_scale_linear(0, top, area->bottom, area->top);
    const double grid[4] = { area->left, area->right, 0, 0 };
    hp_chart_y_axis(doc, area, &y, area->left - 36, chart->title, grid);
    draw_axis(doc, &a, drawn);
    for (size_t l = 0; l < chart->line_count; l++)
        draw_line(doc, &a, &y, l);
    for (size_t l = 0; l < chart->line_count; l++)
        name_line(doc, &a, &y, l, drawn);
}
