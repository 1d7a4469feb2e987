/* SPDX-License-Identifier: MIT
 *
 * The collection of stress = true: everything that lives moves to fresh regions, small and large objects
 * alike, and the memory it came from stays unreadable until the next collection, so that whoever kept an
 * address faults at once. Only pinned objects stay, and the pages they lie on. Collector, world stopped.
 */
#include "marks.h"

#include <sys/mman.h>

static bool is_pinned(const struct hp_heap *h, uintptr_t object)
{
    if (h->pin_count == 0)
        return false;
    for (uint32_t i = 1; i < h->handle_count; i++)
        if (h->handles[i].kind == GEN_H_PIN && h->handles[i].object == object)
            return true;
    return false;
}

/* Place at the end of the generation's newest region; generation 0's survivors go to 1, all others to 2. */
static uintptr_t place_small(struct hp_heap *h, int generation, uint64_t bytes)
{
    struct region *r = h->gen[generation].last;
    if (r == NULL || r->allocated + bytes + GAP_BYTES > r->end) {
        r = gen_region_take(h);
        if (r == NULL)
            return 0;
        gen_region_join(h, r, generation);
    }
    if (!gen_commit(h, r, r->allocated + bytes + GAP_BYTES))
        return 0;
    const uintptr_t at = r->allocated;
    r->allocated += bytes;
    gen_touch(r, r->allocated);
    return at;
}

static uintptr_t place_any(struct hp_heap *h, int generation, uint64_t bytes)
{
    if (generation == GEN_LARGE) {
        bool fresh;
        const int64_t charged = h->budget[GEN_LARGE].remaining;
        const int64_t total = h->total_large;
        const uintptr_t at = gen_large_place(h, bytes, &fresh);
        h->budget[GEN_LARGE].remaining = charged;
        h->total_large = total;
        return at;
    }
    return place_small(h, generation == GEN0 ? GEN1 : GEN2, bytes);
}

/* Copies the object and leaves its new address in the old header; the pinned stay, and so do all when
 * memory runs out: staying is always right. */
static void evacuate_object(struct hp_heap *h, struct region *from, uintptr_t object)
{
    const uint64_t bytes = gen_size(object);
    uintptr_t to = is_pinned(h, object) ? 0 : place_any(h, from->generation, bytes);
    if (to != 0) {
        memcpy((void *)(to - 8), (const void *)(object - 8), bytes);
        *gen_header(to) = 0;
    } else {
        to = object;
        from->stays = true;
    }
    *gen_header(object) = to;
}

static void forward_slot(struct hp_heap *h, uintptr_t *where, void *context)
{
    (void)context;
    (void)h;
    if (*where != 0 && *gen_header(*where) != 0)
        *where = *gen_header(*where);
}

static void forward_region(struct hp_heap *h, struct region *r)
{
    for (uintptr_t at = gen_region_mem(r); at < r->allocated; at += gen_size(at)) {
        if (!gen_has_refs(gen_type(at)))
            continue;
        gen_each_ref(h, at, 0, UINTPTR_MAX, forward_slot, NULL);
        for (uintptr_t where = at; where < at + gen_size(at); where += 1u << CARD_SHIFT)
            *gen_card(h, where) = 0xff;
        *gen_card(h, at + gen_size(at) - 9) = 0xff;
    }
}

/* What stays behind in a region becomes a sequence of objects and gaps again. */
static void keep_stayers(struct hp_heap *h, struct region *r)
{
    struct generation *g = &h->gen[r->generation];
    uintptr_t end = gen_region_mem(r);
    uintptr_t at = gen_next_marked(h, end, r->allocated);
    while (at < r->allocated) {
        const uint64_t bytes = gen_size(at);
        if (*gen_header(at) == at) {
            *gen_header(at) = 0;
            if (at > end) {
                gen_free_object(end, at - end);
                g->loose_bytes += at - end;
            }
            end = at + bytes;
        }
        at = gen_next_marked(h, at + bytes, r->allocated);
    }
    gen_clear_marks(h, r);
    r->allocated = end;
    memset(gen_card(h, r->base), 0xff, (size_t)((end - r->base) >> CARD_SHIFT) + 1);
}

static void protect(uintptr_t from, uintptr_t to, int access)
{
    from = (from + PAGE_BYTES - 1) & ~(uintptr_t)(PAGE_BYTES - 1);
    to &= ~(uintptr_t)(PAGE_BYTES - 1);
    if (from < to)
        (void)mprotect((void *)from, to - from, access);
}

static void poison(struct hp_heap *h, struct region *r)
{
    gen_clear_cards(h, r);
    gen_clear_bricks(h, r);
    protect(r->base, r->committed, PROT_NONE);
    r->next = h->poisoned;
    h->poisoned = r;
}

/* At the next collection the memory is needed again. */
void gen_unpoison(struct hp_heap *h)
{
    while (h->poisoned != NULL) {
        struct region *r = h->poisoned;
        h->poisoned = r->next;
        protect(r->base, r->committed, PROT_READ | PROT_WRITE);
        gen_region_free(h, r);
    }
}

/* The pinned objects of a region refer to what has moved, too. */
static void forward_stayers(struct hp_heap *h, struct region *r)
{
    uintptr_t at = gen_next_marked(h, gen_region_mem(r), r->allocated);
    for (; at < r->allocated; at = gen_next_marked(h, at + gen_size(at), r->allocated))
        if (*gen_header(at) == at && gen_has_refs(gen_type(at)))
            gen_each_ref(h, at, 0, UINTPTR_MAX, forward_slot, NULL);
}

/* Forwards all references: of roots, of what has moved, of what stays. Nothing is unreadable yet. */
static void forward_all(struct hp_heap *h, struct region *const from[GEN_COUNT])
{
    for (int g = 0; g < GEN_COUNT; g++)
        for (struct region *r = from[g]; r != NULL; r = r->next)
            if (r->stays)
                forward_stayers(h, r);
    gen_each_root(h, forward_slot, NULL);
    for (uint32_t i = 1; i < h->handle_count; i++)
        if (h->handles[i].kind == GEN_H_WEAK)
            forward_slot(h, &h->handles[i].object, NULL);
    for (int g = GEN1; g < GEN_COUNT; g++)
        for (struct region *r = h->gen[g].first; r != NULL; r = r->next)
            forward_region(h, r);
}

static void leave_region(struct hp_heap *h, struct region *r, int generation)
{
    if (!r->stays) {
        gen_clear_marks(h, r);
        poison(h, r);
        return;
    }
    keep_stayers(h, r);
    gen_clear_bricks(h, r);
    gen_region_join(h, r, generation);
}

void gen_evacuate(struct hp_heap *h)
{
    struct region *from[GEN_COUNT];
    for (int g = 0; g < GEN_COUNT; g++) {
        from[g] = h->gen[g].first;
        h->gen[g].first = h->gen[g].last = NULL;
        gen_list_clear(&h->gen[g]);
    }
    for (int g = 0; g < GEN_COUNT; g++) {
        for (struct region *r = from[g]; r != NULL; r = r->next) {
            r->stays = false;
            uintptr_t at = gen_next_marked(h, gen_region_mem(r), r->allocated);
            for (; at < r->allocated; at = gen_next_marked(h, at + gen_size(at), r->allocated))
                evacuate_object(h, r, at);
        }
    }
    forward_all(h, from);
    for (int g = 0; g < GEN_COUNT; g++) {
        for (struct region *r = from[g], *next; r != NULL; r = next) {
            next = r->next;
            leave_region(h, r, g);
        }
    }
}
