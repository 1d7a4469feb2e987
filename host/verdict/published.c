/* SPDX-License-Identifier: MIT
 * Answers: what did the published figures come to here? Pure; parent only. Everything made lives
 * in the arena of the verdicts.
 *
 *   published_match.c    which cases a row speaks of
 *   published_compare.c  what their values come to
 *   here                 which rows are judged on which machine and heap, and why others are not
 */
#include "verdict/published.h"

#include "base/err.h"
#include "verdict/published_compare.h"
#include "verdict/published_match.h"

#include <math.h>
#include <stdlib.h>

/* Heaps that follow .NET, of which the sources speak. A figure is never judged on another heap. */
static const struct {
    const char *plugin;
    bool times; /* what crossing a boundary costs is the same there as in .NET */
} dotnet_heaps[] = { { "gen", false }, { "dotnet", true } };

/* Names of the machines of the sources, for a run that has no profile of them. */
static const struct hp_param machine_titles[] = {
    { "ryzen-9-5950x", "AMD Ryzen 9 5950X" },
    { "core-i9-10900kf", "Intel Core i9-10900KF" },
    { "2x-xeon-silver-4314", "2 x Intel Xeon Silver 4314" },
    { "xeon-w-2255", "Intel Xeon W-2255" },
};

static const char no_case[] = "no case in this run";
static const char no_assertion[] = "a claim in words that no assertion states";
static const char no_metric[] = "its case in this run does not report it";
static const char no_times[] = "gen answers for counters; times rest on dotnet";

/* Options with which a heap counts what no source ran with: whatever it then gives says nothing about them. */
static const struct {
    const char *plugin, *option, *value, *reason;
} foreign_options[] = {
    { "gen", "stress", "true",
      "the heap collects at every allocation (stress), the source's did not" },
};

struct judging {
    const struct hp_published_run *run;
    struct hp_verdicts *out;
    const struct hp_case **groups; /* one case for each workload, machine, threshold and heap */
    size_t group_count, group_capacity;
    struct hp_matched matched, baseline; /* scratch */
};

static int heap_index(const char *plugin)
{
    for (size_t i = 0; i < sizeof dotnet_heaps / sizeof *dotnet_heaps; i++)
        if (strcmp(dotnet_heaps[i].plugin, plugin) == 0)
            return (int)i;
    return -1;
}

static const struct hp_machine_row *find_machine(const struct judging *j, const char *name)
{
    for (size_t i = 0; i < j->run->machine_count; i++)
        if (strcmp(j->run->machines[i].machine, name) == 0)
            return &j->run->machines[i];
    return NULL;
}

static const char *machine_title(const struct judging *j, const char *name)
{
    const struct hp_machine_row *m = find_machine(j, name);
    if (m != NULL)
        return m->title;
    for (size_t i = 0; i < sizeof machine_titles / sizeof *machine_titles; i++)
        if (strcmp(machine_titles[i].name, name) == 0)
            return machine_titles[i].text;
    return name;
}

static const char need_mark[] = " @ ";

static const char test_mark[] = ": test ";

/* The file of tests/ that shows a claim; NULL: none does. */
static const char *test_of(const struct hp_published *row)
{
    const char *mark = *row->kind == 'Q' ? strstr(row->answer, test_mark) : NULL;
    return mark != NULL ? mark + strlen(test_mark) : NULL;
}

/* The checks that state a claim of the source, by their texts; NULL: none is named. */
static const char *checks_of(const struct judging *j, const struct hp_published *row)
{
    const char *colon = strstr(row->answer, ": ");
    if (*row->kind != 'Q' || colon == NULL || test_of(row) != NULL)
        return NULL;
    const char *end = strstr(colon, need_mark);
    return end == NULL ? colon + 2
                       : hp_arena_copy_n(j->out->arena, colon + 2, (size_t)(end - colon - 2));
}

/* What must have run on a machine before the checks speak for the claim; NULL: nothing in particular. */
static const char *need_of(const struct hp_published *row)
{
    const char *mark = *row->kind == 'Q' ? strstr(row->answer, need_mark) : NULL;
    return mark != NULL ? mark + strlen(need_mark) : NULL;
}

static struct hp_verdict blank(const struct judging *j, const struct hp_published *row,
                               const char *machine, const char *heap)
{
    struct hp_verdict v = {
        .kind = HP_SKIPPED,
        .decides = *row->kind == 'D',
        .script = row->id,
        .figure = row,
        .claim = *row->title_en != '\0' ? row->title_en : row->id,
        .claim_ru = *row->title_ru != '\0' ? row->title_ru : NULL,
        .seed = row->quote_location,
        .machine = machine,
        .threshold = row->threshold,
        .heap = heap,
        .metric = row->metric,
        .unit = row->unit,
        .here = "",
        .value = NAN,
        .low = NAN,
        .high = NAN,
        .kind_of_check = row->kind,
        .answered_by = checks_of(j, row),
    };
    hp_published_expect(row, &v, j->out->arena);
    return v;
}

/* Why a row is not judged on any machine; NULL: it may be. */
static const char *never(const struct judging *j, const struct hp_published *row)
{
    if (*row->kind == 'Q' && hp_starts_with(row->text, "contradicts facts"))
        return "contradicts what real .NET does; not reproduced as printed";
    if (test_of(row) != NULL)
        return hp_arena_print(j->out->arena, "no case of a run shows it, a test does: %s",
                              test_of(row));
    if (*row->kind == 'Q' && checks_of(j, row) == NULL)
        return no_assertion;
    if (*row->kind == 'Q')
        return hp_arena_print(j->out->arena, "claim, judged by \"%s\"", checks_of(j, row));
    if (strcmp(row->tolerance, "none") == 0)
        return "context for other figures, not compared";
    if (strcmp(row->machine, "not-stated") == 0 && *row->kind != 'D')
        return "the source does not name its machine";
    if (*row->kind == 'M' && strcmp(row->tolerance, "ratio") == 0 && *row->baseline == '\0')
        return "an absolute time of another machine: other rows compare by it";
    return NULL;
}

/* Why no figure is compared on the heap of a case; NULL: they are. */
static const char *foreign_heap(const struct hp_case *c)
{
    for (size_t i = 0; i < sizeof foreign_options / sizeof *foreign_options; i++)
        for (size_t k = 0; k < c->option_count; k++)
            if (strcmp(c->plugin, foreign_options[i].plugin) == 0 &&
                strcmp(c->options[k].name, foreign_options[i].option) == 0 &&
                strcmp(c->options[k].text, foreign_options[i].value) == 0)
                return foreign_options[i].reason;
    return NULL;
}

/* Takes out the cases that count on a foreign heap. The reason when none is left for it; else NULL. */
static const char *drop_foreign(struct hp_matched *found)
{
    const char *reason = NULL;
    size_t kept = 0;
    for (size_t i = 0; i < found->count; i++) {
        const char *foreign = foreign_heap(&found->cases[i]->c);
        if (foreign == NULL)
            found->cases[kept++] = found->cases[i];
        else
            reason = foreign;
    }
    found->count = kept;
    return kept > 0 ? NULL : reason;
}

/* Why a row is not judged on one machine and heap, before any case is looked for; NULL: it is. */
static const char *not_there(const struct judging *j, const struct hp_published *row,
                             const struct hp_case *like)
{
    const bool time = hp_published_is_time(row);
    const struct hp_machine_row *m = find_machine(j, like->machine);
    if (strcmp(row->machine, "all") != 0 && strcmp(row->machine, "not-stated") != 0 &&
        strcmp(row->machine, like->machine) != 0)
        return hp_arena_print(j->out->arena, "speaks of %s", machine_title(j, row->machine));
    if (time && m != NULL && m->profile)
        return "a machine profile gives counters, not times";
    if (time && !dotnet_heaps[heap_index(like->plugin)].times)
        return no_times;
    if (strcmp(row->metric, "iterator_type") == 0 && strcmp(like->plugin, "dotnet") != 0)
        return "compared on dotnet only: a compiler made the name";
    return NULL;
}

/* Cases that are skipped, unfinished or without the metric give the reason; else NULL. */
static const char *not_measured(const struct judging *j, const struct hp_published *row,
                                const struct hp_matched *found)
{
    struct hp_arena *a = j->out->arena;
    for (size_t i = 0; i < found->count; i++) {
        const struct hp_case_row *c = found->cases[i];
        if (hp_published_has(row, c))
            continue;
        if (c->c.skip != NULL)
            return hp_arena_copy(a, c->c.skip);
        if (c->failure_count > 0)
            return hp_arena_print(a, "case %.4s %s: %s", c->c.identity, c->failures[0].outcome,
                                  c->failures[0].detail);
        if (c->done < c->wanted)
            return "its case was not run to its end";
        return no_metric;
    }
    return NULL;
}

static void name_cases(struct hp_verdict *v, const struct hp_matched *found, struct hp_arena *arena)
{
    enum { SHOWN = 8 };
    v->case_total = found->count;
    v->case_count = found->count < SHOWN ? found->count : SHOWN;
    v->case_ids = hp_arena_get(arena, (v->case_count + 1) * sizeof *v->case_ids);
    for (size_t i = 0; i < v->case_count; i++)
        v->case_ids[i] = found->cases[i]->c.identity;
}

/* One row on one machine and heap. */
static struct hp_verdict judge(struct judging *j, const struct hp_published *row,
                               const struct hp_case *like)
{
    struct hp_arena *a = j->out->arena;
    struct hp_verdict v = blank(j, row, like->machine, like->heap);
    v.reason = not_there(j, row, like);
    if (v.reason != NULL)
        return v;
    const struct hp_want want = hp_want_of(row, a);
    const bool exact = *row->kind == 'D';
    hp_want_find(&want, exact, like, j->run, &j->matched);
    const char *foreign = drop_foreign(&j->matched);
    const char *lacks = hp_want_lacks(&want, &j->matched, a);
    if (want.unmet != NULL)
        v.reason = want.unmet;
    else if (foreign != NULL)
        v.reason = foreign;
    else if (j->matched.count == 0)
        v.reason = no_case, v.lack = HP_LACKS_CASE;
    else if (lacks != NULL)
        v.reason = hp_arena_print(a, "no case in this run for %s", lacks);
    if (v.reason != NULL)
        return v;
    if (hp_published_needs_baseline(row)) {
        const struct hp_want base = hp_want_baseline(row, a);
        hp_want_find(&base, exact, like, j->run, &j->baseline);
        v.reason = drop_foreign(&j->baseline);
        if (v.reason != NULL)
            return v;
        if (base.unmet != NULL || j->baseline.count == 0) {
            v.reason = base.unmet != NULL ? base.unmet : "no case in this run to compare with";
            v.lack = base.unmet != NULL ? HP_LACKS_NOTHING : HP_LACKS_BASELINE;
            return v;
        }
    }
    name_cases(&v, &j->matched, a);
    /* What is there may break a claim already; it holds only when all is there. */
    hp_published_compare(row, j->run->rows, j->run->row_count, &j->matched, &j->baseline, &v, a);
    const char *missing = not_measured(j, row, &j->matched);
    if (missing == NULL && hp_published_needs_baseline(row))
        missing = not_measured(j, row, &j->baseline);
    if (missing != NULL && v.kind != HP_BROKEN) {
        v.kind = HP_SKIPPED;
        v.reason = missing;
        v.lack = missing == no_metric ? HP_LACKS_METRIC : HP_LACKS_NOTHING;
    }
    return v;
}

/* Gathers the first case of each distinct workload, machine, threshold setting and heap of .NET. */
static void find_groups(struct judging *j)
{
    for (size_t i = 0; i < j->run->case_count; i++) {
        const struct hp_case *c = &j->run->cases[i].c;
        bool seen = heap_index(c->plugin) < 0;
        for (size_t k = 0; k < j->group_count && !seen; k++) {
            const struct hp_case *o = j->groups[k];
            seen = strcmp(o->heap, c->heap) == 0 && strcmp(o->machine, c->machine) == 0 &&
                   strcmp(o->threshold, c->threshold) == 0 && strcmp(o->workload, c->workload) == 0;
        }
        if (!seen)
            HP_PUSH(j->groups, j->group_count, j->group_capacity) = c;
    }
}

static bool group_answers(const struct hp_case *group, const struct hp_published *row)
{
    return strcmp(group->workload, row->workload) == 0 &&
           strcmp(group->threshold, row->threshold) == 0;
}

/* A reason that holds for every heap of a machine is said once, without a heap. */
static void add(struct judging *j, const struct hp_verdict *v, size_t first)
{
    for (size_t i = first; v->kind == HP_SKIPPED && i < j->out->count; i++) {
        struct hp_verdict *o = &j->out->items[i];
        if (o->kind == HP_SKIPPED && strcmp(o->machine, v->machine) == 0 &&
            strcmp(o->reason, v->reason) == 0) {
            o->heap = "";
            return;
        }
    }
    hp_verdict_add(j->out, v);
}

static bool in_run(const struct judging *j, const char *workload)
{
    for (size_t i = 0; i < j->run->case_count; i++)
        if (strcmp(j->run->cases[i].c.workload, workload) == 0)
            return true;
    return false;
}

/* Claims that no measurement of ours can answer are the reader's to judge; they are not listed. */
static bool listed(const struct hp_published *row)
{
    return *row->kind != 'Q' || *row->answer != '\0';
}

/* Does the machine also have a heap whose times count? Then the others need not excuse
 * themselves. */
static bool has_timed_heap(const struct judging *j, const struct hp_published *row,
                           const char *machine)
{
    for (size_t i = 0; i < j->group_count; i++)
        if (group_answers(j->groups[i], row) && strcmp(j->groups[i]->machine, machine) == 0 &&
            dotnet_heaps[heap_index(j->groups[i]->plugin)].times)
            return true;
    return false;
}

/* A runtime, or a parameter that is a number; -1: the case has none of that name. */
static long number_in(const struct hp_case *c, const char *name)
{
    if (strcmp(name, "runtime") == 0)
        return c->runtime;
    for (size_t i = 0; i < c->param_count; i++)
        if (strcmp(c->params[i].name, name) == 0)
            return strtol(c->params[i].text, NULL, 10);
    return -1;
}

/* Has a case of the row's method or probe on the machine a result at a value from low to high? */
static bool ran(const struct judging *j, const struct hp_published *row, const char *machine,
                const char *name, long low, long high)
{
    const struct hp_want want = hp_want_of(row, j->out->arena);
    for (size_t i = 0; i < j->run->case_count; i++) {
        const struct hp_case_row *r = &j->run->cases[i];
        const long value = number_in(&r->c, name);
        if (r->done > 0 && r->c.probe == want.probe && strcmp(r->c.method, want.method) == 0 &&
            strcmp(r->c.machine, machine) == 0 && group_answers(&r->c, row) &&
            heap_index(r->c.plugin) >= 0 && value >= low && value <= high)
            return true;
    }
    return false;
}

/* Why the checks do not speak for a claim on the machine; NULL: they do. */
static const char *unmet_need(const struct judging *j, const struct hp_published *row,
                              const char *machine)
{
    static const char none[] = "no case on this machine for ";
    struct hp_arena *a = j->out->arena;
    const char *need = need_of(row);
    const size_t n = strcspn(need, "<=");
    const char *name = hp_arena_copy_n(a, need, n);
    if (need[n] == '<') {
        const long most = strtol(need + n + 2, NULL, 10);
        return ran(j, row, machine, name, 0, most)
                   ? NULL
                   : hp_arena_print(a, "%s%s up to %ld", none, name, most);
    }
    char *end = hp_arena_copy(a, need + n);
    while (*end == '=' || *end == ',') {
        const long value = strtol(end + 1, &end, 10);
        if (!ran(j, row, machine, name, value, value))
            return hp_arena_print(a, "%s%s %ld", none, name, value);
    }
    return NULL;
}

/* A claim that asks for certain cases is answered on each machine by itself. */
static void judge_by_machine(struct judging *j, const struct hp_published *row, const char *why)
{
    for (size_t i = 0; i < j->group_count; i++) {
        const char *machine = j->groups[i]->machine;
        bool seen = !group_answers(j->groups[i], row);
        for (size_t k = 0; k < i && !seen; k++)
            seen = group_answers(j->groups[k], row) && strcmp(j->groups[k]->machine, machine) == 0;
        if (seen)
            continue;
        struct hp_verdict v = blank(j, row, machine, "");
        const char *unmet = unmet_need(j, row, machine);
        v.reason = unmet != NULL ? unmet : why;
        v.answered_by = unmet != NULL ? NULL : v.answered_by;
        hp_verdict_add(j->out, &v);
    }
}

static void judge_row(struct judging *j, const struct hp_published *row)
{
    const size_t first = j->out->count;
    struct hp_verdict once = blank(j, row, "", "");
    once.reason = never(j, row);
    if (need_of(row) != NULL)
        judge_by_machine(j, row, once.reason);
    if (j->out->count > first)
        return;
    if (once.reason != NULL) {
        once.lack = once.reason == no_assertion ? HP_LACKS_ASSERTION : HP_LACKS_NOTHING;
        hp_verdict_add(j->out, &once);
        return;
    }
    for (size_t i = 0; i < j->group_count; i++) {
        if (!group_answers(j->groups[i], row))
            continue;
        const struct hp_verdict v = judge(j, row, j->groups[i]);
        /* A machine or heap that the run did not ask about the row is passed over, unless all
         * are. */
        if (v.reason != no_case && (v.reason != no_times || !has_timed_heap(j, row, v.machine)))
            add(j, &v, first);
    }
    if (j->out->count > first)
        return;
    once.reason = no_case;
    once.lack = HP_LACKS_CASE;
    hp_verdict_add(j->out, &once);
}

int hp_published_judge(const struct hp_published_run *run, struct hp_verdicts *out,
                       struct hp_err *err)
{
    struct judging j = { .run = run, .out = out };
    if (out->arena == NULL)
        out->arena = hp_arena_new();
    for (size_t i = 0; i < run->row_count; i++)
        if (strlen(run->rows[i].kind) != 1 || strchr("DRMQ", *run->rows[i].kind) == NULL)
            return hp_fail(err, HP_E_STORE, "published figure %s: kind \"%s\" is none of D R M Q",
                           run->rows[i].id, run->rows[i].kind);
    find_groups(&j);
    for (size_t i = 0; i < run->row_count; i++)
        if (listed(&run->rows[i]) && in_run(&j, run->rows[i].workload))
            judge_row(&j, &run->rows[i]);
    hp_mem_free(j.groups);
    hp_mem_free(j.matched.cases);
    hp_mem_free(j.baseline.cases);
    return HP_OK;
}
