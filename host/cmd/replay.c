/* SPDX-License-Identifier: MIT
 * `heapproof replay FILE...`: executes recorded operations on a heap, compares every answer, or writes the
 * answers down. stdout has differences, summaries and traces; progress and complaints go to stderr.
 */
#include "base/units.h"
#include "cmd/stage.h"

struct replay {
    struct hp_setup setup;
    struct hp_trace_file **files;
    size_t file_count;
    struct hp_known known; /* path NULL: none given */
    struct hp_tally total;
};

/* ---- what was asked for ---- */

static int read_file(struct replay *r, const char *path, struct hp_err *err)
{
    const char *word = hp_cli_text(r->setup.cli, HP_OPT_FAMILY, NULL);
    const struct hp_family *family = word != NULL ? hp_family_find(word) : NULL;
    const uint32_t processors = r->setup.stage.machine.processors;
    if (word != NULL && family == NULL)
        return hp_fail(err, HP_E_USAGE, "--family %s: expected one of %s", word,
                       hp_family_names(r->setup.arena));
    struct hp_trace_file *file = NULL;
    const int rc = hp_trace_read(path, family, &file, &r->setup.problems, err);
    if (rc != HP_OK)
        return rc;
    r->files[r->file_count++] = file;
    if (file->by_processors && processors != 2 && processors != 20)
        return hp_fail(err, HP_E_USAGE,
                       "%s holds answers for 2 and 20 processors, not for %u - say --processors 2 "
                       "or 20",
                       path, processors);
    return HP_OK;
}

/* Every file is read, so that all that is wrong is said at once. */
static int read_files(struct replay *r, struct hp_err *err)
{
    int rc = HP_OK;
    r->files = hp_arena_get(r->setup.arena, r->setup.cli->operand_count * sizeof *r->files);
    for (size_t i = 0; i < r->setup.cli->operand_count && (rc == HP_OK || rc == HP_E_CONFIG); i++) {
        struct hp_err why = { 0, "" };
        const int read = read_file(r, r->setup.cli->operands[i], &why);
        if (read != HP_OK && (rc == HP_OK || read != HP_E_CONFIG)) {
            rc = read;
            *err = why;
        }
    }
    return rc;
}

static int prepare(const struct hp_cli *cli, struct replay *r, struct hp_err *err)
{
    const char *known = hp_cli_text(cli, HP_OPT_KNOWN, NULL);
    int rc = hp_setup_read(cli, "gen", &r->setup, err);
    if (rc == HP_OK && hp_cli_has(cli, HP_OPT_WRITE) && !hp_cli_has(cli, HP_OPT_RUNTIME))
        rc = hp_fail(err, HP_E_USAGE,
                     "--write fills in the answers of one runtime: say "
                     "--runtime 8, 9 or 10");
    if (rc == HP_OK)
        rc = read_files(r, err);
    if (rc == HP_OK && known != NULL)
        rc = hp_known_read(known, &r->known, &r->setup.problems, err);
    return rc;
}

/* ---- playing ---- */

static void print_and_reset(struct hp_text *text)
{
    hp_cli_print(text);
    hp_text_reset(text);
}

static void put_summary(const struct replay *r, const struct hp_tally *t, struct hp_text *out)
{
    char a[HP_NUMBER_MAX], b[HP_NUMBER_MAX];
    hp_text_print(out, "%s/%d %s, %u processor%s: %s results, %s differ",
                  r->setup.stage.heap->table->name, r->setup.stage.runtime,
                  r->setup.stage.machine.name, r->setup.stage.machine.processors,
                  r->setup.stage.machine.processors == 1 ? "" : "s", hp_print_count(a, t->results),
                  hp_print_count(b, t->differ));
    if (t->known > 0)
        hp_text_print(out, ", %s known to differ", hp_print_count(a, t->known));
    if (t->apart > 0)
        hp_text_print(out, "; %s of approx stand apart, %s of them differ",
                      hp_print_count(a, t->apart), hp_print_count(b, t->apart_differ));
    hp_text_put(out, "\n");
}

static void compare_all(struct replay *r, const struct hp_performance *played, struct hp_text *out)
{
    struct hp_tally tally = { 0 };
    for (size_t i = 0; i < r->file_count; i++) {
        hp_compare(&played[i], &r->setup.stage, r->known.path != NULL ? &r->known : NULL, out,
                   &tally);
        print_and_reset(out);
    }
    if (!hp_cli_has(r->setup.cli, HP_OPT_QUIET))
        put_summary(r, &tally, out);
    r->total.results += tally.results;
    r->total.differ += tally.differ;
    print_and_reset(out);
}

static void write_all(struct replay *r, const struct hp_performance *played, struct hp_text *out)
{
    struct hp_text complaints = { 0 };
    for (size_t i = 0; i < r->file_count; i++) {
        const struct hp_take take = { r->setup.stage, played[i] };
        r->total.differ += hp_write(&take, 1, out, &complaints);
    }
    print_and_reset(out);
    hp_cli_say(&complaints);
    hp_text_clear(&complaints);
}

static int run_runtime(struct replay *r, int runtime, struct hp_text *out, struct hp_err *err)
{
    const bool writes = hp_cli_has(r->setup.cli, HP_OPT_WRITE);
    struct hp_performance *played = hp_mem_new((r->file_count + 1) * sizeof *played);
    hp_setup_runtime(&r->setup, runtime);
    const int rc = hp_setup_play(&r->setup, r->files, r->file_count, writes, played, err);
    if (rc == HP_OK && writes)
        write_all(r, played, out);
    else if (rc == HP_OK)
        compare_all(r, played, out);
    for (size_t i = 0; i < r->file_count; i++)
        hp_performance_clear(&played[i]);
    hp_mem_free(played);
    return rc;
}

static uint32_t play(struct replay *r)
{
    const int64_t only = hp_cli_count(r->setup.cli, HP_OPT_RUNTIME, 0);
    struct hp_text out = { 0 };
    struct hp_err err = { 0, "" };
    int rc = HP_OK;
    for (int runtime = HP_RUNTIME_FIRST; rc == HP_OK && runtime <= HP_RUNTIME_LAST; runtime++)
        if (only == 0 || only == runtime)
            rc = run_runtime(r, runtime, &out, &err);
    if (rc == HP_OK && !hp_cli_has(r->setup.cli, HP_OPT_WRITE)) {
        r->total.differ += hp_known_stale(&r->known, r->files, r->file_count, &out);
        hp_text_print(&out, "%lld results, %lld differ\n", (long long)r->total.results,
                      (long long)r->total.differ);
        hp_cli_print(&out);
    }
    hp_text_clear(&out);
    if (rc == HP_E_LIMIT)
        return hp_exit_flag(HP_EXIT_INTERRUPTED);
    if (rc != HP_OK)
        return hp_cli_fail(&err);
    return hp_exit_flag(r->total.differ == 0 ? HP_EXIT_HOLDS : HP_EXIT_BROKEN);
}

uint32_t hp_cmd_replay(struct hp_cli *cli)
{
    struct replay r = { .file_count = 0 };
    struct hp_err err = { 0, "" };
    const uint32_t flags =
        prepare(cli, &r, &err) == HP_OK ? play(&r) : hp_setup_fail(&r.setup, &err);
    for (size_t i = 0; i < r.file_count; i++)
        hp_trace_free(r.files[i]);
    hp_known_clear(&r.known);
    hp_setup_clear(&r.setup);
    return flags;
}
