/* SPDX-License-Identifier: MIT
 *
 * Which objects of the condemned generations live? Everything reachable from local roots, handles, pins,
 * and marked cards of older objects, dead or not. Depth first with an explicit stack; when the stack cannot
 * grow, the objects that did not fit are found again by walking the marks. Counts survivors by generation.
 * Collector, world stopped.
 */
#include "layout.h"

/* Calls visit for every root slot. Weak handles are none. */
void gen_each_root(struct hp_heap *h, gen_visit *visit, void *context)
{
    for (struct gen_thread *t = h->threads; t != NULL; t = t->next)
        for (uint32_t i = 1; i <= t->pub.root_count; i++)
            visit(h, &t->pub.roots[i], context);
    for (uint32_t i = 1; i < h->handle_count; i++)
        if (h->handles[i].kind == GEN_H_STRONG || h->handles[i].kind == GEN_H_PIN)
            visit(h, &h->handles[i].object, context);
    visit(h, &h->resident, context);
}

static void mark_object(struct hp_heap *h, uintptr_t object)
{
    const int generation = gen_number_of(h, object);
    if (generation > h->condemned_unit)
        return;
    uint64_t *word = gen_mark_word(h, object);
    const uint64_t bit = gen_mark_bit(h, object);
    if ((*word & bit) != 0)
        return;
    *word |= bit;
    h->budget[generation].survived_bytes += gen_size(object);
    if (gen_has_refs(gen_type(object)) && !gen_words_push(&h->stack, object))
        h->mark_overflow = true;
}

static void mark_slot(struct hp_heap *h, uintptr_t *where, void *context)
{
    (void)context;
    if (*where != 0)
        mark_object(h, *where);
}

static void drain(struct hp_heap *h)
{
    while (h->stack.count > 0) {
        const uintptr_t object = h->stack.item[--h->stack.count];
        gen_each_ref(h, object, 0, UINTPTR_MAX, mark_slot, NULL);
    }
}

static void mark_root(struct hp_heap *h, uintptr_t *where, void *context)
{
    mark_slot(h, where, context);
    drain(h);
}

/* Looks at the references of every marked object again. */
static void mark_again(struct hp_heap *h)
{
    for (int g = 0; g <= h->condemned_unit; g++) {
        for (struct region *r = h->gen[g].first; r != NULL; r = r->next) {
            uintptr_t at = gen_next_marked(h, gen_region_mem(r), r->allocated);
            while (at < r->allocated) {
                if (gen_has_refs(gen_type(at)))
                    gen_each_ref(h, at, 0, UINTPTR_MAX, mark_root, NULL);
                at = gen_next_marked(h, at + 8, r->allocated);
            }
        }
    }
}

static void clear_dead_weak(struct hp_heap *h)
{
    for (uint32_t i = 1; i < h->handle_count; i++) {
        struct gen_handle *weak = &h->handles[i];
        if (weak->kind == GEN_H_WEAK && weak->object != 0 && gen_condemned(h, weak->object) &&
            !gen_marked(h, weak->object))
            weak->object = 0;
    }
}

void gen_mark(struct hp_heap *h)
{
    h->mark_overflow = false;
    gen_each_root(h, mark_root, NULL);
    gen_scan_cards(h, mark_root, NULL, true);
    while (h->mark_overflow) {
        h->mark_overflow = false;
        mark_again(h);
    }
    clear_dead_weak(h);
}
