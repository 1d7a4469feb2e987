/* SPDX-License-Identifier: MIT
 *
 * Heap conformance: strong and weak handles, pins.
 */
#include "conformance.h"

/* ---- handles and pins -------------------------------------------------------------------------- */

static void a_strong_handle_keeps_its_object(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    hp_handle handle;
    hp_ref slot = rig_make(rig, &ints_type, 5);
    ((int32_t *)hp_data(t, slot))[4] = 99;
    assert_int_equal(rig->ops->handle_new(t, slot, HP_STRONG, &handle, &rig->err), HP_OK);
    assert_true(handle.bits != 0);
    hp_clear(t, slot);
    for (int i = 0; i < 3; i++) {
        rig_garbage(rig, 100);
        rig_collect(rig, 2);
    }
    rig->ops->handle_get(t, handle, slot.slot);
    assert_int_equal(((int32_t *)hp_data(t, slot))[4], 99);
    const hp_ref other = rig_make(rig, &ints_type, 6);
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
    const hp_ref kept = rig_make(rig, &ints_type, 7), lost = rig_make(rig, &ints_type, 8);
    hp_ref slot;
    assert_int_equal(hp_root(t, &slot, &rig->err), HP_OK);
    assert_int_equal(rig->ops->handle_new(t, kept, HP_WEAK, &weak[0], &rig->err), HP_OK);
    assert_int_equal(rig->ops->handle_new(t, lost, HP_WEAK, &weak[1], &rig->err), HP_OK);
    rig->ops->handle_get(t, weak[1], slot.slot);
    assert_true(hp_same(t, slot, lost));
    hp_clear(t, slot);
    rig->ops->drop(t, lost);
    rig_garbage(rig, 100);
    rig_collect(rig, 2);
    rig->ops->handle_get(t, weak[0], slot.slot);
    assert_true(hp_same(t, slot, kept));
    if (rig_has(HP_CAP_COLLECTS)) {
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
    hp_ref slot = rig_make(rig, &ints_type, 1);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 600; i++) {
            hp_ref object = slot;
            assert_int_equal(hp_new_into(t, &ints_type, 1, 0, object, &rig->err), HP_OK);
            *(int32_t *)hp_data(t, object) = i;
            assert_int_equal(rig->ops->handle_new(t, object, HP_STRONG, &handle[i], &rig->err),
                             HP_OK);
        }
        rig_collect(rig, round);
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
        rig_garbage(rig, 30);
        const hp_ref buffer = rig_make(rig, &bytes_type, length[i]);
        const hp_ref beside = rig_list(rig, 50);
        assert_int_equal(rig->ops->pin(t, buffer, &address, &first, &rig->err), HP_OK);
        assert_ptr_equal(address, hp_data(t, buffer));
        assert_int_equal(rig->ops->pin(t, buffer, &again, &second, &rig->err), HP_OK);
        assert_ptr_equal(again, address);
        memset(address, 0x3c, length[i]);
        for (int round = 0; round < 4; round++) {
            rig_garbage(rig, 100);
            rig_collect(rig, round % 3);
            assert_ptr_equal(hp_data(t, buffer), address);
            assert_int_equal(((unsigned char *)address)[length[i] - 1], 0x3c);
            rig_check_list(rig, beside, 50);
            if (round == 1)
                rig->ops->unpin(t, second);
        }
        rig->ops->unpin(t, first);
        rig_collect(rig, 2);
        assert_int_equal(((unsigned char *)hp_data(t, buffer))[length[i] - 1], 0x3c);
    }
}

static void a_pin_alone_keeps_the_object(void **state)
{
    struct rig *rig = *state;
    struct hp_thread *t = rig->thread;
    hp_handle pin;
    void *address;
    const hp_ref buffer = rig_make(rig, &bytes_type, 500);
    assert_int_equal(rig->ops->pin(t, buffer, &address, &pin, &rig->err), HP_OK);
    memset(address, 0x77, 500);
    hp_clear(t, buffer);
    rig_garbage(rig, 300);
    rig_collect(rig, 2);
    rig_garbage(rig, 300);
    for (int i = 0; i < 500; i++)
        assert_int_equal(((unsigned char *)address)[i], 0x77);
    rig->ops->unpin(t, pin);
}

const struct CMUnitTest handle_tests[] = {
    RIG_TEST(a_strong_handle_keeps_its_object),
    RIG_TEST(a_weak_handle_reads_null_once_its_object_is_gone),
    RIG_TEST(many_handles_come_and_go),
    RIG_TEST(a_pinned_object_stays),
    RIG_TEST(a_pin_alone_keeps_the_object),
};
const size_t handle_test_count = sizeof handle_tests / sizeof handle_tests[0];
