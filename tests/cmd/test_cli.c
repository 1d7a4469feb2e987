/* SPDX-License-Identifier: MIT
 * cmd: the command line against its tables, columns, help that wraps, the bar, the histogram.
 */
#include "cmd/cmd.h"
#include "cmd/columns.h"
#include "cmd/digest.h"
#include "cmd/progress.h"
#include "cmd/show_case.h"
#include "cmd/summary.h"
#include "cmd/telling.h"
#include "hp_test.h"

enum { WORDS_MOST = 16 };

/* Splits at spaces; parses; the words live in `line`. */
static int parse(char *line, char **argv, struct hp_cli *cli, struct hp_err *err)
{
    int argc = 0;
    argv[argc++] = line;
    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[0] = (char *)"heapproof";
    return hp_cli_parse(argc, argv, cli, err);
}

static void parsed(void **state)
{
    (void)state;
    char line[] = "run --fresh a.cfg -j2 --seed=4711 --only size=1 -q -- --odd";
    char *argv[WORDS_MOST];
    struct hp_cli cli;
    struct hp_err err = { 0 };
    assert_int_equal(parse(line, argv, &cli, &err), HP_E_USAGE);
    assert_non_null(strstr(err.text, "--odd"));
    assert_string_equal(cli.command->name, "run");
    assert_int_equal(cli.operand_count, 2);
    assert_string_equal(cli.operands[0], "a.cfg");
    assert_true(hp_cli_has(&cli, HP_OPT_FRESH));
    assert_true(hp_cli_has(&cli, HP_OPT_QUIET));
    assert_false(hp_cli_has(&cli, HP_OPT_JSON));
    assert_int_equal(hp_cli_count(&cli, HP_OPT_JOBS, 9), 2);
    assert_int_equal(hp_cli_count(&cli, HP_OPT_SEED, 9), 4711);
    assert_int_equal(hp_cli_count(&cli, HP_OPT_MAX_CASES, 9), 9);
    assert_string_equal(hp_cli_text(&cli, HP_OPT_ONLY, "none"), "size=1");
    hp_cli_clear(&cli);
}

static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *line, *says;
    } rows[] = {
        { "plna a.cfg", "did you mean \"plan\"" },
        { "run", "run needs FILE.cfg" },
        { "run a b", "no more" },
        { "run a --sed 3", "did you mean --seed?" },
        { "run a --list", "is no option of run, but of: plan" },
        { "run a -s", "--seed needs a N" },
        { "run a -sx", "expected a whole number" },
        { "run a -qz", "unknown option -z" },
        { "run a --language fr", "expected one of: en ru" },
        { "list metrics --json=1", "--json takes no value" },
        { "--jsn", "unknown option --jsn" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[80], *argv[WORDS_MOST];
        struct hp_cli cli;
        struct hp_err err = { 0 };
        /* strtok() skips the space where the program's name goes. */
        (void)snprintf(line, sizeof line, " %s", rows[i].line);
        HP_CHECK(parse(line, argv, &cli, &err) == HP_E_USAGE && strstr(err.text, rows[i].says),
                 "\"%s\": %s", rows[i].line, err.text);
        hp_cli_clear(&cli);
    }
}

static void asked_again(void **state)
{
    (void)state;
    char *argv[] = { (char *)"./my bin/heapproof",
                     (char *)"run",
                     (char *)"--json",
                     (char *)"it's.cfg",
                     (char *)"-s",
                     (char *)"7",
                     (char *)"--only",
                     (char *)"a=1 b=2",
                     (char *)"--fresh" };
    struct hp_cli cli;
    struct hp_err err = { 0 };
    struct hp_text out = { 0 };
    assert_int_equal(hp_cli_parse(9, argv, &cli, &err), HP_OK);
    hp_cli_again(&cli, &out);
    assert_string_equal(
        hp_text_str(&out),
        "'./my bin/heapproof' run 'it'\\''s.cfg' --only 'a=1 b=2' --seed 7 --fresh");
    hp_text_clear(&out);
    hp_cli_clear(&cli);
}

/* A run that is not complete is finished by its command without --fresh; quoted words are not options. */
static void finished_again(void **state)
{
    (void)state;
    static const struct {
        const char *command;
        bool complete;
        const char *want;
    } rows[] = {
        { "heapproof run a.cfg --fresh --seed 7", false, "heapproof run a.cfg --seed 7" },
        { "heapproof run a.cfg --seed 7 --fresh", false, "heapproof run a.cfg --seed 7" },
        { "heapproof run a.cfg --fresh", true, "heapproof run a.cfg --fresh" },
        { "heapproof run 'a --fresh b.cfg' --fresher", false,
          "heapproof run 'a --fresh b.cfg' --fresher" },
        { "heapproof run 'it'\\''s --fresh x.cfg' --fresh", false,
          "heapproof run 'it'\\''s --fresh x.cfg'" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_text out = { 0 };
        hp_digest_again(rows[i].command, rows[i].complete, &out);
        assert_string_equal(hp_text_str(&out), rows[i].want);
        hp_text_clear(&out);
    }
}

/* More reasons than a list is long: the summary says how many it leaves out, and `all` leaves out none. */
static void reasons_are_counted(void **state)
{
    (void)state;
    struct hp_case_row rows[15] = { 0 };
    char reasons[15][16];
    for (size_t i = 0; i < 15; i++) {
        (void)snprintf(reasons[i], sizeof reasons[i], "reason %zu", i);
        rows[i].c.skip = reasons[i];
    }
    const struct hp_evidence e = {
        .run = { .title = "t", .label = "l", .host_title = "h", .state = "complete" },
        .cases = rows,
        .case_count = 15,
    };
    struct hp_summary_of summary = { .evidence = &e, .database = "d" };
    struct hp_text out = { 0 };
    hp_summary_print(&summary, &out);
    assert_non_null(strstr(hp_text_str(&out), "and 3 more reasons (heapproof show lists all)"));
    assert_null(strstr(hp_text_str(&out), "reason 12"));
    hp_text_reset(&out);
    summary.all = true;
    hp_summary_print(&summary, &out);
    assert_non_null(strstr(hp_text_str(&out), "1 case: reason 14"));
    assert_null(strstr(hp_text_str(&out), "more reasons"));
    hp_text_clear(&out);
}

/* What the tables promise: ids in order, letters and names unique within a command, commands known. */
static void tables_agree(void **state)
{
    (void)state;
    for (size_t i = 0; i < HP_OPT_COUNT; i++) {
        const struct hp_cli_option *o = &hp_cli_options[i];
        assert_int_equal(o->id, i);
        assert_true((o->takes == HP_ARG_NONE) == (o->argument == NULL));
        assert_true((o->takes == HP_ARG_CHOICE) == (o->choices != NULL));
        bool used = o->commands == NULL;
        for (const struct hp_command *c = hp_commands; c->name != NULL; c++)
            used = used || (!c->hidden && hp_option_of(o, c));
        HP_CHECK(used, "--%s belongs to no command", o->name);
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(o->name, hp_cli_options[k].name);
            HP_CHECK(o->letter == 0 || o->letter != hp_cli_options[k].letter, "-%c twice",
                     o->letter);
        }
    }
    for (const struct hp_command *c = hp_commands; c->name != NULL; c++) {
        assert_non_null(c->run);
        if (!c->hidden)
            HP_CHECK(hp_starts_with(c->example, "heapproof ") && c->description[0] != '\0', "%s",
                     c->name);
    }
}

static void wrapped(void **state)
{
    (void)state;
    struct hp_text out = { 0 };
    hp_help_wrap(&out, "one two three four\n\nfive six", 2, 10);
    assert_string_equal(hp_text_str(&out), "  one two\n  three\n  four\n\n  five six\n");
    hp_text_clear(&out);
}

static void columns(void **state)
{
    (void)state;
    static const char *const titles[] = { "name", "n", "note", NULL };
    struct hp_columns table = { .arena = hp_arena_new(), .titles = titles, .right = 2 };
    struct hp_text out = { 0 };
    static const char *const cells[] = { "число", "1", "x", "b", NULL, NULL, "", "333", "last" };
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        hp_columns_add(&table, cells[i]);
    hp_columns_print(&table, 1, &out);
    assert_string_equal(hp_text_str(&out), " name     n  note\n"
                                           " число    1  x\n"
                                           " b        -\n"
                                           " -      333  last\n");
    hp_text_reset(&out);
    struct hp_json json = { .out = &out };
    hp_columns_json(&table, &json, NULL);
    assert_string_equal(hp_text_str(&out), "[{\"name\":\"число\",\"n\":\"1\",\"note\":\"x\"},"
                                           "{\"name\":\"b\",\"n\":null,\"note\":null},"
                                           "{\"name\":\"\",\"n\":\"333\",\"note\":\"last\"}]");
    hp_text_clear(&out);
    hp_columns_clear(&table);
    hp_arena_free(table.arena);
}

static void bars(void **state)
{
    (void)state;
    static const uint64_t second = 1000000000;
    static const struct {
        struct hp_progress p;
        unsigned seconds, columns;
        const char *want;
    } rows[] = {
        { { .mode = HP_PROGRESS_BAR, .total = 336, .what = "chunk-array" },
          0,
          80,
          "[-------------]  0/336   chunk-array" },
        { { .mode = HP_PROGRESS_BAR, .done = 142, .total = 336, .what = "chunk-array size=21244" },
          36,
          80,
          "[#####--------]  142/336   chunk-array size=21244   ETA 0:49" },
        { { .mode = HP_PROGRESS_BAR, .done = 142, .total = 336, .what = "chunk-array size=21244" },
          36,
          200,
          "[###########---------------]  142/336   chunk-array size=21244   ETA 0:49" },
        { { .mode = HP_PROGRESS_BAR,
            .done = 142,
            .total = 336,
            .what = "chunk-array size=21244 held=true dotnet/10 this 196608" },
          36,
          80,
          "[#####--------]  142/336   chunk-array size=21244 held=true ..   ETA 0:49" },
        { { .mode = HP_PROGRESS_BAR,
            .done = 10,
            .total = 20,
            .weight_done = 1,
            .weight_total = 4,
            .failed = 1,
            .failed_word = "crash",
            .what = "long name that does not fit at all" },
          60,
          80,
          "[###----------]  10/20   long name that does ..   1 failed (crash)   ETA 3:00" },
        { { .mode = HP_PROGRESS_LINES, .done = 20, .total = 20, .what = "x" }, 9, 80, "20/20   x" },
        { { .mode = HP_PROGRESS_LINES, .done = 1, .total = 11, .what = "x" },
          3600,
          80,
          "1/11   x   ETA 10:00:00" },
        { { .mode = HP_PROGRESS_BAR, .done = 0, .total = 0 }, 5, 20, "[##########]  0/0" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_text out = { 0 };
        hp_progress_line(&rows[i].p, rows[i].seconds * second, rows[i].columns, &out);
        assert_string_equal(hp_text_str(&out), rows[i].want);
        HP_CHECK(rows[i].p.mode != HP_PROGRESS_BAR || rows[i].columns < 40 ||
                     hp_utf8_width(hp_text_str(&out)) <= rows[i].columns,
                 "row %zu is wider than the terminal", i);
        hp_text_clear(&out);
    }
}

/* What every case has is left out of a line that has no room for it, and so is a case that does not run. */
static void cases_are_told_apart(void **state)
{
    (void)state;
    static struct hp_param sizes[] = { { "count", "200000" }, { "size", "21243" },
                                       { "count", "200000" }, { "size", "21244" },
                                       { "count", "1" },      { "size", "7" } };
    static const char *const want[] = { "size=21243 default", "size=21244 196608" };
    struct hp_case cases[3] = { 0 };
    for (size_t i = 0; i < 3; i++)
        cases[i] = (struct hp_case){ .method = "chunk-array",
                                     .heap = "gen",
                                     .runtime = 10,
                                     .gc = "workstation",
                                     .machine = "this",
                                     .threshold = i == 0 ? "default" : "196608",
                                     .params = &sizes[2 * i],
                                     .param_count = 2,
                                     .skip = i == 2 ? "not installed" : NULL };
    struct hp_plan plan = { .cases = cases, .count = 3 };
    struct hp_telling telling = hp_telling_of(&plan);
    struct hp_text out = { 0 };
    for (size_t i = 0; i < 2; i++) {
        hp_text_reset(&out);
        hp_telling_print(&telling, &cases[i], &out);
        assert_string_equal(hp_text_str(&out), want[i]);
    }
    hp_telling_clear(&telling);
    plan.count = 1; /* nothing differs: all of it */
    telling = hp_telling_of(&plan);
    hp_text_reset(&out);
    hp_telling_print(&telling, &cases[0], &out);
    assert_string_equal(hp_text_str(&out),
                        "chunk-array count=200000 size=21243 gen/10 this default");
    hp_telling_clear(&telling);
    hp_text_clear(&out);
}

static void histogram(void **state)
{
    (void)state;
    static const double values[] = { 1000, 1000, 1100, 1900, 2000 };
    struct hp_text out = { 0 };
    hp_show_histogram(values, 5, 2, "ns", &out);
    assert_string_equal(hp_text_str(&out),
                        "          1 us     3  ########################################\n"
                        "        1.5 us     2  ###########################\n");
    hp_text_reset(&out);
    hp_show_histogram(values, 2, 2, "ns", &out);
    assert_string_equal(hp_text_str(&out), "");
    static const double far[] = {
        1000, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1900, 2000, 90000
    };
    hp_show_histogram(far, 11, 2, "ns", &out);
    assert_string_equal(
        hp_text_str(&out),
        "          1 us     6  ########################################\n"
        "        1.5 us     4  ###########################\n"
        "         above     1  #######  above 2 us, where 90 % of the values end; the "
        "greatest is 90 us\n");
    hp_text_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parsed),
        cmocka_unit_test(refused),
        cmocka_unit_test(asked_again),
        cmocka_unit_test(finished_again),
        cmocka_unit_test(reasons_are_counted),
        cmocka_unit_test(tables_agree),
        cmocka_unit_test(wrapped),
        cmocka_unit_test(columns),
        cmocka_unit_test(bars),
        cmocka_unit_test(cases_are_told_apart),
        cmocka_unit_test(histogram),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
