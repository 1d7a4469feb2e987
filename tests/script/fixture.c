/* SPDX-License-Identifier: MIT
 * Rows for tests of the judge.
 */
#include "fixture.h"

#include <stdlib.h>

struct fixture *fixture_new(void)
{
    struct fixture *f = hp_mem_new(sizeof *f);
    f->arena = hp_arena_new();
    return f;
}

void fixture_free(struct fixture *f)
{
    hp_mem_free(f->rows);
    hp_arena_free(f->arena);
    hp_mem_free(f);
}

static void set_word(struct fixture *f, struct hp_case *c, const char *name, const char *value)
{
    if (strcmp(name, "heap") == 0)
        c->heap = c->plugin = value;
    else if (strcmp(name, "runtime") == 0)
        c->runtime = atoi(value);
    else if (strcmp(name, "gc") == 0)
        c->gc = value;
    else if (strcmp(name, "machine") == 0)
        c->machine = value;
    else if (strcmp(name, "measure") == 0) {
        c->counters = strcmp(value, "counters") == 0;
        c->times = !c->counters;
    } else if (strcmp(name, "skip") == 0)
        c->skip = hp_arena_print(f->arena, "%s %d is not %s", c->heap, c->runtime, value);
    else if (strcmp(name, "threshold") == 0) {
        c->threshold = value;
        c->threshold_bytes = strtoull(value, NULL, 10);
    } else {
        c->params[c->param_count++] = (struct hp_param){ name, value };
    }
}

struct hp_case_row *fixture_case(struct fixture *f, const char *spec)
{
    struct hp_case_row row = { 0 };
    struct hp_case *c = &row.c;
    hp_sha_of(spec, strlen(spec), c->identity);
    c->workload = "chunk";
    c->heap = c->plugin = "gen";
    c->runtime = 10;
    c->gc = "workstation";
    c->processors = 2;
    c->machine = "this";
    c->threshold = "default";
    c->sweep = "sweep 1";
    c->counters = c->times = true;
    c->params = hp_arena_get(f->arena, 16 * sizeof *c->params);
    row.wanted = row.done = 4;
    char *words = hp_arena_copy(f->arena, spec), *state = NULL;
    const char *method = strtok_r(words, " ", &state);
    c->probe = hp_starts_with(method, "probe:");
    c->method = c->probe ? method + strlen("probe:") : method;
    for (char *word; (word = strtok_r(NULL, " ", &state)) != NULL;) {
        char *equals = strchr(word, '=');
        *equals = '\0';
        set_word(f, c, word, equals + 1);
    }
    row.series = hp_arena_get(f->arena, 16 * sizeof *row.series);
    row.texts = hp_arena_get(f->arena, 4 * sizeof *row.texts);
    row.failures = hp_arena_get(f->arena, 4 * sizeof *row.failures);
    HP_PUSH(f->rows, f->count, f->capacity) = row;
    return &f->rows[f->count - 1];
}

void fixture_values(struct fixture *f, struct hp_case_row *row, const char *metric,
                    const double *values, const uint32_t *rounds, size_t n)
{
    struct hp_series *s = &row->series[row->series_count++];
    s->metric = hp_arena_copy(f->arena, metric);
    s->values = hp_arena_get(f->arena, n * sizeof *s->values);
    s->rounds = hp_arena_get(f->arena, n * sizeof *s->rounds);
    memcpy(s->values, values, n * sizeof *values);
    if (rounds != NULL)
        memcpy(s->rounds, rounds, n * sizeof *rounds);
    s->count = n;
}

void fixture_samples(struct fixture *f, struct hp_case_row *row, const char *metric, size_t n,
                     size_t per_round, double value, double step)
{
    double *values = hp_arena_get(f->arena, n * sizeof *values);
    uint32_t *rounds = hp_arena_get(f->arena, n * sizeof *rounds);
    for (size_t i = 0; i < n; i++) {
        values[i] = value + step * (double)(i % per_round);
        rounds[i] = (uint32_t)(i / per_round);
    }
    fixture_values(f, row, metric, values, rounds, n);
}

void fixture_text(struct fixture *f, struct hp_case_row *row, const char *metric, const char *value)
{
    row->texts[row->text_count++] =
        (struct hp_param){ hp_arena_copy(f->arena, metric), hp_arena_copy(f->arena, value) };
}

void fixture_failure(struct fixture *f, struct hp_case_row *row, const char *kind,
                     const char *outcome, const char *detail)
{
    row->failures[row->failure_count++] = (struct hp_failure){
        .kind = kind, .outcome = outcome, .detail = hp_arena_copy(f->arena, detail)
    };
}

static const int sizes[] = { 20000, 21243, 21244, 25000, 49145, 49146 };
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* Counters of chunk-array: a chunk of (size) int32 against the threshold. */
static void counters(struct fixture *f, const char *axes, int size, const char *held, int threshold)
{
    struct hp_case_row *row = fixture_case(
        f, hp_arena_print(f->arena, "chunk-array count=1000000 size=%d element=int32 held=%s %s",
                          size, held, axes));
    const bool large = 24 + 4 * size >= threshold;
    const int whole = 1000000 / size, rest = 1000000 % size;
    const int bytes =
        whole * ((24 + 4 * size + 7) / 8 * 8) + (rest > 0 ? (24 + 4 * rest + 7) / 8 * 8 : 0) + 64;
    fixture_samples(f, row, "gen2_per_1000", 15, 5, large ? 1100 : 0, 0);
    fixture_samples(f, row, "allocated_bytes", 15, 5, bytes + (*held == 't' ? 1144 : 0), 0);
    fixture_samples(f, row, "chunk_count", 15, 5, whole + (rest > 0), 0);
}

static void times(struct fixture *f, const char *method, int size, const char *axes, double ns)
{
    struct hp_case_row *row = fixture_case(
        f, hp_arena_print(f->arena, "%s count=1000000 size=%d element=int32 held=false %s", method,
                          size, axes));
    fixture_samples(f, row, "time_ns", 60, 15, ns, ns / 1000);
}

void fixture_chunk(struct fixture *f)
{
    for (size_t i = 0; i < SIZES; i++)
        for (int held = 0; held < 2; held++) {
            counters(f, "", sizes[i], held ? "true" : "false", 85000);
            counters(f, "threshold=196608", sizes[i], held ? "true" : "false", 196608);
            counters(f, "machine=ryzen-9-5950x", sizes[i], held ? "true" : "false", 85000);
        }
    times(f, "chunk-array", 21243, "heap=dotnet", 800000);
    times(f, "chunk-array", 21244, "heap=dotnet", 960000);
    times(f, "slice-array", 21244, "heap=dotnet", 400000);
    (void)fixture_case(f, "chunk-array count=1000000 size=21243 element=int32 held=false "
                          "heap=dotnet runtime=8 skip=installed");
    struct hp_case_row *row =
        fixture_case(f, "own-buffer count=1000000 size=20000 element=int32 source=generator");
    row->done = 1;
    fixture_failure(f, row, "counters", "crash", "crashed with signal 11 (Segmentation fault)");
    row = fixture_case(f, "pooled-buffer count=1000000 size=20000 element=int32 source=generator");
    row->done = 0;
    times(f, "segment-array", 100, "measure=times", 400000);
    row = fixture_case(f, "segment-array count=1000000 size=200 element=int32 measure=counters");
    fixture_samples(f, row, "allocated_bytes", 15, 5, 0, 0);
    row = fixture_case(f, "probe:blocks count=0 size=20000 element=int32 source=array chunk=first");
    fixture_text(f, row, "result_type", "Int32[][]");
    fixture_samples(f, row, "iterator_type_count", 1, 1, 2, 0);
}

struct script_world fixture_run_all(struct fixture *f, const struct hp_source *sources,
                                    size_t count)
{
    const struct script_request request = { .judging = true,
                                            .explaining = true,
                                            .sources = sources,
                                            .source_count = count,
                                            .cases = f->rows,
                                            .case_count = f->count };
    struct script_world world = script_world_of(f->arena, &request);
    script_world_run(&world);
    return world;
}

struct script_world fixture_run(struct fixture *f, const char *path, const char *text)
{
    struct hp_source *source = HP_ARENA_NEW(f->arena, struct hp_source);
    *source = (struct hp_source){ "script", path, text, strlen(text) };
    return fixture_run_all(f, source, 1);
}
