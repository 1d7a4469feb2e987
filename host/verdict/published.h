/* SPDX-License-Identifier: MIT
 * Published figures against what was measured. Answers: for every row of published.csv that
 * speaks of a workload in this run, what came out here, on the heap and machine that the row
 * speaks of.
 *
 * D rows are compared exactly and decide; R and M rows are compared by interval or range, shown,
 * and do not decide; Q rows that a metric can answer are listed; a figure of another machine is
 * skipped with that reason.
 */
#ifndef HP_VERDICT_PUBLISHED_H
#define HP_VERDICT_PUBLISHED_H

#include "store/store.h"
#include "verdict/verdict.h"

/* What is judged: all of one run, borrowed. */
struct hp_published_run {
    const struct hp_published *rows;
    size_t row_count;
    const struct hp_case_row *cases;
    size_t case_count;
    const struct hp_machine_row *machines;
    size_t machine_count;
    struct hp_defaults defaults; /* of the workloads' parameters */
};

/* One verdict per row and (machine, threshold, heap) of the run that has a case for it; a row
 * that nothing of the run answers has one that is skipped, with machine and heap "". v->claim is
 * title_en, v->claim_ru title_ru, v->script the row's id, v->seed the quote's place,
 * v->kind_of_check the row's kind. */
int hp_published_judge(const struct hp_published_run *run, struct hp_verdicts *out,
                       struct hp_err *err);

#endif
