/* SPDX-License-Identifier: MIT
 * Answers: what does a program read when a run has ended? The facts of summary.c as one JSON object.
 */
#include "cmd/summary.h"

#include "base/json.h"
#include "cmd/digest.h"

#include <stddef.h>
#include <stdlib.h>

#define FIELD(key, kind, type, member)                                                             \
    {                                                                                              \
        key, HP_JSON_##kind, offsetof(struct type, member)                                         \
    }
static const struct hp_json_field verdict_fields[] = {
    FIELD("claim", TEXT, hp_verdict, claim),
    FIELD("decides", FLAG, hp_verdict, decides),
    FIELD("known_holds", FLAG, hp_verdict, known_holds),
    FIELD("machine", TEXT, hp_verdict, machine),
    FIELD("threshold", TEXT, hp_verdict, threshold),
    FIELD("heap", TEXT, hp_verdict, heap),
    FIELD("metric", TEXT, hp_verdict, metric),
    FIELD("unit", TEXT, hp_verdict, unit),
    FIELD("expected", TEXT, hp_verdict, expected),
    FIELD("here", TEXT, hp_verdict, here),
    FIELD("n", SIZE, hp_verdict, n),
    FIELD("reason", TEXT, hp_verdict, reason),
    FIELD("message", TEXT, hp_verdict, message),
    { .key = NULL },
};
static const struct hp_json_field case_fields[] = {
    FIELD("planned", SIZE, hp_digest, tally.cases),
    FIELD("complete", SIZE, hp_digest, tally.complete),
    FIELD("missing", SIZE, hp_digest, tally.missing),
    FIELD("failed", SIZE, hp_digest, tally.failed),
    FIELD("skipped", SIZE, hp_digest, tally.skipped),
    FIELD("reused", SIZE, hp_digest, tally.reused),
    FIELD("launches", SIZE, hp_digest, launches),
    FIELD("launches_done", SIZE, hp_digest, launches_done),
    { .key = NULL },
};

/* `id`: published figures are known by their id, claims by script and line. */
static void put_verdict(struct hp_json *j, const struct hp_verdict *x, bool id)
{
    hp_json_object(j, NULL);
    hp_json_text(j, "verdict", hp_verdict_name(x->kind));
    hp_json_text(j, id ? "id" : "script", x->script);
    if (!id)
        hp_json_int(j, "line", x->line);
    hp_json_fields(j, verdict_fields, x);
    hp_json_end(j, '}');
}

static void put_verdicts(struct hp_json *j, const char *key, const struct hp_verdicts *v, bool id)
{
    hp_json_object(j, key);
    for (int k = 0; k < HP_VERDICTS; k++)
        hp_json_int(j, hp_verdict_name((enum hp_verdict_kind)k), (int64_t)v->counts[k]);
    hp_json_array(j, "verdicts");
    for (size_t i = 0; i < v->count; i++)
        put_verdict(j, &v->items[i], id);
    hp_json_end(j, ']');
    hp_json_end(j, '}');
}

static void put_cases(struct hp_json *j, const struct hp_digest *d)
{
    hp_json_object(j, "cases");
    hp_json_fields(j, case_fields, d);
    hp_json_end(j, '}');
    hp_json_array(j, "skips");
    for (size_t i = 0; i < d->skip_count; i++) {
        hp_json_object(j, NULL);
        hp_json_text(j, "reason", d->skips[i].why);
        hp_json_int(j, "count", (int64_t)d->skips[i].count);
        hp_json_end(j, '}');
    }
    hp_json_end(j, ']');
}

static void put_failures(struct hp_json *j, const struct hp_evidence *e)
{
    hp_json_array(j, "failures");
    for (size_t i = 0; i < e->case_count; i++) {
        const struct hp_case_row *row = &e->cases[i];
        struct hp_text words = { 0 };
        hp_case_print(&row->c, &words);
        for (size_t k = 0; k < row->failure_count; k++) {
            hp_json_object(j, NULL);
            hp_json_text(j, "id", row->c.identity);
            hp_json_text(j, "case", hp_text_str(&words));
            hp_json_text(j, "outcome", row->failures[k].outcome);
            hp_json_text(j, "sentence", row->failures[k].detail);
            hp_json_end(j, '}');
        }
        hp_text_clear(&words);
    }
    hp_json_end(j, ']');
}

static void put_boundaries(struct hp_json *j, const struct hp_verdicts *v)
{
    hp_json_array(j, "boundaries");
    for (size_t i = 0; i < v->count; i++) {
        const struct hp_verdict *b = &v->items[i];
        if (!hp_digest_new_boundary(v, i))
            continue;
        hp_json_object(j, NULL);
        hp_json_text(j, "over", b->over);
        hp_json_int(j, "below", strtoll(b->below, NULL, 10));
        hp_json_int(j, "above", strtoll(b->above, NULL, 10));
        hp_json_text(j, "heap", b->heap);
        hp_json_text(j, "threshold", b->threshold);
        hp_json_end(j, '}');
    }
    hp_json_end(j, ']');
}

void hp_summary_files(struct hp_json *j, const char *folder, const char *const *files, size_t count)
{
    hp_json_array(j, "files");
    for (size_t i = 0; folder != NULL && i < count; i++) {
        struct hp_text path = { 0 };
        hp_text_print(&path, "%s/%s", folder, files[i]);
        hp_json_text(j, NULL, hp_text_str(&path));
        hp_text_clear(&path);
    }
    hp_json_end(j, ']');
}

void hp_summary_json(const struct hp_summary_of *s, uint32_t exit_code, struct hp_text *out)
{
    const struct hp_evidence *e = s->evidence;
    struct hp_digest d = hp_digest_of(e);
    struct hp_text again = { 0 };
    struct hp_json j = { .out = out };
    if (s->again != NULL)
        hp_digest_again(s->again, d.launches_done == d.launches, &again);
    hp_json_object(&j, NULL);
    hp_json_text(&j, "schema", "heapproof-run-1");
    hp_json_text(&j, "run", e->run.label);
    hp_json_text(&j, "name", e->run.name);
    hp_json_text(&j, "title", e->run.title);
    hp_json_text(&j, "host", e->run.host_title);
    hp_json_text(&j, "state", e->run.state);
    hp_json_text(&j, "database", s->database);
    hp_json_int(&j, "exit_code", exit_code);
    if (s->wall_ns > 0)
        hp_json_int(&j, "wall_ns", (int64_t)s->wall_ns);
    else
        hp_json_text(&j, "wall_ns", NULL);
    put_cases(&j, &d);
    put_failures(&j, e);
    put_verdicts(&j, "assertions", &e->claims, false);
    put_verdicts(&j, "published", &e->published, true);
    put_boundaries(&j, &e->claims);
    hp_summary_files(&j, s->report_folder, s->files, s->file_count);
    hp_json_int(&j, "pages", s->pages);
    hp_json_text(&j, "again", s->again != NULL ? hp_text_str(&again) : NULL);
    hp_json_end(&j, '}');
    hp_text_put(out, "\n");
    hp_text_clear(&again);
    hp_digest_clear(&d);
}
