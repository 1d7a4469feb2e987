/* SPDX-License-Identifier: MIT
 * base: files read and written whole, folders, and where our own parts are.
 */
#include "base/err.h"
#include "base/file.h"
#include "hp_test.h"

#include <dirent.h>
#include <sys/stat.h>

static char folder[64];

static const char *in_folder(const char *name)
{
    static char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static size_t entries(void)
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    size_t count = 0;
    for (struct dirent *e = readdir(dir); e != NULL; e = readdir(dir))
        count += e->d_name[0] != '.';
    (void)closedir(dir);
    return count;
}

static void whole_files(void **state)
{
    (void)state;
    struct hp_err err = { 0 };
    struct hp_text got = { 0 };
    const char *path = in_folder("file");
    assert_int_equal(hp_file_write(path, "old", 3, &err), HP_OK);
    assert_int_equal(hp_file_write(path, "a\0bc", 4, &err), HP_OK);
    assert_int_equal(entries(), 1);
    assert_int_equal(hp_file_read(path, &got, 4, &err), HP_OK);
    assert_int_equal(got.bytes, 4);
    assert_memory_equal(got.text, "a\0bc", 5);
    assert_int_equal(hp_file_read(path, &got, 3, &err), HP_E_ENV);
    assert_non_null(strstr(err.text, "larger than 3 bytes"));
    (void)unlink(path);
    hp_text_clear(&got);
}

static void refusals(void **state)
{
    (void)state;
    struct hp_err err = { 0 };
    struct hp_text got = { 0 };
    assert_int_equal(hp_file_read(in_folder("none"), &got, 10, &err), HP_E_ENV);
    assert_non_null(strstr(err.text, "No such file"));
    assert_int_equal(hp_file_read(folder, &got, 10, &err), HP_E_ENV);
    assert_non_null(strstr(err.text, "is a directory"));
    const char *fifo = in_folder("fifo");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_int_equal(hp_file_read(fifo, &got, 10, &err), HP_E_ENV);
    assert_non_null(strstr(err.text, "no regular file"));
    (void)unlink(fifo);
    assert_int_equal(hp_file_write(in_folder("no/file"), "x", 1, &err), HP_E_ENV);
    assert_int_equal(hp_file_write(folder, "x", 1, &err), HP_E_ENV);
    assert_int_equal(entries(), 0);
    hp_text_clear(&got);
}

static void folders(void **state)
{
    (void)state;
    struct hp_err err = { 0 };
    struct stat st;
    assert_int_equal(hp_make_folders(in_folder("a/b/c"), &err), HP_OK);
    assert_int_equal(hp_make_folders(in_folder("a/b/c/"), &err), HP_OK);
    assert_int_equal(stat(in_folder("a/b/c"), &st), 0);
    assert_int_equal(hp_file_write(in_folder("a/file"), "x", 1, &err), HP_OK);
    assert_int_equal(hp_make_folders(in_folder("a/file/d"), &err), HP_E_ENV);
    assert_non_null(strstr(err.text, "a/file"));
    assert_non_null(strstr(err.text, "no directory"));
    (void)unlink(in_folder("a/file"));
    (void)rmdir(in_folder("a/b/c"));
    (void)rmdir(in_folder("a/b"));
    (void)rmdir(in_folder("a"));
}

static void own_parts(void **state)
{
    (void)state;
    assert_true(hp_starts_with(hp_path_self(), "/"));
    assert_true(hp_ends_with(hp_path_self(), "/test_base_file"));
    assert_string_equal(hp_path_data(), HP_SOURCE_DIR);
    assert_int_equal(setenv("HEAPPROOF_PLUGINS", "/p", 1), 0);
    assert_int_equal(setenv("HEAPPROOF_DATA", "/d", 1), 0);
    assert_string_equal(hp_path_plugins(), "/p");
    assert_string_equal(hp_path_data(), "/d");
    assert_int_equal(setenv("HEAPPROOF_DATA", "", 1), 0);
    assert_string_equal(hp_path_data(), HP_SOURCE_DIR);
    (void)unsetenv("HEAPPROOF_PLUGINS");
    (void)unsetenv("HEAPPROOF_DATA");
}

static int begin(void **state)
{
    (void)state;
    (void)hp_test_folder(folder);
    return 0;
}

static int end(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_files),
        cmocka_unit_test(refusals),
        cmocka_unit_test(folders),
        cmocka_unit_test(own_parts),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
