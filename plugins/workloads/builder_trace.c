/* SPDX-License-Identifier: MIT
 * How are recorded operations on a StringBuilder executed? Families `builder` and
 * `builder-replace`: one builder for each trace, one operation a line, answered with what it
 * allocated and with the chain of chunks that it left. Untimed. */
#include "builder.h"
#include "workload.h"

#include <stdlib.h>

#define FAMILIES "builder builder-replace"

/* appendsub takes parts of a string of so many 'z'. */
enum { PART_SOURCE = 100000, LETTERS = -1 };

struct builder_tracer {
    struct bcl b;
    hp_handle builder;   /* of the last constructor that succeeded */
    hp_handle source;    /* of appendsub */
    uint16_t *letters;   /* texts of operations; outside of the heap, as nobody counts them */
    int32_t letter_room; /* characters of it */
    struct bcl_piece *pieces;
    uint32_t piece_room;
    char *chain; /* the answer's text, of piece_room pieces */
};

/* An operation and what it works on. */
struct job {
    struct builder_tracer *tr;
    struct bcl *b;
    hp_ref builder, scratch;
    int32_t args[2];
};

/* ---- texts ---------------------------------------------------------------------------------- */

/* `count` characters: each of them `c`, or the alphabet over and over. */
static int text_make(const struct job *j, int32_t count, int32_t c, struct bcl_span *text,
                     struct hp_err *err)
{
    struct builder_tracer *tr = j->tr;
    if (count < 0)
        return hp_fail(err, HP_E_INPUT, "a text of %d characters cannot be", count);
    if (count > tr->letter_room) {
        uint16_t *grown = realloc(tr->letters, sizeof *grown * (size_t)count);
        if (grown == NULL)
            return hp_fail(err, HP_E_NOMEM, "no memory for a text of %d characters", count);
        tr->letters = grown;
        tr->letter_room = count;
    }
    for (int32_t i = 0; i < count; i++)
        tr->letters[i] = (uint16_t)(c == LETTERS ? 'a' + i % 26 : c);
    *text = bcl_span_fixed(tr->letters, count);
    return HP_OK;
}

static int append_text(const struct job *j, int32_t c, struct hp_err *err)
{
    struct bcl_span text = { 0 };
    const int rc = text_make(j, j->args[0], c, &text, err);
    return rc == HP_OK ? bcl_builder_append(j->b, j->builder, &text, err) : rc;
}

/* ---- operations ----------------------------------------------------------------------------- */

static int run_new(const struct job *j, struct hp_err *err)
{
    return bcl_builder_new(j->b, 0, INT32_MAX, j->builder, err);
}

static int run_newcap(const struct job *j, struct hp_err *err)
{
    return bcl_builder_new(j->b, j->args[0], INT32_MAX, j->builder, err);
}

static int run_newmax(const struct job *j, struct hp_err *err)
{
    return bcl_builder_new(j->b, j->args[0], j->args[1], j->builder, err);
}

static int run_append(const struct job *j, struct hp_err *err)
{
    return append_text(j, LETTERS, err);
}

static int run_appendarr(const struct job *j, struct hp_err *err)
{
    return append_text(j, 0, err);
}

static int run_appendc(const struct job *j, struct hp_err *err)
{
    return bcl_builder_append_repeat(j->b, j->builder, 'c', j->args[0], err);
}

static int run_appendone(const struct job *j, struct hp_err *err)
{
    int rc = HP_OK;
    for (int32_t i = 0; rc == HP_OK && i < j->args[0]; i++)
        rc = bcl_builder_append_char(j->b, j->builder, 'q', err);
    return rc;
}

static int run_appendsub(const struct job *j, struct hp_err *err)
{
    j->b->t->ops->handle_get(j->b->t, j->tr->source, j->scratch.slot);
    return bcl_builder_append_part(j->b, j->builder, j->scratch, j->args[0], j->args[1], err);
}

static int run_appendint(const struct job *j, struct hp_err *err)
{
    return bcl_builder_append_number(j->b, j->builder, j->args[0], err);
}

static int run_insert(const struct job *j, struct hp_err *err)
{
    struct bcl_span text = { 0 };
    const int rc = text_make(j, j->args[1], LETTERS, &text, err);
    return rc == HP_OK ? bcl_builder_insert(j->b, j->builder, j->args[0], &text, err) : rc;
}

static int run_insertrep(const struct job *j, struct hp_err *err)
{
    static const uint16_t ab[] = { 'a', 'b' };
    const struct bcl_span text = bcl_span_fixed(ab, 2);
    return bcl_builder_insert_repeat(j->b, j->builder, j->args[0], &text, j->args[1], err);
}

static int run_remove(const struct job *j, struct hp_err *err)
{
    return bcl_builder_remove(j->b, j->builder, j->args[0], j->args[1], err);
}

static int run_len(const struct job *j, struct hp_err *err)
{
    return bcl_builder_set_length(j->b, j->builder, j->args[0], err);
}

static int run_cap(const struct job *j, struct hp_err *err)
{
    return bcl_builder_set_capacity(j->b, j->builder, j->args[0], err);
}

static int run_ensure(const struct job *j, struct hp_err *err)
{
    return bcl_builder_ensure(j->b, j->builder, j->args[0], err);
}

static int run_clear(const struct job *j, struct hp_err *err)
{
    return bcl_builder_clear(j->b, j->builder, err);
}

static int run_replacec(const struct job *j, struct hp_err *err)
{
    (void)err;
    bcl_builder_replace_char(j->b, j->builder, 'a', 'b');
    return HP_OK;
}

/* The first 1 + A mod 4 letters by the first B letters. */
static int run_replace(const struct job *j, struct hp_err *err)
{
    const int32_t old = 1 + j->args[0] % 4, with = j->args[1];
    struct bcl_span text = { 0 };
    int rc = text_make(j, old > with ? old : with, LETTERS, &text, err);
    if (rc == HP_OK) {
        const struct bcl_span from = bcl_span_fixed(text.fixed, old);
        const struct bcl_span to = bcl_span_fixed(text.fixed, with);
        rc = bcl_builder_replace(j->b, j->builder, &from, &to, err);
    }
    return rc;
}

static int run_tostring(const struct job *j, struct hp_err *err)
{
    return bcl_builder_string(j->b, j->builder, j->scratch, err);
}

static const struct verb {
    const char *name;
    int args;
    bool makes; /* a constructor: the only ones that need no builder */
    int (*run)(const struct job *j, struct hp_err *err);
} verbs[] = {
    { "new", 0, true, run_new },
    { "newcap", 1, true, run_newcap },
    { "newmax", 2, true, run_newmax },
    { "append", 1, false, run_append },
    { "appendarr", 1, false, run_appendarr },
    { "appendc", 1, false, run_appendc },
    { "appendone", 1, false, run_appendone },
    { "appendsub", 2, false, run_appendsub },
    { "appendint", 1, false, run_appendint },
    { "insert", 2, false, run_insert },
    { "insertrep", 2, false, run_insertrep },
    { "remove", 2, false, run_remove },
    { "len", 1, false, run_len },
    { "cap", 1, false, run_cap },
    { "ensure", 1, false, run_ensure },
    { "clear", 0, false, run_clear },
    { "replacec", 0, false, run_replacec },
    { "replace", 2, false, run_replace },
    { "tostring", 0, false, run_tostring },
};

/* ---- answers -------------------------------------------------------------------------------- */

static int chain_grow(struct builder_tracer *tr, uint32_t count, struct hp_err *err)
{
    enum { PIECE_TEXT = 24 }; /* "2147483647/2147483647," */
    if (count <= tr->piece_room)
        return HP_OK;
    struct bcl_piece *pieces = realloc(tr->pieces, sizeof *pieces * count);
    if (pieces != NULL)
        tr->pieces = pieces;
    char *chain = realloc(tr->chain, (size_t)PIECE_TEXT * count);
    if (chain != NULL)
        tr->chain = chain;
    if (pieces == NULL || chain == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory for a chain of %u chunks", count);
    tr->piece_room = count;
    return HP_OK;
}

/* "used/length" of every chunk, from the first to the last. */
static int chain_print(struct builder_tracer *tr, hp_ref builder, struct hp_err *err)
{
    const uint32_t count = bcl_builder_pieces(&tr->b, builder, NULL, 0);
    const int rc = chain_grow(tr, count, err);
    if (rc != HP_OK)
        return rc;
    (void)bcl_builder_pieces(&tr->b, builder, tr->pieces, count);
    char *at = tr->chain;
    for (uint32_t i = 0; i < count; i++)
        at += sprintf(at, "%s%d/%d", i == 0 ? "" : ",", tr->pieces[i].used, tr->pieces[i].length);
    return HP_OK;
}

static int answer_state(struct builder_tracer *tr, hp_ref builder, const struct hp_answer *answer,
                        struct hp_err *err)
{
    const int rc = chain_print(tr, builder, err);
    if (rc == HP_OK) {
        answer->number(answer->context, "length", bcl_builder_length(&tr->b, builder));
        answer->number(answer->context, "capacity", bcl_builder_capacity(&tr->b, builder));
        answer->text(answer->context, "chain", tr->chain);
    }
    return rc;
}

/* Runs the operation between two readings of the thread's counter. */
static int answer_job(struct job *j, const struct verb *verb, const struct hp_answer *answer,
                      struct hp_err *err)
{
    struct hp_thread *t = j->b->t;
    struct hp_err why = { 0, "" };
    char exception[BCL_EXCEPTION];
    int64_t before = 0, after = 0;
    int rc = bcl_allocated(t, &before, err);
    if (rc != HP_OK)
        return rc;
    const int rc_run = verb->run(j, &why);
    if (rc_run == HP_OK) {
        rc = bcl_allocated(t, &after, err);
        answer->number(answer->context, "bytes", after - before);
    } else if (bcl_exception(&why, exception)) {
        answer->throws(answer->context, exception);
    } else {
        return hp_fail(err, rc_run, "%s", why.text);
    }
    if (rc == HP_OK && verb->makes && rc_run == HP_OK)
        t->ops->handle_set(t, j->tr->builder, j->builder);
    return rc == HP_OK && !hp_is_null(t, j->builder) ? answer_state(j->tr, j->builder, answer, err)
                                                     : rc;
}

/* ---- the hook ------------------------------------------------------------------------------- */

/* A name and its numbers, with one space between. NULL: no operation of the families. */
static const struct verb *operation_parse(const char *operation, int32_t args[2])
{
    const size_t length = strcspn(operation, " ");
    const char *at = operation + length;
    int count = 0;
    for (; *at == ' ' && count < 2; count++) {
        char *end = NULL;
        const long value = strtol(at + 1, &end, 10);
        if (end == at + 1 || value != (int32_t)value)
            return NULL;
        args[count] = (int32_t)value;
        at = end;
    }
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strlen(verbs[i].name) == length && strncmp(verbs[i].name, operation, length) == 0)
            return *at == '\0' && verbs[i].args == count ? &verbs[i] : NULL;
    return NULL;
}

static void trace_end(void *trace)
{
    struct builder_tracer *tr = trace;
    if (tr == NULL)
        return;
    struct hp_thread *t = tr->b.t;
    if (t != NULL && tr->builder.bits != 0)
        t->ops->handle_free(t, tr->builder);
    if (t != NULL && tr->source.bits != 0)
        t->ops->handle_free(t, tr->source);
    free(tr->letters);
    free(tr->pieces);
    free(tr->chain);
    free(tr);
}

static int tracer_open(struct builder_tracer *tr, const struct hp_run *run, struct hp_err *err)
{
    struct hp_thread *t = run->thread;
    const uint32_t scope = hp_scope_open(t);
    hp_ref slot;
    int rc = bcl_open(&tr->b, run, err);
    if (rc == HP_OK)
        rc = bcl_text_open(&tr->b, err);
    if (rc == HP_OK)
        rc = hp_root(t, &slot, err);
    if (rc == HP_OK)
        rc = t->ops->handle_new(t, slot, HP_STRONG, &tr->builder, err);
    if (rc == HP_OK)
        rc = bcl_string_new(&tr->b, PART_SOURCE, slot, err);
    if (rc == HP_OK) {
        uint16_t *text = hp_data(t, slot);
        for (int32_t i = 0; i < PART_SOURCE; i++)
            text[i] = 'z';
        rc = t->ops->handle_new(t, slot, HP_STRONG, &tr->source, err);
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
        workload_tracer("builder", FAMILIES, family, sizeof(struct builder_tracer), &made, err);
    if (rc != HP_OK)
        return rc;
    struct builder_tracer *tr = made;
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
    struct builder_tracer *tr = trace;
    struct hp_thread *t = tr->b.t;
    struct job j = { .tr = tr, .b = &tr->b };
    const struct verb *verb = operation_parse(operation, j.args);
    if (verb == NULL)
        return hp_fail(err, HP_E_INPUT, "\"%s\" is no operation of family builder", operation);
    const uint32_t scope = hp_scope_open(t);
    int rc = hp_root(t, &j.builder, err);
    if (rc == HP_OK)
        rc = hp_root(t, &j.scratch, err);
    if (rc == HP_OK) {
        t->ops->handle_get(t, tr->builder, j.builder.slot);
        if (!verb->makes && hp_is_null(t, j.builder))
            rc = hp_fail(err, HP_E_INPUT, "\"%s\" before any constructor", operation);
    }
    if (rc == HP_OK)
        rc = answer_job(&j, verb, answer, err);
    hp_scope_close(t, scope);
    return rc;
}

const struct hp_trace_ops builder_trace = {
    .families = FAMILIES,
    .begin = trace_begin,
    .execute = trace_execute,
    .end = trace_end,
};
