/* SPDX-License-Identifier: MIT
 * Do threads that rent and return at once, each other's arrays too, keep the pool whole? Real threads on
 * `gen`; the sanitizer of threads looks on. Bytes are those of one thread times their number: what lies
 * in a slot or a partition is found again, whoever put it there. */
#include "hp_test.h"

#include "pool.h"
#include "rig.h"

#include <stdlib.h>

enum { LENGTH = 1000, BUFFERS = 5, ARRAY_BYTES = 1024 + 24, NEW_BYTES = 1000 + 24 };

static const struct hp_workload_ops *ops(void)
{
    return hp_plugin_query()->workload;
}

static void open_gen(struct rig *rig)
{
    struct hp_err err = { 0, "" };
    const struct rig_setup setup = { .heap = "gen",
                                     .runtime = 10,
                                     .processors = 4,
                                     .option = { "gen0_size" },
                                     .value = { "262144" } };
    HP_CHECK(rig_open(rig, &setup, &err) == HP_OK, "%s", err.text);
}

/* ---- methods -------------------------------------------------------------------------------- */

static void check_method(const char *method, int64_t threads, int32_t handover, int64_t want)
{
    struct rig rig;
    struct hp_err err = { 0, "" };
    void *state = NULL;
    const struct pool_params p = {
        .length = LENGTH, .buffers = BUFFERS, .threads = threads, .handover = handover, .fill = true
    };
    open_gen(&rig);
    rig.run.params = &p;
    rig.run.method = method;
    HP_CHECK(ops()->open(&state, &rig.run, &err) == HP_OK, "%s: %s", method, err.text);
    HP_CHECK(ops()->step(state, 200, &err) == HP_OK, "%s: %s", method, err.text);
    ops()->counters(state, rig.run.host);
    const struct rig_metric *m = rig_metric(&rig, "threads_allocated_bytes");
    HP_CHECK(m != NULL && m->value == (double)want,
             "%s on %lld threads, handover %d: %.0f bytes, want %lld", method, (long long)threads,
             handover, m == NULL ? -1.0 : m->value, (long long)want);
    ops()->close(state);
    HP_CHECK(rig.heap->heap->verify(rig.run.thread, &err) == HP_OK, "%s", err.text);
    rig_close(&rig);
}

static void test_arrays_come_back_whoever_returns_them(void **state)
{
    (void)state;
    static const int64_t threads[] = { 1, 2, 4 };
    for (size_t i = 0; i < 3; i++) {
        for (int32_t handover = POOL_AT_ONCE; handover <= POOL_FOREIGN; handover++) {
            if (threads[i] == 1 && handover == POOL_AT_ONCE)
                continue; /* no threads of their own */
            check_method("rent-return", threads[i], handover, 0);
            check_method("new", threads[i], handover, threads[i] * BUFFERS * NEW_BYTES);
            check_method("existing", threads[i], handover, 0);
        }
    }
}

/* ---- the pool itself ------------------------------------------------------------------------ */

enum { THREADS = 4, HELD = 60, ROUNDS = 50 };

struct holder {
    struct bcl_pool *pool;
    const struct bcl_created *created;
};

/* Marks what it has rented and finds its own marks: nobody else has the same array. */
static int hold_and_look(struct bcl *b, struct holder *h, hp_ref held, hp_ref array,
                         struct hp_err *err)
{
    int rc = HP_OK;
    for (uint64_t i = 0; rc == HP_OK && i < HELD; i++) {
        rc = h->created != NULL ? bcl_created_rent(b, h->created, LENGTH, array, err)
                                : bcl_pool_rent(b, h->pool, LENGTH, array, err);
        if (rc == HP_OK) {
            *(uint64_t *)hp_data(b->t, array) = (uint64_t)(uintptr_t)h + i;
            hp_set(b->t, held, i, array);
        }
    }
    for (uint64_t i = 0; rc == HP_OK && i < HELD; i++) {
        hp_get_into(b->t, held, i, array);
        if (*(const uint64_t *)hp_data(b->t, array) != (uint64_t)(uintptr_t)h + i)
            return hp_fail(err, HP_E_STATE, "array %d belongs to somebody else too", (int)i);
        rc = h->created != NULL ? bcl_created_return(b, h->created, array, false, err)
                                : bcl_pool_return(b, h->pool, array, false, err);
    }
    return rc;
}

static int work(struct bcl *b, void *state, struct hp_err *err)
{
    struct holder *h = state;
    hp_ref held, array;
    int rc = hp_new(b->t, bcl_elements[BCL_REF].array, HELD, 0, &held, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &array, err);
    for (int round = 0; rc == HP_OK && round < ROUNDS; round++) {
        rc = hold_and_look(b, h, held, array, err);
        hp_safepoint(b->t);
    }
    return rc;
}

static void check_crew(struct rig *rig, bool created)
{
    struct bcl b;
    struct bcl_crew *crew = NULL;
    struct bcl_created own = { .array = NULL };
    struct holder holders[THREADS];
    struct bcl_pool *pool = NULL;
    struct hp_err err = { 0, "" };
    assert_int_equal(bcl_open(&b, &rig->run, &err), HP_OK);
    assert_int_equal(bcl_pool_shared(&b, bcl_elements[BCL_U8].array, &pool, &err), HP_OK);
    if (created)
        assert_int_equal(bcl_created_new(&b, bcl_elements[BCL_U8].array, 4096, 100, &own, &err),
                         HP_OK);
    HP_CHECK(bcl_crew_open(&crew, &rig->run, THREADS, &err) == HP_OK, "%s", err.text);
    for (uint32_t i = 0; i < THREADS; i++) {
        holders[i] = (struct holder){ .pool = pool, .created = created ? &own : NULL };
        bcl_crew_start(crew, i, (struct bcl_work){ work, &holders[i] });
    }
    for (uint32_t i = 0; i < THREADS; i++)
        HP_CHECK(bcl_crew_wait(crew, i, &err) == HP_OK, "thread %u: %s", i, err.text);
    bcl_crew_close(crew);
    bcl_created_free(&b, &own);
}

static void test_no_array_has_two_renters(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    open_gen(&rig);
    check_crew(&rig, false);
    check_crew(&rig, true);
    HP_CHECK(rig.heap->heap->verify(rig.run.thread, &err) == HP_OK, "%s", err.text);
    rig_close(&rig);
}

/* More threads than there are places, one crew after the other. */
static void test_threads_that_end_leave_their_places(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    open_gen(&rig);
    struct bcl b;
    assert_int_equal(bcl_open(&b, &rig.run, &err), HP_OK);
    for (int i = 0; i < 25; i++) {
        struct bcl_crew *crew = NULL;
        HP_CHECK(bcl_crew_open(&crew, &rig.run, 3, &err) == HP_OK, "crew %d: %s", i, err.text);
        bcl_crew_close(crew);
    }
    struct bcl_crew *crew = NULL;
    assert_int_equal(bcl_crew_open(&crew, &rig.run, 70, &err), HP_E_STATE);
    assert_non_null(strstr(err.text, "more than 64 threads"));
    rig_close(&rig);
}

static int fails(struct bcl *b, void *state, struct hp_err *err)
{
    (void)b, (void)state;
    return hp_fail(err, HP_E_RANGE, "so it is");
}

static void test_an_error_of_a_thread_comes_out(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    struct bcl_crew *crew = NULL;
    open_gen(&rig);
    assert_int_equal(bcl_crew_open(&crew, &rig.run, 1, &err), HP_OK);
    bcl_crew_start(crew, 0, (struct bcl_work){ fails, NULL });
    assert_int_equal(bcl_crew_wait(crew, 0, &err), HP_E_RANGE);
    assert_string_equal(err.text, "so it is");
    bcl_crew_close(crew);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays_come_back_whoever_returns_them),
        cmocka_unit_test(test_no_array_has_two_renters),
        cmocka_unit_test(test_threads_that_end_leave_their_places),
        cmocka_unit_test(test_an_error_of_a_thread_comes_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
