/* SPDX-License-Identifier: MIT
 * Calls of libc's heap are counted while the region is open, on this thread only, whoever makes them.
 */
#include "hp_test.h"
#include "measure/guard.h"

#include <errno.h>
#include <pthread.h>

static void *volatile sink;

static void counts_every_entry(void **state)
{
    (void)state;
    hp_guard_begin();
    sink = malloc(10);
    sink = realloc(sink, 1000);
    free(sink);
    sink = calloc(3, 7);
    free(sink);
    sink = aligned_alloc(64, 128);
    free(sink);
    void *block = NULL;
    const int rc = posix_memalign(&block, 256, 100);
    sink = block;
    free(sink);
    free(NULL);
    const struct hp_guard_count calls = hp_guard_end();
    assert_int_equal(rc, 0);
    assert_int_equal((uintptr_t)block % 256, 0);
    if (HP_GUARD_SANITIZED) { /* their realloc frees, too, and not all see aligned blocks */
        assert_true(calls.allocations >= 3 && calls.allocations <= 5);
        assert_true(calls.frees >= 4 && calls.frees <= 5);
    } else {
        assert_int_equal(calls.allocations, 5);
        assert_int_equal(calls.frees, 4);
    }
}

/* libc's own functions allocate through the same door. */
static void counts_what_libc_does(void **state)
{
    (void)state;
    hp_guard_begin();
    sink = strdup("heapproof");
    const struct hp_guard_count calls = hp_guard_end();
    free(sink);
    assert_int_equal(calls.allocations, 1);
    assert_int_equal(calls.frees, 0);
}

static void counts_only_inside(void **state)
{
    (void)state;
    sink = malloc(10);
    hp_guard_begin();
    const struct hp_guard_count empty = hp_guard_end();
    free(sink);
    hp_guard_begin();
    free(NULL);
    const struct hp_guard_count again = hp_guard_end();
    assert_int_equal(empty.allocations + empty.frees, 0);
    assert_int_equal(again.allocations + again.frees, 0);
}

static void *allocate(void *arg)
{
    for (int i = 0; i < 100; i++)
        free(malloc(64));
    return arg;
}

/* A heap's background threads are not the method's doing. pthread_create itself allocates: it is outside. */
static void counts_only_this_thread(void **state)
{
    (void)state;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, allocate, NULL), 0);
    hp_guard_begin();
    for (volatile int i = 0; i < 1000000; i++)
        continue;
    const struct hp_guard_count calls = hp_guard_end();
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(calls.allocations + calls.frees, 0);
}

static void blocks_are_real(void **state)
{
    (void)state;
    unsigned char *zeroed = calloc(1000, 3);
    for (int i = 0; i < 3000; i++)
        assert_int_equal(zeroed[i], 0);
    memset(zeroed, 7, 3000);
    zeroed = realloc(zeroed, 100000);
    for (int i = 0; i < 3000; i++)
        assert_int_equal(zeroed[i], 7);
    free(zeroed);
}

/* A sanitizer ends the process here instead. */
static void wrong_alignments_are_refused(void **state)
{
    (void)state;
    void *none = &none;
    static const volatile size_t wrong[] = { 0, 4, 48 };
    for (size_t i = 0; i < 3 && !HP_GUARD_SANITIZED; i++) {
        assert_int_equal(posix_memalign(&none, wrong[i], 100), EINVAL);
        assert_ptr_equal(none, &none);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_every_entry), cmocka_unit_test(counts_what_libc_does),
        cmocka_unit_test(counts_only_inside), cmocka_unit_test(counts_only_this_thread),
        cmocka_unit_test(blocks_are_real),    cmocka_unit_test(wrong_alignments_are_refused),
    };
    hp_guard_install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
