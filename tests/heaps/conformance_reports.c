/* SPDX-License-Identifier: MIT
 *
 * Heap conformance: generations, counters, the log, callbacks, shared state, threads.
 */
#include "conformance.h"

#include <pthread.h>

/* ---- generations, counters, log ---------------------------------------------------------------- */

static void survivors_grow_old(void **state)
{
    struct rig *rig = *state;
    if (!rig_has(HP_CAP_GENERATIONS) || !rig_has_objects(rig))
        return;
    const hp_ref object = rig_make(rig, &ints_type, 10), large = rig_make(rig, &bytes_type, 200000);
    assert_true(rig->ops->generation(rig->thread, object) >= 0);
    assert_int_equal(rig->ops->generation(rig->thread, large), 2);
    rig_collect(rig, 2);
    rig_collect(rig, 2);
    assert_int_equal(rig->ops->generation(rig->thread, object), 2);
    assert_int_equal(rig->ops->generation(rig->thread, large), 2);
}

static void collections_count(void **state)
{
    struct rig *rig = *state;
    if (!rig_has(HP_CAP_COLLECTS))
        return;
    static const int ask[] = { 0, 1, 2, -3, 9 };
    bool present;
    for (size_t i = 0; i < sizeof ask / sizeof ask[0]; i++) {
        const int64_t before = rig_counter(rig, HP_C_GEN0_COUNT, &present);
        const int64_t full = rig_counter(rig, HP_C_GEN2_COUNT, &present);
        rig_collect(rig, ask[i]);
        const int64_t after = rig_counter(rig, HP_C_GEN0_COUNT, &present);
        assert_true(!present || after == before + 1);
        const int64_t full_after = rig_counter(rig, HP_C_GEN2_COUNT, &present);
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
    const bool objects = rig_has_objects(rig);
    rig->ops->counters(rig->thread, &before);
    assert_int_equal(before.present >> HP_C_COUNT, 0);
    for (int i = 0; i < 30; i++) {
        rig_garbage(rig, 50);
        if (objects)
            (void)rig_make(rig, &bytes_type, 90000);
        if (i % 10 == 0)
            rig_collect(rig, i % 3);
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
    rig_garbage(rig, 10);
    rig->ops->counters(rig->thread, &first);
    rig->ops->counters(rig->thread, &second);
    assert_memory_equal(&first, &second, sizeof first);
}

static void memory_info_speaks_of_the_last_collection(void **state)
{
    struct rig *rig = *state;
    struct hp_memory_info info;
    if (!rig_has(HP_CAP_GENERATIONS))
        return;
    rig_collect(rig, 2);
    rig->ops->memory_info(rig->thread, &info);
    assert_int_equal(info.generation, 2);
    assert_true(info.number >= 1);
    for (int g = 0; g < HP_GENERATIONS; g++)
        assert_true(info.fragmented_bytes[g] >= 0 &&
                    info.size_bytes[g] >= info.fragmented_bytes[g]);
    if (!rig_has_objects(rig))
        return;
    const hp_ref large = rig_make(rig, &bytes_type, 300000);
    rig_collect(rig, 2);
    rig->ops->memory_info(rig->thread, &info);
    HP_CHECK(info.size_bytes[3] - info.fragmented_bytes[3] == 300024, "%lld live in the LOH",
             (long long)(info.size_bytes[3] - info.fragmented_bytes[3]));
    hp_clear(rig->thread, large);
    rig_collect(rig, 2);
    rig->ops->memory_info(rig->thread, &info);
    assert_int_equal(info.size_bytes[3] - info.fragmented_bytes[3], 0);
}

static void the_log_has_every_collection(void **state)
{
    struct rig *rig = *state;
    struct hp_collection entry[16];
    bool present;
    if (!rig_has(HP_CAP_COLLECTS))
        return;
    for (int g = 0; g < 3; g++)
        rig_collect(rig, g);
    const uint64_t last = (uint64_t)rig_counter(rig, HP_C_GEN0_COUNT, &present);
    if (rig->ops->collections(rig->heap, 0, entry, 16) == 0 && !rig_has_objects(rig))
        return; /* a hosted library keeps none */
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
    if (!rig_has(HP_CAP_THRESHOLD))
        return;
    bool present;
    const int64_t before = rig_counter(rig, HP_C_ALLOCATED_BYTES, &present);
    const uint64_t applied = rig->ops->applied_threshold(rig->thread);
    assert_int_equal(rig_counter(rig, HP_C_ALLOCATED_BYTES, &present), before);
    assert_int_equal(rig->ops->applied_threshold(rig->thread), applied);
    if (!rig_has(HP_CAP_GENERATIONS) || !rig_has_objects(rig))
        return;
    const hp_ref below = rig_make(rig, &bytes_type, applied - 25);
    assert_true(rig->ops->generation(rig->thread, below) < 2);
    const hp_ref above = rig_make(rig, &bytes_type, applied - 24);
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
    if (!rig_has(HP_CAP_COLLECTS) || !rig_has_objects(rig))
        return;
    assert_int_equal(rig->ops->after_gen2(rig->heap, on_gen2, &count, &rig->err), HP_OK);
    rig_collect(rig, 2);
    assert_int_equal(count.calls, 1);
    rig_collect(rig, 2);
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
    rig_open(&rig, NULL, 0);
    ended = 0;
    int *block = rig.ops->shared(rig.heap, "test.one", sizeof *block, count_end);
    assert_non_null(block);
    assert_int_equal(*block, 0);
    *block = 5;
    assert_ptr_equal(rig.ops->shared(rig.heap, "test.one", sizeof *block, count_end), block);
    assert_ptr_not_equal(rig.ops->shared(rig.heap, "test.two", 8, NULL), block);
    assert_int_equal(ended, 0);
    rig_close(&rig);
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
        hp_ref head = { 0 }, node = { 0 };
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
    if (!rig_has(HP_CAP_THREADS))
        return;
    const hp_ref mine = rig_list(rig, 200);
    for (int i = 0; i < WORKERS; i++) {
        worker[i] = (struct worker){ .rig = { .heap = rig->heap, .ops = rig->ops } };
        assert_int_equal(pthread_create(&worker[i].os_thread, NULL, work, &worker[i]), 0);
    }
    for (int i = 0; i < 10; i++) {
        rig_garbage(rig, 50);
        rig_collect(rig, i % 3);
        rig_check_list(rig, mine, 200);
    }
    rig->ops->block_enter(rig->thread);
    for (int i = 0; i < WORKERS; i++)
        (void)pthread_join(worker[i].os_thread, NULL);
    rig->ops->block_leave(rig->thread);
    for (int i = 0; i < WORKERS; i++)
        assert_int_equal(worker[i].failed, 0);
    rig_check_list(rig, mine, 200);
}

const struct CMUnitTest report_tests[] = {
    RIG_TEST(survivors_grow_old),
    RIG_TEST(collections_count),
    RIG_TEST(counters_are_known_and_monotone),
    RIG_TEST(reading_counters_disturbs_nothing),
    RIG_TEST(memory_info_speaks_of_the_last_collection),
    RIG_TEST(the_log_has_every_collection),
    RIG_TEST(the_applied_threshold_is_where_large_begins),
    RIG_TEST(after_gen2_is_called_and_may_allocate),
    cmocka_unit_test(shared_state_is_one_block_per_key),
    RIG_TEST(closing_nothing_is_allowed),
    RIG_TEST(threads_allocate_and_stop_together),
};
const size_t report_test_count = sizeof report_tests / sizeof report_tests[0];

/* ---- a heap that gives no objects to C ----------------------------------------------------------- */

static void ignore_gen2(void *state, struct hp_thread *thread)
{
    (void)state;
    (void)thread;
}

/* Everything that would need an object says why there is none, and leaves nothing behind. */
static void objects_are_refused_with_the_reason(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    struct hp_err err[4] = { { 0 } };
    const uint32_t scope = hp_scope_open(t);
    hp_ref object;
    hp_handle handle = { 0 }, pin = { 0 };
    void *address = NULL;
    assert_int_equal(hp_root(t, &object, &err[0]), HP_OK);
    assert_int_equal(hp_new_into(t, &bytes_type, 10, 0, object, &err[0]), HP_E_UNSUPPORTED);
    assert_true(hp_is_null(t, object));
    assert_int_equal(rig->ops->handle_new(t, object, HP_STRONG, &handle, &err[1]),
                     HP_E_UNSUPPORTED);
    assert_int_equal(rig->ops->pin(t, object, &address, &pin, &err[2]), HP_E_UNSUPPORTED);
    assert_int_equal(rig->ops->after_gen2(rig->heap, ignore_gen2, NULL, &err[3]), HP_E_UNSUPPORTED);
    for (size_t i = 0; i < 4; i++)
        HP_CHECK(strlen(err[i].text) > 20, "refusal %zu gives no reason: \"%s\"", i, err[i].text);
    assert_true(handle.bits == 0 && pin.bits == 0 && address == NULL);
    rig->ops->drop(t, object);
    hp_scope_close(t, scope);
}

static void what_has_no_body_is_unsupported(void **state)
{
    struct rig *rig = *state;
    const struct hp_option none = { .name = NULL };
    const struct hp_run run = { .size = sizeof run,
                                .heap = rig->heap,
                                .thread = rig->thread,
                                .method = "no-such-method",
                                .runtime = 10,
                                .processors = 1,
                                .param_table = &none };
    struct hp_body body = { 0 };
    assert_int_equal(rig->ops->body(&run, "no-such-workload", &body, &rig->err), HP_E_UNSUPPORTED);
    assert_null(body.state);
}

const struct CMUnitTest refusal_tests[] = {
    RIG_TEST(objects_are_refused_with_the_reason),
    RIG_TEST(what_has_no_body_is_unsupported),
};
const size_t refusal_test_count = sizeof refusal_tests / sizeof refusal_tests[0];
