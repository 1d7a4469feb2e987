/* SPDX-License-Identifier: MIT
 * What do all charts share? Axes, ticks, points, segments. Parent process.
 */
#include "reports/chart.h"

#include <math.h>

static const double tick_length = 3.5;

void hp_chart_y_axis(struct hp_doc *doc, const struct hp_area *area, const struct hp_scale *y,
                     double title_x, const char *title, const double grid[4])
{
    struct hp_scene *s = hp_doc_scene(doc);
    const struct hp_ticks t = hp_scale_ticks(y, 4);
    if (title != NULL)
        (void)hp_doc_text(doc, title_x, area->top - 15, HP_START, HP_ROLE_TICK, title);
    for (size_t i = 0; i < t.count; i++) {
        const double at = hp_scale_at(y, t.values[i]);
        if (at < area->bottom - 0.5) {
            hp_scene_line(s, grid[0], at, grid[1], at, HP_STROKE_GRID, HP_INK_GRID);
            if (grid[3] > grid[2])
                hp_scene_line(s, grid[2], at, grid[3], at, HP_STROKE_GRID, HP_INK_GRID);
        }
        hp_scene_line(s, area->left - 6 - tick_length, at, area->left - 6, at, HP_STROKE_TICK,
                      HP_INK_AXIS);
        (void)hp_doc_text(doc, area->left - 6 - tick_length - 3, at + 2.6, HP_END, HP_ROLE_TICK,
                          hp_tick_text(&doc->fmt, y, &t, t.values[i]));
    }
    hp_scene_line(s, area->left - 6, area->top, area->left - 6, area->bottom, HP_STROKE_AXIS,
                  HP_INK_AXIS);
}

void hp_chart_ticks(struct hp_doc *doc, const struct hp_area *area, const struct hp_x_tick *ticks,
                    size_t count, size_t rows)
{
    const double white = 4;
    double end[2] = { -INFINITY, -INFINITY };
    for (size_t i = 0; i < count; i++) {
        const size_t row = i % rows;
        const double x = ticks[i].x, down = HP_TICK_ROW * (double)row;
        hp_scene_line(hp_doc_scene(doc), x, area->bottom, x, area->bottom + tick_length + down,
                      HP_STROKE_TICK, HP_INK_AXIS);
        if (ticks[i].text == NULL)
            continue;
        const double w = hp_doc_width(doc, HP_ROLE_TICK, ticks[i].text);
        if (x - w / 2 < end[row] + white || x + w / 2 > HP_RIGHT)
            continue;
        (void)hp_doc_text(doc, x, area->bottom + 12 + down, HP_MIDDLE, HP_ROLE_TICK, ticks[i].text);
        end[row] = x + w / 2;
    }
}

void hp_chart_x_ticks(struct hp_doc *doc, const struct hp_area *area, const struct hp_scale *x,
                      size_t want)
{
    const struct hp_ticks t = hp_scale_ticks(x, want);
    struct hp_x_tick ticks[HP_TICKS_MAX];
    for (size_t i = 0; i < t.count; i++)
        ticks[i] = (struct hp_x_tick){ hp_scale_at(x, t.values[i]),
                                       hp_tick_text(&doc->fmt, x, &t, t.values[i]) };
    hp_chart_ticks(doc, area, ticks, t.count, 1);
}

void hp_chart_point(struct hp_doc *doc, const struct hp_datum *d, double x,
                    const struct hp_scale *y)
{
    struct hp_scene *s = hp_doc_scene(doc);
    const double at = hp_scale_at(y, d->value);
    const enum hp_ink ink = d->above ? HP_INK_ABOVE : HP_INK_BELOW;
    if (!d->present || isnan(at) || isnan(x))
        return;
    const double a = hp_scale_at(y, d->low), b = hp_scale_at(y, d->high);
    if (!isnan(a) && !isnan(b) && fabs(a - b) > 2 * HP_MARK_R) {
        hp_scene_line(s, x, a, x, b, HP_STROKE_INTERVAL, ink);
        hp_scene_line(s, x - HP_CAP, a, x + HP_CAP, a, HP_STROKE_INTERVAL, ink);
        hp_scene_line(s, x - HP_CAP, b, x + HP_CAP, b, HP_STROKE_INTERVAL, ink);
    }
    hp_scene_mark(s, (struct hp_point){ x, at }, 2.9, d->above ? HP_MARK_SQUARE : HP_MARK_CIRCLE);
}

void hp_chart_segment(struct hp_doc *doc, const struct hp_datum *a, double xa,
                      const struct hp_datum *b, double xb, const struct hp_scale *y)
{
    if (!a->present || !b->present || a->above != b->above)
        return;
    hp_scene_line(hp_doc_scene(doc), xa, hp_scale_at(y, a->value), xb, hp_scale_at(y, b->value),
                  HP_STROKE_DATA, a->above ? HP_INK_ABOVE : HP_INK_BELOW);
}

void hp_chart_cut(struct hp_doc *doc, const struct hp_area *area, double left, double right)
{
    struct hp_scene *s = hp_doc_scene(doc);
    const double y = area->bottom, d = 3.5, middle = (left + right) / 2;
    hp_scene_line(s, left - 2, y + d, left + 2, y - d, HP_STROKE_AXIS, HP_INK_AXIS);
    hp_scene_line(s, right - 2, y + d, right + 2, y - d, HP_STROKE_AXIS, HP_INK_AXIS);
    hp_scene_line(s, middle, area->top - 4, middle, y + 4, HP_STROKE_BOUNDARY, HP_INK_TEXT);
}

void hp_chart_label(struct hp_doc *doc, size_t from, double x, enum hp_anchor anchor,
                    enum hp_role role, enum hp_ink ink, const char *text, double at, double top,
                    double bottom)
{
    const double step = 1, width = hp_doc_width(doc, role, text);
    struct hp_rect r = { anchor == HP_START ? x : x - width, at, width, hp_theme_roles[role].size };
    for (double off = 0; off <= bottom - top; off += step)
        for (int side = -1; side <= 1; side += 2) {
            r.y = at + side * off;
            if (r.y < top || r.y > bottom || !hp_scene_free(hp_doc_scene(doc), from, r))
                continue;
            (void)hp_doc_text_ink(doc, r.x, r.y, HP_START, role, ink, text);
            return;
        }
    (void)hp_doc_text_ink(doc, r.x, at, HP_START, role, ink, text);
}

void hp_chart_band(struct hp_doc *doc, double x, double half_width, const struct hp_scale *y,
                   const double range[2])
{
    if (!isfinite(range[0]) || !isfinite(range[1]))
        return;
    const double a = hp_scale_at(y, range[1]), b = hp_scale_at(y, range[0]);
    const struct hp_rect bar = { x - half_width, a - 1, 2 * half_width, fmax(b - a, 0) + 2 };
    hp_scene_box(hp_doc_scene(doc), bar, HP_INK_RANGE);
}

double hp_chart_top(const struct hp_datum *data, size_t count)
{
    double top = 0;
    for (size_t i = 0; i < count; i++)
        if (data[i].present)
            top = fmax(top, isfinite(data[i].high) ? data[i].high : data[i].value);
    return top > 0 ? top : 1;
}
