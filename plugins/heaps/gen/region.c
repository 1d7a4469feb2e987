/* SPDX-License-Identifier: MIT
 *
 * Where memory comes from: one reserved range, regions cut from it, commit by steps, and the side tables
 * (mark bits, cards, bricks) that cover the same range. Every table is committed with the region that it
 * describes, so a limit on the data segment sees only what the heap really holds. Under the heap's lock.
 */
#include "layout.h"

#include <sys/mman.h>

/* Side tables: where the address of each is kept, and how many bytes of heap a byte of it describes. */
static const struct {
    size_t offset;
    unsigned shift;
} side_tables[] = {
    { offsetof(struct hp_heap, cards), CARD_SHIFT },
    { offsetof(struct hp_heap, marks), 6 },
    { offsetof(struct hp_heap, moves), 6 },
    { offsetof(struct hp_heap, bricks), BRICK_SHIFT },
};

#define SIDE_TABLES (sizeof side_tables / sizeof *side_tables)

static const uintptr_t *side(const struct hp_heap *h, size_t table)
{
    return (const uintptr_t *)(const void *)((const char *)h + side_tables[table].offset);
}

static void *reserve(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static bool open_access(uintptr_t from, uintptr_t to)
{
    return mprotect((void *)from, to - from, PROT_READ | PROT_WRITE) == 0;
}

/* Gives the pages back; they read as zero when committed again. */
static void drop_pages(uintptr_t from, uintptr_t to)
{
    (void)mmap((void *)from, to - from, PROT_NONE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

static int map_tables(struct hp_heap *h)
{
    const size_t per_unit = sizeof *h->regions + sizeof *h->of + sizeof *h->unit_gen;
    h->table_bytes = h->units * per_unit;
    void *at = mmap(NULL, h->table_bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return HP_E_NOMEM;
    h->tables = at;
    h->regions = at;
    h->of = (struct region **)(void *)(h->regions + h->units);
    h->unit_gen = (uint8_t *)(h->of + h->units);
    memset(h->unit_gen, GEN_NONE, h->units);
    return HP_OK;
}

static bool reserve_tables(struct hp_heap *h)
{
    for (size_t i = 0; i < SIDE_TABLES; i++) {
        const uintptr_t at = (uintptr_t)reserve(h->span >> side_tables[i].shift);
        if (at == 0)
            return false;
        memcpy((char *)h + side_tables[i].offset, &at, sizeof at);
    }
    return true;
}

int gen_space_open(struct hp_heap *h, struct hp_err *err)
{
    h->units = h->opt.reserve >> UNIT_SHIFT;
    h->span = h->units << UNIT_SHIFT;
    h->base = (uintptr_t)reserve(h->span + UNIT_BYTES);
    if (h->base == 0 || !reserve_tables(h) || map_tables(h) != HP_OK)
        return hp_fail(err, HP_E_NOMEM, "gen: cannot reserve %llu bytes of address space",
                       (unsigned long long)h->span);
    /* One unit more than asked was reserved, so that the units can be aligned. */
    const uintptr_t aligned = (h->base + UNIT_BYTES - 1) & ~(UNIT_BYTES - 1);
    if (aligned != h->base)
        (void)munmap((void *)h->base, aligned - h->base);
    if (aligned != h->base + UNIT_BYTES)
        (void)munmap((void *)(aligned + h->span), h->base + UNIT_BYTES - aligned);
    h->base = aligned;
    return HP_OK;
}

static void unmap(uintptr_t at, size_t bytes)
{
    if (at != 0)
        (void)munmap((void *)at, bytes);
}

void gen_space_close(struct hp_heap *h)
{
    unmap(h->base, h->span);
    for (size_t i = 0; i < SIDE_TABLES; i++)
        unmap(*side(h, i), h->span >> side_tables[i].shift);
    unmap((uintptr_t)h->tables, h->table_bytes);
}

/* Lowest run of unused units for small regions, highest for large ones: they do not get into each
 * other's way. Returns h->units when there is none. */
static size_t find_units(const struct hp_heap *h, size_t count, bool from_top)
{
    size_t run = 0;
    for (size_t i = 0; i < h->units; i++) {
        const size_t unit = from_top ? h->units - 1 - i : i;
        run = h->of[unit] == NULL ? run + 1 : 0;
        if (run == count)
            return from_top ? unit : unit + 1 - count;
    }
    return h->units;
}

/* The part of a side table that describes the region. */
static uintptr_t side_from(const struct hp_heap *h, const struct region *r, size_t table)
{
    return *side(h, table) + ((r->base - h->base) >> side_tables[table].shift);
}

static size_t side_bytes(const struct region *r, size_t table)
{
    return (r->end - r->base) >> side_tables[table].shift;
}

static bool commit_tables(const struct hp_heap *h, const struct region *r)
{
    for (size_t i = 0; i < SIDE_TABLES; i++) {
        const uintptr_t from = side_from(h, r, i);
        if (!open_access(from, from + side_bytes(r, i)))
            return false;
    }
    return true;
}

static void drop_tables(const struct hp_heap *h, const struct region *r)
{
    for (size_t i = 0; i < SIDE_TABLES; i++) {
        const uintptr_t from = side_from(h, r, i);
        drop_pages(from, from + side_bytes(r, i));
    }
}

/* Forgets the region: its address space is unused again. */
void gen_region_discard(struct hp_heap *h, struct region *r)
{
    drop_pages(r->base, r->end);
    drop_tables(h, r);
    h->committed_bytes -= r->committed - r->base;
    const size_t first = gen_unit(h, r->base);
    for (size_t i = 0; i < r->units; i++) {
        h->of[first + i] = NULL;
        h->unit_gen[first + i] = GEN_NONE;
    }
}

/* A region nobody uses, one page committed. */
static struct region *make_region(struct hp_heap *h, size_t units, bool from_top)
{
    const size_t first = find_units(h, units, from_top);
    if (first == h->units)
        return NULL;
    struct region *r = &h->regions[first];
    memset(r, 0, sizeof *r);
    r->base = h->base + (first << UNIT_SHIFT);
    r->end = r->base + (units << UNIT_SHIFT);
    r->units = (uint32_t)units;
    r->generation = GEN_NONE;
    r->allocated = r->used = gen_region_mem(r);
    r->committed = r->base;
    for (size_t i = 0; i < units; i++)
        h->of[first + i] = r;
    if (!commit_tables(h, r) || !gen_commit_exact(h, r, r->base + PAGE_BYTES)) {
        gen_region_discard(h, r);
        return NULL;
    }
    return r;
}

bool gen_commit_exact(struct hp_heap *h, struct region *r, uintptr_t to)
{
    if (to <= r->committed)
        return true;
    const uint64_t more = to - r->committed;
    if (h->opt.limit != 0 && h->condemned < 0 && h->committed_bytes + more > h->opt.limit)
        return false;
    if (!open_access(r->committed, to))
        return false;
    r->committed = to;
    h->committed_bytes += more;
    return true;
}

/* Makes memory up to `need` usable, in steps of at least 64 KiB. */
bool gen_commit(struct hp_heap *h, struct region *r, uintptr_t need)
{
    if (need <= r->committed)
        return true;
    uintptr_t step = (need - r->committed + PAGE_BYTES - 1) & ~(uintptr_t)(PAGE_BYTES - 1);
    if (step < COMMIT_STEP)
        step = COMMIT_STEP;
    const uintptr_t room = r->end - r->committed;
    return gen_commit_exact(h, r, r->committed + (step < room ? step : room));
}

/* The first free region, or a new one. */
struct region *gen_region_take(struct hp_heap *h)
{
    struct region *r = h->free;
    if (r == NULL)
        return make_region(h, 1, false);
    h->free = r->next;
    r->next = NULL;
    return r;
}

struct region *gen_region_large(struct hp_heap *h, uint64_t bytes)
{
    const uint64_t step = (uint64_t)LARGE_UNITS << UNIT_SHIFT;
    const size_t units = (size_t)((bytes + 48 + PAGE_BYTES + step) / step) * LARGE_UNITS;
    struct region *r = h->spare_large;
    if (r != NULL && r->units == units) {
        h->spare_large = NULL;
        return r;
    }
    return make_region(h, units, true);
}

static void set_generation(struct hp_heap *h, struct region *r, uint8_t generation)
{
    r->generation = generation;
    memset(&h->unit_gen[gen_unit(h, r->base)], generation, r->units);
}

/* Empties the region. Small ones wait among the free ones (spare.c); of the large ones one is kept, since
 * a program that drops one large object soon asks for the next. */
void gen_region_free(struct hp_heap *h, struct region *r)
{
    gen_clear_cards(h, r);
    gen_clear_bricks(h, r);
    set_generation(h, r, GEN_NONE);
    r->allocated = gen_region_mem(r);
    r->next = NULL;
    if (r->units > 1) {
        if (h->spare_large != NULL || r->units != LARGE_UNITS)
            gen_region_discard(h, r);
        else
            h->spare_large = r;
        return;
    }
    gen_spare_add(h, r);
}

uint64_t gen_release_free(struct hp_heap *h)
{
    const uint64_t before = h->committed_bytes;
    while (h->free != NULL) {
        struct region *r = h->free;
        h->free = r->next;
        gen_region_discard(h, r);
    }
    if (h->spare_large != NULL)
        gen_region_discard(h, h->spare_large);
    h->spare_large = NULL;
    return before - h->committed_bytes;
}

/* Appends the region to a generation's list. */
void gen_region_join(struct hp_heap *h, struct region *r, int generation)
{
    struct generation *g = &h->gen[generation];
    set_generation(h, r, (uint8_t)generation);
    r->next = NULL;
    if (g->first == NULL)
        g->first = r;
    else
        g->last->next = r;
    g->last = r;
}

/* Zeroes what the bytes [from, to) may still hold of earlier objects. */
void gen_zero(struct region *r, uintptr_t from, uintptr_t to)
{
    const uintptr_t dirty = to < r->used ? to : r->used;
    if (from < dirty)
        memset((void *)from, 0, dirty - from);
    gen_touch(r, to);
}

void gen_touch(struct region *r, uintptr_t to)
{
    if (r->used < to)
        r->used = to;
}

void gen_clear_cards(struct hp_heap *h, const struct region *r)
{
    const uintptr_t from = (uintptr_t)gen_card(h, r->base);
    const uintptr_t to = (uintptr_t)gen_card(h, r->committed - 1) + 1;
    memset((void *)from, 0, to - from);
}

void gen_clear_bricks(struct hp_heap *h, const struct region *r)
{
    const uintptr_t from = (uintptr_t)gen_brick(h, r->base);
    const uintptr_t to = (uintptr_t)gen_brick(h, r->committed - 1) + 1;
    memset((void *)from, 0, to - from);
}

/* The object that covers `address` or, at the end, region->allocated. Bricks remember an object start
 * each (0: none known) and are filled by the walk, so a second question is cheap. */
uintptr_t gen_object_at(struct hp_heap *h, struct region *r, uintptr_t address)
{
    uintptr_t brick = (address - r->base) >> BRICK_SHIFT;
    uintptr_t object = gen_region_mem(r);
    for (;; brick--) {
        const uintptr_t start = r->base + (brick << BRICK_SHIFT);
        const uint8_t entry = *gen_brick(h, start);
        if (entry != 0 && start + 8 * (uintptr_t)(entry - 1) <= address) {
            object = start + 8 * (uintptr_t)(entry - 1);
            break;
        }
        if (brick == 0)
            break;
    }
    uintptr_t known = object >> BRICK_SHIFT;
    while (object < r->allocated) {
        const uintptr_t next = object + gen_size(object);
        if (next > address)
            break;
        object = next;
        if (object >> BRICK_SHIFT != known && object < r->allocated) {
            known = object >> BRICK_SHIFT;
            *gen_brick(h, object) = (uint8_t)(((object & ((1u << BRICK_SHIFT) - 1)) >> 3) + 1);
        }
    }
    return object;
}

uint64_t gen_generation_size(const struct hp_heap *h, int generation)
{
    uint64_t size = 0;
    for (const struct region *r = h->gen[generation].first; r != NULL; r = r->next)
        size += r->allocated - gen_region_mem(r);
    return size;
}
