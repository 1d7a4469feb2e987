/* SPDX-License-Identifier: MIT
 * Does every method of chunk allocate what .NET allocates, read every element, and leave nothing
 * behind? Each method x element x runtime x several sizes, on the flat heap, on `gen`, and on `gen`
 * with a collection at every allocation. */
#include "hp_test.h"

#include "bcl/probe.h"
#include "chunk.h"
#include "expect.h"
#include "flat_heap.h"
#include "rig.h"

static const struct {
    int64_t count, size;
} shapes[] = { { 0, 5 },   { 1, 1 },   { 1, 13 },   { 4, 7 },   { 5, 5 },
               { 8, 100 }, { 17, 4 },  { 18, 15 },  { 33, 16 }, { 40, 1 },
               { 64, 64 }, { 100, 7 }, { 129, 64 }, { 300, 1 }, { 700, 200 } };
enum { SHAPES = sizeof shapes / sizeof *shapes };

static const struct hp_plugin *chunk_plugin(void)
{
    return hp_plugin_query();
}

struct row {
    struct rig *rig;
    struct expect_case expect;
    struct chunk_params params;
};

static void describe(const struct row *row, char *text, size_t bytes)
{
    const struct expect_case *x = &row->expect;
    (void)snprintf(text, bytes, "%s/%d element %d count %lld size %lld held %d take %lld source %d",
                   x->method, x->runtime, x->element, (long long)x->count, (long long)x->size,
                   x->held, (long long)x->take, x->source);
}

/* Opens, counts two steps of two passes, closes. */
static void row_check(struct row *row)
{
    char what[200];
    describe(row, what, sizeof what);
    struct hp_run run = row->rig->run;
    struct hp_thread *t = run.thread;
    const struct hp_workload_ops *ops = chunk_plugin()->workload;
    const struct expect_pass want = expect_pass(&row->expect);
    struct hp_err err = { 0, "" };
    void *state = NULL;
    const uint32_t roots = t->root_count;
    run.params = &row->params;
    run.method = row->expect.method;
    HP_CHECK(ops->open(&state, &run, &err) == HP_OK, "%s: %s", what, err.text);
    for (int step = 0; step < 2; step++) {
        int64_t before = 0, after = 0;
        assert_int_equal(bcl_allocated(t, &before, &err), HP_OK);
        HP_CHECK(ops->step(state, 2, &err) == HP_OK, "%s: %s", what, err.text);
        assert_int_equal(bcl_allocated(t, &after, &err), HP_OK);
        const struct chunk *c = state;
        HP_CHECK(after - before == 2 * want.bytes, "%s: two passes took %lld bytes, one is %lld",
                 what, (long long)(after - before), (long long)want.bytes);
        HP_CHECK(c->chunks == want.chunks, "%s: %lld chunks, want %lld", what, (long long)c->chunks,
                 (long long)want.chunks);
        HP_CHECK(c->sum == want.sum, "%s: sum %llu, want %llu", what, (unsigned long long)c->sum,
                 (unsigned long long)want.sum);
    }
    ops->close(state);
    HP_CHECK(t->root_count == roots, "%s: %u roots left behind", what, t->root_count - roots);
}

static void shape_check(struct rig *rig, const char *method, int element, size_t shape, bool held,
                        int64_t take, int source)
{
    struct row row = { .rig = rig,
                       .expect = { .method = method,
                                   .runtime = rig->run.runtime,
                                   .element = element,
                                   .count = shapes[shape].count,
                                   .size = shapes[shape].size,
                                   .held = held,
                                   .take = take,
                                   .source = (enum expect_source)source },
                       .params = { .count = shapes[shape].count,
                                   .size = shapes[shape].size,
                                   .element = element,
                                   .held = held,
                                   .take = take,
                                   .source = source } };
    row_check(&row);
}

static bool uses(const struct hp_method *m, const char *parameter)
{
    return strstr(m->uses, parameter) != NULL;
}

/* Every method on an open rig; returns the number of rows. */
static int methods_check(struct rig *rig, size_t first_shape)
{
    int rows = 0;
    for (const struct hp_method *m = chunk_plugin()->methods; m->name != NULL; m++) {
        for (int element = 0; element < EXPECT_ELEMENTS; element++) {
            for (size_t s = first_shape; s < SHAPES; s += first_shape + 1) {
                const int held = uses(m, "held") ? 2 : 1, takes = uses(m, "take") ? 3 : 1;
                const int sources = uses(m, "source") ? 3 : 1;
                for (int i = 0; i < held * takes * sources; i++, rows++)
                    shape_check(rig, m->name, element, s, i % held == 1, i / held % takes,
                                i / held / takes);
            }
        }
    }
    return rows;
}

static void heap_check(const struct rig_setup *setup, size_t first_shape)
{
    int rows = 0;
    for (int runtime = 8; runtime <= 10; runtime++) {
        struct rig_setup own = *setup;
        own.runtime = runtime;
        struct hp_err err = { 0, "" };
        struct rig rig;
        HP_CHECK(rig_open(&rig, &own, &err) == HP_OK, "%s", err.text);
        rows += methods_check(&rig, first_shape);
        if (rig.heap != NULL)
            HP_CHECK(rig.heap->heap->verify(rig.run.thread, &err) == HP_OK, "%s", err.text);
        rig_close(&rig);
    }
    print_message("%d rows\n", rows);
    assert_true(rows > 1000);
}

static void test_every_method_on_the_flat_heap(void **state)
{
    (void)state;
    heap_check(&(struct rig_setup){ .heap = "flat" }, 0);
}

static void test_every_method_on_gen(void **state)
{
    (void)state;
    heap_check(&(struct rig_setup){ .heap = "gen" }, 0);
}

static void test_every_method_with_a_collection_at_every_allocation(void **state)
{
    (void)state;
    heap_check(&(struct rig_setup){ .heap = "gen", .option = { "stress" }, .value = { "true" } },
               4);
}

/* ---- consume -------------------------------------------------------------------------------- */

static void test_consume_reads_what_it_says(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        int consume;
        uint64_t sum;
    } rows[] = {
        { "chunk-array", CHUNK_SUM, 99 * 100 / 2 },
        { "chunk-array", CHUNK_FIRST, 0 + 40 + 80 },
        { "chunk-array", CHUNK_NONE, 0 },
        { "chunk-list", CHUNK_FIRST, 0 + 40 + 80 },
        { "skip-take", CHUNK_SUM, 99 * 100 / 2 },
        { "skip-take", CHUNK_FIRST, 0 + 40 + 80 },
        { "skip-take", CHUNK_NONE, 0 },
        { "slice-list", CHUNK_FIRST, 0 + 40 + 80 },
        { "pooled-buffer", CHUNK_SUM, 99 * 100 / 2 },
        { "pooled-buffer", CHUNK_FIRST, 120 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig rig;
        struct hp_err err = { 0, "" };
        assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 10 }, &err),
                         HP_OK);
        const struct chunk_params params = {
            .count = 100, .size = 40, .consume = rows[i].consume, .source = CHUNK_GENERATOR
        };
        struct chunk c;
        HP_CHECK(chunk_prepare(&c, &rig.run, &params, chunk_way_find(rows[i].method),
                               chunk_element(0), &err) == HP_OK,
                 "%s", err.text);
        HP_CHECK(c.sum == rows[i].sum && c.chunks == 3, "%s consume %d: sum %llu, %lld chunks",
                 rows[i].method, rows[i].consume, (unsigned long long)c.sum, (long long)c.chunks);
        chunk_discard(&c);
        rig_close(&rig);
    }
}

/* ---- errors --------------------------------------------------------------------------------- */

static void test_bad_parameters_name_the_exception(void **state)
{
    (void)state;
    static const struct {
        struct chunk_params params;
        const char *says;
    } rows[] = {
        { { .count = 10, .size = 0 }, "ArgumentOutOfRangeException (size)" },
        { { .count = 10, .size = -3 }, "size is -3" },
        { { .count = -1, .size = 5 }, "ArgumentOutOfRangeException (count)" },
        { { .count = 10, .size = 5, .take = -1 }, "ArgumentOutOfRangeException (take)" },
    };
    const struct hp_workload_ops *ops = chunk_plugin()->workload;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (const struct hp_method *m = chunk_plugin()->methods; m->name != NULL; m++) {
            struct rig rig;
            struct hp_err err = { 0, "" };
            assert_int_equal(
                rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 9 }, &err), HP_OK);
            rig.run.params = &rows[i].params;
            rig.run.method = m->name;
            void *opened = NULL;
            const int rc = ops->open(&opened, &rig.run, &err);
            HP_CHECK(rc == HP_E_RANGE && strstr(err.text, rows[i].says) != NULL, "%s row %zu: %s",
                     m->name, i, err.text);
            ops->close(opened);
            assert_int_equal(rig.run.thread->root_count, 0);
            rig_close(&rig);
        }
    }
}

static void test_an_unknown_method_is_an_error(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 9 }, &err),
                     HP_OK);
    const struct chunk_params params = { .count = 1, .size = 1 };
    rig.run.params = &params;
    rig.run.method = "chunk-arry";
    void *opened = NULL;
    assert_int_equal(chunk_plugin()->workload->open(&opened, &rig.run, &err), HP_E_UNSUPPORTED);
    chunk_plugin()->workload->close(opened);
    rig_close(&rig);
}

/* Allocation number n fails, for every n that a prepared method gets to: the error comes out, no
 * root stays, and the next pass works. */
static void method_survives_failures(const char *method, int runtime, int source)
{
    struct rig rig;
    struct hp_err err = { 0, "" };
    assert_int_equal(
        rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = runtime }, &err), HP_OK);
    const struct chunk_params params = {
        .count = 300, .size = 9, .element = 4, .held = true, .source = source
    };
    rig.run.params = &params;
    rig.run.method = method;
    const struct hp_workload_ops *ops = chunk_plugin()->workload;
    bool fired = true;
    for (int64_t nth = 0; fired; nth++) {
        void *opened = NULL;
        err.text[0] = '\0';
        flat_heap_fail(rig.run.thread, nth);
        int rc = ops->open(&opened, &rig.run, &err);
        if (rc == HP_OK)
            rc = ops->step(opened, 1, &err);
        fired = flat_heap_failed(rig.run.thread);
        flat_heap_fail(rig.run.thread, -1);
        HP_CHECK(rc == (fired ? HP_E_NOMEM : HP_OK), "%s allocation %lld: %d %s", method,
                 (long long)nth, rc, err.text);
        HP_CHECK(rig.run.thread->root_count == 0, "%s allocation %lld: %u roots left", method,
                 (long long)nth, rig.run.thread->root_count);
        ops->close(opened);
    }
    rig_close(&rig);
}

static void test_every_failing_allocation_comes_out(void **state)
{
    (void)state;
    for (const struct hp_method *m = chunk_plugin()->methods; m->name != NULL; m++)
        for (int runtime = 8; runtime <= 9; runtime++)
            for (int source = 0; source < (uses(m, "source") ? 3 : 1); source++)
                method_survives_failures(m->name, runtime, source);
}

/* ---- tables --------------------------------------------------------------------------------- */

static void test_tables_agree(void **state)
{
    (void)state;
    const struct hp_plugin *p = chunk_plugin();
    size_t methods = 0;
    for (const struct hp_method *m = p->methods; m->name != NULL; m++, methods++) {
        HP_CHECK(chunk_way_find(m->name) == &chunk_ways[methods], "%s: row %zu of the ways is %s",
                 m->name, methods, chunk_ways[methods].method);
    }
    assert_null(chunk_ways[methods].method);
    const struct hp_option *of = hp_option_find(p->options, "of");
    char words[400];
    (void)snprintf(words, sizeof words, "%s", of->choices);
    int32_t index = 0;
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "), index++)
        assert_string_equal(chunk_way_of(index)->method, word);
    assert_true(index > 0);
}

static void test_truth_names_find_their_methods(void **state)
{
    (void)state;
    static const struct {
        const char *truth, *method;
    } rows[] = {
        { "chunk-array", "chunk-array" },
        { "chunk-array-held", "chunk-array" },
        { "chunk-array-tolist", "chunk-array-tolist" },
        { "chunk-yield", "chunk-generator" },
        { "chunk-yield-first", "chunk-generator" },
        { "list-as-enumerable", "list-as-enumerable" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct hp_method *m = chunk_method_by_truth(rows[i].truth);
        assert_non_null(m);
        assert_string_equal(m->name, rows[i].method);
    }
    assert_null(chunk_method_by_truth("chunk"));
    assert_null(chunk_method_by_truth("own-buffer"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_method_on_the_flat_heap),
        cmocka_unit_test(test_every_method_on_gen),
        cmocka_unit_test(test_every_method_with_a_collection_at_every_allocation),
        cmocka_unit_test(test_consume_reads_what_it_says),
        cmocka_unit_test(test_bad_parameters_name_the_exception),
        cmocka_unit_test(test_an_unknown_method_is_an_error),
        cmocka_unit_test(test_every_failing_allocation_comes_out),
        cmocka_unit_test(test_tables_agree),
        cmocka_unit_test(test_truth_names_find_their_methods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
