/* SPDX-License-Identifier: MIT
 * Widths of columns and lines of cells: shared by table.c, which draws them, and table_fit.c.
 */
#ifndef HP_REPORTS_TABLE_FIT_H
#define HP_REPORTS_TABLE_FIT_H

#include "reports/table.h"

/* Moves and widens columns until no word of a cell or head is cut or touches the next one, as far as there is
 * room. The rows must be there. */
void hp_table_fit(struct hp_doc *doc, struct hp_table *t);

enum hp_role hp_table_role(const struct hp_column *column, const struct hp_cell *cell);
/* What the mark before a cell's text takes; 0 without one. */
double hp_table_mark_space(const struct hp_cell *cell);
/* A cell's text, broken inside its column. */
struct hp_lines hp_table_lines(struct hp_doc *doc, const struct hp_column *column,
                               const struct hp_cell *cell);
/* Is the text one figure, which stands on the column's decimal mark? */
bool hp_table_on_mark(const struct hp_column *column, const struct hp_cell *cell);
/* The widest part behind the mark. */
double hp_table_fraction(struct hp_doc *doc, const struct hp_table *t, size_t column);

#endif
