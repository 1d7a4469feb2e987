/* SPDX-License-Identifier: MIT
 * What the parent orders is what the worker reads, and an order that does not fit is refused.
 */
#include "base/err.h"
#include "bench.h"
#include "worker/order.h"

static const struct hp_profile ryzen = {
    .machine = { "ryzen-9-5950x", 32, (uint64_t)32 << 20, (uint64_t)64 << 30 },
    .title = "AMD Ryzen 9 5950X",
};

/* An order for a case with everything given. */
static void make(struct bench *b, struct hp_arena *arena, struct hp_order *order)
{
    const struct hp_todo todo = { &b->c, HP_LAUNCH_TIME, 2 };
    struct hp_err err = { 0, "" };
    b->config.profiles = (struct hp_profile *)(uintptr_t)&ryzen;
    b->config.profile_count = 1;
    b->config.measure.counter_iterations = 9;
    b->c.method = "arrays";
    b->c.runtime = 9;
    b->c.gc = "server-concurrent";
    b->c.machine = "ryzen-9-5950x";
    b->c.threshold_bytes = 196608;
    bench_param(b, "size", "21244");
    bench_param(b, "count", "3");
    bench_option(b, "room", "65536");
    const int rc = hp_order_make(order, &todo, &b->config, &b->plugins, &b->machine, arena, &err);
    HP_CHECK(rc == HP_OK, "%s", err.text);
}

static void an_order_says_it_all(void **state)
{
    (void)state;
    struct bench b;
    struct hp_order o;
    bench_open(&b);
    struct hp_arena *arena = hp_arena_new();
    make(&b, arena, &o);
    assert_int_equal(o.kind, HP_LAUNCH_TIME);
    assert_string_equal(o.workload_path, BENCH_PLUGINS "/wild.so");
    assert_string_equal(o.heap_path, BENCH_PLUGINS "/toy.so");
    assert_int_equal(o.gc_mode, HP_GC_SERVER_CONCURRENT);
    assert_int_equal(o.machine.processors, 32);
    assert_int_equal(o.machine.memory_bytes, (uint64_t)64 << 30);
    assert_int_equal(o.budget_ns, 18000000000u); /* 60 % of the limit on wall time */
    assert_int_equal(o.counter_iterations, 9);
    assert_int_equal(o.min_iterations, 15);
    assert_true(o.seed == 0x0123456789abcdef);
    hp_arena_free(arena);
    bench_close(&b);
}

static void processors_of_the_case_win(void **state)
{
    (void)state;
    struct bench b;
    struct hp_order o;
    bench_open(&b);
    struct hp_arena *arena = hp_arena_new();
    b.c.processors = 20;
    make(&b, arena, &o);
    assert_int_equal(o.machine.processors, 20);
    assert_int_equal(ryzen.machine.processors, 32);
    hp_arena_free(arena);
    bench_close(&b);
}

static void packs_and_unpacks(void **state)
{
    (void)state;
    struct bench b;
    struct hp_order made, read;
    struct hp_pack first = { .bytes = { 0 } }, second = { .bytes = { 0 } };
    struct hp_err err = { 0, "" };
    bench_open(&b);
    struct hp_arena *arena = hp_arena_new();
    make(&b, arena, &made);
    hp_order_pack(&first, &made);
    struct hp_frame frame = { HP_MSG_ORDER, (const unsigned char *)first.bytes.text,
                              first.bytes.bytes };
    HP_CHECK(hp_order_unpack(&frame, arena, &read, &err) == HP_OK, "%s", err.text);
    assert_string_equal(read.method, "arrays");
    assert_string_equal(read.machine.name, "ryzen-9-5950x");
    assert_int_equal(read.param_count, 2);
    assert_string_equal(read.params[1].name, "count");
    assert_string_equal(read.options[0].text, "65536");
    assert_true(read.half_width == 0.05);
    assert_int_equal(read.counter_iterations, 9);
    assert_int_equal(read.max_iterations, 30);
    hp_order_pack(&second, &read);
    assert_int_equal(first.bytes.bytes, second.bytes.bytes);
    assert_memory_equal(first.bytes.text, second.bytes.text, first.bytes.bytes);

    frame.kind = HP_MSG_END;
    assert_int_equal(hp_order_unpack(&frame, arena, &read, &err), HP_E_CORRUPT);
    frame.kind = HP_MSG_ORDER;
    for (size_t n = 0; n < first.bytes.bytes; n++) { /* cut anywhere: refused */
        frame.bytes = n;
        assert_int_equal(hp_order_unpack(&frame, arena, &read, &err), HP_E_CORRUPT);
    }
    hp_text_clear(&first.bytes);
    hp_text_clear(&second.bytes);
    hp_arena_free(arena);
    bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_order_says_it_all),
        cmocka_unit_test(processors_of_the_case_win),
        cmocka_unit_test(packs_and_unpacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
