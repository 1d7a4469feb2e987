/* SPDX-License-Identifier: MIT
 * A page as recorded primitives, in points, y down. Layout writes scenes, paint reads them, tests compare
 * their text form: no pixels are needed to know where things are.
 */
#ifndef HP_REPORTS_SCENE_H
#define HP_REPORTS_SCENE_H

#include "base/mem.h"
#include "base/text.h"
#include "reports/theme.h"

struct hp_point {
    double x, y;
};
struct hp_rect {
    double x, y, w, h;
};

/* Symbols that are drawn, never set as glyphs. */
enum hp_mark {
    HP_MARK_NONE,
    HP_MARK_CIRCLE,  /* below the boundary; threshold moved */
    HP_MARK_SQUARE,  /* above the boundary; threshold default */
    HP_MARK_DOT,     /* here, where no boundary is involved */
    HP_MARK_DIAMOND, /* a third series; filled, grey */
    HP_MARK_RING,    /* a fourth series; open, grey */
    HP_MARK_HOLDS,
    HP_MARK_BROKEN,
    HP_MARK_CANNOT_TELL,
    HP_MARK_KNOWN,
    HP_MARK_SKIPPED,
    HP_MARKS
};

enum hp_prim_kind {
    HP_PRIM_LINE,
    HP_PRIM_BOX,
    HP_PRIM_POLYLINE,
    HP_PRIM_POLYGON,
    HP_PRIM_MARK,
    HP_PRIM_TEXT,
    HP_PRIM_LINK_BEGIN, /* text: destination */
    HP_PRIM_LINK_END,
    HP_PRIM_DEST,      /* text: its name */
    HP_PRIM_TAG_BEGIN, /* text: structure tag */
    HP_PRIM_TAG_END,
};

struct hp_prim {
    enum hp_prim_kind kind;
    enum hp_ink ink;
    enum hp_stroke stroke;
    enum hp_mark mark;
    enum hp_role role;
    struct hp_rect at;       /* line: from (x, y) to (x + w, y + h); text: left, baseline, width */
    struct hp_point *points; /* poly */
    size_t point_count;
    const char *text, *alt; /* alt: description of a Figure */
};

struct hp_scene {
    struct hp_arena *arena; /* of the document */
    struct hp_prim *items;
    size_t count, capacity;
};
void hp_scene_clear(struct hp_scene *scene);

void hp_scene_line(struct hp_scene *s, double x0, double y0, double x1, double y1,
                   enum hp_stroke stroke, enum hp_ink ink);
void hp_scene_box(struct hp_scene *s, struct hp_rect at, enum hp_ink ink);
/* An outlined box: published range of other machines. */
void hp_scene_frame(struct hp_scene *s, struct hp_rect at, enum hp_ink fill, enum hp_ink outline);
void hp_scene_polyline(struct hp_scene *s, const struct hp_point *points, size_t count,
                       enum hp_stroke stroke, enum hp_ink ink);
void hp_scene_polygon(struct hp_scene *s, const struct hp_point *points, size_t count,
                      enum hp_ink ink);
/* `at` is the centre; r the radius. */
void hp_scene_mark(struct hp_scene *s, struct hp_point at, double r, enum hp_mark mark);
void hp_scene_text(struct hp_scene *s, double x, double y, double width, enum hp_role role,
                   enum hp_ink ink, const char *text);

void hp_scene_link_begin(struct hp_scene *s, const char *dest);
void hp_scene_link_end(struct hp_scene *s);
void hp_scene_dest(struct hp_scene *s, const char *name, double x, double y);
void hp_scene_tag_begin(struct hp_scene *s, const char *tag, const char *alt);
void hp_scene_tag_end(struct hp_scene *s, const char *tag);

/* One line per primitive, coordinates to 0.1 pt: golden text. */
void hp_scene_dump(const struct hp_scene *s, struct hp_text *out);
/* The text of the page in drawing order, a line per run. */
void hp_scene_words(const struct hp_scene *s, struct hp_text *out);

/* Would a text there (left, baseline, width, size) stand clear of the texts, marks and dark lines since `from`? */
bool hp_scene_free(const struct hp_scene *s, size_t from, struct hp_rect text);

/* Faults that a reader would see: text outside the text box, overlapping text, dark lines and marks through text,
 * bad numbers. One sentence each into out; returns how many. */
size_t hp_scene_faults(const struct hp_scene *s, struct hp_text *out);

#endif
