/* SPDX-License-Identifier: MIT
 * Charts. Each kind is one file over the verbs of page.h; each takes plain numbers and an area, and knows
 * nothing of stores or models. Labels are direct; there are no legend boxes.
 */
#ifndef HP_REPORTS_CHART_H
#define HP_REPORTS_CHART_H

#include "reports/scale.h"
#include "reports/table.h"

/* The rectangle that data are drawn in; axes and labels lie around it. */
struct hp_area {
    double left, top, right, bottom;
};

struct hp_datum {
    double x, value, low, high;
    bool above; /* past the boundary: square and vermillion */
    bool present;
};

/* ---- chart.c: what all of them share ---- */

/* Axis, ticks, labels and a title flush with the left margin of the area's block. Grid lines run from
 * grid[0] to grid[1] and, when given, from grid[2] to grid[3]. */
void hp_chart_y_axis(struct hp_doc *doc, const struct hp_area *area, const struct hp_scale *y,
                     double title_x, const char *title, const double grid[4]);
/* A tick of an x axis and what stands under it. */
struct hp_x_tick {
    double x;
    const char *text; /* NULL: the tick alone */
};
/* Under the area, labels in turn in so many rows; one that would touch the one before in its row is left out. */
void hp_chart_ticks(struct hp_doc *doc, const struct hp_area *area, const struct hp_x_tick *ticks,
                    size_t count, size_t rows);
/* Those of a scale. */
void hp_chart_x_ticks(struct hp_doc *doc, const struct hp_area *area, const struct hp_scale *x,
                      size_t want);
void hp_chart_point(struct hp_doc *doc, const struct hp_datum *d, double x,
                    const struct hp_scale *y);
/* Segment between two neighbours, in the colour of its side. */
void hp_chart_segment(struct hp_doc *doc, const struct hp_datum *a, double xa,
                      const struct hp_datum *b, double xb, const struct hp_scale *y);
/* The x axis is cut at a boundary, where it ends at `left` and goes on at `right`: slanted strokes at both ends,
 * a dashed line between them. */
void hp_chart_cut(struct hp_doc *doc, const struct hp_area *area, double left, double right);
/* A label with its anchor at x, as near to the baseline `at` as it stands clear of what was drawn since primitive
 * `from`, between the baselines `top` and `bottom`. */
void hp_chart_label(struct hp_doc *doc, size_t from, double x, enum hp_anchor anchor,
                    enum hp_role role, enum hp_ink ink, const char *text, double at, double top,
                    double bottom);
/* Grey bar of a published range behind the point at x; nothing when an end is NaN. */
void hp_chart_band(struct hp_doc *doc, double x, double half_width, const struct hp_scale *y,
                   const double range[2]);
double hp_chart_top(const struct hp_datum *data, size_t count);

/* ---- chart_step.c: the x axis cut at the boundary, up to two panels ---- */

struct hp_step_panel {
    const char *title;
    const struct hp_datum *data; /* by x; data[below] is the last one below */
    size_t count, below;
    const char *below_label, *above_label; /* values with units */
    double (*published)[2];                /* low, high for each of data, NaN: none; or NULL */
};
struct hp_step {
    struct hp_step_panel panels[2];
    size_t panel_count;
    const char *boundary; /* "85,000 bytes", or NULL */
    const char *x_title;
    const char *param; /* on the x axis */
};
/* Draws under the cursor; `height` for each panel. */
void hp_chart_step(struct hp_doc *doc, const struct hp_step *step, double height);
double hp_chart_step_height(const struct hp_step *step, double height);

/* ---- chart_sweep.c: lines with intervals ---- */

struct hp_sweep_line {
    const char *label;
    const struct hp_datum *data;
    size_t count;
};
enum { HP_SWEEP_LINES = 4 };
/* The last value below and the first above. */
struct hp_sweep_cut {
    double below, above;
};
struct hp_sweep_chart {
    const char *title,
        *x_title;      /* how sizes lie on the axis is added where they do not lie to scale */
    const char *param; /* on the x axis */
    struct hp_sweep_line lines[HP_SWEEP_LINES];
    size_t line_count;
    struct hp_sweep_cut cuts[HP_SWEEP_LINES]; /* a dashed line each, labelled with its pair */
    size_t cut_count;
};
/* The axis is cut between the two sizes of a boundary. Lines are broken there and at missing points. Sizes that
 * would lie on one another stand at equal distances instead, and the axis says so. */
void hp_chart_sweep(struct hp_doc *doc, const struct hp_sweep_chart *chart,
                    const struct hp_area *area);
/* What stands under `area->bottom`: labels of the axis and its title. */
enum { HP_TICK_ROW = 9, HP_SWEEP_UNDER = 25 + HP_TICK_ROW };

/* ---- chart_dumbbell.c, chart_forest.c, chart_range.c: plots for a table's scale column ---- */

/* Square at the default setting, circle at the moved one, connector between their intervals. */
size_t hp_chart_dumbbell(struct hp_doc *doc, const struct hp_datum *before,
                         const struct hp_datum *after, const char *before_label,
                         const char *after_label, const struct hp_plot **out);
/* One value with its interval. */
size_t hp_chart_forest(struct hp_doc *doc, const struct hp_datum *d, enum hp_mark mark,
                       enum hp_ink ink, const struct hp_plot **out);
/* Grey bar of the published range, black dot of what came out here. */
size_t hp_chart_range(struct hp_doc *doc, double low, double high, const struct hp_datum *here,
                      const struct hp_plot **out);

/* ---- chart_slope.c: one counter before and after ---- */

struct hp_slope {
    const char *title, *before, *after; /* names of the settings */
    double value_before, value_after;   /* NaN: not measured */
    const char *text_before, *text_after;
    bool above_before, above_after; /* past the boundary at that setting */
    double range[4];                /* published before low, high, after low, high; NaN none */
};
void hp_chart_slope(struct hp_doc *doc, const struct hp_slope *slope, const struct hp_area *area);

/* ---- chart_order.c: every reading in the order of measuring, and sorted ---- */

struct hp_order_side {
    const char *title, *note; /* over and under its panel */
    const double *values;     /* in the order of measuring */
    const uint32_t *rounds;   /* of each value: a stroke where the round changes */
    size_t count;
    double median;
};
struct hp_order {
    struct hp_order_side sides[2]; /* the lower size first */
    double base;                   /* values are drawn divided by it, on log 2 */
    bool boundary;                 /* the sides lie below and above it: its colours and marks */
    const char *sorted_title;
};
void hp_chart_order(struct hp_doc *doc, const struct hp_order *chart, double height);
double hp_chart_order_height(double height);

/* ---- chart_blocks.c: bars in the order of asking ---- */

struct hp_block_bar {
    const char *elements, *bytes, *note; /* printed; note beside the bar or NULL */
    double value;
    bool kept, above;
};
struct hp_block_chart {
    const struct hp_block_bar *bars;
    size_t count;
    double boundary; /* 0: none */
    const char *boundary_label, *head_elements, *head_bytes;
    /* The addition beside the bars: rows of words and figures; a rule before `total_at`. */
    struct {
        const char *what, *value;
        bool bold;
    } sum[8];
    size_t sum_count, total_at;
    const char *sum_head[2], *alike;
};
void hp_chart_blocks(struct hp_doc *doc, const struct hp_block_chart *chart);
double hp_chart_blocks_height(struct hp_doc *doc, const struct hp_block_chart *chart);

/* ---- chart_timeline.c: heap size over allocated bytes, collections as strokes ---- */

struct hp_time_stroke {
    double x;
    int generation;
};
struct hp_time_panel {
    const char *title, *sub;
    const struct hp_point *line; /* allocated MB, heap MB */
    size_t count;
    const struct hp_time_stroke *strokes;
    size_t stroke_count;
    bool above;
    const char *counts[3]; /* "9", "0", "0"; NULL leaves the line out */
};
struct hp_timeline_chart {
    const struct hp_time_panel *panels;
    size_t count;
    double x_max, y_max;
    const char *y_title, *x_title;
};
void hp_chart_timeline(struct hp_doc *doc, const struct hp_timeline_chart *chart);
double hp_chart_timeline_height(const struct hp_timeline_chart *chart);

#endif
