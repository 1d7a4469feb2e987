/* SPDX-License-Identifier: MIT
 * Which arrays were born during a pass, and what does its chain consist of? The library tells of
 * every object at its birth; weak handles find the arrays again that are still there. Untimed. */
#include "builder.h"

#include <stdlib.h>

/* ---- births --------------------------------------------------------------------------------- */

static bool births_grow(struct builder_watch *watch)
{
    const uint32_t room = watch->room == 0 ? 64 : 2 * watch->room;
    struct builder_birth *grown = realloc(watch->births, sizeof *grown * room);
    if (grown == NULL)
        return false;
    watch->births = grown;
    watch->room = room;
    return true;
}

static void made(void *context, struct bcl *b, hp_ref object, const char *what)
{
    struct builder_watch *watch = context;
    struct hp_thread *t = b->t;
    (void)what;
    if (watch->rc != HP_OK || hp_type_of(t, object) != bcl_type_chars())
        return;
    if (watch->count == watch->room && !births_grow(watch)) {
        watch->rc =
            hp_fail(&watch->err, HP_E_NOMEM, "no memory for more than %u arrays", watch->count);
        return;
    }
    struct builder_birth *birth = &watch->births[watch->count];
    birth->length = (int32_t)hp_length(t, object);
    birth->generation = t->ops->generation == NULL ? -1 : t->ops->generation(t, object);
    watch->rc = t->ops->handle_new(t, object, HP_WEAK, &birth->weak, &watch->err);
    watch->count += watch->rc == HP_OK;
}

int builder_watch_pass(struct builder *w, const struct builder_roots *r,
                       struct builder_watch *watch, struct hp_err *err)
{
    *watch = (struct builder_watch){ .observer = { watch, made } };
    w->b.observer = &watch->observer;
    const int rc = builder_pass(w, r, err);
    w->b.observer = NULL;
    if (rc == HP_OK && watch->rc != HP_OK)
        return hp_fail(err, watch->rc, "%s", watch->err.text);
    return rc;
}

void builder_watch_end(struct builder *w, struct builder_watch *watch)
{
    for (uint32_t i = 0; i < watch->count; i++)
        w->b.t->ops->handle_free(w->b.t, watch->births[i].weak);
    free(watch->births);
    *watch = (struct builder_watch){ .count = 0 };
}

const struct builder_birth *builder_watch_find(struct builder *w, struct builder_watch *watch,
                                               hp_ref array, hp_ref scratch)
{
    struct hp_thread *t = w->b.t;
    for (uint32_t i = 0; i < watch->count; i++) {
        t->ops->handle_get(t, watch->births[i].weak, scratch.slot);
        if (hp_same(t, scratch, array))
            return &watch->births[i];
    }
    return NULL;
}

int64_t builder_array_bytes(int64_t length)
{
    const struct hp_type *type = bcl_type_chars();
    return type->base_bytes + length * type->element_bytes;
}

int64_t builder_watch_large(const struct builder_watch *watch)
{
    int64_t bytes = 0;
    for (uint32_t i = 0; i < watch->count; i++)
        if (watch->births[i].generation == 2)
            bytes += builder_array_bytes(watch->births[i].length);
    return bytes;
}

/* ---- chains --------------------------------------------------------------------------------- */

int builder_chain_read(struct builder *w, hp_ref builder, struct builder_chain *chain,
                       struct hp_err *err)
{
    *chain = (struct builder_chain){ .count = 0 };
    if (hp_is_null(w->b.t, builder))
        return hp_fail(err, HP_E_UNSUPPORTED, "method %s has no chunks", w->way->method);
    const uint32_t count = bcl_builder_pieces(&w->b, builder, NULL, 0);
    chain->pieces = calloc(count, sizeof *chain->pieces);
    if (chain->pieces == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory for a chain of %u chunks", count);
    chain->count = bcl_builder_pieces(&w->b, builder, chain->pieces, count);
    for (uint32_t i = 1; i < count; i++)
        if (chain->pieces[i].length > chain->pieces[chain->largest].length)
            chain->largest = i;
    return HP_OK;
}

void builder_chain_free(struct builder_chain *chain)
{
    free(chain->pieces);
    *chain = (struct builder_chain){ .count = 0 };
}

static void report_largest(struct builder *w, const struct builder_roots *r,
                           struct builder_watch *watch, const struct builder_chain *chain)
{
    const int32_t length = chain->pieces[chain->largest].length;
    bcl_report(w->run, "largest_chunk_chars", length);
    bcl_report(w->run, "object_bytes", builder_array_bytes(length));
    bcl_builder_array(&w->b, r->builder, chain->largest, r->result);
    const struct builder_birth *birth = builder_watch_find(w, watch, r->result, r->source);
    if (birth != NULL && birth->generation >= 0)
        bcl_report(w->run, "start_generation", birth->generation);
}

int builder_chain_report(struct builder *w, const struct builder_roots *r,
                         struct builder_watch *watch, struct hp_err *err)
{
    struct builder_chain chain;
    const int rc = builder_chain_read(w, r->builder, &chain, err);
    if (rc == HP_OK && chain.pieces != NULL) {
        bcl_report(w->run, "chunk_count", chain.count);
        bcl_report(w->run, "first_chunk_chars", chain.pieces[0].length);
        report_largest(w, r, watch, &chain);
    }
    builder_chain_free(&chain);
    return rc;
}
