/* SPDX-License-Identifier: MIT
 * Answers: what does a person read when a run has ended? Data on stdout, worst first.
 */
#include "cmd/summary.h"

#include "base/units.h"
#include "cmd/cmd.h"
#include "cmd/digest.h"

#include <stdlib.h>

enum { LABEL_COLUMNS = 19, LIST_MAX = 12 };

static void put_label(struct hp_text *out, const char *label)
{
    hp_text_print(out, "  %-*s", LABEL_COLUMNS - 2, label);
}

/* The rows of one label: the first carries it; what is too much is counted. */
struct listing {
    struct hp_text *out;
    const char *label; /* NULL: rows bring their own beginning */
    size_t most, shown, left;
};

static struct listing listing(const struct hp_summary_of *s, struct hp_text *out, const char *label)
{
    return (struct listing){ .out = out, .label = label, .most = s->all ? SIZE_MAX : LIST_MAX };
}

/* May the next row be printed? Its label then is. */
static bool next_row(struct listing *l)
{
    if (l->shown == l->most) {
        l->left++;
        return false;
    }
    if (l->label != NULL)
        put_label(l->out, l->shown == 0 ? l->label : "");
    l->shown++;
    return true;
}

static void end_rows(const struct listing *l, const char *what)
{
    if (l->left == 0)
        return;
    if (l->label != NULL)
        put_label(l->out, "");
    else
        hp_text_put(l->out, "        ");
    hp_text_print(l->out, "and %zu more %s (heapproof show lists all)\n", l->left, what);
}

/* Counts of both kinds of verdict; the published figures have a line of their own, and those of them that
 * no case answers are "not compared", as the reports call them. */
static void put_counts(struct hp_text *out, const char *label, const struct hp_verdicts *v,
                       const char *skipped, bool colour)
{
    put_label(out, label);
    hp_text_print(out, "holds %zu   ", v->counts[HP_HOLDS]);
    colour = colour && v->counts[HP_BROKEN] > 0;
    hp_text_print(out, "%sbroken %zu%s", colour ? HP_COLOR_ALARM : "", v->counts[HP_BROKEN],
                  colour ? HP_COLOR_OFF : "");
    hp_text_print(out, "   cannot tell %zu   %s %zu   known deviation %zu\n",
                  v->counts[HP_CANNOT_TELL], skipped, v->counts[HP_SKIPPED], v->counts[HP_KNOWN]);
}

static void put_published(struct hp_text *out, const struct hp_verdicts *v, bool colour)
{
    put_counts(out, "published", v, "not compared", colour);
    put_label(out, "");
    const size_t made = v->count - v->counts[HP_SKIPPED], figures = hp_verdicts_compared(v);
    hp_text_print(out, "%zu comparison%s of %zu published figure%s\n", made, made == 1 ? "" : "s",
                  figures, figures == 1 ? "" : "s");
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
        hp_text_print(out, "%s%s %s %s: %s", any ? ", " : "        also ", y->machine, y->threshold,
                      y->heap, y->here);
        any = true;
    }
    if (any)
        hp_text_put(out, "\n");
}

/* Deciding claims that are broken or undecided, in full, broken ones first. */
static void put_problems(const struct hp_summary_of *s, const struct hp_verdicts *v,
                         struct hp_text *out)
{
    static const enum hp_verdict_kind kinds[] = { HP_BROKEN, HP_CANNOT_TELL };
    struct listing l = listing(s, out, NULL);
    for (size_t pass = 0; pass < sizeof kinds / sizeof kinds[0]; pass++) {
        for (size_t i = 0; i < v->count; i++) {
            if (v->items[i].kind != kinds[pass] || !v->items[i].decides || !first_of_claim(v, i) ||
                !next_row(&l))
                continue;
            hp_verdict_print(&v->items[i], out);
            put_others(out, v, i);
        }
    }
    end_rows(&l, "claims");
    if (l.shown > 0)
        hp_text_put(out, "\n");
}

/* Claims that are shown but never decide: a line each, for the machine that ran. */
static void put_shown(const struct hp_summary_of *s, const struct hp_verdicts *v,
                      struct hp_text *out)
{
    struct listing l = listing(s, out, "does not decide");
    for (size_t i = 0; i < v->count; i++) {
        const struct hp_verdict *x = &v->items[i];
        if (x->decides || (x->kind != HP_BROKEN && x->kind != HP_CANNOT_TELL) ||
            !first_of_claim(v, i) || !next_row(&l))
            continue;
        hp_text_print(out, "%s: %s here, %s expected%s%s\n", x->claim, x->here, x->expected,
                      x->reason != NULL ? " - " : "", x->reason != NULL ? x->reason : "");
    }
    end_rows(&l, "claims");
}

static void put_place(const struct hp_verdict *x, struct hp_text *out)
{
    hp_text_put(out, x->script);
    if (x->line > 0)
        hp_text_print(out, ":%d", x->line);
    hp_text_print(out, "  %s", x->claim);
}

/* Is the claim still broken on another machine or setting? */
static bool known_elsewhere(const struct hp_verdicts *v, const struct hp_verdict *x)
{
    for (size_t i = 0; i < v->count; i++)
        if (v->items[i].kind == HP_KNOWN && v->items[i].line == x->line &&
            strcmp(v->items[i].script, x->script) == 0)
            return true;
    return false;
}

/* Claims marked `known`: what is known about them; and those that need the mark no more. */
static void put_known(const struct hp_summary_of *s, const struct hp_verdicts *v,
                      struct hp_text *out)
{
    struct listing l = listing(s, out, "known deviation");
    for (size_t i = 0; i < v->count; i++) {
        const struct hp_verdict *x = &v->items[i];
        if (x->kind != HP_KNOWN || !first_of_claim(v, i) || !next_row(&l))
            continue;
        put_place(x, out);
        hp_text_print(out, ": %s here, %s expected - %s\n", x->here, x->expected,
                      x->reason != NULL ? x->reason : "");
    }
    end_rows(&l, "known deviations");
    l = listing(s, out, "holds now");
    for (size_t i = 0; i < v->count; i++) {
        const struct hp_verdict *x = &v->items[i];
        const bool elsewhere = x->known_holds && known_elsewhere(v, x);
        if (!x->known_holds || (!elsewhere && !first_of_claim(v, i)) || !next_row(&l))
            continue;
        put_place(x, out);
        if (elsewhere)
            hp_text_print(out, " on %s %s, but not everywhere - narrow its where\n", x->machine,
                          x->threshold);
        else
            hp_text_print(out, " - remove known = \"%s\"\n", x->reason != NULL ? x->reason : "");
    }
    end_rows(&l, "claims that hold now");
}

/* Why cases were skipped, each reason once with its count. */
static void put_skips(const struct hp_summary_of *s, const struct hp_digest *d, struct hp_text *out)
{
    struct listing l = listing(s, out, "skipped");
    for (size_t i = 0; i < d->skip_count; i++)
        if (next_row(&l))
            hp_text_print(out, "%zu case%s: %s\n", d->skips[i].count,
                          d->skips[i].count == 1 ? "" : "s", d->skips[i].why);
    end_rows(&l, "reasons");
}

/* Launches that ended otherwise than ok: the case and its sentence. */
static void put_failures(const struct hp_summary_of *s, struct hp_text *out)
{
    const struct hp_evidence *e = s->evidence;
    struct listing l = listing(s, out, "failed");
    for (size_t i = 0; i < e->case_count; i++) {
        const struct hp_case_row *row = &e->cases[i];
        if (row->failure_count == 0 || !next_row(&l))
            continue;
        hp_text_print(out, "%.4s ", row->c.identity);
        hp_case_print(&row->c, out);
        hp_text_print(out, ": %s - %s\n", row->failures[0].outcome, row->failures[0].detail);
    }
    end_rows(&l, "failed cases");
}

/* One line for each distinct boundary that was found: pair, where, threshold. */
static void put_boundaries(const struct hp_summary_of *s, const struct hp_verdicts *v,
                           struct hp_text *out)
{
    struct listing l = listing(s, out, "boundary");
    for (size_t i = 0; i < v->count; i++) {
        const struct hp_verdict *b = &v->items[i];
        if (!hp_digest_new_boundary(v, i) || !next_row(&l))
            continue;
        char below[HP_NUMBER_MAX], above[HP_NUMBER_MAX];
        hp_text_print(out, "%s %s | %s%s%s, threshold %s\n", b->over,
                      hp_print_count(below, strtoll(b->below, NULL, 10)),
                      hp_print_count(above, strtoll(b->above, NULL, 10)),
                      *b->heap != '\0' ? " on " : "", b->heap,
                      *b->threshold != '\0' ? b->threshold : "default");
    }
    end_rows(&l, "boundaries");
}

static bool has_png(const struct hp_summary_of *s)
{
    for (size_t i = 0; i < s->file_count; i++)
        if (hp_ends_with(s->files[i], ".png"))
            return true;
    return false;
}

static void put_report(const struct hp_summary_of *s, struct hp_text *out)
{
    if (s->pages == 0)
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
    hp_text_print(out, "%u page%s%s\n", s->pages, s->pages == 1 ? "" : "s",
                  !has_png(s)     ? ""
                  : s->pages == 1 ? ", also as PNG beside its PDF"
                                  : ", each also as PNG beside its PDF");
}

static void put_cases(const struct hp_summary_of *s, const struct hp_digest *d, struct hp_text *out)
{
    const struct hp_tally *t = &d->tally;
    put_label(out, "cases");
    hp_text_print(out, "%zu of %zu have results", t->complete, t->cases);
    if (t->reused > 0)
        hp_text_print(out, ", %zu of them from earlier runs", t->reused);
    if (t->failed > 0)
        hp_text_print(out, ", %zu failed", t->failed);
    hp_text_put(out, "\n");
    if (strcmp(s->evidence->run.state, "interrupted") == 0 && d->launches_done < d->launches) {
        put_label(out, "interrupted");
        hp_text_print(out, "%zu of %zu launches done; the same command finishes the rest\n",
                      d->launches_done, d->launches);
    }
}

void hp_summary_print(const struct hp_summary_of *s, struct hp_text *out)
{
    const struct hp_evidence *e = s->evidence;
    struct hp_digest d = hp_digest_of(e);
    put_problems(s, &e->claims, out);
    put_problems(s, &e->published, out);
    hp_text_print(out, "%s - this machine (%s)", e->run.title, e->run.host_title);
    char number[HP_NUMBER_MAX];
    if (s->wall_ns > 0)
        hp_text_print(out, ", %s", hp_print_time(number, (double)s->wall_ns));
    hp_text_put(out, "\n");
    put_cases(s, &d, out);
    put_skips(s, &d, out);
    put_failures(s, out);
    put_counts(out, "assertions", &e->claims, "skipped", s->colour);
    if (e->published.count > 0)
        put_published(out, &e->published, s->colour);
    put_known(s, &e->claims, out);
    put_known(s, &e->published, out);
    put_shown(s, &e->claims, out);
    put_shown(s, &e->published, out);
    put_boundaries(s, &e->claims, out);
    put_report(s, out);
    put_label(out, "database");
    hp_text_print(out, "%s   run %s\n", s->database, e->run.label);
    if (s->again != NULL) {
        put_label(out, "again");
        hp_digest_again(s->again, d.launches_done == d.launches, out);
        hp_text_put(out, "\n");
    }
    hp_digest_clear(&d);
}
