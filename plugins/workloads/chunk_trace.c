/* SPDX-License-Identifier: MIT
 * How are recorded operations executed? Families `chunk` ("i32 count=5 size=2 chunk-array": a pass
 * with warm pools; the recorder took its third) and `threshold` ("first u8"). Every line stands alone; the
 * source of the last line is kept, since the next one usually has the same. Untimed. */
#include "chunk.h"
#include "workload.h"

#include "bcl/probe.h"

#include <stdlib.h>

#define FAMILIES "chunk threshold"

struct chunk_tracer {
    struct hp_run run; /* the host's, without its parameters */
    bool threshold;    /* the family */
    bool prepared;     /* c holds the source of the last line */
    struct chunk c;
};

/* ---- chunk ---------------------------------------------------------------------------------- */

struct line {
    char element[12];
    char method[40];
    int32_t count, size;
};

static bool line_parse(const char *text, struct line *line)
{
    int end = 0;
    const int fields = sscanf(text, "%11s count=%d size=%d %39s%n", line->element, &line->count,
                              &line->size, line->method, &end);
    return fields == 4 && text[end] == '\0';
}

static bool ends_with(const char *text, const char *tail)
{
    const size_t n = strlen(text), m = strlen(tail);
    return n >= m && strcmp(text + n - m, tail) == 0;
}

/* Makes tr->c ready for the line: the source is made again only when it is another one. One pass
 * warms what a pass can warm: pools, and statics that are made at first use. */
static int line_prepare(struct chunk_tracer *tr, const struct line *line,
                        const struct chunk_way *way, const struct bcl_element *e,
                        struct hp_err *err)
{
    struct chunk *c = &tr->c;
    const struct chunk_params params = { .count = line->count,
                                         .size = line->size,
                                         .held = ends_with(line->method, "-held"),
                                         .take = ends_with(line->method, "-first") };
    const bool same =
        tr->prepared && c->e == e && c->p.count == params.count && c->way->source == way->source;
    int rc = HP_OK;
    if (!same) {
        chunk_discard(c);
        rc = chunk_prepare(c, &tr->run, &params, way, e, err);
        tr->prepared = rc == HP_OK;
    }
    c->p = params;
    c->way = way;
    return rc == HP_OK ? chunk_pass(c, err) : rc;
}

static int line_run(struct chunk_tracer *tr, const struct hp_answer *answer, bool first_only,
                    struct hp_err *err)
{
    struct chunk *c = &tr->c;
    int64_t before = 0, after = 0;
    int rc = bcl_allocated(c->b.t, &before, err);
    if (rc == HP_OK)
        rc = chunk_pass(c, err);
    if (rc == HP_OK)
        rc = bcl_allocated(c->b.t, &after, err);
    if (rc == HP_OK) {
        answer->number(answer->context, "bytes", after - before);
        answer->number(answer->context, "chunks", first_only ? c->first_length : c->chunks);
    }
    return rc;
}

/* ---- types ---------------------------------------------------------------------------------- */

/* [roots] The source of a kind with `count` elements. */
static int type_source(struct bcl *b, const struct bcl_element *e, enum chunk_source kind,
                       int32_t count, hp_ref *source, struct hp_err *err)
{
    const int rc = hp_root(b->t, source, err);
    if (rc != HP_OK)
        return rc;
    switch (kind) {
    case CHUNK_ARRAY:
        return bcl_array_counted(b, e, count, *source, err);
    case CHUNK_LIST:
        return bcl_list_counted(b, e, count, *source, err);
    default:
        return bcl_yield(b, e, count, *source, err);
    }
}

static int type_answer(struct bcl *b, const struct bcl_element *e, const char *key,
                       enum chunk_source kind, const struct line *line,
                       const struct hp_answer *answer, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    const bool skip_take = strcmp(key, "skiptake") == 0;
    const int32_t count = strcmp(key, "empty") == 0 ? 0 : line->count;
    hp_ref source;
    struct bcl_chunks ch = { .e = e };
    int rc = type_source(b, e, kind, count, &source, err);
    if (rc == HP_OK && skip_take) {
        rc = hp_root(b->t, &ch.result, err);
        if (rc == HP_OK)
            rc = bcl_skip_take(b, e, source, 0, line->size, ch.result, err);
    } else if (rc == HP_OK) {
        rc = bcl_chunk(b, e, source, line->size, &ch, err);
    }
    if (rc == HP_OK)
        answer->text(answer->context, key, hp_type_of(b->t, ch.result)->name);
    hp_scope_close(b->t, scope);
    return rc;
}

static int line_types(struct chunk_tracer *tr, const struct line *line, const struct bcl_element *e,
                      const struct hp_answer *answer, struct hp_err *err)
{
    static const struct {
        const char *key;
        enum chunk_source kind;
    } rows[] = {
        { "array", CHUNK_ARRAY },   { "list", CHUNK_LIST },   { "yield", CHUNK_GENERATOR },
        { "skiptake", CHUNK_LIST }, { "empty", CHUNK_ARRAY },
    };
    struct bcl b;
    int rc = bcl_open(&b, &tr->run, err);
    if (rc == HP_OK && e->refs)
        rc = bcl_items_make(&b, err);
    for (size_t i = 0; rc == HP_OK && i < sizeof rows / sizeof *rows; i++)
        rc = type_answer(&b, e, rows[i].key, rows[i].kind, line, answer, err);
    return rc;
}

static int chunk_line(struct chunk_tracer *tr, const char *operation,
                      const struct hp_answer *answer, struct hp_err *err)
{
    struct line line;
    if (!line_parse(operation, &line))
        return hp_fail(err, HP_E_INPUT,
                       "\"%s\" is no line of family chunk: ELEMENT count=N size=N METHOD",
                       operation);
    const struct bcl_element *e = bcl_element_find(line.element);
    if (e == NULL || e->yield == NULL)
        return hp_fail(err, HP_E_INPUT, "\"%s\": element %s is none of u8, i16, i32, i64, ref",
                       operation, line.element);
    if (line.size < 1) {
        answer->throws(answer->context, "ArgumentOutOfRange");
        return HP_OK;
    }
    if (strcmp(line.method, "types") == 0)
        return line_types(tr, &line, e, answer, err);
    const struct hp_method *method = chunk_method_by_truth(line.method);
    if (method == NULL)
        return hp_fail(err, HP_E_INPUT, "\"%s\": unknown method %s", operation, line.method);
    const int rc = line_prepare(tr, &line, chunk_way_find(method->name), e, err);
    return rc == HP_OK ? line_run(tr, answer, ends_with(line.method, "-first"), err) : rc;
}

/* ---- threshold ------------------------------------------------------------------------------ */

static int threshold_line(struct chunk_tracer *tr, const char *operation,
                          const struct hp_answer *answer, struct hp_err *err)
{
    static const char verb[] = "first ";
    const bool known = strncmp(operation, verb, sizeof verb - 1) == 0;
    const struct bcl_element *e =
        known ? bcl_element_find(operation + sizeof verb - 1) : (const struct bcl_element *)NULL;
    if (e == NULL)
        return hp_fail(err, HP_E_INPUT, "\"%s\" is no line of family threshold: first KIND",
                       operation);
    struct bcl b;
    int64_t length = 0;
    int rc = bcl_open(&b, &tr->run, err);
    if (rc == HP_OK)
        rc = bcl_array_first_large(&b, e, &length, err);
    if (rc == HP_OK)
        answer->number(answer->context, "first", length);
    return rc;
}

/* ---- the hook ------------------------------------------------------------------------------- */

static int trace_begin(void **trace, const struct hp_run *run, const char *family,
                       const struct hp_setting *settings, size_t setting_count, struct hp_err *err)
{
    /* The heap was opened with the threshold that the settings name. */
    (void)settings;
    (void)setting_count;
    void *made = NULL;
    const int rc =
        workload_tracer("chunk", FAMILIES, family, sizeof(struct chunk_tracer), &made, err);
    if (rc != HP_OK)
        return rc;
    struct chunk_tracer *tr = made;
    tr->run = *run;
    tr->threshold = strcmp(family, "threshold") == 0;
    *trace = tr;
    return HP_OK;
}

static int trace_execute(void *trace, const char *operation, const struct hp_answer *answer,
                         struct hp_err *err)
{
    struct chunk_tracer *tr = trace;
    return tr->threshold ? threshold_line(tr, operation, answer, err)
                         : chunk_line(tr, operation, answer, err);
}

static void trace_end(void *trace)
{
    struct chunk_tracer *tr = trace;
    if (tr != NULL)
        chunk_discard(&tr->c);
    free(tr);
}

const struct hp_trace_ops chunk_trace = {
    .families = FAMILIES,
    .begin = trace_begin,
    .execute = trace_execute,
    .end = trace_end,
};
