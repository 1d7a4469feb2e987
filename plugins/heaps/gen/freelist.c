/* SPDX-License-Identifier: MIT
 *
 * Free objects that can be allocated again. Generation 1 has one list, generation 2 twelve buckets from
 * 256 bytes up, large objects seven from 64 KiB up; generation 0 never has any. A gap below 48 bytes stays
 * a free object on no list. Under the heap's lock.
 */
#include "layout.h"

void gen_list_init(struct hp_heap *h)
{
    static const struct {
        unsigned buckets, shift;
    } form[GEN_COUNT] = { { 1, 0 }, { 1, 0 }, { 12, 8 }, { 7, 15 } };
    for (int i = 0; i < GEN_COUNT; i++) {
        h->gen[i].list.buckets = form[i].buckets;
        h->gen[i].list.shift = form[i].shift;
    }
}

void gen_list_clear(struct generation *g)
{
    memset(g->list.head, 0, sizeof g->list.head);
    memset(g->list.tail, 0, sizeof g->list.tail);
    g->list_bytes = 0;
    g->loose_bytes = 0;
}

unsigned gen_list_bucket(const struct free_list *list, uint64_t size)
{
    const unsigned index = 63u - (unsigned)__builtin_clzll((size >> list->shift) | 1);
    return index < list->buckets - 1 ? index : list->buckets - 1;
}

uintptr_t *gen_list_link(uintptr_t item)
{
    return gen_word(item + 16);
}

/* [item, + bytes) is already a free object. */
static void append(struct generation *g, uintptr_t item, uint64_t bytes)
{
    if (bytes < FREE_ITEM_MIN) {
        g->loose_bytes += bytes;
        return;
    }
    const unsigned i = gen_list_bucket(&g->list, bytes);
    *gen_list_link(item) = 0;
    if (g->list.head[i] == 0)
        g->list.head[i] = item;
    else
        *gen_list_link(g->list.tail[i]) = item;
    g->list.tail[i] = item;
    g->list_bytes += bytes;
}

void gen_gap(struct generation *g, uintptr_t address, uint64_t bytes)
{
    gen_free_object(address, bytes);
    append(g, address, bytes);
}
