/* SPDX-License-Identifier: MIT
 *
 * Heap conformance: allocation, local roots, references between objects.
 */
#include "conformance.h"

/* ---- allocation ------------------------------------------------------------------------------ */

static void objects_have_the_sizes_of_the_abi(void **state)
{
    static const struct {
        const struct hp_type *type;
        uint64_t length, bytes;
    } row[] = {
        { &empty_type, 0, 24 },           { &node_type, 0, 32 },
        { &bytes_type, 0, 24 },           { &bytes_type, 1, 32 },
        { &bytes_type, 8, 32 },           { &bytes_type, 84975, 85000 },
        { &shorts_type, 3, 32 },          { &ints_type, 21243, 85000 },
        { &ints_type, 21244, 85000 },     { &refs_type, 10, 104 },
        { &pairs_type, 2, 56 },           { &string_type, 0, 24 },
        { &string_type, 1, 24 },          { &string_type, 2, 32 },
        { &string_type, 200000, 400024 }, { &bytes_type, 10000000, 10000024 },
    };
    struct rig *rig = *state;
    bool present;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        assert_int_equal(hp_object_bytes(row[i].type, row[i].length), row[i].bytes);
        const int64_t before = rig_counter(rig, HP_C_ALLOCATED_BYTES, &present);
        const uint32_t scope = hp_scope_open(rig->thread);
        const hp_ref object = rig_make(rig, row[i].type, row[i].length);
        const int64_t after = rig_counter(rig, HP_C_ALLOCATED_BYTES, &present);
        HP_CHECK(!present || after - before == (int64_t)row[i].bytes, "row %zu: %lld bytes", i,
                 (long long)(after - before));
        assert_ptr_equal(hp_type_of(rig->thread, object), row[i].type);
        if (row[i].type->element_bytes != 0)
            assert_int_equal(hp_length(rig->thread, object), row[i].length);
        assert_int_equal((uintptr_t)rig->thread->roots[object.slot] & 7, 0);
        hp_scope_close(rig->thread, scope);
    }
}

static void memory_is_zeroed_whatever_lay_there(void **state)
{
    static const uint64_t length[] = { 0, 1, 7, 100, 4096, 5000, 60000, 84975, 100000, 3000000 };
    struct rig *rig = *state;
    for (int round = 0; round < 6; round++) {
        for (size_t i = 0; i < sizeof length / sizeof length[0]; i++) {
            const uint32_t scope = hp_scope_open(rig->thread);
            const hp_ref array = rig_make(rig, &bytes_type, length[i]);
            unsigned char *data = hp_data(rig->thread, array);
            for (uint64_t at = 0; at < length[i]; at++)
                HP_CHECK(data[at] == 0, "round %d, length %llu: byte %llu is %d", round,
                         (unsigned long long)length[i], (unsigned long long)at, data[at]);
            memset(data, 0xff, length[i]);
            hp_scope_close(rig->thread, scope);
        }
        rig_collect(rig, round % 3);
    }
}

static void uninitialised_arrays_are_whole_arrays(void **state)
{
    static const uint64_t length[] = { 0, 100, 2047, 2048, 30000, 84976, 500000 };
    struct rig *rig = *state;
    for (size_t i = 0; i < sizeof length / sizeof length[0]; i++) {
        hp_ref array;
        HP_CHECK(hp_new(rig->thread, &bytes_type, length[i], HP_UNINIT, &array, &rig->err) == HP_OK,
                 "%s", rig->err.text);
        assert_int_equal(hp_length(rig->thread, array), length[i]);
        memset(hp_data(rig->thread, array), 0x11, length[i]);
        const hp_ref after = rig_make(rig, &ints_type, 4);
        for (int word = 0; word < 4; word++)
            assert_int_equal(((int32_t *)hp_data(rig->thread, after))[word], 0);
    }
}

static void too_long_is_a_range_error_and_changes_nothing(void **state)
{
    struct rig *rig = *state;
    const hp_ref slot = rig_make(rig, &ints_type, 3);
    ((int32_t *)hp_data(rig->thread, slot))[2] = 77;
    assert_int_equal(
        hp_new_into(rig->thread, &bytes_type, (uint64_t)HP_LENGTH_MAX + 1, 0, slot, &rig->err),
        HP_E_RANGE);
    assert_int_equal(rig->err.code, HP_E_RANGE);
    assert_true(strlen(rig->err.text) > 10);
    assert_int_equal(((int32_t *)hp_data(rig->thread, slot))[2], 77);
}

static void a_full_heap_says_so_and_recovers(void **state)
{
    (void)state;
    const struct hp_named limit = { "memory_limit", "100663296" };
    struct rig rig;
    if (hp_option_find(rig_plugin->options, "memory_limit") == NULL) {
        print_message("%s has no option `memory_limit`\n", rig_plugin->name);
        return;
    }
    rig_open(&rig, &limit, 1);
    const uint32_t scope = hp_scope_open(rig.thread);
    hp_ref array;
    int rc = HP_OK, made = 0;
    while (made < 1000 &&
           (rc = hp_new(rig.thread, &bytes_type, 1000000, 0, &array, &rig.err)) == HP_OK)
        made++;
    assert_int_equal(rc, HP_E_NOMEM);
    HP_CHECK(made >= 30 && made <= 100, "%d arrays of a million bytes", made);
    HP_CHECK(strstr(rig.err.text, "limit") != NULL, "%s", rig.err.text);
    hp_scope_close(rig.thread, scope);
    if ((rig_plugin->caps & HP_CAP_COLLECTS) != 0)
        for (int i = 0; i < 200; i++) {
            (void)rig_make(&rig, &bytes_type, 1000000);
            hp_scope_close(rig.thread, scope);
        }
    rig_close(&rig);
}

/* ---- roots, scopes, references ----------------------------------------------------------------- */

static void scopes_nest_and_keep(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    const uint32_t outer = hp_scope_open(t);
    const hp_ref first = rig_make(rig, &ints_type, 1);
    const uint32_t inner = hp_scope_open(t);
    (void)rig_make(rig, &ints_type, 2);
    const hp_ref kept = hp_scope_keep(t, inner, rig_make(rig, &ints_type, 3));
    assert_int_equal(kept.slot, first.slot + 1);
    assert_int_equal(hp_length(t, kept), 3);
    rig_collect(rig, 2);
    assert_int_equal(hp_length(t, kept), 3);
    assert_int_equal(hp_length(t, first), 1);
    hp_ref copy;
    assert_int_equal(hp_root(t, &copy, &rig->err), HP_OK);
    assert_true(hp_is_null(t, copy));
    hp_assign(t, copy, kept);
    assert_true(hp_same(t, copy, kept));
    hp_clear(t, copy);
    assert_true(hp_is_null(t, copy));
    hp_scope_close(t, outer);
    assert_int_equal(hp_scope_open(t), outer);
}

static void too_many_roots_are_an_error(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    const uint32_t scope = hp_scope_open(t);
    hp_ref root;
    uint32_t made = 0;
    while (hp_root(t, &root, &rig->err) == HP_OK)
        made++;
    assert_int_equal(rig->err.code, HP_E_NOMEM);
    assert_true(made >= 1000);
    hp_scope_close(t, scope);
    (void)rig_make(rig, &ints_type, 1);
}

static void drop_empties_the_slot(void **state)
{
    struct rig *rig = *state;
    const hp_ref object = rig_make(rig, &ints_type, 1000);
    rig->ops->drop(rig->thread, object);
    assert_true(hp_is_null(rig->thread, object));
}

static void what_is_reachable_survives(void **state)
{
    struct rig *rig = *state;
    const hp_ref head = rig_list(rig, 500);
    for (int round = 0; round < 12; round++) {
        rig_garbage(rig, 100);
        rig_collect(rig, round % 3);
        rig_check_list(rig, head, 500);
    }
}

static void references_of_old_objects_follow_young_ones(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    static const uint64_t length[] = { 64, 11000 }; /* a small and a large array */
    for (size_t i = 0; i < sizeof length / sizeof length[0]; i++) {
        const uint64_t step = length[i] / 60 + 1;
        const hp_ref table = rig_make(rig, &refs_type, length[i]);
        rig_collect(rig, 2);
        rig_collect(rig, 2);
        for (uint64_t word = 0; word < length[i]; word += step) {
            const uint32_t scope = hp_scope_open(t);
            const hp_ref young = rig_make(rig, &ints_type, 2);
            ((int32_t *)hp_data(t, young))[1] = (int32_t)word;
            hp_set(t, table, word, young);
            hp_scope_close(t, scope);
            if (word / step % 20 == 0) {
                rig_garbage(rig, 20);
                rig_collect(rig, (int)(word / step % 40 / 20));
            }
        }
        rig_collect(rig, 0);
        for (uint64_t word = 0; word < length[i]; word += step) {
            hp_ref young;
            const uint32_t scope = hp_scope_open(t);
            assert_int_equal(hp_get(t, table, word, &young, &rig->err), HP_OK);
            assert_int_equal(((int32_t *)hp_data(t, young))[1], word);
            hp_scope_close(t, scope);
        }
        hp_set_null(t, table, 0);
    }
}

static void references_written_as_a_block_are_seen(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    const hp_ref source = rig_make(rig, &refs_type, 300), target = rig_make(rig, &refs_type, 300);
    const hp_ref structs = rig_make(rig, &pairs_type, 100);
    rig_collect(rig, 2);
    rig_collect(rig, 2);
    for (uint64_t i = 0; i < 300; i++) {
        const uint32_t scope = hp_scope_open(t);
        const hp_ref young = rig_make(rig, &ints_type, 1);
        *(int32_t *)hp_data(t, young) = (int32_t)i;
        hp_set(t, source, i, young);
        if (i < 100)
            hp_set(t, structs, 2 * i + 1, young);
        hp_scope_close(t, scope);
    }
    memcpy(hp_data(t, target), hp_data(t, source), 300 * sizeof(uintptr_t));
    rig->ops->refs_written(t, target, 0, 300);
    memset(hp_data(t, source), 0, 300 * sizeof(uintptr_t));
    rig->ops->refs_written(t, source, 0, 0);
    rig_garbage(rig, 50);
    rig_collect(rig, 0);
    rig_collect(rig, 1);
    rig_garbage(rig, 50);
    for (uint64_t i = 0; i < 300; i++) {
        const uint32_t scope = hp_scope_open(t);
        hp_ref young;
        assert_int_equal(hp_get(t, target, i, &young, &rig->err), HP_OK);
        assert_int_equal(*(int32_t *)hp_data(t, young), i);
        if (i < 100) {
            assert_int_equal(hp_get(t, structs, 2 * i + 1, &young, &rig->err), HP_OK);
            assert_int_equal(*(int32_t *)hp_data(t, young), i);
        }
        hp_scope_close(t, scope);
    }
}

const struct CMUnitTest object_tests[] = {
    RIG_TEST(objects_have_the_sizes_of_the_abi),
    RIG_TEST(memory_is_zeroed_whatever_lay_there),
    RIG_TEST(uninitialised_arrays_are_whole_arrays),
    RIG_TEST(too_long_is_a_range_error_and_changes_nothing),
    cmocka_unit_test(a_full_heap_says_so_and_recovers),
    RIG_TEST(scopes_nest_and_keep),
    RIG_TEST(too_many_roots_are_an_error),
    RIG_TEST(drop_empties_the_slot),
    RIG_TEST(what_is_reachable_survives),
    RIG_TEST(references_of_old_objects_follow_young_ones),
    RIG_TEST(references_written_as_a_block_are_seen),
};
const size_t object_test_count = sizeof object_tests / sizeof object_tests[0];
