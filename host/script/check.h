/* SPDX-License-Identifier: MIT
 * A check as the script says it, ready to be judged. No Lua here but for the number of a function in the
 * state's registry. Everything lives in the world's arena.
 */
#ifndef HP_SCRIPT_CHECK_H
#define HP_SCRIPT_CHECK_H

#include "script/compare.h"

enum script_form {
    SCRIPT_EQUAL,
    SCRIPT_AT_LEAST,
    SCRIPT_AT_MOST,
    SCRIPT_BETWEEN,
    SCRIPT_WITHIN,
    SCRIPT_RATIO,
    SCRIPT_BOUNDARY,
    SCRIPT_CROSSOVER,
    SCRIPT_EACH,
    SCRIPT_FORMS
};
extern const char *const script_form_names[SCRIPT_FORMS + 1]; /* "equal", ... ; ends at NULL */

/* Lines of a script that belong to one hp.check or hp.sweep. */
struct script_span {
    const struct hp_source *source; /* NULL: unknown */
    struct hp_place at;             /* of the call */
    int last;                       /* line of the closing bracket */
};

struct script_check {
    struct script_check *next;
    struct script_span span;
    const char *claim, *claim_ru, *seed, *known; /* NULL where not said */
    bool decides;
    bool has_table; /* hp.check "claim" without its table says nothing */
    bool wrong;     /* problems were reported: not judged */
    struct hp_filter where;
    enum script_form form;
    struct script_want *wants; /* equal, at_least, at_most, between, within */
    size_t want_count;
    const struct hp_metric *metric; /* ratio, boundary, crossover */
    struct hp_filter of, to;        /* ratio, crossover */
    struct script_bounds bounds;    /* of the ratio; crossover: of the parameter */
    const char *over; /* boundary, crossover: parameter; the values as cases have them */
    const char *below, *above;
    const char *predicate; /* "n > 0" where it could be read, else NULL */
    int function;          /* boundary.is, each: registry number */
};

/* The findings that an `each` function is making. */
struct script_judging {
    const struct script_check *check;
    const struct hp_case_row *row;
    struct script_finding *first, **end;
};

/* source.c: script texts. */
const struct hp_source *script_source_named(const struct hp_source *sources, size_t count,
                                            const char *path);
/* The line where the brackets that open after the start of line `first` are closed again. */
int script_last_line(const struct hp_source *source, int first);
/* Lines first..last, with the indentation that they share taken off. */
const char *script_lines(struct hp_arena *arena, const struct hp_source *source, int first,
                         int last);
/* The lines with `value` for what they write after `key =`. */
const char *script_with_value(struct hp_arena *arena, const char *lines, const char *key,
                              const char *value);
/* Where in a span `word =` stands, or else `word` by itself; the span's first line otherwise. */
struct hp_place script_word_place(const struct script_span *span, const char *word);
/* "n > 0" of `function(n) return n > 0 end` on one of the lines, or NULL. */
const char *script_returned(struct hp_arena *arena, const struct hp_source *source, int first,
                            int last);

#endif
