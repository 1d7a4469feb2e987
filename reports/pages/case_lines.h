/* SPDX-License-Identifier: MIT
 * Rows over cases, for pages whose evidence is not one sweep. Texts live in the document's arena.
 */
#ifndef HP_REPORTS_CASE_LINES_H
#define HP_REPORTS_CASE_LINES_H

#include "reports/pages/pages.h"

bool hp_case_on(const struct hp_case_row *row, const struct hp_m_sheet *sheet);
/* Has it readings of the metric, and is the first of them more than `least`? No interval is computed for this. */
bool hp_case_has(const struct hp_case_row *row, const char *metric, double least);
/* The text of a parameter; NULL: the case has none of the name. */
const char *hp_case_param(const struct hp_case *c, const char *name);
/* Its method, or the one that its probe looks at. */
const char *hp_case_way(const struct hp_case *c);
/* "length 81,920, written": the parameters that its sweep names; or those of `names`, space separated, that are not
 * what they are by default. */
const char *hp_case_params(const struct hp_doc *doc, const struct hp_model *model,
                           const struct hp_case *c, const char *names);
/* "gen/10". */
const char *hp_case_heap(const struct hp_doc *doc, const struct hp_case *c);

/* Of a ratio and its interval: two, and four where it is small. */
static inline int hp_ratio_decimals(double ratio)
{
    return ratio < 0.1 ? 4 : 2;
}

enum { HP_LINE_HEAPS = 8 };

/* Two figures of one case, or of several that say the same. */
struct hp_case_line {
    const struct hp_case_row *row; /* the first of them */
    const char *words;             /* "loh: rent-return, length 81,920" */
    struct {
        const char *name;
        uint32_t runtimes; /* bit i: of runtime i; 0 where the heap has none */
    } heaps[HP_LINE_HEAPS];
    double value[2];
};
/* "gen/8, 9, 10, dotnet/10". */
const char *hp_case_line_heaps(const struct hp_doc *doc, const struct hp_case_line *line);
struct hp_case_lines {
    struct hp_case_line *items;
    size_t count;
};
/* Which cases: those that have both metrics, and more than 0 of the first. */
struct hp_case_filter {
    const char *metrics[2];
    bool probes;       /* of probes only, which are named */
    const char *names; /* of the parameters that matter, or NULL: those that the sweep names */
};
/* Those of the sheet, in the order of the run. */
struct hp_case_lines hp_case_lines(const struct hp_doc *doc, const struct hp_model *model,
                                   const struct hp_m_sheet *sheet,
                                   const struct hp_case_filter *filter);
#endif
