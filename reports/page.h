/* SPDX-License-Identifier: MIT
 * A document as it is laid out: pages, a cursor, furniture, destinations and links, outline. Page kinds write
 * through these verbs only.
 *
 * The cursor `y` is the last baseline or the bottom edge of the last block; every verb adds its own distance
 * before what it sets, and opens a new page when what it sets does not fit.
 */
#ifndef HP_REPORTS_PAGE_H
#define HP_REPORTS_PAGE_H

#include "reports/numbers.h"
#include "reports/scene.h"
#include "reports/text.h"
#include "reports/words.h"

struct hp_dest {
    const char *name; /* ASCII */
    unsigned page;    /* from 1 */
};
struct hp_outline {
    const char *title, *dest;
    int level; /* 0 or 1 */
};

struct hp_doc {
    struct hp_arena *arena;
    struct hp_fonts *fonts;
    struct hp_fmt fmt;
    struct hp_scene *pages;
    size_t page_count, page_capacity;
    struct hp_dest *dests;
    size_t dest_count, dest_capacity;
    const char **links; /* destinations that links name */
    size_t link_count, link_capacity;
    struct hp_outline *outline;
    size_t outline_count, outline_capacity;
    const struct hp_doc *before; /* the earlier pass, for page numbers; NULL in the first */
    double y;
    unsigned tables, figures; /* numbered so far */
    const char *section_tag;  /* structure tag open on this page, or NULL */
    /* furniture and metadata, set by report.c before the first page */
    const char *title, *header_left, *header_right, *footer_centre;
    const char *first_header_left, *first_header_right; /* of page 1 */
    const char *subject, *keywords, *creator, *date;    /* ISO 8601, UTC */
};

void hp_doc_clear(struct hp_doc *doc); /* frees lists; the arena is its owner's */

/* The page that is being written. */
struct hp_scene *hp_doc_scene(struct hp_doc *doc);

/* Opens a page. `section` continues on it when one is open. */
void hp_doc_page(struct hp_doc *doc);
/* A title with a destination and an outline entry: on the page that is open when the `block` points that must stand
 * with it fit below, else on a new one. */
void hp_doc_section(struct hp_doc *doc, const char *dest, const char *title, double block);
/* Opens a new page unless `height` more points fit under the cursor. True when it did. */
bool hp_doc_need(struct hp_doc *doc, double height);
/* After the last page: header, footer with page N of M. */
void hp_doc_finish(struct hp_doc *doc);
/* HP_E_STATE naming the link whose destination does not exist, or that exists twice. */
int hp_doc_check(const struct hp_doc *doc, struct hp_err *err);

/* Page of a destination, from the earlier pass; 0: unknown. */
unsigned hp_doc_page_of(const struct hp_doc *doc, const char *dest);
void hp_doc_dest(struct hp_doc *doc, const char *name, double y);
void hp_doc_outline(struct hp_doc *doc, int level, const char *title, const char *dest);

/* Text at a place. Anchors: where x is. All return the width. */
enum hp_anchor { HP_START, HP_MIDDLE, HP_END };
double hp_doc_text(struct hp_doc *doc, double x, double y, enum hp_anchor anchor, enum hp_role role,
                   const char *text);
double hp_doc_text_ink(struct hp_doc *doc, double x, double y, enum hp_anchor anchor,
                       enum hp_role role, enum hp_ink ink, const char *text);
/* The same as a link; HP_INK_BELOW_TEXT. */
double hp_doc_link(struct hp_doc *doc, double x, double y, enum hp_anchor anchor, enum hp_role role,
                   const char *dest, const char *text);

/* Wrapped paragraph under the cursor: first baseline `gap` under it. Breaks across pages. */
void hp_doc_paragraph(struct hp_doc *doc, double gap, enum hp_role role, double width,
                      const char *text);
/* Note under a table or figure. */
void hp_doc_note(struct hp_doc *doc, const char *text);
/* Block heading: bold title, grey note, at the right margin `right` ("Table 3 - view verdict"). Goes to the
 * next page when `block` points do not fit after it. Cursor: its baseline. */
void hp_doc_heading(struct hp_doc *doc, const char *title, const char *note, const char *right,
                    double block);
/* "Table 3 - view NAME", counting; "Figure 2 - view NAME". */
const char *hp_doc_table_label(struct hp_doc *doc, const char *view);
const char *hp_doc_figure_label(struct hp_doc *doc, const char *view);
/* Structure tags: a figure with its description; both must be closed on the page they were opened on. */
void hp_doc_figure_begin(struct hp_doc *doc, const char *alt);
void hp_doc_figure_end(struct hp_doc *doc);
void hp_doc_tag(struct hp_doc *doc, const char *tag);
void hp_doc_tag_end(struct hp_doc *doc, const char *tag);

double hp_doc_width(const struct hp_doc *doc, enum hp_role role, const char *text);
/* The text, or as much of it as fits into `width` before an ellipsis. */
const char *hp_doc_fit(struct hp_doc *doc, enum hp_role role, double width, const char *text);
/* The words of the document's language, {0}, {1}.. replaced by the arguments; ends at NULL. */
#define hp_say(doc, ...) hp_words_fill(&(doc)->fmt, __VA_ARGS__, (const char *)NULL)

#endif
