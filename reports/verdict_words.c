/* SPDX-License-Identifier: MIT
 * How is a verdict said and shown? Parent process.
 */
#include "reports/pages/pages.h"

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

static const char *or_dash(const struct hp_doc *doc, const char *text)
{
    return text == NULL || *text == '\0' ? HP_DASH : hp_num_local(&doc->fmt, text);
}

const char *hp_verdict_expected(const struct hp_doc *doc, const struct hp_verdict *v)
{
    return or_dash(doc, v->expected);
}

const char *hp_verdict_here(const struct hp_doc *doc, const struct hp_verdict *v)
{
    if (!v->has_interval || strchr(v->here, '[') != NULL)
        return or_dash(doc, hp_phrase(doc, v->here));
    const int decimals = hp_num_decimals(v->low, v->high);
    return hp_arena_print(doc->arena, "%s %s", hp_num_fixed(&doc->fmt, v->value, decimals),
                          hp_num_interval(&doc->fmt, v->low, v->high, decimals));
}

const char *hp_verdict_claim(const struct hp_doc *doc, const struct hp_verdict *v)
{
    const bool ru = doc->fmt.language == HP_RU && v->claim_ru != NULL && *v->claim_ru != '\0';
    return hp_num_prose(&doc->fmt, ru ? v->claim_ru : v->claim);
}

const char *hp_verdict_second(const struct hp_doc *doc, const struct hp_verdict *v)
{
    struct hp_text out = { 0 };
    if (v->line > 0)
        hp_text_print(&out, "%s:%d", v->script, v->line);
    else if (v->script != NULL)
        hp_text_put(&out, v->script);
    if (v->seed != NULL && *v->seed != '\0')
        hp_text_print(&out, "%s%s", out.bytes > 0 ? " · " : "", hp_study_place(doc, v->seed));
    if (v->kind == HP_CANNOT_TELL && v->more > 0)
        hp_text_print(&out, " · %s",
                      hp_say(doc, HP_W_MORE_SAMPLES, hp_num_count(&doc->fmt, (double)v->more)));
    if (v->known_holds)
        hp_text_print(&out, " · %s", hp_say(doc, HP_W_HOLDS_NOW));
    if (v->reason != NULL && *v->reason != '\0')
        hp_text_print(&out, " · %s", hp_phrase(doc, v->reason));
    const char *kept = hp_arena_copy(doc->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
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
