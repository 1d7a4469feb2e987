/* SPDX-License-Identifier: MIT
 * Every claim of the scripts: in words, with its Lua lines, both values and n. Worst first. Parent process.
 */
#include "reports/pages/pages.h"

#include <string.h>

/* The lines of the check that say something else than claim and place, without their indent. */
static const char *source_of(struct hp_doc *doc, const struct hp_verdict *v)
{
    static const char *const known[] = { "hp.check", "ru =", "seed =", "}", "" };
    struct hp_text out = { 0 };
    for (const char *at = v->source != NULL ? v->source : ""; *at != '\0';) {
        const size_t n = strcspn(at, "\n"), indent = strspn(at, " \t");
        bool said = n <= indent;
        for (size_t i = 0; *known[i] != '\0'; i++)
            said = said || (n > indent && strncmp(at + indent, known[i], strlen(known[i])) == 0);
        if (!said) {
            hp_text_put(&out, out.bytes > 0 ? "\n" : "");
            hp_text_put_n(&out, at + indent, n - indent);
        }
        at += n + (at[n] == '\n');
    }
    const char *kept = out.bytes > 0 ? hp_arena_copy(doc->arena, hp_text_str(&out)) : NULL;
    hp_text_clear(&out);
    return kept;
}

/* What is measured, Lua line and place in the study, why; then the message and the cases. */
static const char *evidence(struct hp_doc *doc, const struct hp_verdict *v)
{
    struct hp_text out = { 0 };
    const bool told = v->message != NULL && *v->message != '\0';
    hp_text_put(&out, hp_verdict_measure(doc, v));
    /* What is missing for a verdict stands in the message as well. */
    hp_text_print(&out, "%s%s", out.bytes > 0 ? " · " : "",
                  told && v->kind == HP_CANNOT_TELL ? hp_verdict_place(doc, v)
                                                    : hp_verdict_second(doc, v));
    if (*v->threshold == '\0')
        hp_text_print(&out, " · %s", hp_say(doc, HP_W_ALL_SETTINGS));
    if (!v->decides)
        hp_text_print(&out, " · %s", hp_say(doc, HP_W_SHOWN_ONLY));
    if (v->case_total > 0) {
        hp_text_print(&out, " · %s", hp_words_counted(&doc->fmt, HP_W_N_CASES, v->case_total));
        for (size_t i = 0; i < v->case_count; i++)
            hp_text_print(&out, "%s %.6s", i == 0 ? ":" : ",", v->case_ids[i]);
        if (v->case_total > v->case_count)
            hp_text_put(&out, " …");
    }
    if (v->kind != HP_HOLDS && told)
        hp_text_print(&out, "\n%s", hp_evidence(doc, v->message));
    const char *kept = hp_arena_copy(doc->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

static const double section_block = 290; /* what stands with its title */

void hp_page_verdicts(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet)
{
    (void)model;
    const bool long_word = doc->fmt.language == HP_EN && sheet->counts[HP_KNOWN] > 0;
    const double verdict = doc->fmt.language == HP_RU ? 82 : long_word ? 90 : 68;
    hp_doc_section(doc, "claims", hp_say(doc, HP_W_SEC_VERDICTS), section_block);
    hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10), hp_say(doc, HP_W_VERDICTS_LEAD));
    struct hp_table t = {
        .title = hp_say(doc, HP_W_ALL_CLAIMS),
        .note = hp_words_counted(&doc->fmt, HP_W_N_ASSERTIONS, sheet->claim_count),
        .view = "verdict",
        .second_column = 1,
        .second_width = 395,
        .column_count = 5,
        .columns = { hp_column_words(hp_say(doc, HP_W_VERDICT), 0, verdict - 6),
                     hp_column_words(hp_say(doc, HP_W_CLAIM), verdict, 286 - verdict),
                     hp_column_words(hp_say(doc, HP_W_EXPECTED), 292, 86),
                     hp_column_words(hp_say(doc, HP_W_HERE), 384, 82),
                     hp_column_figures(hp_say(doc, HP_W_N), NULL, 472, 21.3, HP_ALIGN_RIGHT) },
    };
    for (size_t i = 0; i < sheet->claim_count; i++) {
        const struct hp_verdict *v = sheet->claims[i];
        struct hp_row *row = hp_table_row(&t);
        const bool broken = v->kind == HP_BROKEN;
        row->dest = hp_verdict_dest(doc, sheet, v);
        row->cell[0] =
            (struct hp_cell){ .text = hp_words(doc->fmt.language, hp_verdict_word(v->kind)),
                              .mark = hp_verdict_mark(v->kind),
                              .bold = broken };
        row->cell[1] = (struct hp_cell){ .text = hp_verdict_claim(doc, v), .bold = broken };
        row->cell[2].text = hp_verdict_expected(doc, v);
        row->cell[3].text = hp_verdict_here(doc, v);
        row->cell[4] = hp_verdict_n(doc, v);
        row->second = evidence(doc, v);
        row->code = source_of(doc, v);
        row->tint = broken;
        row->rule = true;
    }
    const char *left_out = hp_left_out(doc, sheet);
    t.foot = left_out + strspn(left_out, " ");
    hp_table_draw(doc, &t);
}
