/* SPDX-License-Identifier: MIT
 * How many arrays does a shared pool keep, and for how long? Each limit of number, age and memory pressure
 * from both sides, on `gen` with a clock that the test sets; what a trim allocates, and for whom. */
#include "hp_test.h"

#include "bcl/crew.h"
#include "bcl/probe.h"
#include "rig.h"

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

enum { LENGTH = 1000, START_MS = 5000, WATCHED = 16 };

/* ---- a heap whose clock the test sets ------------------------------------------------------------- */

static struct {
    struct hp_heap_ops ops;
    const struct hp_heap_ops *real;
    uint64_t clock_ms;
    struct hp_thread *finalizer; /* that the library attached */
} told;

static void tell(struct hp_thread *t, struct hp_memory_info *out)
{
    told.real->memory_info(t, out);
    out->clock_ms = told.clock_ms;
}

static int attach(struct hp_heap *heap, struct hp_thread **out, struct hp_err *err)
{
    const int rc = told.real->attach(heap, out, err);
    if (rc == HP_OK) {
        told.finalizer = *out;
        (*out)->ops = &told.ops;
    }
    return rc;
}

struct trim_rig {
    struct rig rig;
    struct bcl b;
    struct bcl_pool *pool;
    struct hp_err err;
    hp_handle watched[WATCHED];
    uint32_t count;
};

static void must(const struct trim_rig *x, int rc)
{
    HP_CHECK(rc == HP_OK, "%s", x->err.text);
}

static void open_rig(struct trim_rig *x, const char *load, int32_t runtime)
{
    const struct rig_setup setup = {
        .heap = "gen", .runtime = runtime, .option = { "load" }, .value = { load }
    };
    *x = (struct trim_rig){ .count = 0 };
    must(x, rig_open(&x->rig, &setup, &x->err));
    told.real = x->rig.run.thread->ops;
    told.ops = *told.real;
    told.ops.memory_info = tell;
    told.ops.attach = attach;
    told.clock_ms = START_MS;
    told.finalizer = NULL;
    x->rig.run.thread->ops = &told.ops;
    must(x, bcl_open(&x->b, &x->rig.run, &x->err));
    must(x, bcl_pool_shared(&x->b, bcl_elements[BCL_U8].array, &x->pool, &x->err));
}

static void close_rig(struct trim_rig *x)
{
    must(x, x->rig.heap->heap->verify(x->b.t, &x->err));
    assert_int_equal(x->b.t->root_count, 0);
    rig_close(&x->rig);
}

static void collect_at(struct trim_rig *x, uint64_t after_ms)
{
    told.clock_ms = START_MS + after_ms;
    x->b.t->ops->collect(x->b.t, 2);
}

/* Rents `count` arrays at once and gives all of them back: the last one stays in the slot. */
static void fill_pool(struct trim_rig *x, uint32_t count)
{
    const uint32_t scope = hp_scope_open(x->b.t);
    hp_ref held[WATCHED];
    for (uint32_t i = 0; i < count; i++) {
        must(x, hp_root(x->b.t, &held[i], &x->err));
        must(x, bcl_pool_rent(&x->b, x->pool, LENGTH, held[i], &x->err));
        must(x, x->b.t->ops->handle_new(x->b.t, held[i], HP_WEAK, &x->watched[i], &x->err));
    }
    for (uint32_t i = 0; i < count; i++)
        must(x, bcl_pool_return(&x->b, x->pool, held[i], false, &x->err));
    x->count = count;
    hp_scope_close(x->b.t, scope);
}

/* Bit i: array i lives. What a trim dropped goes with the next collection, whose own trim finds nothing to do
 * at the same time. */
static uint32_t alive(struct trim_rig *x)
{
    const uint32_t scope = hp_scope_open(x->b.t);
    uint32_t bits = 0;
    hp_ref array;
    must(x, hp_root(x->b.t, &array, &x->err));
    x->b.t->ops->collect(x->b.t, 2);
    for (uint32_t i = 0; i < x->count; i++) {
        x->b.t->ops->handle_get(x->b.t, x->watched[i], array.slot);
        bits |= (uint32_t)!hp_is_null(x->b.t, array) << i;
    }
    hp_scope_close(x->b.t, scope);
    return bits;
}

static void check_alive(struct trim_rig *x, uint64_t after_ms, uint32_t want)
{
    collect_at(x, after_ms);
    const uint32_t found = alive(x);
    HP_CHECK(found == want, "after %llu ms arrays 0x%x are alive, want 0x%x",
             (unsigned long long)after_ms, found, want);
}

/* ---- age and pressure ------------------------------------------------------------------------------ */

enum { STEPS = 6 };

/* Of six arrays returned in order the last lies in the slot, the others in the first partition, array 4 on
 * top. */
static const struct {
    const char *load; /* percent of the memory */
    uint32_t count;
    struct {
        uint64_t after_ms;
        uint32_t alive;
    } steps[STEPS]; /* ends at nothing alive */
} age_rows[] = {
    { "0", 1, { { 0, 1 }, { 29999, 1 }, { 30000, 0 } } },
    { "70", 1, { { 0, 1 }, { 14999, 1 }, { 15000, 0 } } },
    { "90", 1, { { 0, 0 } } },
    { "0",
      6,
      { { 0, 0x3f },
        { 60000, 0x1f },
        { 60001, 0x0f },
        { 75000, 0x0f },
        { 75001, 7 },
        { 90001, 3 } } },
    { "70",
      6,
      { { 0, 0x3f }, { 60000, 0x1f }, { 60001, 7 }, { 75000, 7 }, { 75001, 1 }, { 90001, 0 } } },
    { "90", 6, { { 0, 0x1f }, { 10000, 0x1f }, { 10001, 0 } } },
    /* 90 % of the memory is a high load; 70 % of that is medium pressure, 90 % high */
    { "62", 1, { { 0, 1 }, { 15000, 1 }, { 30000, 0 } } },
    { "63", 1, { { 0, 1 }, { 15000, 0 } } },
    { "80", 1, { { 0, 1 }, { 15000, 0 } } },
    { "81", 1, { { 0, 0 } } },
};

static void test_arrays_go_by_age_and_pressure(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(age_rows); i++) {
        struct trim_rig x;
        open_rig(&x, age_rows[i].load, 8 + (int32_t)(i % 3));
        fill_pool(&x, age_rows[i].count);
        bool more = true;
        for (size_t step = 0; more && step < STEPS; step++) {
            check_alive(&x, age_rows[i].steps[step].after_ms, age_rows[i].steps[step].alive);
            more = age_rows[i].steps[step].alive != 0;
        }
        close_rig(&x);
    }
}

static void use_again(struct trim_rig *x, uint32_t count)
{
    const uint32_t scope = hp_scope_open(x->b.t);
    hp_ref held[WATCHED];
    for (uint32_t i = 0; i < count; i++) {
        must(x, hp_root(x->b.t, &held[i], &x->err));
        must(x, bcl_pool_rent(&x->b, x->pool, LENGTH, held[i], &x->err));
    }
    while (count-- > 0)
        must(x, bcl_pool_return(&x->b, x->pool, held[count], false, &x->err));
    hp_scope_close(x->b.t, scope);
}

static void test_use_makes_a_slot_young(void **state)
{
    (void)state;
    struct trim_rig x;
    open_rig(&x, "0", 10);
    fill_pool(&x, 1);
    check_alive(&x, 0, 1);
    use_again(&x, 1);
    check_alive(&x, 30000, 1);
    check_alive(&x, 59999, 1);
    check_alive(&x, 60000, 0);
    close_rig(&x);
}

static void test_a_partition_that_was_empty_is_young(void **state)
{
    (void)state;
    struct trim_rig x;
    open_rig(&x, "0", 10);
    fill_pool(&x, 2); /* lent as 1, 0 and returned as 0, 1 */
    check_alive(&x, 0, 3);
    use_again(&x, 2);
    check_alive(&x, 60001, 3);
    check_alive(&x, 120001, 1);
    check_alive(&x, 120002, 0);
    close_rig(&x);
}

/* ---- other threads ---------------------------------------------------------------------------------- */

static int lend_once(struct bcl *b, void *state, struct hp_err *err)
{
    struct trim_rig *x = state;
    hp_ref array;
    int rc = hp_root(b->t, &array, err);
    if (rc == HP_OK)
        rc = bcl_pool_rent(b, x->pool, LENGTH, array, err);
    if (rc == HP_OK)
        rc = b->t->ops->handle_new(b->t, array, HP_WEAK, &x->watched[0], err);
    x->count = 1;
    return rc == HP_OK ? bcl_pool_return(b, x->pool, array, false, err) : rc;
}

static void test_the_slot_of_an_idle_thread_is_trimmed(void **state)
{
    (void)state;
    struct trim_rig x;
    struct bcl_crew *crew = NULL;
    open_rig(&x, "0", 10);
    must(&x, bcl_crew_open(&crew, &x.rig.run, 1, &x.err));
    bcl_crew_start(crew, 0, (struct bcl_work){ lend_once, &x });
    must(&x, bcl_crew_wait(crew, 0, &x.err));
    check_alive(&x, 0, 1);
    check_alive(&x, 29999, 1);
    check_alive(&x, 30000, 0);
    bcl_crew_close(crew);
    check_alive(&x, 60000, 0);
    close_rig(&x);
}

static int lend_often(struct bcl *b, void *state, struct hp_err *err)
{
    enum { TIMES = 20000 };
    struct trim_rig *x = state;
    hp_ref array;
    int rc = hp_root(b->t, &array, err);
    if (rc == HP_OK)
        rc = bcl_pool_near(b, x->pool, err);
    for (int i = 0; rc == HP_OK && i < TIMES; i++) {
        rc = bcl_pool_rent(b, x->pool, LENGTH, array, err);
        if (rc == HP_OK && hp_length(b->t, array) != 1024)
            rc = hp_fail(err, HP_E_STATE, "an array of %u", hp_length(b->t, array));
        if (rc == HP_OK)
            rc = bcl_pool_return(b, x->pool, array, false, err);
        hp_safepoint(b->t);
    }
    bcl_pool_far(b);
    return rc;
}

/* At high pressure each collection empties the slots, whatever their threads do meanwhile. */
static void test_trims_and_threads_meet(void **state)
{
    (void)state;
    enum { THREADS = 3, COLLECTIONS = 100 };
    struct trim_rig x;
    struct bcl_crew *crew = NULL;
    open_rig(&x, "90", 10);
    must(&x, bcl_crew_open(&crew, &x.rig.run, THREADS, &x.err));
    for (uint32_t i = 0; i < THREADS; i++)
        bcl_crew_start(crew, i, (struct bcl_work){ lend_often, &x });
    for (int i = 0; i < COLLECTIONS; i++)
        x.b.t->ops->collect(x.b.t, 2);
    for (uint32_t i = 0; i < THREADS; i++)
        must(&x, bcl_crew_wait(crew, i, &x.err));
    bcl_crew_close(crew);
    close_rig(&x);
}

/* ---- what a trim costs ------------------------------------------------------------------------------ */

static int64_t allocated(struct trim_rig *x, struct hp_thread *t)
{
    int64_t bytes = 0;
    must(x, bcl_allocated(t, &bytes, &x->err));
    return bytes;
}

static void lend_of(struct trim_rig *x, enum bcl_kind kind)
{
    const uint32_t scope = hp_scope_open(x->b.t);
    struct bcl_pool *pool = NULL;
    hp_ref array;
    must(x, bcl_pool_shared(&x->b, bcl_elements[kind].array, &pool, &x->err));
    must(x, hp_root(x->b.t, &array, &x->err));
    must(x, bcl_pool_rent(&x->b, pool, LENGTH, array, &x->err));
    must(x, bcl_pool_return(&x->b, pool, array, false, &x->err));
    hp_scope_close(x->b.t, scope);
}

/* 288 bytes for the question about memory, 48 to enumerate the tables: for each pool that has seen a Return,
 * and in no counter of the thread that collects. */
static void test_a_trim_allocates_336_bytes_elsewhere(void **state)
{
    (void)state;
    static const enum bcl_kind kinds[] = { BCL_U8, BCL_I32, BCL_REF };
    struct trim_rig x;
    open_rig(&x, "0", 10);
    x.b.t->ops->collect(x.b.t, 2);
    assert_null(told.finalizer);
    for (size_t i = 0; i < COUNT(kinds); i++) {
        lend_of(&x, kinds[i]);
        assert_non_null(told.finalizer);
        const int64_t own = allocated(&x, x.b.t), other = allocated(&x, told.finalizer);
        x.b.t->ops->collect(x.b.t, 2);
        x.b.t->ops->collect(x.b.t, 1); /* of generation 1: no trim */
        x.b.t->ops->collect(x.b.t, 2);
        assert_int_equal(allocated(&x, x.b.t) - own, 0);
        assert_int_equal(allocated(&x, told.finalizer) - other, 2 * 336 * ((int64_t)i + 1));
    }
    close_rig(&x);
}

/* ---- limits that the environment names -------------------------------------------------------------- */

/* Capacity: partitions x depth, and one in the slot. Two processors. NULL: not set. */
static const struct {
    const char *partitions, *depth;
    uint32_t keeps;
} limit_rows[] = {
    { NULL, NULL, 65 },
    { "1", NULL, 33 },
    { "3", NULL, 65 }, /* no more partitions than processors */
    { NULL, "4", 9 },
    { "1", "1", 2 },
    { "2147483647", "  4 ", 9 },
    { "0000000001", "4", 5 },
    { "00000000001", "4", 9 }, /* eleven digits */
    { "4294967297", "4", 9 },
    { "0", "0", 65 },
    { "-1", "+4", 65 },
    { "", " ", 65 },
    { "1x", "4 4", 65 },
    { "1", "                               4", 5 },   /* 32 characters */
    { "1", "                                4", 33 }, /* 33 */
};

static void limit_set(struct trim_rig *x, enum bcl_pool_limit which, const char *text)
{
    if (text != NULL)
        must(x, bcl_pool_limit(&x->b, which, text, &x->err));
}

/* Bytes of new arrays when `count` are lent, returned, and lent again. */
static int64_t lend_again(struct trim_rig *x, uint32_t count)
{
    const uint32_t scope = hp_scope_open(x->b.t);
    int64_t before = 0;
    for (int turn = 0; turn < 2; turn++) {
        before = allocated(x, x->b.t);
        for (uint32_t i = 0; i < count; i++) {
            hp_ref array;
            must(x, hp_root(x->b.t, &array, &x->err));
            must(x, bcl_pool_rent(&x->b, x->pool, LENGTH, array, &x->err));
        }
        const int64_t taken = allocated(x, x->b.t) - before;
        for (uint32_t i = 0; i < count; i++)
            must(x, bcl_pool_return(&x->b, x->pool, (hp_ref){ scope + 1 + i }, false, &x->err));
        hp_scope_close(x->b.t, scope);
        before = taken;
    }
    return before;
}

static void test_limits_from_the_environment(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(limit_rows); i++) {
        for (uint32_t more = 0; more < 2; more++) {
            struct trim_rig x;
            open_rig(&x, "0", 10);
            limit_set(&x, BCL_POOL_PARTITIONS, limit_rows[i].partitions);
            limit_set(&x, BCL_POOL_DEPTH, limit_rows[i].depth);
            const int64_t bytes = lend_again(&x, limit_rows[i].keeps + more);
            HP_CHECK(bytes == more * 1048, "row %zu: %u arrays, %lld bytes of new ones", i,
                     limit_rows[i].keeps + more, (long long)bytes);
            close_rig(&x);
        }
    }
}

/* Two arrays: the second return makes the partitions, and reads the limits. */
static int64_t first_partitions(int32_t runtime, const char *partitions, const char *depth)
{
    struct trim_rig x;
    open_rig(&x, "0", runtime);
    limit_set(&x, BCL_POOL_PARTITIONS, partitions);
    limit_set(&x, BCL_POOL_DEPTH, depth);
    lend_of(&x, BCL_U8);
    const int64_t before = allocated(&x, x.b.t);
    fill_pool(&x, 2);
    const int64_t bytes = allocated(&x, x.b.t) - before - 1048;
    assert_int_equal(bcl_pool_limit(&x.b, BCL_POOL_DEPTH, "7", &x.err), HP_E_STATE);
    close_rig(&x);
    return bytes;
}

static void test_the_texts_of_limits_are_allocated_once(void **state)
{
    (void)state;
    /* Partitions, the list of two, each with its stack of 32; the list of one with a stack of 4 */
    const int64_t stacks = 24 + (24 + 2 * 8) + 2 * (32 + 24 + 32 * 8);
    const int64_t few = 24 + (24 + 8) + (32 + 24 + 4 * 8);
    assert_int_equal(first_partitions(8, NULL, NULL), stacks);
    assert_int_equal(first_partitions(9, NULL, NULL), stacks + 32);
    assert_int_equal(first_partitions(8, "1", "4"), few + 24 + 24);
    assert_int_equal(first_partitions(10, "nothing", NULL), stacks + 32 + 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays_go_by_age_and_pressure),
        cmocka_unit_test(test_use_makes_a_slot_young),
        cmocka_unit_test(test_a_partition_that_was_empty_is_young),
        cmocka_unit_test(test_the_slot_of_an_idle_thread_is_trimmed),
        cmocka_unit_test(test_trims_and_threads_meet),
        cmocka_unit_test(test_a_trim_allocates_336_bytes_elsewhere),
        cmocka_unit_test(test_limits_from_the_environment),
        cmocka_unit_test(test_the_texts_of_limits_are_allocated_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
