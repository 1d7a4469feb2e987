/* SPDX-License-Identifier: MIT
 *
 * References from older objects to younger ones. The write barrier marks the card (256 bytes) of every slot
 * that receives a reference, whatever the generations are; a collection of generations 0..n looks into the
 * marked cards of all older regions instead of walking them, and unmarks a card that holds no reference to
 * something younger than its object. The invariant, checked by verify.c: a reference from an object to a
 * younger generation lies on a marked card.
 *
 * Inlined, so that what is done for each reference is inlined too. Collector, world stopped.
 */
#ifndef GEN_CARDS_H
#define GEN_CARDS_H

#include "layout.h"

struct gen_card_scan {
    gen_visit *visit;
    void *context;
    int holder;            /* generation of the scanned region; large objects count as 2 */
    bool younger;          /* a reference to a younger generation was seen */
    uintptr_t object, end; /* what the last card ended with: the next one often continues it */
};

static inline __attribute__((always_inline)) void gen_card_slot(struct hp_heap *h, uintptr_t *where,
                                                                void *context)
{
    struct gen_card_scan *scan = context;
    if (*where == 0)
        return;
    const int generation = gen_number_of(h, *where);
    scan->younger = scan->younger || generation < scan->holder;
    if (generation <= h->condemned)
        scan->visit(h, where, scan->context);
}

/* Visits the references of one marked card [low, high). */
static inline __attribute__((always_inline)) void gen_scan_card(struct hp_heap *h, struct region *r,
                                                                uintptr_t low, uintptr_t high,
                                                                struct gen_card_scan *scan)
{
    if (low < gen_region_mem(r))
        low = gen_region_mem(r);
    if (low < scan->object || low >= scan->end) {
        scan->object = gen_object_at(h, r, low);
        scan->end = scan->object + gen_size(scan->object);
    }
    for (;;) {
        if (gen_has_refs(gen_type(scan->object)))
            gen_each_ref(h, scan->object, low, high, gen_card_slot, scan);
        if (scan->end >= high || scan->end >= r->allocated)
            return;
        scan->object = scan->end;
        scan->end += gen_size(scan->object);
    }
}

static inline __attribute__((always_inline)) void
gen_scan_region(struct hp_heap *h, struct region *r, struct gen_card_scan *scan, bool clean)
{
    uint8_t *card = gen_card(h, r->base);
    uint8_t *end = gen_card(h, r->allocated - 1) + 1;
    if (r->allocated == gen_region_mem(r))
        return;
    scan->object = scan->end = 0;
    while (card < end) {
        if (((uintptr_t)card & 7) == 0 && end - card >= 8 && *(const uint64_t *)card == 0) {
            card += 8;
            continue;
        }
        if (*card != 0) {
            const uintptr_t low = h->base + (((uintptr_t)card - h->cards) << CARD_SHIFT);
            scan->younger = false;
            gen_scan_card(h, r, low, low + (1u << CARD_SHIFT), scan);
            if (clean && !scan->younger)
                *card = 0;
        }
        card++;
    }
}

/* Visits every reference to a condemned generation on a marked card of a region that is not condemned. */
static inline __attribute__((always_inline)) void
gen_scan_cards(struct hp_heap *h, gen_visit *visit, void *context, bool clean)
{
    for (int g = h->condemned + 1; g < GEN_COUNT; g++) {
        if (g == GEN_LARGE && h->condemned >= GEN2)
            continue;
        struct gen_card_scan scan = { visit, context, g < GEN2 ? g : GEN2, false, 0, 0 };
        for (struct region *r = h->gen[g].first; r != NULL; r = r->next)
            gen_scan_region(h, r, &scan, clean);
    }
}

#endif
