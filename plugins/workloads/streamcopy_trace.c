/* SPDX-License-Identifier: MIT
 * How are recorded operations on streams executed? Family `stream`: one MemoryStream for each trace,
 * answered with what an operation allocated and what the stream is then. Family `copy`: a line is
 * three passes over one source. Untimed. */
#include "streamcopy.h"
#include "workload.h"

#include <stdlib.h>

#define FAMILIES "stream copy"

struct stream_tracer {
    struct bcl b;
    bool copies;      /* family copy */
    hp_handle stream; /* of family stream: of the last constructor that succeeded */
};

/* ---- family stream -------------------------------------------------------------------------- */

/* An operation and what it works on. `array` holds what the caller has made before. */
struct job {
    struct bcl *b;
    hp_ref stream, array;
    int64_t argument;
};

static int run_new(const struct job *j, struct hp_err *err)
{
    return bcl_memory_new(j->b, 0, j->stream, err);
}

static int run_newcap(const struct job *j, struct hp_err *err)
{
    return bcl_memory_new(j->b, (int32_t)j->argument, j->stream, err);
}

static int run_newbuf(const struct job *j, struct hp_err *err)
{
    return bcl_memory_wrap(j->b, &bcl_type_memory_stream, j->array, j->stream, err);
}

static struct bcl_bytes whole(const struct job *j)
{
    return (struct bcl_bytes){ j->array, 0, (int32_t)hp_length(j->b->t, j->array) };
}

static int run_write(const struct job *j, struct hp_err *err)
{
    const struct bcl_bytes bytes = whole(j);
    return bcl_memory_write(j->b, j->stream, &bytes, err);
}

static int run_writebyte(const struct job *j, struct hp_err *err)
{
    int rc = HP_OK;
    for (int64_t i = 0; rc == HP_OK && i < j->argument; i++)
        rc = bcl_memory_write_byte(j->b, j->stream, 0, err);
    return rc;
}

static int run_read(const struct job *j, struct hp_err *err)
{
    const struct bcl_bytes bytes = whole(j);
    int32_t got;
    return bcl_memory_read(j->b, j->stream, &bytes, &got, err);
}

static int run_pos(const struct job *j, struct hp_err *err)
{
    return bcl_memory_set_position(j->b, j->stream, j->argument, err);
}

static int run_setlen(const struct job *j, struct hp_err *err)
{
    return bcl_memory_set_length(j->b, j->stream, j->argument, err);
}

static int run_cap(const struct job *j, struct hp_err *err)
{
    return bcl_memory_set_capacity(j->b, j->stream, (int32_t)j->argument, err);
}

static int run_toarray(const struct job *j, struct hp_err *err)
{
    return bcl_memory_to_array(j->b, j->stream, j->array, err);
}

static const struct verb {
    const char *name;
    bool takes;  /* a number */
    bool makes;  /* a stream */
    bool buffer; /* works on an array of so many bytes, which exists before */
    int (*run)(const struct job *j, struct hp_err *err);
} verbs[] = {
    { "new", false, true, false, run_new },
    { "newcap", true, true, false, run_newcap },
    { "newbuf", true, true, true, run_newbuf },
    { "write", true, false, true, run_write },
    { "writebyte", true, false, false, run_writebyte },
    { "read", true, false, true, run_read },
    { "pos", true, false, false, run_pos },
    { "setlen", true, false, false, run_setlen },
    { "cap", true, false, false, run_cap },
    { "toarray", false, false, false, run_toarray },
};

/* A whole number that a C# int holds, up to the end of the text or a space. */
static bool number_read(const char *text, int64_t *value, const char **end)
{
    char *stop = NULL;
    const long long number = strtoll(text, &stop, 10);
    *value = number;
    *end = stop;
    return stop != text && (*stop == '\0' || *stop == ' ') && number == (int32_t)number;
}

/* NULL: no operation of the family. */
static const struct verb *verb_parse(const char *operation, int64_t *argument)
{
    const size_t length = strcspn(operation, " ");
    const char *end = operation + length;
    *argument = 0;
    const bool number = *end == ' ';
    if (number && (!number_read(end + 1, argument, &end) || *end != '\0'))
        return NULL;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strlen(verbs[i].name) == length && strncmp(verbs[i].name, operation, length) == 0)
            return verbs[i].takes == number ? &verbs[i] : NULL;
    return NULL;
}

static void answer_state(const struct job *j, const struct hp_answer *answer)
{
    answer->number(answer->context, "length", bcl_memory_length(j->b, j->stream));
    answer->number(answer->context, "position", bcl_memory_position(j->b, j->stream));
    answer->number(answer->context, "capacity", bcl_memory_capacity(j->b, j->stream));
}

/* What an operation allocated or threw. The stream that a constructor made replaces the former one
 * when it has succeeded. */
static int answer_job(struct stream_tracer *tr, struct job *j, const struct verb *verb,
                      const struct hp_answer *answer, struct hp_err *err)
{
    struct hp_thread *t = j->b->t;
    struct hp_err why = { 0, "" };
    char exception[BCL_EXCEPTION];
    int64_t before = 0, after = 0;
    int rc = bcl_allocated(t, &before, err);
    const int rc_run = rc == HP_OK ? verb->run(j, &why) : HP_OK;
    if (rc == HP_OK)
        rc = bcl_allocated(t, &after, err);
    if (rc != HP_OK)
        return rc;
    if (rc_run == HP_OK)
        answer->number(answer->context, "bytes", after - before);
    else if (bcl_exception(&why, exception))
        answer->throws(answer->context, exception);
    else
        return hp_fail(err, rc_run, "%s", why.text);
    if (verb->makes && rc_run == HP_OK)
        t->ops->handle_set(t, tr->stream, j->stream);
    t->ops->handle_get(t, tr->stream, j->stream.slot);
    answer_state(j, answer);
    return HP_OK;
}

static int execute_stream(struct stream_tracer *tr, const char *operation,
                          const struct hp_answer *answer, struct hp_err *err)
{
    struct hp_thread *t = tr->b.t;
    struct job j = { .b = &tr->b };
    const struct verb *verb = verb_parse(operation, &j.argument);
    if (verb == NULL)
        return hp_fail(err, HP_E_INPUT, "\"%s\" is no operation of family stream", operation);
    const int64_t bytes = verb->buffer && j.argument > 0 ? j.argument : 0;
    int rc = hp_root(t, &j.stream, err);
    if (rc == HP_OK)
        rc = hp_new(t, bcl_elements[BCL_U8].array, (uint64_t)bytes, 0, &j.array, err);
    if (rc == HP_OK && !verb->makes)
        t->ops->handle_get(t, tr->stream, j.stream.slot);
    return rc == HP_OK ? answer_job(tr, &j, verb, answer, err) : rc;
}

/* ---- family copy ---------------------------------------------------------------------------- */

enum { PASSES = 3, NO_SIZE = -1 };

struct copy_line {
    const struct streamcopy_kind *kind;
    int64_t length, buffer;
};

/* The text behind "key=" at *at, which moves past it; NULL: something else stands there. */
static const char *value_of(const char **at, const char *key)
{
    const size_t length = strlen(key);
    if (strncmp(*at, key, length) != 0 || (*at)[length] != '=')
        return NULL;
    const char *value = *at + length + 1;
    *at = value + strcspn(value, " ");
    *at += **at == ' ';
    return value;
}

static bool copy_parse(const char *operation, struct copy_line *line)
{
    const char *at = operation, *end;
    const char *source = value_of(&at, "source");
    const char *length = value_of(&at, "length");
    const char *buffer = value_of(&at, "buffer");
    if (source == NULL || length == NULL || buffer == NULL || *at != '\0' ||
        !number_read(length, &line->length, &end) || line->length < 0 ||
        !number_read(buffer, &line->buffer, &end))
        return false;
    const size_t bytes = strcspn(source, " ");
    for (const struct streamcopy_kind *k = streamcopy_kinds; k->name != NULL; k++) {
        line->kind = k;
        if (k->truth != NULL && strlen(k->truth) == bytes && strncmp(k->truth, source, bytes) == 0)
            return true;
    }
    return false;
}

static int copy_once(struct streamcopy_source *s, struct bcl *b, hp_ref slot, int64_t buffer,
                     int64_t *bytes, struct hp_err *err)
{
    int64_t before = 0, after = 0;
    int rc = streamcopy_source_begin(s, b, slot, err);
    if (rc == HP_OK)
        rc = bcl_allocated(b->t, &before, err);
    if (rc == HP_OK)
        rc = bcl_copy_to(s->stream, b, &bcl_stream_null,
                         buffer == NO_SIZE ? bcl_copy_size(s->stream, b) : (int32_t)buffer, err);
    if (rc == HP_OK)
        rc = bcl_allocated(b->t, &after, err);
    streamcopy_source_end(s, b);
    *bytes = after - before;
    return rc;
}

/* "SIZExCOUNT,..." in order of first use. */
static void answer_reads(const struct streamcopy_spy *spy, const struct hp_answer *answer)
{
    enum { ENTRY = 24 }; /* "2147483647x2147483647," */
    char text[SPY_SIZES * ENTRY] = "", *at = text;
    for (uint32_t i = 0; i < spy->sizes; i++)
        at += sprintf(at, "%s%dx%d", i == 0 ? "" : ",", spy->asked[i].bytes, spy->asked[i].count);
    answer->text(answer->context, "reads", text);
}

static int answer_copy(struct bcl *b, const struct copy_line *line, hp_ref slot,
                       const struct hp_answer *answer, struct hp_err *err)
{
    static const char *const keys[PASSES] = { "pass0", "pass1", "pass2" };
    struct streamcopy_source s;
    struct hp_err why = { 0, "" };
    char exception[BCL_EXCEPTION];
    int64_t bytes = 0;
    int rc = streamcopy_source_open(&s, b, line->kind, line->length, &why);
    for (int pass = 0; rc == HP_OK && pass < PASSES; pass++) {
        rc = copy_once(&s, b, slot, line->buffer, &bytes, &why);
        if (rc == HP_OK)
            answer->number(answer->context, keys[pass], bytes);
    }
    if (rc == HP_OK && s.spy.base.ops != NULL)
        answer_reads(&s.spy, answer);
    streamcopy_source_close(&s, b);
    if (rc == HP_OK)
        return HP_OK;
    if (!bcl_exception(&why, exception))
        return hp_fail(err, rc, "%s", why.text);
    answer->throws(answer->context, exception);
    return HP_OK;
}

static int execute_copy(struct stream_tracer *tr, const char *operation,
                        const struct hp_answer *answer, struct hp_err *err)
{
    struct copy_line line;
    hp_ref slot;
    if (!copy_parse(operation, &line))
        return hp_fail(err, HP_E_INPUT,
                       "\"%s\" is no line of family copy: source=KIND length=N buffer=B",
                       operation);
    const int rc = hp_root(tr->b.t, &slot, err);
    return rc == HP_OK ? answer_copy(&tr->b, &line, slot, answer, err) : rc;
}

/* The process has copied through a rent of 16 bytes. */
static int copy_warm(struct bcl *b, hp_ref slot, struct hp_err *err)
{
    struct copy_line line;
    struct streamcopy_source s;
    int64_t bytes = 0;
    if (!copy_parse("source=spyseek length=1 buffer=-1", &line))
        return hp_fail(err, HP_E_STATE, "no kind of source is recorded as spyseek");
    int rc = streamcopy_source_open(&s, b, line.kind, line.length, err);
    if (rc == HP_OK)
        rc = copy_once(&s, b, slot, line.buffer, &bytes, err);
    streamcopy_source_close(&s, b);
    return rc;
}

/* ---- the hook ------------------------------------------------------------------------------- */

static void trace_end(void *trace)
{
    struct stream_tracer *tr = trace;
    if (tr == NULL)
        return;
    struct hp_thread *t = tr->b.t;
    if (t != NULL && tr->stream.bits != 0)
        t->ops->handle_free(t, tr->stream);
    free(tr);
}

static int tracer_open(struct stream_tracer *tr, const struct hp_run *run, struct hp_err *err)
{
    struct hp_thread *t = run->thread;
    const uint32_t scope = hp_scope_open(t);
    hp_ref stream;
    int rc = bcl_open(&tr->b, run, err);
    if (rc == HP_OK)
        rc = hp_root(t, &stream, err);
    if (rc == HP_OK && tr->copies) {
        rc = copy_warm(&tr->b, stream, err);
    } else if (rc == HP_OK) {
        rc = bcl_memory_new(&tr->b, 0, stream, err);
        if (rc == HP_OK)
            rc = t->ops->handle_new(t, stream, HP_STRONG, &tr->stream, err);
    }
    hp_scope_close(t, scope);
    return rc;
}

static int trace_begin(void **trace, const struct hp_run *run, const char *family,
                       const struct hp_setting *settings, size_t setting_count, struct hp_err *err)
{
    /* The heap was opened with what the settings name. */
    (void)settings;
    (void)setting_count;
    void *made = NULL;
    int rc =
        workload_tracer("streamcopy", FAMILIES, family, sizeof(struct stream_tracer), &made, err);
    if (rc != HP_OK)
        return rc;
    struct stream_tracer *tr = made;
    tr->copies = strcmp(family, "copy") == 0;
    rc = tracer_open(tr, run, err);
    if (rc != HP_OK)
        trace_end(tr);
    else
        *trace = tr;
    return rc;
}

static int trace_execute(void *trace, const char *operation, const struct hp_answer *answer,
                         struct hp_err *err)
{
    struct stream_tracer *tr = trace;
    const uint32_t scope = hp_scope_open(tr->b.t);
    const int rc = tr->copies ? execute_copy(tr, operation, answer, err)
                              : execute_stream(tr, operation, answer, err);
    hp_scope_close(tr->b.t, scope);
    return rc;
}

const struct hp_trace_ops streamcopy_trace = {
    .families = FAMILIES,
    .begin = trace_begin,
    .execute = trace_execute,
    .end = trace_end,
};
