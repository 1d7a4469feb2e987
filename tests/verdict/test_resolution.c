/* SPDX-License-Identifier: MIT
 * What a measurement can resolve: controls with known answers, and ratios on both sides of them.
 */
#include "verdict/resolution.h"

#include "hp_test.h"

#include <math.h>

static const uint32_t rounds[] = { 0, 0, 1, 1, 2, 2, 3, 3 };

static struct hp_control control_of(const double *values, size_t n)
{
    return hp_control((struct hp_samples){ values, n, rounds });
}

static void controls_have_known_answers(void **state)
{
    (void)state;
    static const double steady[] = { 5, 5, 5, 5 }, slower[] = { 100, 100, 110, 110 },
                        faster[] = { 100, 100, 80, 80 }, zeros[] = { 0, 0, 0, 0 },
                        begun[] = { 0, 0, 3, 3 },
                        again[] = { 100, 100, 110, 110, 100, 100, 110, 110 };
    static const struct {
        const char *what;
        const double *values;
        size_t n, control_n;
        double reach; /* NaN: no control */
    } rows[] = {
        { "steady", steady, 4, 2, 0 },
        { "odd rounds slower", slower, 4, 2, 0.1 },
        { "odd rounds faster", faster, 4, 2, 0.25 },
        { "every other round slower", again, 8, 4, 0.1 },
        { "all of it 0", zeros, 4, 2, 0 },
        { "one round 0", begun, 4, 2, INFINITY },
        { "one round", slower, 2, 0, NAN },
        { "one reading of the second round", slower, 3, 0, NAN },
        { "nothing", slower, 0, 0, NAN },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct hp_control c = control_of(rows[i].values, rows[i].n);
        const double reach = hp_control_reach(&c);
        HP_CHECK(c.n == rows[i].control_n, "%s: n = %zu", rows[i].what, c.n);
        HP_CHECK(isnan(rows[i].reach)
                     ? isnan(reach)
                     : reach == rows[i].reach || fabs(reach - rows[i].reach) < 1e-12,
                 "%s: %g", rows[i].what, reach);
    }
    const struct hp_control no_rounds = hp_control((struct hp_samples){ again, 8, NULL });
    assert_int_equal(no_rounds.n, 0);
}

static void the_worse_side_decides(void **state)
{
    (void)state;
    static const double slower[] = { 100, 100, 110, 110 }, faster[] = { 100, 100, 80, 80 };
    const struct hp_control a = control_of(slower, 4), b = control_of(faster, 4),
                            none = control_of(slower, 2);
    assert_true(hp_resolution(&a, &b) == 0.25 && hp_resolution(&b, &a) == 0.25);
    assert_true(hp_resolution(&b, &none) == 0.25 && hp_resolution(&none, &b) == 0.25);
    assert_true(isnan(hp_resolution(&none, &none)));
}

static void small_effects_are_within(void **state)
{
    (void)state;
    static const struct {
        struct hp_interval ratio;
        double resolution;
        bool within;
        double low, high;
    } rows[] = {
        { { 1.05, 1.04, 1.06 }, 0.10, true, 1 / 1.10, 1.10 }, /* sure, but less than its control */
        { { 0.95, 0.80, 1.30 }, 0.10, true, 0.80, 1.30 },     /* never narrower than measured */
        { { 1.20, 1.05, 1.40 }, 0.10, false, 1.05, 1.40 },    /* larger than its control */
        { { 0.80, 0.75, 0.85 }, 0.25, false, 0.75, 0.85 },    /* as large as its control */
        { { 0.82, 0.81, 0.83 }, 0.25, true, 0.80, 1.25 },     /* by factor, on both sides of 1 */
        { { 1.00, 0.99, 1.01 }, 0, false, 0.99, 1.01 },
        { { 1.05, 1.04, 1.06 }, NAN, false, 1.04, 1.06 }, /* no control */
        { { INFINITY, 2, INFINITY }, 0.10, false, 2, INFINITY },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct hp_interval r = hp_resolved(rows[i].ratio, rows[i].resolution);
        HP_CHECK(hp_within_control(rows[i].ratio, rows[i].resolution) == rows[i].within, "row %zu",
                 i);
        HP_CHECK(r.value == rows[i].ratio.value && r.low == rows[i].low && r.high == rows[i].high,
                 "row %zu: [%g, %g]", i, r.low, r.high);
    }
}

static void words(void **state)
{
    (void)state;
    struct hp_arena *arena = hp_arena_new();
    assert_string_equal(hp_resolution_words(arena, 0.1239),
                        "the same case differs from itself by up to 12 % between rounds");
    assert_string_equal(hp_resolution_words(arena, 0.0139),
                        "the same case differs from itself by up to 1.4 % between rounds");
    assert_string_equal(hp_resolution_words(arena, INFINITY),
                        "the same case differs from itself without bound between rounds");
    hp_arena_free(arena);
}

/* One way to say it, whoever asks: an assertion, or a published figure. */
static void straddles(void **state)
{
    (void)state;
    struct hp_arena *arena = hp_arena_new();
    static const double values[] = { 1, 1, 1, 1 };
    static const uint32_t three[] = { 0, 0, 1, 2 };
    const struct hp_samples sides[2] = { { values, 4, three }, { values, 4, NULL } };
    const struct hp_basis basis = hp_ratio_basis(sides);
    assert_int_equal(basis.launches, 1);
    assert_int_equal(basis.sides, 2);
    struct hp_straddle at =
        hp_straddle((struct hp_interval){ 1.06, 0.94, 1.19 }, basis, 1.0, INFINITY);
    assert_int_equal(at.more, 5);
    assert_string_equal(at.reason, "the interval contains the bound");
    at = hp_straddle((struct hp_interval){ 1, 0.9, 1.1 }, basis, 1.0, INFINITY);
    assert_int_equal(at.more, 0);
    assert_string_equal(at.reason,
                        "the value is at the bound: no sensible number of launches would "
                        "tell");
    assert_string_equal(hp_straddle_words(arena, 0), "");
    assert_string_equal(hp_straddle_words(arena, 1), "; about 1 more launch would decide");
    assert_string_equal(hp_straddle_words(arena, 5), "; about 5 more launches would decide");
    hp_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controls_have_known_answers),
        cmocka_unit_test(the_worse_side_decides),
        cmocka_unit_test(small_effects_are_within),
        cmocka_unit_test(words),
        cmocka_unit_test(straddles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
