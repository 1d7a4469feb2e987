/* SPDX-License-Identifier: MIT
 * Answers: what does a store hold about a run, and what do its claims come to? Parent only.
 */
#include "cmd/evidence.h"

#include "base/err.h"
#include "cmd/cmd.h"
#include "verdict/published.h"

enum { BUSY_MS = 2000 };

int hp_evidence_open(const char *database, struct hp_store **out, struct hp_err *err)
{
    const int rc = hp_store_open(database, HP_STORE_READ, BUSY_MS, out, err);
    const char *why = rc == HP_OK ? hp_store_copied_for(*out) : NULL;
    if (why == NULL)
        return rc;
    struct hp_text note = { 0 };
    hp_text_print(&note,
                  "heapproof: %s: has %s - read from a private copy brought up to date, the file "
                  "stays as it is until the next `heapproof run`\n",
                  database, why);
    hp_cli_say(&note);
    hp_text_clear(&note);
    return rc;
}

/* The scripts and modules among the run's texts. */
static int read_scripts(struct hp_store *store, struct hp_evidence *e, struct hp_err *err)
{
    struct hp_content_row *rows = NULL;
    size_t count = 0;
    const int rc = hp_store_contents(store, e->run.run_id, e->arena, &rows, &count, err);
    if (rc != HP_OK)
        return rc;
    e->scripts = hp_arena_get(e->arena, (count + 1) * sizeof *e->scripts);
    for (size_t i = 0; i < count; i++) {
        const char *role = rows[i].source.role;
        if (strcmp(role, "script") == 0 || strcmp(role, "module") == 0)
            e->scripts[e->script_count++] = rows[i].source;
    }
    return HP_OK;
}

int hp_evidence_run(struct hp_store *store, const char *label, int64_t *run_id, struct hp_err *err)
{
    *run_id = 0;
    if (label == NULL)
        return HP_OK;
    struct hp_arena *arena = hp_arena_new();
    struct hp_run_row *runs = NULL;
    size_t count = 0;
    int rc = hp_store_runs(store, arena, &runs, &count, err);
    for (size_t i = 0; rc == HP_OK && *run_id == 0 && i < count; i++)
        if (strcmp(runs[i].label, label) == 0)
            *run_id = runs[i].run_id;
    if (rc == HP_OK && *run_id == 0)
        rc = hp_fail(err, HP_E_USAGE, "no run \"%s\" - %s%s", label,
                     count > 0 ? "the last is " : "there is none", count > 0 ? runs[0].label : "");
    hp_arena_free(arena);
    return rc;
}

int hp_evidence_read(struct hp_store *store, int64_t run_id, struct hp_evidence *out,
                     struct hp_err *err)
{
    memset(out, 0, sizeof *out);
    out->arena = hp_arena_new();
    int rc = hp_store_run(store, run_id, out->arena, &out->run, err);
    if (rc == HP_OK)
        rc = hp_store_cases(store, out->run.run_id, out->arena, &out->cases, &out->case_count, err);
    if (rc == HP_OK)
        rc = hp_store_machines(store, out->run.run_id, out->arena, &out->machines,
                               &out->machine_count, err);
    if (rc == HP_OK)
        rc = read_scripts(store, out, err);
    return rc;
}

int hp_evidence_judge_scripts(struct hp_evidence *e, struct hp_text *explain,
                              struct hp_problems *problems, struct hp_err *err)
{
    return hp_script_judge(e->scripts, e->script_count, e->cases, e->case_count, &e->claims,
                           explain, problems, err);
}

int hp_evidence_judge(struct hp_store *store, struct hp_evidence *e, struct hp_problems *problems,
                      struct hp_err *err)
{
    struct hp_published *rows = NULL;
    struct hp_defaults defaults = { 0 };
    size_t count = 0;
    int rc = hp_evidence_judge_scripts(e, NULL, problems, err);
    if (rc == HP_OK)
        rc = hp_store_published(store, e->arena, &rows, &count, err);
    if (rc == HP_OK)
        rc = hp_store_defaults(store, e->run.run_id, e->arena, &defaults, err);
    if (rc != HP_OK)
        return rc;
    const struct hp_published_run run = { .rows = rows,
                                          .row_count = count,
                                          .cases = e->cases,
                                          .case_count = e->case_count,
                                          .machines = e->machines,
                                          .machine_count = e->machine_count,
                                          .defaults = defaults };
    return hp_published_judge(&run, &e->published, err);
}

static struct hp_judged judged(const struct hp_verdict *x)
{
    return (struct hp_judged){ .script = x->script,
                               .line = x->line,
                               .claim = x->claim,
                               .verdict = hp_verdict_name(x->kind),
                               .decides = x->decides,
                               .machine = x->machine,
                               .threshold = x->threshold,
                               .expected = x->expected,
                               .here = x->here,
                               .message = x->message != NULL  ? x->message
                                          : x->reason != NULL ? x->reason
                                                              : "",
                               .n = x->n,
                               .heap = x->heap,
                               .metric = x->metric,
                               .unit = x->unit,
                               .has_value = x->n > 0,
                               .has_interval = x->has_interval,
                               .value = x->value,
                               .low = x->low,
                               .high = x->high };
}

int hp_evidence_keep(struct hp_store *store, const struct hp_evidence *e, struct hp_err *err)
{
    const size_t claims = e->claims.count, count = claims + e->published.count;
    struct hp_judged *rows = hp_arena_get(e->arena, (count + 1) * sizeof *rows);
    for (size_t i = 0; i < count; i++)
        rows[i] = judged(i < claims ? &e->claims.items[i] : &e->published.items[i - claims]);
    return hp_store_put_verdicts(store, e->run.run_id, rows, count, err);
}

uint32_t hp_evidence_flags(const struct hp_evidence *e)
{
    const struct hp_tally t = hp_evidence_tally(e);
    uint32_t flags = 0;
    if (e->script_count > 0)
        flags |= hp_exit_flags(&e->claims);
    else if (t.failed > 0 || t.missing > 0)
        flags |= UINT32_C(1) << HP_EXIT_CANNOT_TELL;
    if (e->published.counts[HP_BROKEN] > 0)
        flags |= hp_exit_flags(&e->published) & (UINT32_C(1) << HP_EXIT_BROKEN);
    if (t.complete + t.failed == 0)
        flags |= UINT32_C(1) << HP_EXIT_NOTHING;
    return flags;
}

static void clear_verdicts(struct hp_verdicts *v)
{
    hp_mem_free(v->items);
    hp_arena_free(v->arena);
    memset(v, 0, sizeof *v);
}

void hp_evidence_clear(struct hp_evidence *e)
{
    clear_verdicts(&e->claims);
    clear_verdicts(&e->published);
    hp_arena_free(e->arena);
    memset(e, 0, sizeof *e);
}

struct hp_tally hp_evidence_tally(const struct hp_evidence *e)
{
    struct hp_tally t = { 0 };
    for (size_t i = 0; i < e->case_count; i++) {
        const struct hp_case_row *row = &e->cases[i];
        if (row->c.skip != NULL) {
            t.skipped++;
            continue;
        }
        t.cases++;
        if (row->failure_count > 0)
            t.failed++;
        else if (row->done < row->wanted)
            t.missing++;
        else {
            t.complete++;
            t.reused += row->reused != NULL;
        }
    }
    return t;
}
