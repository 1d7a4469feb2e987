/* SPDX-License-Identifier: MIT
 * What becomes of input at and beyond the limits: sizes 0, 1, negative and too large, empty sources, lengths
 * whose bytes overflow? A row gives a workload's parameters as a .cfg does, and what every method must answer:
 * it runs, or fails with the exception that .NET throws, by name. A failure leaves nothing behind, and the
 * next case on the same heap runs. */
#include "hp_test.h"

#include "rig.h"

#include "base/mem.h"

#include <stdlib.h>

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

enum { GIVEN = 4, OPERATIONS = 2 };

struct row {
    const char *methods; /* space separated; "*": all others that a sweep may name */
    const char *given;   /* "name=value name=value" */
    const char *says;    /* NULL: it runs */
};

#define MOST "2147483647"    /* int.MaxValue */
#define LONGEST "2147483591" /* Array.MaxLength */
#define NO_MEMORY "OutOfMemoryException"

static const struct row chunk_rows[] = {
    { "*", "count=0", NULL },
    { "*", "count=0 size=1 element=reference", NULL },
    { "*", "count=1 size=1", NULL },
    { "*", "count=1 size=2", NULL },
    { "own-buffer pooled-buffer", "count=10 size=" MOST, NO_MEMORY },
    { "*", "count=10 size=" MOST, NULL },
    { "*", "size=0", "size: 0: expected" },
    { "*", "size=-1", "size: -1: expected" },
    { "*", "size=2147483648", "size: 2147483648: expected" },
    { "*", "count=-1", "count" },
    { "*", "take=-1", "take" },
    { "*", "count=10 size=3 take=" MOST, NULL },
};

static const struct row builder_rows[] = {
    { "*", "chars=0", NULL },
    { "*", "chars=1 part=1 inserts=1", NULL },
    { "*", "chars=1 part=" MOST, NULL },
    { "*", "chars=0 inserts=0 capacity=0", NULL },
    { "*", "chars=-1", "chars" },
    { "*", "part=0", "part" },
    { "*", "inserts=-1", "inserts" },
    { "*", "builders=0", "builders" },
    { "preset-capacity", "capacity=" MOST, NO_MEMORY },
    { "preset-capacity", "capacity=-1", "capacity" },
};

static const struct row pool_rows[] = {
    { "*", "length=0", NULL },
    { "*", "length=0 fill=true clear=true buffers=3", NULL },
    { "*", "length=1 element=reference fill=true", NULL },
    { "rent-return", "length=-1", "ArgumentOutOfRangeException (minimumLength)" },
    { "*", "length=-1", "OverflowException" },
    { "rent-return", "length=-2147483648", "ArgumentOutOfRangeException (minimumLength)" },
    { "*", "length=-2147483648", "OverflowException" },
    { "*", "length=" MOST, NO_MEMORY },
    { "*", "length=" MOST " element=reference", NO_MEMORY },
    { "*", "length=" LONGEST " element=reference", NO_MEMORY },
    { "*", "length=1073741825 element=int32", NO_MEMORY },
    { "*", "buffers=0", "buffers" },
    { "*", "buffers=32768", "buffers" },
    { "*", "threads=0", "threads" },
    { "rent-return", "depth=" MOST " buffers=2", NO_MEMORY },
    { "rent-return", "depth=-1", "depth" },
};

static const struct row copy_rows[] = {
    { "*", "length=0 kind=memory", NULL },
    { "*", "length=0 kind=file", NULL },
    { "*", "length=1 part=1 kind=pipe", NULL },
    { "*", "length=1 part=" LONGEST " kind=memory-subclass", NULL },
    { "parts-new parts-rented", "length=1 part=" LONGEST " kind=memory-subclass", NO_MEMORY },
    { "copy copy-overlapped", "length=10 buffer=0", "ArgumentOutOfRangeException (bufferSize)" },
    { "copy copy-overlapped", "length=10 buffer=-2", "ArgumentOutOfRangeException (bufferSize)" },
    { "copy copy-overlapped", "length=10 kind=pipe buffer=" MOST, NO_MEMORY },
    { "*", "length=-1", "length" },
    { "*", "length=" MOST, "length" },
    { "*", "length=" LONGEST " kind=memory", NO_MEMORY },
    { "*", "part=0", "part" },
    { "grow", "length=1 initial_capacity=" LONGEST, NO_MEMORY },
    { "grow", "initial_capacity=-1", "initial_capacity" },
};

/* ---- one case on a heap --------------------------------------------------------------------- */

/* The memory of a small machine, so that what is too large fails at once. */
static void open_heap(struct rig *rig, const char *workload)
{
    struct hp_err err = { 0, "" };
    char path[512];
    const struct rig_setup setup = { .heap = "gen",
                                     .runtime = 10,
                                     .option = { "memory_limit", "reserve", "verify" },
                                     .value = { "64MiB", "1GiB", "false" } };
    HP_CHECK(rig_open(rig, &setup, &err) == HP_OK, "%s", err.text);
    (void)snprintf(path, sizeof path, "%s/plugins/%s.so", HP_BUILD_DIR, workload);
    HP_CHECK(hp_plugin_load(&rig->plugins, path, &err) == HP_OK, "%s", err.text);
}

/* "name=value name=value", cut in `copy`. */
static size_t split(const char *given, char *copy, size_t room, struct hp_named named[GIVEN])
{
    size_t count = 0;
    char *rest = NULL;
    (void)snprintf(copy, room, "%s", given);
    for (char *word = strtok_r(copy, " ", &rest); word != NULL && count < GIVEN;
         word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        assert_non_null(equals);
        *equals = '\0';
        named[count++] = (struct hp_named){ word, equals + 1 };
    }
    return count;
}

static int step_all(const struct hp_plugin *plugin, const struct hp_run *run, struct hp_err *err)
{
    void *state = NULL;
    int rc = plugin->workload->open(&state, run, err);
    if (rc == HP_OK)
        rc = plugin->workload->step(state, OPERATIONS, err);
    plugin->workload->close(state);
    return rc;
}

static int run_case(struct rig *rig, const struct hp_plugin *plugin, const char *method,
                    const char *given, struct hp_err *err)
{
    char copy[200];
    struct hp_named named[GIVEN];
    const size_t count = split(given, copy, sizeof copy, named);
    void *params = hp_mem_new(plugin->options_size);
    struct hp_run run = rig->run;
    int rc = hp_options_fill(plugin->options, params, plugin->options_size, named, count, err);
    run.params = params;
    run.method = method;
    run.param_table = plugin->options;
    if (rc == HP_OK)
        rc = step_all(plugin, &run, err);
    hp_mem_free(params);
    assert_int_equal(run.thread->root_count, 0);
    return rc;
}

static int64_t live(struct rig *rig)
{
    struct hp_thread *t = rig->run.thread;
    struct hp_counters c;
    t->ops->collect(t, 2);
    t->ops->collect(t, 2);
    t->ops->counters(t, &c);
    return c.value[HP_C_SOH_LIVE_BYTES] + c.value[HP_C_LOH_LIVE_BYTES];
}

/* ---- the tables ------------------------------------------------------------------------------------ */

static bool names(const char *methods, const char *method)
{
    const size_t length = strlen(method);
    for (const char *at = methods; (at = strstr(at, method)) != NULL; at += length)
        if ((at == methods || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' '))
            return true;
    return false;
}

/* A row for all others does not speak of methods that another row with the same input names. */
static bool speaks_of(const struct row *rows, size_t count, size_t i, const char *method)
{
    if (strcmp(rows[i].methods, "*") != 0)
        return names(rows[i].methods, method);
    for (size_t other = 0; other < count; other++)
        if (strcmp(rows[other].given, rows[i].given) == 0 && names(rows[other].methods, method))
            return false;
    return true;
}

/* Twice, since the first failure may leave what every use of a pool leaves; then a case that is well. */
static void check_method(struct rig *rig, const struct hp_plugin *plugin, const struct row *row,
                         const char *method, const char *well)
{
    struct hp_err err = { 0, "" };
    int64_t first = 0;
    for (int turn = 0; turn < 2; turn++) {
        const int rc = run_case(rig, plugin, method, row->given, &err);
        HP_CHECK((rc == HP_OK) == (row->says == NULL), "%s %s: %d \"%s\"", method, row->given, rc,
                 err.text);
        HP_CHECK(row->says == NULL || strstr(err.text, row->says) != NULL, "%s %s says \"%s\"",
                 method, row->given, err.text);
        const int64_t now = live(rig);
        HP_CHECK(turn == 0 || now == first, "%s %s leaves %lld bytes", method, row->given,
                 (long long)(now - first));
        first = now;
    }
    HP_CHECK(run_case(rig, plugin, method, well, &err) == HP_OK, "%s after %s: %s", method,
             row->given, err.text);
    HP_CHECK(rig->heap->heap->verify(rig->run.thread, &err) == HP_OK, "%s", err.text);
}

static void check_workload(const char *workload, const struct row *rows, size_t count,
                           const char *well)
{
    for (size_t i = 0; i < count; i++) {
        struct rig rig;
        size_t spoken_of = 0;
        open_heap(&rig, workload);
        const struct hp_plugin *plugin =
            hp_plugin_find(&rig.plugins, HP_KIND_WORKLOAD, workload)->table;
        for (const struct hp_method *m = plugin->methods; m->name != NULL; m++) {
            if ((m->flags & HP_METHOD_REPLAY_ONLY) != 0 || !speaks_of(rows, count, i, m->name))
                continue;
            check_method(&rig, plugin, &rows[i], m->name, well);
            spoken_of++;
        }
        HP_CHECK(spoken_of != 0, "row %zu of %s speaks of no method", i, workload);
        rig_close(&rig);
    }
}

static void test_chunk(void **state)
{
    (void)state;
    check_workload("chunk", chunk_rows, COUNT(chunk_rows), "count=100 size=7");
}

static void test_builder(void **state)
{
    (void)state;
    check_workload("builder", builder_rows, COUNT(builder_rows), "chars=100 part=7");
}

static void test_pool(void **state)
{
    (void)state;
    check_workload("pool", pool_rows, COUNT(pool_rows), "length=100");
}

static void test_streamcopy(void **state)
{
    (void)state;
    check_workload("streamcopy", copy_rows, COUNT(copy_rows), "length=100 part=7");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chunk),
        cmocka_unit_test(test_builder),
        cmocka_unit_test(test_pool),
        cmocka_unit_test(test_streamcopy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
