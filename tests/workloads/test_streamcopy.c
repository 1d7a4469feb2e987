/* SPDX-License-Identifier: MIT
 * Does every method of streamcopy hand on exactly the bytes of its source, allocate what .NET
 * allocates, and leave nothing behind? Each method over every kind of source, on the flat heap, on
 * `gen`, and on `gen` with a collection at every allocation. */
#include "hp_test.h"

#include "flat_heap.h"
#include "rig.h"
#include "streamcopy.h"

#include <dirent.h>

static const struct streamcopy_params defaults = { .length = 1000,
                                                   .buffer = BUFFER_DEFAULT,
                                                   .part = 300 };

static const struct hp_workload_ops *ops(void)
{
    return hp_plugin_query()->workload;
}

static int kind_of(const char *name)
{
    int i = 0;
    while (strcmp(streamcopy_kinds[i].name, name) != 0)
        i++;
    return i;
}

static int open_descriptors(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    (void)closedir(folder);
    return count;
}

/* ---- what .NET allocates -------------------------------------------------------------------- */

static int64_t array_bytes(int64_t length)
{
    return (24 + length + 7) / 8 * 8;
}

/* An array of a MemoryStream for each growth, as writes of `step` bytes make it grow. */
static int64_t grow_bytes(int64_t length, int64_t step)
{
    int64_t bytes = 64, capacity = 0;
    for (int64_t at = 0; at < length; at += step) {
        const int64_t end = at + step < length ? at + step : length;
        if (end <= capacity)
            continue;
        const int64_t least = end > 256 ? end : 256;
        capacity = least > 2 * capacity ? least : 2 * capacity;
        bytes += array_bytes(capacity);
    }
    return bytes;
}

static int64_t bucket(int64_t length)
{
    int64_t room = 16;
    while (room < length)
        room *= 2;
    return room;
}

/* Bytes of a pass once the pool is warm; -1: what a pipe gives at a time is the kernel's choice. */
static int64_t want_bytes(const char *method, const struct streamcopy_kind *kind, int64_t length,
                          int64_t part)
{
    const bool pair = strcmp(kind->name, "pipe") == 0 || strcmp(kind->name, "socket") == 0;
    const bool forward = pair || strcmp(kind->name, "forward-only") == 0;
    if (strcmp(method, "grow") == 0) {
        if (strcmp(kind->name, "memory") == 0)
            return grow_bytes(length, length);
        const int64_t asked = forward || length > 81920 ? 81920 : length == 0 ? 1 : length;
        return pair ? -1 : grow_bytes(length, bucket(asked));
    }
    if (strcmp(method, "parts-new") == 0) {
        const int64_t seen = forward ? length / part + 1 : (length + part - 1) / part;
        return (seen == 0 ? 1 : seen) * array_bytes(part);
    }
    return 0;
}

/* ---- bytes and content ---------------------------------------------------------------------- */

/* Sum of the bytes that arrive. */
static uint64_t content_sum(int64_t length)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < length; i++)
        sum += (uint64_t)(i % 251);
    return sum;
}

static int64_t allocated(struct hp_thread *t)
{
    int64_t bytes = 0;
    assert_int_equal(bcl_allocated(t, &bytes, NULL), HP_OK);
    return bytes;
}

static void check_pass(struct streamcopy *w, const struct streamcopy_roots *r, int64_t want,
                       const char *what)
{
    struct hp_err err = { 0, "" };
    const int64_t before = allocated(w->b.t);
    HP_CHECK(streamcopy_pass(w, r, &err) == HP_OK, "%s: %s", what, err.text);
    const int64_t bytes = allocated(w->b.t) - before;
    HP_CHECK(want < 0 || bytes == want, "%s: %lld bytes, want %lld", what, (long long)bytes,
             (long long)want);
    HP_CHECK(w->sink.accepted == w->p.length, "%s: %lld bytes arrived", what,
             (long long)w->sink.accepted);
    if (w->p.to == TO_SUM)
        HP_CHECK(w->sink.sum.sum == content_sum(w->p.length), "%s: other bytes arrived", what);
}

/* The MemoryStream that was copied to, byte by byte. */
static void check_memory(struct streamcopy *w, const struct streamcopy_roots *r, const char *what)
{
    struct hp_err err = { 0, "" };
    const uint32_t scope = hp_scope_open(w->b.t);
    hp_ref array;
    assert_int_equal(hp_root(w->b.t, &array, &err), HP_OK);
    assert_int_equal(bcl_memory_to_array(&w->b, r->sink, array, &err), HP_OK);
    HP_CHECK(hp_length(w->b.t, array) == w->p.length, "%s: %u bytes", what,
             hp_length(w->b.t, array));
    const uint8_t *data = hp_data(w->b.t, array);
    for (int64_t i = 0; i < w->p.length; i++)
        HP_CHECK(data[i] == i % 251, "%s: byte %lld is %d", what, (long long)i, data[i]);
    hp_scope_close(w->b.t, scope);
}

static void check_case(struct rig *rig, const char *method, const struct streamcopy_params *params)
{
    char what[200];
    const struct streamcopy_kind *kind = &streamcopy_kinds[params->kind];
    (void)snprintf(what, sizeof what, "%s over %s to %d, length %lld part %lld", method, kind->name,
                   params->to, (long long)params->length, (long long)params->part);
    struct hp_err err = { 0, "" };
    struct streamcopy w;
    struct streamcopy_roots r;
    rig->run.params = params;
    HP_CHECK(streamcopy_prepare(&w, &rig->run, streamcopy_way_find(method), &err) == HP_OK,
             "%s: %s", what, err.text);
    assert_int_equal(streamcopy_roots(&w, &r, &err), HP_OK);
    check_pass(&w, &r, -1, what);
    for (int i = 0; i < 2; i++)
        check_pass(&w, &r, want_bytes(method, kind, params->length, params->part), what);
    if (params->to == TO_MEMORY)
        check_memory(&w, &r, what);
    hp_scope_close(w.b.t, 0);
    streamcopy_discard(&w);
}

/* Every method and kind but those that always break. */
static int check_heap(const struct rig_setup *setup, const int64_t *lengths, size_t count)
{
    int rows = 0;
    struct rig rig;
    struct hp_err err = { 0, "" };
    HP_CHECK(rig_open(&rig, setup, &err) == HP_OK, "%s", err.text);
    for (const struct streamcopy_way *way = streamcopy_ways; way->method != NULL; way++) {
        for (int kind = 0; streamcopy_kinds[kind].name != NULL; kind++) {
            for (size_t i = 0; i < count && !streamcopy_kinds[kind].breaks; i++) {
                struct streamcopy_params params = defaults;
                params.length = lengths[i];
                params.part = lengths[i] > 10000 ? 30000 : 300;
                params.kind = kind;
                for (params.to = TO_SUM; params.to <= TO_MEMORY; params.to++, rows++)
                    check_case(&rig, way->method, &params);
            }
        }
    }
    if (rig.heap != NULL)
        HP_CHECK(rig.heap->heap->verify(rig.run.thread, &err) == HP_OK, "%s", err.text);
    rig_close(&rig);
    print_message("%d rows\n", rows);
    return rows;
}

static const int64_t lengths[] = { 0, 1, 16, 17, 299, 300, 301, 1000, 200000 };
#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

static void test_every_method_on_the_flat_heap(void **state)
{
    (void)state;
    const int before = open_descriptors();
    const struct rig_setup setup = { .heap = "flat", .runtime = 8 };
    assert_true(check_heap(&setup, lengths, COUNT(lengths)) > 500);
    assert_int_equal(open_descriptors(), before);
}

static void test_every_method_on_gen(void **state)
{
    (void)state;
    const struct rig_setup setup = { .heap = "gen", .runtime = 10 };
    assert_true(check_heap(&setup, lengths, COUNT(lengths)) > 500);
}

static void test_every_method_with_a_collection_at_every_allocation(void **state)
{
    (void)state;
    static const int64_t some[] = { 301, 200000 };
    assert_true(check_heap(
                    &(struct rig_setup){
                        .heap = "gen", .runtime = 9, .option = { "stress" }, .value = { "true" } },
                    some, COUNT(some)) > 100);
}

static void test_every_destination(void **state)
{
    (void)state;
    struct rig rig;
    const int before = open_descriptors();
    assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "gen", .runtime = 10 }, NULL),
                     HP_OK);
    for (const struct streamcopy_way *way = streamcopy_ways; way->method != NULL; way++) {
        struct streamcopy_params params = defaults;
        params.length = 300000;
        params.part = 70000;
        for (params.to = TO_NULL; params.to <= TO_SOCKET; params.to++)
            check_case(&rig, way->method, &params);
    }
    rig_close(&rig);
    assert_int_equal(open_descriptors(), before);
}

/* ---- what breaks ---------------------------------------------------------------------------- */

/* The source fails midway: the error is .NET's, the rented array is back, the run goes on. */
static void test_a_failing_source_leaves_nothing_behind(void **state)
{
    (void)state;
    for (const struct streamcopy_way *way = streamcopy_ways; way->method != NULL; way++) {
        struct rig rig;
        struct streamcopy w;
        struct streamcopy_roots r;
        struct hp_err err = { 0, "" };
        assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 9 }, &err),
                         HP_OK);
        struct streamcopy_params params = defaults;
        params.length = 400000;
        params.part = 81920;
        params.kind = kind_of("failing");
        rig.run.params = &params;
        assert_int_equal(streamcopy_prepare(&w, &rig.run, way, &err), HP_OK);
        assert_int_equal(streamcopy_roots(&w, &r, &err), HP_OK);
        int64_t first = 0, later = 0;
        for (int i = 0; i < 3; i++) {
            const int64_t before = allocated(w.b.t);
            const int rc = streamcopy_pass(&w, &r, &err);
            HP_CHECK(rc == HP_E_IO || rc == HP_E_UNSUPPORTED, "%s: %d %s", way->method, rc,
                     err.text);
            HP_CHECK(strstr(err.text, rc == HP_E_IO ? "IOException" : "NotSupportedException") !=
                         NULL,
                     "%s: %s", way->method, err.text);
            *(i == 0 ? &first : &later) = allocated(w.b.t) - before;
        }
        /* Whatever was rented is rented again. */
        if (strcmp(way->method, "parts-new") != 0)
            HP_CHECK(first - later >= 131096, "%s: %lld bytes, then %lld", way->method,
                     (long long)first, (long long)later);
        assert_int_equal(flat_heap_pins(w.b.t), 0);
        hp_scope_close(w.b.t, 0);
        streamcopy_discard(&w);
        rig_close(&rig);
    }
}

/* Which uploads survive a broken connection, and what they send in all. */
static void test_broken_connections(void **state)
{
    (void)state;
    static const struct {
        const char *method, *kind;
        int rc;
        int64_t sent, lost;
    } rows[] = {
        { "single-unsigned", "file", HP_OK, 131072 + 400000, 0 },
        { "single-unsigned", "memory-subclass", HP_OK, 131072 + 400000, 0 },
        { "single-unsigned", "memory", HP_OK, 400000, 0 },
        { "single-unsigned", "forward-only", HP_E_UNSUPPORTED, 131072, 400000 - 131072 },
        { "single-unsigned", "failing", HP_E_UNSUPPORTED, 200000, 200000 },
        { "parts-new", "forward-only", HP_OK, 400000, 0 },
        { "parts-rented", "forward-only", HP_OK, 400000, 0 },
        { "parts-rented", "file", HP_OK, 400000, 0 },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct rig rig;
        struct hp_err err = { 0, "" };
        assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "gen", .runtime = 10 }, &err),
                         HP_OK);
        struct streamcopy_params params = defaults;
        params.length = 400000;
        params.part = 100000;
        params.kind = kind_of(rows[i].kind);
        params.of = (int32_t)(streamcopy_way_find(rows[i].method) - streamcopy_ways);
        rig.run.params = &params;
        rig.run.probe = "retry";
        HP_CHECK(ops()->probe(&rig.run, &err) == HP_OK, "%zu: %s", i, err.text);
        HP_CHECK(rig_metric(&rig, "sent_bytes")->value == (double)rows[i].sent, "%zu: sent %.0f", i,
                 rig_metric(&rig, "sent_bytes")->value);
        HP_CHECK(rig_metric(&rig, "lost_bytes")->value == (double)rows[i].lost, "%zu: lost %.0f", i,
                 rig_metric(&rig, "lost_bytes")->value);
        params.breaks = true;
        rig.run.method = rows[i].method;
        void *opened = NULL;
        HP_CHECK(ops()->open(&opened, &rig.run, &err) == rows[i].rc, "%zu: %s", i, err.text);
        ops()->close(opened);
        rig_close(&rig);
    }
}

/* ---- bad input ------------------------------------------------------------------------------ */

static void test_bad_parameters_name_the_exception(void **state)
{
    (void)state;
    static const struct {
        struct streamcopy_params p;
        const char *method; /* NULL: every one */
        const char *says;
    } rows[] = {
        { { .length = -1, .buffer = -1, .part = 1 },
          NULL,
          "ArgumentOutOfRangeException (length): -1" },
        { { .length = (int64_t)1 << 31, .buffer = -1, .part = 1 },
          NULL,
          "ArgumentOutOfRangeException (length)" },
        { { .length = 10, .buffer = -1, .part = 0 }, NULL, "ArgumentOutOfRangeException (part)" },
        { { .length = 10, .buffer = -1, .part = 1, .initial_capacity = -1 },
          NULL,
          "ArgumentOutOfRangeException (capacity)" },
        { { .length = 10, .buffer = 0, .part = 1 },
          "copy",
          "ArgumentOutOfRangeException (bufferSize): 0" },
        { { .length = 10, .buffer = -2, .part = 1 },
          "copy-overlapped",
          "ArgumentOutOfRangeException (bufferSize): -2" },
        { { .length = 10, .buffer = (int64_t)1 << 31, .part = 1 },
          NULL,
          "ArgumentOutOfRangeException (bufferSize)" },
    };
    const int before = open_descriptors();
    for (size_t i = 0; i < COUNT(rows); i++) {
        for (const struct streamcopy_way *way = streamcopy_ways; way->method != NULL; way++) {
            if (rows[i].method != NULL && strcmp(rows[i].method, way->method) != 0)
                continue;
            struct rig rig;
            struct hp_err err = { 0, "" };
            assert_int_equal(
                rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 9 }, &err), HP_OK);
            rig.run.params = &rows[i].p;
            rig.run.method = way->method;
            void *opened = NULL;
            const int rc = ops()->open(&opened, &rig.run, &err);
            HP_CHECK(rc == HP_E_RANGE && strstr(err.text, rows[i].says) != NULL, "%s row %zu: %s",
                     way->method, i, err.text);
            ops()->close(opened);
            assert_int_equal(rig.run.thread->root_count, 0);
            rig_close(&rig);
        }
    }
    assert_int_equal(open_descriptors(), before);
}

/* Allocation number `nth` fails; false: the method does not get that far. */
static bool allocation_fails(const char *method, int kind, int64_t nth)
{
    struct rig rig;
    struct hp_err err = { 0, "" };
    assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 9 }, &err),
                     HP_OK);
    struct streamcopy_params params = defaults;
    params.kind = kind;
    params.to = TO_MEMORY;
    rig.run.params = &params;
    rig.run.method = method;
    void *opened = NULL;
    flat_heap_fail(rig.run.thread, nth);
    int rc = ops()->open(&opened, &rig.run, &err);
    if (rc == HP_OK)
        rc = ops()->step(opened, 2, &err);
    const bool fired = flat_heap_failed(rig.run.thread);
    HP_CHECK(rc == (fired ? HP_E_NOMEM : HP_OK), "%s allocation %lld: %d %s", method,
             (long long)nth, rc, err.text);
    HP_CHECK(rig.run.thread->root_count == 0, "%s allocation %lld: %u roots left", method,
             (long long)nth, rig.run.thread->root_count);
    HP_CHECK(flat_heap_pins(rig.run.thread) == 0, "%s allocation %lld: still pinned", method,
             (long long)nth);
    ops()->close(opened);
    rig_close(&rig);
    return fired;
}

static void test_every_failing_allocation_comes_out(void **state)
{
    (void)state;
    const int before = open_descriptors();
    for (const struct streamcopy_way *way = streamcopy_ways; way->method != NULL; way++)
        for (int kind = 0; streamcopy_kinds[kind].name != NULL; kind++)
            for (int64_t nth = 0; !streamcopy_kinds[kind].breaks; nth++)
                if (!allocation_fails(way->method, kind, nth))
                    break;
    assert_int_equal(open_descriptors(), before);
}

static void test_an_unknown_method_is_an_error(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 9 }, &err),
                     HP_OK);
    rig.run.params = &defaults;
    rig.run.method = "coyp";
    void *opened = NULL;
    assert_int_equal(ops()->open(&opened, &rig.run, &err), HP_E_UNSUPPORTED);
    ops()->close(opened);
    rig.run.probe = "cpoy";
    assert_int_equal(ops()->probe(&rig.run, &err), HP_E_UNSUPPORTED);
    rig_close(&rig);
}

/* ---- probes --------------------------------------------------------------------------------- */

/* Both sides of the sizes at which the request, and the bucket, change. */
static void test_the_buffer_of_a_copy(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        int64_t length, buffer, bucket;
    } rows[] = {
        { "file", 0, 1, 16 },
        { "file", 65536, 65536, 65536 },
        { "file", 65537, 65537, 131072 },
        { "file", 81919, 81919, 131072 },
        { "file", 81920, 81920, 131072 },
        { "file", 81921, 81920, 131072 },
        { "pipe", 10, 81920, 131072 },
        { "socket", 10, 81920, 131072 },
        { "forward-only", 0, 81920, 131072 },
        { "memory-subclass", 100, 100, 128 },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct rig rig;
        struct hp_err err = { 0, "" };
        assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "gen", .runtime = 10 }, &err),
                         HP_OK);
        struct streamcopy_params params = defaults;
        params.length = rows[i].length;
        params.kind = kind_of(rows[i].kind);
        params.copy = COPY_LATER;
        rig.run.params = &params;
        rig.run.probe = "copy";
        HP_CHECK(ops()->probe(&rig.run, &err) == HP_OK, "%zu: %s", i, err.text);
        HP_CHECK(rig_metric(&rig, "buffer_bytes")->value == (double)rows[i].buffer, "%zu: %.0f", i,
                 rig_metric(&rig, "buffer_bytes")->value);
        HP_CHECK(rig_metric(&rig, "bucket_length")->value == (double)rows[i].bucket, "%zu: %.0f", i,
                 rig_metric(&rig, "bucket_length")->value);
        HP_CHECK(rig_metric(&rig, "allocated_bytes")->value == 0, "%zu: %.0f bytes", i,
                 rig_metric(&rig, "allocated_bytes")->value);
        rig_close(&rig);
    }
}

static void test_the_arrays_of_a_growing_stream(void **state)
{
    (void)state;
    static const uint64_t want[] = { 131072, 262144, 524288, 1048576 };
    struct rig rig;
    struct hp_err err = { 0, "" };
    assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "gen", .runtime = 10 }, &err),
                     HP_OK);
    struct streamcopy_params params = defaults;
    params.length = 1000000;
    rig.run.params = &params;
    rig.run.probe = "growth";
    HP_CHECK(ops()->probe(&rig.run, &err) == HP_OK, "%s", err.text);
    assert_int_equal(rig.block_count, COUNT(want));
    uint64_t bytes = 64;
    for (size_t i = 0; i < COUNT(want); i++) {
        HP_CHECK(rig.blocks[i].elements == want[i], "array %zu has %llu", i,
                 (unsigned long long)rig.blocks[i].elements);
        assert_int_equal(rig.blocks[i].generation, 2);
        bytes += rig.blocks[i].bytes;
    }
    assert_true(rig_metric(&rig, "allocated_bytes")->value == (double)bytes);
    assert_true(rig_metric(&rig, "final_length")->value == 1048576);
    assert_true(rig_metric(&rig, "initial_length")->value == 0);
    assert_true(rig_metric(&rig, "grown_length")->value == 256);
    rig_close(&rig);
}

/* ---- tables --------------------------------------------------------------------------------- */

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

static void test_tables_agree(void **state)
{
    (void)state;
    char word[32];
    int32_t count = 0;
    for (const struct hp_method *m = hp_plugin_query()->methods; m->name != NULL; m++, count++) {
        assert_string_equal(streamcopy_ways[count].method, m->name);
        HP_CHECK(word_at("of", count, word), "%s is no word of parameter of", m->name);
        assert_string_equal(word, m->name);
    }
    assert_null(streamcopy_ways[count].method);
    assert_false(word_at("of", count, word));
    for (count = 0; streamcopy_kinds[count].name != NULL; count++) {
        HP_CHECK(word_at("kind", count, word), "%s is no word of parameter kind",
                 streamcopy_kinds[count].name);
        assert_string_equal(word, streamcopy_kinds[count].name);
    }
    assert_false(word_at("kind", count, word));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_method_on_the_flat_heap),
        cmocka_unit_test(test_every_method_on_gen),
        cmocka_unit_test(test_every_method_with_a_collection_at_every_allocation),
        cmocka_unit_test(test_every_destination),
        cmocka_unit_test(test_a_failing_source_leaves_nothing_behind),
        cmocka_unit_test(test_broken_connections),
        cmocka_unit_test(test_bad_parameters_name_the_exception),
        cmocka_unit_test(test_every_failing_allocation_comes_out),
        cmocka_unit_test(test_an_unknown_method_is_an_error),
        cmocka_unit_test(test_the_buffer_of_a_copy),
        cmocka_unit_test(test_the_arrays_of_a_growing_stream),
        cmocka_unit_test(test_tables_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
