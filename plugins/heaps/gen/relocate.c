/* SPDX-License-Identifier: MIT
 *
 * Every reference to an object that moves gets the new address. First each moving object's header word is
 * set to where it goes; then roots, handles, marked cards of older objects, large objects and the survivors
 * themselves (still at their old places) are rewritten. Collector, world stopped.
 */
#include "layout.h"

static void forward_slot(struct hp_heap *h, uintptr_t *where, void *context)
{
    (void)context;
    if (*where == 0 || gen_number_of(h, *where) > h->condemned)
        return;
    *where = *gen_header(*where);
}

static void install(struct hp_heap *h)
{
    int generation;
    for (struct region *r = gen_first_condemned(h, &generation); r != NULL;
         r = gen_next_condemned(h, r, &generation)) {
        for (uintptr_t plug = r->first_plug; plug != 0; plug = gen_plug(plug)->next) {
            const uintptr_t end = plug + gen_plug(plug)->bytes;
            uintptr_t to = gen_plug(plug)->target & ~(uintptr_t)1;
            for (uintptr_t at = plug; at < end;) {
                const uint64_t bytes = gen_size(at);
                *gen_header(at) = to;
                to += bytes;
                at += bytes;
            }
        }
    }
}

static void relocate_survivors(struct hp_heap *h)
{
    int generation;
    for (struct region *r = gen_first_condemned(h, &generation); r != NULL;
         r = gen_next_condemned(h, r, &generation)) {
        for (uintptr_t plug = r->first_plug; plug != 0; plug = gen_plug(plug)->next) {
            const uintptr_t end = plug + gen_plug(plug)->bytes;
            for (uintptr_t at = plug; at < end; at += gen_size(at))
                if (gen_has_refs(gen_type(at)))
                    gen_each_ref(h, at, 0, UINTPTR_MAX, forward_slot, NULL);
        }
    }
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
    install(h);
    gen_each_root(h, forward_slot, NULL);
    relocate_weak(h);
    gen_scan_cards(h, forward_slot, NULL, false);
    if (h->condemned >= GEN2)
        relocate_large(h);
    relocate_survivors(h);
}
