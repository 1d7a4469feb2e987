/* SPDX-License-Identifier: MIT
 *
 * Which objects of the condemned generations live? Everything reachable from local roots, handles, pins,
 * and marked cards of older objects, dead or not. Depth first with an explicit stack; when the stack cannot
 * grow, the objects that did not fit are found again by walking the marks. Counts survivors by generation.
 * Collector, world stopped.
 */
#include "cards.h"
#include "marks.h"

enum { ROOTS_AT_ONCE = 32 };

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

/* Marks the words of a small object from its first on. */
static void mark_words(struct hp_heap *h, uintptr_t object, uint64_t bytes)
{
    uint64_t *word = gen_mark_word(h, object);
    const unsigned first = (unsigned)((object - h->base) >> 3) & 63;
    uint64_t count = bytes >> 3;
    if (first + count < 64) {
        *word |= (((uint64_t)1 << count) - 1) << first;
        return;
    }
    *word |= ~(uint64_t)0 << first;
    for (count -= 64 - first; count >= 64; count -= 64)
        *++word = ~(uint64_t)0;
    if (count != 0)
        *++word |= ((uint64_t)1 << count) - 1;
}

static void mark_object(struct hp_heap *h, uintptr_t object)
{
    if (gen_marked(h, object))
        return;
    const int generation = gen_number_of(h, object);
    const uint64_t bytes = gen_size(object);
    if (generation == GEN_LARGE)
        *gen_mark_word(h, object) |= gen_mark_bit(h, object);
    else
        mark_words(h, object, bytes);
    h->budget[generation].survived_bytes += bytes;
    if (gen_has_refs(gen_type(object)) && !gen_words_push(&h->stack, object))
        h->mark_overflow = true;
}

/* An object waits while its memory is fetched; the one that has waited longest is marked. */
static void mark_slot(struct hp_heap *h, uintptr_t *where, void *context)
{
    const uintptr_t object = *where;
    (void)context;
    if (object == 0 || gen_number_of(h, object) > h->condemned_unit || gen_marked(h, object))
        return;
    __builtin_prefetch((const void *)object);
    const unsigned i = h->waiting_next++ % MARK_WAITING;
    const uintptr_t ready = h->waiting[i];
    h->waiting[i] = object;
    if (ready != 0)
        mark_object(h, ready);
}

static void mark_waiting(struct hp_heap *h)
{
    for (unsigned i = 0; i < MARK_WAITING; i++) {
        const uintptr_t ready = h->waiting[i];
        h->waiting[i] = 0;
        if (ready != 0)
            mark_object(h, ready);
    }
}

static void drain(struct hp_heap *h)
{
    do {
        while (h->stack.count > 0) {
            const uintptr_t object = h->stack.item[--h->stack.count];
            gen_each_ref(h, object, 0, UINTPTR_MAX, mark_slot, NULL);
        }
        mark_waiting(h);
    } while (h->stack.count > 0);
}

/* Few roots are gathered, so that what is marked next is near and the stack stays small. */
static void mark_root(struct hp_heap *h, uintptr_t *where, void *context)
{
    mark_slot(h, where, context);
    if (h->stack.count >= ROOTS_AT_ONCE)
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
                at = gen_next_marked(h, at + gen_size(at), r->allocated);
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
    drain(h);
    while (h->mark_overflow) {
        h->mark_overflow = false;
        mark_again(h);
        drain(h);
    }
    clear_dead_weak(h);
}
