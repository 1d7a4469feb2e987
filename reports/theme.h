/* SPDX-License-Identifier: MIT
 * Every size, colour and font role of the report. Answers: how does this kind of thing look?
 * Points; y counts down from the top edge of an A4 page; a text position is its baseline.
 */
#ifndef HP_REPORTS_THEME_H
#define HP_REPORTS_THEME_H

#include <stdbool.h>
#include <stdint.h>

#define HP_PAGE_W 595.3
#define HP_PAGE_H 841.9
#define HP_LEFT 51.0
#define HP_WIDTH 493.3
#define HP_RIGHT (HP_LEFT + HP_WIDTH)
#define HP_COLUMN 30.1
#define HP_GUTTER 12.0
#define HP_HEADER_BASE 36.0
#define HP_HEADER_RULE 43.5
#define HP_TITLE_BASE 78.0
#define HP_REPORT_TITLE_BASE 84.5
#define HP_BODY_LAST 775.0
#define HP_FOOTER_RULE 793.5
#define HP_FOOTER_BASE 806.0
#define HP_MARK_R 3.6
#define HP_MARK_R_COUNT 5.0
#define HP_CUT 22.0 /* empty space in an axis that is cut at a boundary */
#define HP_CAP 3.2  /* half of an interval's end stroke */

/* Width of `n` grid columns with the gutters between them. */
static inline double hp_columns(double n)
{
    return n * HP_COLUMN + (n - 1) * HP_GUTTER;
}
/* Left edge of grid column `n` (from 0). */
static inline double hp_column_x(double n)
{
    return HP_LEFT + n * (HP_COLUMN + HP_GUTTER);
}

enum hp_ink {
    HP_INK_TEXT,
    HP_INK_GREY,       /* secondary text */
    HP_INK_AXIS,       /* axes, connectors */
    HP_INK_HAIR,       /* hairlines */
    HP_INK_GRID,       /* grid for labelled values */
    HP_INK_BELOW,      /* below the boundary, ordinary heap; also "threshold moved" */
    HP_INK_BELOW_TEXT, /* the same as text; links */
    HP_INK_BELOW_FILL,
    HP_INK_BELOW_BLOCK,
    HP_INK_ABOVE, /* above the boundary, large object heap; also "threshold default" */
    HP_INK_ABOVE_TEXT,
    HP_INK_ABOVE_FILL,
    HP_INK_HOLDS,
    HP_INK_BROKEN,
    HP_INK_TINT, /* behind a broken row */
    HP_INK_KNOWN,
    HP_INK_RANGE, /* published range */
    HP_INK_WHITE,
    HP_INKS
};
struct hp_colour {
    const char *name;
    uint32_t rgb;
    bool text; /* used for text on white: contrast at least 4.5 */
};
extern const struct hp_colour hp_theme_inks[HP_INKS];
/* WCAG contrast of two sRGB colours, 1 to 21. */
double hp_theme_contrast(uint32_t a, uint32_t b);

enum hp_face { HP_FACE_REGULAR, HP_FACE_BOLD, HP_FACE_ITALIC, HP_FACE_MONO };

enum hp_role {
    HP_ROLE_REPORT_TITLE,
    HP_ROLE_SUBTITLE,
    HP_ROLE_PAGE_TITLE,
    HP_ROLE_RESULT,  /* sentence of page 1 */
    HP_ROLE_FINDING, /* sentence of the causal and overview pages */
    HP_ROLE_HEADING,
    HP_ROLE_BODY,
    HP_ROLE_TABLE,
    HP_ROLE_TABLE_BOLD,
    HP_ROLE_TABLE_GREY,
    HP_ROLE_GROUP, /* italic line between groups of rows */
    HP_ROLE_NOTE,  /* table heads, notes, captions */
    HP_ROLE_LABEL, /* bold label of a boundary */
    HP_ROLE_TICK,
    HP_ROLE_BIG,
    HP_ROLE_BIG_BOLD,
    HP_ROLE_BIG_SIGN,
    HP_ROLE_CODE,
    HP_ROLE_CODE_SMALL,
    HP_ROLES
};
struct hp_style {
    const char *name;
    enum hp_face face;
    double size, leading;
    enum hp_ink ink;
};
extern const struct hp_style hp_theme_roles[HP_ROLES];

/* A rule or stroke: width, and dash lengths (0: solid). */
enum hp_stroke {
    HP_STROKE_TABLE,     /* top and bottom of a table */
    HP_STROKE_HEAD,      /* under its head */
    HP_STROKE_ROW,       /* between groups of rows */
    HP_STROKE_FURNITURE, /* header and footer rules */
    HP_STROKE_AXIS,
    HP_STROKE_TICK,
    HP_STROKE_GRID,
    HP_STROKE_DATA,
    HP_STROKE_TIMELINE,
    HP_STROKE_SLOPE,
    HP_STROKE_CONNECTOR,
    HP_STROKE_INTERVAL,
    HP_STROKE_ONE, /* the line at ratio 1 */
    HP_STROKE_BOUNDARY,
    HP_STROKE_SYMBOL,
    HP_STROKES
};
struct hp_pen {
    const char *name;
    double width, on, off;
};
extern const struct hp_pen hp_theme_pens[HP_STROKES];

#endif
