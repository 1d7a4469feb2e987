/* SPDX-License-Identifier: MIT
 * From the findings about a group of cases to its one verdict: the worst finding decides, and it is shown
 * with its case, its values and what was wanted. Judge child; strings live in the world's arena.
 */
#include "script/evaluate.h"
#include "verdict/resolution.h"

#include <math.h>

enum { SHOWN_MAX = 5, CASE_IDS_MAX = 8 };

/* Broken before undecided before held; skipped counts only when nothing else is there. */
static enum hp_verdict_kind worst_of(const struct script_finding *first)
{
    enum hp_verdict_kind worst = HP_SKIPPED;
    for (const struct script_finding *f = first; f != NULL; f = f->next) {
        if (f->kind == HP_BROKEN)
            return HP_BROKEN;
        if (f->kind == HP_CANNOT_TELL || (f->kind == HP_HOLDS && worst == HP_SKIPPED))
            worst = f->kind;
    }
    return worst;
}

static const struct script_finding *first_of(const struct script_finding *first,
                                             enum hp_verdict_kind kind)
{
    while (first != NULL && first->kind != kind)
        first = first->next;
    return first;
}

/* The sentences of the findings that decided. */
static const char *put_message(struct hp_arena *arena, const struct script_finding *first,
                               enum hp_verdict_kind kind)
{
    struct hp_text out = { 0 };
    size_t shown = 0, left = 0;
    for (const struct script_finding *f = first; f != NULL; f = f->next) {
        if (f->kind != kind)
            continue;
        if (shown++ >= SHOWN_MAX) {
            left++;
            continue;
        }
        hp_text_print(&out, "%s%s", shown > 1 ? "\n" : "", f->text);
        hp_text_put(&out, hp_straddle_words(arena, f->more));
    }
    if (left > 0)
        hp_text_print(&out, "\nand %zu more", left);
    const char *kept = hp_arena_copy(arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

/* Distinct short texts of the findings, joined; a long list becomes first ... last. */
static const char *join(struct hp_arena *arena, const struct script_finding *first,
                        const char *(*get)(const struct script_finding *))
{
    const char *seen[SHOWN_MAX], *last = "";
    size_t count = 0;
    for (const struct script_finding *f = first; f != NULL; f = f->next) {
        const char *text = get(f);
        bool known = *text == '\0';
        for (size_t i = 0; i < count && i < SHOWN_MAX && !known; i++)
            known = strcmp(seen[i], text) == 0;
        if (known)
            continue;
        if (count < SHOWN_MAX)
            seen[count] = text;
        last = text;
        count++;
    }
    const char *out = count > 0 ? seen[0] : "";
    if (count > SHOWN_MAX)
        return hp_arena_print(arena, "%s ... %s", out, last);
    for (size_t i = 1; i < count; i++)
        out = hp_arena_print(arena, "%s; %s", out, seen[i]);
    return out;
}

static const char *expected_words(const struct script_finding *f)
{
    return f->expected;
}

static const char *here_words(const struct script_finding *f)
{
    return f->here;
}

/* What the check expects when a finding cannot say it: every want with its metric. */
static const char *wanted(struct hp_arena *arena, const struct script_check *check)
{
    const char *out = "";
    for (size_t i = 0; i < check->want_count; i++) {
        const struct script_want *w = &check->wants[i];
        const char *words = script_want_words(arena, w);
        if (check->want_count == 1)
            return words;
        out = hp_arena_print(arena, "%s%s%s %s", out, i > 0 ? "; " : "", w->metric->name, words);
    }
    if (check->form == SCRIPT_RATIO)
        return script_bounds_words(arena, &check->bounds);
    if (check->form == SCRIPT_BOUNDARY)
        return hp_arena_print(arena, "%s | %s", check->below, check->above);
    return out;
}

/* With several metrics each value carries its metric's name. */
static const char *measured(struct hp_arena *arena, const struct script_check *check,
                            const struct script_finding *first)
{
    if (check->want_count < 2)
        return join(arena, first, here_words);
    const char *out = "";
    for (size_t i = 0; i < check->want_count; i++)
        for (const struct script_finding *f = first; f != NULL; f = f->next)
            if (f->metric == check->wants[i].metric) {
                out = hp_arena_print(arena, "%s%s%s %s", out, i > 0 ? "; " : "", f->metric->name,
                                     f->here);
                break;
            }
    return out;
}

/* Metric and unit when all findings speak of one. */
static void put_metric(struct hp_verdict *v, const struct script_check *check,
                       const struct script_finding *first)
{
    const struct hp_metric *metric = first != NULL ? first->metric : check->metric;
    if (first == NULL && check->want_count == 1)
        metric = check->wants[0].metric;
    for (const struct script_finding *f = first; f != NULL; f = f->next)
        if (f->metric != metric)
            metric = NULL;
    v->metric = metric != NULL ? metric->name : "";
    v->unit = metric == NULL ? "" : check->form == SCRIPT_RATIO ? "ratio" : metric->unit;
}

/* "" where the cases differ: the verdict then speaks of several. */
static void put_group(struct hp_verdict *v, const struct script_finding *first)
{
    for (const struct script_finding *f = first; f != NULL; f = f->next)
        for (size_t i = 0; i < 2 && f->cases[i] != NULL; i++) {
            const struct hp_case *c = &f->cases[i]->c;
            v->machine = strcmp(v->machine, c->machine) == 0 ? v->machine : "";
            v->threshold = strcmp(v->threshold, c->threshold) == 0 ? v->threshold : "";
            v->heap = strcmp(v->heap, c->heap) == 0 ? v->heap : "";
        }
}

static void put_cases(struct hp_verdict *v, struct script_world *world,
                      const struct script_rows *rows, const struct script_finding *first)
{
    bool *used = hp_arena_get(world->arena, world->bench.count + 1);
    v->case_ids = hp_arena_get(world->arena, CASE_IDS_MAX * sizeof *v->case_ids);
    for (const struct script_finding *f = first; f != NULL; f = f->next)
        for (size_t i = 0; i < 2 && f->cases[i] != NULL; i++)
            used[f->cases[i] - world->bench.rows] = true;
    for (size_t i = 0; i < rows->count; i++)
        used[rows->items[i] - world->bench.rows] = true;
    for (size_t i = 0; i < world->bench.count; i++) {
        if (!used[i])
            continue;
        if (v->case_count < CASE_IDS_MAX)
            v->case_ids[v->case_count++] = world->bench.rows[i].c.identity;
        v->case_total++;
    }
}

static void put_numbers(struct hp_verdict *v, const struct script_finding *shown)
{
    v->value = v->low = v->high = (double)NAN;
    v->want_low = v->want_high = (double)NAN;
    if (shown == NULL)
        return;
    v->want_low = shown->want_low;
    v->want_high = shown->want_high;
    v->below = shown->below;
    v->above = shown->above;
    if (shown->has_number) {
        v->has_interval = shown->has_interval;
        v->value = shown->value;
        v->low = shown->low;
        v->high = shown->high;
    }
}

/* The check's own lines; the cases that it means as values, whatever names the script has for them. */
static const char *source_of(struct hp_arena *arena, const struct script_check *check)
{
    const struct script_span *span = &check->span;
    if (span->source == NULL)
        return "";
    const char *lines = script_lines(arena, span->source, span->at.line, span->last);
    return check->where.count == 0 ? lines
                                   : script_with_value(arena, lines, "where",
                                                       script_filter_table(arena, &check->where));
}

/* What every verdict of a check has. */
static struct hp_verdict about(struct script_world *world, const struct script_check *check)
{
    struct hp_verdict v = { .decides = check->decides };
    v.script = check->span.at.file;
    v.line = check->span.at.line;
    v.claim = check->claim;
    v.claim_ru = check->claim_ru;
    v.seed = check->seed;
    v.machine = v.threshold = v.heap = "";
    v.kind_of_check = script_form_names[check->form];
    v.over = check->over;
    v.source = source_of(world->arena, check);
    v.message = "";
    return v;
}

/* `known = "reason"`: a broken claim is a known deviation, a held one is flagged. */
static void apply_known(struct hp_verdict *v, const struct script_check *check)
{
    if (check->known == NULL)
        return;
    if (v->kind == HP_BROKEN)
        v->kind = HP_KNOWN;
    v->known_holds = v->kind == HP_HOLDS;
    if (v->kind == HP_KNOWN || v->known_holds)
        v->reason = check->known;
}

/* What --explain shows: the claim once, and under it every group with its cases and their values. The
 * verdict is the world's last. */
static void explain(struct script_world *world, const struct hp_verdict *v,
                    const struct script_finding *first)
{
    struct hp_text *out = &world->explained;
    if (!world->explaining)
        return;
    const size_t count = world->verdicts.count;
    const struct hp_verdict *before = count > 1 ? &world->verdicts.items[count - 2] : NULL;
    if (before == NULL || before->line != v->line || strcmp(before->script, v->script) != 0)
        hp_text_print(out, "%s:%d  %s\n", v->script, v->line, v->claim);
    hp_text_put(out, "    ");
    if (v->case_total > 0)
        hp_text_print(out, "%s %s %s: ", *v->heap != '\0' ? v->heap : "(several heaps)",
                      *v->machine != '\0' ? v->machine : "(several machines)",
                      *v->threshold != '\0' ? v->threshold : "(several thresholds)");
    hp_text_print(out, "%s, %zu case%s%s%s\n", hp_verdict_name(v->kind), v->case_total,
                  v->case_total == 1 ? "" : "s", *v->expected != '\0' ? ", want " : "",
                  v->expected);
    for (const struct script_finding *f = first; f != NULL; f = f->next) {
        hp_text_print(out, "        ");
        for (const char *c = f->text; *c != '\0'; c++)
            hp_text_put_n(out, *c == '\n' ? "\n          " : c, *c == '\n' ? 11 : 1);
        hp_text_put(out, "\n");
    }
}

void script_reduce(struct script_state *state, const struct script_check *check,
                   const struct script_rows *rows, const struct script_finding *findings)
{
    struct script_world *world = state->world;
    const struct hp_case *c = &rows->items[0]->c;
    struct hp_verdict v = about(world, check);
    v.kind = worst_of(findings);
    const struct script_finding *shown = first_of(findings, v.kind);
    v.machine = c->machine;
    v.threshold = c->threshold;
    v.heap = c->heap;
    put_group(&v, findings);
    put_metric(&v, check, findings);
    put_cases(&v, world, rows, findings);
    put_numbers(&v, shown);
    v.expected = check->form == SCRIPT_EACH ? join(world->arena, findings, expected_words)
                                            : wanted(world->arena, check);
    if ((check->form == SCRIPT_BOUNDARY || check->form == SCRIPT_CROSSOVER) &&
        *findings->expected != '\0')
        v.expected = findings->expected;
    v.here = v.kind == HP_HOLDS || check->want_count > 1 ? measured(world->arena, check, findings)
                                                         : shown->here;
    for (const struct script_finding *f = findings; f != NULL; f = f->next) {
        v.n += f->n;
        v.more = f->kind == HP_CANNOT_TELL && f->more > v.more ? f->more : v.more;
    }
    if (v.kind != HP_HOLDS && v.kind != HP_SKIPPED)
        v.message = put_message(world->arena, findings, v.kind);
    v.reason = v.kind == HP_SKIPPED || v.kind == HP_CANNOT_TELL ? shown->reason : NULL;
    apply_known(&v, check);
    hp_verdict_add(&world->verdicts, &v);
    explain(world, &v, findings);
}

void script_reduce_none(struct script_state *state, const struct script_check *check,
                        enum hp_verdict_kind kind, const char *why)
{
    struct script_world *world = state->world;
    struct hp_verdict v = about(world, check);
    v.kind = kind;
    put_metric(&v, check, NULL);
    put_numbers(&v, NULL);
    v.expected = wanted(world->arena, check);
    v.here = "no case";
    v.message = kind == HP_SKIPPED ? "" : why;
    v.reason = kind == HP_SKIPPED ? why : NULL;
    apply_known(&v, check);
    hp_verdict_add(&world->verdicts, &v);
    explain(world, &v, NULL);
    if (world->explaining)
        hp_text_print(&world->explained, "        %s\n", why);
}
