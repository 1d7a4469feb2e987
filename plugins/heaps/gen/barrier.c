/* SPDX-License-Identifier: MIT
 *
 * References from older objects to younger ones. The inline barrier of abi.h marks the card (256 bytes) of
 * every slot that receives a reference, whatever the generations are; a collection of generations 0..n
 * looks into the marked cards of all older regions instead of walking them, and unmarks a card that holds
 * no reference to something younger than its object. The invariant, checked by verify.c: a reference from
 * an object to a younger generation lies on a marked card.
 */
#include "layout.h"

void gen_refs_written(struct hp_thread *thread, hp_ref object, uint64_t first, uint64_t count)
{
    struct hp_heap *h = thread->heap;
    if (count == 0)
        return;
    const uintptr_t words = (uintptr_t)hp_data(thread, object);
    uint8_t *card = gen_card(h, words + 8 * first);
    uint8_t *last = gen_card(h, words + 8 * (first + count - 1));
    for (; card <= last; card++)
        if (__atomic_load_n(card, __ATOMIC_RELAXED) != 0xff)
            __atomic_store_n(card, 0xff, __ATOMIC_RELAXED);
}

void gen_card_for(struct hp_heap *h, uintptr_t where, int holder_generation, int target_generation)
{
    if (target_generation < holder_generation && target_generation < GEN2)
        *gen_card(h, where) = 0xff;
}

struct card_scan {
    gen_visit *visit;
    void *context;
    int holder;   /* generation of the scanned region; large objects count as 2 */
    bool younger; /* a reference to a younger generation was seen */
};

static void visit_slot(struct hp_heap *h, uintptr_t *where, void *context)
{
    struct card_scan *scan = context;
    if (*where == 0)
        return;
    if (gen_number_of(h, *where) < scan->holder)
        scan->younger = true;
    scan->visit(h, where, scan->context);
}

/* Visits the references of one run of marked cards [low, high). */
static void scan_run(struct hp_heap *h, struct region *r, uintptr_t low, uintptr_t high,
                     struct card_scan *scan)
{
    uintptr_t object = gen_object_at(h, r, low > gen_region_mem(r) ? low : gen_region_mem(r));
    while (object < high && object < r->allocated) {
        if (gen_has_refs(gen_type(object)))
            gen_each_ref(h, object, low, high, visit_slot, scan);
        object += gen_size(object);
    }
}

static void scan_region(struct hp_heap *h, struct region *r, struct card_scan *scan, bool clean)
{
    uint8_t *card = gen_card(h, r->base);
    uint8_t *end = gen_card(h, r->allocated - 1) + 1;
    while (card < end) {
        if (((uintptr_t)card & 7) == 0 && end - card >= 8 && *(const uint64_t *)card == 0) {
            card += 8;
            continue;
        }
        if (*card != 0) {
            const uintptr_t low = h->base + (((uintptr_t)card - h->cards) << CARD_SHIFT);
            scan->younger = false;
            scan_run(h, r, low, low + (1u << CARD_SHIFT), scan);
            if (clean && !scan->younger)
                *card = 0;
        }
        card++;
    }
}

/* Visits every reference on a marked card of every region that is not condemned. */
void gen_scan_cards(struct hp_heap *h, gen_visit *visit, void *context, bool clean)
{
    for (int g = h->condemned + 1; g < GEN_COUNT; g++) {
        if (g == GEN_LARGE && h->condemned >= GEN2)
            continue;
        struct card_scan scan = { visit, context, g < GEN2 ? g : GEN2, false };
        for (struct region *r = h->gen[g].first; r != NULL; r = r->next)
            scan_region(h, r, &scan, clean);
    }
}
