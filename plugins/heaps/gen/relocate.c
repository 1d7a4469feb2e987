/* SPDX-License-Identifier: MIT
 *
 * References to objects that move get the new addresses: those of roots, handles, marked cards of older
 * objects, and large objects. Those of the survivors themselves follow when they move. Collector, world
 * stopped.
 */
#include "cards.h"
#include "marks.h"

static void forward_slot(struct hp_heap *h, uintptr_t *where, void *context)
{
    (void)context;
    if (*where == 0 || gen_number_of(h, *where) > h->condemned)
        return;
    *where = gen_new_place(h, *where);
}

/* In a collection of generation 2 all live large objects are marked; otherwise their cards were scanned. */
static void relocate_large(struct hp_heap *h)
{
    for (struct region *r = h->gen[GEN_LARGE].first; r != NULL; r = r->next)
        for (uintptr_t at = gen_region_mem(r); at < r->allocated; at += gen_size(at))
            if (gen_has_refs(gen_type(at)) && gen_marked(h, at))
                gen_each_ref(h, at, 0, UINTPTR_MAX, forward_slot, NULL);
}

static void relocate_weak(struct hp_heap *h)
{
    for (uint32_t i = 1; i < h->handle_count; i++)
        if (h->handles[i].kind == GEN_H_WEAK)
            forward_slot(h, &h->handles[i].object, NULL);
}

void gen_relocate(struct hp_heap *h)
{
    gen_each_root(h, forward_slot, NULL);
    relocate_weak(h);
    gen_scan_cards(h, forward_slot, NULL, false);
    if (h->condemned >= GEN2)
        relocate_large(h);
}
