/* SPDX-License-Identifier: MIT
 * cmocka in the order that it wants its headers, and what several suites need: golden files and temporary
 * folders. Header only: a test program links cmocka and the stages that it tests.
 */
#ifndef HP_TEST_H
#define HP_TEST_H

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* Asserts with a printf-style explanation that shows both sides. */
#define HP_CHECK(condition, ...)                                                                   \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            print_error("%s:%d: not true: %s: ", __FILE__, __LINE__, #condition);                  \
            print_error(__VA_ARGS__);                                                              \
            print_error("\n");                                                                     \
            fail();                                                                                \
        }                                                                                          \
    } while (0)

enum { HP_TEST_FOLDERS = 64 };
static struct {
    pid_t owner; /* children that leave by exit() remove nothing */
    size_t count;
    char names[HP_TEST_FOLDERS][64];
} hp_test_folders;

static inline int hp_test_remove_one(const char *path, const struct stat *st, int kind,
                                     struct FTW *where)
{
    (void)st, (void)kind, (void)where;
    return remove(path);
}

static inline void hp_test_remove_folders(void)
{
    for (size_t i = 0; hp_test_folders.owner == getpid() && i < hp_test_folders.count; i++)
        (void)nftw(hp_test_folders.names[i], hp_test_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* A fresh folder that the test may fill; removed at exit of the program. */
static inline char *hp_test_folder(char buf[64])
{
    (void)snprintf(buf, 64, "/tmp/heapproof-test-XXXXXX");
    if (mkdtemp(buf) == NULL || hp_test_folders.count == HP_TEST_FOLDERS)
        fail_msg("mkdtemp failed, or %d folders are there", HP_TEST_FOLDERS);
    if (hp_test_folders.count == 0)
        (void)atexit(hp_test_remove_folders);
    hp_test_folders.owner = getpid();
    (void)snprintf(hp_test_folders.names[hp_test_folders.count++], 64, "%s", buf);
    return buf;
}

/* Reads a whole file; malloc'ed, NULL when it cannot be opened. */
static inline char *hp_test_read(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return NULL;
    (void)fseek(f, 0, SEEK_END);
    const long n = ftell(f);
    (void)fseek(f, 0, SEEK_SET);
    char *text = malloc((size_t)n + 1);
    if (text != NULL) {
        const size_t got = fread(text, 1, (size_t)n, f);
        text[got] = '\0';
    }
    (void)fclose(f);
    return text;
}

/* Compares with tests/golden/NAME. UPDATE_GOLDEN=1 in the environment rewrites the file instead: review
 * shows the difference. */
static inline void hp_test_golden(const char *name, const char *text)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/tests/golden/%s", HP_SOURCE_DIR, name);
    const char *update = getenv("UPDATE_GOLDEN");
    if (update != NULL && *update == '1') {
        FILE *f = fopen(path, "wb");
        if (f == NULL)
            fail_msg("cannot write %s", path);
        (void)fputs(text, f);
        (void)fclose(f);
        return;
    }
    char *want = hp_test_read(path);
    if (want == NULL)
        fail_msg("no golden file %s (UPDATE_GOLDEN=1 makes it)", path);
    if (strcmp(want, text) != 0) {
        print_error("--- %s\n%s\n+++ got\n%s\n", path, want, text);
        free(want);
        fail_msg("differs from golden file %s", name);
    }
    free(want);
}

#endif
