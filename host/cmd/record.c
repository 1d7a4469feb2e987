/* SPDX-License-Identifier: MIT
 * `heapproof record FAMILY`: makes random traces of a family, executes them on the real runtimes, and prints them
 * with their answers, tagged where runtimes differ.
 */
#include "cmd/stage.h"
#include "replay/generate.h"

enum { COUNT_DEFAULT = 10, COUNT_MOST = 100000, TAKES = HP_RUNTIME_LAST - HP_RUNTIME_FIRST + 1 };

static int unknown_family(const char *name, struct hp_arena *arena, struct hp_err *err)
{
    const char *all = "";
    for (const struct hp_generator *g = hp_generators; g->name != NULL; g++)
        all = hp_arena_print(arena, "%s%s%s", all, g == hp_generators ? "" : ", ", g->name);
    return hp_fail(err, HP_E_USAGE, "no family \"%s\" to record - there are: %s", name, all);
}

/* The traces without answers, as a file would hold them. */
static int make_traces(struct hp_setup *s, struct hp_trace_file **out, struct hp_err *err)
{
    const char *name = s->cli->operands[0];
    const struct hp_generator *generator = hp_generator_find(name);
    const int64_t count = hp_cli_count(s->cli, HP_OPT_TRACE_COUNT, COUNT_DEFAULT);
    struct hp_text text = { 0 };
    if (generator == NULL)
        return unknown_family(name, s->arena, err);
    if (count < 1 || count > COUNT_MOST)
        return hp_fail(err, HP_E_USAGE, "--count %lld: expected 1 to %d", (long long)count,
                       COUNT_MOST);
    hp_generate(generator, (uint64_t)hp_cli_count(s->cli, HP_OPT_SEED, 1), (unsigned)count, &text);
    const int rc = hp_trace_parse(name, hp_text_str(&text), text.bytes, hp_family_find(name), out,
                                  &s->problems, err);
    hp_text_clear(&text);
    return rc;
}

/* What every runtime answers, one after the other. */
static int take_all(struct hp_setup *s, struct hp_trace_file *file, struct hp_take *takes,
                    size_t *count, struct hp_err *err)
{
    const int64_t only = hp_cli_count(s->cli, HP_OPT_RUNTIME, 0);
    int rc = HP_OK;
    for (int runtime = HP_RUNTIME_FIRST; rc == HP_OK && runtime <= HP_RUNTIME_LAST; runtime++) {
        if (only != 0 && only != runtime)
            continue;
        hp_setup_runtime(s, runtime);
        if (s->stage.lack != NULL)
            return hp_fail(err, HP_E_ENV, "%s/%d: %.900s", s->stage.heap->table->name, runtime,
                           s->stage.lack);
        struct hp_take *take = &takes[(*count)++];
        take->stage = s->stage;
        rc = hp_setup_play(s, &file, 1, true, &take->played, err);
    }
    return rc;
}

static uint32_t record(struct hp_setup *s, struct hp_trace_file *file)
{
    struct hp_take takes[TAKES];
    struct hp_text out = { 0 }, complaints = { 0 };
    struct hp_err err = { 0, "" };
    size_t count = 0;
    int64_t missing = 0;
    const int rc = take_all(s, file, takes, &count, &err);
    if (rc == HP_OK)
        missing = hp_write(takes, count, &out, &complaints);
    hp_cli_print(&out);
    hp_cli_say(&complaints);
    for (size_t i = 0; i < count; i++)
        hp_performance_clear(&takes[i].played);
    hp_text_clear(&out);
    hp_text_clear(&complaints);
    if (rc == HP_E_LIMIT)
        return hp_exit_flag(HP_EXIT_INTERRUPTED);
    if (rc != HP_OK)
        return hp_cli_fail(&err);
    return hp_exit_flag(missing == 0 ? HP_EXIT_HOLDS : HP_EXIT_BROKEN);
}

uint32_t hp_cmd_record(struct hp_cli *cli)
{
    struct hp_setup setup;
    struct hp_trace_file *file = NULL;
    struct hp_err err = { 0, "" };
    int rc = hp_setup_read(cli, "dotnet", &setup, &err);
    if (rc == HP_OK)
        rc = make_traces(&setup, &file, &err);
    const uint32_t flags = rc == HP_OK ? record(&setup, file) : hp_setup_fail(&setup, &err);
    hp_trace_free(file);
    hp_setup_clear(&setup);
    return flags;
}
