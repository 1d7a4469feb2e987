/* SPDX-License-Identifier: MIT
 *
 * Does a heap plugin keep every promise of abi.h? One suite for all heaps: what a capability promises is
 * checked when the plugin claims it. Each test opens its own heap, makes one thread and ends with verify().
 *
 *   test_conformance PLUGIN.so [OPTION=VALUE ...]
 */
#include "plugin/plugin.h"
#include <hp_test.h>

#include <pthread.h>

static const struct hp_plugin *plugin;
static struct hp_named given[16];
static size_t given_count;

static const struct hp_type bytes_type = { "byte[]", 24, 1, HP_TYPE_ARRAY, 0, 0 };
static const struct hp_type shorts_type = { "int16[]", 24, 2, HP_TYPE_ARRAY, 0, 0 };
static const struct hp_type ints_type = { "int32[]", 24, 4, HP_TYPE_ARRAY, 0, 0 };
static const struct hp_type refs_type = { "object[]", 24, 8, HP_TYPE_ARRAY, 0, 1 };
static const struct hp_type pairs_type = { "pair[]", 24, 16, HP_TYPE_ARRAY, 0, 2 };
static const struct hp_type string_type = { "string", 22, 2, HP_TYPE_STRING, 0, 0 };
static const struct hp_type empty_type = { "Empty", 16, 0, 0, 0, 0 };
/* One reference, then a number. */
static const struct hp_type node_type = { "Node", 32, 0, 0, 1, 0 };

struct rig {
    struct hp_heap *heap;
    struct hp_thread *thread;
    const struct hp_heap_ops *ops;
    struct hp_err err;
};

static const struct hp_machine machine = { "test", 4, 8u << 20, (uint64_t)8 << 30 };

static void open_with(struct rig *rig, const struct hp_named *more, size_t more_count)
{
    struct hp_named all[32];
    size_t count = 0;
    void *options = calloc(1, plugin->options_size + 1);
    memset(rig, 0, sizeof *rig);
    rig->ops = plugin->heap;
    for (size_t i = 0; i < given_count; i++)
        all[count++] = given[i];
    for (size_t i = 0; i < more_count; i++)
        all[count++] = more[i];
    HP_CHECK(hp_options_fill(plugin->options, options, plugin->options_size, all, count,
                             &rig->err) == HP_OK,
             "%s", rig->err.text);
    const struct hp_heap_config config = { .size = sizeof config,
                                           .options = options,
                                           .runtime = (plugin->caps & HP_CAP_RUNTIMES) ? 10 : 0,
                                           .processors = machine.processors,
                                           .seed = 1,
                                           .machine = &machine };
    HP_CHECK(rig->ops->open(&rig->heap, &config, &rig->err) == HP_OK, "%s", rig->err.text);
    HP_CHECK(rig->ops->attach(rig->heap, &rig->thread, &rig->err) == HP_OK, "%s", rig->err.text);
    free(options);
}

static void close_rig(struct rig *rig)
{
    HP_CHECK(rig->ops->verify(rig->thread, &rig->err) == HP_OK, "%s", rig->err.text);
    rig->ops->detach(rig->thread);
    rig->ops->close(rig->heap);
}

static int setup(void **state)
{
    static struct rig rig;
    open_with(&rig, NULL, 0);
    *state = &rig;
    return 0;
}

static int teardown(void **state)
{
    close_rig(*state);
    return 0;
}

static bool has(enum hp_caps cap)
{
    if ((plugin->caps & (uint32_t)cap) != 0)
        return true;
    print_message("not claimed by %s\n", plugin->name);
    return false;
}

static hp_ref make(struct rig *rig, const struct hp_type *type, uint64_t length)
{
    hp_ref out = { 0 };
    HP_CHECK(hp_new(rig->thread, type, length, 0, &out, &rig->err) == HP_OK, "%s", rig->err.text);
    return out;
}

static int64_t counter(struct rig *rig, enum hp_counter which, bool *present)
{
    struct hp_counters c;
    rig->ops->counters(rig->thread, &c);
    *present = (c.present >> which & 1) != 0;
    return c.value[which];
}

static void make_garbage(struct rig *rig, int count)
{
    const uint32_t scope = hp_scope_open(rig->thread);
    const hp_ref slot = make(rig, &bytes_type, 0);
    for (int i = 0; i < count; i++) {
        HP_CHECK(hp_new_into(rig->thread, &bytes_type, (uint64_t)(i * 37 % 900), 0, slot,
                             &rig->err) == HP_OK,
                 "%s", rig->err.text);
        memset(hp_data(rig->thread, slot), 0xa5, hp_length(rig->thread, slot));
    }
    hp_scope_close(rig->thread, scope);
}

static void collect(struct rig *rig, int generation)
{
    if ((plugin->caps & HP_CAP_COLLECTS) != 0)
        rig->ops->collect(rig->thread, generation);
}

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
        const int64_t before = counter(rig, HP_C_ALLOCATED_BYTES, &present);
        const uint32_t scope = hp_scope_open(rig->thread);
        const hp_ref object = make(rig, row[i].type, row[i].length);
        const int64_t after = counter(rig, HP_C_ALLOCATED_BYTES, &present);
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
            const hp_ref array = make(rig, &bytes_type, length[i]);
            unsigned char *data = hp_data(rig->thread, array);
            for (uint64_t at = 0; at < length[i]; at++)
                HP_CHECK(data[at] == 0, "round %d, length %llu: byte %llu is %d", round,
                         (unsigned long long)length[i], (unsigned long long)at, data[at]);
            memset(data, 0xff, length[i]);
            hp_scope_close(rig->thread, scope);
        }
        collect(rig, round % 3);
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
        const hp_ref after = make(rig, &ints_type, 4);
        for (int word = 0; word < 4; word++)
            assert_int_equal(((int32_t *)hp_data(rig->thread, after))[word], 0);
    }
}

static void too_long_is_a_range_error_and_changes_nothing(void **state)
{
    struct rig *rig = *state;
    const hp_ref slot = make(rig, &ints_type, 3);
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
    const struct hp_named limit = { "limit", "100663296" };
    struct rig rig;
    if (hp_option_find(plugin->options, "limit") == NULL) {
        print_message("%s has no option `limit`\n", plugin->name);
        return;
    }
    open_with(&rig, &limit, 1);
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
    if ((plugin->caps & HP_CAP_COLLECTS) != 0)
        for (int i = 0; i < 200; i++) {
            (void)make(&rig, &bytes_type, 1000000);
            hp_scope_close(rig.thread, scope);
        }
    close_rig(&rig);
}

/* ---- roots, scopes, references ----------------------------------------------------------------- */

static void scopes_nest_and_keep(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    const uint32_t outer = hp_scope_open(t);
    const hp_ref first = make(rig, &ints_type, 1);
    const uint32_t inner = hp_scope_open(t);
    (void)make(rig, &ints_type, 2);
    const hp_ref kept = hp_scope_keep(t, inner, make(rig, &ints_type, 3));
    assert_int_equal(kept.slot, first.slot + 1);
    assert_int_equal(hp_length(t, kept), 3);
    collect(rig, 2);
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
    (void)make(rig, &ints_type, 1);
}

static void drop_empties_the_slot(void **state)
{
    struct rig *rig = *state;
    const hp_ref object = make(rig, &ints_type, 1000);
    rig->ops->drop(rig->thread, object);
    assert_true(hp_is_null(rig->thread, object));
}

/* A list of nodes, the newest first; numbers count down to 0. */
static hp_ref make_list(struct rig *rig, int count)
{
    struct hp_thread *t = rig->thread;
    hp_ref head;
    assert_int_equal(hp_root(t, &head, &rig->err), HP_OK);
    const uint32_t scope = hp_scope_open(t);
    for (int i = 0; i < count; i++) {
        const hp_ref node = make(rig, &node_type, 0);
        ((int64_t *)hp_data(t, node))[1] = i;
        hp_set(t, node, 0, head);
        hp_assign(t, head, node);
        hp_scope_close(t, scope);
    }
    return head;
}

static void check_list(struct rig *rig, hp_ref head, int count)
{
    struct hp_thread *t = rig->thread;
    const uint32_t scope = hp_scope_open(t);
    hp_ref at;
    assert_int_equal(hp_root(t, &at, &rig->err), HP_OK);
    hp_assign(t, at, head);
    for (int i = count - 1; i >= 0; i--) {
        HP_CHECK(!hp_is_null(t, at), "the list ends %d nodes early", i + 1);
        assert_int_equal(((int64_t *)hp_data(t, at))[1], i);
        hp_get_into(t, at, 0, at);
    }
    assert_true(hp_is_null(t, at));
    hp_scope_close(t, scope);
}

static void what_is_reachable_survives(void **state)
{
    struct rig *rig = *state;
    const hp_ref head = make_list(rig, 500);
    for (int round = 0; round < 12; round++) {
        make_garbage(rig, 100);
        collect(rig, round % 3);
        check_list(rig, head, 500);
    }
}

static void references_of_old_objects_follow_young_ones(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    static const uint64_t length[] = { 64, 20000 }; /* a small and a large array */
    for (size_t i = 0; i < sizeof length / sizeof length[0]; i++) {
        const hp_ref table = make(rig, &refs_type, length[i]);
        collect(rig, 2);
        collect(rig, 2);
        for (uint64_t word = 0; word < length[i]; word += 7) {
            const uint32_t scope = hp_scope_open(t);
            const hp_ref young = make(rig, &ints_type, 2);
            ((int32_t *)hp_data(t, young))[1] = (int32_t)word;
            hp_set(t, table, word, young);
            hp_scope_close(t, scope);
            if (word % 1001 == 0) {
                make_garbage(rig, 20);
                collect(rig, (int)(word % 2));
            }
        }
        collect(rig, 0);
        for (uint64_t word = 0; word < length[i]; word += 7) {
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
    const hp_ref source = make(rig, &refs_type, 300), target = make(rig, &refs_type, 300);
    const hp_ref structs = make(rig, &pairs_type, 100);
    collect(rig, 2);
    collect(rig, 2);
    for (uint64_t i = 0; i < 300; i++) {
        const uint32_t scope = hp_scope_open(t);
        const hp_ref young = make(rig, &ints_type, 1);
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
    make_garbage(rig, 50);
    collect(rig, 0);
    collect(rig, 1);
    make_garbage(rig, 50);
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

/* ---- handles and pins -------------------------------------------------------------------------- */

static void a_strong_handle_keeps_its_object(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    hp_handle handle;
    hp_ref slot = make(rig, &ints_type, 5);
    ((int32_t *)hp_data(t, slot))[4] = 99;
    assert_int_equal(rig->ops->handle_new(t, slot, HP_STRONG, &handle, &rig->err), HP_OK);
    assert_true(handle.bits != 0);
    hp_clear(t, slot);
    for (int i = 0; i < 3; i++) {
        make_garbage(rig, 100);
        collect(rig, 2);
    }
    rig->ops->handle_get(t, handle, slot.slot);
    assert_int_equal(((int32_t *)hp_data(t, slot))[4], 99);
    const hp_ref other = make(rig, &ints_type, 6);
    rig->ops->handle_set(t, handle, other);
    rig->ops->handle_get(t, handle, slot.slot);
    assert_true(hp_same(t, slot, other));
    rig->ops->handle_free(t, handle);
}

static void a_weak_handle_reads_null_once_its_object_is_gone(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    hp_handle weak[2];
    const hp_ref kept = make(rig, &ints_type, 7), lost = make(rig, &ints_type, 8);
    hp_ref slot;
    assert_int_equal(hp_root(t, &slot, &rig->err), HP_OK);
    assert_int_equal(rig->ops->handle_new(t, kept, HP_WEAK, &weak[0], &rig->err), HP_OK);
    assert_int_equal(rig->ops->handle_new(t, lost, HP_WEAK, &weak[1], &rig->err), HP_OK);
    rig->ops->handle_get(t, weak[1], slot.slot);
    assert_true(hp_same(t, slot, lost));
    hp_clear(t, slot);
    rig->ops->drop(t, lost);
    make_garbage(rig, 100);
    collect(rig, 2);
    rig->ops->handle_get(t, weak[0], slot.slot);
    assert_true(hp_same(t, slot, kept));
    if (has(HP_CAP_COLLECTS)) {
        rig->ops->handle_get(t, weak[1], slot.slot);
        assert_true(hp_is_null(t, slot));
    }
    rig->ops->handle_free(t, weak[0]);
    rig->ops->handle_free(t, weak[1]);
}

static void many_handles_come_and_go(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    hp_handle handle[600];
    hp_ref slot = make(rig, &ints_type, 1);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 600; i++) {
            hp_ref object = slot;
            assert_int_equal(hp_new_into(t, &ints_type, 1, 0, object, &rig->err), HP_OK);
            *(int32_t *)hp_data(t, object) = i;
            assert_int_equal(rig->ops->handle_new(t, object, HP_STRONG, &handle[i], &rig->err),
                             HP_OK);
        }
        collect(rig, round);
        for (int i = 0; i < 600; i++) {
            rig->ops->handle_get(t, handle[i], slot.slot);
            assert_int_equal(*(int32_t *)hp_data(t, slot), i);
            rig->ops->handle_free(t, handle[i]);
        }
    }
}

static void a_pinned_object_stays(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    static const uint64_t length[] = { 100, 30000, 200000 };
    for (size_t i = 0; i < sizeof length / sizeof length[0]; i++) {
        hp_handle first, second;
        void *address, *again;
        make_garbage(rig, 30);
        const hp_ref buffer = make(rig, &bytes_type, length[i]);
        const hp_ref beside = make_list(rig, 50);
        assert_int_equal(rig->ops->pin(t, buffer, &address, &first, &rig->err), HP_OK);
        assert_ptr_equal(address, hp_data(t, buffer));
        assert_int_equal(rig->ops->pin(t, buffer, &again, &second, &rig->err), HP_OK);
        assert_ptr_equal(again, address);
        memset(address, 0x3c, length[i]);
        for (int round = 0; round < 4; round++) {
            make_garbage(rig, 100);
            collect(rig, round % 3);
            assert_ptr_equal(hp_data(t, buffer), address);
            assert_int_equal(((unsigned char *)address)[length[i] - 1], 0x3c);
            check_list(rig, beside, 50);
            if (round == 1)
                rig->ops->unpin(t, second);
        }
        rig->ops->unpin(t, first);
        collect(rig, 2);
        assert_int_equal(((unsigned char *)hp_data(t, buffer))[length[i] - 1], 0x3c);
    }
}

static void a_pin_alone_keeps_the_object(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    hp_handle pin;
    void *address;
    const hp_ref buffer = make(rig, &bytes_type, 500);
    assert_int_equal(rig->ops->pin(t, buffer, &address, &pin, &rig->err), HP_OK);
    memset(address, 0x77, 500);
    hp_clear(t, buffer);
    make_garbage(rig, 300);
    collect(rig, 2);
    make_garbage(rig, 300);
    for (int i = 0; i < 500; i++)
        assert_int_equal(((unsigned char *)address)[i], 0x77);
    rig->ops->unpin(t, pin);
}

/* ---- generations, counters, log ---------------------------------------------------------------- */

static void survivors_grow_old(void **state)
{
    struct rig *rig = *state;
    if (!has(HP_CAP_GENERATIONS))
        return;
    const hp_ref object = make(rig, &ints_type, 10), large = make(rig, &bytes_type, 200000);
    assert_true(rig->ops->generation(rig->thread, object) >= 0);
    assert_int_equal(rig->ops->generation(rig->thread, large), 2);
    collect(rig, 2);
    collect(rig, 2);
    assert_int_equal(rig->ops->generation(rig->thread, object), 2);
    assert_int_equal(rig->ops->generation(rig->thread, large), 2);
}

static void collections_count(void **state)
{
    struct rig *rig = *state;
    if (!has(HP_CAP_COLLECTS))
        return;
    static const int ask[] = { 0, 1, 2, -3, 9 };
    bool present;
    for (size_t i = 0; i < sizeof ask / sizeof ask[0]; i++) {
        const int64_t before = counter(rig, HP_C_GEN0_COUNT, &present);
        const int64_t full = counter(rig, HP_C_GEN2_COUNT, &present);
        collect(rig, ask[i]);
        const int64_t after = counter(rig, HP_C_GEN0_COUNT, &present);
        assert_true(!present || after == before + 1);
        const int64_t full_after = counter(rig, HP_C_GEN2_COUNT, &present);
        assert_true(!present || ask[i] < 2 || full_after == full + 1);
    }
}

static void counters_are_known_and_monotone(void **state)
{
    static const enum hp_counter rises[] = { HP_C_ALLOCATED_BYTES, HP_C_ALLOCATED_APPROX_BYTES,
                                             HP_C_GEN0_COUNT,      HP_C_GEN1_COUNT,
                                             HP_C_GEN2_COUNT,      HP_C_PROMOTED_BYTES,
                                             HP_C_PAUSE_COUNT,     HP_C_PAUSE_TOTAL_NS,
                                             HP_C_PAUSE_MAX_NS,    HP_C_LARGE_OBJECTS };
    struct rig *rig = *state;
    struct hp_counters before, after;
    rig->ops->counters(rig->thread, &before);
    assert_int_equal(before.present >> HP_C_COUNT, 0);
    for (int i = 0; i < 30; i++) {
        make_garbage(rig, 50);
        (void)make(rig, &bytes_type, 90000);
        if (i % 10 == 0)
            collect(rig, i % 3);
        rig->ops->counters(rig->thread, &after);
        assert_true(after.present == before.present);
        for (size_t k = 0; k < sizeof rises / sizeof rises[0]; k++)
            HP_CHECK((after.present >> rises[k] & 1) == 0 ||
                         after.value[rises[k]] >= before.value[rises[k]],
                     "counter %d fell from %lld to %lld", rises[k],
                     (long long)before.value[rises[k]], (long long)after.value[rises[k]]);
        before = after;
    }
}

static void reading_counters_disturbs_nothing(void **state)
{
    struct rig *rig = *state;
    struct hp_counters first, second;
    make_garbage(rig, 10);
    rig->ops->counters(rig->thread, &first);
    rig->ops->counters(rig->thread, &second);
    assert_memory_equal(&first, &second, sizeof first);
}

static void memory_info_speaks_of_the_last_collection(void **state)
{
    struct rig *rig = *state;
    struct hp_memory_info info;
    if (!has(HP_CAP_GENERATIONS))
        return;
    const hp_ref large = make(rig, &bytes_type, 300000);
    collect(rig, 2);
    rig->ops->memory_info(rig->thread, &info);
    assert_int_equal(info.generation, 2);
    assert_true(info.number >= 1);
    HP_CHECK(info.size_bytes[3] - info.fragmented_bytes[3] == 300024, "%lld live in the LOH",
             (long long)(info.size_bytes[3] - info.fragmented_bytes[3]));
    hp_clear(rig->thread, large);
    collect(rig, 2);
    rig->ops->memory_info(rig->thread, &info);
    assert_int_equal(info.size_bytes[3] - info.fragmented_bytes[3], 0);
}

static void the_log_has_every_collection(void **state)
{
    struct rig *rig = *state;
    struct hp_collection entry[16];
    bool present;
    if (!has(HP_CAP_COLLECTS))
        return;
    for (int g = 0; g < 3; g++)
        collect(rig, g);
    const uint64_t last = (uint64_t)counter(rig, HP_C_GEN0_COUNT, &present);
    assert_int_equal(rig->ops->collections(rig->heap, last - 2, entry, 16), 3);
    for (uint64_t i = 0; i < 3; i++) {
        assert_int_equal(entry[i].number, last - 2 + i);
        assert_true(entry[i].generation >= (int)i && entry[i].generation <= 2);
    }
    assert_int_equal(rig->ops->collections(rig->heap, last + 1, entry, 16), 0);
    assert_int_equal(rig->ops->collections(rig->heap, last - 2, entry, 1), 1);
}

static void the_applied_threshold_is_where_large_begins(void **state)
{
    struct rig *rig = *state;
    if (!has(HP_CAP_THRESHOLD))
        return;
    bool present;
    const int64_t before = counter(rig, HP_C_ALLOCATED_BYTES, &present);
    const uint64_t applied = rig->ops->applied_threshold(rig->thread);
    assert_int_equal(counter(rig, HP_C_ALLOCATED_BYTES, &present), before);
    assert_int_equal(rig->ops->applied_threshold(rig->thread), applied);
    if (!has(HP_CAP_GENERATIONS))
        return;
    const hp_ref below = make(rig, &bytes_type, applied - 25);
    assert_true(rig->ops->generation(rig->thread, below) < 2);
    const hp_ref above = make(rig, &bytes_type, applied - 24);
    assert_int_equal(rig->ops->generation(rig->thread, above), 2);
}

struct callback_count {
    struct rig *rig;
    int calls;
};

static void on_gen2(void *state, struct hp_thread *thread)
{
    struct callback_count *count = state;
    const uint32_t scope = hp_scope_open(thread);
    hp_ref object;
    count->calls++;
    (void)hp_new(thread, &bytes_type, 300, 0, &object, NULL);
    hp_scope_close(thread, scope);
}

static void after_gen2_is_called_and_may_allocate(void **state)
{
    struct rig *rig = *state;
    struct callback_count count = { rig, 0 };
    if (!has(HP_CAP_COLLECTS))
        return;
    assert_int_equal(rig->ops->after_gen2(rig->heap, on_gen2, &count, &rig->err), HP_OK);
    collect(rig, 2);
    assert_int_equal(count.calls, 1);
    collect(rig, 2);
    assert_int_equal(count.calls, 2);
}

static int ended;

static void count_end(void *state)
{
    ended += *(int *)state;
}

static void shared_state_is_one_block_per_key(void **state)
{
    (void)state;
    struct rig rig;
    open_with(&rig, NULL, 0);
    ended = 0;
    int *block = rig.ops->shared(rig.heap, "test.one", sizeof *block, count_end);
    assert_non_null(block);
    assert_int_equal(*block, 0);
    *block = 5;
    assert_ptr_equal(rig.ops->shared(rig.heap, "test.one", sizeof *block, count_end), block);
    assert_ptr_not_equal(rig.ops->shared(rig.heap, "test.two", 8, NULL), block);
    assert_int_equal(ended, 0);
    close_rig(&rig);
    assert_int_equal(ended, 5);
}

static void closing_nothing_is_allowed(void **state)
{
    const struct rig *rig = *state;
    rig->ops->close(NULL);
}

/* ---- threads ----------------------------------------------------------------------------------- */

enum { WORKERS = 4, WORKER_ROUNDS = 40 };

struct worker {
    struct rig rig;
    pthread_t os_thread;
    int failed;
};

static void wait_blocked(struct hp_thread *t)
{
    t->ops->block_enter(t);
    (void)usleep(200);
    t->ops->block_leave(t);
}

static void *work(void *argument)
{
    struct worker *w = argument;
    struct rig *rig = &w->rig;
    struct hp_err err;
    if (rig->ops->attach(rig->heap, &rig->thread, &err) != HP_OK) {
        w->failed = 1;
        return NULL;
    }
    struct hp_thread *t = rig->thread;
    for (int round = 0; round < WORKER_ROUNDS && !w->failed; round++) {
        const uint32_t scope = hp_scope_open(t);
        hp_ref head, node;
        w->failed |= hp_root(t, &head, &err) != HP_OK || hp_root(t, &node, &err) != HP_OK;
        for (int i = 0; i < 60 && !w->failed; i++) {
            w->failed |= hp_new_into(t, &node_type, 0, 0, node, &err) != HP_OK;
            ((int64_t *)hp_data(t, node))[1] = i;
            hp_set(t, node, 0, head);
            hp_assign(t, head, node);
        }
        if (round % 8 == 0)
            wait_blocked(t);
        hp_safepoint(t);
        for (int i = 59; i >= 0 && !w->failed; i--) {
            w->failed |= hp_is_null(t, head) || ((int64_t *)hp_data(t, head))[1] != i;
            hp_get_into(t, head, 0, head);
        }
        if (round % 16 == 5)
            t->ops->collect(t, round % 3);
        hp_scope_close(t, scope);
    }
    rig->ops->detach(t);
    return NULL;
}

static void threads_allocate_and_stop_together(void **state)
{
    struct rig *rig = *state;
    struct worker worker[WORKERS];
    if (!has(HP_CAP_THREADS))
        return;
    const hp_ref mine = make_list(rig, 200);
    for (int i = 0; i < WORKERS; i++) {
        worker[i] = (struct worker){ .rig = { .heap = rig->heap, .ops = rig->ops } };
        assert_int_equal(pthread_create(&worker[i].os_thread, NULL, work, &worker[i]), 0);
    }
    for (int i = 0; i < 10; i++) {
        make_garbage(rig, 50);
        collect(rig, i % 3);
        check_list(rig, mine, 200);
    }
    rig->ops->block_enter(rig->thread);
    for (int i = 0; i < WORKERS; i++)
        (void)pthread_join(worker[i].os_thread, NULL);
    rig->ops->block_leave(rig->thread);
    for (int i = 0; i < WORKERS; i++)
        assert_int_equal(worker[i].failed, 0);
    check_list(rig, mine, 200);
}

int main(int argc, char **argv)
{
    struct hp_plugins plugins = { 0 };
    struct hp_err err = { 0 };
    if (argc < 2 || hp_plugin_load(&plugins, argv[1], &err) != HP_OK) {
        (void)fprintf(stderr, "usage: test_conformance PLUGIN.so [OPTION=VALUE ...]\n%s\n",
                      err.text);
        return 2;
    }
    plugin = plugins.items[0].table;
    for (int i = 2; i < argc && given_count < 16; i++) {
        char *equals = strchr(argv[i], '=');
        if (equals == NULL)
            return 2;
        *equals = '\0';
        given[given_count++] = (struct hp_named){ argv[i], equals + 1 };
    }
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(objects_have_the_sizes_of_the_abi),
        TEST(memory_is_zeroed_whatever_lay_there),
        TEST(uninitialised_arrays_are_whole_arrays),
        TEST(too_long_is_a_range_error_and_changes_nothing),
        cmocka_unit_test(a_full_heap_says_so_and_recovers),
        TEST(scopes_nest_and_keep),
        TEST(too_many_roots_are_an_error),
        TEST(drop_empties_the_slot),
        TEST(what_is_reachable_survives),
        TEST(references_of_old_objects_follow_young_ones),
        TEST(references_written_as_a_block_are_seen),
        TEST(a_strong_handle_keeps_its_object),
        TEST(a_weak_handle_reads_null_once_its_object_is_gone),
        TEST(many_handles_come_and_go),
        TEST(a_pinned_object_stays),
        TEST(a_pin_alone_keeps_the_object),
        TEST(survivors_grow_old),
        TEST(collections_count),
        TEST(counters_are_known_and_monotone),
        TEST(reading_counters_disturbs_nothing),
        TEST(memory_info_speaks_of_the_last_collection),
        TEST(the_log_has_every_collection),
        TEST(the_applied_threshold_is_where_large_begins),
        TEST(after_gen2_is_called_and_may_allocate),
        cmocka_unit_test(shared_state_is_one_block_per_key),
        TEST(closing_nothing_is_allowed),
        TEST(threads_allocate_and_stop_together),
    };
    const int failed = cmocka_run_group_tests_name(plugin->name, tests, NULL, NULL);
    hp_plugins_clear(&plugins);
    return failed;
}
