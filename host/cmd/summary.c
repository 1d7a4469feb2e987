/* SPDX-License-Identifier: MIT
 * Answers: what does a person read when a run has ended? Data on stdout, worst first.
 */
#include "cmd/summary.h"

#include "base/json.h"
#include "base/units.h"

#include <stdlib.h>

enum { LABEL_COLUMNS = 19, LIST_MAX = 12 };

static void put_label(struct hp_text *out, const char *label)
{
    hp_text_print(out, "  %-*s", LABEL_COLUMNS - 2, label);
}

static void put_coloured(struct hp_text *out, bool colour, const char *code, const char *text)
{
    if (colour)
        hp_text_print(out, "\033[%sm%s\033[0m", code, text);
    else
        hp_text_put(out, text);
}

/* Counts of both kinds of verdict; the published figures have a line of their own. */
static void put_counts(struct hp_text *out, const char *label, const struct hp_verdicts *v,
                       bool colour)
{
    put_label(out, label);
    hp_text_print(out, "holds %zu   ", v->counts[HP_HOLDS]);
    char broken[48];
    (void)snprintf(broken, sizeof broken, "broken %zu", v->counts[HP_BROKEN]);
    put_coloured(out, colour && v->counts[HP_BROKEN] > 0, "1;31", broken);
    hp_text_print(out, "   cannot tell %zu   skipped %zu   known deviation %zu\n",
                  v->counts[HP_CANNOT_TELL], v->counts[HP_SKIPPED], v->counts[HP_KNOWN]);
}

/* Is it the first of its claim? A claim that is broken alike on several machines is told once. */
static bool first_of_claim(const struct hp_verdicts *v, size_t at)
{
    const struct hp_verdict *x = &v->items[at];
    for (size_t i = 0; i < at; i++)
        if (v->items[i].kind == x->kind && v->items[i].line == x->line &&
            strcmp(v->items[i].script, x->script) == 0)
            return false;
    return true;
}

/* The other machines and settings on which the same claim came out the same way. */
static void put_others(struct hp_text *out, const struct hp_verdicts *v, size_t at)
{
    const struct hp_verdict *x = &v->items[at];
    bool any = false;
    for (size_t i = at + 1; i < v->count; i++) {
        const struct hp_verdict *y = &v->items[i];
        if (y->kind != x->kind || y->line != x->line || strcmp(y->script, x->script) != 0)
            continue;
        hp_text_print(out, any ? ", %s %s: %s" : "        also %s %s: %s", y->machine, y->threshold,
                      y->here);
        any = true;
    }
    if (any)
        hp_text_put(out, "\n");
}

/* Deciding claims that are broken or undecided, in full, broken ones first. */
static void put_problems(struct hp_text *out, const struct hp_verdicts *v)
{
    static const enum hp_verdict_kind kinds[] = { HP_BROKEN, HP_CANNOT_TELL };
    size_t shown = 0, left = 0;
    for (size_t pass = 0; pass < sizeof kinds / sizeof kinds[0]; pass++) {
        for (size_t i = 0; i < v->count; i++) {
            if (v->items[i].kind != kinds[pass] || !v->items[i].decides || !first_of_claim(v, i))
                continue;
            if (shown++ >= LIST_MAX) {
                left++;
                continue;
            }
            hp_verdict_print(&v->items[i], out);
            put_others(out, v, i);
        }
    }
    if (left > 0)
        hp_text_print(out, "        and %zu more claims (heapproof show lists all)\n", left);
    if (shown > 0)
        hp_text_put(out, "\n");
}

/* Claims that are shown but never decide: a line each, for the machine that ran. */
static void put_shown(struct hp_text *out, const struct hp_verdicts *v)
{
    size_t shown = 0;
    for (size_t i = 0; i < v->count; i++) {
        const struct hp_verdict *x = &v->items[i];
        if (x->decides || (x->kind != HP_BROKEN && x->kind != HP_CANNOT_TELL) ||
            !first_of_claim(v, i) || shown++ >= LIST_MAX)
            continue;
        put_label(out, shown == 1 ? "does not decide" : "");
        hp_text_print(out, "%s: %s here, %s expected%s%s\n", x->claim, x->here, x->expected,
                      x->reason != NULL ? " - " : "", x->reason != NULL ? x->reason : "");
    }
}

/* Why cases were skipped, each reason once with its count. */
static void put_skips(struct hp_text *out, const struct hp_evidence *e)
{
    const char *seen[LIST_MAX];
    size_t counts[LIST_MAX], reasons = 0;
    for (size_t i = 0; i < e->case_count; i++) {
        const char *why = e->cases[i].c.skip;
        if (why == NULL)
            continue;
        size_t at = 0;
        while (at < reasons && strcmp(seen[at], why) != 0)
            at++;
        if (at == LIST_MAX)
            continue;
        if (at == reasons) {
            seen[reasons] = why;
            counts[reasons++] = 0;
        }
        counts[at]++;
    }
    for (size_t i = 0; i < reasons; i++) {
        put_label(out, i == 0 ? "skipped" : "");
        hp_text_print(out, "%zu cases: %s\n", counts[i], seen[i]);
    }
}

/* Launches that ended otherwise than ok: the case and its sentence. */
static void put_failures(struct hp_text *out, const struct hp_evidence *e)
{
    size_t shown = 0;
    for (size_t i = 0; i < e->case_count; i++) {
        const struct hp_case_row *row = &e->cases[i];
        if (row->failure_count == 0 || shown++ >= LIST_MAX)
            continue;
        put_label(out, shown == 1 ? "failed" : "");
        hp_text_print(out, "%.4s ", row->c.identity);
        hp_case_print(&row->c, out);
        hp_text_print(out, ": %s - %s\n", row->failures[0].outcome, row->failures[0].detail);
    }
    if (shown > LIST_MAX) {
        put_label(out, "");
        hp_text_print(out, "and %zu more (heapproof show lists all)\n", shown - LIST_MAX);
    }
}

/* One line for each distinct boundary that was found: pair, where, threshold. */
static void put_boundaries(struct hp_text *out, const struct hp_verdicts *v)
{
    struct hp_text line = { 0 }, seen = { 0 };
    bool first = true;
    for (size_t i = 0; i < v->count; i++) {
        const struct hp_verdict *b = &v->items[i];
        if (b->over == NULL || b->below == NULL || b->above == NULL)
            continue;
        hp_text_reset(&line);
        char below[HP_NUMBER_MAX], above[HP_NUMBER_MAX];
        hp_text_print(&line, "%s %s | %s%s%s, threshold %s\n", b->over,
                      hp_print_count(below, strtoll(b->below, NULL, 10)),
                      hp_print_count(above, strtoll(b->above, NULL, 10)),
                      *b->heap != '\0' ? " on " : "", b->heap,
                      *b->threshold != '\0' ? b->threshold : "default");
        if (strstr(hp_text_str(&seen), hp_text_str(&line)) != NULL)
            continue;
        hp_text_put(&seen, hp_text_str(&line));
        put_label(out, first ? "boundary" : "");
        hp_text_put(out, hp_text_str(&line));
        first = false;
    }
    hp_text_clear(&line);
    hp_text_clear(&seen);
}

static void put_report(const struct hp_summary_of *s, struct hp_text *out)
{
    if (s->report_folder == NULL)
        return;
    bool first = true;
    for (size_t i = 0; i < s->file_count; i++) {
        if (!hp_ends_with(s->files[i], ".pdf"))
            continue;
        put_label(out, first ? "report" : "");
        hp_text_print(out, "%s/%s\n", s->report_folder, s->files[i]);
        first = false;
    }
    put_label(out, "");
    hp_text_print(out, "%u pages, each also as PNG beside its PDF\n", s->pages);
}

void hp_summary_print(const struct hp_summary_of *s, struct hp_text *out)
{
    const struct hp_evidence *e = s->evidence;
    const struct hp_tally t = hp_evidence_tally(e);
    put_problems(out, &e->claims);
    put_problems(out, &e->published);
    hp_text_print(out, "%s - this machine (%s)", e->run.title, e->run.host_title);
    char number[HP_NUMBER_MAX];
    if (s->wall_ns > 0)
        hp_text_print(out, ", %s", hp_print_time(number, (double)s->wall_ns));
    hp_text_put(out, "\n");
    put_label(out, "cases");
    hp_text_print(out, "%zu of %zu have their results", t.complete, t.cases);
    if (t.reused > 0)
        hp_text_print(out, ", %zu of them from earlier runs", t.reused);
    if (t.failed > 0)
        hp_text_print(out, ", %zu failed", t.failed);
    hp_text_put(out, "\n");
    put_skips(out, e);
    put_failures(out, e);
    put_counts(out, "assertions", &e->claims, s->colour);
    put_counts(out, "published", &e->published, s->colour);
    put_shown(out, &e->claims);
    put_shown(out, &e->published);
    put_boundaries(out, &e->claims);
    put_report(s, out);
    put_label(out, "database");
    hp_text_print(out, "%s   run %s\n", s->database, e->run.label);
    if (s->again != NULL) {
        put_label(out, "again");
        hp_text_print(out, "%s\n", s->again);
    }
}

static void json_verdicts(struct hp_json *j, const char *key, const struct hp_verdicts *v)
{
    hp_json_object(j, key);
    for (int k = 0; k < HP_VERDICTS; k++)
        hp_json_int(j, hp_verdict_name((enum hp_verdict_kind)k), (int64_t)v->counts[k]);
    hp_json_array(j, "verdicts");
    for (size_t i = 0; i < v->count; i++) {
        const struct hp_verdict *x = &v->items[i];
        hp_json_object(j, NULL);
        hp_json_text(j, "verdict", hp_verdict_name(x->kind));
        hp_json_text(j, "claim", x->claim);
        hp_json_text(j, "script", x->script);
        hp_json_int(j, "line", x->line);
        hp_json_bool(j, "decides", x->decides);
        hp_json_text(j, "machine", x->machine);
        hp_json_text(j, "threshold", x->threshold);
        hp_json_text(j, "heap", x->heap);
        hp_json_text(j, "metric", x->metric);
        hp_json_text(j, "unit", x->unit);
        hp_json_text(j, "expected", x->expected);
        hp_json_text(j, "here", x->here);
        hp_json_int(j, "n", (int64_t)x->n);
        hp_json_text(j, "reason", x->reason);
        hp_json_text(j, "message", x->message);
        hp_json_end(j, '}');
    }
    hp_json_end(j, ']');
    hp_json_end(j, '}');
}

void hp_summary_json(const struct hp_summary_of *s, uint32_t exit_code, struct hp_text *out)
{
    const struct hp_evidence *e = s->evidence;
    const struct hp_tally t = hp_evidence_tally(e);
    struct hp_json j = { .out = out };
    hp_json_object(&j, NULL);
    hp_json_text(&j, "schema", "heapproof-run-1");
    hp_json_text(&j, "run", e->run.label);
    hp_json_text(&j, "name", e->run.name);
    hp_json_text(&j, "title", e->run.title);
    hp_json_text(&j, "state", e->run.state);
    hp_json_text(&j, "database", s->database);
    hp_json_int(&j, "exit_code", exit_code);
    hp_json_object(&j, "cases");
    hp_json_int(&j, "planned", (int64_t)t.cases);
    hp_json_int(&j, "complete", (int64_t)t.complete);
    hp_json_int(&j, "missing", (int64_t)t.missing);
    hp_json_int(&j, "failed", (int64_t)t.failed);
    hp_json_int(&j, "skipped", (int64_t)t.skipped);
    hp_json_int(&j, "reused", (int64_t)t.reused);
    hp_json_end(&j, '}');
    json_verdicts(&j, "assertions", &e->claims);
    json_verdicts(&j, "published", &e->published);
    hp_json_array(&j, "files");
    for (size_t i = 0; s->report_folder != NULL && i < s->file_count; i++) {
        struct hp_text path = { 0 };
        hp_text_print(&path, "%s/%s", s->report_folder, s->files[i]);
        hp_json_text(&j, NULL, hp_text_str(&path));
        hp_text_clear(&path);
    }
    hp_json_end(&j, ']');
    hp_json_end(&j, '}');
    hp_text_put(out, "\n");
}
