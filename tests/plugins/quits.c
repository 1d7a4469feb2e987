/* SPDX-License-Identifier: MIT
 * A workload for tests of replay: it executes traces of families stream and copy, and ends its process when told
 * to. Each operation answers how many traces its heap has seen.
 */
#include <heapproof/abi.h>

#include <stdlib.h>

struct quits {
    int64_t *traces; /* of this heap */
};

static int trace_begin(void **trace, const struct hp_run *run, const char *family,
                       const struct hp_setting *settings, size_t setting_count, struct hp_err *err)
{
    (void)family, (void)settings, (void)setting_count;
    struct quits *q = malloc(sizeof *q);
    if (q == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory");
    q->traces = run->thread->ops->shared(run->heap, "quits", sizeof *q->traces, NULL);
    ++*q->traces;
    *trace = q;
    return HP_OK;
}

static int trace_execute(void *trace, const char *operation, const struct hp_answer *answer,
                         struct hp_err *err)
{
    const struct quits *q = trace;
    if (strcmp(operation, "abort") == 0) {
        (void)fprintf(stderr, "\nOut of memory.\n  at somewhere\n");
        abort();
    }
    if (strcmp(operation, "exit") == 0)
        exit(3);
    if (strcmp(operation, "refuse") == 0)
        return hp_fail(err, HP_E_REFUSED, "this setting kills: Stack overflow");
    if (strcmp(operation, "fail") == 0)
        return hp_fail(err, HP_E_STATE, "it went wrong");
    if (strcmp(operation, "late") == 0 && *q->traces == 2)
        return hp_fail(err, HP_E_STATE, "it went wrong later");
    if (strcmp(operation, "throw") == 0)
        answer->throws(answer->context, "Argument");
    answer->number(answer->context, "traces", *q->traces);
    return HP_OK;
}

static void trace_end(void *trace)
{
    free(trace);
}

static int open_none(void **state, const struct hp_run *run, struct hp_err *err)
{
    (void)state, (void)run;
    return hp_fail(err, HP_E_UNSUPPORTED, "only traces");
}

static int step_none(void *state, uint64_t operations, struct hp_err *err)
{
    (void)state, (void)operations;
    return hp_fail(err, HP_E_UNSUPPORTED, "only traces");
}

static void close_none(void *state)
{
    (void)state;
}

static const struct hp_trace_ops trace_ops = { "stream copy", trace_begin, trace_execute,
                                               trace_end };
static const struct hp_workload_ops ops = {
    .open = open_none, .step = step_none, .close = close_none, .trace = &trace_ops
};
static const struct hp_option params[] = { { .name = NULL } };
static const struct hp_method methods[] = { { "none", NULL, NULL, "", 0, "nothing", "for tests" },
                                            { .name = NULL } };
static const struct hp_probe probes[] = { { .name = NULL } };
static const struct hp_plugin table = {
    .magic = HP_MAGIC,
    .abi = HP_ABI,
    .size = sizeof(struct hp_plugin),
    .kind = HP_KIND_WORKLOAD,
    .name = "quits",
    .version = "1.0",
    .summary = "traces that end their process, for tests",
    .options = params,
    .workload = &ops,
    .methods = methods,
    .probes = probes,
};

HP_EXPORT const struct hp_plugin *hp_plugin_query(void)
{
    return &table;
}
