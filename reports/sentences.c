/* SPDX-License-Identifier: MIT
 * What came out, in one sentence? Parent process. Made by rules from counters and intervals, never from a
 * template of expected results: a heap that answers for counters gives no sentence about time.
 */
#include "reports/pages/pages.h"

#include <math.h>
#include <string.h>

static const char *element_word(const struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    return hp_words_value(doc->fmt.language,
                          sheet->main_first != NULL ? sheet->main_first->element : "");
}

static void put_time(const struct hp_doc *doc, const struct hp_m_sheet *sheet, struct hp_text *out)
{
    const struct hp_m_series *s = sheet->main;
    const struct hp_interval r =
        hp_model_time_ratio(&s->points[s->below + 1], &s->points[s->below]);
    if (s->counters_only || isnan(r.value))
        return;
    const int decimals = hp_num_decimals(r.low, r.high);
    const char *interval = hp_num_interval(&doc->fmt, r.low, r.high, decimals);
    const char *value = hp_arena_print(doc->arena, "%s" HP_NBSP "%s",
                                       hp_num_fixed(&doc->fmt, r.value, decimals), interval);
    const struct hp_m_resolved may_be =
        hp_model_resolved(&s->points[s->below + 1], &s->points[s->below]);
    const char *ratio = hp_arena_print(doc->arena, "%s" HP_NBSP "%s",
                                       hp_num_ratio(&doc->fmt, r.value, decimals), interval);
    if (may_be.ratio.low > 1)
        hp_text_put(out, hp_say(doc, HP_W_AND_SLOWER, value));
    else if (may_be.ratio.high < 1)
        hp_text_put(out, hp_say(doc, HP_W_AND_FASTER, value));
    else if (may_be.within)
        hp_text_put(
            out, hp_say(doc, HP_W_AND_WITHIN, ratio, hp_resolution_text(doc, may_be.resolution)));
    else
        hp_text_put(out, hp_say(doc, HP_W_AND_LEVEL, ratio));
}

static bool no_gen2(const struct hp_m_point *p)
{
    return p != NULL && p->gen2.present && p->gen2.high <= 0;
}

/* Does the pair of `sheet` cost nothing on `other`, and is time level there as well? */
static bool pair_gone(const struct hp_m_sheet *sheet, const struct hp_m_series *twin,
                      bool *time_too)
{
    const struct hp_m_series *s = sheet->main;
    const struct hp_m_point *a = hp_model_at(twin, s->points[s->below].x);
    const struct hp_m_point *b = hp_model_at(twin, s->points[s->below + 1].x);
    const struct hp_interval r = hp_model_resolved(b, a).ratio;
    const struct hp_interval here =
        hp_model_resolved(&s->points[s->below + 1], &s->points[s->below]).ratio;
    *time_too = !s->counters_only && !isnan(r.value) && here.low > 1 && r.low <= 1;
    return no_gen2(a) && no_gen2(b);
}

static void put_other_setting(const struct hp_doc *doc, const struct hp_model *model,
                              const struct hp_m_sheet *sheet, const struct hp_m_sheet *other,
                              struct hp_text *out)
{
    const struct hp_m_series *twin = hp_model_twin(other, sheet->main);
    const bool other_default = strcmp(other->threshold, "default") == 0;
    bool time_too = false;
    if (twin == NULL || !hp_model_applied(other->setting))
        return;
    const char *bytes = hp_model_setting_bytes(model, other);
    if (!other_default && pair_gone(sheet, twin, &time_too))
        hp_text_put(out, hp_say(doc, time_too ? HP_W_MOVED_BOTH_GONE : HP_W_MOVED_GONE, bytes));
    else if (twin->below >= 0)
        hp_text_put(out, hp_say(doc, other_default ? HP_W_DEFAULT_BOUNDARY : HP_W_MOVED_BOUNDARY,
                                bytes, hp_num_plain(&doc->fmt, twin->points[twin->below].x),
                                hp_num_plain(&doc->fmt, twin->points[twin->below + 1].x)));
}

/* Sizes of a way that have a result, by x. */
struct seen {
    size_t count;
    bool costs; /* one of them costs a full collection */
};

static struct seen see(const struct hp_m_series *s)
{
    struct seen out = { 0, false };
    for (size_t i = 0; i < s->count; i++) {
        out.count += s->points[i].gen2.present;
        out.costs = out.costs || (s->points[i].gen2.present && !no_gen2(&s->points[i]));
    }
    return out;
}

static const char *open_step(const struct hp_doc *doc, const struct hp_m_series *s,
                             struct hp_m_step step)
{
    const struct hp_m_point *a = &s->points[step.from], *b = &s->points[step.to];
    return hp_say(doc, HP_W_OPEN_STEP, hp_words_param(doc->fmt.language, s->over),
                  hp_num_plain(&doc->fmt, a->x), hp_num_plain(&doc->fmt, b->x),
                  hp_num_plain(&doc->fmt, a->gen2.median), hp_num_plain(&doc->fmt, b->gen2.median),
                  hp_num_count(&doc->fmt, (double)(step.to - step.from - 1)));
}

/* What is said of a way without a step, by whether all its sizes have a result, and whether one costs something. */
static const char *no_step(const struct hp_doc *doc, const struct hp_m_series *s, struct seen seen)
{
    static const enum hp_word words[2][2] = { { HP_W_NO_COLLECTION_YET, HP_W_NO_BOUNDARY_YET },
                                              { HP_W_NO_COLLECTION, HP_W_NO_BOUNDARY } };
    return hp_say(
        doc, words[seen.count == s->count][seen.costs], hp_words_param(doc->fmt.language, s->over),
        hp_num_plain(&doc->fmt, s->points[0].x), hp_num_plain(&doc->fmt, s->points[s->count - 1].x),
        hp_num_count(&doc->fmt, (double)seen.count), hp_num_count(&doc->fmt, (double)s->count));
}

static const char *of_claims(const struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    size_t judged = 0;
    for (int kind = 0; kind < HP_VERDICTS; kind++)
        judged += kind != HP_SKIPPED ? sheet->counts[kind] : 0;
    if (judged > 0)
        return hp_say(doc, HP_W_CLAIMS_ONLY,
                      hp_num_count(&doc->fmt, (double)sheet->counts[HP_HOLDS]),
                      hp_num_count(&doc->fmt, (double)judged));
    if (sheet->complete > 0)
        return hp_say(doc, HP_W_RESULTS_ONLY, hp_num_count(&doc->fmt, (double)sheet->complete),
                      hp_num_count(&doc->fmt, (double)sheet->cases));
    return hp_say(doc, HP_W_NO_RESULT);
}

static const char *without_boundary(const struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    struct hp_m_step step;
    for (size_t i = 0; i < sheet->series_count; i++)
        if (hp_model_step(&sheet->series[i], &step))
            return open_step(doc, &sheet->series[i], step);
    for (size_t i = 0; i < sheet->series_count; i++) {
        const struct seen seen = see(&sheet->series[i]);
        if (seen.count > 1)
            return no_step(doc, &sheet->series[i], seen);
    }
    return of_claims(doc, sheet);
}

const char *hp_result_sentence(const struct hp_doc *doc, const struct hp_model *model,
                               const struct hp_m_sheet *sheet)
{
    const struct hp_m_series *s = sheet->main;
    if (s == NULL)
        return without_boundary(doc, sheet);
    const struct hp_m_point *a = &s->points[s->below], *b = &s->points[s->below + 1];
    const bool probed =
        sheet->main_first != NULL && sheet->main_first->length == b->x && b->x - a->x == 1;
    struct hp_text out = { 0 };
    hp_text_put(
        &out,
        hp_say(doc, probed ? HP_W_EVERY_ARRAY : HP_W_AT_INSTEAD, hp_num_plain(&doc->fmt, b->x),
               hp_num_plain(&doc->fmt, a->x),
               probed ? element_word(doc, sheet) : hp_words_param(doc->fmt.language, s->over),
               hp_num_plain(&doc->fmt, a->gen2.median), hp_num_plain(&doc->fmt, b->gen2.median)));
    put_time(doc, sheet, &out);
    hp_text_put(&out, ".");
    for (size_t i = 0; i < model->sheet_count; i++)
        if (&model->sheets[i] != sheet && strcmp(model->sheets[i].machine, sheet->machine) == 0)
            put_other_setting(doc, model, sheet, &model->sheets[i], &out);
    const char *kept = hp_arena_copy(doc->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

/* "51", "47-51" with a dash: readings of time of every point of the sheet that has some. */
static const char *readings_per_point(const struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    size_t least = SIZE_MAX, most = 0;
    for (size_t i = 0; i < sheet->series_count; i++)
        for (size_t k = 0; k < sheet->series[i].count; k++) {
            const struct hp_m_value *time = &sheet->series[i].points[k].time;
            if (!time->present)
                continue;
            least = time->n < least ? time->n : least;
            most = time->n > most ? time->n : most;
        }
    const char *from = hp_num_count(&doc->fmt, (double)least);
    return least == most ? from
                         : hp_arena_print(doc->arena, "%s\u2013%s", from,
                                          hp_num_count(&doc->fmt, (double)most));
}

static const char *basis_of_main(const struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    const struct hp_m_series *s = sheet->main;
    if (s == NULL)
        return "";
    const struct hp_m_point *b = &s->points[s->below + 1];
    if (s->counters_only || !b->time.present)
        return hp_say(doc, HP_W_REST_COUNTERS, s->runtime_text,
                      hp_num_count(&doc->fmt, b->gen2.equal ? (double)b->gen2.n : 0),
                      hp_num_count(&doc->fmt, (double)b->gen2.n), s->like->heap);
    const char *rest =
        hp_say(doc, HP_W_REST_BOTH, s->runtime_text, hp_num_count(&doc->fmt, HP_RESAMPLES),
               hp_num_count(&doc->fmt, HP_BOOT_SEED), readings_per_point(doc, sheet));
    return hp_model_resolved(b, &s->points[s->below]).within
               ? hp_arena_print(doc->arena, "%s%s", rest, hp_say(doc, HP_W_CONTROL_IS))
               : rest;
}

/* Where times are too unsteady for what is claimed of them, the reason and the way out; else nothing. */
static const char *times_untold(const struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    size_t judged = 0, untold = 0;
    for (size_t i = 0; i < sheet->claim_count; i++) {
        const struct hp_verdict *v = sheet->claims[i];
        const bool timed = strcmp(v->metric, "time_ns") == 0 && v->kind != HP_SKIPPED;
        judged += timed;
        untold += timed && v->kind == HP_CANNOT_TELL;
    }
    if (untold == 0 || sheet->control.count == 0)
        return "";
    return hp_say(doc, HP_W_TIMES_UNTOLD, hp_num_count(&doc->fmt, (double)untold),
                  hp_num_count(&doc->fmt, (double)judged),
                  hp_percent_text(doc, sheet->control.half_percent));
}

const char *hp_result_basis(const struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    const char *basis = basis_of_main(doc, sheet), *untold = times_untold(doc, sheet);
    const char *between = *basis != '\0' && *untold != '\0' ? " " : "";
    return hp_arena_print(doc->arena, "%s%s%s", basis, between, untold);
}

const char *hp_span_text(const struct hp_doc *doc, const char *first_utc, const char *last_utc)
{
    enum { DATE = 10, MINUTE = 16, CLOCK = 11 }; /* of 2026-11-29T14:02:05Z */
    const char *first =
        hp_arena_print(doc->arena, "%.10s" HP_NBSP "%.5s", first_utc, first_utc + CLOCK);
    if (strncmp(first_utc, last_utc, MINUTE) == 0)
        return first;
    return strncmp(first_utc, last_utc, DATE) == 0
               ? hp_arena_print(doc->arena, "%s\u2013%.5s", first, last_utc + CLOCK)
               : hp_arena_print(doc->arena, "%s \u2013 %.10s" HP_NBSP "%.5s", first, last_utc,
                                last_utc + CLOCK);
}

const char *hp_revision_text(const struct hp_doc *doc, const char *revision, size_t digits)
{
    const size_t all = strspn(revision, "0123456789abcdef");
    return hp_arena_print(doc->arena, "%.*s%s", (int)(all < digits ? all : digits), revision,
                          revision + all);
}

const char *hp_resolution_text(const struct hp_doc *doc, double resolution)
{
    return hp_percent_text(doc, ceil(resolution * 1000) / 10);
}

const char *hp_percent_text(const struct hp_doc *doc, double percent)
{
    return hp_num_fixed(&doc->fmt, percent, percent < 10 ? 1 : 0);
}

const char *hp_spread_text(const struct hp_doc *doc, const struct hp_m_value *v)
{
    const char *n = hp_num_count(&doc->fmt, (double)v->n);
    return v->equal ? hp_say(doc, HP_W_ALL_EQUAL, n, n)
                    : hp_say(doc, HP_W_SPREAD, n,
                             hp_num_interval(&doc->fmt, v->low, v->high,
                                             hp_num_decimals(v->low, v->high)));
}
