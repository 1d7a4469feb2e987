/* SPDX-License-Identifier: MIT
 * The checks of every form break when what they state is wrong by a little; and the mutator itself notices a
 * check that does not. Against cases made by hand; lua/chunk.lua is put to it on real results in tests/e2e.
 */
#include "hp_test.h"
#include "mutate.h"

static struct mutation_tally mutate(const char *text)
{
    struct fixture *f = fixture_new();
    fixture_chunk(f);
    const struct hp_source source = { "script", "lua/x.lua", text, strlen(text) };
    const struct mutation_tally tally = mutate_script(f, &source, 1);
    fixture_free(f);
    return tally;
}

#define WHERE                                                                                      \
    "  where = { method = \"chunk-array\", heap = \"gen\", threshold = \"default\", machine = "    \
    "\"this\", size = 21244, held = false },\n"

/* A check that holds in each form, and how many ways there are to move it. */
static const struct {
    const char *what, *text;
    size_t mutations;
} rows[] = {
    { "equal", "hp.check \"x\" {\n" WHERE "  equal = { \"allocated_bytes\", 4001216 },\n}\n", 1 },
    { "equal, several",
      "hp.check \"x\" {\n" WHERE "  equal = { allocated_bytes = 4001216, chunk_count = 48 },\n}\n",
      2 },
    { "equal, text",
      "hp.check \"x\" {\n  where = { probe = \"blocks\" },\n  equal = { result_type = "
      "\"Int32[][]\" },\n}\n",
      1 },
    { "at least", "hp.check \"x\" {\n" WHERE "  at_least = { \"gen2_per_1000\", 1000 },\n}\n", 1 },
    { "at most", "hp.check \"x\" {\n" WHERE "  at_most = { gen2_per_1000 = 1200 },\n}\n", 1 },
    { "between", "hp.check \"x\" {\n" WHERE "  between = { \"gen2_per_1000\", 900, 1200 },\n}\n",
      2 },
    { "within, absolute",
      "hp.check \"x\" {\n" WHERE "  within = { \"gen2_per_1000\", 1105, absolute = 10 },\n}\n", 1 },
    { "within, relative",
      "hp.check \"x\" {\n" WHERE "  within = { \"gen2_per_1000\", 1105, relative = 0.01 },\n}\n",
      1 },
    { "within, both",
      "hp.check \"x\" {\n" WHERE "  within = { \"gen2_per_1000\", 1105, absolute = 10, relative = "
      "0.01 },\n}\n",
      1 },
    { "ratio above",
      "hp.check \"x\" {\n  where = { method = \"chunk-array\", heap = \"dotnet\" },\n"
      "  ratio = { \"time_ns\", of = { size = 21244 }, to = { size = 21243, runtime = 10 }, above "
      "= 1.05 },\n}\n",
      1 },
    { "ratio between",
      "hp.check \"x\" {\n  where = { method = \"chunk-array\", heap = \"dotnet\" },\n"
      "  ratio = { \"time_ns\", of = { size = 21244 }, to = { size = 21243, runtime = 10 }, "
      "between = { 1.07, 1.28 } },\n}\n",
      2 },
    { "boundary",
      "hp.check \"x\" {\n  where = { method = \"chunk-array\", threshold = \"default\", machine = "
      "\"this\", heap = \"gen\" },\n"
      "  boundary = { \"gen2_per_1000\", over = \"size\", below = 21243, above = 21244, is = "
      "function(n) return n > 0 end },\n}\n",
      4 },
    { "each",
      "hp.check \"x\" {\n" WHERE
      "  each = function(case)\n    hp.equal(case.allocated_bytes, 4001216)\n  end,\n}\n",
      1 },
};

static void every_form(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct mutation_tally t = mutate(rows[i].text);
        HP_CHECK(t.checks == 1 && t.survived == 0 && t.untouched == 0,
                 "%s: %zu checks, %zu survived", rows[i].what, t.checks, t.survived);
        HP_CHECK(t.mutations == rows[i].mutations, "%s: %zu mutations, want %zu", rows[i].what,
                 t.mutations, rows[i].mutations);
    }
}

/* A claim that is true whatever the number is. */
static void notices_weak_checks(void **unused)
{
    (void)unused;
    const struct mutation_tally weak =
        mutate("hp.check \"x\" {\n" WHERE
               "  each = function(case)\n    if case.size < 0 then hp.equal(case.chunk_count, 1)\n"
               "    else hp.that(true, \"anything\") end\n  end,\n}\n");
    assert_int_equal(weak.survived, 1);
    const struct mutation_tally still = mutate(
        "hp.check \"x\" {\n" WHERE "  each = function() hp.that(true, \"anything\") end,\n}\n");
    assert_int_equal(still.untouched, 1);
    const struct mutation_tally broken =
        mutate("hp.check \"x\" {\n" WHERE "  equal = { \"allocated_bytes\", 1 },\n}\n");
    assert_int_equal(broken.checks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_form),
                                        cmocka_unit_test(notices_weak_checks) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
