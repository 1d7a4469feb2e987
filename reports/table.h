/* SPDX-License-Identifier: MIT
 * Tables. Columns have places, which give way to long words (table_fit.h); every cell wraps inside its column;
 * figures stand on their decimal mark; a cell may carry a verdict mark, a
 * link or plots on the column's scale. A table that continues on the next page repeats its head and says so;
 * rows are never split.
 */
#ifndef HP_REPORTS_TABLE_H
#define HP_REPORTS_TABLE_H

#include "reports/page.h"
#include "reports/scale.h"

enum { HP_TABLE_COLUMNS = 12 };

enum hp_align {
    HP_ALIGN_LEFT,
    HP_ALIGN_RIGHT,   /* integers, page numbers, words at the right margin */
    HP_ALIGN_DECIMAL, /* the decimal marks of all rows stand in one line */
};

/* What a plot column draws for one value. */
enum hp_plot_kind {
    HP_PLOT_POINT,     /* mark, with end strokes when the interval is wider than it */
    HP_PLOT_RANGE,     /* published range: grey bar */
    HP_PLOT_FRAME,     /* published range of other machines: outlined, filled */
    HP_PLOT_CONNECTOR, /* from low to high */
    HP_PLOT_SAMPLES,   /* a single raw value: small open ring */
};
struct hp_plot {
    enum hp_plot_kind kind;
    enum hp_mark mark;
    enum hp_ink ink, fill;
    double value, low, high;
    double down;       /* below the middle of its row */
    const char *label; /* right of a point, or NULL */
    bool label_left;   /* left of it, where a connector runs to the right */
    bool label_above;
};

struct hp_column {
    const char *head, *head2; /* second line under a group title, or NULL */
    double x, w;              /* from the text's left edge */
    enum hp_align align;
    bool grey;                    /* secondary: unit, where */
    enum hp_mark head_mark;       /* before the head's text */
    const struct hp_scale *scale; /* a plot column */
    const struct hp_ticks *ticks;
    bool band; /* shade band_low..band_high through the panel */
    double band_low, band_high;
};

/* Columns that say no more than this; heads of two lines have `head2`, else NULL. */
static inline struct hp_column hp_column_words(const char *head, double x, double w)
{
    const struct hp_column c = { .head = head, .x = x, .w = w };
    return c;
}
static inline struct hp_column hp_column_figures(const char *head, const char *head2, double x,
                                                 double w, enum hp_align align)
{
    const struct hp_column c = { .head = head, .head2 = head2, .x = x, .w = w, .align = align };
    return c;
}
static inline struct hp_column hp_column_plots(const char *head, double x, double w,
                                               const struct hp_scale *scale,
                                               const struct hp_ticks *ticks)
{
    const struct hp_column c = { .head = head, .x = x, .w = w, .scale = scale, .ticks = ticks };
    return c;
}

struct hp_cell {
    const char *text;
    enum hp_mark mark;
    bool bold;
    enum hp_ink ink;  /* HP_INK_TEXT: the column's own */
    const char *link; /* destination, or NULL */
    const struct hp_plot *plots;
    size_t plot_count;
};

struct hp_row {
    struct hp_cell cell[HP_TABLE_COLUMNS];
    const char *second; /* grey line under the row's `second_column` */
    const char *code;   /* under that: as it stands in a script; needs `second` */
    bool tint;          /* broken: grey behind the row */
    bool rule;          /* hairline after the row */
    const char *dest;   /* a destination at the row, or NULL */
    const char *group;  /* not NULL: an italic line instead of cells */
};

struct hp_table {
    const char *title, *note, *view; /* heading; view NULL: no label */
    struct hp_column columns[HP_TABLE_COLUMNS];
    size_t column_count, second_column;
    const char *foot;    /* note under the bottom rule, on the same page; or NULL */
    double second_width; /* 0: to the end of the second column */
    double pitch;        /* of a row of one line; 0: 14 */
    bool headless;       /* without column heads */
    bool head_two_lines;
    struct hp_row *rows;
    size_t row_count, row_capacity;
    double fraction[HP_TABLE_COLUMNS]; /* widest part after the mark; table.c fills it */
};

struct hp_row *hp_table_row(struct hp_table *t); /* zeroed, valid until the next call */
/* Heading, head, rows, rules; frees the rows. Cursor: the bottom rule. */
void hp_table_draw(struct hp_doc *doc, struct hp_table *t);
/* Height that the rows will take, without the heading. */
double hp_table_height(struct hp_doc *doc, const struct hp_table *t);
/* A plot at its place on a scale: shared by plot columns and charts. */
void hp_plot_draw(struct hp_doc *doc, const struct hp_plot *plot, const struct hp_scale *scale,
                  double y);
/* "1/4" "1/2" "1" "2" on log 2, decimals of the ticks else. */
const char *hp_tick_text(const struct hp_fmt *f, const struct hp_scale *scale,
                         const struct hp_ticks *ticks, double value);

#endif
