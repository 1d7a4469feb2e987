/* SPDX-License-Identifier: MIT
 * How can a reader check and repeat this? The command, hashes of everything that took part, and the texts of
 * configs and scripts with their line numbers. Parent process.
 */
#include "reports/pages/pages.h"

#include <string.h>

static void hash_row(struct hp_table *t, const char *role, const char *name, const char *version,
                     const char *sha)
{
    struct hp_row *row = hp_table_row(t);
    row->cell[0].text = role;
    row->cell[1].text = name;
    row->cell[2].text = version;
    row->second = sha;
    row->rule = true;
}

static const char *role_words(struct hp_doc *doc, const char *role)
{
    const char *pair = hp_arena_print(doc->arena, "role=%s", role);
    const char *known = hp_words_value(doc->fmt.language, pair);
    return known != pair ? known : role;
}

static void draw_hashes(struct hp_doc *doc, const struct hp_model *model)
{
    const struct hp_model_rows *r = model->rows;
    struct hp_table t = { .title = hp_say(doc, HP_W_HASHES),
                          .note = hp_say(doc, HP_W_HASHES_NOTE),
                          .view = "environment",
                          .column_count = 3,
                          .second_column = 1,
                          .second_width = 390,
                          .columns = {
                              { .head = hp_say(doc, HP_W_ROLE), .x = 0, .w = 92, .grey = true },
                              hp_column_words(hp_say(doc, HP_W_NAME), 96, 280),
                              hp_column_words(hp_say(doc, HP_W_VERSION), 380, 113) } };
    hash_row(&t, hp_say(doc, HP_W_DATABASE), hp_say(doc, HP_W_DATABASE_CONTENT),
             hp_say(doc, HP_W_SCHEMA, hp_num_count(&doc->fmt, r->schema_version)),
             model->content_sha);
    for (size_t i = 0; i < r->code_count; i++)
        hash_row(&t, role_words(doc, r->code[i].role), r->code[i].name, r->code[i].version,
                 r->code[i].sha);
    for (size_t i = 0; i < r->content_count; i++)
        hash_row(&t, role_words(doc, r->contents[i].source.role), r->contents[i].source.path, "",
                 r->contents[i].sha);
    const struct hp_font_file *fonts = hp_fonts_files(doc->fonts);
    for (size_t i = 0; i < HP_FONT_FILES; i++)
        hash_row(&t, hp_say(doc, HP_W_FONT), fonts[i].family, "fonts-paratype", fonts[i].sha);
    t.foot = hp_fonts_libraries();
    hp_table_draw(doc, &t);
}

static void draw_repeat(struct hp_doc *doc, const struct hp_model *model)
{
    const struct hp_run_row *run = &model->rows->run;
    hp_doc_heading(doc, hp_say(doc, HP_W_REPEAT), NULL, NULL, 60);
    hp_doc_paragraph(doc, 16, HP_ROLE_CODE, HP_WIDTH, run->command);
    hp_doc_paragraph(doc, 18, HP_ROLE_BODY, hp_columns(10),
                     hp_say(doc, HP_W_REPEAT_TEXT, run->label, run->commit_id));
    for (size_t i = 0; i < model->rows->measured_count; i++) {
        const struct hp_measured *m = &model->rows->measured[i];
        if (m->by_run != run->run_id)
            hp_doc_paragraph(doc, 18, HP_ROLE_BODY, hp_columns(10),
                             hp_say(doc, HP_W_REPEAT_REUSED,
                                    hp_words_counted(&doc->fmt, HP_W_N_CASES, m->cases), m->label,
                                    m->commit_id, hp_span_text(doc, m->first_utc, m->last_utc)));
    }
}

/* Tabs as four spaces, other control characters as one: a text may hold anything. */
static const char *clean_line(struct hp_doc *doc, const char *from, size_t n)
{
    struct hp_text out = { 0 }, valid = { 0 };
    hp_utf8_clean(&valid, from, n);
    for (size_t i = 0; i < valid.bytes; i++) {
        if (valid.text[i] == '\t')
            hp_text_put(&out, "    ");
        else if ((unsigned char)valid.text[i] < 0x20)
            hp_text_put(&out, " ");
        else
            hp_text_put_n(&out, valid.text + i, 1);
    }
    const char *kept = hp_arena_copy(doc->arena, hp_text_str(&out));
    hp_text_clear(&out);
    hp_text_clear(&valid);
    return kept;
}

/* Characters of `text` that fit into `columns` cells of the monospaced face. */
static size_t bytes_of_cells(const char *text, size_t columns)
{
    size_t at = 0;
    const size_t n = strlen(text);
    while (at < n && columns-- > 0) {
        uint32_t c = 0;
        const size_t step = hp_utf8_next(text + at, n - at, &c);
        at += step > 0 ? step : 1;
    }
    return at;
}

/* Bytes of `text` for a line of so many cells: up to the last space that fits, behind the indent; a word that
 * is longer than the line is cut. */
static size_t break_at(const char *text, size_t columns)
{
    const size_t fit = bytes_of_cells(text, columns);
    if (text[fit] == '\0')
        return fit;
    for (size_t at = fit; at > strspn(text, " "); at--)
        if (text[at] == ' ')
            return at;
    return fit;
}

struct listing {
    const char *path;
    double cell; /* width of a character */
    size_t columns;
};

/* The next baseline; on a new page under the name of the text. */
static void next_line(struct hp_doc *doc, const struct listing *l)
{
    const double leading = hp_theme_roles[HP_ROLE_CODE_SMALL].leading;
    if (hp_doc_need(doc, leading)) {
        hp_doc_heading(doc, l->path, hp_say(doc, HP_W_CONTINUED), NULL, leading);
        doc->y += 4;
    }
    doc->y += leading;
}

/* What does not fit goes on below, a tab deeper than the line began. An empty line is half as high. */
static void code_line(struct hp_doc *doc, const struct listing *l, size_t number, const char *text)
{
    const size_t deeper = strspn(text, " ") + 4, most = l->columns / 2;
    size_t indent = 0;
    if (text[strspn(text, " ")] == '\0') {
        doc->y += hp_theme_roles[HP_ROLE_CODE_SMALL].leading / 2;
        return;
    }
    for (bool first = true; *text != '\0'; first = false) {
        const size_t n = break_at(text, l->columns - indent);
        next_line(doc, l);
        hp_doc_tag(doc, "P");
        if (first)
            (void)hp_doc_text_ink(doc, HP_LEFT + 20, doc->y, HP_END, HP_ROLE_CODE_SMALL,
                                  HP_INK_GREY, hp_arena_print(doc->arena, "%zu", number));
        (void)hp_doc_text(doc, HP_LEFT + 28 + l->cell * (double)indent, doc->y, HP_START,
                          HP_ROLE_CODE_SMALL, hp_arena_copy_n(doc->arena, text, n));
        hp_doc_tag_end(doc, "P");
        text += n;
        text += strspn(text, " ");
        indent = deeper < most ? deeper : most;
    }
}

static void draw_text(struct hp_doc *doc, const struct hp_content_row *c)
{
    struct listing l = { .path = c->source.path,
                         .cell = hp_doc_width(doc, HP_ROLE_CODE_SMALL, "0") };
    l.columns = (size_t)((HP_WIDTH - 28) / l.cell);
    size_t number = 1;
    hp_doc_heading(doc, l.path, role_words(doc, c->source.role), NULL, 60);
    doc->y += 4;
    for (const char *at = c->source.text; *at != '\0'; number++) {
        const size_t n = strcspn(at, "\n");
        code_line(doc, &l, number, clean_line(doc, at, n));
        at += n + (at[n] == '\n');
    }
}

static const double section_block = 220; /* what stands with its title */

void hp_page_appendix(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet)
{
    (void)sheet;
    hp_doc_section(doc, "appendix", hp_say(doc, HP_W_SEC_APPENDIX), section_block);
    draw_repeat(doc, model);
    draw_hashes(doc, model);
    for (size_t i = 0; i < model->rows->content_count; i++)
        draw_text(doc, &model->rows->contents[i]);
}
