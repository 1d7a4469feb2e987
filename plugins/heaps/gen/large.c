/* SPDX-License-Identifier: MIT
 *
 * Large objects: never moved by an ordinary collection, reused through bucketed free lists. Three
 * quantities that must not be mixed up, with S = object + 32-byte pad:
 *   charge   S against the budget, wherever the object lands
 *   space    S, taken from a list item or from a region's end
 *   fit      S + 32 in a list item: what stays must be 0 or >= 24
 * Under the heap's lock.
 */
#include "marks.h"

/* Behind the last object of a region there is always room for a gap and a pad. */
#define END_RESERVE 56u

/* .NET compares the unaligned size of arrays but the aligned size of strings. */
bool gen_is_large(const struct hp_heap *h, const struct hp_type *type, uint64_t length)
{
    const uint64_t raw = type->base_bytes + length * type->element_bytes;
    return ((type->flags & HP_TYPE_STRING) ? (raw + 7) & ~(uint64_t)7 : raw) >= h->threshold;
}

/* Takes the item out of its bucket; `before` is the item in front of it or 0. */
static void unlink_item(struct free_list *list, unsigned bucket, uintptr_t before, uintptr_t item)
{
    const uintptr_t next = *gen_list_link(item);
    if (before == 0)
        list->head[bucket] = next;
    else
        *gen_list_link(before) = next;
    if (list->tail[bucket] == item)
        list->tail[bucket] = before;
}

static void push_front(struct generation *g, uintptr_t item, uint64_t bytes)
{
    const unsigned i = gen_list_bucket(&g->list, bytes);
    gen_free_object(item, bytes);
    *gen_list_link(item) = g->list.head[i];
    if (g->list.head[i] == 0)
        g->list.tail[i] = item;
    g->list.head[i] = item;
    g->list_bytes += bytes;
}

/* First fit in the buckets from that of `space` upward, never downward. */
static uintptr_t from_list(struct hp_heap *h, uint64_t space)
{
    struct generation *g = &h->gen[GEN_LARGE];
    for (unsigned i = gen_list_bucket(&g->list, space); i < g->list.buckets; i++) {
        uintptr_t before = 0;
        for (uintptr_t item = g->list.head[i]; item != 0; item = *gen_list_link(item)) {
            const uint64_t free = gen_size(item);
            const uint64_t fit = space + LARGE_PAD;
            if (free == fit || free >= fit + GAP_BYTES) {
                unlink_item(&g->list, i, before, item);
                g->list_bytes -= free;
                const uint64_t rest = free - space;
                if (rest >= FREE_ITEM_MIN) {
                    push_front(g, item + space, rest);
                } else {
                    gen_free_object(item + space, rest);
                    g->loose_bytes += rest;
                }
                return item;
            }
            before = item;
        }
    }
    return 0;
}

static uintptr_t from_end(struct hp_heap *h, uint64_t space, bool *fresh)
{
    struct region *r = h->gen[GEN_LARGE].first;
    while (r != NULL && r->allocated + space + END_RESERVE > r->end)
        r = r->next;
    if (r == NULL) {
        r = gen_region_large(h, space);
        if (r == NULL)
            return 0;
        gen_region_join(h, r, GEN_LARGE);
    }
    if (!gen_commit(h, r, r->allocated + space + GAP_BYTES))
        return 0;
    const uintptr_t at = r->allocated;
    *fresh = at - 8 >= r->used;
    r->allocated += space;
    gen_touch(r, r->allocated);
    return at;
}

uintptr_t gen_large_place(struct hp_heap *h, uint64_t bytes, bool *fresh)
{
    const uint64_t space = bytes + LARGE_PAD;
    *fresh = false;
    uintptr_t at = from_list(h, space);
    if (at == 0)
        at = from_end(h, space, fresh);
    if (at == 0)
        return 0;
    h->budget[GEN_LARGE].remaining -= (int64_t)space;
    h->total_large += (int64_t)bytes;
    h->background.large_objects++;
    gen_free_object(at, LARGE_PAD);
    h->gen[GEN_LARGE].loose_bytes += LARGE_PAD;
    return at + LARGE_PAD;
}

/* Rebuilds lists and counters from the marks of a collection of generation 2; a region ends behind its
 * last live object, an empty one goes unless it is the first. */
void gen_large_sweep(struct hp_heap *h)
{
    struct generation *g = &h->gen[GEN_LARGE];
    struct region *r = g->first;
    gen_list_clear(g);
    g->first = g->last = NULL;
    while (r != NULL) {
        struct region *next = r->next;
        uintptr_t end = gen_region_mem(r);
        for (uintptr_t at = end; at < r->allocated;) {
            const uint64_t bytes = gen_size(at);
            if (gen_marked(h, at)) {
                *gen_mark_word(h, at) &= ~gen_mark_bit(h, at);
                if (at > end)
                    gen_gap(g, end, at - end);
                end = at + bytes;
            }
            at += bytes;
        }
        r->allocated = end;
        gen_clear_bricks(h, r);
        if (end != gen_region_mem(r) || g->first == NULL)
            gen_region_join(h, r, GEN_LARGE);
        else
            gen_region_free(h, r);
        r = next;
    }
}
