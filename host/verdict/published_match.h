/* SPDX-License-Identifier: MIT
 * Which cases does a published figure speak of? For this folder, and for reports that set figures beside what
 * was measured.
 */
#ifndef HP_VERDICT_PUBLISHED_MATCH_H
#define HP_VERDICT_PUBLISHED_MATCH_H

#include "verdict/published.h"

enum { HP_WANT_PARAMS = 16 };

/* What a row, or the baseline that it names, asks of a case. Strings are the row's, or in an
 * arena. */
struct hp_want {
    const char *workload;
    bool probe;
    const char *method; /* method or probe name */
    struct hp_param params[HP_WANT_PARAMS];
    size_t param_count;
    uint32_t inherited; /* bit i: params[i] counts only where the method has it */
    int32_t runtime;    /* 0: all of the run must agree */
    const char *gc;     /* the row's word */
    const char *unmet;  /* a sentence when the row cannot be matched at all, else NULL */
};

/* Cases of one machine, threshold setting and heap, as indices into the cases of a run. */
struct hp_matched {
    const struct hp_case_row **cases;
    size_t count, capacity;
};

/* Reads a row; what it cannot read is said in `unmet`. */
struct hp_want hp_want_of(const struct hp_published *row, struct hp_arena *arena);
/* The same for the row's baseline ("chunk-array size=20000 held=true", "chunk-array on net8",
 * "same on net9", "chunk-array same params"): what it does not name is as in the row. */
struct hp_want hp_want_baseline(const struct hp_published *row, struct hp_arena *arena);

/* Adds the cases that fit, on machine, threshold and heap of `like`. An unstated GC mode means
 * blocking collections for a deterministic figure, and for the others the concurrent ones of a
 * console program where the run has them. */
void hp_want_find(const struct hp_want *want, bool deterministic, const struct hp_case *like,
                  const struct hp_published_run *run, struct hp_matched *out);
/* Does the row speak of this way at these parameters, whoever counted there: a method's own case, or a probe
 * of it? Machine, threshold and heap are the caller's to compare. */
bool hp_want_speaks_of(const struct hp_want *want, const struct hp_case *c,
                       const struct hp_defaults *defaults);
/* "list-or-generator" and "array,list,generator" stand for one case each: every value must be
 * there. NULL, or the value that no case of `found` has (of the first such parameter). */
const char *hp_want_lacks(const struct hp_want *want, const struct hp_matched *found,
                          struct hp_arena *arena);

#endif
