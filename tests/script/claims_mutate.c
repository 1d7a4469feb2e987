/* SPDX-License-Identifier: MIT
 * claims_mutate SCRIPT DB MODULE...: puts a script's claims to the mutator on the results of the last run in a
 * database. Exit status 0 when every mutation broke its check.
 */
#include "hp_test.h"
#include "mutate.h"

#include "store/store.h"

enum { SOURCES_MAX = 16 };

static struct hp_source read_source(const char *role, const char *path)
{
    char *text = hp_test_read(path);
    HP_CHECK(text != NULL, "cannot read %s", path);
    return (struct hp_source){ role, path, text, strlen(text) };
}

int main(int argc, char **argv)
{
    struct hp_source sources[SOURCES_MAX];
    size_t count = 0;
    struct hp_store *store = NULL;
    struct hp_err err = { 0 };
    if (argc < 3 || argc - 2 > SOURCES_MAX)
        return 2;
    struct fixture *f = fixture_new();
    int rc = hp_store_open(argv[2], HP_STORE_READ, 1000, &store, &err);
    struct hp_case_row *rows = NULL;
    size_t row_count = 0;
    struct hp_run_row run = { 0 };
    if (rc == HP_OK)
        rc = hp_store_run(store, 0, f->arena, &run, &err);
    if (rc == HP_OK)
        rc = hp_store_cases(store, run.run_id, f->arena, &rows, &row_count, &err);
    if (rc != HP_OK) {
        (void)fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    sources[count++] = read_source("script", argv[1]);
    for (int i = 3; i < argc; i++)
        sources[count++] = read_source("module", argv[i]);
    struct fixture cases = { f->arena, rows, row_count, row_count };
    const struct mutation_tally t = mutate_script(&cases, sources, count);
    (void)printf("%zu cases, %zu checks that hold, %zu mutations, %zu survived, %zu untouched\n",
                 row_count, t.checks, t.mutations, t.survived, t.untouched);
    for (size_t i = 0; i < count; i++)
        free((void *)(uintptr_t)sources[i].text);
    hp_store_close(store);
    fixture_free(f);
    return t.checks > 0 && t.survived == 0 && t.untouched == 0 ? 0 : 1;
}
