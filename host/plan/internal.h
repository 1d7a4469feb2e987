/* SPDX-License-Identifier: MIT
 * What the files of this stage share:
 *
 *   space.c     one sweep to its dimensions, every name and value checked
 *   heaps.c     heaps with their options
 *   needs.c     what a heap needs of this machine
 *   wheels.c    which dimensions advance together
 *   names.c     nearest names, lists
 *   filter.c    where.only and where.not
 *   expand.c    dimensions to cases, without doubles
 *   case.c      a case: identity, printed line, values by name
 *   estimate.c  how long it would take
 *   print.c     the summary
 *   only.c      a filter from the command line
 */
#ifndef HP_PLAN_INTERNAL_H
#define HP_PLAN_INTERNAL_H

#include "plan/plan.h"

/* What making a plan needs at hand. */
struct making {
    struct hp_config *config;
    const struct hp_plugins *plugins;
    const struct hp_machine *this_machine;
    struct hp_problems *problems;
    struct hp_arena *arena;   /* of the plan */
    struct heap_needs *needs; /* of every heap so far */
};

enum dim_kind { /* nesting: the first turns slowest */
                DIM_MACHINE,
                DIM_HEAP,
                DIM_GC,
                DIM_PROCESSORS,
                DIM_RUNTIME,
                DIM_THRESHOLD,
                DIM_METHOD,
                DIM_PARAM
};

/* One thing that varies; values are canonical. */
struct dim {
    enum dim_kind kind;
    const char *name;
    struct hp_place at;
    const char **values;
    size_t count;
    const struct hp_option *param; /* DIM_PARAM: its row in the workload's table */
    size_t wheel;                  /* dims of one zip share a wheel */
};

/* What a heap needs of this machine, as its plugin found it. */
struct need {
    int32_t runtime; /* 0: of every one */
    bool present, used;
    const char *name;           /* "dotnet: .NET 10" */
    const char *found;          /* or what is missing */
    const char *version, *file; /* or NULL */
    char sha[HP_SHA_HEX];       /* of the file, once used */
};
struct heap_needs {
    const struct hp_plugin *table;
    struct need *items;
    size_t count;
    struct heap_needs *next;
};

/* A heap with one choice of options. */
struct heap_point {
    const char *name, *plugin;
    const struct hp_loaded *loaded; /* NULL: not installed */
    uint32_t caps;
    struct hp_param *options; /* those that differ from the fallback */
    size_t option_count;
    struct heap_needs *needs; /* NULL: none beside its plugin */
};

struct key_values { /* one condition of a filter */
    const char *name;
    const char **values;
    size_t count;
};
struct filter {
    struct key_values *keys;
    size_t count;
};

enum { DIMS_MAX = 64 };

/* A sweep, checked. */
struct space {
    const struct hp_sweep *sweep;
    const struct hp_loaded *workload;
    struct dim dims[DIMS_MAX];
    size_t dim_count;
    size_t wheels[DIMS_MAX]; /* positions of each wheel */
    size_t wheel_count;
    struct heap_point *heaps; /* DIM_HEAP: values[i] is heaps[i].name */
    struct filter *only, *not_;
    size_t only_count, not_count;
    const char *baseline;
    bool doubtful; /* something is wrong with it: dims may lack values */
};

/* False when something was wrong (problems say what). */
bool hp_space_make(struct making *m, const struct hp_sweep *sweep, struct space *out);
/* How many combinations; UINT64_MAX when more than fit. */
uint64_t hp_space_size(const struct space *space);
/* "3 methods x 7 sizes"; "" when nothing varies. */
const char *hp_space_factors(const struct space *space, struct hp_arena *arena);
/* Parameters that a method or probe of the workload uses, space separated; NULL: no such method. */
const char *hp_space_uses(const struct space *space, const char *method);

bool hp_filters_make(struct making *m, struct space *space);
bool hp_filters_keep(const struct space *space, const struct hp_case *c);

/* Fills c->identity. `machine` is what the case runs on. */
void hp_case_identify(struct hp_case *c, const struct hp_loaded *workload,
                      const struct heap_point *heap, const struct hp_machine *machine,
                      const struct hp_measure *measure);

/* Every heap that an axis names, with each choice of its options. */
struct heap_point *hp_heap_points(struct making *m, const struct hp_axis *axis, size_t *count);
/* Why this heap cannot apply a threshold (canonical, or "default"), or NULL: it can, or has none. */
const char *hp_heap_refuses_threshold(const struct heap_point *heap, const char *threshold,
                                      struct hp_arena *arena);
/* What the heap's plugin says that it needs, and whether it is there. */
struct heap_needs *hp_needs_of(struct making *m, const struct hp_loaded *loaded);
/* Why the heap cannot run with this runtime here, or NULL. */
const char *hp_needs_lack(struct making *m, const struct heap_point *heap, int32_t runtime);
/* Lines for the identity of a case, which uses what they name. */
void hp_needs_identity(const struct heap_point *heap, int32_t runtime, struct hp_text *out);
/* plan->libraries: what its cases use. */
void hp_needs_libraries(struct making *m, struct hp_plan *plan);
/* *text of a profile's option becomes canonical; false, with a problem, when the heap has no such option or
 * value. Of a heap that is not installed it is kept as written. */
bool hp_option_canonical(struct making *m, const struct heap_point *heap,
                         const struct hp_profile_option *option, const char **text);
/* Puts every dimension on a wheel; names and lengths of zips are checked. */
void hp_wheels_make(struct making *m, struct space *s);

void hp_dim_value(struct dim *d, const char *value);
/* Keeps the first of equal values; the order of the others stays. */
void hp_dim_drop_doubles(struct dim *d);

enum { NAMES_MAX = 256 };
/* Names of a table of options. Returns how many. */
size_t hp_option_names(const struct hp_option *options, const char *names[NAMES_MAX]);
bool hp_known_word(const char *word, const char *const *names, size_t count);
/* 'did you mean "x"?' or 'known are a, b, c'. */
const char *hp_way_out(struct making *m, const char *word, const char *const *names, size_t count);
/* "a, b, c", at most `most` of them, "..." for the rest. */
const char *hp_list_words(struct hp_arena *arena, const char *const *words, size_t count,
                          size_t most);

#endif
