/* SPDX-License-Identifier: MIT
 * The judge child as the parent meets it: what crosses the border comes back whole, and no script harms more
 * than itself. This program is its own child: started with "judge" it is the judge.
 */
#include "fixture.h"
#include "hp_test.h"

#include "base/err.h"

/* What asking about one script came to. */
struct answer {
    int rc;
    struct hp_err err;
    struct hp_problems problems;
    struct hp_verdicts verdicts;
    struct hp_text explain, words; /* words: the problems as printed */
};

static struct answer judge(struct fixture *f, const struct hp_source *sources, size_t count)
{
    struct answer a = { 0 };
    a.rc = hp_script_judge(sources, count, f->rows, f->count, &a.verdicts, &a.explain, &a.problems,
                           &a.err);
    hp_problems_print(&a.problems, &a.words);
    return a;
}

static struct answer judge_text(struct fixture *f, const char *text)
{
    const struct hp_source source = { "script", "lua/x.lua", text, strlen(text) };
    return judge(f, &source, 1);
}

static void answer_clear(struct answer *a)
{
    hp_problems_clear(&a->problems);
    hp_arena_free(a->problems.arena);
    hp_verdicts_clear(&a->verdicts);
    hp_text_clear(&a->explain);
    hp_text_clear(&a->words);
}

/* ---- the border ---- */

static void put_all(const struct hp_verdicts *v, struct hp_text *out)
{
    for (size_t i = 0; i < v->count; i++) {
        const struct hp_verdict *x = &v->items[i];
        hp_verdict_print(x, out);
        hp_text_print(out, "%d %d %s %s %s/%s/%s %s %s %s | %s %d %g %g %g %g %g %zu %zu %s %s\n",
                      x->decides, x->known_holds, x->claim_ru, x->seed, x->machine, x->threshold,
                      x->heap, x->metric, x->unit, x->expected, x->here, x->has_interval, x->value,
                      x->low, x->high, x->want_low, x->want_high, x->n, x->more, x->reason,
                      x->source);
        hp_text_print(out, "%s %s %s %s %zu of %zu %s\n", x->kind_of_check, x->over, x->below,
                      x->above, x->case_count, x->case_total,
                      x->case_count > 0 ? x->case_ids[0] : "");
    }
}

/* Every script of tests/lua: the child's verdicts are those of this process. */
static void same_on_both_sides(void **unused)
{
    (void)unused;
    static const char *const names[] = { "comparisons.lua", "outcomes.lua", "mistakes.lua" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct fixture *f = fixture_new();
        fixture_chunk(f);
        char *text =
            hp_test_read(hp_arena_print(f->arena, "%s/tests/lua/%s", HP_SOURCE_DIR, names[i]));
        struct hp_text here = { 0 }, there = { 0 };
        struct script_world world = fixture_run(f, "lua/x.lua", text);
        struct answer a = judge_text(f, text);
        put_all(&world.verdicts, &here);
        hp_problems_print(&world.problems, &here);
        put_all(&a.verdicts, &there);
        hp_text_put(&there, hp_text_str(&a.words));
        assert_string_equal(hp_text_str(&there), hp_text_str(&here));
        assert_string_equal(hp_text_str(&a.explain), hp_text_str(&world.explained));
        assert_int_equal(a.rc, world.problems.count > 0 ? HP_E_CONFIG : HP_OK);
        for (int k = 0; k < HP_VERDICTS; k++)
            assert_int_equal(a.verdicts.counts[k], world.verdicts.counts[k]);
        hp_text_clear(&here);
        hp_text_clear(&there);
        script_world_clear(&world);
        answer_clear(&a);
        free(text);
        fixture_free(f);
    }
}

/* A request cut off at any byte is refused and harms nothing. */
static void cut_requests(void **unused)
{
    (void)unused;
    struct fixture *f = fixture_new();
    fixture_chunk(f);
    const struct hp_source source = { "script", "lua/x.lua", "return 1", 8 };
    const struct script_request request = { true, true, &source, 1, f->rows, 4 };
    struct hp_pack body = { 0 };
    script_pack_request(&body, &request);
    struct hp_arena *arena = hp_arena_new();
    for (size_t n = 0; n <= body.bytes.bytes; n++) {
        /* Exactly as long as it says, so that a sanitizer sees one byte too far. */
        unsigned char *cut = malloc(n + 1);
        memcpy(cut, body.bytes.text, n);
        struct hp_unpack u = { cut, cut + n, false };
        struct script_request got;
        const bool whole = script_unpack_request(&u, arena, &got);
        HP_CHECK(whole == (n == body.bytes.bytes), "cut at %zu", n);
        free(cut);
    }
    hp_arena_free(arena);
    hp_text_clear(&body.bytes);
    fixture_free(f);
}

/* ---- sweeps ---- */

static void put_axis(struct hp_text *out, const struct hp_axis *axis)
{
    hp_text_print(out, " %s=", axis->name);
    for (size_t i = 0; i < axis->count; i++)
        hp_text_print(out, "%s%s", i > 0 ? "," : "", axis->values[i].text);
}

static void put_filters(struct hp_text *out, const char *word, const struct hp_filter *filters,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        hp_text_print(out, " %s(", word);
        for (size_t k = 0; k < filters[i].count; k++)
            put_axis(out, &filters[i].keys[k]);
        hp_text_put(out, " )");
    }
}

/* What lua/x.lua adds to a config. */
struct sweeps {
    struct hp_arena *arena;
    struct hp_problems problems;
    struct hp_sweep *items;
    size_t count;
};

static int sweeps_read(struct sweeps *s, const char *text)
{
    const struct hp_source source = { "script", "lua/x.lua", text, strlen(text) };
    struct hp_err err = { 0 };
    s->arena = hp_arena_new();
    return hp_script_sweeps(&source, 1, s->arena, &s->items, &s->count, &s->problems, &err);
}

static void sweeps_clear(struct sweeps *s)
{
    hp_problems_clear(&s->problems);
    hp_arena_free(s->arena);
}

static void sweeps_come_back(void **unused)
{
    (void)unused;
    static const char text[] =
        "hp.sweep \"renting\" {\n"
        "  workload = \"chunk\", method = { \"chunk-array\", \"slice-array\" },\n"
        "  baseline = \"slice-array\",\n"
        "  with = { size = hp.range { from = 1, to = 7, step = 2 }, held = { false, true },\n"
        "           count = { from = 1000, to = 8000, factor = 2 }, element = \"int32\" },\n"
        "  on = { heap = \"gen\", threshold = { \"default\", \"192KiB\" } },\n"
        "  where = { only = { size = 5 }, except = { { held = true, size = 1 }, { size = 3 } } },\n"
        "  zip = { \"size\", \"count\" },\n"
        "  measure = \"counters\", rounds = 7,\n"
        "}\n"
        "hp.sweep { workload = \"chunk\", probe = \"threshold\",\n"
        "  with = { size = hp.around(21244), element = { around = 5, by = 2, span = 2, also = { 9, "
        "5 } } } "
        "}\n";
    static const char want[] =
        "lua/x.lua:1 renting: chunk probes=0 method=chunk-array,slice-array baseline=slice-array "
        "count=1000,2000,4000,8000 element=int32 held=false,true size=1,3,5,7 heap=gen "
        "threshold=default,196608 only( size=5 ) not( held=true size=1 ) not( size=3 ) "
        "zip(size count) no_counters=0 no_times=1 rounds=7\n"
        "lua/x.lua:11 lua/x.lua:11: chunk probes=1 probe=threshold baseline=(null) "
        "element=1,3,5,7,9 size=21243,21244 no_counters=0 no_times=0 rounds=0\n";
    struct sweeps read = { 0 };
    struct hp_text got = { 0 };
    assert_int_equal(sweeps_read(&read, text), HP_OK);
    for (size_t i = 0; i < read.count; i++) {
        const struct hp_sweep *s = &read.items[i];
        hp_text_print(&got, "%s:%d %s: %s probes=%d", s->at.file, s->at.line, s->name, s->workload,
                      s->probes);
        put_axis(&got, &s->methods);
        hp_text_print(&got, " baseline=%s", s->baseline.text != NULL ? s->baseline.text : "(null)");
        for (size_t k = 0; k < s->with_count; k++)
            put_axis(&got, &s->with[k]);
        for (size_t k = 0; k < s->on_count; k++)
            put_axis(&got, &s->on[k]);
        put_filters(&got, "only", s->only, s->only_count);
        put_filters(&got, "not", s->not_, s->not_count);
        for (size_t k = 0; k < s->zip_count; k++)
            hp_text_print(&got, " zip(%s %s)", s->zip[k][0], s->zip[k][1]);
        hp_text_print(&got, " no_counters=%d no_times=%d rounds=%u\n", s->no_counters, s->no_times,
                      s->rounds);
    }
    assert_string_equal(hp_text_str(&got), want);
    hp_text_clear(&got);
    sweeps_clear(&read);
}

/* Checks are only read when sweeps are wanted: nothing is judged, nothing is unknown yet. */
static void sweeps_without_results(void **unused)
{
    (void)unused;
    static const char text[] =
        "hp.check \"later\" { where = { colour = \"red\" }, equal = { \"gen2_per_1000\", 0 } }\n"
        "hp.check \"wrong now\" { equal = { \"gen2_per_100\", 0 } }\n";
    struct sweeps read = { 0 };
    assert_int_equal(sweeps_read(&read, text), HP_E_CONFIG);
    assert_int_equal(read.problems.count, 1);
    assert_int_equal(read.problems.items[0].at.line, 2);
    sweeps_clear(&read);
}

/* Timed launches are a whole number in the range that the .cfg has. */
static void rounds_of_a_sweep(void **unused)
{
    (void)unused;
    static const struct {
        const char *written, *problem;
    } rows[] = {
        { "1", "" },
        { "100", "" },
        { "0", "lua/x.lua:1: rounds: expected a whole number, 1 to 100, not 0\n" },
        { "101", "lua/x.lua:1: rounds: expected a whole number, 1 to 100, not 101\n" },
        { "2.5", "lua/x.lua:1: rounds: expected a whole number, 1 to 100, not 2.5\n" },
        { "'6'", "lua/x.lua:1: rounds: expected a whole number, 1 to 100, not 6\n" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[200];
        struct hp_text words = { 0 };
        struct sweeps read = { 0 };
        (void)snprintf(text, sizeof text,
                       "hp.sweep { workload = 'chunk', method = 'slice-array', rounds = %s }",
                       rows[i].written);
        const int rc = sweeps_read(&read, text);
        hp_problems_print(&read.problems, &words);
        assert_string_equal(hp_text_str(&words), rows[i].problem);
        assert_int_equal(rc, *rows[i].problem == '\0' ? HP_OK : HP_E_CONFIG);
        if (rc == HP_OK)
            assert_int_equal(read.items[0].rounds, strtol(rows[i].written, NULL, 10));
        hp_text_clear(&words);
        sweeps_clear(&read);
    }
}

/* ---- hostile scripts ---- */

struct hostile_row {
    const char *what, *text;
    const char *problem; /* first line of the first problem */
};

static const struct hostile_row hostile_rows[] = {
    { "endless loop", "local x = 0\nwhile true do\n  x = x + 1\nend\n",
      "lua/x.lua:3: more than 20 million instructions - does this loop end?" },
    { "endless loop that swallows errors",
      "while true do\n  pcall(function() while true do end end)\nend",
      "lua/x.lua:2: more than 20 million instructions - does this loop end?" },
    { "endless loop in a check",
      "hp.check \"x\" {\n  where = { probe = \"blocks\" },\n  each = function() while true do end "
      "end,\n}\n",
      "lua/x.lua:3: more than 20 million instructions - does this loop end?" },
    { "endless recursion", "local function f() return 1 + f() end\nf()\n",
      "lua/x.lua:1: stack overflow" },
    { "one long text", "local s = (\"x\"):rep(1 << 30)\n",
      "lua/x.lua:1: the script needs more than 256 MiB of memory here" },
    { "a table without end",
      "local t = {}\nfor i = 1, 1e9 do\n  t[i] = (\"x\"):rep(100000) .. i\nend\n",
      "lua/x.lua:3: the script needs more than 256 MiB of memory here" },
    { "texts without end", "local s = \"x\"\nwhile true do\n  s = s .. s\nend\n",
      "lua/x.lua:3: the script needs more than 256 MiB of memory here" },
    { "memory errors swallowed", "while true do\n  pcall(string.rep, \"x\", 1 << 30)\nend\n",
      "lua/x.lua:2: more than 20 million instructions - does this loop end?" },
    { "a finalizer", "setmetatable({}, { __gc = function() while true do end end })\n",
      "lua/x.lua:1: __gc is not available: a finalizer cannot be interrupted" },
    { "endless metamethods",
      "local t = setmetatable({}, {})\ngetmetatable(t).__index = function(x) return x.y "
      "end\nlocal x = t.y\n",
      "lua/x.lua:2: C stack overflow" },
    { "not Lua", "hp.check {\n", "lua/x.lua:2: unexpected symbol near <eof>" },
    { "precompiled code", "\033Lua\124\0",
      "lua/x.lua: attempt to load a binary chunk (mode is 't')" },
    { "no files", "io.open(\"/etc/passwd\")\n",
      "lua/x.lua:1: attempt to index a nil value (global 'io')" },
    { "no processes", "os.execute(\"true\")\n",
      "lua/x.lua:1: attempt to index a nil value (global 'os')" },
    { "no way around", "debug.sethook()\n",
      "lua/x.lua:1: attempt to index a nil value (global 'debug')" },
    { "no code from texts", "load(\"return 1\")()\n",
      "lua/x.lua:1: attempt to call a nil value (global 'load')" },
    { "nobody else's modules", "require \"socket\"\n",
      "lua/x.lua:1: no module \"socket\" - require finds only what heapproof ships or the config "
      "names: (none)" },
};

static void hostile(void **unused)
{
    (void)unused;
    struct fixture *f = fixture_new();
    const uint64_t wall = hp_script_wall_ns;
    hp_script_wall_ns = UINT64_C(120000000000); /* sanitizers on a busy machine are slow */
    fixture_chunk(f);
    for (size_t i = 0; i < sizeof hostile_rows / sizeof hostile_rows[0]; i++) {
        const struct hostile_row *r = &hostile_rows[i];
        struct answer a = judge_text(f, r->text);
        const char *words = hp_text_str(&a.words);
        HP_CHECK(a.rc == HP_E_CONFIG, "%s: code %d, %s", r->what, a.rc, a.err.text);
        HP_CHECK(strncmp(words, r->problem, strlen(r->problem)) == 0, "%s:\n  want %s\n  got  %s",
                 r->what, r->problem, words);
        answer_clear(&a);
    }
    hp_script_wall_ns = wall;
    fixture_free(f);
}

/* Loops inside C functions see no hook: the wall clock ends them, and the check is named. */
static void killed_by_the_clock(void **unused)
{
    (void)unused;
#define BOMB "string.find((\"a\"):rep(40), (\"a-\"):rep(30) .. \"b\")\n"
#define CHECK "\nhp.check \"x\" { where = { probe = \"blocks\" }, "
#define C_LOOP ": a loop inside a C function (string.find, string.rep, ...) cannot be interrupted\n"
    static const struct {
        const char *text, *words;
    } rows[] = {
        { BOMB, "lua/bomb.lua: ran longer than 0.7 s before its first check" C_LOOP },
        { CHECK "equal = { iterator_type_count = 2 } }\n" BOMB,
          "lua/bomb.lua:2: ran longer than 0.7 s after this check was read" C_LOOP },
        { CHECK "each = function()\n" BOMB "end }\nhp.check \"y\" { each = function() end }",
          "lua/bomb.lua:2: ran longer than 0.7 s in this check" C_LOOP },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fixture *f = fixture_new();
        fixture_chunk(f);
        const struct hp_source sources[] = { { "script", "lua/good.lua", "", 0 },
                                             { "script", "lua/bomb.lua", rows[i].text,
                                               strlen(rows[i].text) } };
        const uint64_t wall = hp_script_wall_ns;
        hp_script_wall_ns = UINT64_C(700000000);
        struct answer a = judge(f, sources, 2);
        hp_script_wall_ns = wall;
        assert_int_equal(a.rc, HP_E_CONFIG);
        assert_string_equal(hp_text_str(&a.words), rows[i].words);
        answer_clear(&a);
        fixture_free(f);
    }
}

static void flooded(void **unused)
{
    (void)unused;
    struct fixture *f = fixture_new();
    struct answer a = judge_text(f, "for i = 1, 1e6 do print((\"x\"):rep(1000)) end\n");
    assert_int_equal(a.rc, HP_E_CONFIG);
    HP_CHECK(strstr(hp_text_str(&a.words), "lua/x.lua: the script's process ") != NULL, "%s",
             hp_text_str(&a.words));
    answer_clear(&a);
    fixture_free(f);
}

static void printed(void **unused)
{
    (void)unused;
    struct fixture *f = fixture_new();
    struct answer a = judge_text(f, "print(\"one\", 2, true)\nprint()\nprint(nil)\n");
    assert_int_equal(a.rc, HP_OK);
    assert_string_equal(hp_text_str(&a.explain), "printed:\none\t2\ttrue\n\nnil\n");
    answer_clear(&a);
    fixture_free(f);
}

/* One script's mistake is not another's: the other is judged. */
static void scripts_are_apart(void **unused)
{
    (void)unused;
    static const char good[] =
        "assert(leak == nil)\nhp.check \"x\" {\n  where = { probe = \"blocks\" },\n"
        "  equal = { iterator_type_count = 2 },\n}\n";
    struct fixture *f = fixture_new();
    fixture_chunk(f);
    const struct hp_source sources[] = { { "script", "lua/bad.lua", "leak = 1\nnil.x = 1\n", 19 },
                                         { "script", "lua/leak.lua", "leak = 1\nstring.rep = nil\n",
                                           26 },
                                         { "script", "lua/good.lua", good, strlen(good) } };
    struct answer a = judge(f, sources, 3);
    assert_int_equal(a.rc, HP_E_CONFIG);
    assert_int_equal(a.problems.count, 1);
    assert_int_equal(a.verdicts.count, 1);
    assert_int_equal(a.verdicts.items[0].kind, HP_HOLDS);
    answer_clear(&a);
    fixture_free(f);
}

/* require: a module among the sources, once, with its own place in errors. */
static void modules(void **unused)
{
    (void)unused;
    static const char loop[] = "return require \"loop\"\n", fail[] = "\n\nerror(\"inside\")\n";
    static const struct hp_source sources[] = {
        { "module", "mods/loop.lua", loop, sizeof loop - 1 },
        { "module", "mods/fail.lua", fail, sizeof fail - 1 },
        { "script", "lua/a.lua", "require \"loop\"\n", 15 },
        { "script", "lua/b.lua", "\nrequire \"mods.fail\"\n", 21 },
    };
    struct fixture *f = fixture_new();
    struct answer a = judge(f, sources, 4);
    assert_string_equal(hp_text_str(&a.words),
                        "mods/fail.lua:3: inside\n    from lua/b.lua:2\n"
                        "mods/loop.lua:1: module \"loop\" requires itself\n    from lua/a.lua:1\n");
    answer_clear(&a);
    fixture_free(f);
}

static void nothing_to_judge(void **unused)
{
    (void)unused;
    struct fixture *f = fixture_new();
    struct answer a = judge(f, NULL, 0);
    assert_int_equal(a.rc, HP_OK);
    assert_int_equal(a.verdicts.count, 0);
    assert_int_equal(hp_exit_code(hp_exit_flags(&a.verdicts)), HP_EXIT_NOTHING);
    answer_clear(&a);
    fixture_free(f);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "judge") == 0)
        return hp_judge_main();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_on_both_sides),
        cmocka_unit_test(cut_requests),
        cmocka_unit_test(sweeps_come_back),
        cmocka_unit_test(sweeps_without_results),
        cmocka_unit_test(rounds_of_a_sweep),
        cmocka_unit_test(hostile),
        cmocka_unit_test(killed_by_the_clock),
        cmocka_unit_test(flooded),
        cmocka_unit_test(printed),
        cmocka_unit_test(scripts_are_apart),
        cmocka_unit_test(modules),
        cmocka_unit_test(nothing_to_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
