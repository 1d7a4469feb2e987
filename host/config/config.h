/* SPDX-License-Identifier: MIT
 * From .cfg files to struct hp_config. Answers: what did the user ask for, and where did they say it.
 *
 * This stage knows libconfig and the host's own keys. It does not know plugins: names of heaps,
 * workloads, methods and parameters are kept with their place and checked when the plan is made.
 * Every text that was read (the file and each @include) is kept, for the store.
 */
#ifndef HP_CONFIG_CONFIG_H
#define HP_CONFIG_CONFIG_H

#include "base/mem.h"
#include "base/text.h"
#include <heapproof/abi.h>

/* Where something was written; line and column from 1, column 0 unknown. `file` lives in the arena. */
struct hp_place {
    const char *file;
    int line, column;
    const struct hp_place *from; /* the @include that brought the file in; NULL: none */
    bool outside; /* of the folder of the .cfg that was asked for: messages do not quote the file */
};

/* One value. `text` is always set: as written for parameters and options, whose table makes it canonical
 * when the plan is made; canonical for our own axes (threshold in bytes: "98304"). */
struct hp_value {
    struct hp_place at;
    const char *text;
    bool is_number;
    double number;
};

/* A named list of values: what an axis or a parameter runs through. A value may be there twice: in a zip
 * it stands for two cases, elsewhere the plan counts it once. */
struct hp_axis {
    const char *name;
    struct hp_place at;
    struct hp_value *values;
    size_t count;
};

/* Conditions of one entry of where.not / where.only: all must hold; values of a key are alternatives. */
struct hp_filter {
    struct hp_place at;
    struct hp_axis *keys;
    size_t count;
};

/* One sweep or one group of probes; also what hp.sweep{} in Lua makes. */
struct hp_sweep {
    struct hp_place at;
    const char *name; /* "sweep 1" when not named */
    const char *workload;
    struct hp_place workload_at;
    bool probes; /* methods hold probe names */
    struct hp_axis methods;
    struct hp_value baseline; /* text NULL: none; ratios in the report are against this method */
    struct hp_axis *with;     /* parameters of the workload */
    size_t with_count;
    struct hp_axis *on; /* axes given here replace those of the file's `on`: heap, runtime, gc,
                                 processors, threshold, machine */
    size_t on_count;
    const char *(*zip)[8]; /* groups of axis names that advance together; each ends at NULL */
    size_t zip_count;
    struct hp_filter *only,
        *not_; /* where.only: keep what matches one; where.not: drop what matches one */
    size_t only_count, not_count;
    bool no_counters, no_times; /* `measure = "counters"` or "times" of this sweep */
    uint32_t rounds;            /* timed launches per case; 0: as measure.rounds says */
};

/* A heap as a sweep names it: a plugin with options; options may be axes of their own. */
struct hp_heap_entry {
    struct hp_place at;
    const char *name;   /* "gen-small" */
    const char *plugin; /* "gen"; equal to name when not given */
    struct hp_axis *options;
    size_t option_count;
};

/* What a heap that stands for a machine is opened with, where its user does not state the option. */
struct hp_profile_option {
    struct hp_place at;
    const char *plugin; /* the heap */
    int32_t runtime;    /* 0: every */
    const char *name, *text;
    bool of_trace; /* no option of the heap: a heap trace begins so */
};

static inline bool hp_profile_option_applies(const struct hp_profile_option *o, const char *plugin,
                                             int32_t runtime)
{
    return strcmp(o->plugin, plugin) == 0 && (o->runtime == 0 || o->runtime == runtime);
}

/* A machine profile (configs/machines/NAME.cfg or group `machines`). */
struct hp_profile {
    struct hp_place at;
    struct hp_machine machine; /* name in the arena */
    const char *title;         /* "AMD Ryzen 9 5950X" */
    struct hp_profile_option *options;
    size_t option_count;
};

/* A text that took part: role is "config", "include", "script" or "module". */
struct hp_source {
    const char *role, *path, *text;
    size_t bytes;
};

/* Numbers that steer measuring; defaults and ranges: config/keys.c. */
struct hp_measure {
    uint32_t rounds;             /* timed launches per case */
    uint32_t counter_rounds;     /* counter launches per case */
    uint32_t counter_iterations; /* of a counter launch */
    uint32_t min_iterations;     /* of a timed launch; at least 15 */
    uint32_t max_iterations;
    uint32_t pass_operations; /* operations of a counter iteration */
    double half_width;        /* relative; iterate until the interval is this narrow */
    uint64_t min_iteration_ns;
    bool counters, times;
};

struct hp_limits {
    uint64_t time_ns, cpu_ns; /* per launch */
    uint64_t memory_bytes;    /* RLIMIT_DATA and watchdog on RSS */
    uint64_t output_bytes;    /* kept of stdout and stderr, each */
    uint32_t jobs;            /* counter launches side by side; 0: one per processor */
};

struct hp_config {
    struct hp_arena *arena; /* owns everything below */
    const char *path;
    const char *name, *title, *question, *language; /* run.*; language "en" or "ru" */
    const char *title_ru, *question_ru;             /* "": as title and question */
    uint64_t seed;
    struct hp_value *scripts; /* paths as written, resolved against the .cfg's folder */
    size_t script_count;
    struct hp_axis *on; /* defaults for every sweep */
    size_t on_count;
    struct hp_heap_entry *heaps;
    size_t heap_count;
    struct hp_profile *profiles;
    size_t profile_count;
    struct hp_sweep *sweeps; /* `sweep` and `probes` entries in file order */
    size_t sweep_count;
    struct hp_measure measure;
    struct hp_limits limits;
    struct hp_source *sources; /* [0] is the .cfg itself */
    size_t source_count;
    const char **script_paths; /* parallel to scripts: the file that is meant, ready to open */
    struct hp_value *modules;  /* folders that `require` may look in, as written */
    const char **module_paths; /* parallel to modules */
    size_t module_count;
    struct hp_value
        *runs; /* .cfg files, each a run of its own, as written; then nothing else is there */
    const char **run_paths; /* parallel to runs: the file that is meant */
    size_t run_count;
    bool
        incomplete; /* what was wrong is left out: good for finding more problems, not for running */
};

/* Problems are collected, not thrown: one pass reports several. */
struct hp_problem {
    struct hp_place at;
    const char *text; /* "with.sise: unknown key of workload chunk - did you mean \"size\"?" */
};
struct hp_problems {
    struct hp_problem *items; /* malloc'ed array, texts in `arena` */
    size_t count, capacity;
    struct hp_arena *arena;
};
void hp_problem_add(struct hp_problems *p, struct hp_place at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Sorted by place, duplicates removed, "file:line:column: text" lines; column left out when 0; in an
 * included file " (included from FILE:LINE)" follows. */
void hp_problems_print(struct hp_problems *p, struct hp_text *out);
void hp_problems_clear(struct hp_problems *p);

/* Reads `path`. 0, or HP_E_CONFIG with everything found in `problems` (and *out NULL), or HP_E_ENV when
 * the file cannot be opened (then err says so). */
int hp_config_load(const char *path, struct hp_config **out, struct hp_problems *problems,
                   struct hp_err *err);
/* The same, but where only values or keys are wrong (no syntax error) *out is the rest of it, marked
 * incomplete, so that hp_plan_make() can add what it finds. */
int hp_config_read(const char *path, struct hp_config **out, struct hp_problems *problems,
                   struct hp_err *err);
/* One without a file, as if an empty one lay in the working directory: for commands that need profiles only. */
struct hp_config *hp_config_bare(void);
void hp_config_free(struct hp_config *config);
/* A profile by name: already there, or read from configs/machines/NAME.cfg beside the .cfg, else beside our
 * data, and added with its text. NULL with a problem at `at` when there is none. */
const struct hp_profile *hp_config_profile(struct hp_config *config, const char *name,
                                           struct hp_place at, struct hp_problems *problems);

/* Our axes: heap runtime gc processors threshold machine. Ends at NULL. */
extern const char *const hp_axis_names[];
/* A value of one of them: its canonical text (a size in bytes, a profile that exists), or NULL with a
 * problem. Canonical texts pass unchanged. */
const char *hp_axis_value(struct hp_config *config, const char *axis, const struct hp_value *value,
                          struct hp_problems *problems);

/* The table of host keys, for README, man page and `heapproof help config`. Ends at name == NULL. */
struct hp_key {
    const char *name;                    /* "measure.rounds" */
    const char *type;                    /* "count", "size", "text", "list" */
    const char *fallback, *range, *help; /* in words */
    double low, high;                    /* of a number; high of a text: characters, 0: any */
    size_t offset, bytes;                /* of a number in struct hp_config; bytes 0: not there */
};
extern const struct hp_key hp_config_keys[];
const struct hp_key *hp_config_key(const char *name); /* a row that is there */
/* The same as a Markdown document: configs/README.md. */
void hp_config_print_manual(struct hp_text *out);

#endif
