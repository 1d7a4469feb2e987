/* SPDX-License-Identifier: MIT
 * How is a verdict said and shown? Parent process.
 */
#include "reports/pages/pages.h"

#include "measure/metric.h"

#include <math.h>
#include <string.h>

static const struct {
    enum hp_mark mark;
    enum hp_word word;
} kinds[HP_VERDICTS] = {
    [HP_BROKEN] = { HP_MARK_BROKEN, HP_W_BROKEN },
    [HP_CANNOT_TELL] = { HP_MARK_CANNOT_TELL, HP_W_CANNOT_TELL },
    [HP_KNOWN] = { HP_MARK_KNOWN, HP_W_KNOWN },
    [HP_SKIPPED] = { HP_MARK_SKIPPED, HP_W_SKIPPED },
    [HP_HOLDS] = { HP_MARK_HOLDS, HP_W_HOLDS },
};

enum hp_mark hp_verdict_mark(enum hp_verdict_kind kind)
{
    return kinds[kind].mark;
}

enum hp_word hp_verdict_word(enum hp_verdict_kind kind)
{
    return kinds[kind].word;
}

/* "21,243 | 21,244" stays on one line. */
static const char *keep_pairs(const struct hp_doc *doc, const char *text)
{
    static const char bar[] = " | ";
    const char *at;
    while ((at = strstr(text, bar)) != NULL)
        text = hp_arena_print(doc->arena, "%.*s" HP_NBSP "|" HP_NBSP "%s", (int)(at - text), text,
                              at + sizeof bar - 1);
    return text;
}

static const char *value_words(const struct hp_doc *doc, const char *text)
{
    return text == NULL || *text == '\0'
               ? HP_DASH
               : keep_pairs(doc, hp_phrase(doc, hp_metric_values(doc, text)));
}

const char *hp_verdict_expected(const struct hp_doc *doc, const struct hp_verdict *v)
{
    return value_words(doc, v->expected);
}

const char *hp_verdict_here(const struct hp_doc *doc, const struct hp_verdict *v)
{
    if (!v->has_interval || strchr(v->here, '[') != NULL)
        return value_words(doc, v->here);
    const int decimals = hp_num_decimals(v->low, v->high);
    return hp_arena_print(doc->arena, "%s %s", hp_num_fixed(&doc->fmt, v->value, decimals),
                          hp_num_interval(&doc->fmt, v->low, v->high, decimals));
}

const char *hp_verdict_claim(const struct hp_doc *doc, const struct hp_verdict *v)
{
    const bool ru = doc->fmt.language == HP_RU && v->claim_ru != NULL && *v->claim_ru != '\0';
    return hp_num_prose(&doc->fmt, ru ? v->claim_ru : v->claim);
}

/* A title that names what it counts by says its unit. */
const char *hp_verdict_measure(const struct hp_doc *doc, const struct hp_verdict *v)
{
    const struct hp_metric *m = v->metric != NULL ? hp_metric_find(v->metric) : NULL;
    if (m == NULL)
        return "";
    const char *title = hp_metric_titles(doc, m->name);
    if (v->unit == NULL || *v->unit == '\0' || m->text || strstr(m->title_en, " per ") != NULL ||
        strstr(m->title_en, v->unit) != NULL)
        return title;
    return hp_arena_print(doc->arena, "%s, %s", title, hp_words_unit(doc->fmt.language, v->unit));
}

const char *hp_verdict_place(const struct hp_doc *doc, const struct hp_verdict *v)
{
    const char *script = v->script != NULL ? v->script : "";
    const char *place = v->line > 0 ? hp_arena_print(doc->arena, "%s:%d", script, v->line) : script;
    if (*v->heap != '\0')
        place = hp_arena_print(doc->arena, "%s%s%s", v->heap, *place != '\0' ? " · " : "", place);
    return v->seed == NULL || *v->seed == '\0'
               ? place
               : hp_arena_print(doc->arena, "%s%s%s", place, *place != '\0' ? " · " : "",
                                hp_study_place(doc, v->seed));
}

const char *hp_verdict_second(const struct hp_doc *doc, const struct hp_verdict *v)
{
    struct hp_text out = { 0 };
    hp_text_put(&out, hp_verdict_place(doc, v));
    if (v->kind == HP_CANNOT_TELL && v->more > 0)
        hp_text_print(
            &out, " · %s",
            hp_say(doc, HP_W_ABOUT, hp_words_counted(&doc->fmt, HP_W_MORE_LAUNCHES, v->more)));
    if (v->known_holds)
        hp_text_print(&out, " · %s", hp_say(doc, HP_W_HOLDS_NOW));
    if (v->reason != NULL && *v->reason != '\0')
        hp_text_print(&out, " · %s", hp_phrase(doc, v->reason));
    const char *kept = hp_arena_copy(doc->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

/* "a machine profile gives counters, not times: 6; ..". What follows " - " in a reason is advice. */
static const char *reasons_of(const struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    const char **seen = hp_arena_get(doc->arena, (sheet->apart_count + 1) * sizeof *seen);
    size_t *times = hp_arena_get(doc->arena, (sheet->apart_count + 1) * sizeof *times);
    const char *out = "";
    size_t count = 0;
    for (size_t i = 0; i < sheet->apart_count; i++) {
        const char *why = sheet->apart[i]->reason != NULL ? sheet->apart[i]->reason : "";
        const char *advice = strstr(why, " - ");
        if (advice != NULL)
            why = hp_arena_copy_n(doc->arena, why, (size_t)(advice - why));
        size_t at = 0;
        while (at < count && strcmp(seen[at], why) != 0)
            at++;
        seen[at] = why;
        times[at]++;
        count += at == count;
    }
    for (size_t i = 0; i < count; i++)
        out = hp_arena_print(doc->arena, "%s%s%s: %s", out, i > 0 ? "; " : "",
                             hp_phrase(doc, seen[i]), hp_num_count(&doc->fmt, (double)times[i]));
    return out;
}

const char *hp_left_out(const struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    return sheet->apart_count == 0
               ? ""
               : hp_say(doc, HP_W_LEFT_OUT,
                        hp_words_counted(&doc->fmt, HP_W_N_ASSERTIONS, sheet->apart_count),
                        reasons_of(doc, sheet));
}

struct hp_cell hp_verdict_n(const struct hp_doc *doc, const struct hp_verdict *v)
{
    return (struct hp_cell){ .text = hp_num_count(&doc->fmt, (double)v->n),
                             .bold = v->has_interval && v->n < HP_FEW_SAMPLES };
}

const char *hp_verdict_dest(const struct hp_doc *doc, const struct hp_m_sheet *sheet,
                            const struct hp_verdict *v)
{
    for (size_t i = 0; i < sheet->claim_count; i++)
        if (sheet->claims[i] == v)
            return hp_arena_print(doc->arena, "claim-%zu", i + 1);
    for (size_t i = 0; i < sheet->published_count; i++)
        if (sheet->published[i] == v)
            return hp_arena_print(doc->arena, "figure-%zu", i + 1);
    return "summary";
}
