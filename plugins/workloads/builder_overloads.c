/* SPDX-License-Identifier: MIT
 * Which overloads does Append have, and what does each do with a text of `chars` characters? One row
 * for each; the text that comes out has that length, unless the row says otherwise. Timed. */
#include "builder.h"

/* Texts that are appended over and over until the length is reached. */
enum { NUMBER = 1234567890, NUMBER_CHARS = 10, WORD_CHARS = 4 };

static void source_from(struct builder *w, hp_handle handle, const struct builder_roots *r)
{
    w->b.t->ops->handle_get(w->b.t, handle, r->source.slot);
}

static int append_all(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    const struct bcl_span text = bcl_span_all(&w->b, r->source);
    return bcl_builder_append(&w->b, r->builder, &text, err);
}

static int append_part(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    return bcl_builder_append_part(&w->b, r->builder, r->source, 0, (int32_t)w->p.chars, err);
}

static int append_array(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    source_from(w, w->chars, r);
    return append_all(w, r, err);
}

static int append_array_part(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    source_from(w, w->chars, r);
    return append_part(w, r, err);
}

static int append_builder(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    source_from(w, w->other, r);
    return bcl_builder_append_builder(&w->b, r->builder, r->source, err);
}

static int append_builder_part(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    source_from(w, w->other, r);
    return bcl_builder_append_builder_part(&w->b, r->builder, r->source, 0, (int32_t)w->p.chars,
                                           err);
}

static int append_repeat(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    return bcl_builder_append_repeat(&w->b, r->builder, 'x', (int32_t)w->p.chars, err);
}

static int append_chars(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    int rc = HP_OK;
    for (int64_t i = 0; rc == HP_OK && i < w->p.chars; i++)
        rc = bcl_builder_append_char(&w->b, r->builder, (uint16_t)('a' + i % 26), err);
    return rc;
}

static int append_numbers(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    int rc = HP_OK;
    for (int64_t at = 0; rc == HP_OK && at + NUMBER_CHARS <= w->p.chars; at += NUMBER_CHARS)
        rc = bcl_builder_append_number(&w->b, r->builder, NUMBER, err);
    return rc;
}

static int append_bools(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    int rc = HP_OK;
    for (int64_t at = 0; rc == HP_OK && at + WORD_CHARS <= w->p.chars; at += WORD_CHARS)
        rc = bcl_builder_append_bool(&w->b, r->builder, true, err);
    return rc;
}

static int append_line(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    const struct bcl_span text = bcl_span_all(&w->b, r->source);
    return bcl_builder_append_line(&w->b, r->builder, &text, err);
}

static int append_join(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    static const uint16_t comma[] = { ',' };
    const struct bcl_span separator = bcl_span_fixed(comma, 1);
    source_from(w, w->parts, r);
    return bcl_builder_append_join(&w->b, r->builder, &separator, r->source, err);
}

/* In the order of the words of parameter `overload`. ReadOnlyMemory is its span, a string as an
 * object gives itself, and the handler of $"{text}" appends the string. */
static const struct overload {
    unsigned needs;
    int (*append)(struct builder *w, const struct builder_roots *r, struct hp_err *err);
} overloads[] = {
    { 0, append_all },                    /* string */
    { 0, append_part },                   /* string-part */
    { NEEDS_CHARS, append_array },        /* char-array */
    { NEEDS_CHARS, append_array_part },   /* char-array-part */
    { 0, append_all },                    /* span */
    { 0, append_all },                    /* memory */
    { NEEDS_OTHER, append_builder },      /* builder */
    { NEEDS_OTHER, append_builder_part }, /* builder-part */
    { 0, append_repeat },                 /* repeat */
    { 0, append_all },                    /* object */
    { 0, append_all },                    /* interpolated */
    { 0, append_chars },                  /* char */
    { 0, append_numbers },                /* number: as many as fit the length */
    { 0, append_bools },                  /* bool: likewise */
    { 0, append_line },                   /* line: one character more */
    { NEEDS_PARTS, append_join },         /* join: a comma between parts */
};

unsigned builder_overload_needs(int32_t overload)
{
    return overloads[overload].needs;
}

int builder_overload(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    return overloads[w->p.overload].append(w, r, err);
}
