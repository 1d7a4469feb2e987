/* SPDX-License-Identifier: MIT
 * Is every deterministic figure that the seed publishes about chunk what `gen` gives? Reads the
 * product's own table (configs/published.csv), runs each D row with the parameters that it names,
 * on every runtime that it speaks of, and compares exactly. The six full names of iterator types
 * are the compiler's and belong to the hosted runtime. */
#include "hp_test.h"

#include "bcl/probe.h"
#include "chunk.h"
#include "rig.h"

enum { FIELDS = 23, PASSES = 40, FULL_NAMES = 6 };

struct row {
    const char *id, *workload, *what, *params, *runtime, *threshold, *metric, *unit, *low, *text;
    const char *kind, *baseline;
};

/* ---- the table ------------------------------------------------------------------------------ */

/* Splits one RFC 4180 record in place; returns where the next begins. */
static char *record_split(char *at, char *fields[FIELDS], size_t *count)
{
    *count = 0;
    for (;;) {
        char *out = at;
        if (*count < FIELDS)
            fields[(*count)++] = out;
        bool quoted = *at == '"';
        at += quoted;
        while (*at != '\0' && (quoted || (*at != ',' && *at != '\r' && *at != '\n'))) {
            if (quoted && *at == '"' && *++at != '"') {
                quoted = false;
                continue;
            }
            *out++ = *at++;
        }
        const char end = *at;
        at += end != '\0';
        *out = '\0';
        if (end == ',')
            continue;
        return at + (end == '\r' && *at == '\n');
    }
}

static struct row row_of(char *fields[FIELDS])
{
    return (struct row){ .id = fields[0],
                         .workload = fields[3],
                         .what = fields[4],
                         .params = fields[5],
                         .runtime = fields[7],
                         .threshold = fields[9],
                         .metric = fields[10],
                         .unit = fields[11],
                         .low = fields[12],
                         .text = fields[14],
                         .kind = fields[15],
                         .baseline = fields[17] };
}

/* ---- parameters ----------------------------------------------------------------------------- */

/* "size=20000;element=int32" on top of what stands in `given` already. */
static size_t params_read(char *text, const char *source, struct hp_named *given, size_t count,
                          size_t max)
{
    /* What says nothing about how to run it: redundant, the setting, a list of all sources. */
    static const char *const passed_over[] = { "element_bytes", "setting", "sources" };
    char *state = NULL;
    for (char *pair = strtok_r(text, "; ", &state); pair != NULL;
         pair = strtok_r(NULL, "; ", &state)) {
        char *value = strchr(pair, '=');
        HP_CHECK(value != NULL && count < max, "parameters end with \"%s\"", pair);
        *value++ = '\0';
        bool over = false;
        for (size_t i = 0; i < sizeof passed_over / sizeof *passed_over; i++)
            over = over || strcmp(pair, passed_over[i]) == 0;
        if (over)
            continue;
        if (strcmp(pair, "length") == 0)
            pair = "size";
        else if (strcmp(pair, "method") == 0)
            pair = "of";
        given[count++] =
            (struct hp_named){ pair, strcmp(value, "list-or-generator") == 0 ? source : value };
    }
    return count;
}

static void params_fill(const struct row *row, const char *source, const char *baseline,
                        struct chunk_params *params)
{
    char own[300], other[100] = "";
    struct hp_named given[16];
    struct hp_err err = { 0, "" };
    (void)snprintf(own, sizeof own, "%s", row->params);
    size_t count = params_read(own, source, given, 0, 16);
    if (baseline != NULL) {
        (void)snprintf(other, sizeof other, "%s", baseline);
        const size_t before = count;
        count = params_read(other, source, given, count, 16);
        /* The later of two values counts; the host takes each name once. */
        for (size_t i = 0; i < before; i++)
            if (strcmp(given[i].name, given[before].name) == 0)
                given[i] = given[--count];
    }
    HP_CHECK(hp_options_fill(hp_plugin_query()->options, params, sizeof *params, given, count,
                             &err) == HP_OK,
             "%s: %s", row->id, err.text);
}

/* ---- measuring ------------------------------------------------------------------------------ */

static double method_metric(struct rig *rig, const struct row *row, const char *method,
                            const struct chunk_params *params, const char *metric)
{
    const struct hp_workload_ops *ops = hp_plugin_query()->workload;
    struct hp_run run = rig->run;
    struct hp_err err = { 0, "" };
    void *state = NULL;
    run.params = params;
    run.method = method;
    HP_CHECK(ops->open(&state, &run, &err) == HP_OK, "%s: %s", row->id, err.text);
    struct hp_counters before = { .present = 0 }, after = { .present = 0 };
    bcl_settle(run.thread);
    run.thread->ops->counters(run.thread, &before);
    HP_CHECK(ops->step(state, PASSES, &err) == HP_OK, "%s: %s", row->id, err.text);
    run.thread->ops->counters(run.thread, &after);
    rig_clear(rig);
    ops->counters(state, run.host);
    ops->close(state);
    if (strcmp(metric, "chunk_count") == 0)
        return rig_metric(rig, metric)->value;
    const bool bytes = strcmp(metric, "allocated_bytes") == 0;
    HP_CHECK(bytes || strcmp(metric, "gen2_per_1000") == 0, "%s: no way to measure %s", row->id,
             metric);
    const enum hp_counter which = bytes ? HP_C_ALLOCATED_BYTES : HP_C_GEN2_COUNT;
    const double difference = (double)(after.value[which] - before.value[which]);
    return difference * (bytes ? 1 : 1000) / PASSES;
}

static void check_method(struct rig *rig, const struct row *row, const struct chunk_params *params)
{
    double value;
    if (strcmp(row->metric, "allocated_delta_bytes") == 0) {
        struct chunk_params base;
        const char *changed = strchr(row->baseline, ' ');
        assert_non_null(changed);
        params_fill(row, NULL, changed + 1, &base);
        value = method_metric(rig, row, row->what, params, "allocated_bytes") -
                method_metric(rig, row, row->what, &base, "allocated_bytes");
    } else {
        value = method_metric(rig, row, row->what, params, row->metric);
    }
    HP_CHECK(value == strtod(row->low, NULL), "%s on %d: %s is %.2f, published %s", row->id,
             rig->run.runtime, row->metric, value, row->low);
}

static void check_probe(struct rig *rig, const struct row *row, const struct chunk_params *params)
{
    struct hp_run run = rig->run;
    struct hp_err err = { 0, "" };
    run.params = params;
    run.probe = row->what + strlen("probe ");
    rig_clear(rig);
    HP_CHECK(hp_plugin_query()->workload->probe(&run, &err) == HP_OK, "%s: %s", row->id, err.text);
    const struct rig_metric *m = rig_metric(rig, row->metric);
    HP_CHECK(m != NULL, "%s: %s was not reported", row->id, row->metric);
    if (strcmp(row->unit, "text") == 0)
        assert_string_equal(m->text, row->text);
    else
        HP_CHECK(m->value == strtod(row->low, NULL), "%s on %d: %s is %.2f, published %s", row->id,
                 rig->run.runtime, row->metric, m->value, row->low);
}

/* One row on one runtime and kind of source. */
static void check_once(const struct row *row, int runtime, const char *source)
{
    struct rig rig;
    struct hp_err err = { 0, "" };
    /* Verified once at the end instead of after every phase. */
    struct rig_setup setup = {
        .heap = "gen", .runtime = runtime, .option = { "verify" }, .value = { "false" }
    };
    if (strcmp(row->threshold, "default") != 0)
        setup.threshold = (uint64_t)strtoull(row->threshold, NULL, 10);
    HP_CHECK(rig_open(&rig, &setup, &err) == HP_OK, "%s: %s", row->id, err.text);
    struct chunk_params params;
    params_fill(row, source, NULL, &params);
    if (strncmp(row->what, "probe ", 6) == 0)
        check_probe(&rig, row, &params);
    else
        check_method(&rig, row, &params);
    HP_CHECK(rig.heap->heap->verify(rig.run.thread, &err) == HP_OK, "%s: %s", row->id, err.text);
    rig_close(&rig);
}

static int check_row(const struct row *row)
{
    static const char *const sources[] = { "list", "generator" };
    const int first = strcmp(row->runtime, "all") == 0 ? 8 : atoi(row->runtime + strlen("net"));
    const int last = strcmp(row->runtime, "all") == 0 ? 10 : first;
    const int kinds = strstr(row->params, "list-or-generator") != NULL ? 2 : 1;
    int checks = 0;
    for (int runtime = first; runtime <= last; runtime++)
        for (int kind = 0; kind < kinds; kind++, checks++)
            check_once(row, runtime, sources[kind]);
    return checks;
}

static void test_every_deterministic_figure(void **state)
{
    (void)state;
    char *text = hp_test_read(HP_SOURCE_DIR "/configs/published.csv");
    assert_non_null(text);
    int rows = 0, checks = 0, names = 0;
    for (char *at = text; *at != '\0';) {
        char *fields[FIELDS];
        size_t count;
        at = record_split(at, fields, &count);
        if (count < 18)
            continue;
        const struct row row = row_of(fields);
        if (strcmp(row.workload, "chunk") != 0 || strcmp(row.kind, "D") != 0)
            continue;
        if (strcmp(row.unit, "text") == 0 && row.text[0] == '<') {
            names++;
            continue;
        }
        checks += check_row(&row);
        rows++;
    }
    free(text);
    print_message("%d D rows of chunk equal, in %d runs; %d full type names left to .NET\n", rows,
                  checks, names);
    assert_int_equal(names, FULL_NAMES);
    assert_true(rows > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_deterministic_figure) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
