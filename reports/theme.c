/* SPDX-License-Identifier: MIT
 * How does this kind of thing look? Constant tables, read by layout and paint in the parent. Colours carry
 * meaning and never stand alone: a shape, a dash or a word says the same.
 */
#include "reports/theme.h"

#include <math.h>

const struct hp_colour hp_theme_inks[HP_INKS] = {
    [HP_INK_TEXT] = { "text", 0x1A1A1A, true },
    [HP_INK_GREY] = { "grey", 0x595959, true },
    [HP_INK_AXIS] = { "axis", 0x7A7A7A, false },
    [HP_INK_HAIR] = { "hair", 0xC8C8C8, false },
    [HP_INK_GRID] = { "grid", 0xE4E4E4, false },
    [HP_INK_BELOW] = { "below", 0x0072B2, false },
    [HP_INK_BELOW_TEXT] = { "below-text", 0x00588A, true },
    [HP_INK_BELOW_FILL] = { "below-fill", 0xCFE3F1, false },
    [HP_INK_BELOW_BLOCK] = { "below-block", 0x9CC7E4, false },
    [HP_INK_ABOVE] = { "above", 0xD55E00, false },
    [HP_INK_ABOVE_TEXT] = { "above-text", 0xA84300, true },
    [HP_INK_ABOVE_FILL] = { "above-fill", 0xF7DCC8, false },
    [HP_INK_HOLDS] = { "holds", 0x009E73, false },
    [HP_INK_BROKEN] = { "broken", 0x000000, true },
    [HP_INK_TINT] = { "tint", 0xF3F3F2, false },
    [HP_INK_KNOWN] = { "known", 0x8E3F6B, true },
    [HP_INK_RANGE] = { "range", 0xDADADA, false },
    [HP_INK_WHITE] = { "white", 0xFFFFFF, false },
};

const struct hp_style hp_theme_roles[HP_ROLES] = {
    [HP_ROLE_REPORT_TITLE] = { "report-title", HP_FACE_BOLD, 22, 26, HP_INK_TEXT },
    [HP_ROLE_SUBTITLE] = { "subtitle", HP_FACE_REGULAR, 10.5, 14, HP_INK_GREY },
    [HP_ROLE_PAGE_TITLE] = { "page-title", HP_FACE_BOLD, 15, 19, HP_INK_TEXT },
    [HP_ROLE_RESULT] = { "result", HP_FACE_REGULAR, 13, 18.5, HP_INK_TEXT },
    [HP_ROLE_FINDING] = { "finding", HP_FACE_REGULAR, 12, 17, HP_INK_TEXT },
    [HP_ROLE_HEADING] = { "heading", HP_FACE_BOLD, 10.5, 14, HP_INK_TEXT },
    [HP_ROLE_BODY] = { "body", HP_FACE_REGULAR, 9.5, 13, HP_INK_TEXT },
    [HP_ROLE_TABLE] = { "table", HP_FACE_REGULAR, 9, 14, HP_INK_TEXT },
    [HP_ROLE_TABLE_BOLD] = { "table-bold", HP_FACE_BOLD, 9, 14, HP_INK_TEXT },
    [HP_ROLE_TABLE_GREY] = { "table-grey", HP_FACE_REGULAR, 8.5, 14, HP_INK_GREY },
    [HP_ROLE_GROUP] = { "group", HP_FACE_ITALIC, 8.5, 14, HP_INK_GREY },
    [HP_ROLE_NOTE] = { "note", HP_FACE_REGULAR, 8, 11, HP_INK_GREY },
    [HP_ROLE_LABEL] = { "label", HP_FACE_BOLD, 8, 11, HP_INK_TEXT },
    [HP_ROLE_TICK] = { "tick", HP_FACE_REGULAR, 7.5, 10, HP_INK_GREY },
    [HP_ROLE_BIG] = { "big", HP_FACE_REGULAR, 19, 22, HP_INK_TEXT },
    [HP_ROLE_BIG_BOLD] = { "big-bold", HP_FACE_BOLD, 19, 22, HP_INK_TEXT },
    [HP_ROLE_BIG_SIGN] = { "big-sign", HP_FACE_REGULAR, 14, 22, HP_INK_GREY },
    [HP_ROLE_CODE] = { "code", HP_FACE_MONO, 8.5, 12, HP_INK_TEXT },
    [HP_ROLE_CODE_SMALL] = { "code-small", HP_FACE_MONO, 7, 8.6, HP_INK_TEXT },
};

const struct hp_pen hp_theme_pens[HP_STROKES] = {
    [HP_STROKE_TABLE] = { "table", 0.9, 0, 0 },
    [HP_STROKE_HEAD] = { "head", 0.5, 0, 0 },
    [HP_STROKE_ROW] = { "row", 0.25, 0, 0 },
    [HP_STROKE_FURNITURE] = { "furniture", 0.4, 0, 0 },
    [HP_STROKE_AXIS] = { "axis", 0.55, 0, 0 },
    [HP_STROKE_TICK] = { "tick", 0.5, 0, 0 },
    [HP_STROKE_GRID] = { "grid", 0.35, 0, 0 },
    [HP_STROKE_DATA] = { "data", 1.3, 0, 0 },
    [HP_STROKE_TIMELINE] = { "timeline", 0.8, 0, 0 },
    [HP_STROKE_SLOPE] = { "slope", 0.9, 0, 0 },
    [HP_STROKE_CONNECTOR] = { "connector", 0.7, 0, 0 },
    [HP_STROKE_INTERVAL] = { "interval", 1.2, 0, 0 },
    [HP_STROKE_ONE] = { "one", 1.0, 0, 0 },
    [HP_STROKE_BOUNDARY] = { "boundary", 1.1, 4, 2.5 },
    [HP_STROKE_SYMBOL] = { "symbol", 1.2, 0, 0 },
};

static double luminance(uint32_t rgb)
{
    static const double weight[3] = { 0.2126, 0.7152, 0.0722 };
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        const double v = ((rgb >> (16 - 8 * i)) & 0xff) / 255.0;
        sum += weight[i] * (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double hp_theme_contrast(uint32_t a, uint32_t b)
{
    const double la = luminance(a), lb = luminance(b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}
