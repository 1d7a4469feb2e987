/* SPDX-License-Identifier: MIT
 * What is in a file of traces, and what is wrong with one? Wrong ones lie in bad/, their messages in
 * golden/replay/; right ones are rows here.
 */
#include "base/err.h"
#include "replay/trace.h"

#include "hp_test.h"

#include <dirent.h>

enum { BAD_FILES = 8 };

static int is_text(const struct dirent *entry)
{
    return hp_ends_with(entry->d_name, ".txt");
}

static const struct hp_family *family_of_name(const char *name)
{
    char word[32];
    (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(name, "-"), name);
    return hp_family_find(word);
}

static void every_bad_file(void **state)
{
    (void)state;
    struct dirent **names = NULL;
    const int count = scandir("tests/replay/bad", &names, is_text, alphasort);
    assert_int_equal(count, BAD_FILES);
    for (int i = 0; i < count; i++) {
        char path[512], golden[512];
        struct hp_problems problems = { 0 };
        struct hp_trace_file *file = NULL;
        struct hp_err err = { 0, "" };
        struct hp_text text = { 0 };
        (void)snprintf(path, sizeof path, "tests/replay/bad/%s", names[i]->d_name);
        (void)snprintf(golden, sizeof golden, "replay/%s", names[i]->d_name);
        const int rc =
            hp_trace_read(path, family_of_name(names[i]->d_name), &file, &problems, &err);
        HP_CHECK(rc == HP_E_CONFIG && file == NULL, "%s: code %d", path, rc);
        hp_problems_print(&problems, &text);
        if (problems.count == 0)
            hp_text_print(&text, "%s\n", err.text);
        hp_test_golden(golden, hp_text_str(&text));
        hp_text_clear(&text);
        hp_problems_clear(&problems);
        free(names[i]);
    }
    free((void *)names);
}

/* What of a text applies where: "key=value" of every line, lines separated by "; ". */
static void answers_by_runtime(void **state)
{
    (void)state;
    static const struct {
        const char *family, *text;
        int runtime;
        uint32_t processors;
        const char *want;
    } rows[] = {
        { "heap", "trace a\nr -> bytes=1 approx@8=2 gen0=3\nend\n", 8, 2,
          "bytes=1 approx=2 gen0=3 ; " },
        { "heap", "trace a\nr -> bytes=1 approx@8=2 gen0=3\nend\n", 9, 2, "bytes=1 gen0=3 ; " },
        { "heap", "trace a\r\nr ->\r\nc 2\r\nend\r\n", 9, 2, "; ; " },
        { "pool", "trace a\nrent 5 0 -> @8/p2,9/p2 bytes=1 | @8/p20 bytes=2\nend\n", 8, 20,
          "bytes=2 ; " },
        { "pool", "trace a\nrent 5 0 -> @8/p2,9/p2 bytes=1 | @8/p20 bytes=2\nend\n", 9, 2,
          "bytes=1 ; " },
        { "pool", "trace a\nrent 5 0 -> @8/p2,9/p2 bytes=1 | @8/p20 bytes=2\nend\n", 10, 2, "; " },
        { "pool", "trace a\nrent 5 0 -> @8 a=1 b@8/p2=2 c@8/p20=3 | @9 a=4\nend\n", 8, 2,
          "a=1 b=2 ; " },
        { "builder", "trace a\nappend -1 -> throws ArgumentOutOfRange bytes=0 chain=16/20,3/9\nend",
          10, 2, "throws=ArgumentOutOfRange bytes=0 chain=16/20,3/9 ; " },
        { "threshold",
          "loh_threshold=9 first u8 -> @8 process aborts: Out of memory | @9,10 4194192\n", 8, 2,
          "aborts=Out of memory ; " },
        { "threshold",
          "loh_threshold=9 first u8 -> @8 process aborts: Out of memory | @9,10 4194192\n", 10, 2,
          "first=4194192 ; " },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hp_problems problems = { 0 };
        struct hp_trace_file *file = NULL;
        struct hp_err err = { 0, "" };
        struct hp_text text = { 0 };
        const int rc = hp_trace_parse("x", rows[i].text, strlen(rows[i].text),
                                      hp_family_find(rows[i].family), &file, &problems, &err);
        HP_CHECK(rc == HP_OK, "row %zu: %s", i, err.text);
        for (size_t l = 0; l < file->line_count; l++) {
            const struct hp_recordings *a = &file->lines[l].answers;
            for (size_t k = 0; k < a->count; k++)
                if (hp_recorded_applies(&a->items[k], rows[i].runtime, rows[i].processors))
                    hp_text_print(&text, "%s=%s ", a->items[k].key, a->items[k].value);
            hp_text_put(&text, "; ");
        }
        assert_string_equal(hp_text_str(&text), rows[i].want);
        hp_text_clear(&text);
        hp_trace_free(file);
        hp_problems_clear(&problems);
    }
}

/* Which lines share a process: "1,2 3" by their numbers. */
static void units_of_families(void **state)
{
    (void)state;
    static const struct {
        const char *family, *text, *want;
        bool by_processors;
    } rows[] = {
        { "heap", "trace a\nr\nr\nend\n\ntrace b\nc 1\nend\n", "2,3 7 ", false },
        { "copy", "source=spy\nsource=file\nsource=spy\n", "1 2 3 ", false },
        { "chunk", "a\n\nb\nc\n", "1,3,4 ", false },
        { "threshold",
          "loh_threshold=default first u8\nloh_threshold=9 first u8\nloh_threshold=default first "
          "i16\n",
          "1,3 2 ", false },
        { "pool", "trace a\nret 1 -> bytes@8/p20=3\nend\n", "2 ", true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hp_problems problems = { 0 };
        struct hp_trace_file *file = NULL;
        struct hp_err err = { 0, "" };
        struct hp_text text = { 0 };
        const int rc = hp_trace_parse("x", rows[i].text, strlen(rows[i].text),
                                      hp_family_find(rows[i].family), &file, &problems, &err);
        HP_CHECK(rc == HP_OK, "row %zu: %s", i, err.text);
        for (size_t u = 0; u < file->unit_count; u++)
            for (size_t k = 0; k < file->units[u].line_count; k++)
                hp_text_print(&text, "%d%s", file->lines[file->units[u].lines[k]].number,
                              k + 1 < file->units[u].line_count ? "," : " ");
        assert_string_equal(hp_text_str(&text), rows[i].want);
        assert_int_equal(file->by_processors, rows[i].by_processors);
        hp_text_clear(&text);
        hp_trace_free(file);
        hp_problems_clear(&problems);
    }
}

static void families_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *path, *want;
    } rows[] = {
        { "heap-loh.txt", "heap" },
        { "a/heap-mine.txt", "heap" },
        { "builder-replace.txt", "builder" },
        { "pool-capacity.txt", "pool-capacity" },
        { "x/copy.txt", "copy" },
        { "heap.txt", "heap" },
        { "heaps.txt", NULL },
        { "copy", NULL },
        { "copy.csv", NULL },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct hp_family *f = hp_family_of_file(rows[i].path);
        HP_CHECK((f == NULL) == (rows[i].want == NULL), "%s", rows[i].path);
        if (f != NULL)
            assert_string_equal(f->name, rows[i].want);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bad_file),
        cmocka_unit_test(answers_by_runtime),
        cmocka_unit_test(units_of_families),
        cmocka_unit_test(families_by_name),
    };
    if (chdir(HP_SOURCE_DIR) != 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
