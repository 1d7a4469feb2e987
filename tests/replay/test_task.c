/* SPDX-License-Identifier: MIT
 * A task survives the pipe; one that was cut or altered is refused.
 */
#include "base/err.h"
#include "base/mem.h"
#include "replay/task.h"

#include "hp_test.h"

static const char *operations[] = { "c 2", "r", "" };
static struct hp_named options[] = { { "verify", "true" }, { "gen0_size", "262144" } };
static struct hp_named settings[] = { { "kept_between", "24" } };
static const struct hp_task task = {
    .heap_path = "plugins/gen.so",
    .heap = "gen",
    .family = "heap",
    .warm_ups = 1,
    .runtime = 9,
    .gc_mode = HP_GC_SERVER,
    .threshold_bytes = 196608,
    .seed = UINT64_MAX,
    .machine = { "truth", 2, 33554432, 25769803776 },
    .options = options,
    .settings = settings,
    .option_count = 2,
    .setting_count = 1,
    .operations = operations,
    .operation_count = 3,
};

static struct hp_frame frame_of(const struct hp_pack *p, size_t bytes)
{
    return (struct hp_frame){ HP_MSG_TASK, (const unsigned char *)p->bytes.text, bytes };
}

static void there_and_back(void **state)
{
    (void)state;
    struct hp_pack p = { .bytes = { 0 } }, again = { .bytes = { 0 } };
    struct hp_arena *arena = hp_arena_new();
    struct hp_task out;
    struct hp_err err = { 0, "" };
    hp_task_pack(&p, &task);
    const struct hp_frame frame = frame_of(&p, p.bytes.bytes);
    HP_CHECK(hp_task_unpack(&frame, arena, &out, &err) == HP_OK, "%s", err.text);
    hp_task_pack(&again, &out);
    assert_int_equal(again.bytes.bytes, p.bytes.bytes);
    assert_memory_equal(again.bytes.text, p.bytes.text, p.bytes.bytes);
    assert_null(out.workload);
    assert_string_equal(out.operations[1], "r");
    hp_text_clear(&p.bytes);
    hp_text_clear(&again.bytes);
    hp_arena_free(arena);
}

static void cut_anywhere(void **state)
{
    (void)state;
    struct hp_pack p = { .bytes = { 0 } };
    hp_task_pack(&p, &task);
    for (size_t n = 0; n < p.bytes.bytes; n++) {
        struct hp_arena *arena = hp_arena_new();
        struct hp_task out;
        struct hp_err err = { 0, "" };
        const struct hp_frame frame = frame_of(&p, n);
        HP_CHECK(hp_task_unpack(&frame, arena, &out, &err) == HP_E_CORRUPT, "%zu bytes", n);
        hp_arena_free(arena);
    }
    hp_text_clear(&p.bytes);
}

static void counts_beyond_the_frame(void **state)
{
    (void)state;
    struct hp_pack p = { .bytes = { 0 } };
    struct hp_arena *arena = hp_arena_new();
    struct hp_task out, no_operations = task;
    struct hp_err err = { 0, "" };
    no_operations.operation_count = 0;
    hp_task_pack(&p, &no_operations);
    memset(p.bytes.text + p.bytes.bytes - 8, 0xff, 8); /* the count of operations */
    const struct hp_frame frame = frame_of(&p, p.bytes.bytes);
    assert_int_equal(hp_task_unpack(&frame, arena, &out, &err), HP_E_CORRUPT);
    hp_text_clear(&p.bytes);
    hp_arena_free(arena);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(cut_anywhere),
        cmocka_unit_test(counts_beyond_the_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
