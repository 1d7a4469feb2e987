/* SPDX-License-Identifier: MIT
 * Which cases of a run does a filter mean, and what is there instead when it means none? No Lua here.
 */
#ifndef HP_SCRIPT_MATCH_H
#define HP_SCRIPT_MATCH_H

#include "store/store.h"

/* The cases under judgement. Rows and strings live in `arena` or longer. */
struct script_bench {
    struct hp_arena *arena;
    const struct hp_case_row *rows;
    size_t count;
    int id_digits; /* 4 to 8: as many as tell all cases apart */
};

struct script_bench script_bench_of(struct hp_arena *arena, const struct hp_case_row *rows,
                                    size_t count);

/* Rows chosen from a bench, in its order. */
struct script_rows {
    const struct hp_case_row **items;
    size_t count;
};

/* The value of an axis or parameter as text, NULL when the case has none. `method` is absent in a probe's
 * case and `probe` in a method's, unless a parameter has that name. */
const char *script_row_get(const struct hp_case_row *row, const char *name, char buf[32]);
bool script_row_matches(const struct hp_case_row *row, const struct hp_filter *filter);
struct script_rows script_select(const struct script_bench *bench, const struct hp_filter *filter);
/* `base` without the keys that `over` has, and all of `over`. */
struct hp_filter script_filter_over(struct hp_arena *arena, const struct hp_filter *base,
                                    const struct hp_filter *over);

/* True when both cases have the same value for every axis, parameter and heap option but `free` keys. A
 * parameter that one of the two methods does not use tells nothing. */
bool script_rows_alike(const struct hp_case_row *a, const struct hp_case_row *b,
                       const char *const *free_keys, size_t free_count);

/* Every name that a filter may use on this bench: axes, then parameters. Ends at NULL. */
const char *const *script_row_names(const struct script_bench *bench);

/* "count = 1000", "method = \"chunk-array\"". */
void script_put_pair(struct hp_text *out, const char *key, const char *value);
/* "method = \"chunk-arry\"", "size = 20000, 21243". */
void script_put_filter(struct hp_text *out, const struct hp_axis *key);
/* The whole filter as a table of Lua: "{ method = \"chunk-array\", size = { 20000, 21243 } }"; of long lists both
 * ends. In the arena. */
const char *script_filter_table(struct hp_arena *arena, const struct hp_filter *filter);
/* Why nothing matches, with the values that exist: one sentence. *key is the key to blame, or NULL when only
 * several keys together leave nothing. */
const char *script_why_none(const struct script_bench *bench, const struct hp_filter *filter,
                            const char **key);
/* "case 7f3a chunk-array size=21243 gen/10 this default" */
const char *script_case_words(const struct script_bench *bench, const struct hp_case_row *row);

/* NULL when the case has no samples of it. */
const struct hp_series *script_series(const struct hp_case_row *row, const char *metric);
/* NULL when the case has no such text. */
const char *script_text_value(const struct hp_case_row *row, const char *metric);

#endif
