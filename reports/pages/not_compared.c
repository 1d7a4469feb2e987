/* SPDX-License-Identifier: MIT
 * Which published figures were not compared here, and why? By reason, with what each would need; where most of them
 * were not, a reason is one row with their ids. Parent process.
 */
#include "reports/pages/pages.h"
#include "verdict/published_match.h"

#include <string.h>

/* "lua/chunk.lua:143, :150": where the checks of a claim stand, wherever they were judged. */
static const char *stated_at(struct hp_doc *doc, const struct hp_model *model,
                             const struct hp_verdict *v)
{
    const struct hp_verdicts *all = model->rows->claims;
    const char *out = "";
    for (size_t i = 0; all != NULL && i < all->count; i++) {
        const struct hp_verdict *c = &all->items[i];
        const char *found = strstr(v->answered_by, c->claim);
        const char *line = hp_arena_print(doc->arena, "%s:%d", c->script, c->line);
        if (found != NULL && strstr(out, line) == NULL)
            out = hp_arena_print(doc->arena, "%s%s%s", out, *out != '\0' ? ", " : "", line);
    }
    return out;
}

/* "chunk-array, chunk size 25,000, chunks held, .NET 10". */
static const char *case_of(struct hp_doc *doc, const struct hp_model *model,
                           const struct hp_want *want)
{
    struct hp_text out = { 0 };
    hp_text_put(&out, want->probe ? hp_say(doc, HP_W_PROBE_OF, want->method) : want->method);
    for (size_t i = 0; i < want->param_count; i++)
        hp_text_print(&out, ", %s", hp_model_param_words(model, &want->params[i]));
    if (want->runtime > 0)
        hp_text_print(&out, ", .NET" HP_NBSP "%d", want->runtime);
    if (strcmp(want->gc, "not-stated") != 0)
        hp_text_print(&out, ", %s", hp_words_value(doc->fmt.language, want->gc));
    const char *kept = hp_arena_copy(doc->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

/* What would have to be written or measured before the figure is judged; NULL: nothing of the kind. */
static const char *need_of(struct hp_doc *doc, const struct hp_model *model,
                           const struct hp_verdict *v)
{
    if (v->answered_by != NULL) {
        const char *lines = stated_at(doc, model, v);
        return *lines != '\0' ? hp_say(doc, HP_W_STATED_AT, lines)
                              : hp_say(doc, HP_W_NEEDS_CHECK, v->answered_by);
    }
    if (v->figure == NULL || v->lack == HP_LACKS_NOTHING)
        return NULL;
    const struct hp_want want = v->lack == HP_LACKS_BASELINE
                                    ? hp_want_baseline(v->figure, doc->arena)
                                    : hp_want_of(v->figure, doc->arena);
    const char *which = case_of(doc, model, &want);
    if (v->lack == HP_LACKS_ASSERTION)
        return hp_say(doc, HP_W_NEEDS_ASSERTION, hp_metric_titles(doc, v->figure->answer), which);
    return v->lack == HP_LACKS_METRIC
               ? hp_say(doc, HP_W_NEEDS_METRIC, hp_metric_titles(doc, v->metric), which)
               : hp_say(doc, HP_W_NEEDS_CASE, which);
}

static const char *why_not(struct hp_doc *doc, const struct hp_model *model,
                           const struct hp_verdict *v)
{
    if (v->answered_by != NULL)
        return hp_say(doc, *stated_at(doc, model, v) != '\0' ? HP_W_CHECK_ELSEWHERE
                                                             : HP_W_CHECK_OF_ANOTHER);
    return v->reason != NULL ? hp_phrase(doc, v->reason) : hp_say(doc, HP_W_SKIPPED);
}

/* The figures of one reason, in the order of the study. */
struct by_reason {
    struct hp_doc *doc;
    const struct hp_model *model;
    const struct hp_m_sheet *sheet;
    const struct hp_not_compared *rest;
    const char *why;
};

static bool is_of(const struct by_reason *r, size_t i)
{
    return strcmp(why_not(r->doc, r->model, r->rest->items[i]), r->why) == 0;
}

static size_t count_of(const struct by_reason *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->rest->count; i++)
        n += is_of(r, i);
    return n;
}

/* The reason with its number, then a row for each figure. */
static void add_rows(const struct by_reason *r, struct hp_table *t)
{
    struct hp_doc *doc = r->doc;
    hp_table_row(t)->group =
        hp_say(doc, HP_W_REASON_COUNT, r->why, hp_num_count(&doc->fmt, (double)count_of(r)));
    for (size_t i = 0; i < r->rest->count; i++) {
        const struct hp_verdict *v = r->rest->items[i];
        if (!is_of(r, i))
            continue;
        struct hp_row *row = hp_table_row(t);
        row->dest = hp_verdict_dest(doc, r->sheet, v);
        row->cell[0].text = hp_verdict_claim(doc, v);
        row->cell[1].text = hp_figure_place(doc, r->sheet, v);
        row->cell[2].text =
            *v->expected != '\0' ? hp_verdict_expected(doc, v) : hp_say(doc, HP_W_NO_FIGURE);
        row->cell[3].text = v->unit != NULL ? hp_words_unit(doc->fmt.language, v->unit) : "";
        row->second = need_of(doc, r->model, v);
    }
}

/* The reason, its number, and under it the ids of its figures. */
static void add_ids(const struct by_reason *r, struct hp_table *t)
{
    struct hp_text ids = { 0 };
    for (size_t i = 0; i < r->rest->count; i++)
        if (is_of(r, i))
            hp_text_print(&ids, "%s%s", ids.bytes > 0 ? ", " : "", r->rest->items[i]->script);
    struct hp_row *row = hp_table_row(t);
    row->cell[0].text = r->why;
    row->cell[1].text = hp_num_count(&r->doc->fmt, (double)count_of(r));
    row->second = hp_arena_copy(r->doc->arena, hp_text_str(&ids));
    hp_text_clear(&ids);
}

void hp_page_not_compared(struct hp_doc *doc, const struct hp_model *model,
                          const struct hp_m_sheet *sheet, const struct hp_not_compared *rest)
{
    const bool most = rest->count > rest->compared;
    struct hp_table t = {
        .title = hp_say(doc, HP_W_NOT_COMPARED),
        .note = hp_say(doc, HP_W_NOT_COMPARED_NOTE,
                       hp_words_counted(&doc->fmt, HP_W_N_FIGURE, rest->count)),
        .view = "published",
        .foot = most ? hp_say(doc, HP_W_NOT_COMPARED_IDS) : NULL,
        .column_count = most ? 2 : 4,
        .second_width = 480,
        .columns = { hp_column_words(hp_say(doc, HP_W_CLAIM), 0, 218),
                     { .head = hp_say(doc, HP_W_WHERE), .x = 226, .w = 104, .grey = true },
                     hp_column_figures(hp_say(doc, HP_W_PUBLISHED), NULL, 338, 92, HP_ALIGN_RIGHT),
                     { .head = hp_say(doc, HP_W_UNIT), .x = 438, .w = 55.3, .grey = true } },
    };
    if (most) {
        t.columns[0] = hp_column_words(hp_say(doc, HP_W_WHY), 0, 420);
        t.columns[1] =
            hp_column_figures(hp_say(doc, HP_W_FIGURES), NULL, 430, 63.3, HP_ALIGN_RIGHT);
    }
    struct by_reason r = { doc, model, sheet, rest, NULL };
    for (size_t i = 0; i < rest->count; i++) {
        bool known = false;
        r.why = why_not(doc, model, rest->items[i]);
        for (size_t k = 0; k < i; k++)
            known = known || is_of(&r, k);
        if (known)
            continue;
        if (t.row_count > 0)
            t.rows[t.row_count - 1].rule = true;
        (most ? add_ids : add_rows)(&r, &t);
    }
    hp_table_draw(doc, &t);
}
