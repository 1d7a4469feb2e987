/* SPDX-License-Identifier: MIT
 * Is this all of the run? Where it is not, page 1 says so before anything else. Parent process.
 */
#include "reports/pages/pages.h"

#include <string.h>

static const double gap = 12, above = 15, under = 7, text_at = 20;

/* The first case that failed: what happened to it. */
static const char *first_failure(const struct hp_m_sheet *sheet)
{
    for (size_t i = 0; sheet != NULL && i < sheet->missing_count; i++)
        if (!sheet->missing[i].skipped && !sheet->missing[i].pending)
            return sheet->missing[i].why;
    return NULL;
}

static const char *what_it_means(struct hp_doc *doc, const struct hp_model *model,
                                 const struct hp_m_sheet *sheet)
{
    const struct hp_fmt *f = &doc->fmt;
    const size_t cases = sheet != NULL ? sheet->cases : model->cases,
                 complete = sheet != NULL ? sheet->complete : model->complete,
                 pending = sheet != NULL ? sheet->pending : model->pending,
                 failed = cases - complete - pending;
    const bool interrupted = strcmp(model->rows->run.state, "interrupted") == 0;
    const char *why = first_failure(sheet), *counted = hp_words_counted(f, HP_W_N_CASES, failed);
    return hp_arena_print(
        doc->arena, "%s%s%s%s", interrupted && pending > 0 ? hp_say(doc, HP_W_INTERRUPTED) : "",
        pending > 0 ? hp_say(doc, HP_W_NOT_TO_THE_END, hp_words_counted(f, HP_W_N_CASES, pending))
                    : "",
        failed > 0 ? hp_say(doc, HP_W_FAILED,
                            why != NULL ? hp_arena_print(doc->arena, "%s (%s)", counted,
                                                         hp_phrase(doc, why))
                                        : counted)
                   : "",
        hp_say(doc, HP_W_NOT_USED));
}

void hp_page_incomplete(struct hp_doc *doc, const struct hp_model *model,
                        const struct hp_m_sheet *sheet)
{
    const size_t cases = sheet != NULL ? sheet->cases : model->cases;
    const size_t complete = sheet != NULL ? sheet->complete : model->complete;
    if (complete == cases)
        return;
    const struct hp_lines lines =
        hp_typeset_wrap(doc->fonts, HP_ROLE_BODY, what_it_means(doc, model, sheet),
                        HP_WIDTH - text_at - 8, doc->arena);
    const double leading = hp_theme_roles[HP_ROLE_BODY].leading, top = doc->y + gap;
    const double bottom = top + above + leading * (double)lines.count + under;
    struct hp_scene *s = hp_doc_scene(doc);
    hp_scene_box(s, (struct hp_rect){ HP_LEFT, top, HP_WIDTH, bottom - top }, HP_INK_TINT);
    hp_scene_box(s, (struct hp_rect){ HP_LEFT, top, 2.5, bottom - top }, HP_INK_BROKEN);
    hp_scene_mark(s, (struct hp_point){ HP_LEFT + 11, top + above - 3.6 }, HP_MARK_R_COUNT,
                  HP_MARK_CANNOT_TELL);
    hp_doc_tag(doc, "P");
    (void)hp_doc_text(doc, HP_LEFT + text_at, top + above, HP_START, HP_ROLE_HEADING,
                      hp_say(doc, HP_W_INCOMPLETE, hp_num_count(&doc->fmt, (double)complete),
                             hp_num_count(&doc->fmt, (double)cases)));
    for (size_t i = 0; i < lines.count; i++)
        (void)hp_doc_text(doc, HP_LEFT + text_at, top + above + leading * (double)(i + 1), HP_START,
                          HP_ROLE_BODY, lines.items[i]);
    hp_doc_tag_end(doc, "P");
    doc->y = bottom;
}
