/* SPDX-License-Identifier: MIT
 * What does each way of making a text do? The bodies of the methods, which read like the C# they
 * stand for: one pass makes one text of `chars` characters. Timed. */
#include "builder.h"
#include "workload.h"

static struct bcl_span whole(const struct builder *w, hp_ref text)
{
    return bcl_span_all(&w->b, text);
}

/* ---- reading what was made ------------------------------------------------------------------ */

void builder_consume(struct builder *w, const struct bcl_span *text)
{
    if (text->count == 0 || w->p.consume == BUILDER_NONE)
        return;
    const uint16_t *at = bcl_span_data(&w->b, text);
    const int32_t count = w->p.consume == BUILDER_SUM ? text->count : 1;
    uint64_t sum = 0;
    for (int32_t i = 0; i < count; i++)
        sum += at[i];
    w->sum += sum;
}

static void consume_string(struct builder *w, hp_ref string)
{
    const struct bcl_span text = whole(w, string);
    builder_consume(w, &text);
}

int builder_finish(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    if (!w->p.tostring) {
        w->sum += (uint64_t)bcl_builder_length(&w->b, r->builder);
        return HP_OK;
    }
    const int rc = bcl_builder_string(&w->b, r->builder, r->result, err);
    if (rc == HP_OK)
        consume_string(w, r->result);
    return rc;
}

/* ---- Append --------------------------------------------------------------------------------- */

static int new_builder(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    return bcl_builder_new(&w->b, 0, INT32_MAX, r->builder, err);
}

int builder_append_parts(struct builder *w, const struct builder_roots *r, int32_t part,
                         struct hp_err *err)
{
    const int32_t chars = (int32_t)w->p.chars;
    int rc = HP_OK;
    for (int32_t at = 0, count; rc == HP_OK && at < chars; at += count) {
        count = chars - at < part ? chars - at : part;
        const struct bcl_span text = bcl_span_of(r->source, at, count);
        rc = bcl_builder_append(&w->b, r->builder, &text, err);
    }
    return rc;
}

static int pass_append_one(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    const struct bcl_span text = whole(w, r->source);
    int rc = new_builder(w, r, err);
    if (rc == HP_OK)
        rc = bcl_builder_append(&w->b, r->builder, &text, err);
    return rc == HP_OK ? builder_finish(w, r, err) : rc;
}

static int in_parts(struct builder *w, const struct builder_roots *r, int64_t part,
                    struct hp_err *err)
{
    int rc = new_builder(w, r, err);
    if (rc == HP_OK)
        rc = builder_append_parts(w, r, (int32_t)part, err);
    return rc == HP_OK ? builder_finish(w, r, err) : rc;
}

static int pass_parts(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    return in_parts(w, r, w->p.part, err);
}

static int pass_parts_1000(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    return in_parts(w, r, 1000, err);
}

static int pass_parts_8000(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    return in_parts(w, r, 8000, err);
}

static int pass_preset(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    int rc = bcl_builder_new(&w->b, (int32_t)w->p.capacity, INT32_MAX, r->builder, err);
    if (rc == HP_OK)
        rc = builder_append_parts(w, r, (int32_t)w->p.part, err);
    return rc == HP_OK ? builder_finish(w, r, err) : rc;
}

static int pass_overloads(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    int rc = new_builder(w, r, err);
    if (rc == HP_OK)
        rc = builder_overload(w, r, err);
    return rc == HP_OK ? builder_finish(w, r, err) : rc;
}

/* ---- without a builder ---------------------------------------------------------------------- */

static int pass_concat(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    w->b.t->ops->handle_get(w->b.t, w->parts, r->source.slot);
    const int rc = bcl_string_concat(&w->b, r->source, r->result, err);
    if (rc == HP_OK)
        consume_string(w, r->result);
    return rc;
}

static void copy_text(void *state, struct bcl *b, uint16_t *to, int32_t length)
{
    const hp_ref *source = state;
    memcpy(to, hp_data(b->t, *source), 2 * (size_t)length);
}

static int pass_create(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    hp_ref source = r->source;
    const int rc =
        bcl_string_create(&w->b, (int32_t)w->p.chars, copy_text, &source, r->result, err);
    if (rc == HP_OK)
        consume_string(w, r->result);
    return rc;
}

/* A value builder over the stack; what it rents goes back whatever happens. */
static int pass_value(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    const int32_t chars = (int32_t)w->p.chars, part = (int32_t)w->p.part;
    const uint32_t scope = hp_scope_open(w->b.t);
    uint16_t stack[BUILDER_STACK_CHARS];
    struct bcl_value_builder v;
    int rc = bcl_value_builder_open(&w->b, &v, stack, BUILDER_STACK_CHARS, err);
    const bool open = rc == HP_OK;
    for (int32_t at = 0, count; rc == HP_OK && at < chars; at += count) {
        count = chars - at < part ? chars - at : part;
        const struct bcl_span text = bcl_span_of(r->source, at, count);
        rc = bcl_value_builder_append(&w->b, &v, &text, err);
    }
    if (rc == HP_OK) {
        rc = bcl_value_builder_string(&w->b, &v, r->result, err);
    } else if (open) {
        (void)bcl_value_builder_dispose(&w->b, &v, NULL);
    }
    hp_scope_close(w->b.t, scope);
    if (rc == HP_OK)
        consume_string(w, r->result);
    return rc;
}

/* A string to sign: fixed words and a number, on the stack from beginning to end. */
static int pass_sign(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    static const uint16_t words[] = { 'A', 'W', 'S', '4', '-', 'H', 'M', 'A', 'C',
                                      '-', 'S', 'H', 'A', '2', '5', '6', '\n' };
    const struct bcl_span head = bcl_span_fixed(words, sizeof words / sizeof *words);
    const uint32_t scope = hp_scope_open(w->b.t);
    uint16_t stack[BUILDER_STACK_CHARS];
    struct bcl_value_builder v;
    (void)r;
    int rc = bcl_value_builder_open(&w->b, &v, stack, BUILDER_STACK_CHARS, err);
    if (rc == HP_OK) {
        rc = bcl_value_builder_append(&w->b, &v, &head, err);
        if (rc == HP_OK)
            rc = bcl_value_builder_append_number(&w->b, &v, w->p.value, err);
        if (rc == HP_OK)
            rc = bcl_value_builder_append_char(&w->b, &v, '\n', err);
        const struct bcl_span text = bcl_value_builder_span(&w->b, &v);
        builder_consume(w, &text);
        const int rc_dispose = bcl_value_builder_dispose(&w->b, &v, rc == HP_OK ? err : NULL);
        rc = rc != HP_OK ? rc : rc_dispose;
    }
    hp_scope_close(w->b.t, scope);
    return rc;
}

/* ---- builders that are used again ----------------------------------------------------------- */

static int pass_clear(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    int rc = new_builder(w, r, err);
    if (rc == HP_OK)
        rc = builder_append_parts(w, r, (int32_t)w->p.part, err);
    return rc == HP_OK ? bcl_builder_clear(&w->b, r->builder, err) : rc;
}

static int pass_pooled(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    int rc = bcl_builder_pool_get(&w->b, &w->pool, r->builder, err);
    if (rc == HP_OK)
        rc = builder_append_parts(w, r, (int32_t)w->p.part, err);
    if (rc == HP_OK)
        rc = builder_finish(w, r, err);
    return rc == HP_OK ? bcl_builder_pool_return(&w->b, &w->pool, r->builder, &w->returned, err)
                       : rc;
}

/* A pool of one's own that checks nothing: each of `builders` is cleared and filled in turn. */
static int pass_live(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    const uint64_t i = w->next++ % (uint64_t)w->p.builders;
    struct hp_thread *t = w->b.t;
    t->ops->handle_get(t, w->ring, r->result.slot);
    hp_get_into(t, r->result, i, r->builder);
    int rc;
    if (hp_is_null(t, r->builder)) {
        rc = new_builder(w, r, err);
        if (rc == HP_OK)
            hp_set(t, r->result, i, r->builder);
    } else {
        rc = bcl_builder_clear(&w->b, r->builder, err);
    }
    if (rc == HP_OK)
        rc = builder_append_parts(w, r, (int32_t)w->p.part, err);
    return rc == HP_OK ? builder_finish(w, r, err) : rc;
}

/* ---- changing a text ------------------------------------------------------------------------ */

static const uint16_t inserted[] = { 'x' };

/* Taken out again, so that every pass finds the same chain. */
static int pass_insert_front(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    const struct bcl_span text = bcl_span_fixed(inserted, 1);
    w->b.t->ops->handle_get(w->b.t, w->subject, r->builder.slot);
    const int rc = bcl_builder_insert(&w->b, r->builder, 0, &text, err);
    return rc == HP_OK ? bcl_builder_remove(&w->b, r->builder, 0, 1, err) : rc;
}

/* Builds a text first: every insert splits a chunk, and the next one finds another chain. */
static int pass_insert_middle(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    const struct bcl_span text = bcl_span_fixed(inserted, 1);
    const bool one = w->p.chunks == BUILDER_ONE;
    int rc = bcl_builder_new(&w->b, one ? (int32_t)w->p.chars : 0, INT32_MAX, r->builder, err);
    if (rc == HP_OK)
        rc = builder_append_parts(w, r, BCL_BUILDER_CHUNK, err);
    for (int64_t i = 0; rc == HP_OK && i < w->p.inserts; i++)
        rc = bcl_builder_insert(&w->b, r->builder, bcl_builder_length(&w->b, r->builder) / 2, &text,
                                err);
    return rc;
}

/* There and back again in turn, by texts of equal length. */
static int pass_replace(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    static const uint16_t words[2][3] = { { 'x', 'y', 'z' }, { 'X', 'Y', 'Z' } };
    const uint64_t turn = w->next++ % 2;
    const struct bcl_span old = bcl_span_fixed(words[turn], 3);
    const struct bcl_span with = bcl_span_fixed(words[1 - turn], 3);
    w->b.t->ops->handle_get(w->b.t, w->subject, r->builder.slot);
    return bcl_builder_replace(&w->b, r->builder, &old, &with, err);
}

/* ---- the ways ------------------------------------------------------------------------------- */

const struct builder_way builder_ways[] = {
    { "append-one", 0, pass_append_one },
    { "append-parts-1000", 0, pass_parts_1000 },
    { "append-parts-8000", 0, pass_parts_8000 },
    { "append-parts", 0, pass_parts },
    { "preset-capacity", 0, pass_preset },
    { "concat", NEEDS_PARTS, pass_concat },
    { "create", 0, pass_create },
    { "pooled-value-builder", 0, pass_value },
    { "append-overloads", 0, pass_overloads },
    { "clear-reuse", 0, pass_clear },
    { "pooled-builder", NEEDS_POOL, pass_pooled },
    { "live-builders", NEEDS_RING, pass_live },
    { "insert-front", NEEDS_SUBJECT, pass_insert_front },
    { "insert-middle", 0, pass_insert_middle },
    { "replace", NEEDS_SUBJECT, pass_replace },
    { "sign-stack", 0, pass_sign },
    { .method = NULL },
};

const struct builder_way *builder_way_find(const char *method)
{
    return workload_row(builder_ways, sizeof *builder_ways, method);
}

int builder_pass(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    struct hp_thread *t = w->b.t;
    t->ops->handle_get(t, w->text, r->source.slot);
    hp_clear(t, r->builder);
    hp_clear(t, r->result);
    w->sum = 0;
    w->returned = false;
    return w->way->pass(w, r, err);
}
