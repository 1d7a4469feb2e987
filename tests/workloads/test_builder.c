/* SPDX-License-Identifier: MIT
 * Does every method of builder allocate what .NET allocates, make the text that it should, and leave
 * nothing behind? Each method over lengths, parts and overloads, on the flat heap, on `gen`, and on
 * `gen` with a collection at every allocation. */
#include "hp_test.h"

#include "builder.h"
#include "builder_expect.h"
#include "flat_heap.h"
#include "rig.h"

static const struct builder_params defaults = { .part = 1000,
                                                .builders = 3,
                                                .docs = 1,
                                                .docs_per_second = 1,
                                                .inserts = 5,
                                                .value = -2000000000,
                                                .tostring = true };

static const struct hp_workload_ops *ops(void)
{
    return hp_plugin_query()->workload;
}

static bool uses(const struct hp_method *m, const char *parameter)
{
    return strstr(m->uses, parameter) != NULL;
}

/* Word number `index` of a choice; false behind the last. */
static bool word_at(const char *option, int32_t index, char word[32])
{
    const char *at = hp_option_find(hp_plugin_query()->options, option)->choices;
    for (; index > 0 && at != NULL; index--) {
        at = strchr(at, ' ');
        at += at != NULL;
    }
    if (at == NULL)
        return false;
    (void)snprintf(word, 32, "%.*s", (int)strcspn(at, " "), at);
    return true;
}

/* ---- bytes and texts ------------------------------------------------------------------------ */

struct row {
    struct rig *rig;
    struct builder_params params;
    struct expect_text expect;
};

static int64_t allocated(const struct row *row)
{
    int64_t bytes = 0;
    assert_int_equal(bcl_allocated(row->rig->run.thread, &bytes, NULL), HP_OK);
    return bytes;
}

static void check_bytes(const struct row *row, const char *what)
{
    struct hp_run run = row->rig->run;
    struct hp_err err = { 0, "" };
    void *state = NULL;
    run.params = &row->params;
    run.method = row->expect.method;
    HP_CHECK(ops()->open(&state, &run, &err) == HP_OK, "%s: %s", what, err.text);
    const int64_t want = expect_text_bytes(&row->expect);
    for (int step = 0; step < 2 && want >= 0; step++) {
        const int64_t before = allocated(row);
        HP_CHECK(ops()->step(state, 2, &err) == HP_OK, "%s: %s", what, err.text);
        const int64_t bytes = allocated(row) - before;
        HP_CHECK(bytes == 2 * want, "%s: two passes took %lld bytes, one is %lld", what,
                 (long long)bytes, (long long)want);
    }
    ops()->close(state);
    assert_int_equal(run.thread->root_count, 0);
}

/* The string that a pass leaves, character by character. */
static void check_text(const struct row *row, const char *what)
{
    struct hp_thread *t = row->rig->run.thread;
    struct hp_err err = { 0, "" };
    struct builder w;
    struct builder_roots r;
    HP_CHECK(builder_prepare(&w, &row->rig->run, &row->params, builder_way_find(row->expect.method),
                             &err) == HP_OK,
             "%s: %s", what, err.text);
    assert_int_equal(builder_roots(&w, &r, &err), HP_OK);
    HP_CHECK(builder_pass(&w, &r, &err) == HP_OK, "%s: %s", what, err.text);
    if (!hp_is_null(t, r.result) && hp_type_of(t, r.result) == bcl_type_string()) {
        const int64_t length = expect_text_length(&row->expect);
        const uint16_t *text = hp_data(t, r.result);
        HP_CHECK(hp_length(t, r.result) == length, "%s: %u characters, want %lld", what,
                 hp_length(t, r.result), (long long)length);
        for (int64_t i = 0; i < length; i++)
            HP_CHECK(text[i] == expect_text_char(&row->expect, i), "%s: character %lld is %c", what,
                     (long long)i, text[i]);
    }
    hp_scope_close(t, 0);
    builder_discard(&w);
}

static void check_row(const struct row *row)
{
    const struct expect_text *x = &row->expect;
    char what[200];
    (void)snprintf(what, sizeof what, "%s %s chars %lld part %lld capacity %lld tostring %d one %d",
                   x->method, x->overload == NULL ? "" : x->overload, (long long)x->chars,
                   (long long)x->part, (long long)x->capacity, x->tostring, x->one);
    check_bytes(row, what);
    check_text(row, what);
}

/* Everything that the method depends on, for one length and part. */
static int check_variants(struct rig *rig, const struct hp_method *m, int64_t chars, int64_t part)
{
    int rows = 0;
    for (int tostring = uses(m, "tostring") ? 0 : 1; tostring < 2; tostring++) {
        for (int chunks = 0; chunks < (uses(m, "chunks") ? 2 : 1); chunks++) {
            char overload[32];
            for (int i = 0; word_at("overload", i, overload) && (i == 0 || uses(m, "overload"));
                 i++, rows++) {
                struct row row = { .rig = rig, .params = defaults };
                row.params.chars = chars;
                row.params.part = part;
                row.params.capacity = chars > part ? chars - part : chars;
                row.params.tostring = tostring != 0;
                row.params.chunks = chunks;
                row.params.overload = i;
                row.expect = (struct expect_text){ .method = m->name,
                                                   .overload = overload,
                                                   .chars = chars,
                                                   .part = part,
                                                   .capacity = row.params.capacity,
                                                   .inserts = row.params.inserts,
                                                   .tostring = tostring != 0,
                                                   .one = chunks == BUILDER_ONE };
                check_row(&row);
            }
        }
    }
    return rows;
}

struct shape {
    int64_t chars, part;
};

static void check_heap(const struct rig_setup *setup, const struct shape *shapes, size_t count)
{
    int rows = 0;
    struct rig rig;
    struct hp_err err = { 0, "" };
    HP_CHECK(rig_open(&rig, setup, &err) == HP_OK, "%s", err.text);
    for (const struct hp_method *m = hp_plugin_query()->methods; m->name != NULL; m++)
        for (size_t i = 0; i < count; i++)
            rows += check_variants(&rig, m, shapes[i].chars, shapes[i].part);
    if (rig.heap != NULL)
        HP_CHECK(rig.heap->heap->verify(rig.run.thread, &err) == HP_OK, "%s", err.text);
    rig_close(&rig);
    print_message("%d rows\n", rows);
    assert_true(rows > 100);
}

static const struct shape short_shapes[] = { { 0, 1 },   { 1, 1 },     { 16, 5 },
                                             { 17, 17 }, { 100, 33 },  { 101, 1000 },
                                             { 999, 8 }, { 2600, 26 }, { 5000, 700 } };
static const struct shape long_shapes[] = { { 42504, 1000 }, { 50000, 8000 }, { 200000, 8000 } };
#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

static void test_every_method_on_the_flat_heap(void **state)
{
    (void)state;
    const struct rig_setup setup = { .heap = "flat", .runtime = 8 };
    check_heap(&setup, short_shapes, COUNT(short_shapes));
    check_heap(&setup, long_shapes, COUNT(long_shapes));
}

static void test_every_method_on_gen(void **state)
{
    (void)state;
    const struct rig_setup setup = { .heap = "gen", .runtime = 10 };
    check_heap(&setup, short_shapes, COUNT(short_shapes));
    check_heap(&setup, long_shapes, COUNT(long_shapes));
}

static void test_every_method_with_a_collection_at_every_allocation(void **state)
{
    (void)state;
    static const struct shape shapes[] = { { 17, 5 }, { 700, 90 }, { 50000, 8000 } };
    check_heap(
        &(struct rig_setup){
            .heap = "gen", .runtime = 9, .option = { "stress" }, .value = { "true" } },
        shapes, COUNT(shapes));
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
        { "append-one", BUILDER_FIRST, 'a' },
        { "append-one", BUILDER_SUM, 26 * 'a' + 25 * 26 / 2 },
        { "append-one", BUILDER_NONE, 0 },
        { "concat", BUILDER_SUM, 26 * 'a' + 25 * 26 / 2 },
        { "create", BUILDER_FIRST, 'a' },
        { "pooled-value-builder", BUILDER_SUM, 26 * 'a' + 25 * 26 / 2 },
        { "sign-stack", BUILDER_FIRST, 'A' },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct rig rig;
        struct hp_err err = { 0, "" };
        assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 10 }, &err),
                         HP_OK);
        struct builder_params params = defaults;
        params.chars = 26;
        params.part = 7;
        params.consume = rows[i].consume;
        struct builder w;
        HP_CHECK(builder_prepare(&w, &rig.run, &params, builder_way_find(rows[i].method), &err) ==
                     HP_OK,
                 "%s", err.text);
        HP_CHECK(w.sum == rows[i].sum, "%s consume %d: %llu", rows[i].method, rows[i].consume,
                 (unsigned long long)w.sum);
        builder_discard(&w);
        rig_close(&rig);
    }
}

/* ---- errors --------------------------------------------------------------------------------- */

static void test_bad_parameters_name_the_exception(void **state)
{
    (void)state;
    static const struct {
        int64_t chars, part, capacity, builders, docs, inserts;
        const char *says;
    } rows[] = {
        { -1, 5, 10, 1, 1, 0, "ArgumentOutOfRangeException (chars)" },
        { (int64_t)1 << 31, 5, 10, 1, 1, 0, "ArgumentOutOfRangeException (chars)" },
        { 10, 0, 10, 1, 1, 0, "ArgumentOutOfRangeException (part): 0" },
        { 10, 5, -1, 1, 1, 0, "ArgumentOutOfRangeException (capacity): -1" },
        { 10, 5, 10, 0, 1, 0, "ArgumentOutOfRangeException (builders)" },
        { 10, 5, 10, 1, 0, 0, "ArgumentOutOfRangeException (docs)" },
        { 10, 5, 10, 1, 1, -1, "ArgumentOutOfRangeException (inserts)" },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        for (const struct hp_method *m = hp_plugin_query()->methods; m->name != NULL; m++) {
            struct rig rig;
            struct hp_err err = { 0, "" };
            assert_int_equal(
                rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 9 }, &err), HP_OK);
            const struct builder_params params = { .chars = rows[i].chars,
                                                   .part = rows[i].part,
                                                   .capacity = rows[i].capacity,
                                                   .builders = rows[i].builders,
                                                   .docs = rows[i].docs,
                                                   .inserts = rows[i].inserts };
            rig.run.params = &params;
            rig.run.method = m->name;
            void *opened = NULL;
            const int rc = ops()->open(&opened, &rig.run, &err);
            HP_CHECK(rc == HP_E_RANGE && strstr(err.text, rows[i].says) != NULL, "%s row %zu: %s",
                     m->name, i, err.text);
            ops()->close(opened);
            assert_int_equal(rig.run.thread->root_count, 0);
            rig_close(&rig);
        }
    }
}

/* Allocation number n fails, for every n that a method gets to: the error comes out, no root stays,
 * and the next run works. */
static void method_survives_failures(const char *method, int32_t overload)
{
    struct rig rig;
    struct hp_err err = { 0, "" };
    assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 9 }, &err),
                     HP_OK);
    struct builder_params params = defaults;
    params.chars = 700;
    params.part = 90;
    params.capacity = 100;
    params.overload = overload;
    rig.run.params = &params;
    rig.run.method = method;
    bool fired = true;
    for (int64_t nth = 0; fired; nth++) {
        void *opened = NULL;
        err.text[0] = '\0';
        flat_heap_fail(rig.run.thread, nth);
        int rc = ops()->open(&opened, &rig.run, &err);
        if (rc == HP_OK)
            rc = ops()->step(opened, 2, &err);
        fired = flat_heap_failed(rig.run.thread);
        flat_heap_fail(rig.run.thread, -1);
        HP_CHECK(rc == (fired ? HP_E_NOMEM : HP_OK), "%s allocation %lld: %d %s", method,
                 (long long)nth, rc, err.text);
        HP_CHECK(rig.run.thread->root_count == 0, "%s allocation %lld: %u roots left", method,
                 (long long)nth, rig.run.thread->root_count);
        ops()->close(opened);
    }
    rig_close(&rig);
}

static void test_every_failing_allocation_comes_out(void **state)
{
    (void)state;
    char word[32];
    for (const struct hp_method *m = hp_plugin_query()->methods; m->name != NULL; m++)
        for (int32_t i = 0; word_at("overload", i, word) && (i == 0 || uses(m, "overload")); i++)
            method_survives_failures(m->name, i);
}

static void test_an_unknown_method_is_an_error(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 9 }, &err),
                     HP_OK);
    rig.run.params = &defaults;
    rig.run.method = "append-oen";
    void *opened = NULL;
    assert_int_equal(ops()->open(&opened, &rig.run, &err), HP_E_UNSUPPORTED);
    ops()->close(opened);
    rig.run.probe = "chuncks";
    assert_int_equal(ops()->probe(&rig.run, &err), HP_E_UNSUPPORTED);
    rig_close(&rig);
}

/* ---- tables --------------------------------------------------------------------------------- */

static void test_tables_agree(void **state)
{
    (void)state;
    char word[32];
    int32_t count = 0;
    for (const struct hp_method *m = hp_plugin_query()->methods; m->name != NULL; m++, count++) {
        assert_string_equal(builder_ways[count].method, m->name);
        HP_CHECK(word_at("of", count, word), "%s is no word of parameter of", m->name);
        assert_string_equal(word, m->name);
        const struct expect_text brief = { .method = m->name, .chars = 10, .part = 1 };
        const struct expect_text longer = { .method = m->name, .chars = 1000, .part = 1 };
        HP_CHECK(expect_text_bytes(&brief) >= 0 || expect_text_bytes(&longer) >= 0,
                 "%s has no rule", m->name);
    }
    assert_null(builder_ways[count].method);
    assert_false(word_at("of", count, word));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_method_on_the_flat_heap),
        cmocka_unit_test(test_every_method_on_gen),
        cmocka_unit_test(test_every_method_with_a_collection_at_every_allocation),
        cmocka_unit_test(test_consume_reads_what_it_says),
        cmocka_unit_test(test_bad_parameters_name_the_exception),
        cmocka_unit_test(test_every_failing_allocation_comes_out),
        cmocka_unit_test(test_an_unknown_method_is_an_error),
        cmocka_unit_test(test_tables_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
