/* SPDX-License-Identifier: MIT
 * Is every deterministic figure that the seeds publish about a workload what `gen` gives? Reads the
 * product's own table (configs/published.csv), runs each D row of the linked workload with the
 * parameters that it names, on every runtime that it speaks of, and compares exactly. What belongs
 * to another heap is counted: full names of iterator types are the compiler's, and server
 * collections need a heap that has them. */
#include "hp_test.h"

#include "bcl/probe.h"
#include "rig.h"

enum { FIELDS = 23, PASSES = 40 };

struct row {
    const char *id, *workload, *what, *params, *runtime, *gc, *threshold, *metric, *unit, *low;
    const char *text, *kind, *baseline;
};

/* How a workload's rows are read, and how many there must be. A name of NULL says nothing about how
 * to run it. */
static const struct workload {
    const char *name;
    int rows, names, server;
    struct {
        const char *what, *written, *name; /* what: NULL for all */
    } params[8];
} workloads[] = {
    { "chunk",
      57,
      6,
      0,
      { { NULL, "element_bytes", NULL },
        { NULL, "setting", NULL },
        { NULL, "sources", NULL },
        { NULL, "length", "size" },
        { NULL, "method", "of" } } },
    { "builder",
      48,
      0,
      2,
      { { NULL, "element", NULL },
        { NULL, "setting", NULL },
        { NULL, "length", "chars" },
        { "probe threshold", "method", "by" },
        { NULL, "method", "of" } } },
    { "streamcopy", 7, 0, 0, { { NULL, "step", NULL } } },
    { "pool",
      22,
      0,
      0,
      { { NULL, "setting", NULL },
        { NULL, "returned", NULL },
        { NULL, "processors", NULL }, /* of the machine */
        { NULL, "method", "of" } } },
};

static const struct workload *linked(void)
{
    for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++)
        if (strcmp(workloads[i].name, hp_plugin_query()->name) == 0)
            return &workloads[i];
    fail_msg("no rows for workload %s", hp_plugin_query()->name);
    return NULL;
}

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
                         .gc = fields[8],
                         .threshold = fields[9],
                         .metric = fields[10],
                         .unit = fields[11],
                         .low = fields[12],
                         .text = fields[14],
                         .kind = fields[15],
                         .baseline = fields[17] };
}

/* ---- parameters ----------------------------------------------------------------------------- */

/* The name of a parameter that a row writes; NULL: it says nothing about how to run it. */
static const char *name_of(const struct row *row, const char *written)
{
    const struct workload *w = linked();
    for (size_t i = 0; i < 8 && w->params[i].written != NULL; i++)
        if (strcmp(w->params[i].written, written) == 0 &&
            (w->params[i].what == NULL || strcmp(w->params[i].what, row->what) == 0))
            return w->params[i].name;
    return written;
}

/* "size=20000;element=int32" on top of what stands in `given` already; the later value counts. */
static size_t params_read(const struct row *row, char *text, const char *source,
                          struct hp_named *given, size_t count, size_t max)
{
    char *state = NULL;
    for (char *pair = strtok_r(text, "; ", &state); pair != NULL;
         pair = strtok_r(NULL, "; ", &state)) {
        char *value = strchr(pair, '=');
        HP_CHECK(value != NULL && count < max, "parameters end with \"%s\"", pair);
        *value++ = '\0';
        const char *name = name_of(row, pair);
        if (name == NULL)
            continue;
        size_t at = 0;
        while (at < count && strcmp(given[at].name, name) != 0)
            at++;
        given[at] =
            (struct hp_named){ name, strcmp(value, "list-or-generator") == 0 ? source : value };
        count += at == count;
    }
    return count;
}

/* Filled parameters; the caller frees them. */
static void *params_fill(const struct row *row, const char *source, const char *changed)
{
    const struct hp_plugin *p = hp_plugin_query();
    char own[300], other[100] = "";
    struct hp_named given[16];
    struct hp_err err = { 0, "" };
    (void)snprintf(own, sizeof own, "%s", row->params);
    size_t count = params_read(row, own, source, given, 0, 16);
    if (changed != NULL) {
        (void)snprintf(other, sizeof other, "%s", changed);
        count = params_read(row, other, source, given, count, 16);
    }
    void *params = calloc(1, p->options_size);
    assert_non_null(params);
    HP_CHECK(hp_options_fill(p->options, params, p->options_size, given, count, &err) == HP_OK,
             "%s: %s", row->id, err.text);
    return params;
}

/* ---- measuring ------------------------------------------------------------------------------ */

static double method_metric(struct rig *rig, const struct row *row, const char *method,
                            const void *params, const char *metric)
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
    const bool bytes = strcmp(metric, "allocated_bytes") == 0;
    if (bytes || strcmp(metric, "gen2_per_1000") == 0) {
        const enum hp_counter which = bytes ? HP_C_ALLOCATED_BYTES : HP_C_GEN2_COUNT;
        const double difference = (double)(after.value[which] - before.value[which]);
        return difference * (bytes ? 1 : 1000) / PASSES;
    }
    const struct rig_metric *m = rig_metric(rig, metric);
    HP_CHECK(m != NULL, "%s: %s was not reported", row->id, metric);
    return m->value;
}

/* The row's method minus that of its baseline, "METHOD name=value ...". */
static double difference(struct rig *rig, const struct row *row, const void *params)
{
    char method[64];
    const char *changed = strchr(row->baseline, ' ');
    assert_non_null(changed);
    (void)snprintf(method, sizeof method, "%.*s", (int)(changed - row->baseline), row->baseline);
    void *base = params_fill(row, NULL, changed + 1);
    const double of = method_metric(rig, row, row->what, params, "allocated_bytes");
    const double to = method_metric(rig, row, strcmp(method, "same") == 0 ? row->what : method,
                                    base, "allocated_bytes");
    free(base);
    return of - to;
}

static void check_method(struct rig *rig, const struct row *row, const void *params)
{
    /* A bench of pool is about its first method. */
    const bool bench = strncmp(row->what, "bench ", 6) == 0;
    const char *method = bench ? hp_plugin_query()->methods[0].name : row->what;
    const double value = strcmp(row->metric, "allocated_delta_bytes") == 0
                             ? difference(rig, row, params)
                             : method_metric(rig, row, method, params, row->metric);
    HP_CHECK(value == strtod(row->low, NULL), "%s on %d: %s is %.2f, published %s", row->id,
             rig->run.runtime, row->metric, value, row->low);
}

static void check_probe(struct rig *rig, const struct row *row, const void *params)
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

/* The machine's, where a row names them; 0: any will do. */
static uint32_t processors_of(const struct row *row)
{
    const char *named = strstr(row->params, "processors=");
    return named == NULL ? 0 : (uint32_t)strtoul(named + strlen("processors="), NULL, 10);
}

/* One row on one runtime and kind of source. */
static void check_once(const struct row *row, int runtime, const char *source)
{
    struct rig rig;
    struct hp_err err = { 0, "" };
    /* Verified once at the end instead of after every phase. */
    struct rig_setup setup = { .heap = "gen",
                               .runtime = runtime,
                               .option = { "verify" },
                               .value = { "false" },
                               .processors = processors_of(row) };
    if (strcmp(row->threshold, "default") != 0)
        setup.threshold = (uint64_t)strtoull(row->threshold, NULL, 10);
    HP_CHECK(rig_open(&rig, &setup, &err) == HP_OK, "%s: %s", row->id, err.text);
    void *params = params_fill(row, source, NULL);
    if (strncmp(row->what, "probe ", 6) == 0)
        check_probe(&rig, row, params);
    else
        check_method(&rig, row, params);
    free(params);
    HP_CHECK(rig.heap->heap->verify(rig.run.thread, &err) == HP_OK, "%s: %s", row->id, err.text);
    rig_close(&rig);
}

static int check_row(const struct row *row)
{
    static const char *const sources[] = { "list", "generator" };
    /* .NET 7 of the talk is older than what is followed here: all must do the same. */
    const int one = strcmp(row->runtime, "all") == 0 ? 0 : atoi(row->runtime + strlen("net"));
    const int first = one < 8 ? 8 : one, last = one < 8 ? 10 : one;
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
    const struct workload *w = linked();
    int rows = 0, checks = 0, names = 0, server = 0;
    for (char *at = text; *at != '\0';) {
        char *fields[FIELDS];
        size_t count;
        at = record_split(at, fields, &count);
        if (count < 18)
            continue;
        const struct row row = row_of(fields);
        if (strcmp(row.workload, w->name) != 0 || strcmp(row.kind, "D") != 0)
            continue;
        if (strcmp(row.unit, "text") == 0 && row.text[0] == '<') {
            names++;
        } else if (strcmp(row.gc, "server") == 0) {
            server++;
        } else {
            checks += check_row(&row);
            rows++;
        }
    }
    free(text);
    print_message("%d D rows of %s equal, in %d runs; left to other heaps: %d full type names, %d "
                  "of the server collector\n",
                  rows, w->name, checks, names, server);
    assert_int_equal(names, w->names);
    assert_int_equal(server, w->server);
    assert_int_equal(rows, w->rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_deterministic_figure) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
