/* SPDX-License-Identifier: MIT
 * Every way to write a .cfg wrong that we know of, with its exact messages: data/bad/NAME.cfg against
 * golden/config/NAME.txt. A new way is a new file.
 */
#include "base/err.h"
#include "config/config.h"

#include "hp_test.h"

#include <dirent.h>

enum { FILES_AT_LEAST = 40 };

static const char folder[] = "tests/config/data/bad";

static int is_cfg(const struct dirent *entry)
{
    return hp_ends_with(entry->d_name, ".cfg");
}

/* What a user would see of this file. */
static void messages_of(const char *path, struct hp_text *out)
{
    struct hp_problems problems = { 0 };
    struct hp_config *config = NULL;
    struct hp_err err = { 0 };
    const int rc = hp_config_load(path, &config, &problems, &err);
    HP_CHECK(rc == HP_E_CONFIG && config == NULL, "%s: code %d, %zu problems", path, rc,
             problems.count);
    HP_CHECK(problems.count > 0, "%s: no problem, but an error: %s", path, err.text);
    hp_problems_print(&problems, out);
    hp_problems_clear(&problems);
}

static void every_bad_file(void **state)
{
    (void)state;
    struct dirent **names = NULL;
    const int count = scandir(folder, &names, is_cfg, alphasort);
    HP_CHECK(count >= FILES_AT_LEAST, "only %d files in %s", count, folder);
    for (int i = 0; i < count; i++) {
        char path[512], golden[512];
        struct hp_text text = { 0 };
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        messages_of(path, &text);
        (void)snprintf(golden, sizeof golden, "config/%.*s.txt", (int)strlen(names[i]->d_name) - 4,
                       names[i]->d_name);
        hp_test_golden(golden, hp_text_str(&text));
        hp_text_clear(&text);
        free(names[i]);
    }
    free((void *)names);
}

static void unreadable_file(void **state)
{
    (void)state;
    struct hp_problems problems = { 0 };
    struct hp_config *config = NULL;
    struct hp_err err = { 0 };
    assert_int_equal(hp_config_load("tests/config/data/nowhere.cfg", &config, &problems, &err),
                     HP_E_ENV);
    assert_string_equal(err.text, "tests/config/data/nowhere.cfg: No such file or directory");
    assert_null(config);
    assert_int_equal(problems.count, 0);
    assert_int_equal(hp_config_load("tests/config", &config, &problems, &err), HP_E_ENV);
    hp_problems_clear(&problems);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bad_file),
        cmocka_unit_test(unreadable_file),
    };
    (void)setenv("HEAPPROOF_DATA", "tests/config/data/share", 1);
    if (chdir(HP_SOURCE_DIR) != 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
