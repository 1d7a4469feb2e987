/* SPDX-License-Identifier: MIT
 *
 * Moves every plug to its planned place, in the order of planning, so that nothing is overwritten before it
 * has moved. Then regions change generation as planned, empty ones are freed, and the moved objects' cards
 * are made anew. Collector, world stopped.
 */
#include "layout.h"

struct moved {
    int holder;
};

static void card_slot(struct hp_heap *h, uintptr_t *where, void *context)
{
    const struct moved *moved = context;
    if (*where == 0)
        return;
    const struct region *target = gen_region_of(h, *where);
    const int generation =
        target->generation <= h->condemned ? target->plan_generation : target->generation;
    gen_card_for(h, (uintptr_t)where, moved->holder, generation);
}

static void settle(struct hp_heap *h, uintptr_t from, uintptr_t end, struct moved *moved)
{
    for (uintptr_t at = from; at < end; at += gen_size(at)) {
        *gen_header(at) = 0;
        if (moved->holder > GEN0 && gen_has_refs(gen_type(at)))
            gen_each_ref(h, at, 0, UINTPTR_MAX, card_slot, moved);
    }
}

static void move_region(struct hp_heap *h, struct region *r)
{
    for (uintptr_t plug = r->first_plug, next; plug != 0; plug = next) {
        const struct plug plan = *gen_plug(plug);
        const uintptr_t to = plan.target & ~(uintptr_t)1;
        next = plan.next;
        if (to != plug)
            memmove((void *)(to - 8), (const void *)(plug - 8), plan.bytes);
        if ((plan.target & 1) != 0)
            gen_free_object(to - GAP_BYTES, GAP_BYTES);
        struct moved moved = { gen_region_of(h, to)->plan_generation };
        settle(h, to, to + plan.bytes, &moved);
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

static void clear_condemned(struct hp_heap *h)
{
    int generation;
    for (struct region *r = gen_first_condemned(h, &generation); r != NULL;
         r = gen_next_condemned(h, r, &generation)) {
        gen_clear_marks(h, r);
        gen_clear_cards(h, r);
        gen_clear_bricks(h, r);
    }
}

void gen_compact(struct hp_heap *h)
{
    int generation;
    for (int g = 0; g <= h->condemned; g++) {
        gen_list_clear(&h->gen[g]);
        h->gen[g].list_used_bytes = 0;
    }
    clear_condemned(h);
    for (struct region *r = gen_first_condemned(h, &generation); r != NULL;
         r = gen_next_condemned(h, r, &generation))
        move_region(h, r);
    if (h->older.into != NULL)
        gen_older_commit(h);
    for (int g = 0; g <= h->condemned; g++)
        h->gen[g].loose_bytes += h->plan_pad_bytes[g];
    regroup(h);
}
