/* SPDX-License-Identifier: MIT
 * What does a method of the builder workload find ready? The text as a string, and as whatever else
 * its body takes; made untimed, kept in handles, freed when the method is closed. */
#include "builder.h"

/* ---- parameters ----------------------------------------------------------------------------- */

static int check(const struct builder *w, struct hp_err *err)
{
    const struct {
        const char *name;
        int64_t value, low, high;
    } rows[] = {
        { "chars", w->p.chars, 0, INT32_MAX },       { "part", w->p.part, 1, INT32_MAX },
        { "capacity", w->p.capacity, 0, INT32_MAX }, { "builders", w->p.builders, 1, INT32_MAX },
        { "docs", w->p.docs, 1, INT32_MAX },         { "inserts", w->p.inserts, 0, INT32_MAX },
    };
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < sizeof rows / sizeof *rows; i++)
        rc = bcl_check_range(rows[i].name, rows[i].value, rows[i].low, rows[i].high, err);
    return rc;
}

unsigned builder_needs(const struct builder_way *way, const struct builder_params *p)
{
    const bool overloads = strcmp(way->method, "append-overloads") == 0;
    return way->needs | (overloads ? builder_overload_needs(p->overload) : 0);
}

/* ---- sources -------------------------------------------------------------------------------- */

static void fill_letters(void *state, struct bcl *b, uint16_t *to, int32_t length)
{
    (void)state, (void)b;
    for (int32_t i = 0; i < length; i++)
        to[i] = (uint16_t)('a' + i % 26);
}

static int keep(struct builder *w, hp_ref object, hp_handle *handle, struct hp_err *err)
{
    return w->b.t->ops->handle_new(w->b.t, object, HP_STRONG, handle, err);
}

static int make_parts(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    const int64_t count = (w->p.chars + w->p.part - 1) / w->p.part;
    const int32_t chars = (int32_t)w->p.chars, part = (int32_t)w->p.part;
    int rc =
        bcl_make(&w->b, bcl_elements[BCL_REF].array, (uint64_t)count, 0, r->result, "parts", err);
    for (int32_t i = 0; rc == HP_OK && i < count; i++) {
        const int32_t at = i * part;
        const struct bcl_span span =
            bcl_span_of(r->source, at, chars - at < part ? chars - at : part);
        rc = bcl_string_of(&w->b, &span, r->builder, err);
        if (rc == HP_OK)
            hp_set(w->b.t, r->result, (uint64_t)i, r->builder);
    }
    return rc == HP_OK ? keep(w, r->result, &w->parts, err) : rc;
}

static int make_chars(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    const int rc =
        bcl_make(&w->b, bcl_type_chars(), (uint64_t)w->p.chars, 0, r->result, "text", err);
    if (rc == HP_OK)
        fill_letters(NULL, &w->b, hp_data(w->b.t, r->result), (int32_t)w->p.chars);
    return rc == HP_OK ? keep(w, r->result, &w->chars, err) : rc;
}

static int make_other(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    const struct bcl_span text = bcl_span_all(&w->b, r->source);
    const int rc = bcl_builder_of(&w->b, &text, r->result, err);
    return rc == HP_OK ? keep(w, r->result, &w->other, err) : rc;
}

/* In chunks of 8,000, or in one. */
static int make_subject(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    const bool one = w->p.chunks == BUILDER_ONE;
    int rc = bcl_builder_new(&w->b, one ? (int32_t)w->p.chars : 0, INT32_MAX, r->builder, err);
    if (rc == HP_OK)
        rc = builder_append_parts(w, r, BCL_BUILDER_CHUNK, err);
    return rc == HP_OK ? keep(w, r->builder, &w->subject, err) : rc;
}

static int make_ring(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    const int rc = bcl_make(&w->b, bcl_elements[BCL_REF].array, (uint64_t)w->p.builders, 0,
                            r->result, "ring", err);
    return rc == HP_OK ? keep(w, r->result, &w->ring, err) : rc;
}

static int make_pool(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    (void)r;
    return bcl_builder_pool_open(&w->b, &w->pool, err);
}

static int make_needed(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    static const struct {
        enum builder_needs need;
        int (*make)(struct builder *w, const struct builder_roots *r, struct hp_err *err);
    } rows[] = {
        { NEEDS_PARTS, make_parts },     { NEEDS_CHARS, make_chars }, { NEEDS_OTHER, make_other },
        { NEEDS_SUBJECT, make_subject }, { NEEDS_RING, make_ring },   { NEEDS_POOL, make_pool },
    };
    const unsigned needs = builder_needs(w->way, &w->p);
    int rc = bcl_string_create(&w->b, (int32_t)w->p.chars, fill_letters, NULL, r->source, err);
    if (rc == HP_OK)
        rc = keep(w, r->source, &w->text, err);
    for (size_t i = 0; rc == HP_OK && i < sizeof rows / sizeof *rows; i++)
        if ((needs & rows[i].need) != 0)
            rc = rows[i].make(w, r, err);
    return rc;
}

/* ---- life ----------------------------------------------------------------------------------- */

int builder_roots(struct builder *w, struct builder_roots *r, struct hp_err *err)
{
    int rc = hp_root(w->b.t, &r->source, err);
    if (rc == HP_OK)
        rc = hp_root(w->b.t, &r->builder, err);
    return rc == HP_OK ? hp_root(w->b.t, &r->result, err) : rc;
}

int builder_prepare(struct builder *w, const struct hp_run *run,
                    const struct builder_params *params, const struct builder_way *way,
                    struct hp_err *err)
{
    *w = (struct builder){ .run = run, .p = *params, .way = way };
    int rc = check(w, err);
    if (rc == HP_OK)
        rc = bcl_open(&w->b, run, err);
    if (rc == HP_OK)
        rc = bcl_text_open(&w->b, err);
    if (rc != HP_OK)
        return rc;
    const uint32_t scope = hp_scope_open(w->b.t);
    struct builder_roots r;
    rc = builder_roots(w, &r, err);
    if (rc == HP_OK)
        rc = make_needed(w, &r, err);
    if (rc == HP_OK)
        rc = builder_pass(w, &r, err);
    hp_scope_close(w->b.t, scope);
    return rc;
}

void builder_discard(struct builder *w)
{
    struct hp_thread *t = w->b.t;
    hp_handle *handles[] = { &w->text, &w->parts, &w->chars, &w->other, &w->subject, &w->ring };
    for (size_t i = 0; t != NULL && i < sizeof handles / sizeof *handles; i++) {
        if (handles[i]->bits != 0)
            t->ops->handle_free(t, *handles[i]);
        handles[i]->bits = 0;
    }
    if (t != NULL)
        bcl_builder_pool_close(&w->b, &w->pool);
}
