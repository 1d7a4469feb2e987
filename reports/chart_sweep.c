/* SPDX-License-Identifier: MIT
 * How does a quantity run over a parameter? Points are measured; a line joins neighbours on the same side of
 * the boundary and is broken elsewhere. Parent process.
 */
#include "reports/chart.h"

#include <math.h>

static struct hp_scale x_scale(const struct hp_sweep_chart *chart, const struct hp_area *area)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t l = 0; l < chart->line_count; l++)
        for (size_t i = 0; i < chart->lines[l].count; i++) {
            low = fmin(low, chart->lines[l].data[i].x);
            high = fmax(high, chart->lines[l].data[i].x);
        }
    if (low > 0 && high / low > 16) {
        const struct hp_scale wide = { HP_SCALE_LOG2, exp2(floor(log2(low))),
                                       exp2(ceil(log2(high))), area->left, area->right };
        return wide;
    }
    return (struct hp_scale){ HP_SCALE_LINEAR, low, high > low ? high : low + 1, area->left,
                              area->right };
}

/* Where the labels of cuts and the names of lines went so far. */
struct names {
    double x[2 * HP_SWEEP_LINES], y[2 * HP_SWEEP_LINES];
    size_t count;
    double cuts[HP_SWEEP_LINES]; /* where dashed lines stand */
    size_t cut_count;
};

/* Right of a dashed line that would run through a name of that width. */
static double past_cuts(const struct names *n, double left, double width)
{
    for (size_t i = 0; i < n->cut_count; i++)
        if (n->cuts[i] > left - 3 && n->cuts[i] < left + width + 3)
            left = n->cuts[i] + 4;
    return left;
}

/* The next place from y on, in steps, that is clear of the names before. */
static double clear_of(const struct names *n, double x, double y, double step)
{
    for (size_t k = 0; k < n->count; k++)
        if (fabs(x - n->x[k]) < 40 && fabs(y - n->y[k]) < 9)
            y = n->y[k] + step;
    return y;
}

/* A dashed line where the axis is cut, in the middle of the pair, and the pair over it. */
static void draw_cuts(struct hp_doc *doc, const struct hp_sweep_chart *chart,
                      const struct hp_area *area, const struct hp_scale *x, struct names *names)
{
    for (size_t i = 0; i < chart->cut_count; i++) {
        const struct hp_sweep_cut *cut = &chart->cuts[i];
        if (!hp_scale_holds(x, cut->below) || !hp_scale_holds(x, cut->above))
            continue;
        const double at = (hp_scale_at(x, cut->below) + hp_scale_at(x, cut->above)) / 2;
        const char *pair = hp_arena_print(doc->arena, "%s | %s",
                                          hp_words_size(&doc->fmt, chart->param, cut->below),
                                          hp_words_size(&doc->fmt, chart->param, cut->above));
        const double w = hp_doc_width(doc, HP_ROLE_LABEL, pair);
        const double left = fmin(fmax(at - w / 2, area->left), HP_RIGHT - w);
        const double y = clear_of(names, left, area->top - 5, -9);
        hp_scene_line(hp_doc_scene(doc), at, area->top - 3, at, area->bottom + 3.5,
                      HP_STROKE_BOUNDARY, HP_INK_TEXT);
        (void)hp_doc_text(doc, left, y, HP_START, HP_ROLE_LABEL, pair);
        names->x[names->count] = left;
        names->y[names->count++] = y;
        names->cuts[names->cut_count++] = at;
    }
}

/* The name of a line stands at the right, level with its last point; of one that ends earlier, above it. */
static void label_lines(struct hp_doc *doc, const struct hp_sweep_chart *chart,
                        const struct hp_area *area, const struct hp_scale *x,
                        const struct hp_scale *y, struct names *names)
{
    for (size_t l = 0; l < chart->line_count; l++) {
        const struct hp_sweep_line *line = &chart->lines[l];
        const struct hp_datum *last = NULL;
        for (size_t i = 0; i < line->count; i++)
            if (line->data[i].present)
                last = &line->data[i];
        if (last == NULL || line->label == NULL)
            continue;
        const double end = hp_scale_at(x, last->x), level = hp_scale_at(y, last->value);
        const bool early = area->right - end > 20;
        const double width = hp_doc_width(doc, HP_ROLE_TICK, line->label);
        const double left = early ? past_cuts(names, end, width) : area->right + 7;
        const double at = early ? clear_of(names, left, hp_scale_at(y, last->high) - 6, -9)
                                : clear_of(names, left, level + 2.6, 9);
        (void)hp_doc_text(doc, left, at, HP_START, HP_ROLE_TICK, line->label);
        names->x[names->count] = left;
        names->y[names->count++] = at;
    }
}

void hp_chart_sweep(struct hp_doc *doc, const struct hp_sweep_chart *chart,
                    const struct hp_area *area)
{
    const struct hp_scale x = x_scale(chart, area);
    double top = 0;
    for (size_t l = 0; l < chart->line_count; l++)
        top = fmax(top, hp_chart_top(chart->lines[l].data, chart->lines[l].count));
    const struct hp_scale y = hp_scale_linear(0, top, area->bottom, area->top);
    const double grid[4] = { area->left, area->right, 0, 0 };
    hp_chart_y_axis(doc, area, &y, area->left - 36, chart->title, grid);
    hp_scene_line(hp_doc_scene(doc), area->left - 6, area->bottom, area->right, area->bottom,
                  HP_STROKE_AXIS, HP_INK_AXIS);
    hp_chart_x_ticks(doc, area, &x, 3, chart->param);
    struct names names = { .count = 0 };
    draw_cuts(doc, chart, area, &x, &names);
    for (size_t l = 0; l < chart->line_count; l++) {
        const struct hp_sweep_line *line = &chart->lines[l];
        for (size_t i = 0; i + 1 < line->count; i++)
            hp_chart_segment(doc, &line->data[i], hp_scale_at(&x, line->data[i].x),
                             &line->data[i + 1], hp_scale_at(&x, line->data[i + 1].x), &y);
        for (size_t i = 0; i < line->count; i++)
            hp_chart_point(doc, &line->data[i], hp_scale_at(&x, line->data[i].x), &y);
    }
    label_lines(doc, chart, area, &x, &y, &names);
    if (chart->x_title != NULL)
        (void)hp_doc_text(doc, area->right, area->bottom + 22, HP_END, HP_ROLE_TICK,
                          x.kind == HP_SCALE_LOG2 ? hp_say(doc, HP_W_LOG2_AXIS, chart->x_title)
                                                  : chart->x_title);
}
