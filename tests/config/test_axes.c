/* SPDX-License-Identifier: MIT
 * What values a written axis stands for: rows of text and expected values.
 */
#include "base/err.h"
#include "config/config.h"

#include "hp_test.h"

/* The values of parameter x in a file that is written for it, joined by spaces. */
static void values_of(const char *written, struct hp_text *out)
{
    char folder[64], path[128];
    struct hp_problems problems = { 0 };
    struct hp_config *config = NULL;
    struct hp_err err = { 0 };
    (void)snprintf(path, sizeof path, "%s/x.cfg", hp_test_folder(folder));
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    (void)fprintf(f,
                  "sets = { one = 1; words = [ \"a\", \"b\" ]; edge = { around = 10; by = 2; }; "
                  "both = ( { set = \"one\"; }, { set = \"edge\"; } ); };\n"
                  "sweep = { workload = \"w\"; with = { x = %s; }; };\n",
                  written);
    (void)fclose(f);
    const int rc = hp_config_load(path, &config, &problems, &err);
    hp_problems_print(&problems, out);
    HP_CHECK(rc == HP_OK, "%s\n%s", written, hp_text_str(out));
    const struct hp_axis *axis = &config->sweeps[0].with[0];
    for (size_t i = 0; i < axis->count; i++)
        hp_text_print(out, "%s%s", i > 0 ? " " : "", axis->values[i].text);
    hp_config_free(config);
    hp_problems_clear(&problems);
    (void)unlink(path);
    (void)rmdir(folder);
}

static void written_and_meant(void **state)
{
    (void)state;
    static const struct {
        const char *written, *values;
    } rows[] = {
        /* scalars stay as written, but for the form of numbers */
        { "5", "5" },
        { "-5", "-5" },
        { "0x10", "16" },
        { "017", "17" },
        { "4294967296L", "4294967296" },
        { "9223372036854775807L", "9223372036854775807" },
        { "2147483647", "2147483647" },
        { "4294967296", "4294967296" },
        { "-2147483649", "-2147483649" },
        { "0x80000000", "2147483648" },
        { "[ 1, 3000000000, 2L ]", "1 3000000000 2" },
        { "-2147483648", "-2147483648" },
        { "1.5", "1.5" },
        { "1e5", "100000" },
        { ".5", "0.5" },
        { "5.", "5" },
        { "0.1", "0.1" },
        { "true", "true" },
        { "FALSE", "false" },
        { "\"96KiB\"", "96KiB" },
        { "\"a\" \"b\"", "ab" },
        { "\"q\\\"q\\\\ \\x41\"", "q\"q\\ A" },
        { "\"\320\274\320\270\321\200\"", "\320\274\320\270\321\200" },
        /* lists */
        { "[ 3, 1, 2 ]", "3 1 2" },
        { "( 3, \"word\", true, 1.5 )", "3 word true 1.5" },
        { "( ( 1, 2 ), [ 3 ], ( ( 4 ) ) )", "1 2 3 4" },
        { "[ 1, 1 ]", "1 1" },
        /* linear ranges */
        { "{ from = 1; to = 5; step = 1; }", "1 2 3 4 5" },
        { "{ from = 1; to = 6; step = 2; }", "1 3 5" },
        { "{ from = 7; to = 7; step = 3; }", "7" },
        { "{ from = -4; to = 4; step = 4; }", "-4 0 4" },
        { "{ from = \"1KiB\"; to = \"3KiB\"; step = 1024; }", "1024 2048 3072" },
        { "{ from = \"1ms\"; to = \"2ms\"; step = \"500us\"; }", "1000000ns 1500000ns 2000000ns" },
        { "{ from = \"4294967296\"; to = \"4294967298\"; step = 2; }", "4294967296 4294967298" },
        /* geometric ranges */
        { "{ from = 1; to = 1000; factor = 10; }", "1 10 100 1000" },
        { "{ from = 1; to = 999; factor = 10; }", "1 10 100" },
        { "{ from = 1; to = 10; factor = 1.5; }", "1 2 3 5 8" },
        { "{ from = 1000; to = 8000; factor = 2; }", "1000 2000 4000 8000" },
        { "{ from = 3; to = 3; factor = 2; }", "3" },
        { "{ from = \"1KiB\"; to = \"1MiB\"; factor = 32; }", "1024 32768 1048576" },
        { "{ from = 1; to = 2; factor = 1.1; }", "1 2" },
        /* neighbours of a boundary */
        { "{ around = 21244; by = 1; }", "21243 21244" },
        { "{ around = 21244; }", "21243 21244" },
        { "{ around = 21244; by = 1; span = 3; }", "21241 21242 21243 21244 21245 21246" },
        { "{ around = 100; by = 10; span = 2; }", "80 90 100 110" },
        { "{ around = \"84KiB\"; by = 8; }", "86008 86016" },
        { "{ around = 1; by = 1; }", "0 1" },
        /* also: ascending, each once */
        { "{ around = 21244; by = 1; also = [ 20000, 25000, 21244 ]; }",
          "20000 21243 21244 25000" },
        { "{ around = 10; by = 1; also = { from = 8; to = 12; step = 2; }; }", "8 9 10 12" },
        { "{ from = 1; to = 2; step = 1; also = \"x\"; }", "1 2 x" },
        { "( { around = 10; by = 1; }, 3, { from = 1; to = 2; step = 1; } )", "9 10 3 1 2" },
        /* named sets */
        { "{ set = \"one\"; }", "1" },
        { "{ set = \"words\"; }", "a b" },
        { "{ set = \"both\"; also = [ 5, 1 ]; }", "1 5 8 10" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_text got = { 0 };
        values_of(rows[i].written, &got);
        HP_CHECK(strcmp(hp_text_str(&got), rows[i].values) == 0, "%s is \"%s\", want \"%s\"",
                 rows[i].written, hp_text_str(&got), rows[i].values);
        hp_text_clear(&got);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = { cmocka_unit_test(written_and_meant) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
