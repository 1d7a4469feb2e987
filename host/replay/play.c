/* SPDX-License-Identifier: MIT
 * Answers: what did every line come to? Gives each unit a fresh heap - of a hosted library a fresh process -
 * several side by side, the long ones first, and keeps what each operation answered. A process that ends
 * early is told apart by where it ended; what it had not come to goes on in a new one. Owns the children.
 * Runs in the parent.
 */
#include "base/err.h"
#include "replay/replay.h"
#include "replay/task.h"
#include "worker/order.h"
#include "worker/spawn.h"

#include <signal.h>
#include <stdlib.h>

enum {
    POLL_MS = 100,
    BATCH_MOST = 8, /* units that share a process */
};

/* A unit, or what is left of it. */
struct job {
    struct hp_performance *of;
    const struct hp_unit *unit;
    size_t unit_index, first; /* position in unit->lines where this process begins */
};

/* A process that is busy with one job after the other. */
struct running {
    struct hp_child *child;
    struct job batch[BATCH_MOST];
    size_t count, at; /* batch[at] is being executed; at == count: all were */
    size_t answered;  /* operations of it */
    size_t warmed;    /* executed in warm-ups */
};

struct playing {
    const struct hp_stage *stage;
    const struct hp_play_events *events;
    struct job *jobs; /* waiting; the last is next */
    size_t job_count, job_capacity;
    struct running *running;
    size_t running_count;
};

/* ---- who executes what ---- */

static bool has_family(const struct hp_trace_ops *ops, const char *family)
{
    return ops != NULL && hp_word_in(ops->families, family);
}

/* *workload NULL: the heap or the host. False: nobody. */
static bool find_player(const struct hp_stage *stage, const struct hp_family *family,
                        const struct hp_loaded **workload)
{
    *workload = NULL;
    if (has_family(stage->heap->table->heap->trace, family->name) || family->workload == NULL)
        return true;
    for (size_t i = 0; i < stage->plugins->count; i++) {
        const struct hp_loaded *l = &stage->plugins->items[i];
        if (l->table->kind != HP_KIND_WORKLOAD ||
            !has_family(l->table->workload->trace, family->name))
            continue;
        *workload = l;
        return (stage->heap->table->caps & HP_CAP_OWN_BODIES) == 0;
    }
    return false;
}

/* A heap that is asked what it needs. */
struct asking {
    const struct hp_loaded *heap;
    int32_t runtime;
    struct hp_arena *arena;
    const char *lack;
};

static void hear(void *context, const struct hp_finding *f)
{
    struct asking *a = context;
    if (f->present || a->lack != NULL || (f->runtime != 0 && f->runtime != a->runtime))
        return;
    a->lack = hp_arena_print(a->arena, "heap %s lacks %s: %s%s%s", a->heap->table->name, f->what,
                             f->found, f->advice != NULL ? " - " : "",
                             f->advice != NULL ? f->advice : "");
}

const char *hp_stage_lack(const struct hp_loaded *heap, int32_t runtime, struct hp_arena *arena)
{
    struct asking asking = { .heap = heap, .runtime = runtime, .arena = arena };
    if (heap->table->survey != NULL)
        heap->table->survey(&asking, hear);
    return asking.lack;
}

static const char *nobody(const struct hp_stage *stage, const struct hp_family *family,
                          struct hp_arena *arena)
{
    if ((stage->heap->table->caps & HP_CAP_OWN_BODIES) != 0)
        return hp_arena_print(arena, "heap %s does not execute family %s", stage->heap->table->name,
                              family->name);
    return hp_arena_print(arena,
                          "not implemented: family %s needs workload plugin %s, which is not here",
                          family->name, family->workload);
}

static bool is_played(const struct hp_stage *stage, const struct hp_trace_file *file, bool all)
{
    const struct hp_loaded *workload;
    return (all || hp_trace_compared_on(file, stage->runtime)) && stage->lack == NULL &&
           find_player(stage, file->family, &workload);
}

size_t hp_play_units(const struct hp_stage *stage, struct hp_trace_file *const *files, size_t count,
                     bool all)
{
    size_t units = 0;
    for (size_t i = 0; i < count; i++)
        units += is_played(stage, files[i], all) ? files[i]->unit_count : 0;
    return units;
}

/* ---- the task of a job ---- */

/* Puts what the unit states into the task. */
static void apply_settings(const struct hp_stage *stage, const struct hp_unit *unit,
                           struct hp_arena *arena, struct hp_task *task)
{
    const size_t most = stage->option_count + unit->setting_count;
    task->options = hp_arena_get(arena, (most + 1) * sizeof *task->options);
    task->settings = hp_arena_get(arena, (stage->setting_count + unit->setting_count + 1) *
                                             sizeof *task->settings);
    for (size_t i = 0; i < stage->setting_count; i++)
        task->settings[task->setting_count++] = stage->settings[i];
    for (size_t i = 0; i < stage->option_count; i++)
        task->options[task->option_count++] = stage->options[i];
    for (size_t i = 0; i < unit->setting_count; i++) {
        const struct hp_setting *s = &unit->settings[i];
        task->settings[task->setting_count++] = (struct hp_named){ s->key, s->value };
        switch (hp_set_key_find(s->key)->sets) {
        case HP_SET_THRESHOLD:
            task->threshold_bytes = strtoull(s->value, NULL, 10);
            break;
        case HP_SET_GC:
            (void)hp_gc_mode_find(s->value, &task->gc_mode, NULL); /* the file was checked */
            break;
        case HP_SET_TRACE:
            break;
        case HP_SET_OPTION:
            task->options[task->option_count++] = (struct hp_named){ s->key, s->value };
            break;
        }
    }
}

static void pack_job(const struct hp_stage *stage, struct job job, struct hp_pack *out)
{
    const struct hp_trace_file *file = job.of->file;
    const struct hp_loaded *workload;
    struct hp_arena *arena = hp_arena_new();
    (void)find_player(stage, file->family, &workload);
    struct hp_task task = {
        .heap_path = stage->heap->path,
        .heap = stage->heap->table->name,
        .workload_path = workload != NULL ? workload->path : NULL,
        .workload = workload != NULL ? workload->table->name : NULL,
        .family = file->family->name,
        .warm_ups = file->family->warm_ups,
        .runtime = stage->runtime,
        .machine = stage->machine,
        .operation_count = job.unit->line_count - job.first,
    };
    apply_settings(stage, job.unit, arena, &task);
    task.operations = hp_arena_get(arena, (task.operation_count + 1) * sizeof *task.operations);
    for (size_t i = 0; i < task.operation_count; i++)
        task.operations[i] = file->lines[job.unit->lines[job.first + i]].operation;
    hp_task_pack(out, &task);
    hp_arena_free(arena);
}

/* Whether a job may follow others in a process. A heap of ours is fresh once it is opened; a hosted library is in a
 * fresh process only, but some families do not see the difference. A process has one set of settings. */
static bool shares_process(const struct playing *p, const struct job *job)
{
    return (p->stage->heap->table->caps & HP_CAP_OWN_BODIES) == 0 ||
           (job->of->file->family->shares && job->unit->setting_count == 0);
}

/* How many jobs the next process gets. Towards the end batches shrink, so that no process is the last for long. */
static size_t batch_size(const struct playing *p)
{
    const size_t share = p->job_count / 2 / p->stage->limits.jobs + 1;
    const size_t most = share < BATCH_MOST ? share : BATCH_MOST;
    size_t n = 0;
    while (n < most && shares_process(p, &p->jobs[p->job_count - 1 - n]))
        n++;
    return n > 0 ? n : 1;
}

static int start(struct playing *p, struct hp_err *err)
{
    struct running r = { .count = batch_size(p) };
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < r.count; i++) {
        struct hp_pack body = { .bytes = { 0 } };
        r.batch[i] = p->jobs[--p->job_count];
        pack_job(p->stage, r.batch[i], &body);
        rc = i == 0 ? hp_child_start("player", &p->stage->limits, HP_MSG_TASK, &body, &r.child, err)
                    : hp_child_say(r.child, HP_MSG_TASK, &body, err);
        hp_text_clear(&body.bytes);
    }
    if (r.child != NULL) {
        p->running[p->running_count++] = r;
        p->events->began(p->events->context, r.batch[0].of->file, r.batch[0].unit);
    }
    return rc;
}

/* ---- what comes back ---- */

static const struct job *job_of(const struct running *r)
{
    return &r->batch[r->at];
}

static size_t lines_of(const struct running *r)
{
    return job_of(r)->unit->line_count - job_of(r)->first;
}

static struct hp_played *line_of(const struct running *r, size_t position)
{
    const struct job *job = job_of(r);
    return &job->of->lines[job->unit->lines[job->first + position]];
}

static int take_answer(struct running *r, struct hp_unpack *u, struct hp_err *err)
{
    struct hp_arena *arena = job_of(r)->of->arena;
    const uint64_t count = hp_unpack_u64(u);
    if (r->answered >= lines_of(r) || count > (uint64_t)(u->end - u->at) / 16)
        return hp_fail(err, HP_E_CORRUPT, "an answer that nobody asked for");
    struct hp_played *line = line_of(r, r->answered++);
    line->keys = hp_arena_get(arena, ((size_t)count + 1) * sizeof *line->keys);
    line->values = hp_arena_get(arena, ((size_t)count + 1) * sizeof *line->values);
    for (; line->count < count; line->count++) {
        line->keys[line->count] = hp_arena_copy(arena, hp_unpack_text(u));
        line->values[line->count] = hp_arena_copy(arena, hp_unpack_text(u));
        if (u->failed || line->keys[line->count] == NULL || line->values[line->count] == NULL)
            break;
    }
    line->executed = true;
    return line->count < count || u->at != u->end
               ? hp_fail(err, HP_E_CORRUPT, "an answer that does not fit")
               : HP_OK;
}

/* On to the next job of the batch. */
static void advance(struct playing *p, struct running *r, const char *failed)
{
    p->events->ended(p->events->context, failed);
    r->at++;
    r->answered = r->warmed = 0;
    if (r->at < r->count)
        p->events->began(p->events->context, job_of(r)->of->file, job_of(r)->unit);
}

/* ---- units that do not come to their end ---- */

/* The line with which a process says why it ends: its first that is not empty. */
static const char *first_words(const char *text, struct hp_arena *arena)
{
    text += strspn(text, "\r\n ");
    size_t n = strcspn(text, "\r\n");
    while (n > 0 && (text[n - 1] == '.' || text[n - 1] == ' '))
        n--;
    return hp_arena_copy_n(arena, text, n);
}

/* Why a process did not come to its end. */
struct stop {
    const char *sentence, *words;
    bool aborted; /* it ended itself, or would have: a result in its own right */
    bool opened;
    size_t at; /* position in the job's lines */
};

/* What the child says of an operation, or of opening what it needs. */
static int stop_of_failure(const struct running *r, struct hp_unpack *u, struct stop *out,
                           struct hp_err *err)
{
    const uint64_t at = hp_unpack_u64(u);
    const int64_t code = hp_unpack_i64(u);
    const char *sentence = hp_arena_copy(job_of(r)->of->arena, hp_unpack_text(u));
    *out = (struct stop){ .sentence = sentence,
                          .words = sentence,
                          .aborted = code == HP_E_REFUSED,
                          .opened = at != HP_TASK_NOWHERE,
                          .at = r->answered };
    if (out->opened && r->answered == 0)
        out->at = (size_t)at; /* of a warm-up, perhaps */
    return u->failed || sentence == NULL || u->at != u->end || out->at > lines_of(r)
               ? hp_fail(err, HP_E_CORRUPT, "a failure that does not fit")
               : HP_OK;
}

/* Whether the process ended itself. CoreCLR aborts when there is no memory left. */
static bool aborted(const struct hp_child_end *end)
{
    switch (end->outcome) {
    case HP_OUT_CRASH:
        return true;
    case HP_OUT_MEMORY:
        return WIFSIGNALED(end->status) && WTERMSIG(end->status) == SIGABRT;
    case HP_OUT_PROTOCOL:
        return WIFEXITED(end->status);
    default:
        return false;
    }
}

/* What the end of the process says of the operation that was being executed. */
static struct stop stop_of_death(const struct running *r, const struct hp_child_end *end)
{
    struct hp_arena *arena = job_of(r)->of->arena;
    const char *said = hp_text_str(&end->captured);
    size_t done = r->answered;
    if (done == 0 && lines_of(r) > 0)
        done = r->warmed % lines_of(r);
    struct stop stop = { .opened = true, .at = done };
    stop.aborted = aborted(end);
    stop.sentence = end->outcome == HP_OUT_OK ? "the process ended without a last word"
                                              : hp_arena_print(arena, "%s%s%s", end->sentence,
                                                               *said != '\0' ? " - " : "", said);
    stop.words = first_words(*said != '\0' ? said : stop.sentence, arena);
    return stop;
}

/* From one line to the end of the job nothing was executed. */
static void not_executed(const struct running *r, size_t from, const char *why,
                         const struct stop *stop)
{
    for (size_t i = from; i < lines_of(r); i++) {
        struct hp_played *line = line_of(r, i);
        line->failure = why;
        line->aborted = stop != NULL && stop->aborted;
        line->words = stop != NULL ? stop->words : NULL;
    }
}

/* Puts what happened where it happened. What stands alone behind it waits for a new process. */
static void put_stop(struct playing *p, const struct running *r, const struct stop *stop)
{
    const struct job *job = job_of(r);
    const bool alone = job->of->file->family->unit != HP_UNIT_TRACE;
    if (stop->at >= lines_of(r)) {
        job->of->unit_failures[job->unit_index] = stop->sentence;
        return;
    }
    if (!stop->opened) {
        not_executed(r, stop->at, stop->sentence, stop);
        return;
    }
    if (!alone) { /* a warm-up may have failed: nothing before was answered either */
        const size_t at = job->unit->lines[job->first + stop->at];
        not_executed(r, r->answered,
                     hp_arena_print(job->of->arena, "the trace ended in line %d",
                                    job->of->file->lines[at].number),
                     NULL);
    }
    struct hp_played *line = line_of(r, stop->at);
    line->executed = false;
    line->stopped = true;
    line->failure = stop->sentence;
    line->aborted = stop->aborted;
    line->words = stop->words;
    if (alone && stop->at + 1 < lines_of(r)) {
        struct job rest = *job;
        rest.first += stop->at + 1;
        HP_PUSH(p->jobs, p->job_count, p->job_capacity) = rest;
    }
}

static int take_frame(void *context, struct hp_child *child, const struct hp_frame *frame,
                      struct hp_err *err)
{
    struct playing *p = context;
    struct hp_unpack u = { .at = frame->body, .end = frame->body + frame->bytes, .failed = false };
    struct running *r = p->running;
    struct stop stop;
    int rc = HP_OK;
    while (r->child != child)
        r++;
    if (r->at == r->count)
        return hp_fail(err, HP_E_CORRUPT, "a frame after the last word");
    switch (frame->kind) {
    case HP_MSG_ANSWER:
        return take_answer(r, &u, err);
    case HP_MSG_WARM:
        r->warmed++;
        return HP_OK;
    case HP_MSG_FAILED:
        rc = stop_of_failure(r, &u, &stop, err);
        if (rc == HP_OK) {
            put_stop(p, r, &stop);
            advance(p, r, "failed");
        }
        return rc;
    case HP_MSG_PLAYED:
        if (r->answered < lines_of(r))
            return hp_fail(err, HP_E_CORRUPT, "a last word before the last answer");
        advance(p, r, NULL);
        return HP_OK;
    default:
        return hp_fail(err, HP_E_CORRUPT, "a frame of the unknown kind %u", frame->kind);
    }
}

/* A process ended. What it had not come to yet waits for another one. */
static void ended(struct playing *p, struct running *r, const struct hp_child_end *end)
{
    if (r->at == r->count && end->outcome != HP_OUT_OK) {
        r->at--;
        r->answered = lines_of(r); /* all was said: it is the end itself that went wrong */
        const struct stop stop = stop_of_death(r, end);
        put_stop(p, r, &stop);
    } else if (r->at < r->count) {
        const struct stop stop = stop_of_death(r, end);
        put_stop(p, r, &stop);
        p->events->ended(p->events->context, hp_outcome_name(end->outcome));
        for (size_t i = r->count; i > r->at + 1; i--)
            HP_PUSH(p->jobs, p->job_count, p->job_capacity) = r->batch[i - 1];
    }
}

static void bury(struct playing *p)
{
    for (size_t i = 0; i < p->running_count;) {
        struct running *r = &p->running[i];
        struct hp_child_end end;
        if (!hp_child_ended(r->child, &end)) {
            i++;
            continue;
        }
        ended(p, r, &end);
        hp_text_clear(&end.captured);
        hp_child_free(r->child);
        *r = p->running[--p->running_count];
    }
}

/* ---- all of it ---- */

/* The units with most operations begin first; equal ones in the order of their files. */
static int by_length(const void *left, const void *right)
{
    const struct job *a = left, *b = right;
    if (a->unit->line_count != b->unit->line_count)
        return a->unit->line_count < b->unit->line_count ? -1 : 1;
    return a->of != b->of ? (a->of < b->of ? 1 : -1) : a->unit_index < b->unit_index ? 1 : -1;
}

static void prepare(struct playing *p, const struct hp_trace_file *file, bool all,
                    struct hp_performance *out)
{
    struct hp_arena *arena = hp_arena_new();
    const struct hp_loaded *workload;
    *out = (struct hp_performance){ .arena = arena, .file = file };
    out->lines = hp_arena_get(arena, (file->line_count + 1) * sizeof *out->lines);
    out->unit_failures = hp_arena_get(arena, (file->unit_count + 1) * sizeof *out->unit_failures);
    if (!all && !hp_trace_compared_on(file, p->stage->runtime))
        return;
    out->missing = p->stage->lack;
    if (out->missing == NULL && !find_player(p->stage, file->family, &workload))
        out->missing = nobody(p->stage, file->family, arena);
    if (out->missing != NULL)
        return;
    for (size_t i = 0; i < file->unit_count; i++)
        HP_PUSH(p->jobs, p->job_count, p->job_capacity) =
            (struct job){ .of = out, .unit = &file->units[i], .unit_index = i };
}

/* Children that still run when it was interrupted are killed. */
static int run_all(struct playing *p, struct hp_err *err)
{
    const size_t most = p->stage->limits.jobs;
    int rc = HP_OK;
    while (rc == HP_OK && p->job_count + p->running_count > 0) {
        if (p->events->interrupted(p->events->context) != 0)
            return hp_fail(err, HP_E_LIMIT, "interrupted");
        while (rc == HP_OK && p->running_count < most && p->job_count > 0)
            rc = start(p, err);
        struct hp_child *children[HP_PLAY_JOBS_MOST];
        for (size_t i = 0; i < p->running_count; i++)
            children[i] = p->running[i].child;
        if (rc == HP_OK)
            rc = hp_children_poll(children, p->running_count, POLL_MS, take_frame, p, err);
        bury(p);
        p->events->waiting(p->events->context);
    }
    return rc;
}

int hp_play(const struct hp_stage *stage, struct hp_trace_file *const *files, size_t count,
            bool all, const struct hp_play_events *events, struct hp_performance *out,
            struct hp_err *err)
{
    struct running running[HP_PLAY_JOBS_MOST];
    struct playing p = { .stage = stage, .events = events, .running = running };
    for (size_t i = 0; i < count; i++)
        prepare(&p, files[i], all, &out[i]);
    if (p.job_count > 1)
        qsort(p.jobs, p.job_count, sizeof *p.jobs, by_length);
    const int rc = run_all(&p, err);
    for (size_t i = 0; i < p.running_count; i++)
        hp_child_free(running[i].child);
    hp_mem_free(p.jobs);
    return rc;
}

void hp_performance_clear(struct hp_performance *performance)
{
    hp_arena_free(performance->arena);
    *performance = (struct hp_performance){ 0 };
}
