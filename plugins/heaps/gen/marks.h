/* SPDX-License-Identifier: MIT
 *
 * Which words live, and where do they go? A mark bit stands for 8 bytes. Of an object of generations 0 to 2
 * all words are marked, so that a run of set bits is a run of adjacent live objects (a *plug*) and nobody
 * has to look at the objects to find it; of a large object, which never moves, only the first word is.
 *
 * A block is 512 bytes: one word of mark bits, and one entry in the table of moves. The entry is the new
 * address of the block's first live word if the live words of the block stay together: what lives before
 * an object in its block tells how much further it goes. Else (pads, free items) it is odd, and half of it is
 * the index in hp_heap.runs of the new addresses of the block's runs. Neither table is in the memory that
 * moves, so references can be rewritten while it does.
 *
 * Between collections all mark bits are 0; moves and runs mean something from plan to compact only.
 * Collector, world stopped.
 */
#ifndef GEN_MARKS_H
#define GEN_MARKS_H

#include "layout.h"

#define BLOCK_SHIFT 9u
#define BLOCK_BYTES ((uintptr_t)1 << BLOCK_SHIFT)

_Static_assert(BLOCK_BYTES == 512, "a block has as many words as a word has bits");

static inline size_t gen_block(const struct hp_heap *h, uintptr_t address)
{
    return (address - h->base) >> BLOCK_SHIFT;
}

static inline uint64_t *gen_mark_word(const struct hp_heap *h, uintptr_t object)
{
    return (uint64_t *)h->marks + gen_block(h, object);
}

static inline uint64_t gen_mark_bit(const struct hp_heap *h, uintptr_t object)
{
    return (uint64_t)1 << (((object - h->base) >> 3) & 63);
}

static inline bool gen_marked(const struct hp_heap *h, uintptr_t object)
{
    return (*gen_mark_word(h, object) & gen_mark_bit(h, object)) != 0;
}

static inline uintptr_t *gen_move(const struct hp_heap *h, size_t block)
{
    return (uintptr_t *)h->moves + block;
}

/* Number of set bits. Not every x86-64 has an instruction for it, and a call costs more. */
static inline uintptr_t gen_ones(uint64_t bits)
{
    bits -= (bits >> 1) & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (bits * 0x0101010101010101u) >> 56;
}

/* First words of the runs in a block. */
static inline uint64_t gen_run_starts(uint64_t bits)
{
    return bits & ~(bits << 1);
}

/* Where a marked object of a condemned generation goes. */
static inline uintptr_t gen_new_place(const struct hp_heap *h, uintptr_t object)
{
    const size_t block = gen_block(h, object);
    const uint64_t bits = *gen_mark_word(h, object), bit = gen_mark_bit(h, object);
    const uintptr_t move = *gen_move(h, block);
    if ((move & 1) == 0)
        return move + 8 * gen_ones(bits & (bit - 1));
    const uint64_t starts = gen_run_starts(bits) & (bit | (bit - 1));
    const uintptr_t words = (uintptr_t)(__builtin_clzll(starts) - __builtin_clzll(bit));
    return h->runs.item[(move >> 1) + gen_ones(starts) - 1] + 8 * words;
}

/* A walk over the runs of a region, upward. */
struct gen_runs {
    const uint64_t *word, *last;
    uint64_t bits; /* of *word, less what was walked */
    uintptr_t at;  /* address of the word of bit 0 */
};

static inline struct gen_runs gen_runs_of(const struct hp_heap *h, const struct region *r)
{
    const uint64_t *first = gen_mark_word(h, r->base);
    return (struct gen_runs){ first, gen_mark_word(h, r->allocated - 8), *first, r->base };
}

static inline void gen_runs_step(struct gen_runs *walk)
{
    walk->bits = *++walk->word;
    walk->at += BLOCK_BYTES;
}

/* Goes on to a block where a run is left. False: there is none. */
static inline bool gen_runs_seek(struct gen_runs *walk)
{
    while (walk->bits == 0) {
        if (walk->word == walk->last)
            return false;
        gen_runs_step(walk);
    }
    return true;
}

/* The run of live objects [*from, *end) that is next in the block. */
static inline void gen_runs_take(struct gen_runs *walk, uintptr_t *from, uintptr_t *end)
{
    *from = walk->at + 8 * (uintptr_t)__builtin_ctzll(walk->bits);
    /* Adding the lowest bit carries through the run. */
    uint64_t carried = walk->bits + (walk->bits & -walk->bits);
    while (carried == 0) {
        if (walk->word == walk->last) {
            walk->bits = 0;
            *end = walk->at + BLOCK_BYTES;
            return;
        }
        gen_runs_step(walk);
        carried = walk->bits + 1;
    }
    walk->bits &= carried;
    *end = walk->at + 8 * (uintptr_t)__builtin_ctzll(carried);
}

static inline bool gen_runs_next(struct gen_runs *walk, uintptr_t *from, uintptr_t *end)
{
    if (!gen_runs_seek(walk))
        return false;
    gen_runs_take(walk, from, end);
    return true;
}

/* object.c */
uintptr_t gen_next_marked(const struct hp_heap *h, uintptr_t from, uintptr_t end);
void gen_clear_marks(struct hp_heap *h, const struct region *r);

#endif
