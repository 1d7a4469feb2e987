/* SPDX-License-Identifier: MIT
 * How do recorded primitives become PDF and PNG? Parent process; the only file that draws with cairo. Both
 * statuses, of the context and of the surface, are checked: one of them alone misses a blank page.
 */
#include "reports/paint.h"

#include "base/fault.h"
#include "base/hash.h"
#include "reports/fonts_private.h"
#include "reports/png_file.h"

#include <cairo-pdf.h>
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

struct painter {
    cairo_t *cr;
    struct hp_fonts *fonts;
    bool pdf; /* tags, links and destinations only there */
};

static void set_ink(struct painter *p, enum hp_ink ink)
{
    const uint32_t rgb = hp_theme_inks[ink].rgb;
    cairo_set_source_rgb(p->cr, (rgb >> 16) / 255.0, ((rgb >> 8) & 0xff) / 255.0,
                         (rgb & 0xff) / 255.0);
}

static void set_pen(struct painter *p, enum hp_stroke stroke)
{
    const struct hp_pen *pen = &hp_theme_pens[stroke];
    const double dash[2] = { pen->on, pen->off };
    cairo_set_line_width(p->cr, pen->width);
    cairo_set_dash(p->cr, dash, pen->on > 0 ? 2 : 0, 0);
}

static void path_of(struct painter *p, const struct hp_point *points, size_t count)
{
    cairo_new_path(p->cr);
    for (size_t i = 0; i < count; i++)
        cairo_line_to(p->cr, points[i].x, points[i].y);
}

static void disc(struct painter *p, double x, double y, double r)
{
    cairo_new_path(p->cr);
    cairo_arc(p->cr, x, y, r, 0, 2 * pi);
}

static void square(struct painter *p, double x, double y, double r)
{
    cairo_new_path(p->cr);
    cairo_rectangle(p->cr, x - r, y - r, 2 * r, 2 * r);
}

static void diamond(struct painter *p, double x, double y, double r)
{
    const struct hp_point corner[4] = { { x, y - r }, { x + r, y }, { x, y + r }, { x - r, y } };
    path_of(p, corner, 4);
    cairo_close_path(p->cr);
}

static void stroke_points(struct painter *p, const struct hp_point *points, size_t n, double width)
{
    path_of(p, points, n);
    cairo_set_dash(p->cr, NULL, 0, 0);
    cairo_set_line_width(p->cr, width);
    cairo_stroke(p->cr);
}

static void stroke_path(struct painter *p, double width)
{
    cairo_set_dash(p->cr, NULL, 0, 0);
    cairo_set_line_width(p->cr, width);
    cairo_stroke(p->cr);
}

/* The question mark of "cannot tell": a hook and a point. */
static void question(struct painter *p, double x, double y, double r)
{
    cairo_new_path(p->cr);
    cairo_arc(p->cr, x, y - 0.22 * r, 0.28 * r, pi, 2.35 * pi);
    cairo_line_to(p->cr, x, y + 0.2 * r);
    stroke_path(p, 0.22 * r);
    disc(p, x, y + 0.5 * r, 0.13 * r);
    cairo_fill(p->cr);
}

static void verdict_mark(struct painter *p, enum hp_mark mark, double x, double y, double r)
{
    if (mark == HP_MARK_HOLDS) {
        disc(p, x, y, r);
        cairo_fill(p->cr);
        set_ink(p, HP_INK_WHITE);
        const struct hp_point tick[3] = { { x - 0.48 * r, y + 0.02 * r },
                                          { x - 0.12 * r, y + 0.38 * r },
                                          { x + 0.5 * r, y - 0.34 * r } };
        stroke_points(p, tick, 3, 0.3 * r);
    } else if (mark == HP_MARK_BROKEN) {
        square(p, x, y, 0.95 * r);
        cairo_fill(p->cr);
        set_ink(p, HP_INK_WHITE);
        const double d = 0.45 * r;
        const struct hp_point a[2] = { { x - d, y - d }, { x + d, y + d } };
        const struct hp_point b[2] = { { x - d, y + d }, { x + d, y - d } };
        stroke_points(p, a, 2, 0.34 * r);
        stroke_points(p, b, 2, 0.34 * r);
    } else if (mark == HP_MARK_CANNOT_TELL) {
        disc(p, x, y, 0.93 * r);
        stroke_path(p, 0.22 * r);
        question(p, x, y, r);
    } else if (mark == HP_MARK_KNOWN) {
        diamond(p, x, y, 1.2 * r);
        stroke_path(p, 0.28 * r);
        disc(p, x, y, 0.3 * r);
        cairo_fill(p->cr);
    } else {
        const struct hp_point dash[2] = { { x - r, y }, { x + r, y } };
        stroke_points(p, dash, 2, 0.36 * r);
    }
}

static void paint_mark(struct painter *p, const struct hp_prim *m)
{
    const double x = m->at.x, y = m->at.y, r = m->at.w;
    set_ink(p, m->ink);
    switch (m->mark) {
    case HP_MARK_CIRCLE:
    case HP_MARK_DOT:
        disc(p, x, y, r);
        cairo_fill(p->cr);
        break;
    case HP_MARK_SQUARE:
        square(p, x, y, 0.92 * r);
        cairo_fill(p->cr);
        break;
    case HP_MARK_DIAMOND:
        diamond(p, x, y, 1.25 * r);
        cairo_fill(p->cr);
        break;
    case HP_MARK_RING:
        disc(p, x, y, 0.85 * r);
        stroke_path(p, 0.35 * r);
        break;
    default:
        verdict_mark(p, m->mark, x, y, r);
        break;
    }
}

static void paint_text(struct painter *p, const struct hp_prim *t)
{
    PangoLayoutLine *line = hp_fonts_shape(p->fonts, t->role, t->text);
    set_ink(p, t->ink);
    cairo_move_to(p->cr, t->at.x, t->at.y);
    pango_cairo_show_layout_line(p->cr, line);
    cairo_new_path(p->cr);
}

static void paint_structure(struct painter *p, const struct hp_prim *m)
{
    char attributes[256];
    if (!p->pdf)
        return;
    switch (m->kind) {
    case HP_PRIM_LINK_BEGIN:
        (void)snprintf(attributes, sizeof attributes, "dest='%s'", m->text);
        cairo_tag_begin(p->cr, CAIRO_TAG_LINK, attributes);
        break;
    case HP_PRIM_LINK_END:
        cairo_tag_end(p->cr, CAIRO_TAG_LINK);
        break;
    case HP_PRIM_DEST: /* whole points: a fraction would be read by the locale's rules */
        (void)snprintf(attributes, sizeof attributes, "name='%s' x=%d y=%d", m->text, (int)m->at.x,
                       (int)m->at.y);
        cairo_tag_begin(p->cr, CAIRO_TAG_DEST, attributes);
        cairo_tag_end(p->cr, CAIRO_TAG_DEST);
        break;
    case HP_PRIM_TAG_BEGIN:
        cairo_tag_begin(p->cr, m->text, NULL);
        break;
    case HP_PRIM_TAG_END:
        cairo_tag_end(p->cr, m->text);
        break;
    default:
        break;
    }
}

static void paint_one(struct painter *p, const struct hp_prim *m)
{
    switch (m->kind) {
    case HP_PRIM_LINE: {
        const struct hp_point ends[2] = { { m->at.x, m->at.y },
                                          { m->at.x + m->at.w, m->at.y + m->at.h } };
        set_ink(p, m->ink);
        set_pen(p, m->stroke);
        path_of(p, ends, 2);
        cairo_stroke(p->cr);
        break;
    }
    case HP_PRIM_BOX:
        set_ink(p, m->ink);
        cairo_new_path(p->cr);
        cairo_rectangle(p->cr, m->at.x, m->at.y, m->at.w, m->at.h);
        cairo_fill(p->cr);
        break;
    case HP_PRIM_POLYLINE:
        set_ink(p, m->ink);
        set_pen(p, m->stroke);
        path_of(p, m->points, m->point_count);
        cairo_stroke(p->cr);
        break;
    case HP_PRIM_POLYGON:
        set_ink(p, m->ink);
        path_of(p, m->points, m->point_count);
        cairo_close_path(p->cr);
        cairo_fill(p->cr);
        break;
    case HP_PRIM_MARK:
        paint_mark(p, m);
        break;
    case HP_PRIM_TEXT:
        paint_text(p, m);
        break;
    default:
        paint_structure(p, m);
        break;
    }
}

static void paint_scene(struct painter *p, const struct hp_scene *s)
{
    for (size_t i = 0; i < s->count; i++)
        paint_one(p, &s->items[i]);
}

static int check(struct painter *p, cairo_surface_t *surface, const char *what, struct hp_err *err)
{
    cairo_status_t status = cairo_status(p->cr);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        return HP_OK;
    return hp_fail(err, status == CAIRO_STATUS_NO_MEMORY ? HP_E_NOMEM : HP_E_STATE,
                   "report: drawing %s failed: %s", what, cairo_status_to_string(status));
}

static cairo_status_t collect_bytes(void *closure, const unsigned char *data, unsigned int length)
{
    hp_text_put_n(closure, (const char *)data, length);
    return CAIRO_STATUS_SUCCESS;
}

/* ---- PDF ---- */

static void add_metadata(struct hp_doc *doc, cairo_surface_t *surface)
{
    const struct {
        cairo_pdf_metadata_t key;
        const char *value;
    } rows[] = {
        { CAIRO_PDF_METADATA_TITLE, doc->title },
        { CAIRO_PDF_METADATA_AUTHOR, "heapproof" },
        { CAIRO_PDF_METADATA_SUBJECT, doc->subject },
        { CAIRO_PDF_METADATA_KEYWORDS, doc->keywords },
        { CAIRO_PDF_METADATA_CREATOR, doc->creator },
        { CAIRO_PDF_METADATA_CREATE_DATE, doc->date },
        { CAIRO_PDF_METADATA_MOD_DATE, doc->date },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cairo_pdf_surface_set_metadata(surface, rows[i].key, rows[i].value);
}

static void add_outline(struct hp_doc *doc, cairo_surface_t *surface)
{
    int parent = CAIRO_PDF_OUTLINE_ROOT;
    for (size_t i = 0; i < doc->outline_count; i++) {
        const struct hp_outline *o = &doc->outline[i];
        const char *link = hp_arena_print(doc->arena, "dest='%s'", o->dest);
        const int id =
            cairo_pdf_surface_add_outline(surface, o->level == 0 ? CAIRO_PDF_OUTLINE_ROOT : parent,
                                          o->title, link, CAIRO_PDF_OUTLINE_FLAG_OPEN);
        if (o->level == 0)
            parent = id;
    }
}

int hp_paint_pdf(struct hp_doc *doc, struct hp_text *out, struct hp_err *err)
{
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(collect_bytes, out, HP_PAGE_W, HP_PAGE_H);
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5);
    add_metadata(doc, surface);
    struct painter p = { .cr = cairo_create(surface), .fonts = doc->fonts, .pdf = true };
    cairo_tag_begin(p.cr, "Document", NULL);
    for (size_t i = 0; i < doc->page_count; i++) {
        char label[24];
        (void)snprintf(label, sizeof label, "%zu", i + 1);
        cairo_pdf_surface_set_page_label(surface, label);
        paint_scene(&p, &doc->pages[i]);
        if (i + 1 == doc->page_count)
            cairo_tag_end(p.cr, "Document");
        cairo_show_page(p.cr);
        hp_fault_point("report.page");
    }
    add_outline(doc, surface);
    int rc = check(&p, surface, "the pages", err);
    cairo_surface_finish(surface);
    if (rc == HP_OK)
        rc = check(&p, surface, "the PDF", err);
    cairo_destroy(p.cr);
    cairo_surface_destroy(surface);
    return rc;
}

/* ---- PNG ---- */

int hp_paint_png(struct hp_doc *doc, size_t page, struct hp_text *out, struct hp_err *err)
{
    const double scale = HP_PNG_DPI / 72.0;
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)ceil(HP_PAGE_W * scale), (int)ceil(HP_PAGE_H * scale));
    struct painter p = { .cr = cairo_create(surface), .fonts = doc->fonts };
    cairo_set_source_rgb(p.cr, 1, 1, 1);
    cairo_paint(p.cr);
    cairo_scale(p.cr, scale, scale);
    paint_scene(&p, &doc->pages[page]);
    cairo_surface_flush(surface);
    int rc = check(&p, surface, "a page picture", err);
    if (rc == HP_OK)
        rc = hp_png_encode(cairo_image_surface_get_data(surface),
                           (unsigned)cairo_image_surface_get_width(surface),
                           (unsigned)cairo_image_surface_get_height(surface),
                           (size_t)cairo_image_surface_get_stride(surface), HP_PNG_DPI, out, err);
    cairo_destroy(p.cr);
    cairo_surface_destroy(surface);
    return rc;
}
