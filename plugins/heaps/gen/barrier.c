/* SPDX-License-Identifier: MIT
 *
 * Marking cards: the inline barrier of abi.h does it for single references, this file for blocks of them and
 * for objects that have moved. cards.h reads what is marked.
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
