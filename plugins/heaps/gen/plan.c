/* SPDX-License-Identifier: MIT
 *
 * Where would each run of live objects (plug) go, and is moving worth it? Survivors of the oldest condemned
 * generation leave for the generation above (older.c) if the collection promotes; all others slide towards
 * the start of the condemned regions, oldest generation first. The plan of a plug is written into the dead
 * bytes before it, so planning needs no memory. Collector, world stopped.
 */
#include "marks.h"

/* Fragmentation from which a collection of generations 0..n compacts, in bytes and as a share. */
static const struct {
    uint64_t bytes;
    float share;
} compact_from[3] = { { 40000, 0.5f }, { 80000, 0.5f }, { 200000, 0.25f } };

struct slide {
    struct region *region;
    int region_generation; /* whose list `region` is in */
    struct gen_piece piece;
    int to_generation; /* of what is being laid out; -1 at the start */
};

struct region *gen_first_condemned(const struct hp_heap *h, int *generation)
{
    for (*generation = h->condemned; *generation >= 0; --*generation)
        if (h->gen[*generation].first != NULL)
            return h->gen[*generation].first;
    return NULL;
}

/* The order of planning: lists from the oldest condemned generation to generation 0. */
struct region *gen_next_condemned(const struct hp_heap *h, const struct region *r, int *generation)
{
    if (r->next != NULL)
        return r->next;
    while (--*generation >= 0)
        if (h->gen[*generation].first != NULL)
            return h->gen[*generation].first;
    return NULL;
}

/* Nothing is placed here before slide_place has prepared it: the limit says so. */
static void slide_into(struct slide *s, struct region *r)
{
    s->region = r;
    s->piece.ptr = s->piece.limit = s->piece.pad_from = gen_region_mem(r);
}

static void slide_next(struct hp_heap *h, struct slide *s)
{
    s->region->planned = s->piece.ptr;
    slide_into(s, gen_next_condemned(h, s->region, &s->region_generation));
}

static uintptr_t slide_place(struct hp_heap *h, struct slide *s, const struct region *source,
                             uintptr_t plug, uint64_t bytes, int to)
{
    struct gen_piece *piece = &s->piece;
    if (s->to_generation != to && s->to_generation >= 0 && piece->ptr != gen_region_mem(s->region))
        slide_next(h, s);
    s->to_generation = to;
    piece->pads = to != GEN2;
    const uint64_t front = piece->pads ? GAP_BYTES : 0;
    /* In its own region a plug always fits: it moves down, by at least the gap before it. */
    while (s->region != source && piece->ptr + front + bytes + GAP_BYTES > s->region->end)
        slide_next(h, s);
    s->region->plan_generation = (uint8_t)to;
    if (piece->pads && piece->ptr != plug &&
        (piece->ptr == piece->pad_from || piece->ptr - piece->pad_from >= PAD_EVERY)) {
        piece->pad_from = piece->ptr;
        piece->ptr += GAP_BYTES;
        h->plan_pad_bytes[to] += GAP_BYTES;
    }
    const uintptr_t at = piece->ptr;
    piece->ptr += bytes;
    if (!gen_commit(h, s->region, piece->ptr))
        h->older.failed = true;
    piece->limit = s->region->committed;
    return at;
}

static void push_run(struct hp_heap *h, uintptr_t to)
{
    if (!gen_words_push(&h->runs, to))
        h->older.failed = true;
}

/* A run does not follow those before it in the block: from here on each has an entry of its own. */
static void part_block(struct hp_heap *h, size_t block, uint64_t before)
{
    uintptr_t *move = gen_move(h, block);
    const uintptr_t first = *move;
    *move = (h->runs.count << 1) | 1;
    for (uint64_t starts = gen_run_starts(before); starts != 0; starts &= starts - 1)
        push_run(h, first + 8 * gen_ones(before & ((starts & -starts) - 1)));
}

/* The run [from, end) goes to `to`. Runs of a block are noted upward. */
static void note_move(struct hp_heap *h, uintptr_t from, uintptr_t end, uintptr_t to)
{
    size_t block = gen_block(h, from);
    const size_t last = gen_block(h, end - 8);
    const uint64_t before = *gen_mark_word(h, from) & (gen_mark_bit(h, from) - 1);
    uintptr_t *move = gen_move(h, block);
    if (before == 0) {
        *move = to;
    } else {
        if ((*move & 1) == 0 && *move + 8 * gen_ones(before) != to)
            part_block(h, block, before);
        if ((*move & 1) != 0)
            push_run(h, to);
    }
    while (++block <= last)
        *gen_move(h, block) = to + ((h->base + (block << BLOCK_SHIFT)) - from);
}

/* Room for plugs of so many bytes in all if no pad can be due before any and no other piece is needed. */
static bool take_together(struct gen_piece *piece, uint64_t bytes)
{
    if (piece->limit - piece->ptr < bytes + GAP_BYTES + GAP_BYTES)
        return false;
    if (piece->pads &&
        (piece->ptr == piece->pad_from || piece->ptr + bytes - piece->pad_from >= PAD_EVERY))
        return false;
    piece->ptr += bytes;
    return true;
}

/* Plans all runs that begin in the block where the walk is, if they may lie together: as one by one, only
 * faster. Returns their bytes or 0. */
static uint64_t plan_block(struct hp_heap *h, struct gen_runs *walk, struct gen_piece *piece)
{
    uintptr_t to = piece->ptr;
    uintptr_t *move = gen_move(h, gen_block(h, walk->at));
    const uint64_t before = *walk->word & ~walk->bits;
    if (before != 0 && ((*move & 1) != 0 || *move + 8 * gen_ones(before) != to))
        return 0;
    struct gen_runs ahead = *walk;
    to += 8 * gen_ones(walk->bits);
    ahead.bits = 0;
    for (uint64_t bits = walk->bits; bits >> 63 != 0 && ahead.word != ahead.last;) {
        gen_runs_step(&ahead);
        *gen_move(h, gen_block(h, ahead.at)) = to;
        bits = ahead.bits & ~(ahead.bits + 1); /* what continues the run */
        ahead.bits &= ahead.bits + 1;
        to += 8 * gen_ones(bits);
    }
    const uint64_t bytes = to - piece->ptr;
    if (before == 0)
        *move = piece->ptr;
    if (!take_together(piece, bytes))
        return 0;
    *walk = ahead;
    return bytes;
}

static void plan_region(struct hp_heap *h, struct slide *s, struct region *r, int generation,
                        int to)
{
    const bool leaves = generation == h->condemned && to > generation;
    struct gen_piece *piece = leaves ? &h->older.piece : &s->piece;
    struct gen_runs walk = gen_runs_of(h, r);
    uintptr_t from, end;
    if (!leaves && s->to_generation != to)
        piece->limit = piece->ptr;
    while (gen_runs_seek(&walk)) {
        const uint64_t bytes = plan_block(h, &walk, piece);
        if (bytes != 0) {
            if (leaves && !h->older.at_end)
                h->older.into->list_used_bytes += bytes;
            continue;
        }
        gen_runs_take(&walk, &from, &end);
        note_move(h, from, end,
                  leaves ? gen_older_place(h, end - from)
                         : slide_place(h, s, r, from, end - from, to));
    }
}

void gen_plan(struct hp_heap *h)
{
    int generation;
    struct slide s = { .to_generation = -1 };
    slide_into(&s, gen_first_condemned(h, &generation));
    s.region_generation = generation;
    memset(h->plan_pad_bytes, 0, sizeof h->plan_pad_bytes);
    h->runs.count = 0;
    h->older = (struct older_plan){ .into = NULL };
    if (h->promote && h->condemned < GEN2)
        gen_older_begin(h, h->condemned + 1);
    for (struct region *r = s.region; r != NULL; r = gen_next_condemned(h, r, &generation)) {
        r->planned = gen_region_mem(r);
        r->plan_generation = (uint8_t)generation;
    }
    struct region *r = gen_first_condemned(h, &generation);
    for (; r != NULL; r = gen_next_condemned(h, r, &generation)) {
        const int to = h->promote && generation < GEN2 ? generation + 1 : generation;
        plan_region(h, &s, r, generation, to);
    }
    s.region->planned = s.piece.ptr;
}

bool gen_decide_compact(const struct hp_heap *h)
{
    uint64_t total = 0, planned = 0;
    int generation;
    const struct region *r = gen_first_condemned(h, &generation);
    for (; r != NULL; r = gen_next_condemned(h, r, &generation)) {
        total += r->allocated - gen_region_mem(r);
        planned += r->planned - gen_region_mem(r);
    }
    /* Unsigned on purpose: pads that outweigh the garbage look like endless fragmentation. */
    const uint64_t fragmented = total - planned;
    const int n = h->condemned;
    const float share = total == 0 ? 0.0f : (float)fragmented / (float)total;
    return fragmented >= compact_from[n].bytes && share >= compact_from[n].share;
}
