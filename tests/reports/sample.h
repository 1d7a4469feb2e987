/* SPDX-License-Identifier: MIT
 * A run of the fixture laid out as a report, for tests that look at scenes. Include it in one file of a test.
 */
#ifndef HP_TESTS_REPORTS_SAMPLE_H
#define HP_TESTS_REPORTS_SAMPLE_H

#include "hp_test.h"

#include "fixture.h"
#include "reports/report_rows.h"
#include "sample_fonts.h"

/* A run laid out: the model, and one document at a time. */
struct sample {
    struct fixture *fixture;
    struct hp_model *model;
    struct hp_doc doc;
};

static inline void lay_out(struct sample *s, size_t sheet)
{
    struct hp_err err = { 0 };
    const struct hp_m_sheet *which =
        sheet < s->model->sheet_count ? &s->model->sheets[sheet] : NULL;
    if (hp_report_lay_out(s->model, which, fonts, &s->doc, &err) != HP_OK)
        fail_msg("%s", err.text);
}

static inline void open_sample(struct sample *s, unsigned flags)
{
    *s = (struct sample){ .fixture = fixture_new(flags) };
    s->model = hp_model_from_rows(&s->fixture->rows, NULL);
}

static inline void close_sample(struct sample *s)
{
    hp_model_free(s->model);
    fixture_free(s->fixture);
}

/* The text of a scene that is `words`, or NULL. */
static inline const struct hp_prim *text_of(const struct hp_scene *s, const char *words)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i].kind == HP_PRIM_TEXT && strcmp(s->items[i].text, words) == 0)
            return &s->items[i];
    return NULL;
}

#endif
