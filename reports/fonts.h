/* SPDX-License-Identifier: MIT
 * The report's fonts: PT Sans and PT Mono of Debian's fonts-paratype, and no other. A private fontconfig
 * keeps the system's fonts out, so that a missing glyph is counted instead of replaced.
 */
#ifndef HP_REPORTS_FONTS_H
#define HP_REPORTS_FONTS_H

#include "base/err.h"
#include "base/hash.h"
#include "reports/theme.h"

/* One process-wide set, used by the parent's thread only. Making it starts a helper thread of pango:
 * fork before. */
struct hp_fonts;

/* HP_E_ENV with the package to install when a file is missing. */
int hp_fonts_open(struct hp_fonts **out, struct hp_err *err);
void hp_fonts_close(struct hp_fonts *fonts); /* takes NULL */

struct hp_font_file {
    const char *family, *path;
    char sha[HP_SHA_HEX];
};
enum { HP_FONT_FILES = 4 };
const struct hp_font_file *hp_fonts_files(const struct hp_fonts *fonts);
/* "cairo 1.16.0, pango 1.50.12, fontconfig 2.14.1". Static storage. */
const char *hp_fonts_libraries(void);

#endif
