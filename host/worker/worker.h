/* SPDX-License-Identifier: MIT
 * Both sides of the process border. The parent asks for launches; each runs in a freshly exec'd process
 * under limits; what it measured comes back in frames, and how it ended comes back as an outcome.
 *
 *   parent  worker/schedule.c  order, rounds, side by side or alone
 *           worker/spawn.c     exec, limits, captured output, reap
 *   border  worker/wire.c      length-prefixed, versioned, checksummed frames over a pipe
 *   child   worker/child.c     load plugin and heap, measure, report
 */
#ifndef HP_WORKER_WORKER_H
#define HP_WORKER_WORKER_H

#include "plan/plan.h"

enum hp_launch_kind { HP_LAUNCH_COUNTERS = 1, HP_LAUNCH_TIME = 2, HP_LAUNCH_PROBE = 3 };

/* How a launch ended. Names as the store writes them: hp_outcome_name(). */
enum hp_outcome {
    HP_OUT_OK,
    HP_OUT_ERROR,    /* the plugin reported an error */
    HP_OUT_REFUSED,  /* a setting was refused or did not apply */
    HP_OUT_CRASH,    /* a signal that it raised itself */
    HP_OUT_TIMEOUT,  /* wall clock or CPU limit */
    HP_OUT_MEMORY,   /* memory limit, or the heap was full */
    HP_OUT_OUTPUT,   /* flooded stdout or stderr */
    HP_OUT_PROTOCOL, /* says nothing about the case: a frame did not check out, the worker left
                        without a last word, or somebody killed it */
};
const char *hp_outcome_name(enum hp_outcome outcome); /* "ok", "error", "refused", "crash", ... */

struct hp_sample {
    const char *metric;  /* a name of the metric table */
    uint32_t iteration;  /* from 0 */
    uint64_t operations; /* in this iteration */
    double value;        /* per the metric's definition; times: ns per operation */
};

/* Everything one launch delivered: malloc'ed arrays, texts in `arena`. A launch that failed has a sentence,
 * notes and captured output, but no samples, texts, blocks or collections: half a measurement is none. */
struct hp_launch {
    struct hp_arena *arena;
    const struct hp_case *c;
    enum hp_launch_kind kind;
    uint32_t round;
    enum hp_outcome outcome;
    char sentence[1000]; /* empty when ok */
    struct hp_sample *samples;
    size_t sample_count, sample_capacity;
    struct {
        const char *metric, *value;
    } * texts;
    size_t text_count, text_capacity;
    struct hp_block *blocks;
    size_t block_count, block_capacity;
    struct hp_collection *collections;
    size_t collection_count, collection_capacity;
    const char **notes;
    size_t note_count, note_capacity;
    uint64_t threshold_applied; /* read back; 0: the heap has none */
    char runtime_version[64];   /* as the heap's library says it, or empty */
    char started_utc[32];
    uint64_t wall_ns, cpu_ns, peak_rss_bytes;
    struct hp_text captured; /* stdout and stderr, valid UTF-8, bounded */
};
void hp_launch_free(struct hp_launch *launch); /* takes NULL */

/* What the parent wants to hear. Called on the parent's thread only. */
struct hp_schedule_events {
    void *context;
    void (*started)(void *context, const struct hp_case *c, enum hp_launch_kind kind);
    /* Store it; it is freed afterwards. A negative return stops the schedule and is returned by
     * hp_schedule_run. */
    int (*finished)(void *context, struct hp_launch *launch, struct hp_err *err);
    /* Polled between launches and every 100 ms: 0 go on, 1 finish what runs and stop, 2 kill and stop. */
    int (*interrupted)(void *context);
};

/* One launch to do; the caller leaves out what the store already has. */
struct hp_todo {
    const struct hp_case *c;
    enum hp_launch_kind kind;
    uint32_t round;
};

/* Runs all of `todo`: counter and probe launches side by side first (limits->jobs), then timed launches one
 * by one; inside each, rounds are interleaved and cases shuffled by `seed`. `profiles` resolves machine names.
 * 0 when all ran (whatever their outcomes), HP_E_LIMIT when interrupted, or what finished() returned. */
int hp_schedule_run(const struct hp_todo *todo, size_t count, const struct hp_config *config,
                    const struct hp_plugins *plugins, const struct hp_machine *this_machine,
                    uint64_t seed, const struct hp_schedule_events *events, struct hp_err *err);

/* The child's main: `heapproof worker` (hidden) with the pipe on the file descriptors that spawn set up.
 * Returns its exit status. */
int hp_worker_main(void);

#endif
