/* SPDX-License-Identifier: MIT
 * How does Replace work on a chain? Chunk by chunk from the front: all matches that begin in a
 * chunk are gathered, then room is made or taken away once, at the first of them. */
#include "builder.h"

/* Where matches begin in one chunk. The first 128 lie on the stack, more of them in an array from
 * the shared pool, twice as long each time. */
enum { ON_STACK = 128 };

struct matches {
    int32_t stack[ON_STACK];
    int32_t count, room;
    struct bcl_pool *pool;
    hp_ref rented, grown; /* null: on the stack */
};

static int matches_open(struct bcl *b, struct matches *m, struct hp_err *err)
{
    m->count = 0;
    m->room = ON_STACK;
    int rc = bcl_pool_shared(b, bcl_elements[BCL_I32].array, &m->pool, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &m->rented, err);
    return rc == HP_OK ? hp_root(b->t, &m->grown, err) : rc;
}

/* Good until the next allocation. */
static int32_t *matches_data(const struct bcl *b, struct matches *m)
{
    return hp_is_null(b->t, m->rented) ? m->stack : (int32_t *)hp_data(b->t, m->rented);
}

static int matches_give_back(struct bcl *b, struct matches *m, struct hp_err *err)
{
    return hp_is_null(b->t, m->rented) ? HP_OK : bcl_pool_return(b, m->pool, m->rented, false, err);
}

static int matches_grow(struct bcl *b, struct matches *m, struct hp_err *err)
{
    int rc = bcl_pool_rent(b, m->pool, 2 * m->room, m->grown, err);
    if (rc != HP_OK)
        return rc;
    memcpy(hp_data(b->t, m->grown), matches_data(b, m), sizeof(int32_t) * (size_t)m->count);
    rc = matches_give_back(b, m, err);
    hp_assign(b->t, m->rented, m->grown);
    m->room = (int32_t)hp_length(b->t, m->rented);
    return rc;
}

static int matches_add(struct bcl *b, struct matches *m, int32_t index, struct hp_err *err)
{
    const int rc = m->count == m->room ? matches_grow(b, m, err) : HP_OK;
    if (rc == HP_OK)
        matches_data(b, m)[m->count++] = index;
    return rc;
}

/* ---- finding -------------------------------------------------------------------------------- */

/* First of `count` characters that is `c`, or `count`. Blocks without it are passed by at once. */
static int32_t find_char(const uint16_t *text, int32_t count, uint16_t c)
{
    enum { BLOCK = 32 };
    int32_t at = 0;
    for (; count - at >= BLOCK; at += BLOCK) {
        uint16_t any = 0;
        for (int i = 0; i < BLOCK; i++)
            any |= (uint16_t)(text[at + i] == c);
        if (any != 0)
            break;
    }
    while (at < count && text[at] != c)
        at++;
    return at;
}

/* Is `old` what stands at the place, in this chunk and those behind it? `node` is scratch. */
static bool starts_with(const struct bcl *b, hp_ref builder, const struct builder_place *at,
                        int32_t available, const struct bcl_span *old, hp_ref node)
{
    if (old->count > available)
        return false;
    const uint16_t *want = bcl_span_data(b, old);
    int32_t index = at->index;
    hp_assign(b->t, node, at->node);
    for (int32_t done = 0; done < old->count;) {
        const struct builder_fields *f = builder_fields(b, node);
        const int32_t here = f->length - index, left = old->count - done;
        const int32_t count = here < left ? here : left;
        if (memcmp(builder_text(f) + index, want + done, 2 * (size_t)count) != 0)
            return false;
        done += count;
        index = 0;
        if (done < old->count)
            builder_next(b, builder, node);
    }
    return true;
}

/* Gathers the matches that begin in the chunk of `at`, which moves behind it or behind the last
 * match. `left` characters are still to be looked at. */
static int find_matches(struct bcl *b, hp_ref builder, struct builder_place *at, int32_t *left,
                        const struct bcl_span *old, struct matches *m, hp_ref scratch,
                        struct hp_err *err)
{
    int rc = HP_OK;
    m->count = 0;
    while (rc == HP_OK && *left > 0) {
        const struct builder_fields *f = builder_fields(b, at->node);
        const int32_t here = f->length - at->index, look = here < *left ? here : *left;
        if (look <= 0)
            break;
        const int32_t passed =
            find_char(builder_text(f) + at->index, look, bcl_span_data(b, old)[0]);
        at->index += passed;
        *left -= passed;
        if (passed == look)
            break;
        int32_t step = 1;
        if (starts_with(b, builder, at, *left, old, scratch)) {
            rc = matches_add(b, m, at->index, err);
            step = old->count;
        }
        at->index += step;
        *left -= step;
    }
    return rc;
}

/* ---- replacing ------------------------------------------------------------------------------ */

/* Writes the new text over each match of one chunk, and what lies between them behind it. `to` is
 * where the first one goes; `source` keeps what was behind it in place. */
static void write_all(struct bcl *b, hp_ref builder, hp_ref source, struct builder_place *to,
                      struct matches *m, int32_t old_count, const struct bcl_span *with,
                      hp_ref chars)
{
    const int32_t *match = matches_data(b, m);
    hp_get_into(b->t, source, BUILDER_CHARS, chars);
    for (int32_t i = 0;; i++) {
        builder_write(b, builder, to, with);
        if (i + 1 == m->count)
            break;
        const int32_t from = match[i] + old_count, count = match[i + 1] - from;
        const struct bcl_span gap = bcl_span_of(chars, from, count);
        if (old_count == with->count)
            to->index += count;
        else
            builder_write(b, builder, to, &gap);
    }
}

struct replace_roots {
    hp_ref node, to, scratch;
};

static int replace_in_chunk(struct bcl *b, hp_ref builder, const struct replace_roots *r,
                            struct matches *m, int32_t old_count, const struct bcl_span *with,
                            struct hp_err *err)
{
    const int64_t delta = (int64_t)(with->count - old_count) * m->count;
    if (m->count == 0)
        return HP_OK;
    if (delta != (int32_t)delta)
        return hp_fail(err, HP_E_NOMEM, "OutOfMemoryException: %lld characters more",
                       (long long)delta);
    struct builder_place to = { r->to, matches_data(b, m)[0] };
    hp_assign(b->t, r->to, r->node);
    int rc = HP_OK;
    if (delta > 0)
        rc = builder_make_room(b, builder, builder_fields(b, r->node)->offset + to.index,
                               (int32_t)delta, true, &to, err);
    if (rc == HP_OK)
        write_all(b, builder, r->node, &to, m, old_count, with, r->scratch);
    if (rc == HP_OK && delta < 0)
        rc = builder_cut(b, builder, builder_fields(b, r->to)->offset + to.index, (int32_t)-delta,
                         err);
    return rc;
}

static int replace(struct bcl *b, hp_ref builder, const struct bcl_span *old,
                   const struct bcl_span *with, const struct replace_roots *r, struct matches *m,
                   struct hp_err *err)
{
    struct builder_place at = { r->node, 0 };
    int32_t left = bcl_builder_length(b, builder);
    int rc = HP_OK;
    builder_find(b, builder, 0, r->node);
    while (rc == HP_OK && left > 0) {
        rc = find_matches(b, builder, &at, &left, old, m, r->scratch, err);
        const int32_t index =
            builder_fields(b, r->node)->offset + at.index + (with->count - old->count) * m->count;
        if (rc == HP_OK)
            rc = replace_in_chunk(b, builder, r, m, old->count, with, err);
        if (rc == HP_OK) {
            builder_find(b, builder, index, r->node);
            at.index = index - builder_fields(b, r->node)->offset;
        }
    }
    return rc;
}

int bcl_builder_replace(struct bcl *b, hp_ref builder, const struct bcl_span *old,
                        const struct bcl_span *with, struct hp_err *err)
{
    if (old->count == 0)
        return hp_fail(err, HP_E_RANGE, "ArgumentException (oldValue): the text is empty");
    const uint32_t scope = hp_scope_open(b->t);
    struct replace_roots r;
    struct matches m;
    int rc = hp_root(b->t, &r.node, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &r.to, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &r.scratch, err);
    if (rc == HP_OK)
        rc = matches_open(b, &m, err);
    if (rc == HP_OK) {
        rc = replace(b, builder, old, with, &r, &m, err);
        const int rc_return = matches_give_back(b, &m, rc == HP_OK ? err : NULL);
        rc = rc != HP_OK ? rc : rc_return;
    }
    hp_scope_close(b->t, scope);
    return rc;
}

void bcl_builder_replace_char(struct bcl *b, hp_ref builder, uint16_t old, uint16_t with)
{
    for (const struct builder_fields *f = builder_fields(b, builder); f != NULL;
         f = builder_previous(f)) {
        uint16_t *text = builder_text(f);
        for (int32_t i = 0; i < f->length; i++)
            if (text[i] == old)
                text[i] = with;
    }
}
