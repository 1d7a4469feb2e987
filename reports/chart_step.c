/* SPDX-License-Identifier: MIT
 * What happens at the boundary? The x axis is cut between the two neighbours: grid, axis and curve stop at
 * the cut, both sides keep one scale, and no segment crosses it. Parent process.
 */
#include "reports/chart.h"

#include <math.h>

static const double panel_gap = 32, title_room = 24, axis_left = 38, inset = 6, label_gap = 14;

/* The cut axis: [low, below] and [above, high] on one scale with HP_CUT points between them. */
struct cut {
    double low, below, above, high;
    double left, left_end, right_start, right;
    double per_unit;
};

/* Room for the labels of the two neighbours, each on its own side of the cut. */
static double room_for(struct hp_doc *doc, const struct hp_step *step, bool above)
{
    double most = 0;
    for (size_t i = 0; i < step->panel_count; i++) {
        const char *label = above ? step->panels[i].above_label : step->panels[i].below_label;
        if (label != NULL)
            most = fmax(most, hp_doc_width(doc, HP_ROLE_LABEL, label) + label_gap);
    }
    return most;
}

static struct cut make_cut(struct hp_doc *doc, const struct hp_step *step)
{
    const struct hp_step_panel *p = &step->panels[0];
    struct cut c = { .low = p->data[0].x,
                     .below = p->data[p->below].x,
                     .above = p->data[p->below + 1].x,
                     .high = p->data[p->count - 1].x,
                     .left = HP_LEFT + axis_left,
                     .right = HP_RIGHT - 12 };
    const double room = c.right - c.left - HP_CUT;
    const double below = c.below - c.low, above = c.high - c.above, units = below + above;
    double left = units > 0 ? room * below / units : room / 2;
    left = fmax(fmin(left, room - room_for(doc, step, true)), room_for(doc, step, false));
    if (units > 0)
        c.per_unit =
            fmin(below > 0 ? left / below : INFINITY, above > 0 ? (room - left) / above : INFINITY);
    c.left_end = c.left + left;
    c.right_start = c.left_end + HP_CUT;
    return c;
}

/* Points lie from the cut outwards. */
static double place(const struct cut *c, double x)
{
    return x <= c->below ? c->left_end - (c->below - x) * c->per_unit
                         : c->right_start + (x - c->above) * c->per_unit;
}

static void cut_axis(struct hp_doc *doc, const struct cut *c, const struct hp_area *area)
{
    struct hp_scene *s = hp_doc_scene(doc);
    const double y = area->bottom;
    hp_scene_line(s, area->left - inset, y, c->left_end, y, HP_STROKE_AXIS, HP_INK_AXIS);
    hp_scene_line(s, c->right_start, y, area->right + inset, y, HP_STROKE_AXIS, HP_INK_AXIS);
    hp_chart_cut(doc, area, c->left_end, c->right_start);
}

static void x_ticks(struct hp_doc *doc, const struct hp_step *step, const struct cut *c,
                    const struct hp_area *area, bool labels)
{
    const struct hp_scale whole = { HP_SCALE_LINEAR, c->low, c->high, c->left, c->right };
    const struct hp_ticks t = hp_scale_ticks(&whole, 5);
    struct hp_x_tick ticks[HP_TICKS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < t.count && c->per_unit > 0; i++)
        if (t.values[i] <= c->below || t.values[i] >= c->above)
            ticks[count++] =
                (struct hp_x_tick){ place(c, t.values[i]),
                                    labels ? hp_words_size(&doc->fmt, step->param, t.values[i])
                                           : NULL };
    hp_chart_ticks(doc, area, ticks, count, 1);
}

/* The two values at the boundary, each beside its own mark, on its own side of the line. */
static void neighbour_labels(struct hp_doc *doc, const struct hp_step_panel *p, const struct cut *c,
                             const struct hp_scale *y, size_t drawn)
{
    const struct hp_datum *a = &p->data[p->below], *b = &p->data[p->below + 1];
    const double top = y->to - 1, bottom = y->from - 4;
    if (p->below_label != NULL && a->present)
        hp_chart_label(doc, drawn, c->left_end - 5, HP_END, HP_ROLE_LABEL, HP_INK_BELOW_TEXT,
                       p->below_label, fmax(hp_scale_at(y, a->high) - 7, top), top, bottom);
    if (p->above_label != NULL && b->present)
        hp_chart_label(doc, drawn, c->right_start + 7, HP_START, HP_ROLE_LABEL, HP_INK_ABOVE_TEXT,
                       p->above_label, fmin(hp_scale_at(y, b->low) + 13, bottom), top, bottom);
}

static void draw_panel(struct hp_doc *doc, const struct hp_step_panel *p, const struct cut *c,
                       const struct hp_area *area)
{
    double top = hp_chart_top(p->data, p->count);
    for (size_t i = 0; p->published != NULL && i < p->count; i++)
        top = fmax(top, p->published[i][1]);
    const struct hp_scale y = hp_scale_linear(0, top, area->bottom, area->top);
    const double grid[4] = { c->left, c->left_end, c->right_start, c->right };
    const size_t drawn = hp_doc_scene(doc)->count;
    hp_chart_y_axis(doc, area, &y, HP_LEFT, p->title, grid);
    for (size_t i = 0; p->published != NULL && i < p->count; i++)
        hp_chart_band(doc, place(c, p->data[i].x), 8, &y, p->published[i]);
    cut_axis(doc, c, area);
    for (size_t i = 0; i + 1 < p->count; i++)
        if (i != p->below)
            hp_chart_segment(doc, &p->data[i], place(c, p->data[i].x), &p->data[i + 1],
                             place(c, p->data[i + 1].x), &y);
    for (size_t i = 0; i < p->count; i++)
        hp_chart_point(doc, &p->data[i], place(c, p->data[i].x), &y);
    neighbour_labels(doc, p, c, &y, drawn);
}

double hp_chart_step_height(const struct hp_step *step, double height)
{
    return title_room + (double)step->panel_count * height +
           (double)(step->panel_count - 1) * panel_gap + 26;
}

static void under_the_axis(struct hp_doc *doc, const struct hp_step *step, const struct cut *c,
                           double y)
{
    const char *pair =
        hp_arena_print(doc->arena, "%s | %s", hp_words_size(&doc->fmt, step->param, c->below),
                       hp_words_size(&doc->fmt, step->param, c->above));
    const double w = hp_doc_width(doc, HP_ROLE_LABEL, pair),
                 middle = (c->left_end + c->right_start) / 2;
    const double x = fmin(fmax(middle, HP_LEFT + w / 2), HP_RIGHT - w / 2);
    (void)hp_doc_text(doc, x, y, HP_MIDDLE, HP_ROLE_LABEL, pair);
    const double title_w = hp_doc_width(doc, HP_ROLE_TICK, step->x_title);
    const bool right = HP_RIGHT - title_w > x + w / 2 + 8;
    (void)hp_doc_text(doc, right ? HP_RIGHT : HP_LEFT, y, right ? HP_END : HP_START, HP_ROLE_TICK,
                      step->x_title);
}

void hp_chart_step(struct hp_doc *doc, const struct hp_step *step, double height)
{
    const struct cut c = make_cut(doc, step);
    double top = doc->y + title_room;
    for (size_t i = 0; i < step->panel_count; i++) {
        const struct hp_area area = { c.left, top, c.right, top + height };
        draw_panel(doc, &step->panels[i], &c, &area);
        x_ticks(doc, step, &c, &area, i + 1 == step->panel_count);
        if (i == 0 && step->boundary != NULL) {
            const double w = hp_doc_width(doc, HP_ROLE_LABEL, step->boundary);
            const double x = fmin((c.left_end + c.right_start) / 2, HP_RIGHT - w / 2);
            (void)hp_doc_text(doc, x, top - 7, HP_MIDDLE, HP_ROLE_LABEL, step->boundary);
        }
        doc->y = top + height;
        top += height + panel_gap;
    }
    under_the_axis(doc, step, &c, doc->y + 24);
    doc->y += 26;
}
