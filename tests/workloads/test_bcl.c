/* SPDX-License-Identifier: MIT
 * Do lists grow, iterators restart, and pools fill as .NET's do? The library on the flat heap,
 * where a byte more or less is the library's own. */
#include "hp_test.h"

#include "bcl/bcl.h"
#include "expect.h"
#include "rig.h"

struct bench {
    struct rig rig;
    struct bcl b;
    struct hp_err err;
};

static void bench_open(struct bench *x, int runtime, uint32_t processors)
{
    assert_int_equal(
        rig_open(&x->rig, &(struct rig_setup){ .heap = "flat", .runtime = runtime }, &x->err),
        HP_OK);
    x->rig.run.processors = processors;
    assert_int_equal(bcl_open(&x->b, &x->rig.run, &x->err), HP_OK);
    assert_int_equal(bcl_items_make(&x->b, &x->err), HP_OK);
}

static int64_t allocated(const struct bench *x)
{
    struct hp_counters counters = { .present = 0 };
    x->b.t->ops->counters(x->b.t, &counters);
    return counters.value[HP_C_ALLOCATED_BYTES];
}

static hp_ref root(struct bench *x)
{
    hp_ref out;
    assert_int_equal(hp_root(x->b.t, &out, &x->err), HP_OK);
    return out;
}

#define OK(call) HP_CHECK((call) == HP_OK, "%s", x.err.text)

static const struct bcl_element *i32(void)
{
    return &bcl_elements[BCL_I32];
}

/* ---- lists ---------------------------------------------------------------------------------- */

static void test_a_list_doubles_from_four(void **state)
{
    (void)state;
    static const struct {
        int count;
        int64_t bytes;
    } rows[] = { { 0, 32 },  { 1, 88 },   { 4, 88 },   { 5, 176 },   { 8, 176 },
                 { 9, 328 }, { 16, 328 }, { 17, 608 }, { 40, 1144 }, { 50, 1144 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench x;
        bench_open(&x, 10, 2);
        const hp_ref list = root(&x), value = root(&x), array = root(&x);
        OK(bcl_array_counted(&x.b, i32(), 3, value, &x.err));
        const int64_t before = allocated(&x);
        OK(bcl_list_new(&x.b, list, &x.err));
        for (int n = 0; n < rows[i].count; n++)
            OK(bcl_list_add(&x.b, i32()->arrays, list, value, &x.err));
        HP_CHECK(allocated(&x) - before == rows[i].bytes, "%d: %lld bytes", rows[i].count,
                 (long long)(allocated(&x) - before));
        assert_int_equal(bcl_list_count(&x.b, list), rows[i].count);
        bcl_list_array(&x.b, list, array);
        assert_int_equal(hp_is_null(x.b.t, array), rows[i].count == 0);
        rig_close(&x.rig);
    }
}

static void test_a_range_is_copied_and_checked(void **state)
{
    (void)state;
    struct bench x;
    bench_open(&x, 10, 2);
    const hp_ref list = root(&x), range = root(&x), array = root(&x);
    OK(bcl_list_counted(&x.b, i32(), 100, list, &x.err));
    const int64_t before = allocated(&x);
    OK(bcl_list_range(&x.b, i32(), list, 90, 10, range, &x.err));
    assert_int_equal(allocated(&x) - before, 32 + 64);
    bcl_list_array(&x.b, range, array);
    assert_int_equal(hp_length(x.b.t, array), 10);
    assert_int_equal(((const int32_t *)hp_data(x.b.t, array))[9], 99);
    assert_int_equal(bcl_list_range(&x.b, i32(), list, 90, 11, range, &x.err), HP_E_RANGE);
    assert_int_equal(bcl_list_range(&x.b, i32(), list, -1, 5, range, &x.err), HP_E_RANGE);
    assert_int_equal(bcl_list_counted(&x.b, i32(), -1, list, &x.err), HP_E_RANGE);
    assert_non_null(strstr(x.err.text, "ArgumentOutOfRangeException"));
    assert_int_equal(bcl_array_counted(&x.b, i32(), -1, array, &x.err), HP_E_RANGE);
    assert_non_null(strstr(x.err.text, "OverflowException"));
    rig_close(&x.rig);
}

/* ---- elements ------------------------------------------------------------------------------- */

/* Sizes of objects by kind, as dotnet-facts has them: iterator of a yield method, list enumerator,
 * partition, array of three. */
static void test_objects_have_their_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        int64_t yield, list_enumerator, array;
    } rows[] = { { "u8", 40, 40, 32 },
                 { "i16", 40, 40, 32 },
                 { "i32", 40, 40, 40 },
                 { "i64", 48, 40, 48 },
                 { "ref", 48, 40, 48 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct bcl_element *e = bcl_element_find(rows[i].kind);
        assert_non_null(e);
        assert_int_equal(hp_object_bytes(e->yield, 0), rows[i].yield);
        assert_int_equal(hp_object_bytes(e->list_enumerator, 0), rows[i].list_enumerator);
        assert_int_equal(hp_object_bytes(e->partition[0], 0), 48);
        assert_int_equal(hp_object_bytes(e->partition[1], 0), 48);
        assert_int_equal(hp_object_bytes(e->array, 3), rows[i].array);
    }
    assert_int_equal(hp_object_bytes(bcl_element_find("str")->array, 0), 24);
    assert_int_equal(hp_object_bytes(bcl_element_find("str")->array, 200000), 400024);
    assert_int_equal(hp_object_bytes(bcl_element_find("struct16")->array, 27), 456);
    assert_int_equal(bcl_element_find("uninit8")->flags, HP_UNINIT);
    assert_null(bcl_element_find("u9"));
}

/* Enumerating in two pulls gives the same elements as one, from every kind of source. */
static void test_enumerators_go_on_where_they_stopped(void **state)
{
    (void)state;
    for (int kind = BCL_U8; kind <= BCL_REF; kind++) {
        for (int source_kind = 0; source_kind < 4; source_kind++) {
            struct bench x;
            bench_open(&x, 9, 2);
            const struct bcl_element *e = &bcl_elements[kind];
            const hp_ref source = root(&x), part = root(&x);
            struct bcl_enum en;
            struct bcl_run run;
            OK(bcl_enum_roots(&x.b, e, &en, &x.err));
            if (source_kind == 1)
                OK(bcl_list_counted(&x.b, e, 500, source, &x.err));
            else if (source_kind == 2)
                OK(bcl_yield(&x.b, e, 500, source, &x.err));
            else
                OK(bcl_array_counted(&x.b, e, 500, source, &x.err));
            if (source_kind == 3)
                OK(bcl_skip_take(&x.b, e, source, 0, 600, part, &x.err));
            OK(bcl_enum_get(&x.b, source_kind == 3 ? part : source, &en, &x.err));
            uint64_t sum = 0;
            int64_t count = 0;
            do {
                bcl_enum_pull(&x.b, &en, 7, &run);
                sum += bcl_run_sum(&x.b, e, &run);
                count += run.count;
            } while (run.count == 7);
            const hp_ref whole = root(&x);
            OK(bcl_array_counted(&x.b, e, 500, whole, &x.err));
            assert_int_equal(count, 500);
            HP_CHECK(sum == bcl_sum(&x.b, e, whole, 0, 500), "%s source %d", e->trace, source_kind);
            bcl_enum_pull(&x.b, &en, 7, &run);
            assert_int_equal(run.count, 0);
            rig_close(&x.rig);
        }
    }
}

/* The element at `at` as a sum sees it, read one by one. */
static uint64_t element_value(enum bcl_kind kind, const void *data, size_t at)
{
    switch (kind) {
    case BCL_U8:
        return ((const uint8_t *)data)[at];
    case BCL_I16:
        return (uint64_t)(int64_t)((const int16_t *)data)[at];
    case BCL_I32:
        return (uint64_t)(int64_t)((const int32_t *)data)[at];
    default:
        return (uint64_t)((const int64_t *)data)[at];
    }
}

/* Long enough for several of the stretches in which 32 bits hold a sum; the largest, the smallest and
 * mixed values fill them to the brim. */
static void test_sums_do_not_overflow(void **state)
{
    (void)state;
    enum { COUNT = 70001 };
    static const unsigned char fill[] = { 0xff, 0x7f, 0x80, 0x00 };
    static const enum bcl_kind kinds[] = { BCL_U8, BCL_I16, BCL_I32, BCL_I64 };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const struct bcl_element *e = &bcl_elements[kinds[k]];
        for (size_t f = 0; f <= sizeof fill; f++) {
            struct bench x;
            bench_open(&x, 10, 2);
            const hp_ref array = root(&x);
            OK(bcl_array_counted(&x.b, e, COUNT, array, &x.err));
            unsigned char *data = hp_data(x.b.t, array);
            for (size_t i = 0; i < (size_t)COUNT * e->bytes; i++)
                data[i] = f < sizeof fill ? fill[f] : fill[i * 7 % 11 % sizeof fill];
            uint64_t sum = 0;
            for (size_t i = 1; i < COUNT; i++)
                sum += element_value(kinds[k], data, i);
            HP_CHECK(bcl_sum(&x.b, e, array, 1, COUNT - 1) == sum, "%s, fill %zu", e->trace, f);
            rig_close(&x.rig);
        }
    }
}

/* ---- Chunk ---------------------------------------------------------------------------------- */

/* Enumerating the result again: 8 and 9 make another iterator, 10 starts the same one. */
static void test_a_second_enumeration_clones_before_10(void **state)
{
    (void)state;
    static const struct {
        int runtime;
        bool list;
        int64_t again; /* bytes of GetEnumerator */
    } rows[] = { { 8, false, 72 }, { 8, true, 72 },  { 9, false, 64 },
                 { 9, true, 72 },  { 10, false, 0 }, { 10, true, 0 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench x;
        bench_open(&x, rows[i].runtime, 2);
        const hp_ref source = root(&x);
        struct bcl_chunks ch;
        if (rows[i].list)
            OK(bcl_list_counted(&x.b, i32(), 10, source, &x.err));
        else
            OK(bcl_array_counted(&x.b, i32(), 10, source, &x.err));
        OK(bcl_chunk(&x.b, i32(), source, 4, &ch, &x.err));
        for (int round = 0; round < 2; round++) {
            const int64_t before = allocated(&x);
            OK(bcl_chunk_begin(&x.b, &ch, &x.err));
            const int64_t begun = allocated(&x) - before;
            HP_CHECK(begun == (round == 0 ? 0 : rows[i].again), "row %zu: %lld bytes", i,
                     (long long)begun);
            static const uint32_t lengths[] = { 4, 4, 2 };
            uint64_t sum = 0;
            bool more = true;
            for (size_t n = 0; n < 3; n++) {
                OK(bcl_chunk_next(&x.b, &ch, &more, &x.err));
                assert_true(more);
                assert_int_equal(hp_length(x.b.t, ch.current), lengths[n]);
                sum += bcl_sum(&x.b, i32(), ch.current, 0, lengths[n]);
            }
            OK(bcl_chunk_next(&x.b, &ch, &more, &x.err));
            assert_false(more);
            assert_int_equal(sum, 45);
        }
        rig_close(&x.rig);
    }
}

/* A source that ends exactly where the array is full does not make it grow. */
static void test_growth_waits_for_the_element(void **state)
{
    (void)state;
    static const struct {
        int32_t count;
        int arrays; /* of the first chunk of size 100 */
    } rows[] = {
        { 3, 2 }, { 4, 1 }, { 5, 3 }, { 8, 2 }, { 9, 4 }, { 64, 5 }, { 65, 7 }, { 100, 6 }
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench x;
        bench_open(&x, 10, 2);
        const hp_ref source = root(&x);
        struct bcl_chunks ch;
        bool more;
        OK(bcl_yield(&x.b, i32(), rows[i].count, source, &x.err));
        OK(bcl_chunk(&x.b, i32(), source, 100, &ch, &x.err));
        OK(bcl_chunk_begin(&x.b, &ch, &x.err));
        struct hp_counters before = { .present = 0 }, after = { .present = 0 };
        x.b.t->ops->counters(x.b.t, &before);
        OK(bcl_chunk_next(&x.b, &ch, &more, &x.err));
        x.b.t->ops->counters(x.b.t, &after);
        HP_CHECK(after.value[HP_C_OBJECTS] - before.value[HP_C_OBJECTS] == rows[i].arrays,
                 "%d elements: %lld arrays", rows[i].count,
                 (long long)(after.value[HP_C_OBJECTS] - before.value[HP_C_OBJECTS]));
        assert_int_equal(hp_length(x.b.t, ch.current), rows[i].count);
        rig_close(&x.rig);
    }
}

static void test_chunk_refuses_a_size_below_one(void **state)
{
    (void)state;
    struct bench x;
    bench_open(&x, 10, 2);
    const hp_ref source = root(&x);
    struct bcl_chunks ch;
    OK(bcl_array_counted(&x.b, i32(), 0, source, &x.err));
    for (int32_t size = -1; size <= 0; size++) {
        assert_int_equal(bcl_chunk(&x.b, i32(), source, size, &ch, &x.err), HP_E_RANGE);
        assert_non_null(strstr(x.err.text, "ArgumentOutOfRangeException (size)"));
    }
    rig_close(&x.rig);
}

/* ---- ToArray -------------------------------------------------------------------------------- */

/* Bytes besides chunks and iterator, on the first and the second call. On 9 and 10 the first call
 * fills the pool: 32 for the touch, 456 + 128 for the table, and the segments themselves. */
static void test_to_array_collects_as_each_runtime_does(void **state)
{
    (void)state;
    static const struct {
        int runtime;
        int32_t count;
        int64_t first, again;
    } rows[] = {
        { 8, 0, 24, 0 }, /* the shared empty array is made once */
        { 8, 4, 56, 56 },
        { 8, 5, 56 + 88 + 64, 56 + 88 + 64 },
        { 8, 8, 144, 144 },
        { 8, 16, 56 + 88 + 88 + 152, 384 },
        { 8, 40, 1064, 1064 },
        { 9, 8, 88, 88 },
        { 9, 9, 96 + 32 + 584 + 152, 96 },
        { 10, 24, 216 + 32 + 584 + 152, 216 },
        { 10, 25, 224 + 32 + 584 + 152 + 280, 224 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench x;
        bench_open(&x, rows[i].runtime, 2);
        const hp_ref source = root(&x), all = root(&x), one = root(&x);
        OK(bcl_array_counted(&x.b, i32(), rows[i].count, source, &x.err));
        for (int round = 0; round < 2; round++) {
            struct bcl_chunks ch;
            const uint32_t scope = hp_scope_open(x.b.t);
            const int64_t before = allocated(&x);
            OK(bcl_chunk(&x.b, i32(), source, 1, &ch, &x.err));
            OK(bcl_chunks_to_array(&x.b, &ch, all, &x.err));
            const int64_t iterator = rows[i].runtime == 8 ? 72 + (rows[i].count > 0 ? 32 : 0)
                                     : rows[i].count > 0  ? 64
                                                          : 0;
            const int64_t bytes = allocated(&x) - before - iterator - 32 * rows[i].count;
            HP_CHECK(bytes == (round == 0 ? rows[i].first : rows[i].again),
                     "%d: %d chunks, round %d: %lld bytes", rows[i].runtime, rows[i].count, round,
                     (long long)bytes);
            assert_int_equal(hp_length(x.b.t, all), rows[i].count);
            for (int32_t n = 0; n < rows[i].count; n++) {
                hp_get_into(x.b.t, all, (uint64_t)n, one);
                assert_int_equal(*(const int32_t *)hp_data(x.b.t, one), n);
            }
            hp_scope_close(x.b.t, scope);
        }
        if (rows[i].runtime == 8)
            assert_int_equal(rows[i].again, expect_to_array_8(rows[i].count));
        rig_close(&x.rig);
    }
}

/* ---- the shared pool ------------------------------------------------------------------------ */

static void test_rent_rounds_up_to_a_bucket(void **state)
{
    (void)state;
    static const struct {
        int32_t asked;
        uint32_t got;
    } rows[] = { { 1, 16 },      { 16, 16 },       { 17, 32 },        { 100, 128 },    { 0, 0 },
                 { 1024, 1024 }, { 20000, 32768 }, { 81920, 131072 }, { 65536, 65536 } };
    struct bench x;
    bench_open(&x, 10, 2);
    struct bcl_pool *pool, *same;
    const hp_ref array = root(&x);
    OK(bcl_pool_shared(&x.b, bcl_elements[BCL_U8].array, &pool, &x.err));
    OK(bcl_pool_shared(&x.b, bcl_elements[BCL_U8].array, &same, &x.err));
    assert_ptr_equal(pool, same);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OK(bcl_pool_rent(&x.b, pool, rows[i].asked, array, &x.err));
        assert_int_equal(hp_length(x.b.t, array), rows[i].got);
    }
    assert_int_equal(bcl_pool_rent(&x.b, pool, -1, array, &x.err), HP_E_RANGE);
    assert_non_null(strstr(x.err.text, "ArgumentOutOfRangeException"));
    rig_close(&x.rig);
}

static void test_first_uses_cost_what_they_cost(void **state)
{
    (void)state;
    static const struct {
        int runtime;
        int64_t first_partitions;
    } rows[] = { { 8, 48 + 320 * 20 }, { 9, 48 + 320 * 20 + 32 }, { 10, 48 + 320 * 20 + 32 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench x;
        bench_open(&x, rows[i].runtime, 20);
        struct bcl_pool *bytes, *ints;
        const hp_ref a = root(&x), b = root(&x), c = root(&x);
        OK(bcl_pool_shared(&x.b, bcl_elements[BCL_U8].array, &bytes, &x.err));
        OK(bcl_pool_shared(&x.b, i32()->array, &ints, &x.err));
        int64_t at = allocated(&x);
#define COSTS(bytes_expected)                                                                      \
    do {                                                                                           \
        HP_CHECK(allocated(&x) - at == (bytes_expected), "line %d on %d: %lld", __LINE__,          \
                 rows[i].runtime, (long long)(allocated(&x) - at));                                \
        at = allocated(&x);                                                                        \
    } while (0)
        OK(bcl_pool_rent(&x.b, bytes, 100, a, &x.err));
        COSTS(32 + 152);
        OK(bcl_pool_rent(&x.b, bytes, 100, b, &x.err));
        OK(bcl_pool_rent(&x.b, bytes, 100, c, &x.err));
        COSTS(2 * 152);
        OK(bcl_pool_return(&x.b, bytes, a, false, &x.err));
        COSTS(456 + 128);
        OK(bcl_pool_return(&x.b, bytes, b, false, &x.err));
        COSTS(rows[i].first_partitions);
        OK(bcl_pool_return(&x.b, bytes, c, false, &x.err));
        COSTS(0);
        OK(bcl_pool_rent(&x.b, bytes, 128, a, &x.err));
        assert_true(hp_same(x.b.t, a, c));
        OK(bcl_pool_rent(&x.b, ints, 16, a, &x.err));
        COSTS(32 + 88);
        OK(bcl_pool_rent(&x.b, ints, 16, b, &x.err));
        OK(bcl_pool_return(&x.b, ints, a, false, &x.err));
        OK(bcl_pool_return(&x.b, ints, b, false, &x.err));
        COSTS(88 + 456 + 128 + 48 + 320 * 20);
#undef COSTS
        rig_close(&x.rig);
    }
}

/* The start partition takes the first 32 displaced arrays, the next one the next 32. */
static void test_displaced_arrays_come_back_partition_by_partition(void **state)
{
    (void)state;
    enum { ARRAYS = 100 };
    struct bench x;
    bench_open(&x, 10, 4);
    struct bcl_pool *pool;
    hp_ref arrays[ARRAYS];
    const hp_ref again = root(&x);
    OK(bcl_pool_shared(&x.b, i32()->array, &pool, &x.err));
    for (int i = 0; i < ARRAYS; i++) {
        arrays[i] = root(&x);
        OK(bcl_pool_rent(&x.b, pool, 16, arrays[i], &x.err));
    }
    for (int i = 0; i < ARRAYS; i++)
        OK(bcl_pool_return(&x.b, pool, arrays[i], false, &x.err));
    int want[ARRAYS], n = 0;
    want[n++] = 99;
    for (int start = 0; start < 99; start += 32)
        for (int i = (start + 32 < 99 ? start + 32 : 99) - 1; i >= start; i--)
            want[n++] = i;
    assert_int_equal(n, ARRAYS);
    for (int i = 0; i < ARRAYS; i++) {
        OK(bcl_pool_rent(&x.b, pool, 16, again, &x.err));
        HP_CHECK(hp_same(x.b.t, again, arrays[want[i]]), "rent %d is not array %d", i, want[i]);
    }
    const int64_t before = allocated(&x);
    OK(bcl_pool_rent(&x.b, pool, 16, again, &x.err));
    assert_int_equal(allocated(&x) - before, 88);
    rig_close(&x.rig);
}

/* 2 partitions of 32 and the slot hold 65; what is displaced after that is lost. */
static void test_a_full_pool_drops_the_displaced_array(void **state)
{
    (void)state;
    enum { ARRAYS = 70, HELD = 65 };
    struct bench x;
    bench_open(&x, 10, 2);
    struct bcl_pool *pool;
    hp_ref arrays[ARRAYS];
    OK(bcl_pool_shared(&x.b, i32()->array, &pool, &x.err));
    for (int i = 0; i < ARRAYS; i++) {
        arrays[i] = root(&x);
        OK(bcl_pool_rent(&x.b, pool, 16, arrays[i], &x.err));
    }
    for (int i = 0; i < ARRAYS; i++)
        OK(bcl_pool_return(&x.b, pool, arrays[i], false, &x.err));
    const int64_t before = allocated(&x);
    for (int i = 0; i < ARRAYS; i++)
        OK(bcl_pool_rent(&x.b, pool, 16, arrays[i], &x.err));
    assert_int_equal(allocated(&x) - before, (ARRAYS - HELD) * 88);
    rig_close(&x.rig);
}

static void test_return_checks_after_clearing(void **state)
{
    (void)state;
    struct bench x;
    bench_open(&x, 10, 2);
    struct bcl_pool *pool;
    const hp_ref none = root(&x), foreign = root(&x), array = root(&x);
    OK(bcl_pool_shared(&x.b, i32()->array, &pool, &x.err));
    int64_t at = allocated(&x);
    assert_int_equal(bcl_pool_return(&x.b, pool, none, false, &x.err), HP_E_RANGE);
    assert_non_null(strstr(x.err.text, "ArgumentNullException"));
    assert_int_equal(allocated(&x) - at, 0);
    OK(bcl_array_counted(&x.b, i32(), 20, foreign, &x.err));
    at = allocated(&x);
    assert_int_equal(bcl_pool_return(&x.b, pool, foreign, true, &x.err), HP_E_RANGE);
    assert_non_null(strstr(x.err.text, "ArgumentException (array)"));
    assert_int_equal(allocated(&x) - at, 32 + 456 + 128);
    assert_int_equal(bcl_sum(&x.b, i32(), foreign, 0, 20), 0);
    OK(bcl_pool_rent(&x.b, pool, 20, array, &x.err));
    ((int32_t *)hp_data(x.b.t, array))[31] = 7;
    OK(bcl_pool_return(&x.b, pool, array, false, &x.err));
    OK(bcl_pool_rent(&x.b, pool, 32, foreign, &x.err));
    assert_true(hp_same(x.b.t, array, foreign));
    assert_int_equal(((const int32_t *)hp_data(x.b.t, foreign))[31], 7);
    OK(bcl_pool_return(&x.b, pool, foreign, true, &x.err));
    assert_int_equal(((const int32_t *)hp_data(x.b.t, array))[31], 0);
    rig_close(&x.rig);
}

/* A second thread pays once for its first use, by runtime and type. */
static void test_another_thread_pays_for_its_first_use(void **state)
{
    (void)state;
    static const struct {
        int runtime;
        enum bcl_kind kind;
        int64_t bytes;
    } rows[] = { { 8, BCL_U8, 152 },  { 8, BCL_REF, 152 },  { 9, BCL_U8, 112 },
                 { 9, BCL_I32, 120 }, { 10, BCL_REF, 128 }, { 10, BCL_U8, 112 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench x;
        bench_open(&x, rows[i].runtime, 2);
        struct hp_thread worker = *x.b.t;
        struct hp_run run = x.rig.run;
        run.thread = &worker;
        OK(bcl_open(&x.b, &run, &x.err));
        assert_int_equal(x.b.thread_index, 1);
        struct bcl_pool *pool;
        const hp_ref array = root(&x);
        OK(bcl_pool_shared(&x.b, bcl_elements[rows[i].kind].array, &pool, &x.err));
        int64_t at = allocated(&x);
        assert_int_equal(bcl_pool_return(&x.b, pool, array, false, &x.err), HP_E_RANGE);
        assert_int_equal(allocated(&x) - at, rows[i].bytes);
        at = allocated(&x);
        OK(bcl_pool_rent(&x.b, pool, 16, array, &x.err));
        assert_int_equal(allocated(&x) - at,
                         32 + (int64_t)hp_object_bytes(bcl_elements[rows[i].kind].array, 16));
        rig_close(&x.rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_list_doubles_from_four),
        cmocka_unit_test(test_a_range_is_copied_and_checked),
        cmocka_unit_test(test_objects_have_their_sizes),
        cmocka_unit_test(test_enumerators_go_on_where_they_stopped),
        cmocka_unit_test(test_sums_do_not_overflow),
        cmocka_unit_test(test_a_second_enumeration_clones_before_10),
        cmocka_unit_test(test_growth_waits_for_the_element),
        cmocka_unit_test(test_chunk_refuses_a_size_below_one),
        cmocka_unit_test(test_to_array_collects_as_each_runtime_does),
        cmocka_unit_test(test_rent_rounds_up_to_a_bucket),
        cmocka_unit_test(test_first_uses_cost_what_they_cost),
        cmocka_unit_test(test_displaced_arrays_come_back_partition_by_partition),
        cmocka_unit_test(test_a_full_pool_drops_the_displaced_array),
        cmocka_unit_test(test_return_checks_after_clearing),
        cmocka_unit_test(test_another_thread_pays_for_its_first_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
