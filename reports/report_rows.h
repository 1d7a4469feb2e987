/* SPDX-License-Identifier: MIT
 * Rendering from rows: what hp_report_render() does once it has read the store. Tests bring their own rows.
 */
#ifndef HP_REPORTS_REPORT_ROWS_H
#define HP_REPORTS_REPORT_ROWS_H

#include "reports/model.h"
#include "reports/page.h"
#include "reports/report.h"

/* request->store and the verdicts of the request are not looked at: the rows have them. */
int hp_report_render_rows(const struct hp_report_request *request, const struct hp_model_rows *rows,
                          struct hp_report_files *out, struct hp_err *err);

/* One sheet, or the overview (sheet NULL), laid out twice and checked. Clear with hp_doc_clear(). */
int hp_report_lay_out(const struct hp_model *model, const struct hp_m_sheet *sheet,
                      struct hp_fonts *fonts, struct hp_doc *out, struct hp_err *err);

/* The document as the bytes of a PDF. */
int hp_report_pdf(struct hp_doc *doc, struct hp_text *out, struct hp_err *err);

#endif
