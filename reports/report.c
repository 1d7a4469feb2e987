/* SPDX-License-Identifier: MIT
 * Which pages, in which order, and into which files? Parent process. Every document is laid out twice: the
 * first pass finds the pages that the second one prints. Files are written whole or not at all.
 */
#include "reports/report_rows.h"

#include "base/file.h"
#include "reports/pages/pages.h"
#include "reports/paint.h"
#include "reports/pictures.h"

#include <string.h>

static bool always(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    (void)model;
    (void)sheet;
    return true;
}

static bool has_boundary(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    (void)model;
    return sheet->main != NULL;
}

static bool has_sweep(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    (void)model;
    return sheet->series_count > 0;
}

static bool has_other_setting(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    size_t settings = 0;
    for (size_t i = 0; i < model->sheet_count; i++)
        settings += strcmp(model->sheets[i].machine, sheet->machine) == 0;
    return settings > 1 && sheet->main != NULL;
}

static bool has_published(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    (void)model;
    return sheet->published_count > 0;
}

static bool has_blocks(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    (void)model;
    return sheet->block_count > 0;
}

static bool has_timeline(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    struct hp_m_timeline *panels = NULL;
    return hp_model_timelines(model, sheet, &panels) > 0;
}

static bool has_claims(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    (void)model;
    return sheet->claim_count > 0;
}

const struct hp_section hp_sections[] = {
    { "boundary", HP_W_SEC_BOUNDARY, has_boundary, hp_page_boundary },
    { "sweep", HP_W_SEC_SWEEP, has_sweep, hp_page_sweep },
    { "causal", HP_W_SEC_CAUSAL, has_other_setting, hp_page_causal },
    { "ways", HP_W_SEC_WAYS, hp_page_ways_has, hp_page_ways },
    { "crossover", HP_W_SEC_CROSSOVER, hp_page_crossover_has, hp_page_crossover },
    { "counters", HP_W_SEC_COUNTERS, hp_page_counters_has, hp_page_counters },
    { "waste", HP_W_SEC_WASTE, hp_page_waste_has, hp_page_waste },
    { "published", HP_W_SEC_PUBLISHED, has_published, hp_page_published },
    { "blocks", HP_W_SEC_BLOCKS, has_blocks, hp_page_blocks },
    { "timeline", HP_W_SEC_TIMELINE, has_timeline, hp_page_timeline },
    { "samples", HP_W_SEC_SAMPLES, hp_page_samples_has, hp_page_samples },
    { "claims", HP_W_SEC_VERDICTS, has_claims, hp_page_verdicts },
    { "environment", HP_W_SEC_ENVIRONMENT, always, hp_page_environment },
    { "appendix", HP_W_SEC_APPENDIX, always, hp_page_appendix },
    { .dest = NULL },
};

static void lay_out_once(const struct hp_model *model, const struct hp_m_sheet *sheet,
                         struct hp_doc *doc)
{
    if (sheet == NULL) {
        hp_page_overview(doc, model);
    } else {
        hp_page_summary(doc, model, sheet);
        for (const struct hp_section *s = hp_sections; s->dest != NULL; s++)
            if (s->has(model, sheet))
                s->draw(doc, model, sheet);
    }
    hp_doc_finish(doc);
}

/* Machine, heaps and setting of a page's header: the setting is always whole. */
static const char *of_sheet(const struct hp_model *model, const struct hp_m_sheet *sheet,
                            struct hp_doc *doc)
{
    static const double most = 0.68 * HP_WIDTH, most_heaps = 0.25 * HP_WIDTH;
    const char *heaps = hp_doc_fit(doc, HP_ROLE_TICK, most_heaps, sheet->heaps);
    const char *threshold = hp_model_threshold_text(model, sheet);
    const double others =
        hp_doc_width(doc, HP_ROLE_TICK, hp_say(doc, HP_W_HEADER_RIGHT, "", heaps, threshold));
    return hp_say(doc, HP_W_HEADER_RIGHT,
                  hp_doc_fit(doc, HP_ROLE_TICK, most - others, sheet->machine_title), heaps,
                  threshold);
}

static void furnish(const struct hp_model *model, const struct hp_m_sheet *sheet,
                    struct hp_doc *doc)
{
    const struct hp_run_row *run = &model->rows->run;
    const size_t cases = sheet != NULL ? sheet->cases : model->cases;
    const size_t complete = sheet != NULL ? sheet->complete : model->complete;
    doc->title = model->title;
    doc->first_header_left = hp_arena_print(doc->arena, "heapproof %s", run->tool_version);
    doc->first_header_right = hp_say(doc, sheet != NULL ? HP_W_ONE_SHEET : HP_W_ALL_SHEETS);
    doc->header_left = model->title;
    doc->header_right = sheet == NULL ? doc->first_header_right : of_sheet(model, sheet, doc);
    doc->footer_centre = hp_say(
        doc, complete < cases ? HP_W_FOOTER_INCOMPLETE : HP_W_FOOTER, run->label, run->commit_id,
        hp_num_count(&doc->fmt, (double)complete), hp_num_count(&doc->fmt, (double)cases));
    doc->subject = sheet == NULL ? doc->first_header_right
                                 : hp_say(doc, HP_W_SUBJECT, sheet->machine_title,
                                          hp_model_threshold_text(model, sheet));
    doc->keywords = hp_arena_print(doc->arena, "%s, run %s, content %.16s", run->name, run->label,
                                   model->content_sha);
    doc->creator = hp_arena_print(doc->arena, "heapproof %s %s", run->tool_version, run->commit_id);
    doc->date = run->finished_utc != NULL ? run->finished_utc : run->started_utc;
}

static struct hp_doc begin(const struct hp_model *model, const struct hp_m_sheet *sheet,
                           struct hp_fonts *fonts, const struct hp_doc *before)
{
    struct hp_doc doc = {
        .arena = model->arena, .fonts = fonts, .fmt = model->fmt, .before = before
    };
    furnish(model, sheet, &doc);
    return doc;
}

static bool same_places(const struct hp_doc *a, const struct hp_doc *b)
{
    bool same = a->dest_count == b->dest_count && a->page_count == b->page_count;
    for (size_t i = 0; same && i < a->dest_count; i++)
        same = a->dests[i].page == b->dests[i].page;
    return same;
}

int hp_report_lay_out(const struct hp_model *model, const struct hp_m_sheet *sheet,
                      struct hp_fonts *fonts, struct hp_doc *out, struct hp_err *err)
{
    enum { PASSES = 4 };
    struct hp_doc pass[PASSES];
    int last = 0;
    bool settled = false;
    for (int i = 0; i < PASSES && !settled; i++) {
        pass[i] = begin(model, sheet, fonts, i > 0 ? &pass[i - 1] : NULL);
        lay_out_once(model, sheet, &pass[i]);
        settled = i > 0 && same_places(&pass[i], &pass[i - 1]);
        last = i;
    }
    for (int i = 0; i < last; i++)
        hp_doc_clear(&pass[i]);
    *out = pass[last];
    out->before = NULL;
    int rc = settled ? hp_doc_check(out, err)
                     : hp_fail(err, HP_E_STATE, "report: page numbers do not settle");
    if (rc == HP_OK)
        rc = hp_typeset_check(fonts, err);
    if (rc != HP_OK)
        hp_doc_clear(out);
    return rc;
}

int hp_report_pdf(struct hp_doc *doc, struct hp_text *out, struct hp_err *err)
{
    const char **alts = NULL;
    size_t count = 0, capacity = 0;
    for (size_t p = 0; p < doc->page_count; p++)
        for (size_t i = 0; i < doc->pages[p].count; i++)
            if (doc->pages[p].items[i].kind == HP_PRIM_TAG_BEGIN &&
                doc->pages[p].items[i].alt != NULL)
                HP_PUSH(alts, count, capacity) = doc->pages[p].items[i].alt;
    const struct hp_pdf_extra extra = { .language = doc->fmt.language == HP_RU ? "ru" : "en",
                                        .title = doc->title,
                                        .creator = doc->creator,
                                        .date = doc->date,
                                        .alts = alts,
                                        .alt_count = count };
    int rc = hp_paint_pdf(doc, out, err);
    if (rc == HP_OK)
        rc = hp_pdf_post(out, &extra, err);
    hp_mem_free(alts);
    return rc;
}

/* ---- files ---- */

struct writer {
    const struct hp_report_request *request;
    struct hp_report_files *out;
    struct hp_painters painters;
};

static void name_file(struct writer *w, const char *name)
{
    HP_PUSH(w->out->names, w->out->count, w->out->capacity) = name;
}

static int write_file(struct writer *w, const char *name, const struct hp_text *bytes,
                      struct hp_err *err)
{
    const char *path = hp_arena_print(w->out->arena, "%s/%s", w->request->folder, name);
    const int rc = hp_file_write(path, bytes->text, bytes->bytes, err);
    if (rc == HP_OK)
        name_file(w, hp_arena_copy(w->out->arena, name));
    return rc;
}

static int write_pictures(struct writer *w, const struct hp_doc *doc, const char *stem,
                          struct hp_err *err)
{
    const int rc = hp_painters_start(&w->painters, doc, stem, err);
    for (size_t i = 0; rc == HP_OK && i < doc->page_count; i++)
        name_file(w, hp_picture_name(w->out->arena, stem, i + 1));
    return rc;
}

static int write_document(struct writer *w, const struct hp_model *model,
                          const struct hp_m_sheet *sheet, struct hp_fonts *fonts,
                          struct hp_err *err)
{
    const char *stem =
        sheet == NULL ? "overview"
                      : hp_arena_print(model->arena, "%s-%s", sheet->machine, sheet->threshold);
    struct hp_doc doc;
    struct hp_text pdf = { 0 };
    int rc = hp_report_lay_out(model, sheet, fonts, &doc, err);
    if (rc != HP_OK)
        return hp_context(err, "%s.pdf", stem);
    w->out->pages += (unsigned)doc.page_count;
    if (w->request->progress != NULL)
        w->request->progress(w->request->context, stem, (unsigned)doc.page_count);
    rc = hp_report_pdf(&doc, &pdf, err);
    if (rc == HP_OK)
        rc = write_file(w, hp_arena_print(model->arena, "%s.pdf", stem), &pdf, err);
    if (rc == HP_OK && w->request->png)
        rc = write_pictures(w, &doc, stem, err);
    hp_text_clear(&pdf);
    hp_doc_clear(&doc);
    return rc;
}

int hp_report_render_rows(const struct hp_report_request *request, const struct hp_model_rows *rows,
                          struct hp_report_files *out, struct hp_err *err)
{
    struct hp_fonts *fonts = NULL;
    struct writer w = { .request = request, .out = out, .painters = { .folder = request->folder } };
    if (out->arena == NULL)
        out->arena = hp_arena_new();
    int rc = hp_fonts_open(&fonts, err);
    if (rc != HP_OK)
        return rc;
    struct hp_model *model = hp_model_from_rows(rows, request->language);
    rc = write_document(&w, model, NULL, fonts, err);
    for (size_t i = 0; rc == HP_OK && i < model->sheet_count; i++)
        rc = write_document(&w, model, &model->sheets[i], fonts, err);
    rc = hp_painters_wait(&w.painters, rc, err);
    hp_model_free(model);
    hp_fonts_close(fonts);
    return rc;
}
