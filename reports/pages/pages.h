/* SPDX-License-Identifier: MIT
 * The kinds of pages. Each is one file over the verbs of page.h and table.h and the charts; each writes the
 * pages of one section of one sheet, and says whether the sheet has something for it.
 */
#ifndef HP_REPORTS_PAGES_H
#define HP_REPORTS_PAGES_H

#include "reports/model.h"
#include "reports/table.h"

/* One section of a sheet's report. */
struct hp_section {
    const char *dest;
    enum hp_word title;
    bool (*has)(const struct hp_model *model, const struct hp_m_sheet *sheet);
    void (*draw)(struct hp_doc *doc, const struct hp_model *model, const struct hp_m_sheet *sheet);
};
/* In the order of the report, without page 1; ends at dest == NULL. */
extern const struct hp_section hp_sections[];

void hp_page_summary(struct hp_doc *doc, const struct hp_model *model,
                     const struct hp_m_sheet *sheet);
void hp_page_boundary(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet);
void hp_page_sweep(struct hp_doc *doc, const struct hp_model *model,
                   const struct hp_m_sheet *sheet);
void hp_page_causal(struct hp_doc *doc, const struct hp_model *model,
                    const struct hp_m_sheet *sheet);
void hp_page_published(struct hp_doc *doc, const struct hp_model *model,
                       const struct hp_m_sheet *sheet);
/* Evidence that is not one sweep: each says whether the sheet has cases for it. */
bool hp_page_ways_has(const struct hp_model *model, const struct hp_m_sheet *sheet);
void hp_page_ways(struct hp_doc *doc, const struct hp_model *model, const struct hp_m_sheet *sheet);
bool hp_page_crossover_has(const struct hp_model *model, const struct hp_m_sheet *sheet);
void hp_page_crossover(struct hp_doc *doc, const struct hp_model *model,
                       const struct hp_m_sheet *sheet);
bool hp_page_counters_has(const struct hp_model *model, const struct hp_m_sheet *sheet);
void hp_page_counters(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet);
bool hp_page_waste_has(const struct hp_model *model, const struct hp_m_sheet *sheet);
void hp_page_waste(struct hp_doc *doc, const struct hp_model *model,
                   const struct hp_m_sheet *sheet);
void hp_page_blocks(struct hp_doc *doc, const struct hp_model *model,
                    const struct hp_m_sheet *sheet);
void hp_page_timeline(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet);
void hp_page_samples(struct hp_doc *doc, const struct hp_model *model,
                     const struct hp_m_sheet *sheet);
/* Was any way timed at two sizes? */
bool hp_page_samples_has(const struct hp_model *model, const struct hp_m_sheet *sheet);
void hp_page_verdicts(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet);
void hp_page_environment(struct hp_doc *doc, const struct hp_model *model,
                         const struct hp_m_sheet *sheet);
void hp_page_appendix(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet);
void hp_page_overview(struct hp_doc *doc, const struct hp_model *model);
/* A table for each way whose bytes differ between machines: nothing when there is none. */
void hp_page_machines(struct hp_doc *doc, const struct hp_model *model);

/* ---- parts that several pages show ---- */

/* Destination of the first size of a series that figures leave to its table; NULL: they draw all. */
const char *hp_page_sweep_left_out(const struct hp_doc *doc, const struct hp_m_sheet *sheet,
                                   const struct hp_m_series *s);

/* The command that repeats the run, on the last line of the page. */
void hp_page_again(struct hp_doc *doc, const struct hp_model *model);
/* What its lines beyond the first take. */
double hp_page_again_height(struct hp_doc *doc, const struct hp_model *model);

/* Where a document printed a figure, and the heap where several have it. In the arena. */
const char *hp_figure_place(const struct hp_doc *doc, const struct hp_m_sheet *sheet,
                            const struct hp_verdict *v);
/* Figures that were not compared, in the order of the study, and how many were. */
struct hp_not_compared {
    const struct hp_verdict **items;
    size_t count, compared;
};
void hp_page_not_compared(struct hp_doc *doc, const struct hp_model *model,
                          const struct hp_m_sheet *sheet, const struct hp_not_compared *rest);

/* Where cases lack a full result: a band that says so, with what that means for the verdicts. Sheet NULL: of all. */
void hp_page_incomplete(struct hp_doc *doc, const struct hp_model *model,
                        const struct hp_m_sheet *sheet);

/* Mark and word of a verdict. */
enum hp_mark hp_verdict_mark(enum hp_verdict_kind kind);
enum hp_word hp_verdict_word(enum hp_verdict_kind kind);
/* Expected and measured as printed; the second with its interval when it has one. */
const char *hp_verdict_expected(const struct hp_doc *doc, const struct hp_verdict *v);
const char *hp_verdict_here(const struct hp_doc *doc, const struct hp_verdict *v);
const char *hp_verdict_claim(const struct hp_doc *doc, const struct hp_verdict *v);
/* A reason or word of another stage in the language of the document, metrics by their titles. In the arena. */
const char *hp_phrase(const struct hp_doc *doc, const char *text);
/* The judge's sentences about a finding, likewise. */
const char *hp_evidence(const struct hp_doc *doc, const char *text);
/* "gen2_count time_ns" as "gen2 collections, time". In the arena. */
const char *hp_metric_titles(const struct hp_doc *doc, const char *names);
/* "doublings 12; payload_bytes 211,056", a value each of several metrics: with their titles, one on a line, figures
 * as the language has them. Other texts keep their words. In the arena. */
const char *hp_metric_values(const struct hp_doc *doc, const char *text);
/* "story 2; conclusions": where a document printed a figure, in the language of the report. In the arena. */
const char *hp_study_place(const struct hp_doc *doc, const char *text);
/* "allocated, bytes": what a verdict is about, or "" when it is about several. */
const char *hp_verdict_measure(const struct hp_doc *doc, const struct hp_verdict *v);
/* On which heap it was judged, and where it is written: "gen · lua/chunk.lua:41 · 000, story 1". */
const char *hp_verdict_place(const struct hp_doc *doc, const struct hp_verdict *v);
/* The same, then what would decide, or why it is known or skipped. */
const char *hp_verdict_second(const struct hp_doc *doc, const struct hp_verdict *v);
/* Its n, in bold where an interval rests on fewer than HP_FEW_SAMPLES. */
enum { HP_FEW_SAMPLES = 9 };
struct hp_cell hp_verdict_n(const struct hp_doc *doc, const struct hp_verdict *v);
/* Destination of its row on the page of all claims or of published figures. */
const char *hp_verdict_dest(const struct hp_doc *doc, const struct hp_m_sheet *sheet,
                            const struct hp_verdict *v);

/* The claims that a sheet leaves out: how many, and why each; "" when there are none. */
const char *hp_left_out(const struct hp_doc *doc, const struct hp_m_sheet *sheet);

/* The sentence of page 1 and the grey line under it; rules over counters and intervals. */
const char *hp_result_sentence(const struct hp_doc *doc, const struct hp_model *model,
                               const struct hp_m_sheet *sheet);
const char *hp_result_basis(const struct hp_doc *doc, const struct hp_m_sheet *sheet);
/* The first digits of a revision; what stands behind them ("+dirty") stays. */
const char *hp_revision_text(const struct hp_doc *doc, const char *revision, size_t digits);
/* "2026-11-29 14:02", "2026-11-29 14:02-14:05" with a dash, or both dates: from one UTC time to another. */
const char *hp_span_text(const struct hp_doc *doc, const char *first_utc, const char *last_utc);
/* "1.8", "220": a tenth only where it says something. */
const char *hp_percent_text(const struct hp_doc *doc, double percent);
/* The same of a control's reach, 0.018, rounded up. */
const char *hp_resolution_text(const struct hp_doc *doc, double resolution);
/* "15 of 15 equal", or n and the interval's method. */
const char *hp_spread_text(const struct hp_doc *doc, const struct hp_m_value *v);

#endif
