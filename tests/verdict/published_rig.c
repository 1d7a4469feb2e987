/* SPDX-License-Identifier: MIT
 * Rows and cases made by hand, and what they are judged to be.
 */
#include "published_rig.h"

struct hp_published published_complete(struct hp_published row)
{
    const struct {
        const char **field, *fallback;
    } rest[] = {
        { &row.id, "row" },          { &row.seed, "000" },
        { &row.system, "System" },   { &row.workload, "chunk" },
        { &row.params, "" },         { &row.machine, "all" },
        { &row.runtime, "net10" },   { &row.gc, "not-stated" },
        { &row.unit, "bytes" },      { &row.threshold, "default" },
        { &row.text, "" },           { &row.kind, "D" },
        { &row.tolerance, "exact" }, { &row.baseline, "" },
        { &row.formula, "" },        { &row.quote_location, "story 2" },
        { &row.title_en, "Title" },  { &row.title_ru, "" },
        { &row.answer, "" },
    };
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        if (*rest[i].field == NULL)
            *rest[i].field = rest[i].fallback;
    row.has_value = *row.kind != 'Q' && strcmp(row.unit, "text") != 0;
    return row;
}

/* ---- making cases ---- */

static struct hp_param *params_of(struct hp_arena *a, const char *text, size_t *count)
{
    struct hp_param *out = hp_arena_get(a, 8 * sizeof *out);
    char *copy = hp_arena_copy(a, text), *rest = NULL;
    for (char *p = strtok_r(copy, " ", &rest); p != NULL; p = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(p, '=');
        *equals = '\0';
        out[(*count)++] = (struct hp_param){ .name = p, .text = equals + 1 };
    }
    return out;
}

static struct hp_case_row make_case(struct hp_arena *a, const struct given *g, int nth)
{
    struct hp_case_row row = { .case_id = nth + 1, .wanted = 1, .done = g->unfinished ? 0 : 1 };
    struct hp_case *c = &row.c;
    (void)snprintf(c->identity, sizeof c->identity, "%04x%060d", 0xa000 + nth, 0);
    c->workload = g->workload != NULL ? g->workload : "chunk";
    c->probe = g->probe;
    c->method = g->method;
    c->heap = c->plugin = g->plugin != NULL ? g->plugin : "gen";
    c->runtime = g->runtime != 0 ? g->runtime : 10;
    c->gc = g->gc != NULL ? g->gc : "workstation";
    c->processors = 2;
    c->machine = g->machine != NULL ? g->machine : "this";
    c->threshold = g->threshold != NULL ? g->threshold : "default";
    c->sweep = "sizes";
    c->params = params_of(a, g->params != NULL ? g->params : "", &c->param_count);
    c->options = params_of(a, g->options != NULL ? g->options : "", &c->option_count);
    if (g->crashed) {
        static struct hp_failure failure = { "counters", "crash", "crashed with signal 11", 0 };
        row.failures = &failure;
        row.failure_count = 1;
    }
    if (g->text != NULL) {
        row.texts = HP_ARENA_NEW(a, struct hp_param);
        row.texts[0] = (struct hp_param){ .name = g->metric, .text = g->text };
        row.text_count = 1;
    } else if (g->metric != NULL) {
        row.series = HP_ARENA_NEW(a, struct hp_series);
        row.series_count = 1;
        row.series->metric = g->metric;
        row.series->values = hp_arena_get(a, SAMPLES * sizeof(double));
        row.series->count = SAMPLES;
        if (g->operations != 0)
            row.series->operations = hp_arena_get(a, SAMPLES * sizeof(uint64_t));
        for (size_t i = 0; g->operations != 0 && i < SAMPLES; i++)
            row.series->operations[i] = g->operations;
        for (size_t i = 0; i < SAMPLES; i++)
            row.series->values[i] = g->value + g->step * (double)i;
    }
    return row;
}

const struct hp_machine_row published_machines[2] = {
    { .machine = "this", .title = "Test CPU" },
    { .machine = "ryzen-9-5950x", .title = "AMD Ryzen 9 5950X", .profile = true },
};

/* What the plugins of these workloads say. */
static const struct hp_default defaults[] = {
    { "chunk", "count", "1000000" },    { "chunk", "size", "20000" },
    { "chunk", "element", "int32" },    { "chunk", "held", "false" },
    { "chunk", "consume", "sum" },      { "chunk", "take", "0" },
    { "chunk", "source", "generator" }, { "chunk", "chunk", "first" },
    { "chunk", "of", "chunk-array" },   { "builder", "chars", "200000" },
    { "builder", "part", "1000" },      { "builder", "tostring", "true" },
    { "builder", "docs", "1" },         { "builder", "of", "append-one" },
    { "builder", "by", "array" },
};

/* Judges `rows` on the given cases; the caller clears `out` and the arena. */
void published_judge(const struct hp_published *rows, size_t row_count, const struct given *given,
                     struct hp_arena *arena, struct hp_verdicts *out)
{
    struct hp_case_row cases[CASES];
    struct hp_published *whole = hp_arena_get(arena, row_count * sizeof *whole);
    size_t count = 0;
    for (size_t i = 0; i < row_count; i++)
        whole[i] = published_complete(rows[i]);
    while (count < CASES && given[count].method != NULL) {
        cases[count] = make_case(arena, &given[count], (int)count);
        count++;
    }
    struct hp_err err = { 0 };
    const struct hp_published_run run = { .rows = whole,
                                          .row_count = row_count,
                                          .cases = cases,
                                          .case_count = count,
                                          .machines = published_machines,
                                          .machine_count = 2,
                                          .defaults = { defaults,
                                                        sizeof defaults / sizeof *defaults } };
    HP_CHECK(hp_published_judge(&run, out, &err) == HP_OK, "%s", err.text);
}

/* What helps against a reason. */
static enum hp_lack lack_of(const char *reason)
{
    static const struct {
        const char *reason;
        enum hp_lack lack;
    } rows[] = {
        { "no case in this run", HP_LACKS_CASE },
        { "no case in this run to compare with", HP_LACKS_BASELINE },
        { "its case in this run does not report it", HP_LACKS_METRIC },
        { "a claim in words that no assertion states", HP_LACKS_ASSERTION },
    };
    for (size_t i = 0; reason != NULL && i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].reason, reason) == 0)
            return rows[i].lack;
    return HP_LACKS_NOTHING;
}

void published_run(const struct scenario *s, size_t count)
{
    for (size_t i = 0; i < count; i++, s++) {
        struct hp_arena *arena = hp_arena_new();
        struct hp_verdicts out = { 0 };
        published_judge(&s->row, 1, s->cases, arena, &out);
        HP_CHECK(out.count == 1, "%s: %zu verdicts", s->name, out.count);
        const struct hp_verdict *v = &out.items[0];
        HP_CHECK(v->kind == s->kind, "%s: %s, want %s (%s; %s)", s->name, hp_verdict_name(v->kind),
                 hp_verdict_name(s->kind), v->reason != NULL ? v->reason : "no reason",
                 v->message != NULL ? v->message : "no message");
        HP_CHECK(strcmp(v->here, s->here) == 0, "%s: here \"%s\", want \"%s\"", s->name, v->here,
                 s->here);
        HP_CHECK(v->lack == lack_of(v->reason), "%s: lacks %d", s->name, (int)v->lack);
        HP_CHECK((v->reason == NULL) == (s->reason == NULL) &&
                     (s->reason == NULL || strstr(v->reason, s->reason) != NULL),
                 "%s: reason \"%s\"", s->name, v->reason != NULL ? v->reason : "(none)");
        HP_CHECK(s->says == NULL || (v->message != NULL && strstr(v->message, s->says) != NULL),
                 "%s: message \"%s\"", s->name, v->message != NULL ? v->message : "(none)");
        HP_CHECK(v->decides == (s->row.kind == NULL), "%s: decides", s->name);
        assert_int_equal(out.counts[s->kind], 1);
        hp_verdicts_clear(&out);
        hp_arena_free(arena);
    }
}
