/* SPDX-License-Identifier: MIT
 *
 * Moves every plug to its planned place, in the order of planning, so that nothing is overwritten before it
 * has moved. At its new place its references get new addresses and its cards are made anew: while it is in the
 * cache. Then regions change generation as planned, and empty ones are freed. Collector, world stopped.
 */
#include "marks.h"

/* Where the last plug was put: the next one follows, or there is a pad in between. */
struct moving {
    int holder; /* generation of the objects at their new place */
    uintptr_t end;
};

static void settle_slot(struct hp_heap *h, uintptr_t *where, void *context)
{
    const struct moving *m = context;
    if (*where == 0)
        return;
    int generation = gen_number_of(h, *where);
    if (generation <= h->condemned) {
        *where = gen_new_place(h, *where);
        generation = gen_region_of(h, *where)->plan_generation;
    }
    gen_card_for(h, (uintptr_t)where, m->holder, generation);
}

static void settle(struct hp_heap *h, uintptr_t from, uintptr_t end, struct moving *m)
{
    for (uintptr_t at = from; at < end; at += gen_size(at))
        if (gen_has_refs(gen_type(at)))
            gen_each_ref(h, at, 0, UINTPTR_MAX, settle_slot, m);
}

struct quarter {
    uint64_t word[2];
};

/* A copy of at most 64 bytes that may overlap: all is read before anything is written. */
static inline void move_short(uintptr_t to, uintptr_t from, uint64_t bytes)
{
    struct quarter q[4];
    const uint64_t second = bytes >= 32 ? 16 : 0;
    const uint64_t offset[4] = { 0, second, bytes - 16 - second, bytes - 16 };
    for (int i = 0; i < 4; i++)
        memcpy(&q[i], (const void *)(from + offset[i]), sizeof q[i]);
    for (int i = 0; i < 4; i++)
        memcpy((void *)(to + offset[i]), &q[i], sizeof q[i]);
}

static inline void move_plug(uintptr_t to, uintptr_t from, uint64_t bytes)
{
    if (bytes <= 64)
        move_short(to - 8, from - 8, bytes);
    else
        memmove((void *)(to - 8), (const void *)(from - 8), bytes);
}

/* Of a run that the walk has just met: in a block whose live words stay together it follows the last one. */
static inline uintptr_t place_of(const struct hp_heap *h, uintptr_t from, const struct moving *m)
{
    const uintptr_t move = *gen_move(h, gen_block(h, from));
    if ((move & 1) != 0)
        return gen_new_place(h, from);
    return (*gen_mark_word(h, from) & (gen_mark_bit(h, from) - 1)) == 0 ? move : m->end;
}

static void move_region(struct hp_heap *h, struct region *r, struct moving *m)
{
    struct gen_runs walk = gen_runs_of(h, r);
    uintptr_t from, end;
    while (gen_runs_next(&walk, &from, &end)) {
        const uintptr_t to = place_of(h, from, m);
        if (to != m->end)
            m->holder = gen_region_of(h, to)->plan_generation;
        if (to != from) {
            move_plug(to, from, end - from);
            if (to != m->end && m->holder != GEN2)
                gen_free_object(to - GAP_BYTES, GAP_BYTES);
        }
        m->end = to + (end - from);
        settle(h, to, m->end, m);
    }
}

/* Condemned regions go where the plan has put their new contents. */
static void regroup(struct hp_heap *h)
{
    struct region *list[3];
    for (int g = 0; g <= h->condemned; g++) {
        list[g] = h->gen[g].first;
        h->gen[g].first = h->gen[g].last = NULL;
    }
    for (int g = h->condemned; g >= 0; g--) {
        for (struct region *r = list[g], *next; r != NULL; r = next) {
            next = r->next;
            r->allocated = r->planned;
            gen_touch(r, r->allocated);
            if (r->allocated == gen_region_mem(r))
                gen_region_free(h, r);
            else
                gen_region_join(h, r, r->plan_generation);
        }
    }
}

static void each_condemned(struct hp_heap *h, void (*act)(struct hp_heap *, const struct region *))
{
    int generation;
    for (struct region *r = gen_first_condemned(h, &generation); r != NULL;
         r = gen_next_condemned(h, r, &generation))
        act(h, r);
}

void gen_compact(struct hp_heap *h)
{
    int generation;
    struct moving moving = { 0, 0 };
    for (int g = 0; g <= h->condemned; g++) {
        gen_list_clear(&h->gen[g]);
        h->gen[g].list_used_bytes = 0;
    }
    each_condemned(h, gen_clear_cards);
    each_condemned(h, gen_clear_bricks);
    for (struct region *r = gen_first_condemned(h, &generation); r != NULL;
         r = gen_next_condemned(h, r, &generation))
        move_region(h, r, &moving);
    each_condemned(h, gen_clear_marks);
    if (h->older.into != NULL)
        gen_older_commit(h);
    for (int g = 0; g <= h->condemned; g++)
        h->gen[g].loose_bytes += h->plan_pad_bytes[g];
    regroup(h);
}
