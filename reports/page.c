/* SPDX-License-Identifier: MIT
 * Where on which page does the next thing go? Parent process. The document owns its lists; texts live in the
 * arena. Laid out twice: the first pass finds the pages of all destinations, the second prints them.
 */
#include "reports/page.h"

#include <string.h>

static const double header_gap = 12, section_gap = 48, heading_gap = 34, note_gap = 14,
                    block_after_heading = 40;

void hp_doc_clear(struct hp_doc *doc)
{
    for (size_t i = 0; i < doc->page_count; i++)
        hp_scene_clear(&doc->pages[i]);
    hp_mem_free(doc->pages);
    hp_mem_free(doc->dests);
    hp_mem_free(doc->links);
    hp_mem_free(doc->outline);
    doc->pages = NULL;
    doc->dests = NULL;
    doc->links = NULL;
    doc->outline = NULL;
    doc->page_count = doc->dest_count = doc->link_count = doc->outline_count = 0;
    doc->page_capacity = doc->dest_capacity = doc->link_capacity = doc->outline_capacity = 0;
}

struct hp_scene *hp_doc_scene(struct hp_doc *doc)
{
    return &doc->pages[doc->page_count - 1];
}

double hp_doc_width(const struct hp_doc *doc, enum hp_role role, const char *text)
{
    return hp_typeset_width(doc->fonts, role, text);
}

const char *hp_doc_fit(struct hp_doc *doc, enum hp_role role, double width, const char *text)
{
    static const char ellipsis[] = "\u2026";
    if (hp_doc_width(doc, role, text) <= width)
        return text;
    const struct hp_lines lines = hp_typeset_wrap(
        doc->fonts, role, text, width - hp_doc_width(doc, role, ellipsis), doc->arena);
    return hp_arena_print(doc->arena, "%s%s", lines.count > 0 ? lines.items[0] : "", ellipsis);
}

static void close_section(struct hp_doc *doc)
{
    if (doc->page_count > 0 && doc->section_tag != NULL)
        hp_scene_tag_end(hp_doc_scene(doc), doc->section_tag);
    doc->section_tag = NULL;
}

static void open_section(struct hp_doc *doc)
{
    doc->section_tag = "Sect";
    hp_scene_tag_begin(hp_doc_scene(doc), doc->section_tag, NULL);
}

void hp_doc_page(struct hp_doc *doc)
{
    close_section(doc);
    HP_PUSH(doc->pages, doc->page_count, doc->page_capacity) =
        (struct hp_scene){ .arena = doc->arena };
    open_section(doc);
    doc->y = HP_TITLE_BASE - 14;
}

void hp_doc_dest(struct hp_doc *doc, const char *name, double y)
{
    HP_PUSH(doc->dests, doc->dest_count, doc->dest_capacity) =
        (struct hp_dest){ hp_arena_copy(doc->arena, name), (unsigned)doc->page_count };
    hp_scene_dest(hp_doc_scene(doc), name, HP_LEFT, y);
}

void hp_doc_outline(struct hp_doc *doc, int level, const char *title, const char *dest)
{
    HP_PUSH(doc->outline, doc->outline_count, doc->outline_capacity) =
        (struct hp_outline){ hp_arena_copy(doc->arena, title), hp_arena_copy(doc->arena, dest),
                             level };
}

/* On the page that is open when title and block fit there; page 1 stands alone. */
static bool section_flows(const struct hp_doc *doc, double block)
{
    return doc->page_count > 1 && doc->y + section_gap + block <= HP_BODY_LAST;
}

void hp_doc_section(struct hp_doc *doc, const char *dest, const char *title, double block)
{
    const double leading = hp_theme_roles[HP_ROLE_PAGE_TITLE].leading;
    double top = HP_HEADER_BASE;
    if (section_flows(doc, block)) {
        close_section(doc);
        open_section(doc);
        doc->y += section_gap - leading;
        top = doc->y;
    } else {
        hp_doc_page(doc);
        doc->y = HP_TITLE_BASE - leading;
    }
    hp_doc_dest(doc, dest, top);
    hp_doc_outline(doc, 0, title, dest);
    hp_doc_tag(doc, "H1");
    hp_doc_paragraph(doc, leading, HP_ROLE_PAGE_TITLE, HP_WIDTH, title);
    hp_doc_tag_end(doc, "H1");
}

bool hp_doc_need(struct hp_doc *doc, double height)
{
    if (doc->y + height <= HP_BODY_LAST + 2)
        return false;
    hp_doc_page(doc);
    return true;
}

unsigned hp_doc_page_of(const struct hp_doc *doc, const char *dest)
{
    const struct hp_doc *known = doc->before;
    for (size_t i = 0; known != NULL && i < known->dest_count; i++)
        if (strcmp(known->dests[i].name, dest) == 0)
            return known->dests[i].page;
    return 0;
}

int hp_doc_check(const struct hp_doc *doc, struct hp_err *err)
{
    for (size_t i = 0; i < doc->dest_count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(doc->dests[i].name, doc->dests[j].name) == 0)
                return hp_fail(err, HP_E_STATE, "report: two places are called %s",
                               doc->dests[i].name);
    for (size_t i = 0; i < doc->link_count; i++) {
        bool found = false;
        for (size_t j = 0; j < doc->dest_count && !found; j++)
            found = strcmp(doc->links[i], doc->dests[j].name) == 0;
        if (!found)
            return hp_fail(err, HP_E_STATE, "report: a link leads to %s, which is nowhere",
                           doc->links[i]);
    }
    return HP_OK;
}

/* ---- text ---- */

double hp_doc_text_ink(struct hp_doc *doc, double x, double y, enum hp_anchor anchor,
                       enum hp_role role, enum hp_ink ink, const char *text)
{
    const double w = hp_doc_width(doc, role, text);
    const double left = anchor == HP_START ? x : anchor == HP_END ? x - w : x - w / 2;
    hp_scene_text(hp_doc_scene(doc), left, y, w, role, ink, text);
    return w;
}

double hp_doc_text(struct hp_doc *doc, double x, double y, enum hp_anchor anchor, enum hp_role role,
                   const char *text)
{
    return hp_doc_text_ink(doc, x, y, anchor, role, hp_theme_roles[role].ink, text);
}

double hp_doc_link(struct hp_doc *doc, double x, double y, enum hp_anchor anchor, enum hp_role role,
                   const char *dest, const char *text)
{
    HP_PUSH(doc->links, doc->link_count, doc->link_capacity) = hp_arena_copy(doc->arena, dest);
    hp_scene_link_begin(hp_doc_scene(doc), dest);
    const double w = hp_doc_text_ink(doc, x, y, anchor, role, HP_INK_BELOW_TEXT, text);
    hp_scene_link_end(hp_doc_scene(doc));
    return w;
}

void hp_doc_tag(struct hp_doc *doc, const char *tag)
{
    hp_scene_tag_begin(hp_doc_scene(doc), tag, NULL);
}

void hp_doc_tag_end(struct hp_doc *doc, const char *tag)
{
    hp_scene_tag_end(hp_doc_scene(doc), tag);
}

void hp_doc_figure_begin(struct hp_doc *doc, const char *alt)
{
    hp_scene_tag_begin(hp_doc_scene(doc), "Figure", alt);
}

void hp_doc_figure_end(struct hp_doc *doc)
{
    hp_doc_tag_end(doc, "Figure");
}

static bool titles(enum hp_role role)
{
    return role == HP_ROLE_PAGE_TITLE || role == HP_ROLE_REPORT_TITLE;
}

void hp_doc_paragraph(struct hp_doc *doc, double gap, enum hp_role role, double width,
                      const char *text)
{
    const struct hp_lines lines = hp_typeset_wrap(doc->fonts, role, text, width, doc->arena);
    const double leading = hp_theme_roles[role].leading;
    bool open = false;
    for (size_t i = 0; i < lines.count; i++) {
        const double step = i == 0 ? gap : leading;
        /* Never a single line at the foot or at the head of a page. */
        const double keep =
            (i == 0 && lines.count > 1) || i + 2 == lines.count ? step + leading : step;
        if (doc->y + keep > HP_BODY_LAST + 1) {
            if (open)
                hp_doc_tag_end(doc, "P");
            open = false;
            hp_doc_page(doc);
        }
        if (!open && !titles(role))
            hp_doc_tag(doc, "P");
        open = !titles(role);
        doc->y += step;
        (void)hp_doc_text(doc, HP_LEFT, doc->y, HP_START, role, lines.items[i]);
    }
    if (open)
        hp_doc_tag_end(doc, "P");
}

void hp_doc_note(struct hp_doc *doc, const char *text)
{
    hp_doc_paragraph(doc, note_gap, HP_ROLE_NOTE, HP_WIDTH, text);
}

/* Beside the title when it fits there on one line, else on lines of its own. */
static void heading_note(struct hp_doc *doc, double x, double right, const char *note)
{
    const bool beside = hp_doc_width(doc, HP_ROLE_NOTE, note) <= right - x;
    const double left = beside ? x : HP_LEFT;
    const struct hp_lines lines =
        hp_typeset_wrap(doc->fonts, HP_ROLE_NOTE, note, beside ? right - x : HP_WIDTH, doc->arena);
    hp_doc_tag(doc, "Caption");
    for (size_t i = 0; i < lines.count; i++) {
        if (i > 0)
            doc->y += hp_theme_roles[HP_ROLE_NOTE].leading;
        else if (!beside)
            doc->y += hp_theme_roles[HP_ROLE_HEADING].leading - 1;
        (void)hp_doc_text(doc, left, doc->y, HP_START, HP_ROLE_NOTE, lines.items[i]);
    }
    hp_doc_tag_end(doc, "Caption");
}

void hp_doc_heading(struct hp_doc *doc, const char *title, const char *note, const char *right,
                    double block)
{
    const bool first = doc->y < HP_TITLE_BASE;
    const double gap = first ? 14 : heading_gap, leading = hp_theme_roles[HP_ROLE_HEADING].leading;
    const double right_w = right != NULL ? hp_doc_width(doc, HP_ROLE_TICK, right) + 10 : 0;
    const struct hp_lines lines =
        hp_typeset_wrap(doc->fonts, HP_ROLE_HEADING, title, HP_WIDTH - right_w, doc->arena);
    const double more = (double)(lines.count - 1) * leading;
    if (hp_doc_need(doc, gap + 6 + more + (block > 0 ? block : block_after_heading)))
        doc->y += 14;
    else
        doc->y += gap;
    hp_doc_tag(doc, "H2");
    double x = HP_LEFT;
    const double first_base = doc->y;
    for (size_t i = 0; i < lines.count; i++) {
        doc->y += i > 0 ? leading : 0;
        x = HP_LEFT + hp_doc_text(doc, HP_LEFT, doc->y, HP_START, HP_ROLE_HEADING, lines.items[i]);
    }
    hp_doc_tag_end(doc, "H2");
    if (right != NULL) {
        hp_doc_tag(doc, "Caption");
        (void)hp_doc_text(doc, HP_RIGHT, first_base, HP_END, HP_ROLE_TICK, right);
        hp_doc_tag_end(doc, "Caption");
    }
    if (note == NULL || *note == '\0')
        return;
    heading_note(doc, x + 10, HP_RIGHT - (lines.count > 1 ? 0 : right_w), note);
}

const char *hp_doc_table_label(struct hp_doc *doc, const char *view)
{
    return hp_say(doc, HP_W_TABLE_LABEL, hp_num_count(&doc->fmt, ++doc->tables), view);
}

const char *hp_doc_figure_label(struct hp_doc *doc, const char *view)
{
    return hp_say(doc, HP_W_FIGURE_LABEL, hp_num_count(&doc->fmt, ++doc->figures), view);
}

/* ---- furniture ---- */

static void furnish(struct hp_doc *doc, unsigned page, unsigned pages)
{
    const char *left = page == 1 ? doc->first_header_left : doc->header_left;
    const char *right = page == 1 ? doc->first_header_right : doc->header_right;
    struct hp_scene *s = hp_doc_scene(doc);
    const double room = HP_WIDTH - hp_doc_width(doc, HP_ROLE_TICK, right) - header_gap;
    (void)hp_doc_text(doc, HP_LEFT, HP_HEADER_BASE, HP_START, HP_ROLE_TICK,
                      hp_doc_fit(doc, HP_ROLE_TICK, room, left));
    (void)hp_doc_text(doc, HP_RIGHT, HP_HEADER_BASE, HP_END, HP_ROLE_TICK, right);
    hp_scene_line(s, HP_LEFT, HP_HEADER_RULE, HP_RIGHT, HP_HEADER_RULE, HP_STROKE_FURNITURE,
                  HP_INK_HAIR);
    hp_scene_line(s, HP_LEFT, HP_FOOTER_RULE, HP_RIGHT, HP_FOOTER_RULE, HP_STROKE_FURNITURE,
                  HP_INK_HAIR);
    if (page == 1)
        (void)hp_doc_text(doc, HP_LEFT, HP_FOOTER_BASE, HP_START, HP_ROLE_TICK, "heapproof");
    else
        (void)hp_doc_link(doc, HP_LEFT, HP_FOOTER_BASE, HP_START, HP_ROLE_TICK, "summary",
                          hp_say(doc, HP_W_SUMMARY_LINK));
    (void)hp_doc_text(doc, HP_LEFT + HP_WIDTH / 2, HP_FOOTER_BASE, HP_MIDDLE, HP_ROLE_TICK,
                      doc->footer_centre);
    (void)hp_doc_text(
        doc, HP_RIGHT, HP_FOOTER_BASE, HP_END, HP_ROLE_TICK,
        hp_say(doc, HP_W_PAGE_OF, hp_num_count(&doc->fmt, page), hp_num_count(&doc->fmt, pages)));
}

void hp_doc_finish(struct hp_doc *doc)
{
    close_section(doc);
    const size_t pages = doc->page_count;
    for (size_t i = 0; i < pages; i++) {
        doc->page_count = i + 1; /* the verbs write to the last page */
        furnish(doc, (unsigned)(i + 1), (unsigned)pages);
    }
    doc->page_count = pages;
}
