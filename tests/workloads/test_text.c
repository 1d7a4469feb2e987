/* SPDX-License-Identifier: MIT
 * What do strings, value builders, pools of builders and the limits of StringBuilder cost and refuse?
 * The library on the flat heap, where a byte more or less is the library's own; texts against plain
 * arrays are in test_builder_model.c. */
#include "hp_test.h"

#include "bcl/text.h"
#include "rig.h"

struct bench {
    struct rig rig;
    struct bcl b;
    struct hp_err err;
    hp_ref one, two, three;
};

static hp_ref root(struct bench *x)
{
    hp_ref out;
    assert_int_equal(hp_root(x->b.t, &out, &x->err), HP_OK);
    return out;
}

static void bench_open(struct bench *x)
{
    assert_int_equal(
        rig_open(&x->rig, &(struct rig_setup){ .heap = "flat", .runtime = 10 }, &x->err), HP_OK);
    assert_int_equal(bcl_open(&x->b, &x->rig.run, &x->err), HP_OK);
    assert_int_equal(bcl_text_open(&x->b, &x->err), HP_OK);
    x->one = root(x);
    x->two = root(x);
    x->three = root(x);
}

static int64_t allocated(const struct bench *x)
{
    struct hp_counters counters = { .present = 0 };
    x->b.t->ops->counters(x->b.t, &counters);
    return counters.value[HP_C_ALLOCATED_BYTES];
}

#define OK(call) HP_CHECK((call) == HP_OK, "%s", x.err.text)
#define ALLOCATES(bytes, call)                                                                     \
    do {                                                                                           \
        const int64_t before_ = allocated(&x);                                                     \
        OK(call);                                                                                  \
        HP_CHECK(allocated(&x) - before_ == (bytes), "%s took %lld bytes", #call,                  \
                 (long long)(allocated(&x) - before_));                                            \
    } while (0)

static const uint16_t abc[] = { 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j' };
enum { ABC = sizeof abc / sizeof *abc };

static struct bcl_span letters(int32_t count)
{
    return bcl_span_fixed(abc, count);
}

static void check_text(const struct bench *x, hp_ref string, const char *want)
{
    const uint32_t length = hp_length(x->b.t, string);
    const uint16_t *text = hp_data(x->b.t, string);
    HP_CHECK(length == strlen(want), "%u characters, want \"%s\"", length, want);
    for (uint32_t i = 0; i < length; i++)
        HP_CHECK(text[i] == (uint16_t)want[i], "character %u of \"%s\" is %c", i, want, text[i]);
}

/* ---- strings -------------------------------------------------------------------------------- */

static void test_strings_have_their_sizes(void **state)
{
    (void)state;
    static const struct {
        int32_t length;
        int64_t bytes;
    } rows[] = { { 0, 0 }, { 1, 24 }, { 2, 32 }, { 5, 32 }, { 6, 40 }, { 200000, 400024 } };
    struct bench x;
    bench_open(&x);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ALLOCATES(rows[i].bytes, bcl_string_new(&x.b, rows[i].length, x.one, &x.err));
    assert_int_equal(bcl_string_new(&x.b, -1, x.one, &x.err), HP_E_RANGE);
    assert_non_null(strstr(x.err.text, "ArgumentOutOfRangeException (length)"));
    assert_int_equal(bcl_string_new(&x.b, 0x3fffffe0, x.one, &x.err), HP_E_NOMEM);
    assert_non_null(strstr(x.err.text, "OutOfMemoryException"));
    rig_close(&x.rig);
}

static void test_concat_makes_only_the_result(void **state)
{
    (void)state;
    struct bench x;
    bench_open(&x);
    OK(hp_new_into(x.b.t, bcl_elements[BCL_REF].array, 3, 0, x.one, &x.err));
    ALLOCATES(0, bcl_string_concat(&x.b, x.one, x.two, &x.err)); /* three nulls are empty */
    check_text(&x, x.two, "");
    for (uint64_t i = 0; i < 3; i += 2) {
        const struct bcl_span part = letters(3 + (int32_t)i);
        OK(bcl_string_of(&x.b, &part, x.two, &x.err));
        hp_set(x.b.t, x.one, i, x.two);
    }
    ALLOCATES(40, bcl_string_concat(&x.b, x.one, x.two, &x.err));
    check_text(&x, x.two, "abcabcde");
    OK(hp_new_into(x.b.t, bcl_elements[BCL_REF].array, 1, 0, x.one, &x.err));
    hp_set(x.b.t, x.one, 0, x.two);
    ALLOCATES(0, bcl_string_concat(&x.b, x.one, x.three, &x.err));
    assert_true(hp_same(x.b.t, x.two, x.three));
    rig_close(&x.rig);
}

static void fill_x(void *state, struct bcl *b, uint16_t *to, int32_t length)
{
    (void)b;
    *(int *)state += 1;
    for (int32_t i = 0; i < length; i++)
        to[i] = 'x';
}

static void test_create_writes_in_place(void **state)
{
    (void)state;
    struct bench x;
    int calls = 0;
    bench_open(&x);
    ALLOCATES(32, bcl_string_create(&x.b, 4, fill_x, &calls, x.one, &x.err));
    check_text(&x, x.one, "xxxx");
    ALLOCATES(0, bcl_string_create(&x.b, 0, fill_x, &calls, x.one, &x.err));
    assert_int_equal(calls, 1);
    assert_int_equal(bcl_string_create(&x.b, -1, fill_x, &calls, x.one, &x.err), HP_E_RANGE);
    rig_close(&x.rig);
}

static void test_numbers_below_300_are_made_once(void **state)
{
    (void)state;
    static const struct {
        int64_t value;
        int64_t first, second; /* bytes of the first and the second time */
        const char *text;
    } rows[] = {
        { 0, 24, 0, "0" },
        { 299, 32, 0, "299" },
        { 300, 32, 32, "300" },
        { -1, 32, 32, "-1" },
        { -2000000000, 48, 48, "-2000000000" },
        { INT64_MIN, 64, 64, "-9223372036854775808" },
        { INT64_MAX, 64, 64, "9223372036854775807" },
    };
    struct bench x;
    bench_open(&x);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint16_t digits[BCL_NUMBER_CHARS];
        const int32_t length = (int32_t)strlen(rows[i].text);
        ALLOCATES(rows[i].first, bcl_number_string(&x.b, rows[i].value, x.one, &x.err));
        ALLOCATES(rows[i].second, bcl_number_string(&x.b, rows[i].value, x.one, &x.err));
        check_text(&x, x.one, rows[i].text);
        assert_int_equal(bcl_number_format(rows[i].value, digits, length - 1), 0);
        assert_int_equal(bcl_number_format(rows[i].value, digits, length), length);
    }
    rig_close(&x.rig);
}

/* ---- limits of StringBuilder ---------------------------------------------------------------- */

static void check_refused(const struct bench *x, int rc, int want, const char *exception)
{
    HP_CHECK(rc == want && strncmp(x->err.text, exception, strlen(exception)) == 0, "%d: %s", rc,
             x->err.text);
}

static const char range[] = "ArgumentOutOfRangeException";

static void test_constructors_check_in_order(void **state)
{
    (void)state;
    static const struct {
        int32_t capacity, max, room; /* room 0: refused */
    } rows[] = { { 0, 5, 5 },  { 0, 100, 16 }, { 7, 7, 7 }, { 8, 7, 0 },         { 0, 0, 0 },
                 { -1, 5, 0 }, { -1, -1, 0 },  { 1, 0, 0 }, { 0, INT32_MAX, 16 } };
    struct bench x;
    bench_open(&x);
    OK(bcl_builder_new(&x.b, 3, 9, x.two, &x.err));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hp_assign(x.b.t, x.one, x.two);
        const int rc = bcl_builder_new(&x.b, rows[i].capacity, rows[i].max, x.one, &x.err);
        if (rows[i].room == 0) {
            check_refused(&x, rc, HP_E_RANGE, range);
            assert_true(hp_same(x.b.t, x.one, x.two)); /* the one before stays */
        } else {
            OK(rc);
            assert_int_equal(bcl_builder_capacity(&x.b, x.one), rows[i].room);
            assert_int_equal(bcl_builder_max(&x.b, x.one), rows[i].max);
        }
    }
    rig_close(&x.rig);
}

/* The maximum is looked at when room must be made: a new block is not limited by it, and text goes on
 * as long as it fits. */
static void test_the_maximum_is_checked_for_room_only(void **state)
{
    (void)state;
    struct bench x;
    bench_open(&x);
    const struct bcl_span one = letters(1), ten = letters(10);
    OK(bcl_builder_new(&x.b, 0, 20, x.one, &x.err));
    OK(bcl_builder_append_repeat(&x.b, x.one, 'a', 16, &x.err));
    check_refused(&x, bcl_builder_append(&x.b, x.one, &ten, &x.err), HP_E_RANGE, range);
    OK(bcl_builder_append(&x.b, x.one, &one, &x.err));
    assert_int_equal(bcl_builder_capacity(&x.b, x.one), 32);
    OK(bcl_builder_append(&x.b, x.one, &ten, &x.err));
    OK(bcl_builder_append_repeat(&x.b, x.one, 'b', 5, &x.err));
    assert_int_equal(bcl_builder_length(&x.b, x.one), 32);
    /* From here on everything needs room. */
    check_refused(&x, bcl_builder_append_char(&x.b, x.one, 'c', &x.err), HP_E_RANGE, range);
    check_refused(&x, bcl_builder_append_repeat(&x.b, x.one, 'c', 1, &x.err), HP_E_RANGE, range);
    check_refused(&x, bcl_builder_append_number(&x.b, x.one, 1, &x.err), HP_E_RANGE, range);
    check_refused(&x, bcl_builder_insert(&x.b, x.one, 0, &one, &x.err), HP_E_RANGE, range);
    check_refused(&x, bcl_builder_insert_repeat(&x.b, x.one, 0, &one, 1, &x.err), HP_E_NOMEM,
                  "OutOfMemoryException");
    check_refused(&x, bcl_builder_insert_number(&x.b, x.one, 0, 7, &x.err), HP_E_NOMEM,
                  "OutOfMemoryException");
    check_refused(&x, bcl_builder_set_length(&x.b, x.one, 21, &x.err), HP_E_RANGE, range);
    check_refused(&x, bcl_builder_set_capacity(&x.b, x.one, 33, &x.err), HP_E_RANGE, range);
    OK(bcl_builder_ensure(&x.b, x.one, 32, &x.err));
    OK(bcl_builder_new(&x.b, 0, INT32_MAX, x.two, &x.err));
    OK(bcl_builder_append(&x.b, x.two, &one, &x.err));
    check_refused(&x, bcl_builder_append_builder(&x.b, x.one, x.two, &x.err), HP_E_RANGE, range);
    assert_int_equal(bcl_builder_length(&x.b, x.one), 32);
    rig_close(&x.rig);
}

static void test_more_than_eight_chunks_are_gathered(void **state)
{
    (void)state;
    struct bench x;
    bench_open(&x);
    const struct bcl_span ten = letters(10);
    OK(bcl_builder_new(&x.b, 1, INT32_MAX, x.one, &x.err));
    for (uint32_t chunks = 1; chunks <= 10; chunks++) {
        struct bcl_chunk_walk walk;
        const uint32_t scope = hp_scope_open(x.b.t);
        assert_int_equal(bcl_builder_pieces(&x.b, x.one, NULL, 0), chunks);
        const int64_t bytes = chunks <= 8 ? 0 : 32 + 24 + 8 * (int64_t)chunks;
        ALLOCATES(bytes, bcl_builder_chunks(&x.b, x.one, &walk, &x.err));
        hp_scope_close(x.b.t, scope);
        /* What does not fit a full chunk makes one. */
        OK(bcl_builder_append_repeat(
            &x.b, x.one, 'x', bcl_builder_capacity(&x.b, x.one) - bcl_builder_length(&x.b, x.one),
            &x.err));
        OK(bcl_builder_append(&x.b, x.one, &ten, &x.err));
    }
    rig_close(&x.rig);
}

/* ---- ValueStringBuilder --------------------------------------------------------------------- */

static void test_a_value_builder_rents_when_the_stack_is_full(void **state)
{
    (void)state;
    struct bench x;
    bench_open(&x);
    for (int pass = 0; pass < 2; pass++) {
        uint16_t stack[16];
        struct bcl_value_builder v;
        const struct bcl_span ten = letters(ABC);
        const int64_t before = allocated(&x);
        OK(bcl_value_builder_open(&x.b, &v, stack, 16, &x.err));
        OK(bcl_value_builder_append(&x.b, &v, &ten, &x.err));
        OK(bcl_value_builder_append_number(&x.b, &v, -12345, &x.err));
        assert_true(hp_is_null(x.b.t, v.rented));
        assert_int_equal(allocated(&x), before);
        OK(bcl_value_builder_append_char(&x.b, &v, '!', &x.err));
        assert_int_equal(hp_length(x.b.t, v.rented), 32);
        for (int i = 0; i < 6; i++)
            OK(bcl_value_builder_append(&x.b, &v, &ten, &x.err));
        assert_int_equal(hp_length(x.b.t, v.rented), 128);
        assert_int_equal(bcl_value_builder_span(&x.b, &v).count, 77);
        OK(bcl_value_builder_string(&x.b, &v, x.one, &x.err));
        check_text(&x, x.one,
                   "abcdefghij-12345!abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij");
        /* The second time every array comes from the pool. */
        if (pass == 1)
            assert_int_equal(allocated(&x) - before, 176);
        assert_int_equal(v.length, 0);
    }
    rig_close(&x.rig);
}

/* What is not disposed never comes back: the next one rents anew. */
static void test_without_dispose_the_array_is_lost(void **state)
{
    (void)state;
    struct bench x;
    bench_open(&x);
    const struct bcl_span ten = letters(ABC);
    for (int pass = 0; pass < 3; pass++) {
        uint16_t stack[4];
        struct bcl_value_builder v;
        OK(bcl_value_builder_open(&x.b, &v, stack, 4, &x.err));
        const int64_t before = allocated(&x);
        OK(bcl_value_builder_append(&x.b, &v, &ten, &x.err));
        HP_CHECK(allocated(&x) - before >= 56, "pass %d: nothing was rented", pass);
    }
    rig_close(&x.rig);
}

/* ---- a pool of builders --------------------------------------------------------------------- */

static void test_the_pool_takes_back_4096_and_not_4097(void **state)
{
    (void)state;
    struct bench x;
    struct bcl_builder_pool pool;
    bool taken = false;
    bench_open(&x);
    OK(bcl_builder_pool_open(&x.b, &pool, &x.err));
    ALLOCATES(48 + 224, bcl_builder_pool_get(&x.b, &pool, x.one, &x.err));
    OK(bcl_builder_new(&x.b, 4097, INT32_MAX, x.two, &x.err));
    OK(bcl_builder_append_repeat(&x.b, x.two, 'x', 5, &x.err));
    OK(bcl_builder_pool_return(&x.b, &pool, x.two, &taken, &x.err));
    assert_false(taken);
    assert_int_equal(bcl_builder_length(&x.b, x.two), 5); /* not cleared */
    OK(bcl_builder_new(&x.b, 4096, INT32_MAX, x.two, &x.err));
    OK(bcl_builder_append_repeat(&x.b, x.two, 'x', 5, &x.err));
    OK(bcl_builder_pool_return(&x.b, &pool, x.two, &taken, &x.err));
    assert_true(taken);
    ALLOCATES(0, bcl_builder_pool_get(&x.b, &pool, x.three, &x.err));
    assert_true(hp_same(x.b.t, x.two, x.three));
    assert_int_equal(bcl_builder_length(&x.b, x.three), 0);
    bcl_builder_pool_close(&x.b, &pool);
    rig_close(&x.rig);
}

/* Twice as many as processors; one place is tried first, the others wait in turn. */
static void test_the_pool_has_places_for_two_a_processor(void **state)
{
    (void)state;
    enum { PLACES = 4 };
    struct bench x;
    struct bcl_builder_pool pool;
    hp_ref made[PLACES + 1];
    bench_open(&x);
    assert_int_equal(x.b.processors, 2);
    OK(bcl_builder_pool_open(&x.b, &pool, &x.err));
    for (int i = 0; i <= PLACES; i++) {
        bool taken = false;
        made[i] = root(&x);
        OK(bcl_builder_new(&x.b, 10 + i, INT32_MAX, made[i], &x.err));
        OK(bcl_builder_pool_return(&x.b, &pool, made[i], &taken, &x.err));
        assert_int_equal(taken, i < PLACES);
    }
    bool taken = false;
    OK(bcl_builder_pool_get(&x.b, &pool, x.one, &x.err));
    assert_true(hp_same(x.b.t, x.one, made[0]));
    OK(bcl_builder_pool_return(&x.b, &pool, made[PLACES], &taken, &x.err));
    assert_true(taken);
    static const int order[PLACES] = { PLACES, 1, 2, 3 };
    for (int i = 0; i < PLACES; i++) {
        OK(bcl_builder_pool_get(&x.b, &pool, x.one, &x.err));
        HP_CHECK(hp_same(x.b.t, x.one, made[order[i]]), "number %d is of capacity %d", i,
                 bcl_builder_capacity(&x.b, x.one));
    }
    bcl_builder_pool_close(&x.b, &pool);
    rig_close(&x.rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strings_have_their_sizes),
        cmocka_unit_test(test_concat_makes_only_the_result),
        cmocka_unit_test(test_create_writes_in_place),
        cmocka_unit_test(test_numbers_below_300_are_made_once),
        cmocka_unit_test(test_constructors_check_in_order),
        cmocka_unit_test(test_the_maximum_is_checked_for_room_only),
        cmocka_unit_test(test_more_than_eight_chunks_are_gathered),
        cmocka_unit_test(test_a_value_builder_rents_when_the_stack_is_full),
        cmocka_unit_test(test_without_dispose_the_array_is_lost),
        cmocka_unit_test(test_the_pool_takes_back_4096_and_not_4097),
        cmocka_unit_test(test_the_pool_has_places_for_two_a_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
