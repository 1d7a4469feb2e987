/* SPDX-License-Identifier: MIT
 * The table of metrics is complete and consistent in itself.
 */
#include "base/text.h"
#include "hp_test.h"
#include "measure/metric.h"

static void rows_are_consistent(void **state)
{
    (void)state;
    for (const struct hp_metric *m = hp_metrics; m->name != NULL; m++) {
        HP_CHECK(hp_metric_find(m->name) == m, "%s is there twice", m->name);
        for (const char *c = m->name; *c != '\0'; c++)
            HP_CHECK((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_', "%s",
                     m->name);
        HP_CHECK(m->unit != NULL && m->help != NULL && strlen(m->help) > 20, "%s", m->name);
        const bool counts = m->source == HP_FROM_COUNTER || m->source == HP_FROM_LEVEL;
        HP_CHECK(counts == (m->counter >= 0), "%s: counter %d", m->name, m->counter);
        HP_CHECK(m->counter < HP_C_COUNT, "%s: counter %d", m->name, m->counter);
        HP_CHECK(m->text == (strcmp(m->unit, "text") == 0), "%s: unit %s", m->name, m->unit);
        HP_CHECK(!m->text || m->source == HP_FROM_PROBE, "%s", m->name);
        HP_CHECK(m->source != HP_FROM_CLOCK || !m->deterministic, "%s", m->name);
        HP_CHECK(m->per_operations == 0 || counts || !m->deterministic, "%s", m->name);
    }
}

/* Titles stand in table heads: lower case, short, valid UTF-8, and Russian ones are Russian. */
static void titles_are_short(void **state)
{
    (void)state;
    for (const struct hp_metric *m = hp_metrics; m->name != NULL; m++) {
        const char *both[2] = { m->title_en, m->title_ru };
        for (int i = 0; i < 2; i++) {
            HP_CHECK(both[i] != NULL && hp_utf8_valid(both[i], strlen(both[i])), "%s", m->name);
            const size_t width = hp_utf8_width(both[i]);
            HP_CHECK(width >= 4 && width <= 28, "%s: \"%s\" is %zu wide", m->name, both[i], width);
            HP_CHECK(both[i][0] < 'A' || both[i][0] > 'Z' || hp_starts_with(both[i], "LOH"), "%s",
                     both[i]);
        }
        HP_CHECK(strcmp(m->title_en, m->title_ru) != 0, "%s", m->name);
    }
}

/* Keys of traces name one metric each. */
static void trace_keys_are_unique(void **state)
{
    (void)state;
    size_t keys = 0;
    for (const struct hp_metric *a = hp_metrics; a->name != NULL; a++) {
        keys += a->trace != NULL ? 1 : 0;
        for (const struct hp_metric *b = a + 1; b->name != NULL; b++)
            HP_CHECK(a->trace == NULL || b->trace == NULL || strcmp(a->trace, b->trace) != 0,
                     "%s, %s", a->name, b->name);
    }
    assert_int_equal(keys, 11);
}

/* Every counter of the ABI can be seen by somebody: all but the one that only the log tells rightly. */
static void every_counter_has_a_metric(void **state)
{
    (void)state;
    for (int counter = 0; counter < HP_C_COUNT; counter++) {
        size_t seen = 0;
        for (const struct hp_metric *m = hp_metrics; m->name != NULL; m++)
            seen += m->counter == counter ? 1 : 0;
        HP_CHECK((seen > 0) == (counter != HP_C_PAUSE_MAX_NS), "counter %d: %zu", counter, seen);
    }
}

/* Exact bytes are equal in all iterations; a counter that moves by whole contexts need not be. */
static void only_exact_counters_are_deterministic(void **state)
{
    (void)state;
    assert_true(hp_metric_find("allocated_bytes")->deterministic);
    assert_true(hp_metric_find("gen2_per_1000")->deterministic);
    assert_false(hp_metric_find("allocated_approx_bytes")->deterministic);
    assert_false(hp_metric_find("time_ns")->deterministic);
}

static void units_are_those_of_the_published_rows(void **state)
{
    (void)state;
    static const struct {
        const char *name, *unit;
    } rows[] = {
        { "allocated_bytes", "bytes" },
        { "allocated_approx_bytes", "bytes" },
        { "gen2_per_1000", "collections per 1000 calls" },
        { "gc_per_pass", "collections" },
        { "loh_live_bytes", "bytes" },
        { "chunk_count", "chunks" },
        { "object_bytes", "bytes" },
        { "loh_threshold_bytes", "bytes" },
        { "header_bytes", "bytes" },
        { "first_length", "elements" },
        { "first_bytes", "bytes" },
        { "start_generation", "generation" },
        { "arrays_count", "arrays" },
        { "first_array_length", "elements" },
        { "doublings", "steps" },
        { "last_doubled_length", "elements" },
        { "elements_count", "elements" },
        { "payload_bytes", "bytes" },
        { "iterator_bytes", "bytes" },
        { "garbage_arrays_count", "arrays" },
        { "iterator_type", "text" },
        { "iterator_type_count", "types" },
        { "result_type", "text" },
        { "time_ratio", "ratio" },
        { "speedup", "ratio" },
        { "time_us", "us" },
        { "time_error_us", "us" },
        { "time_delta_us", "us" },
        { "method_count", "methods" },
        { "time_ns", "ns" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct hp_metric *m = hp_metric_find(rows[i].name);
        HP_CHECK(m != NULL, "%s", rows[i].name);
        assert_string_equal(m->unit, rows[i].unit);
    }
}

static void unknown_names_have_a_nearest(void **state)
{
    (void)state;
    assert_null(hp_metric_find("gen2_per_100"));
    assert_string_equal(hp_metric_nearest("gen2_per_100"), "gen2_per_1000");
    assert_string_equal(hp_metric_nearest("alocated_bytes"), "allocated_bytes");
    assert_null(hp_metric_nearest("weather"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_consistent),
        cmocka_unit_test(titles_are_short),
        cmocka_unit_test(trace_keys_are_unique),
        cmocka_unit_test(every_counter_has_a_metric),
        cmocka_unit_test(only_exact_counters_are_deterministic),
        cmocka_unit_test(units_are_those_of_the_published_rows),
        cmocka_unit_test(unknown_names_have_a_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
