/* SPDX-License-Identifier: MIT
 * How does the guest run a method, a probe or a trace? Parameters and settings go over as "key=value" lines,
 * answers of traces come back as such. A body and a trace own their guest handles. Runs in workers.
 */
#include "dotnet.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LINES_MAX = 8192, ANSWER_MAX = 1 << 20 };

struct lines {
    size_t bytes;
    bool full;
    char text[LINES_MAX];
};

__attribute__((format(printf, 2, 3))) static void put(struct lines *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(l->text + l->bytes, sizeof l->text - l->bytes, format, args);
    va_end(args);
    l->full |= n < 0 || (size_t)n >= sizeof l->text - l->bytes;
    l->bytes += l->full ? 0 : (size_t)n;
}

/* ---- parameters as text -------------------------------------------------------------------- */

static void put_choice(struct lines *l, const struct hp_option *o, int32_t index)
{
    const char *word = o->choices;
    for (int32_t i = 0; i < index && word != NULL; i++) {
        word = strchr(word, ' ');
        word += word != NULL;
    }
    put(l, "%s=%.*s\n", o->name, word != NULL ? (int)strcspn(word, " ") : 0,
        word != NULL ? word : "");
}

static void put_param(struct lines *l, const struct hp_option *o, const void *params)
{
    const char *at = (const char *)params + o->offset;
    uint64_t number;
    int64_t count;
    int32_t choice;
    bool flag;
    switch (o->type) {
    case HP_SIZE:
    case HP_TIME:
        memcpy(&number, at, sizeof number);
        put(l, "%s=%" PRIu64 "\n", o->name, number);
        break;
    case HP_COUNT:
        memcpy(&count, at, sizeof count);
        put(l, "%s=%" PRId64 "\n", o->name, count);
        break;
    case HP_FLAG:
        memcpy(&flag, at, sizeof flag);
        put(l, "%s=%s\n", o->name, flag ? "true" : "false");
        break;
    case HP_CHOICE:
        memcpy(&choice, at, sizeof choice);
        put_choice(l, o, choice);
        break;
    }
}

/* ---- methods and probes -------------------------------------------------------------------- */

struct body {
    const struct dn_guest *guest;
    intptr_t handle;
    const struct hp_host *host; /* a probe reports from its step, where it may fail */
};

static int body_step(void *state, uint64_t operations, struct hp_err *err)
{
    const struct body *b = state;
    return b->guest->step(b->handle, (int64_t)operations, err);
}

static int probe_step(void *state, uint64_t operations, struct hp_err *err)
{
    const struct body *b = state;
    const int rc = body_step(state, operations, err);
    return rc == HP_OK ? b->guest->report(b->handle, b->host, err) : rc;
}

static void body_counters(void *state, const struct hp_host *host)
{
    const struct body *b = state;
    struct hp_err err = { 0, "" };
    if (b->guest->report(b->handle, host, &err) < 0)
        host->note(host->context, err.text);
}

static void body_close(void *state)
{
    struct body *b = state;
    if (b == NULL)
        return;
    b->guest->close(b->handle);
    free(b);
}

int dn_body(const struct hp_run *run, const char *workload, struct hp_body *out, struct hp_err *err)
{
    const struct dn_host *host = run->heap->host;
    const char *name = run->method != NULL ? run->method : run->probe;
    struct lines *lines = calloc(1, sizeof *lines);
    struct body *b = calloc(1, sizeof *b);
    int rc = HP_OK;
    if (lines == NULL || b == NULL) {
        rc = hp_fail(err, HP_E_NOMEM, "no memory for a body of %s", name);
        goto out;
    }
    for (const struct hp_option *o = run->param_table; o != NULL && o->name != NULL; o++)
        put_param(lines, o, run->params);
    if (lines->full) {
        rc = hp_fail(err, HP_E_RANGE, "the parameters of %s take more than %d bytes", name,
                     LINES_MAX);
        goto out;
    }
    rc = dn_check_gen0_size(run->heap, err);
    if (rc != HP_OK)
        goto out;
    b->guest = &host->guest;
    b->host = run->host;
    rc = b->guest->open(workload, (int)strlen(workload), name, (int)strlen(name),
                        run->method == NULL, lines->text, (int)lines->bytes, (int)run->processors,
                        run->seed, &b->handle, err);
    if (rc != HP_OK)
        goto out;
    if (run->host != NULL) /* goes with every result, timed ones too */
        run->host->metric_text(run->host->context, "runtime_version", host->version);
    *out = run->method != NULL ? (struct hp_body){ b, body_step, body_counters, body_close }
                               : (struct hp_body){ b, probe_step, NULL, body_close };
    b = NULL;
out:
    free(lines);
    free(b);
    return rc;
}

/* ---- traces -------------------------------------------------------------------------------- */

struct trace {
    const struct dn_guest *guest;
    intptr_t handle;
    char answer[ANSWER_MAX];
};

static int trace_begin(void **out, const struct hp_run *run, const char *family,
                       const struct hp_setting *settings, size_t setting_count, struct hp_err *err)
{
    struct lines *lines = calloc(1, sizeof *lines);
    struct trace *t = calloc(1, sizeof *t);
    int rc;
    if (lines == NULL || t == NULL) {
        rc = hp_fail(err, HP_E_NOMEM, "no memory for a trace of %s", family);
        goto out;
    }
    for (size_t i = 0; i < setting_count; i++)
        put(lines, "%s=%s\n", settings[i].key, settings[i].value);
    if (lines->full) {
        rc = hp_fail(err, HP_E_RANGE, "the settings of a trace take more than %d bytes", LINES_MAX);
        goto out;
    }
    t->guest = &run->heap->host->guest;
    rc = t->guest->trace_begin(family, (int)strlen(family), lines->text, (int)lines->bytes,
                               (int)run->processors, &t->handle, err);
    if (rc != HP_OK)
        goto out;
    *out = t;
    t = NULL;
out:
    free(lines);
    free(t);
    return rc;
}

/* One line of an answer: "throws NAME" or "key=value", a number where it is one to the last digit. */
static void give(const struct hp_answer *answer, char *line)
{
    static const char throws[] = "throws ";
    char *value = strchr(line, '=');
    if (strncmp(line, throws, sizeof throws - 1) == 0) {
        answer->throws(answer->context, line + sizeof throws - 1);
        return;
    }
    if (value == NULL)
        return;
    *value++ = '\0';
    char *end = value;
    const long long number = strtoll(value, &end, 10);
    if (end != value && *end == '\0')
        answer->number(answer->context, line, number);
    else
        answer->text(answer->context, line, value);
}

static int trace_execute(void *trace, const char *operation, const struct hp_answer *answer,
                         struct hp_err *err)
{
    struct trace *t = trace;
    const int bytes = t->guest->trace_execute(t->handle, operation, (int)strlen(operation),
                                              t->answer, ANSWER_MAX - 1, err);
    if (bytes < 0)
        return bytes;
    t->answer[bytes] = '\0';
    char *rest = NULL;
    for (char *line = strtok_r(t->answer, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        give(answer, line);
    return HP_OK;
}

static void trace_end(void *trace)
{
    struct trace *t = trace;
    if (t == NULL)
        return;
    t->guest->trace_end(t->handle);
    free(t);
}

const struct hp_trace_ops dn_trace = {
    .families = "heap builder stream copy pool pool-capacity chunk threshold",
    .begin = trace_begin,
    .execute = trace_execute,
    .end = trace_end,
};
