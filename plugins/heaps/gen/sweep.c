/* SPDX-License-Identifier: MIT
 *
 * Nothing moves: gaps between plugs become free objects, and a region with survivors changes generation as a
 * whole, one step up. Cards stay: the barrier has marked every slot that holds a reference, and whoever
 * finds nothing younger behind a card unmarks it later. Collector, world stopped.
 */
#include "marks.h"

static void sweep_region(struct hp_heap *h, struct region *r, struct generation *into)
{
    struct gen_runs walk = gen_runs_of(h, r);
    uintptr_t from, end, free = gen_region_mem(r);
    for (; gen_runs_next(&walk, &from, &end); free = end)
        if (from != free)
            gen_gap(into, free, from - free);
    gen_clear_marks(h, r);
    gen_clear_bricks(h, r);
    r->allocated = free;
}

void gen_sweep(struct hp_heap *h)
{
    struct region *list[3];
    if (h->older.into != NULL)
        gen_older_undo(h);
    for (int g = 0; g <= h->condemned; g++) {
        list[g] = h->gen[g].first;
        h->gen[g].first = h->gen[g].last = NULL;
        gen_list_clear(&h->gen[g]);
        h->gen[g].list_used_bytes = 0;
        h->gen[g].loose_bytes = h->plan_pad_bytes[g];
    }
    for (int g = h->condemned; g >= 0; g--) {
        const int to = g < GEN2 ? g + 1 : GEN2;
        for (struct region *r = list[g], *next; r != NULL; r = next) {
            next = r->next;
            sweep_region(h, r, &h->gen[to]);
            if (r->allocated == gen_region_mem(r))
                gen_region_free(h, r);
            else
                gen_region_join(h, r, to);
        }
    }
}

/* Generation 0 first: whoever has no region gets the free one with most committed memory. False: there is
 * no memory. */
bool gen_refill_generations(struct hp_heap *h)
{
    for (int g = 0; g <= GEN2; g++) {
        if (h->gen[g].first != NULL)
            continue;
        struct region *r = gen_region_take(h);
        if (r == NULL)
            return false;
        gen_region_join(h, r, g);
    }
    h->alloc_region = h->gen[GEN0].first;
    return true;
}
