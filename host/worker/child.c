/* SPDX-License-Identifier: MIT
 * Answers: what does a worker do from its first to its last instruction? Reads one order, loads the two
 * plugins, opens heap and workload, measures, and says how it went. A session owns everything that was
 * opened, and closes it in reverse. Runs only in the exec'd worker.
 */
#include "base/err.h"
#include "base/mem.h"
#include "measure/counting.h"
#include "measure/guard.h"
#include "measure/timing.h"
#include "worker/opening.h"
#include "worker/report.h"
#include "worker/spawn.h"

#include <inttypes.h>
#include <math.h>

struct session {
    struct hp_order order;
    struct hp_arena *arena;
    struct hp_plugins plugins;
    const struct hp_plugin *heap_table, *workload_table;
    struct hp_heap *heap;
    struct hp_thread *thread;
    struct hp_host host;
    struct hp_run run;
    void *state;         /* of the workload, once opened */
    struct hp_body body; /* of the heap, when it runs the method itself */
    bool own_body;
    uint64_t threshold_applied;
    struct hp_report report;
};

/* ---- opening ---- */

static int open_heap(struct session *s, struct hp_err *err)
{
    const struct hp_order *o = &s->order;
    const struct hp_heap_wish wish = {
        .table = s->heap_table,
        .options = o->options,
        .option_count = o->option_count,
        .threshold_bytes = o->threshold_bytes,
        .runtime = o->runtime,
        .gc_mode = o->gc_mode,
        .seed = o->seed,
        .machine = &o->machine,
    };
    return hp_open_heap(&wish, s->arena, &s->heap, &s->thread, err);
}

/* A threshold that was asked for must be the one that applies: a run at another one proves nothing, unless it is
 * there to find out which one does. */
static int read_back(struct session *s, struct hp_err *err)
{
    const uint64_t wanted = s->order.threshold_bytes;
    if ((s->heap_table->caps & HP_CAP_THRESHOLD) == 0)
        return HP_OK;
    s->threshold_applied = s->heap_table->heap->applied_threshold(s->thread);
    if (wanted == 0 || s->threshold_applied == wanted ||
        (s->order.kind == HP_LAUNCH_PROBE &&
         hp_probe_finds_threshold(s->workload_table, s->order.method)))
        return HP_OK;
    return hp_fail(err, HP_E_REFUSED,
                   "heap %s: threshold %" PRIu64 " requested, %" PRIu64
                   " read back: the setting did not apply - use at %s %" PRIu64,
                   s->order.heap, wanted, s->threshold_applied,
                   s->threshold_applied > wanted ? "least" : "most", s->threshold_applied);
}

/* The heap's own body for a method or a probe. */
static int open_body(struct session *s, const char *what, struct hp_err *err)
{
    int rc = s->heap_table->heap->body(&s->run, s->order.workload, &s->body, err);
    if (rc == HP_E_UNSUPPORTED)
        return hp_fail(err, HP_E_REFUSED, "heap %s has no body for %s %s of workload %s",
                       s->order.heap, what, s->order.method, s->order.workload);
    rc = hp_answered(rc, err);
    s->own_body = rc == HP_OK;
    return rc != HP_OK ? hp_context(err, "opening %s %s", what, s->order.method) : HP_OK;
}

static int open_method(struct session *s, struct hp_err *err)
{
    const bool probe = s->order.kind == HP_LAUNCH_PROBE,
               own = (s->heap_table->caps & HP_CAP_OWN_BODIES) != 0;
    const char *what = probe ? "probe" : "method";
    int rc = HP_OK;
    if (probe ? hp_probe_find(s->workload_table, s->order.method) == NULL
              : hp_method_find(s->workload_table, s->order.method) == NULL)
        return hp_fail(err, HP_E_STATE, "workload %s has no %s %s", s->order.workload, what,
                       s->order.method);
    if (own)
        return open_body(s, what, err);
    if (!probe)
        rc = hp_answered(s->workload_table->workload->open(&s->state, &s->run, err), err);
    return rc != HP_OK ? hp_context(err, "opening %s %s", what, s->order.method) : HP_OK;
}

static int open_all(struct session *s, struct hp_err *err)
{
    const struct hp_order *o = &s->order;
    int rc = hp_open_plugin(&s->plugins, HP_KIND_HEAP, o->heap_path, o->heap, &s->heap_table, err);
    if (rc == HP_OK)
        rc = hp_open_plugin(&s->plugins, HP_KIND_WORKLOAD, o->workload_path, o->workload,
                            &s->workload_table, err);
    if (rc == HP_OK)
        rc = open_heap(s, err);
    if (rc == HP_OK)
        rc = read_back(s, err);
    if (rc != HP_OK)
        return rc;
    s->host = hp_report_host(&s->report);
    s->run = (struct hp_run){
        .size = sizeof s->run,
        .heap = s->heap,
        .thread = s->thread,
        .method = o->kind == HP_LAUNCH_PROBE ? NULL : o->method,
        .probe = o->kind == HP_LAUNCH_PROBE ? o->method : NULL,
        .runtime = o->runtime,
        .processors = o->machine.processors,
        .seed = o->seed,
        .machine = &o->machine,
        .host = &s->host,
        .param_table = s->workload_table->options,
    };
    rc = hp_open_options(s->workload_table, o->params, o->param_count, s->arena, &s->run.params,
                         err);
    return rc != HP_OK ? rc : open_method(s, err);
}

static void close_all(struct session *s)
{
    if (s->own_body)
        s->body.close(s->body.state);
    else if (s->state != NULL)
        s->workload_table->workload->close(s->state);
    if (s->thread != NULL)
        s->heap_table->heap->detach(s->thread);
    if (s->heap != NULL)
        s->heap_table->heap->close(s->heap);
    hp_plugins_clear(&s->plugins);
}

/* ---- measuring ---- */

static struct hp_subject subject_of(const struct session *s)
{
    const unsigned caps = s->heap_table->caps;
    return (struct hp_subject){
        .ops = s->heap_table->heap,
        .caps = caps,
        .heap = s->heap,
        .thread = s->thread,
        .step = s->own_body ? s->body.step : s->workload_table->workload->step,
        .state = s->own_body ? s->body.state : s->state,
        /* A heap that does not collect may be libc's itself; a body of the heap's own belongs to a
         * library that nobody promised anything about. */
        .guarded = (caps & HP_CAP_COLLECTS) != 0 && !s->own_body,
    };
}

static void tell_sample(void *context, const struct hp_metric *metric, uint32_t iteration,
                        uint64_t operations, double value)
{
    hp_report_sample(context, metric, iteration, operations, value);
}

static int measure_counters(struct session *s, struct hp_err *err)
{
    const struct hp_subject subject = subject_of(s);
    struct hp_counting counting = {
        .iterations = s->order.counter_iterations,
        .operations = s->order.pass_operations,
        .sample = tell_sample,
        .context = &s->report,
        .log = hp_arena_get(s->arena, HP_COUNTING_LOG * sizeof(struct hp_collection)),
    };
    const int rc = hp_count(&subject, &counting, err);
    if (rc != HP_OK)
        return hp_context(err, "counting %s", s->order.method);
    hp_report_collections(&s->report, counting.log, counting.log_count);
    if (s->own_body && s->body.counters != NULL)
        s->body.counters(s->body.state, &s->host);
    else if (!s->own_body && s->workload_table->workload->counters != NULL)
        s->workload_table->workload->counters(s->state, &s->host);
    hp_report_sample(&s->report, hp_metric_find("peak_rss"), 0, 1, (double)hp_process_peak_rss());
    return HP_OK;
}

/* What a reader of the times should know. */
static void note_times(struct session *s, const struct hp_timing *t)
{
    if (!t->warm && isnan(t->drift))
        hp_report_note(&s->report,
                       "warm-up ended after %u iterations: limits.time leaves no time for more",
                       t->warm_up + 1);
    else if (!t->warm)
        hp_report_note(&s->report,
                       "warm-up ended after %u iterations while times still drifted by %.1f %%",
                       t->warm_up, 100 * t->drift);
    if (!t->narrow)
        hp_report_note(&s->report,
                       "stopped after %u iterations with an interval of +-%.1f %% "
                       "(measure.half_width asks for %.1f %%)",
                       t->count, 50 * (t->summary.high - t->summary.low) / t->summary.median,
                       100 * s->order.half_width);
    if (t->summary.outliers > 0)
        hp_report_note(&s->report, "%zu of %u iterations are outliers; they are kept",
                       t->summary.outliers, t->count);
}

static int measure_times(struct session *s, struct hp_err *err)
{
    const struct hp_subject subject = subject_of(s);
    const size_t most = s->order.max_iterations;
    struct hp_timing t = {
        .min_iterations = s->order.min_iterations,
        .max_iterations = s->order.max_iterations,
        .min_iteration_ns = s->order.min_iteration_ns,
        .half_width = s->order.half_width,
        .budget_ns = s->order.budget_ns,
        .seed = HP_BOOT_SEED,
        .iterations = hp_arena_get(s->arena, most * sizeof(struct hp_timed)),
        .values = hp_arena_get(s->arena, most * sizeof(double)),
    };
    const int rc = hp_time(&subject, &t, err);
    if (rc != HP_OK)
        return hp_context(err, "timing %s", s->order.method);
    const struct hp_metric *time = hp_metric_find("time_ns"),
                           *minor = hp_metric_find("minor_faults"),
                           *major = hp_metric_find("major_faults"),
                           *switches = hp_metric_find("context_switches");
    for (uint32_t i = 0; i < t.count; i++) {
        const struct hp_timed *it = &t.iterations[i];
        const uint64_t n = it->operations;
        hp_report_sample(&s->report, time, i, n, t.values[i]);
        hp_report_sample(&s->report, minor, i, n, (double)it->used.minor_faults / (double)n);
        hp_report_sample(&s->report, major, i, n, (double)it->used.major_faults);
        hp_report_sample(&s->report, switches, i, n, (double)it->used.context_switches);
    }
    note_times(s, &t);
    return HP_OK;
}

static int measure_probe(struct session *s, struct hp_err *err)
{
    s->report.probe = hp_probe_find(s->workload_table, s->order.method);
    const int rc = s->own_body ? s->body.step(s->body.state, 1, err)
                               : s->workload_table->workload->probe(&s->run, err);
    if (hp_answered(rc, err) != HP_OK)
        return hp_context(err, "probe %s", s->order.method);
    if (s->own_body && s->body.counters != NULL)
        s->body.counters(s->body.state, &s->host);
    hp_report_probe_end(&s->report);
    return HP_OK;
}

static int measure(struct session *s, struct hp_err *err)
{
    int rc = HP_OK;
    switch (s->order.kind) {
    case HP_LAUNCH_COUNTERS:
        rc = measure_counters(s, err);
        break;
    case HP_LAUNCH_TIME:
        rc = measure_times(s, err);
        break;
    case HP_LAUNCH_PROBE:
        rc = measure_probe(s, err);
        break;
    }
    if (rc == HP_OK && s->report.error.code != HP_OK) {
        *err = s->report.error;
        rc = hp_context(err, "%s", s->order.method);
    }
    if (rc == HP_OK) {
        rc = hp_answered(s->heap_table->heap->verify(s->thread, err), err);
        if (rc != HP_OK)
            (void)hp_context(err, "heap %s after the launch", s->order.heap);
    }
    return rc;
}

/* ---- the last word ---- */

static enum hp_outcome outcome_of(int rc)
{
    switch (rc) {
    case HP_OK:
        return HP_OUT_OK;
    case HP_E_NOMEM:
        return HP_OUT_MEMORY;
    case HP_E_REFUSED:
        return HP_OUT_REFUSED;
    default:
        return HP_OUT_ERROR;
    }
}

static void pack_end(struct hp_pack *p, const struct session *s, int rc, const struct hp_err *why)
{
    char sentence[sizeof why->text + 128] = "";
    if (rc == HP_E_NOMEM)
        (void)snprintf(sentence, sizeof sentence,
                       "%.860s - the heap was full: raise limits.memory or make the case smaller",
                       why->text);
    else if (rc != HP_OK)
        (void)snprintf(sentence, sizeof sentence, "%.990s", why->text);
    hp_pack_i64(p, outcome_of(rc));
    hp_pack_text(p, sentence);
    hp_pack_u64(p, s->threshold_applied);
    hp_pack_u64(p, hp_process_peak_rss());
}

static int run_order(const struct hp_frame *frame, struct hp_err *err)
{
    struct session s = { .arena = hp_arena_new() };
    struct hp_err why = { 0, "" };
    struct hp_pack end = { .bytes = { 0 } };
    int rc = hp_order_unpack(frame, s.arena, &s.order, err);
    if (rc == HP_OK) {
        int done = open_all(&s, &why);
        if (done == HP_OK)
            done = measure(&s, &why);
        pack_end(&end, &s, done, &why); /* before closing: what was open is part of the peak */
        close_all(&s);
        if (done == HP_OK)
            rc = hp_report_send(&s.report, HP_CHILD_OUT, err);
        if (rc == HP_OK)
            rc = hp_frame_write(HP_CHILD_OUT, HP_MSG_END, &end, err);
    }
    hp_text_clear(&end.bytes);
    hp_report_clear(&s.report);
    hp_arena_free(s.arena);
    return rc;
}

int hp_worker_main(void)
{
    struct hp_inbox inbox = { .taken = 0 };
    struct hp_frame frame;
    struct hp_err err = { 0, "" };
    hp_guard_install();
    int rc = hp_frame_read(HP_CHILD_IN, &inbox, &frame, &err);
    if (rc == 1)
        rc = run_order(&frame, &err);
    else if (rc == 0)
        rc = hp_fail(&err, HP_E_CORRUPT, "there was no order to read");
    if (rc < 0)
        (void)fprintf(stderr, "heapproof worker: %s\n", err.text);
    hp_inbox_clear(&inbox);
    return rc < 0 ? 2 : 0;
}
