/* SPDX-License-Identifier: MIT
 *
 * The rules of the gen heap, one by one, with the numbers that were measured on .NET 8: fit and buckets of
 * large objects, contexts, budgets, promotion, the choice of generation, the threshold. White box: linked
 * with the heap's parts.
 */
#include "layout.h"
#include "plugin/plugin.h"
#include <hp_test.h>

#include <signal.h>
#include <sys/wait.h>

static const struct hp_type refs_type = { "object[]", 24, 8, HP_TYPE_ARRAY, 0, 1 };
static const struct hp_type node_type = { "Node", 32, 0, 0, 1, 0 };
static const struct hp_type small_type = { "Small", 24, 0, 0, 0, 0 };
static const struct hp_machine machine = { "truth", 2, 32u << 20, (uint64_t)24 << 30 };

struct rig {
    struct hp_heap *heap;
    struct hp_thread *thread;
    struct hp_err err;
};

static int open_heap(struct rig *rig, const struct hp_named *given, size_t count,
                     uint64_t threshold, int runtime, int gc_mode)
{
    const struct hp_plugin *plugin = hp_plugin_query();
    struct gen_options options;
    memset(rig, 0, sizeof *rig);
    assert_int_equal(
        hp_options_fill(plugin->options, &options, sizeof options, given, count, &rig->err), HP_OK);
    const struct hp_heap_config config = { .size = sizeof config,
                                           .options = &options,
                                           .threshold = threshold,
                                           .runtime = runtime,
                                           .gc_mode = gc_mode,
                                           .processors = 2,
                                           .machine = &machine };
    int rc = gen_ops.open(&rig->heap, &config, &rig->err);
    if (rc == HP_OK)
        rc = gen_ops.attach(rig->heap, &rig->thread, &rig->err);
    return rc;
}

static void open_default(struct rig *rig)
{
    const struct hp_named verify = { "verify", "true" };
    assert_int_equal(open_heap(rig, &verify, 1, 0, 8, HP_GC_WORKSTATION), HP_OK);
}

static void close_heap(struct rig *rig)
{
    assert_int_equal(gen_ops.verify(rig->thread, &rig->err), HP_OK);
    gen_ops.detach(rig->thread);
    gen_ops.close(rig->heap);
}

/* A byte array of `bytes` in all, header included. */
static hp_ref make(struct rig *rig, uint64_t bytes)
{
    hp_ref out = { 0 };
    HP_CHECK(hp_new(rig->thread, &gen_bytes_type, bytes - 24, 0, &out, &rig->err) == HP_OK, "%s",
             rig->err.text);
    return out;
}

static void drop_new(struct rig *rig, uint64_t bytes)
{
    const uint32_t scope = hp_scope_open(rig->thread);
    (void)make(rig, bytes);
    hp_scope_close(rig->thread, scope);
}

/* ---- large objects ----------------------------------------------------------------------------- */

/* Leaves a free item of 100,088 bytes between two objects that stay. */
static bool lands_in_gap(uint64_t bytes)
{
    struct rig rig;
    open_default(&rig);
    const hp_ref before = make(&rig, 90000), dead = make(&rig, 100024), after = make(&rig, 90000);
    gen_ops.drop(rig.thread, dead);
    gen_ops.collect(rig.thread, 2);
    assert_int_equal(rig.heap->gen[GEN_LARGE].list_bytes, 100088);
    const uintptr_t placed = rig.thread->roots[make(&rig, bytes).slot];
    const bool inside =
        placed > rig.thread->roots[before.slot] && placed < rig.thread->roots[after.slot];
    close_heap(&rig);
    return inside;
}

static void the_fit_counts_the_pad_twice(void **state)
{
    (void)state;
    static const uint64_t fit[] = { 99992, 100000, 100024 };
    static const uint64_t not_fit[] = { 100008, 100016, 100032, 100040, 100048, 100056 };
    for (size_t i = 0; i < sizeof fit / sizeof fit[0]; i++)
        HP_CHECK(lands_in_gap(fit[i]), "%llu fits", (unsigned long long)fit[i]);
    for (size_t i = 0; i < sizeof not_fit / sizeof not_fit[0]; i++)
        HP_CHECK(!lands_in_gap(not_fit[i]), "%llu does not fit", (unsigned long long)not_fit[i]);
}

static void the_rest_of_a_free_item_is_counted(void **state)
{
    (void)state;
    static const struct {
        uint64_t bytes, list, loose;
    } row[] = {
        /* loose: pads of three objects, and what is left when it is too small for the list */
        { 100024, 0, 32 + 32 + 32 + 32 },
        { 100000, 56, 32 + 32 + 32 },
        { 99992, 64, 32 + 32 + 32 },
        { 90000, 10056, 32 + 32 + 32 },
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct rig rig;
        open_default(&rig);
        (void)make(&rig, 90000);
        const hp_ref dead = make(&rig, 100024);
        (void)make(&rig, 90000);
        gen_ops.drop(rig.thread, dead);
        gen_ops.collect(rig.thread, 2);
        const uint64_t loose = rig.heap->gen[GEN_LARGE].loose_bytes;
        assert_int_equal(loose, 32); /* the first object's pad; the gap took the second's */
        (void)make(&rig, row[i].bytes);
        assert_int_equal(rig.heap->gen[GEN_LARGE].list_bytes, row[i].list);
        HP_CHECK(rig.heap->gen[GEN_LARGE].loose_bytes == row[i].loose - 32, "row %zu: %llu", i,
                 (unsigned long long)rig.heap->gen[GEN_LARGE].loose_bytes);
        close_heap(&rig);
    }
}

static void buckets_double(void **state)
{
    (void)state;
    static const struct {
        uint64_t bytes;
        unsigned bucket;
    } row[] = { { 48, 0 },      { 65535, 0 },   { 65536, 1 },   { 131071, 1 },  { 131072, 2 },
                { 1048575, 4 }, { 1048576, 5 }, { 2097151, 5 }, { 2097152, 6 }, { 45000000, 6 } };
    const struct free_list list = { .buckets = 7, .shift = 15 };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        HP_CHECK(gen_list_bucket(&list, row[i].bytes) == row[i].bucket, "%llu is in bucket %u",
                 (unsigned long long)row[i].bytes, gen_list_bucket(&list, row[i].bytes));
    const struct free_list one = { .buckets = 1, .shift = 0 };
    assert_int_equal(gen_list_bucket(&one, 123456), 0);
}

/* 32 charges of 98,304 leave exactly nothing: the 33rd array collects nothing, the 34th does. */
static void the_budget_of_large_objects_is_passed_not_met(void **state)
{
    (void)state;
    struct rig rig;
    open_default(&rig);
    for (int i = 0; i < 32; i++)
        drop_new(&rig, 98304 - LARGE_PAD);
    assert_int_equal(rig.heap->budget[GEN_LARGE].remaining, 0);
    drop_new(&rig, 98304 - LARGE_PAD);
    assert_int_equal(rig.heap->collection_count, 0);
    drop_new(&rig, 98304 - LARGE_PAD);
    assert_int_equal(rig.heap->gen_count[GEN2], 1);
    close_heap(&rig);
}

static void with_exactly_nothing_left_a_forced_gen0_is_a_gen2(void **state)
{
    (void)state;
    struct rig rig;
    open_default(&rig);
    for (int i = 0; i < 32; i++)
        drop_new(&rig, 98304 - LARGE_PAD);
    gen_ops.collect(rig.thread, 0);
    assert_int_equal(rig.heap->gen_count[GEN2], 1);
    gen_ops.collect(rig.thread, 0);
    assert_int_equal(rig.heap->gen_count[GEN2], 1);
    close_heap(&rig);
}

static void a_region_of_large_objects_grows_by_32_mib(void **state)
{
    (void)state;
    struct rig rig;
    open_default(&rig);
    const hp_ref small = make(&rig, 100000);
    assert_int_equal(gen_region_of(rig.heap, rig.thread->roots[small.slot])->units, 8);
    const hp_ref big = make(&rig, 45000000);
    assert_int_equal(gen_region_of(rig.heap, rig.thread->roots[big.slot])->units, 16);
    assert_int_equal(rig.heap->collection_count, 0);
    close_heap(&rig);
}

/* ---- contexts ---------------------------------------------------------------------------------- */

static int64_t approx(const struct rig *rig)
{
    return rig->heap->total_small + rig->heap->total_large;
}

/* Allocates small objects until the context grows; by how much. */
static int64_t next_refill(struct rig *rig)
{
    const int64_t before = approx(rig);
    hp_ref slot;
    const uint32_t scope = hp_scope_open(rig->thread);
    assert_int_equal(hp_root(rig->thread, &slot, &rig->err), HP_OK);
    while (approx(rig) == before)
        assert_int_equal(hp_new_into(rig->thread, &small_type, 0, 0, slot, &rig->err), HP_OK);
    hp_scope_close(rig->thread, scope);
    return approx(rig) - before;
}

static void contexts_end_at_the_commit_edge(void **state)
{
    (void)state;
    struct rig rig;
    open_default(&rig);
    assert_int_equal(next_refill(&rig), 4008);
    for (int edge = 0; edge < 3; edge++) {
        for (int i = 0; i < 7; i++)
            assert_int_equal(next_refill(&rig), 8200);
        assert_int_equal(next_refill(&rig), 7944);
    }
    close_heap(&rig);
}

static void an_object_above_the_quantum_gets_what_it_needs(void **state)
{
    (void)state;
    struct rig rig;
    open_default(&rig);
    const int64_t before = approx(&rig);
    drop_new(&rig, 50000);
    assert_int_equal(approx(&rig) - before, 50000);
    close_heap(&rig);
}

static void uninitialised_arrays_take_no_quantum(void **state)
{
    (void)state;
    static const struct {
        uint64_t length;
        int64_t grows;
    } row[] = { { 2047, 8200 }, { 2048, 2072 }, { 20000, 20024 } };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const struct hp_named given = { "start_committed", "1MiB" };
        struct rig rig;
        hp_ref out;
        assert_int_equal(open_heap(&rig, &given, 1, 0, 8, HP_GC_WORKSTATION), HP_OK);
        assert_int_equal(
            hp_new(rig.thread, &gen_bytes_type, row[i].length, HP_UNINIT, &out, &rig.err), HP_OK);
        HP_CHECK(approx(&rig) == row[i].grows, "row %zu: %lld", i, (long long)approx(&rig));
        close_heap(&rig);
    }
}

/* ---- budgets ----------------------------------------------------------------------------------- */

static void gen0_is_half_of_the_cache(void **state)
{
    (void)state;
    static const struct {
        uint64_t l3, memory, budget;
    } row[] = {
        { 32u << 20, (uint64_t)64 << 30, 16777215 / 8 * 8 },
        { 20u << 20, (uint64_t)64 << 30, 10u << 20 },
        { 24u << 20, (uint64_t)64 << 30, 12582909 / 8 * 8 },
        { 0, (uint64_t)64 << 30, 160u << 10 },
        { 32u << 20, 64u << 20, 32u * 5 / 8 << 20 }, /* little memory: not below the cache */
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const struct hp_machine m = { "row", 1, row[i].l3, row[i].memory };
        const uint64_t budget = gen_gen0_min(&m);
        HP_CHECK(budget >= row[i].budget - 16 && budget <= row[i].budget + 16, "row %zu: %llu", i,
                 (unsigned long long)budget);
    }
}

static void growth_follows_survival(void **state)
{
    (void)state;
    assert_true(gen_growth(0.0f, 1.25f, 4.5f) == 1.25f);
    assert_true(gen_growth(1.0f, 1.25f, 4.5f) == 4.5f);
    assert_true(gen_growth(0.7430f, 1.25f, 4.5f) == 4.5f); /* from 0.742857 on */
    assert_true(gen_growth(0.7428f, 1.25f, 4.5f) < 4.5f);
    assert_true(gen_growth(0.5f, 1.2f, 1.8f) == (1.2f - 1.2f * 0.5f) / (1.0f - 0.5f * 1.2f));
}

static void an_early_collection_keeps_part_of_the_old_budget(void **state)
{
    (void)state;
    assert_int_equal(gen_partial(1000000, 2000000, 1000000, 0), 1500000); /* half used */
    assert_int_equal(gen_partial(1000000, 2000000, 2000000, 0), 1000000); /* nothing used */
    assert_int_equal(gen_partial(1000000, 2000000, 100000, 0), 1000000);  /* 95 % used */
    assert_int_equal(gen_partial(1000000, 2000000, 100008, 0), 1050004);
    assert_int_equal(gen_partial(1000000, 2000000, -5, 0), 1000000);
    /* ... and forgets it over five minutes */
    assert_int_equal(gen_partial(1000000, 2000000, 1000000, 150000), 1250000);
    assert_int_equal(gen_partial(1000000, 2000000, 1000000, 300000), 1000000);
}

/* ---- beside the program ------------------------------------------------------------------------ */

/* How long a background collection lasts: allocated bytes, -1 for a blocking one; and what a large object
 * counts for beside its own. */
struct lasting {
    int64_t bytes;
    uint64_t object;
};

/* Full collections that 721 arrays of 400,024 bytes cause, all dropped or all but the first. */
static uint64_t full_collections(struct lasting lasting, bool one_lives)
{
    char bytes[32], object[32];
    (void)snprintf(bytes, sizeof bytes, "%lld", lasting.bytes < 0 ? 0LL : (long long)lasting.bytes);
    (void)snprintf(object, sizeof object, "%llu", (unsigned long long)lasting.object);
    const struct hp_named given[] = { { "background_low", bytes },
                                      { "background_high", bytes },
                                      { "background_object", object },
                                      { "verify", "true" } };
    struct rig rig;
    assert_int_equal(
        open_heap(&rig, given, 4, 0, 8, lasting.bytes < 0 ? HP_GC_WORKSTATION : HP_GC_CONCURRENT),
        HP_OK);
    if (one_lives)
        (void)make(&rig, 400024);
    for (int i = one_lives; i < 8 * 90 + 1; i++)
        drop_new(&rig, 400024);
    const uint64_t full = rig.heap->gen_count[GEN2];
    close_heap(&rig);
    return full;
}

/* 3,145,728 bytes take 7 objects of 400,056 and are passed by the eighth: the ninth collects. Those that
 * are allocated while the collection runs are free, so the next comes later by as many. */
static void objects_of_a_background_collection_are_free(void **state)
{
    (void)state;
    static const struct {
        struct lasting lasting;
        uint64_t full;
    } row[] = { { { -1, 0 }, 90 },     { { 0, 0 }, 90 },      { { 1, 0 }, 80 },
                { { 400024, 0 }, 80 }, { { 400025, 0 }, 72 }, { { 800048, 500000 }, 80 } };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const uint64_t full = full_collections(row[i].lasting, true);
        HP_CHECK(full == row[i].full, "row %zu: %llu", i, (unsigned long long)full);
    }
}

static void with_no_large_object_alive_it_is_over_at_once(void **state)
{
    (void)state;
    assert_int_equal(full_collections((struct lasting){ 800048, 0 }, false), 90);
}

static void what_is_allocated_meanwhile_lives(void **state)
{
    (void)state;
    const struct hp_named given[] = { { "background_low", "800048" },
                                      { "background_high", "800048" },
                                      { "background_object", "0" },
                                      { "verify", "true" } };
    struct rig rig;
    struct hp_memory_info info;
    assert_int_equal(open_heap(&rig, given, 4, 0, 8, HP_GC_CONCURRENT), HP_OK);
    (void)make(&rig, 400024);
    for (int i = 0; i < 7; i++)
        drop_new(&rig, 400024);
    assert_false(rig.heap->background.running);
    drop_new(&rig, 400024);
    assert_true(rig.heap->background.running);
    assert_int_equal(rig.heap->gen_count[GEN2], 1);
    drop_new(&rig, 400024); /* dead, but not when it began */
    assert_true(rig.heap->background.running);
    drop_new(&rig, 400024); /* 800,048 bytes were allocated: it has ended */
    assert_false(rig.heap->background.running);
    gen_ops.memory_info(rig.thread, &info);
    assert_int_equal(info.generation, GEN2);
    assert_int_equal(info.size_bytes[GEN_LARGE] - info.fragmented_bytes[GEN_LARGE], 3 * 400024);
    struct hp_collection log[2];
    assert_int_equal(gen_ops.collections(rig.heap, 1, log, 2), 1);
    assert_int_equal(log[0].background, 1);
    assert_int_equal(log[0].after_bytes[GEN_LARGE], info.size_bytes[GEN_LARGE]);
    close_heap(&rig);
}

/* .NET 8 with GCHeapHardLimit 64 MiB: 13 arrays of 5,000,024 bytes stand, two full collections among them;
 * the 14th is an OutOfMemoryException. */
static void a_limit_ends_where_that_of_dotnet_does(void **state)
{
    (void)state;
    const struct hp_named given[] = { { "memory_limit", "64MiB" }, { "verify", "true" } };
    struct rig rig;
    hp_ref out;
    assert_int_equal(open_heap(&rig, given, 2, 0, 8, HP_GC_WORKSTATION), HP_OK);
    for (int i = 0; i < 13; i++)
        (void)make(&rig, 5000024);
    assert_int_equal(rig.heap->gen_count[GEN2], 2);
    assert_int_equal(hp_new(rig.thread, &gen_bytes_type, 5000000, 0, &out, &rig.err), HP_E_NOMEM);
    close_heap(&rig);
}

static void a_forced_collection_waits_for_the_background_one(void **state)
{
    (void)state;
    const struct hp_named given[] = { { "background_low", "1GiB" },
                                      { "background_high", "1GiB" },
                                      { "gen0_size", "64KiB" },
                                      { "verify", "true" } };
    struct rig rig;
    assert_int_equal(open_heap(&rig, given, 4, 0, 8, HP_GC_CONCURRENT), HP_OK);
    const hp_ref kept = make(&rig, 400024);
    for (int i = 1; i < 40; i++)
        drop_new(&rig, 400024);
    for (int i = 0; i < 400; i++)
        drop_new(&rig, 1000); /* young generations are collected meanwhile */
    assert_true(rig.heap->background.running);
    assert_int_equal(rig.heap->gen_count[GEN2], 1);
    assert_true(rig.heap->gen_count[GEN0] > 4);
    gen_ops.collect(rig.thread, 2);
    assert_false(rig.heap->background.running);
    assert_int_equal(rig.heap->gen_count[GEN2], 2);
    assert_int_equal(rig.heap->after_bytes[GEN_LARGE], 400024 + 32);
    gen_ops.drop(rig.thread, kept);
    close_heap(&rig);
}

/* ---- free regions and time --------------------------------------------------------------------- */

/* Makes `count` free regions of so many committed pages each, in this order. */
static void free_regions(struct rig *rig, const uint64_t *pages, size_t count)
{
    struct region *r[8];
    for (size_t i = 0; i < count; i++) {
        r[i] = gen_region_take(rig->heap);
        assert_true(gen_commit_exact(rig->heap, r[i], r[i]->base + pages[i] * PAGE_BYTES));
    }
    for (size_t i = 0; i < count; i++)
        gen_region_free(rig->heap, r[i]);
}

static size_t free_count(const struct rig *rig)
{
    size_t count = 0;
    for (const struct region *r = rig->heap->free; r != NULL; r = r->next)
        count++;
    return count;
}

static void surplus_goes_back_with_time(void **state)
{
    (void)state;
    static const uint64_t pages[] = { 1024, 1024, 1024, 1024, 1024, 1024 };
    static const struct {
        uint64_t at_ms;
        int64_t budget; /* of generation 0, whose region is still empty */
        size_t stay;
    } row[] = {
        { 99, 0, 6 },         /* a step is at least 100 ms */
        { 100, 32 << 20, 6 }, /* all needed: seven regions */
        { 199, 0, 6 },        /* the step was taken */
        { 200, 13 << 20, 3 }, /* 9 MiB beyond the region in use: three */
        { 210, 0, 3 },        /* ten ms later */
        { 310, 0, 0 },        /* 16,384,000 bytes or more */
    };
    struct rig rig;
    open_default(&rig);
    free_regions(&rig, pages, 6);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        rig.heap->collected_ms = row[i].at_ms;
        rig.heap->budget[GEN0].remaining = row[i].budget;
        gen_spare_order(rig.heap);
        HP_CHECK(free_count(&rig) == row[i].stay, "row %zu: %zu stay", i, free_count(&rig));
    }
    close_heap(&rig);
}

static void no_more_goes_back_than_the_time_allows(void **state)
{
    (void)state;
    static const uint64_t pages[] = { 1024, 1024, 1024, 1024, 1024, 1024 };
    struct rig rig;
    open_default(&rig);
    free_regions(&rig, pages, 6);
    rig.heap->budget[GEN0].remaining = 0;
    rig.heap->collected_ms = 100; /* 16,384,000 bytes: reached with the fourth region */
    gen_spare_order(rig.heap);
    assert_int_equal(free_count(&rig), 2);
    close_heap(&rig);
}

static void virtual_time_passes_with_allocated_bytes(void **state)
{
    (void)state;
    const struct hp_named given = { "clock_rate", "1000" };
    struct rig rig;
    assert_int_equal(open_heap(&rig, &given, 1, 0, 8, HP_GC_WORKSTATION), HP_OK);
    assert_int_equal(gen_now_ms(rig.heap), 0);
    drop_new(&rig, 500000);
    assert_int_equal(gen_now_ms(rig.heap), 500);
    close_heap(&rig);
    open_default(&rig);
    drop_new(&rig, 500000);
    assert_int_equal(gen_now_ms(rig.heap), 0);
    close_heap(&rig);
}

/* A region that is committed to its end goes first, the others by committed memory; what nobody took for
 * twenty collections is surplus, and is found again while no time passes. */
static void free_regions_are_ordered(void **state)
{
    (void)state;
    static const uint64_t pages[] = { 3, 1024, 1, 7, 1024, 3 };
    static const uint64_t order[] = { 1024, 1024, 7, 3, 3, 1 };
    struct rig rig;
    open_default(&rig);
    free_regions(&rig, pages, 6);
    for (int again = 0; again < 30; again++) {
        const struct region *at = rig.heap->free;
        for (size_t i = 0; i < 6; i++, at = at->next)
            HP_CHECK(at != NULL && at->committed - at->base == order[i] * PAGE_BYTES,
                     "after %d collections, place %zu", again, i);
        assert_null(at);
        gen_spare_order(rig.heap);
    }
    close_heap(&rig);
}

static void live_large_objects_raise_the_budget(void **state)
{
    (void)state;
    struct rig rig;
    open_default(&rig);
    (void)make(&rig, 40000024);
    gen_ops.collect(rig.thread, 2);
    const struct budget *b = &rig.heap->budget[GEN_LARGE];
    assert_int_equal(b->current_bytes, 40000024);
    /* all survive: growth 4.5; the budget was passed, so nothing of the old one counts */
    assert_int_equal(b->desired, ((uint64_t)(4.5f * 40000024.0f) - 40000024 + 7) / 8 * 8);
    close_heap(&rig);
}

/* ---- promotion and the choice of generation ------------------------------------------------------ */

static bool promotes(uint64_t survived)
{
    struct hp_heap *h = calloc(1, sizeof *h);
    h->condemned = 0;
    h->budget[GEN0].min_bytes = 4u << 20; /* m = 251,658 */
    h->budget[GEN0].survived_bytes = survived;
    h->budget[GEN1].current_bytes = 200000;
    h->budget[GEN1].desired = 262144;
    h->budget[GEN1].remaining = 262144 - 56000; /* so that older is 256,000 */
    const bool yes = gen_budget_promotes(h);
    free(h);
    return yes;
}

static void promotion_needs_survivors_or_an_empty_older_generation(void **state)
{
    (void)state;
    assert_false(promotes(251656));
    assert_true(promotes(251664));
    assert_false(promotes(0));
}

static void choose(struct rig *rig, int64_t gen0, int64_t gen1, int64_t gen2, int64_t large,
                   int requested, int expected)
{
    rig->heap->budget[GEN0].remaining = gen0;
    rig->heap->budget[GEN1].remaining = gen1;
    rig->heap->budget[GEN2].remaining = gen2;
    rig->heap->budget[GEN_LARGE].remaining = large;
    HP_CHECK(gen_choose(rig->heap, requested) == expected, "%lld %lld %lld %lld, asked %d: %d",
             (long long)gen0, (long long)gen1, (long long)gen2, (long long)large, requested,
             gen_choose(rig->heap, requested));
}

static void older_generations_join_in_order(void **state)
{
    (void)state;
    struct rig rig;
    open_default(&rig);
    choose(&rig, -1, 1, 1, 1, 0, 0);
    choose(&rig, -1, 0, 1, 1, 0, 1);
    choose(&rig, -1, -5, 0, 1, 0, 2);
    choose(&rig, -1, 1, 0, 1, 0, 0); /* generation 1 has budget left: the chain ends there */
    choose(&rig, 1, 1, 0, 1, 1, 2);
    choose(&rig, 1, 1, 1, 0, 0, 2);
    choose(&rig, 1, 1, 1, 1, 2, 2);
    close_heap(&rig);
}

/* What generation 1 has lost in gaps makes a gen0 collection a gen1 collection. */
static uint64_t gen1_after_gaps(int dropped)
{
    struct rig rig;
    open_default(&rig);
    for (int i = 0; i < dropped; i++)
        drop_new(&rig, 1024);
    (void)make(&rig, 952);
    gen_ops.collect(rig.thread, 2);
    gen_ops.collect(rig.thread, 0);
    const uint64_t count = rig.heap->gen_count[GEN1];
    close_heap(&rig);
    return count;
}

static void lost_space_in_gen1_collects_it(void **state)
{
    (void)state;
    assert_int_equal(gen1_after_gaps(90), 2);
    assert_int_equal(gen1_after_gaps(70), 1);
}

/* ---- marking ----------------------------------------------------------------------------------- */

static void a_full_mark_stack_loses_nothing(void **state)
{
    (void)state;
    struct rig rig;
    open_default(&rig);
    const hp_ref table = { make(&rig, 24).slot };
    assert_int_equal(hp_new_into(rig.thread, &refs_type, 20000, 0, table, &rig.err), HP_OK);
    for (uint64_t i = 0; i < 20000; i++) {
        const uint32_t scope = hp_scope_open(rig.thread);
        hp_ref node, child;
        assert_int_equal(hp_new(rig.thread, &node_type, 0, 0, &child, &rig.err), HP_OK);
        ((uint64_t *)hp_data(rig.thread, child))[1] = i;
        assert_int_equal(hp_new(rig.thread, &node_type, 0, 0, &node, &rig.err), HP_OK);
        hp_set(rig.thread, node, 0, child);
        hp_set(rig.thread, table, i, node);
        hp_scope_close(rig.thread, scope);
    }
    rig.heap->stack.ceiling = 1; /* the first 8,192 entries, then no growth */
    gen_ops.collect(rig.thread, 2);
    assert_true(rig.heap->stack.capacity == 8192);
    hp_ref at;
    assert_int_equal(hp_root(rig.thread, &at, &rig.err), HP_OK);
    for (uint64_t i = 0; i < 20000; i++) {
        hp_get_into(rig.thread, table, i, at);
        hp_get_into(rig.thread, at, 0, at);
        assert_int_equal(((uint64_t *)hp_data(rig.thread, at))[1], i);
    }
    close_heap(&rig);
}

/* ---- settings ---------------------------------------------------------------------------------- */

static void the_threshold_moves_upward_and_is_capped(void **state)
{
    (void)state;
    static const struct {
        uint64_t asked;
        int runtime;
        uint64_t applied;
    } row[] = { { 0, 8, 85000 },          { 1000, 9, 85000 },      { 91237, 10, 91237 },
                { 196608, 8, 196608 },    { 4194216, 8, 4194216 }, { 4194224, 9, 4194216 },
                { 50000000, 10, 4194216 } };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct rig rig;
        assert_int_equal(open_heap(&rig, NULL, 0, row[i].asked, row[i].runtime, HP_GC_WORKSTATION),
                         HP_OK);
        HP_CHECK(gen_ops.applied_threshold(rig.thread) == row[i].applied, "row %zu: %llu", i,
                 (unsigned long long)gen_ops.applied_threshold(rig.thread));
        close_heap(&rig);
    }
}

static void settings_that_cannot_be_honoured_are_refused(void **state)
{
    (void)state;
    struct rig rig;
    assert_int_equal(open_heap(&rig, NULL, 0, 4194217, 8, HP_GC_WORKSTATION), HP_E_REFUSED);
    assert_string_equal(rig.err.text,
                        "threshold 4194217 makes .NET 8 abort (out of memory at its first large "
                        "array) - use at most 4194216, or runtime 9");
    assert_int_equal(open_heap(&rig, NULL, 0, 0, 10, HP_GC_SERVER), HP_E_REFUSED);
    assert_non_null(strstr(rig.err.text, "one for each processor"));
    assert_non_null(strstr(rig.err.text, "\"server\""));
    assert_int_equal(open_heap(&rig, NULL, 0, 0, 10, 17), HP_E_RANGE);
}

/* ---- stress ------------------------------------------------------------------------------------ */

static void keep_an_address(uint64_t bytes)
{
    const struct hp_named stress = { "stress", "true" };
    struct rig rig;
    (void)signal(SIGSEGV, SIG_DFL);
    assert_int_equal(open_heap(&rig, &stress, 1, 0, 8, HP_GC_WORKSTATION), HP_OK);
    volatile unsigned char *kept = hp_data(rig.thread, make(&rig, bytes));
    kept[0] = 1;
    drop_new(&rig, 24);
    kept[0] = 2; /* wrong: an allocation lies between */
    _exit(0);
}

static void a_kept_address_faults(void **state)
{
    (void)state;
    static const uint64_t bytes[] = { 32, 5000, 200000 };
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        int status = 0;
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            keep_an_address(bytes[i]);
        assert_int_equal(waitpid(child, &status, 0), child);
        HP_CHECK(WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) != 0),
                 "an address of %llu bytes kept across an allocation went unnoticed",
                 (unsigned long long)bytes[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fit_counts_the_pad_twice),
        cmocka_unit_test(the_rest_of_a_free_item_is_counted),
        cmocka_unit_test(buckets_double),
        cmocka_unit_test(the_budget_of_large_objects_is_passed_not_met),
        cmocka_unit_test(with_exactly_nothing_left_a_forced_gen0_is_a_gen2),
        cmocka_unit_test(a_region_of_large_objects_grows_by_32_mib),
        cmocka_unit_test(contexts_end_at_the_commit_edge),
        cmocka_unit_test(an_object_above_the_quantum_gets_what_it_needs),
        cmocka_unit_test(uninitialised_arrays_take_no_quantum),
        cmocka_unit_test(gen0_is_half_of_the_cache),
        cmocka_unit_test(growth_follows_survival),
        cmocka_unit_test(an_early_collection_keeps_part_of_the_old_budget),
        cmocka_unit_test(objects_of_a_background_collection_are_free),
        cmocka_unit_test(with_no_large_object_alive_it_is_over_at_once),
        cmocka_unit_test(a_limit_ends_where_that_of_dotnet_does),
        cmocka_unit_test(what_is_allocated_meanwhile_lives),
        cmocka_unit_test(a_forced_collection_waits_for_the_background_one),
        cmocka_unit_test(surplus_goes_back_with_time),
        cmocka_unit_test(no_more_goes_back_than_the_time_allows),
        cmocka_unit_test(virtual_time_passes_with_allocated_bytes),
        cmocka_unit_test(free_regions_are_ordered),
        cmocka_unit_test(live_large_objects_raise_the_budget),
        cmocka_unit_test(promotion_needs_survivors_or_an_empty_older_generation),
        cmocka_unit_test(older_generations_join_in_order),
        cmocka_unit_test(lost_space_in_gen1_collects_it),
        cmocka_unit_test(a_full_mark_stack_loses_nothing),
        cmocka_unit_test(the_threshold_moves_upward_and_is_capped),
        cmocka_unit_test(settings_that_cannot_be_honoured_are_refused),
        cmocka_unit_test(a_kept_address_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
