/* SPDX-License-Identifier: MIT
 *
 * What lies in a region: free objects, mark bits read as a sequence of live objects, and the growing arrays
 * of words that phases keep outside the heap. Worker process, under the heap's lock.
 */
#include "marks.h"

#include <sys/mman.h>

const struct hp_type gen_free_type = { "free", HP_ARRAY_BASE, 1, 0, 0, 0 };
const struct hp_type gen_bytes_type = { "byte[]", HP_ARRAY_BASE, 1, HP_TYPE_ARRAY, 0, 0 };

void gen_free_object(uintptr_t address, uint64_t bytes)
{
    *gen_header(address) = 0;
    *gen_word(address) = (uintptr_t)&gen_free_type;
    *gen_word(address + 8) = bytes;
}

/* Address of the first marked object in [from, end), or end. Costs a load per 512 bytes, so that dead
 * objects cost next to nothing. */
uintptr_t gen_next_marked(const struct hp_heap *h, uintptr_t from, uintptr_t end)
{
    if (from >= end)
        return end;
    const uint64_t *word = gen_mark_word(h, from);
    const uint64_t *last = gen_mark_word(h, end - 8);
    uint64_t bits = *word & ~(gen_mark_bit(h, from) - 1);
    while (bits == 0) {
        if (word == last)
            return end;
        bits = *++word;
    }
    const uintptr_t index = (uintptr_t)word - h->marks;
    const uintptr_t found = h->base + (index << 6) + 8 * (uintptr_t)__builtin_ctzll(bits);
    return found < end ? found : end;
}

void gen_clear_marks(struct hp_heap *h, const struct region *r)
{
    const uintptr_t from = (uintptr_t)gen_mark_word(h, r->base);
    const uintptr_t to = (uintptr_t)gen_mark_word(h, r->allocated) + 8;
    memset((void *)from, 0, to - from);
}

bool gen_words_push(struct words *w, uintptr_t item)
{
    if (w->count == w->capacity) {
        const size_t capacity = w->capacity == 0 ? 8192 : 2 * w->capacity;
        if (w->ceiling != 0 && w->count >= w->ceiling)
            return false;
        void *grown = w->capacity == 0
                          ? mmap(NULL, capacity * sizeof *w->item, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                          : mremap(w->item, w->capacity * sizeof *w->item,
                                   capacity * sizeof *w->item, MREMAP_MAYMOVE);
        if (grown == MAP_FAILED)
            return false;
        w->item = grown;
        w->capacity = capacity;
    }
    w->item[w->count++] = item;
    return true;
}

void gen_words_free(struct words *w)
{
    if (w->capacity != 0)
        (void)munmap(w->item, w->capacity * sizeof *w->item);
    w->item = NULL;
    w->count = w->capacity = 0;
}
