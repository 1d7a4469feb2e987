/* SPDX-License-Identifier: MIT
 * Recorded operations and their answers, as files of tests/truth hold them (README.md there is the form).
 * A file becomes lines, and lines become units: what one process executes, in order.
 */
#ifndef HP_REPLAY_TRACE_H
#define HP_REPLAY_TRACE_H

#include "config/config.h"

/* ---- families ------------------------------------------------------------------------------ */

/* Which lines share a process. */
enum hp_unit_kind {
    HP_UNIT_TRACE,   /* those between `trace` and `end` */
    HP_UNIT_LINE,    /* each its own */
    HP_UNIT_SETTING, /* those with the same setting in front */
    HP_UNIT_FILE,    /* all of the file */
};

struct hp_family {
    const char *name;
    const char *workload; /* the plugin that executes it; NULL: the host, over the heap's own ABI */
    enum hp_unit_kind unit;
    const char *setting; /* key that may stand in front of an operation, or NULL */
    unsigned warm_ups;   /* how often a unit is executed before its answers count */
    const char *also;    /* other names, space separated; NULL: none */
    bool shares; /* what units leave behind in a hosted library changes no answer of another */
};
/* Ends at name == NULL. */
extern const struct hp_family hp_families[];

/* By name, or by the name of a file up to ".txt"; heap-anything is heap. NULL: none. */
const struct hp_family *hp_family_find(const char *name);
const struct hp_family *hp_family_of_file(const char *path);
/* "heap, builder, ..." for sentences. */
const char *hp_family_names(struct hp_arena *arena);

/* What a `set` line or the setting of a line may state. */
struct hp_set_key {
    const char *name;
    enum { HP_SET_THRESHOLD, HP_SET_OPTION, HP_SET_GC, HP_SET_TRACE } sets;
    const char *takes; /* for sentences: "bytes", or the words that it may be */
};
/* Ends at name == NULL. An option has the heap's own name for it. */
extern const struct hp_set_key hp_set_keys[];
const struct hp_set_key *hp_set_key_find(const char *name);

/* ---- answers ------------------------------------------------------------------------------- */

/* One of TAGS: a runtime, and a count of processors or 0 for any. */
struct hp_tag {
    int runtime;
    uint32_t processors;
};
struct hp_tags {
    const struct hp_tag *items;
    size_t count; /* 0: always */
};
bool hp_tags_apply(struct hp_tags tags, int runtime, uint32_t processors);
/* "8", "9,10", "9/p2,10/p2". */
int hp_tags_read(const char *text, size_t bytes, struct hp_arena *arena, struct hp_tags *out,
                 struct hp_err *err);

/* One result as it was recorded: `first` is the key of a bare value, `throws` of an exception, `aborts` of
 * the text of a process that ended. */
struct hp_recorded {
    const char *key, *value;
    struct hp_tags group, own; /* both must apply */
};
static inline bool hp_recorded_applies(const struct hp_recorded *r, int runtime,
                                       uint32_t processors)
{
    return hp_tags_apply(r->group, runtime, processors) &&
           hp_tags_apply(r->own, runtime, processors);
}
struct hp_recordings {
    struct hp_recorded *items; /* in the arena */
    size_t count;
};
/* What stands behind "->". HP_E_INPUT with what was expected. */
int hp_answer_read(const char *text, struct hp_arena *arena, struct hp_recordings *out,
                   struct hp_err *err);

/* ---- files --------------------------------------------------------------------------------- */

struct hp_trace_line {
    int number;            /* in the file, from 1 */
    const char *text;      /* the operation as written, with its setting */
    const char *operation; /* without it */
    struct hp_recordings answers;
};

struct hp_unit {
    const char *name;     /* of a trace; NULL elsewhere */
    const char *set_line; /* as written; NULL: none */
    struct hp_setting *settings;
    size_t setting_count;
    size_t *lines; /* indexes of hp_trace_file.lines */
    size_t line_count;
};

struct hp_trace_file {
    struct hp_arena *arena; /* owns all of it */
    const char *path;
    const struct hp_family *family;
    struct hp_trace_line *lines;
    size_t line_count;
    struct hp_unit *units;
    size_t unit_count;
    bool by_processors;  /* some tags name processors */
    const char *only_on; /* tags of the only runtimes that it holds for, "8"; NULL: all */
};

/* Reads a file ("-": standard input). HP_E_ENV: it cannot be read; HP_E_CONFIG: `problems` say what is wrong
 * where, or nothing is in it. family NULL: by the file's name. */
int hp_trace_read(const char *path, const struct hp_family *family, struct hp_trace_file **out,
                  struct hp_problems *problems, struct hp_err *err);
/* The same for a text that stands in memory; `path` is its name in sentences. */
int hp_trace_parse(const char *path, const char *text, size_t bytes, const struct hp_family *family,
                   struct hp_trace_file **out, struct hp_problems *problems, struct hp_err *err);
void hp_trace_free(struct hp_trace_file *file); /* takes NULL */

/* Does the file hold for this runtime? */
bool hp_trace_compared_on(const struct hp_trace_file *file, int runtime);

#endif
