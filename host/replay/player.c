/* SPDX-License-Identifier: MIT
 * Answers: what does the process do that executes units? Reads task after task; for each it opens the heap
 * anew, executes operation by operation and tells the answer of each before the next begins, so that whatever
 * ends this process is known to have happened at one operation. Owns what it opened. Runs only in the exec'd
 * child.
 */
#include "base/err.h"
#include "base/mem.h"
#include "replay/heap_trace.h"
#include "replay/replay.h"
#include "replay/task.h"
#include "worker/opening.h"
#include "worker/spawn.h"

#include <inttypes.h>

struct player {
    struct hp_task task;
    struct hp_arena *arena;
    struct hp_plugins plugins;
    const struct hp_plugin *heap_table, *workload_table;
    struct hp_heap *heap;
    struct hp_thread *thread;
    struct hp_host host;
    struct hp_run run;
    struct hp_setting *settings;
    const struct hp_trace_ops *ops;
    void *trace; /* begun and not ended, or NULL */
    uint64_t at; /* the operation that is being executed, or HP_TASK_NOWHERE */
};

/* ---- what plugins may say beside answers: nothing here wants it ---- */

static void no_metric(void *context, const char *metric, double value)
{
    (void)context, (void)metric, (void)value;
}
static void no_text(void *context, const char *metric, const char *value)
{
    (void)context, (void)metric, (void)value;
}
static void no_block(void *context, const struct hp_block *block)
{
    (void)context, (void)block;
}
static void no_note(void *context, const char *sentence)
{
    (void)context, (void)sentence;
}

/* ---- answers ---- */

/* The results of one operation. */
struct results {
    struct hp_pack pairs;
    uint64_t count;
};

static void add(void *context, const char *key, const char *value)
{
    struct results *r = context;
    hp_pack_text(&r->pairs, key);
    hp_pack_text(&r->pairs, value);
    r->count++;
}

static void add_number(void *context, const char *key, int64_t value)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRId64, value);
    add(context, key, text);
}

static void add_throws(void *context, const char *exception)
{
    add(context, "throws", exception);
}

static int send_answer(const struct results *r, struct hp_err *err)
{
    struct hp_pack body = { .bytes = { 0 } };
    hp_pack_u64(&body, r->count);
    hp_text_put_n(&body.bytes, hp_text_str(&r->pairs.bytes), r->pairs.bytes.bytes);
    const int rc = hp_frame_write(HP_CHILD_OUT, HP_MSG_ANSWER, &body, err);
    hp_text_clear(&body.bytes);
    return rc;
}

static int send_warm(struct hp_err *err)
{
    const struct hp_pack nothing = { .bytes = { 0 } };
    return hp_frame_write(HP_CHILD_OUT, HP_MSG_WARM, &nothing, err);
}

/* ---- opening ---- */

static int open_heap(struct player *p, struct hp_err *err)
{
    const struct hp_task *t = &p->task;
    const struct hp_heap_wish wish = {
        .table = p->heap_table,
        .options = t->options,
        .option_count = t->option_count,
        .threshold_bytes = t->threshold_bytes,
        .runtime = t->runtime,
        .gc_mode = t->gc_mode,
        .seed = t->seed,
        .machine = &t->machine,
    };
    return hp_open_heap(&wish, p->arena, &p->heap, &p->thread, err);
}

/* Who executes: a heap that runs methods itself, the host, or the workload. */
static const struct hp_trace_ops *find_ops(const struct player *p)
{
    if (p->workload_table != NULL)
        return p->workload_table->workload->trace;
    const struct hp_trace_ops *own = p->heap_table->heap->trace;
    return own != NULL && hp_word_in(own->families, p->task.family) ? own : &hp_heap_trace;
}

static int open_all(struct player *p, struct hp_err *err)
{
    const struct hp_task *t = &p->task;
    int rc = hp_open_plugin(&p->plugins, HP_KIND_HEAP, t->heap_path, t->heap, &p->heap_table, err);
    if (rc == HP_OK && t->workload != NULL)
        rc = hp_open_plugin(&p->plugins, HP_KIND_WORKLOAD, t->workload_path, t->workload,
                            &p->workload_table, err);
    if (rc == HP_OK)
        rc = open_heap(p, err);
    if (rc != HP_OK)
        return rc;
    p->ops = find_ops(p);
    p->host = (struct hp_host){ sizeof p->host, NULL, no_metric, no_text, no_block, no_note };
    p->run = (struct hp_run){
        .size = sizeof p->run,
        .heap = p->heap,
        .thread = p->thread,
        .runtime = t->runtime,
        .processors = t->machine.processors,
        .seed = t->seed,
        .machine = &t->machine,
        .host = &p->host,
        .param_table = p->workload_table != NULL ? p->workload_table->options : NULL,
    };
    p->settings = hp_arena_get(p->arena, (t->setting_count + 1) * sizeof *p->settings);
    for (size_t i = 0; i < t->setting_count; i++)
        p->settings[i] = (struct hp_setting){ t->settings[i].name, t->settings[i].text };
    return p->workload_table == NULL
               ? HP_OK
               : hp_open_options(p->workload_table, NULL, 0, p->arena, &p->run.params, err);
}

static void trace_end(struct player *p)
{
    if (p->trace != NULL)
        p->ops->end(p->trace);
    p->trace = NULL;
}

static void close_all(struct player *p)
{
    trace_end(p);
    if (p->thread != NULL)
        p->heap_table->heap->detach(p->thread);
    if (p->heap != NULL)
        p->heap_table->heap->close(p->heap);
    hp_plugins_clear(&p->plugins);
}

/* ---- executing ---- */

/* All operations once; `tell`: with answers. *why says what the unit failed with, *err that nobody listens. */
static int pass(struct player *p, bool tell, struct hp_err *why, struct hp_err *err)
{
    const struct hp_task *t = &p->task;
    int rc = hp_answered(
        p->ops->begin(&p->trace, &p->run, t->family, p->settings, t->setting_count, why), why);
    for (size_t i = 0; rc == HP_OK && err->code == HP_OK && i < t->operation_count; i++) {
        struct results results = { .count = 0 };
        const struct hp_answer answer = { &results, add_number, add, add_throws };
        p->at = i;
        rc = hp_answered(p->ops->execute(p->trace, t->operations[i], &answer, why), why);
        if (rc == HP_OK)
            (void)(tell ? send_answer(&results, err) : send_warm(err));
        hp_text_clear(&results.pairs.bytes);
    }
    if (rc == HP_OK)
        p->at = HP_TASK_NOWHERE;
    trace_end(p);
    return rc;
}

static int play(struct player *p, struct hp_err *why, struct hp_err *err)
{
    int rc = open_all(p, why);
    for (uint32_t i = 0; rc == HP_OK && i < p->task.warm_ups; i++)
        rc = pass(p, false, why, err);
    if (rc == HP_OK)
        rc = pass(p, true, why, err);
    if (rc == HP_OK && hp_answered(p->heap_table->heap->verify(p->thread, why), why) != HP_OK)
        rc = hp_context(why, "heap %s after the last operation", p->task.heap);
    return rc;
}

static int run_task(const struct hp_frame *frame, struct hp_err *err)
{
    struct player p = { .arena = hp_arena_new(), .at = HP_TASK_NOWHERE };
    struct hp_pack end = { .bytes = { 0 } };
    struct hp_err why = { 0, "" };
    int rc = hp_task_unpack(frame, p.arena, &p.task, err);
    if (rc == HP_OK) {
        const int done = play(&p, &why, err);
        if (done != HP_OK) {
            hp_pack_u64(&end, p.at);
            hp_pack_i64(&end, done);
            hp_pack_text(&end,
                         why.text[0] != '\0' ? why.text : "the plugin failed and did not say why");
        }
        close_all(&p);
        rc = err->code;
        if (rc == HP_OK)
            rc = hp_frame_write(HP_CHILD_OUT, done == HP_OK ? HP_MSG_PLAYED : HP_MSG_FAILED, &end,
                                err);
    }
    hp_text_clear(&end.bytes);
    hp_arena_free(p.arena);
    return rc;
}

int hp_player_main(void)
{
    struct hp_inbox inbox = { .taken = 0 };
    struct hp_frame frame;
    struct hp_err err = { 0, "" };
    bool any = false;
    int rc;
    while ((rc = hp_frame_read(HP_CHILD_IN, &inbox, &frame, &err)) == 1) {
        any = true;
        rc = run_task(&frame, &err);
        if (rc != HP_OK)
            break;
    }
    if (rc == 0 && !any)
        rc = hp_fail(&err, HP_E_CORRUPT, "there was no task to read");
    if (rc < 0)
        (void)fprintf(stderr, "heapproof player: %s\n", err.text);
    hp_inbox_clear(&inbox);
    return rc < 0 ? 2 : 0;
}
