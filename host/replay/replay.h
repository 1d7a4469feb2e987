/* SPDX-License-Identifier: MIT
 * Recorded operations executed on a heap, and held against what was recorded.
 *
 *   parent  trace.c, answer.c, family.c   text to lines, answers, units
 *           play.c                        units to processes, side by side; what came back
 *           compare.c, known.c            what is equal, what differs, what is known to
 *           write.c                       traces with the answers filled in
 *           generate.c, generators.c      random traces of a family
 *   border  task.c                        one unit over a pipe
 *   child   player.c                      opens the heap, executes
 *           heap_trace.c, heap_words.c    family `heap` over the ABI
 */
#ifndef HP_REPLAY_REPLAY_H
#define HP_REPLAY_REPLAY_H

#include "plugin/plugin.h"
#include "replay/trace.h"

/* ---- playing ------------------------------------------------------------------------------- */

enum { HP_PLAY_JOBS_MOST = 64 };

/* On what traces are executed. Texts and arrays belong to the caller. */
struct hp_stage {
    const struct hp_plugins *plugins;
    const struct hp_loaded *heap;
    struct hp_machine machine; /* processors as asked for */
    int32_t runtime;
    const struct hp_named *options; /* of the heap */
    size_t option_count;
    const struct hp_named *settings; /* for every trace, as its own `set` line */
    size_t setting_count;
    const char *lack;        /* why the heap cannot run with this runtime here, or NULL */
    struct hp_limits limits; /* of each process; jobs: how many side by side */
};

/* What executing a line came to. */
struct hp_played {
    const char **keys, **values; /* its results, in their order */
    size_t count;
    bool executed;
    bool stopped;        /* the unit came to its end here */
    bool aborted;        /* the process ended there, or refused its setting */
    const char *failure; /* why it was not executed, or what the process said when it ended */
    const char *words;   /* aborted: the short form of it */
};

/* One file as it was played. */
struct hp_performance {
    struct hp_arena *arena;
    const struct hp_trace_file *file;
    const char *missing;     /* why nobody executes it, or NULL */
    struct hp_played *lines; /* parallel to file->lines */
    const char *
        *unit_failures; /* parallel to file->units: what went wrong past the last operation */
};

struct hp_play_events {
    void *context;
    void (*began)(void *context, const struct hp_trace_file *file, const struct hp_unit *unit);
    void (*ended)(void *context, const char *failed); /* NULL: all of it was executed */
    void (*waiting)(void *context);
    int (*interrupted)(void *context);
};

/* What the heap says it lacks to run with a runtime, or NULL. */
const char *hp_stage_lack(const struct hp_loaded *heap, int32_t runtime, struct hp_arena *arena);

/* Executes every unit of the files and fills one performance for each, to be cleared by hp_performance_clear()
 * whatever is returned. Files that do not hold for the runtime are left out, unless `all`. HP_E_LIMIT: it was
 * interrupted. */
int hp_play(const struct hp_stage *stage, struct hp_trace_file *const *files, size_t count,
            bool all, const struct hp_play_events *events, struct hp_performance *out,
            struct hp_err *err);
void hp_performance_clear(struct hp_performance *performance);
/* How many units of the files hp_play() would execute. */
size_t hp_play_units(const struct hp_stage *stage, struct hp_trace_file *const *files, size_t count,
                     bool all);

/* ---- known deviations ---------------------------------------------------------------------- */

struct hp_known_row {
    int number; /* line of the list */
    const char *file, *key, *reason;
    int line;
    struct hp_tags tags;
    bool compared, differed; /* so far */
};
struct hp_known {
    struct hp_arena *arena;
    const char *path;
    struct hp_known_row *rows;
    size_t count, capacity;
};
/* Lines "FILE:LINE KEY reason", KEY with tags or without; empty lines and those with # are skipped. */
int hp_known_read(const char *path, struct hp_known *out, struct hp_problems *problems,
                  struct hp_err *err);
void hp_known_clear(struct hp_known *known);
/* The row for a result, marked as compared, or NULL. FILE may be the last part of the path. */
struct hp_known_row *hp_known_find(struct hp_known *known, const char *path, int line,
                                   const char *key, const struct hp_stage *stage);
/* Rows for files that were replayed which no longer differ, a sentence each; returns how many. */
int64_t hp_known_stale(const struct hp_known *known, struct hp_trace_file *const *files,
                       size_t count, struct hp_text *out);

/* ---- comparing ----------------------------------------------------------------------------- */

struct hp_tally {
    int64_t results, differ;
    int64_t known;               /* of the results: differ, and are listed as known to */
    int64_t apart, apart_differ; /* of the results: depend on the recording process */
};
/* Appends a line for each difference and adds to the tally. `known` may be NULL. */
void hp_compare(const struct hp_performance *performance, const struct hp_stage *stage,
                struct hp_known *known, struct hp_text *out, struct hp_tally *tally);

/* ---- writing ------------------------------------------------------------------------------- */

/* One file as one runtime played it. */
struct hp_take {
    struct hp_stage stage;
    struct hp_performance played;
};
/* The traces of a file with their answers, tagged where takes of several runtimes differ. Returns how many
 * operations were not executed; their sentences go to `complaints`. */
int64_t hp_write(const struct hp_take *takes, size_t count, struct hp_text *out,
                 struct hp_text *complaints);

/* The child's main: `heapproof player` (hidden). Returns its exit status. */
int hp_player_main(void);

#endif
