/* SPDX-License-Identifier: MIT
 * What fonts.c owns and text.c and paint_cairo.c borrow. No other file includes this.
 */
#ifndef HP_REPORTS_FONTS_PRIVATE_H
#define HP_REPORTS_FONTS_PRIVATE_H

#include "reports/fonts.h"
#include "reports/widths.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

struct hp_fonts {
    FcConfig *config;
    PangoFontMap *map;
    PangoContext *context;
    PangoLayout *layout;                   /* scratch: holds the text that was set last */
    PangoFontDescription *roles[HP_ROLES]; /* by enum hp_role */
    struct hp_font_file files[HP_FONT_FILES];
    struct hp_widths widths; /* of texts that were measured */
    unsigned unknown_glyphs; /* met while measuring or drawing */
    char unknown_text[128];  /* the first text that had one */
};

/* Sets text and role into the scratch layout, with the repairs that PT Sans needs. The layout is a single
 * line and valid until the next call. */
PangoLayoutLine *hp_fonts_shape(struct hp_fonts *fonts, enum hp_role role, const char *text);

#endif
