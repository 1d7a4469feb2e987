/* SPDX-License-Identifier: MIT
 * Which blocks did a method ask for? Bars in the order of asking, bytes with header, one scale per figure, the
 * boundary across, and the addition beside. Parent process.
 */
#include "reports/chart.h"

#include <math.h>

static const double head = 21, pitch = 10.7, bars_left = 102, bars_right = 382, sum_left = 401;

static struct hp_lines alike_lines(struct hp_doc *doc, const struct hp_block_chart *chart)
{
    return hp_typeset_wrap(doc->fonts, HP_ROLE_TICK, chart->alike, HP_WIDTH - sum_left, doc->arena);
}

double hp_chart_blocks_height(struct hp_doc *doc, const struct hp_block_chart *chart)
{
    const double bars = (double)chart->count * pitch + 22;
    const double sum =
        4 + 13 * (double)chart->sum_count + 8 + 10 * (double)alike_lines(doc, chart).count;
    return head + fmax(bars, sum);
}

/* A note that would stand across the boundary goes behind it. */
static double note_x(struct hp_doc *doc, const struct hp_block_chart *chart,
                     const struct hp_block_bar *bar, const struct hp_scale *x, double end)
{
    const double w = hp_doc_width(doc, HP_ROLE_TICK, bar->note),
                 at = hp_scale_at(x, chart->boundary);
    return chart->boundary > 0 && end + 6 < at + 3 && end + 6 + w > at - 3 ? at + 6 : end + 6;
}

/* The common scale; shorter where a bar's note would run into the addition beside. */
static struct hp_scale bar_scale(struct hp_doc *doc, const struct hp_block_chart *chart)
{
    double most = chart->boundary;
    for (size_t i = 0; i < chart->count; i++)
        most = fmax(most, chart->bars[i].value);
    const double from = HP_LEFT + bars_left;
    double right = HP_LEFT + bars_right;
    const struct hp_scale widest = hp_scale_linear(0, most, from, right);
    for (size_t i = 0; i < chart->count; i++) {
        const struct hp_block_bar *bar = &chart->bars[i];
        const double length = hp_scale_at(&widest, bar->value) - from;
        if (bar->note == NULL || length <= 0)
            continue;
        const double room =
            HP_LEFT + sum_left - 8 - 6 - hp_doc_width(doc, HP_ROLE_TICK, bar->note) - from;
        right = fmin(right, from + room * (widest.to - from) / length);
    }
    return hp_scale_linear(0, most, from, right);
}

static void draw_bar(struct hp_doc *doc, const struct hp_block_chart *chart,
                     const struct hp_block_bar *bar, const struct hp_scale *x, double y)
{
    const double end = hp_scale_at(x, bar->value);
    const enum hp_ink ink = bar->above  ? HP_INK_ABOVE
                            : bar->kept ? HP_INK_BELOW
                                        : HP_INK_BELOW_BLOCK;
    const enum hp_ink words = bar->above  ? HP_INK_ABOVE_TEXT
                              : bar->kept ? HP_INK_BELOW_TEXT
                                          : HP_INK_GREY;
    (void)hp_doc_text(doc, HP_LEFT + 37.5, y, HP_END, HP_ROLE_NOTE, bar->elements);
    (void)hp_doc_text(doc, HP_LEFT + 90, y, HP_END, HP_ROLE_NOTE, bar->bytes);
    hp_scene_box(hp_doc_scene(doc),
                 (struct hp_rect){ x->from, y - 6, fmax(end - x->from, 0.6), 6.6 }, ink);
    if (bar->note != NULL)
        (void)hp_doc_text_ink(doc, note_x(doc, chart, bar, x, end), y, HP_START, HP_ROLE_TICK,
                              words, bar->note);
}

static void draw_sum(struct hp_doc *doc, const struct hp_block_chart *chart, double y)
{
    const double left = HP_LEFT + sum_left;
    (void)hp_doc_text(doc, left, y, HP_START, HP_ROLE_NOTE, chart->sum_head[0]);
    (void)hp_doc_text(doc, HP_RIGHT, y, HP_END, HP_ROLE_NOTE, chart->sum_head[1]);
    for (size_t i = 0; i < chart->sum_count; i++) {
        y += 13;
        if (i == chart->total_at && i > 0)
            hp_scene_line(hp_doc_scene(doc), left, y - 9.4, HP_RIGHT, y - 9.4, HP_STROKE_HEAD,
                          HP_INK_TEXT);
        (void)hp_doc_text(doc, left, y, HP_START, chart->sum[i].bold ? HP_ROLE_LABEL : HP_ROLE_NOTE,
                          chart->sum[i].what);
        (void)hp_doc_text_ink(doc, HP_RIGHT, y, HP_END, HP_ROLE_NOTE, HP_INK_TEXT,
                              chart->sum[i].value);
    }
    const struct hp_lines lines = alike_lines(doc, chart);
    for (size_t i = 0; i < lines.count; i++)
        (void)hp_doc_text(doc, left, y + 16 + 10 * (double)i, HP_START, HP_ROLE_TICK,
                          lines.items[i]);
}

void hp_chart_blocks(struct hp_doc *doc, const struct hp_block_chart *chart)
{
    struct hp_scene *s = hp_doc_scene(doc);
    const struct hp_scale x = bar_scale(doc, chart);
    const double top = doc->y + head, first = top + 9,
                 bottom = top + (double)chart->count * pitch + 3;
    (void)hp_doc_text(doc, HP_LEFT + 37.5, top - 5, HP_END, HP_ROLE_NOTE, chart->head_elements);
    (void)hp_doc_text(doc, HP_LEFT + 90, top - 5, HP_END, HP_ROLE_NOTE, chart->head_bytes);
    for (size_t i = 0; i < chart->count; i++)
        draw_bar(doc, chart, &chart->bars[i], &x, first + (double)i * pitch);
    if (chart->boundary > 0) {
        const double at = hp_scale_at(&x, chart->boundary);
        hp_scene_line(s, at, top - 4, at, bottom + 3, HP_STROKE_BOUNDARY, HP_INK_TEXT);
        (void)hp_doc_text(doc, at, top - 8, HP_MIDDLE, HP_ROLE_LABEL, chart->boundary_label);
    }
    const struct hp_area area = { x.from, top, x.to, bottom };
    hp_scene_line(s, x.from, bottom, x.to, bottom, HP_STROKE_AXIS, HP_INK_AXIS);
    hp_chart_x_ticks(doc, &area, &x, 4);
    draw_sum(doc, chart, top + 4);
    doc->y += hp_chart_blocks_height(doc, chart);
}
