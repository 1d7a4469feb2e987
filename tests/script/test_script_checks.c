/* SPDX-License-Identifier: MIT
 * The scripts of tests/lua: what they expect stands in a comment beside the line.
 *   -- expect: holds, skipped     verdicts of the check that begins here; "holds now": marked known
 *   -- expect error: TEXT         the problem at this line, its first line
 * A line without such a comment has neither, so nothing is reported that nobody expects.
 */
#include "fixture.h"
#include "hp_test.h"

static const char *const scripts[] = { "comparisons.lua",    "outcomes.lua", "mistakes.lua",
                                       "runtime_errors.lua", "sandbox.lua",  "library.lua" };

/* What a line expects: a copy of the text behind `mark`, or "". Freed by the caller. */
static char *behind(const char *line, const char *mark)
{
    const size_t n = strcspn(line, "\n");
    char *copy = strndup(line, n);
    const char *at = strstr(copy, mark);
    char *out = strdup(at != NULL ? at + strlen(mark) : "");
    free(copy);
    return out;
}

static void verdicts_at(const struct script_world *world, int line, struct hp_text *out)
{
    for (size_t i = 0; i < world->verdicts.count; i++) {
        const struct hp_verdict *v = &world->verdicts.items[i];
        if (v->line == line)
            hp_text_print(out, "%s%s%s", out->bytes > 0 ? ", " : "", hp_verdict_name(v->kind),
                          v->known_holds ? " now" : "");
    }
}

static void problems_at(const struct script_world *world, int line, struct hp_text *out)
{
    for (size_t i = 0; i < world->problems.count; i++) {
        const struct hp_problem *p = &world->problems.items[i];
        if (p->at.line == line)
            hp_text_print(out, "%s%.*s", out->bytes > 0 ? " AND " : "", (int)strcspn(p->text, "\n"),
                          p->text);
    }
}

static bool check_line(const struct script_world *world, const char *name, int line,
                       const char *text)
{
    struct hp_text verdicts = { 0 }, problems = { 0 };
    verdicts_at(world, line, &verdicts);
    problems_at(world, line, &problems);
    char *want = behind(text, "-- expect: "), *wrong = behind(text, "-- expect error: ");
    char *begins = behind(text, "-- expect error each: ");
    const bool good = strcmp(want, hp_text_str(&verdicts)) == 0 &&
                      (*begins != '\0' ? strstr(hp_text_str(&problems), begins) != NULL
                                       : strcmp(wrong, hp_text_str(&problems)) == 0);
    if (!good)
        print_error("%s:%d:\n  want %s%s%s\n  got  %s%s\n", name, line, want, wrong, begins,
                    hp_text_str(&verdicts), hp_text_str(&problems));
    for (size_t i = 0; i < world->verdicts.count && !good; i++)
        if (world->verdicts.items[i].line == line)
            print_error("       %s\n", world->verdicts.items[i].message);
    free(want), free(wrong), free(begins);
    hp_text_clear(&verdicts);
    hp_text_clear(&problems);
    return good;
}

/* tests/lua/NAME with the shipped modules. */
static struct script_world run(struct fixture *f, const char *name, char **text)
{
    static const char *const modules[] = { "arrays", "predicates" };
    struct hp_source *sources = hp_arena_get(f->arena, 3 * sizeof *sources);
    *text = hp_test_read(hp_arena_print(f->arena, "%s/tests/lua/%s", HP_SOURCE_DIR, name));
    HP_CHECK(*text != NULL, "cannot read tests/lua/%s", name);
    sources[0] = (struct hp_source){ "script", name, *text, strlen(*text) };
    for (size_t i = 0; i < 2; i++) {
        const char *path = hp_arena_print(f->arena, "lua/heapproof/%s.lua", modules[i]);
        char *module = hp_test_read(hp_arena_print(f->arena, "%s/%s", HP_SOURCE_DIR, path));
        HP_CHECK(module != NULL, "cannot read %s", path);
        sources[i + 1] =
            (struct hp_source){ "module", path, hp_arena_copy(f->arena, module), strlen(module) };
        free(module);
    }
    return fixture_run_all(f, sources, 3);
}

static void every_script(void **unused)
{
    (void)unused;
    bool good = true;
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        struct fixture *f = fixture_new();
        char *text;
        fixture_chunk(f);
        struct script_world world = run(f, scripts[i], &text);
        int line = 1, expected = 0;
        for (const char *at = text; at != NULL; line++) {
            expected += strstr(at, "-- expect") != NULL;
            good = check_line(&world, scripts[i], line, at) && good;
            at = strchr(at, '\n');
            at = at != NULL ? at + 1 : NULL;
        }
        HP_CHECK(expected > 0, "%s expects nothing", scripts[i]);
        script_world_clear(&world);
        free(text);
        fixture_free(f);
    }
    assert_true(good);
}

/* The texts that a person reads, one after the other. */
static void golden_messages(void **unused)
{
    (void)unused;
    static const char *const names[] = { "comparisons.lua", "outcomes.lua" };
    struct hp_text out = { 0 };
    for (size_t i = 0; i < 2; i++) {
        struct fixture *f = fixture_new();
        char *text;
        fixture_chunk(f);
        struct script_world world = run(f, names[i], &text);
        for (size_t k = 0; k < world.verdicts.count; k++)
            if (world.verdicts.items[k].kind != HP_HOLDS || world.verdicts.items[k].known_holds)
                hp_verdict_print(&world.verdicts.items[k], &out);
        script_world_clear(&world);
        free(text);
        fixture_free(f);
    }
    hp_test_golden("script/messages.txt", hp_text_str(&out));
    hp_text_clear(&out);
}

static void golden_problems(void **unused)
{
    (void)unused;
    static const char *const names[] = { "mistakes.lua", "runtime_errors.lua", "slip.lua" };
    struct hp_text out = { 0 };
    for (size_t i = 0; i < 3; i++) {
        struct fixture *f = fixture_new();
        char *text;
        fixture_chunk(f);
        struct script_world world = run(f, names[i], &text);
        hp_problems_print(&world.problems, &out);
        script_world_clear(&world);
        free(text);
        fixture_free(f);
    }
    hp_test_golden("script/problems.txt", hp_text_str(&out));
    hp_text_clear(&out);
}

static void golden_explained(void **unused)
{
    (void)unused;
    struct fixture *f = fixture_new();
    char *text;
    fixture_chunk(f);
    struct script_world world = run(f, "explained.lua", &text);
    hp_test_golden("script/explained.txt", hp_text_str(&world.explained));
    script_world_clear(&world);
    free(text);
    fixture_free(f);
}

/* What the report needs of a verdict besides its kind. */
static void fields(void **unused)
{
    (void)unused;
    struct fixture *f = fixture_new();
    fixture_chunk(f);
    struct script_world world = fixture_run(
        f, "lua/x.lua",
        "hp.check \"moves\" {\n  ru = \"сдвигается\", seed = \"000, story 3\", decides = false,\n"
        "  where = { method = \"chunk-array\", threshold = 196608, held = true },\n"
        "  boundary = { \"gen2_per_1000\", over = \"size\", below = 49145, above = 49146,\n"
        "    is = function(n) return n > 0 end },\n}\n");
    assert_int_equal(world.verdicts.count, 1);
    const struct hp_verdict *v = &world.verdicts.items[0];
    assert_int_equal(v->kind, HP_HOLDS);
    assert_false(v->decides);
    assert_string_equal(v->script, "lua/x.lua");
    assert_int_equal(v->line, 1);
    assert_string_equal(v->claim_ru, "сдвигается");
    assert_string_equal(v->seed, "000, story 3");
    assert_string_equal(v->machine, "this");
    assert_string_equal(v->threshold, "196608");
    assert_string_equal(v->heap, "gen");
    assert_string_equal(v->metric, "gen2_per_1000");
    assert_string_equal(v->expected, "49,145 | 49,146");
    assert_string_equal(v->here, "49,145 | 49,146");
    assert_string_equal(v->over, "size");
    assert_string_equal(v->below, "49145");
    assert_string_equal(v->above, "49146");
    assert_string_equal(v->kind_of_check, "boundary");
    assert_int_equal(v->n, 6 * 15);
    assert_int_equal(v->case_total, 6);
    assert_true(hp_starts_with(v->source, "hp.check \"moves\" {\n  ru ="));
    assert_true(hp_ends_with(v->source, "}\n}") || hp_ends_with(v->source, "},\n}"));
    script_world_clear(&world);
    fixture_free(f);
}

/* The lines that the report prints name the cases by their values, not by the script's names for them. */
static void values_for_names(void **state)
{
    (void)state;
    static const struct {
        const char *script, *want;
    } rows[] = {
        { "local wide = { method = \"chunk-array\", held = true }\n"
          "hp.check \"a where = b\" {\n  where = wide,\n  at_least = { \"gen2_per_1000\", 0 "
          "},\n}\n",
          "hp.check \"a where = b\" {\n  where = { held = true, method = \"chunk-array\" },\n"
          "  at_least = { \"gen2_per_1000\", 0 },\n}" },
        { "local function on(t) t.threshold = \"default\" return t end\n"
          "hp.check \"x\" { at_least = { \"gen2_per_1000\", 0 }, -- where = no\n"
          "  where = on { size = { 21243, 21244 }, -- a pair, {\n    held = false } }\n",
          "hp.check \"x\" { at_least = { \"gen2_per_1000\", 0 }, -- where = no\n"
          "  where = { held = false, size = { 21243, 21244 }, threshold = \"default\" } }" },
        { "hp.check \"x\" { at_least = { \"gen2_per_1000\", 0 } }\n",
          "hp.check \"x\" { at_least = { \"gen2_per_1000\", 0 } }" },
        { "hp.check \"x\" { at_least = { \"gen2_per_1000\", 0 },\n"
          "  where = { size = { from = 1, to = 21241, step = 20 } } }\n",
          "hp.check \"x\" { at_least = { \"gen2_per_1000\", 0 },\n"
          "  where = { size = { 1, 21, 41, 61, 81, 101, 121, 141, 161, 181, ..., 21241 } } }" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fixture *f = fixture_new();
        fixture_chunk(f);
        struct script_world world = fixture_run(f, "lua/x.lua", rows[i].script);
        HP_CHECK(world.verdicts.count > 0, "row %zu: %s", i,
                 world.problems.count > 0 ? world.problems.items[0].text : "no problem");
        assert_string_equal(world.verdicts.items[0].source, rows[i].want);
        script_world_clear(&world);
        fixture_free(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_script),    cmocka_unit_test(golden_messages),
        cmocka_unit_test(golden_problems), cmocka_unit_test(golden_explained),
        cmocka_unit_test(fields),          cmocka_unit_test(values_for_names)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
