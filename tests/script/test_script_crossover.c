/* SPDX-License-Identifier: MIT
 * From which length on is one way cheaper? Series made by hand: what lies on either side, what straddles 1,
 * what never becomes cheaper, what has no partner. */
#include "fixture.h"
#include "hp_test.h"

enum { SAMPLES = 20, IN_ROUND = 5 };

static const int lengths[] = { 16, 64, 128, 256, 512 };
#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

/* Renting takes `rent` ns at every length, `new` as many as the row says; 0: no such case. */
static struct fixture *series(double rent, const double fresh[COUNT(lengths)])
{
    struct fixture *f = fixture_new();
    for (size_t i = 0; i < COUNT(lengths); i++) {
        const double values[] = { rent, fresh[i] };
        for (size_t k = 0; k < 2; k++) {
            if (values[k] == 0)
                continue;
            struct hp_case_row *row =
                fixture_case(f, hp_arena_print(f->arena, "%s length=%d",
                                               k == 0 ? "rent-return" : "new", lengths[i]));
            fixture_samples(f, row, "time_ns", SAMPLES, IN_ROUND, values[k], values[k] / 10000);
        }
    }
    return f;
}

static void check(const double fresh[COUNT(lengths)], const char *between,
                  enum hp_verdict_kind kind, const char *here)
{
    struct fixture *f = series(40, fresh);
    const char *text = hp_arena_print(
        f->arena,
        "hp.check \"it crosses\" { crossover = { \"time_ns\", over = \"length\", of = { method = "
        "\"rent-return\" }, to = { method = \"new\" }, between = { %s } } }",
        between);
    struct script_world world = fixture_run(f, "lua/x.lua", text);
    assert_int_equal(world.problems.count, 0);
    assert_int_equal(world.verdicts.count, 1);
    const struct hp_verdict *v = &world.verdicts.items[0];
    HP_CHECK(v->kind == kind, "between %s: %s, %s", between, hp_verdict_name(v->kind), v->here);
    HP_CHECK(strstr(v->here, here) != NULL, "between %s: %s", between, v->here);
    script_world_clear(&world);
    fixture_free(f);
}

static void test_the_first_size_that_is_surely_cheaper(void **state)
{
    (void)state;
    static const double clear[] = { 10, 20, 30, 80, 160 };
    check(clear, "256, 256", HP_HOLDS, "cheaper from length 256");
    check(clear, "129, 300", HP_HOLDS, "cheaper from length 256");
    check(clear, "16, 128", HP_BROKEN, "cheaper from length 256");
    check(clear, "257, 512", HP_BROKEN, "cheaper from length 256");
}

static void test_what_straddles_leaves_the_place_open(void **state)
{
    (void)state;
    static const double open[] = { 10, 20, 40, 80, 160 };
    check(open, "100, 300", HP_HOLDS, "cheaper from length 128, surely from 256");
    check(open, "256, 256", HP_CANNOT_TELL, "cheaper from length 128, surely from 256");
    check(open, "512, 4096", HP_BROKEN, "cheaper from length 128, surely from 256");
}

static void test_one_that_is_cheaper_again_moves_the_place(void **state)
{
    (void)state;
    static const double again[] = { 80, 80, 10, 80, 80 };
    check(again, "16, 16", HP_BROKEN, "cheaper from length 256");
    check(again, "256, 256", HP_HOLDS, "cheaper from length 256");
}

static void test_all_or_none(void **state)
{
    (void)state;
    static const double all[] = { 80, 80, 80, 80, 80 }, none[] = { 10, 10, 10, 10, 10 };
    static const double at_last[] = { 10, 10, 10, 10, 40 };
    check(all, "1, 16", HP_HOLDS, "cheaper from length 16");
    check(none, "1, 4096", HP_BROKEN, "not cheaper at any size");
    check(at_last, "1, 4096", HP_CANNOT_TELL, "not before length 512");
    check(at_last, "1, 256", HP_BROKEN, "not before length 512");
}

static void test_a_size_without_partner_is_broken(void **state)
{
    (void)state;
    static const double gap[] = { 10, 20, 0, 80, 160 };
    check(gap, "256, 256", HP_BROKEN, "-");
}

static void test_what_is_missing_is_said(void **state)
{
    (void)state;
    static const char *const tables[] = {
        "{ \"time_ns\", of = { method = \"a\" }, to = { method = \"b\" }, between = { 1, 2 } }",
        "{ \"time_ns\", over = \"length\", to = { method = \"b\" }, between = { 1, 2 } }",
        "{ \"time_ns\", over = \"length\", of = { method = \"a\" }, to = { method = \"b\" } }",
    };
    for (size_t i = 0; i < COUNT(tables); i++) {
        struct fixture *f = fixture_new();
        const char *text = hp_arena_print(f->arena, "hp.check \"x\" { crossover = %s }", tables[i]);
        struct script_world world = fixture_run(f, "lua/x.lua", text);
        assert_int_equal(world.problems.count, 1);
        script_world_clear(&world);
        fixture_free(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_first_size_that_is_surely_cheaper),
        cmocka_unit_test(test_what_straddles_leaves_the_place_open),
        cmocka_unit_test(test_one_that_is_cheaper_again_moves_the_place),
        cmocka_unit_test(test_all_or_none),
        cmocka_unit_test(test_a_size_without_partner_is_broken),
        cmocka_unit_test(test_what_is_missing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
