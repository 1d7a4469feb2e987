/* SPDX-License-Identifier: MIT
 * What happens when several threads rent at once, or another one returns? A crew of real threads, each
 * with its own allocation context. Arrays that change hands lie in one array of references, where each
 * thread has its part; a turn of getting is over for all before one of putting back begins. */
#include "pool.h"

#include <stdlib.h>

/* What one thread does in a turn. */
struct turn {
    struct pool *w;
    uint32_t index;      /* whose part of the mail */
    uint64_t operations; /* that it does alone */
    int64_t bytes;       /* that it has allocated since it began */
};

struct pool_crowd {
    struct bcl_crew *crew;
    hp_handle mail;
    uint32_t renters, members;
    struct turn turns[POOL_THREADS_MOST];
};

/* ---- turns ---------------------------------------------------------------------------------- */

static int turn_alone(struct bcl *b, void *state, struct hp_err *err)
{
    const struct turn *turn = state;
    return pool_repeat(turn->w, b, (uint64_t)turn->index * (uint64_t)turn->w->p.buffers,
                       turn->operations, err);
}

static int turn_handed(struct bcl *b, const struct turn *turn,
                       int (*half)(struct pool *w, struct bcl *b, hp_ref mail, uint64_t first,
                                   struct hp_err *err),
                       struct hp_err *err)
{
    hp_ref mail;
    const int rc = hp_root(b->t, &mail, err);
    if (rc != HP_OK)
        return rc;
    b->t->ops->handle_get(b->t, turn->w->crowd->mail, mail.slot);
    return half(turn->w, b, mail, (uint64_t)turn->index * (uint64_t)turn->w->p.buffers, err);
}

static int turn_get(struct bcl *b, void *state, struct hp_err *err)
{
    return turn_handed(b, state, pool_pass_get, err);
}

static int turn_put(struct bcl *b, void *state, struct hp_err *err)
{
    return turn_handed(b, state, pool_pass_put, err);
}

static int turn_count(struct bcl *b, void *state, struct hp_err *err)
{
    return bcl_allocated(b->t, &((struct turn *)state)->bytes, err);
}

/* `renters` members at once, each the part of one that is `step` places on. The first error counts; all
 * have ended. */
static int together(struct pool_crowd *c, uint32_t count, uint32_t step,
                    int (*run)(struct bcl *b, void *state, struct hp_err *err), struct hp_err *err)
{
    int rc = HP_OK;
    for (uint32_t i = 0; i < count; i++)
        bcl_crew_start(c->crew, (i + step) % c->members, (struct bcl_work){ run, &c->turns[i] });
    for (uint32_t i = 0; i < count; i++) {
        const int rc_one =
            bcl_crew_wait(c->crew, (i + step) % c->members, rc == HP_OK ? err : NULL);
        rc = rc == HP_OK ? rc_one : rc;
    }
    return rc;
}

/* ---- the caller's side ---------------------------------------------------------------------- */

int pool_crowd_step(struct pool *w, uint64_t operations, struct hp_err *err)
{
    struct pool_crowd *c = w->crowd;
    int rc = HP_OK;
    if (w->p.handover == POOL_AT_ONCE) {
        for (uint32_t i = 0; i < c->renters; i++)
            c->turns[i].operations = operations;
        return together(c, c->renters, 0, turn_alone, err);
    }
    const uint32_t step = w->p.handover == POOL_FOREIGN;
    for (uint64_t i = 0; rc == HP_OK && i < operations; i++) {
        rc = together(c, c->renters, 0, turn_get, err);
        if (rc == HP_OK)
            rc = together(c, c->renters, step, turn_put, err);
    }
    return rc;
}

int pool_crowd_bytes(struct pool *w, int64_t *bytes, struct hp_err *err)
{
    struct pool_crowd *c = w->crowd;
    const int rc = together(c, c->members, 0, turn_count, err);
    *bytes = 0;
    for (uint32_t i = 0; i < c->members; i++)
        *bytes += c->turns[i].bytes;
    return rc;
}

static int make_mail(struct pool *w, struct hp_err *err)
{
    struct hp_thread *t = w->b.t;
    const uint32_t scope = hp_scope_open(t);
    hp_ref mail;
    int rc = hp_new(t, bcl_elements[BCL_REF].array, (uint64_t)(w->p.threads * w->p.buffers), 0,
                    &mail, err);
    if (rc == HP_OK)
        rc = t->ops->handle_new(t, mail, HP_STRONG, &w->crowd->mail, err);
    hp_scope_close(t, scope);
    return rc;
}

int pool_crowd_open(struct pool *w, struct hp_err *err)
{
    struct pool_crowd *c = w->crowd = calloc(1, sizeof *c);
    if (c == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory for %lld threads", (long long)w->p.threads);
    c->renters = (uint32_t)w->p.threads;
    /* A single renter's arrays are returned by a second thread, which never rents. */
    c->members = w->p.handover == POOL_FOREIGN && c->renters == 1 ? 2 : c->renters;
    for (uint32_t i = 0; i < c->members; i++)
        c->turns[i] = (struct turn){ .w = w, .index = i };
    const int rc = make_mail(w, err);
    return rc == HP_OK ? bcl_crew_open(&c->crew, w->run, c->members, err) : rc;
}

void pool_crowd_close(struct pool *w)
{
    struct pool_crowd *c = w->crowd;
    if (c == NULL)
        return;
    bcl_crew_close(c->crew);
    if (c->mail.bits != 0)
        w->b.t->ops->handle_free(w->b.t, c->mail);
    free(c);
    w->crowd = NULL;
}
