/* SPDX-License-Identifier: MIT
 * From a finished document to bytes: PDF in memory, PNG pages.
 */
#ifndef HP_REPORTS_PAINT_H
#define HP_REPORTS_PAINT_H

#include "reports/page.h"

enum { HP_PNG_DPI = 110 };

/* The document as cairo writes it, not yet post-processed. */
int hp_paint_pdf(struct hp_doc *doc, struct hp_text *out, struct hp_err *err);
/* Page `page` (from 0) at HP_PNG_DPI on white, with the density in a pHYs chunk. */
int hp_paint_png(struct hp_doc *doc, size_t page, struct hp_text *out, struct hp_err *err);

/* What cairo cannot write, as an incremental update in place: /Lang, DisplayDocTitle, XMP, /ID from the
 * content's hash, date prefixes, alt texts of figures (in the order of drawing). */
struct hp_pdf_extra {
    const char *language, *title, *creator, *date; /* date: ISO 8601 */
    const char *const *alts;
    size_t alt_count;
};
int hp_pdf_post(struct hp_text *pdf, const struct hp_pdf_extra *extra, struct hp_err *err);

#endif
