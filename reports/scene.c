/* SPDX-License-Identifier: MIT
 * What is on the page, and where? Parent process. Strings and points are copied into the document's arena;
 * the list of primitives is the scene's own.
 */
#include "reports/scene.h"

#include "base/err.h"

#include <math.h>
#include <string.h>

void hp_scene_clear(struct hp_scene *scene)
{
    hp_mem_free(scene->items);
    scene->items = NULL;
    scene->count = scene->capacity = 0;
}

static struct hp_prim *add(struct hp_scene *s, enum hp_prim_kind kind)
{
    struct hp_prim *p = &HP_PUSH(s->items, s->count, s->capacity);
    *p = (struct hp_prim){ .kind = kind };
    return p;
}

void hp_scene_line(struct hp_scene *s, double x0, double y0, double x1, double y1,
                   enum hp_stroke stroke, enum hp_ink ink)
{
    struct hp_prim *p = add(s, HP_PRIM_LINE);
    p->at = (struct hp_rect){ x0, y0, x1 - x0, y1 - y0 };
    p->stroke = stroke;
    p->ink = ink;
}

void hp_scene_box(struct hp_scene *s, struct hp_rect at, enum hp_ink ink)
{
    struct hp_prim *p = add(s, HP_PRIM_BOX);
    p->at = at;
    p->ink = ink;
}

void hp_scene_frame(struct hp_scene *s, struct hp_rect at, enum hp_ink fill, enum hp_ink outline)
{
    hp_scene_box(s, at, fill);
    const double x1 = at.x + at.w, y1 = at.y + at.h;
    const struct hp_point corner[5] = {
        { at.x, at.y }, { x1, at.y }, { x1, y1 }, { at.x, y1 }, { at.x, at.y }
    };
    hp_scene_polyline(s, corner, 5, HP_STROKE_TIMELINE, outline);
}

static void poly(struct hp_scene *s, enum hp_prim_kind kind, const struct hp_point *points,
                 size_t count, enum hp_stroke stroke, enum hp_ink ink)
{
    if (count < 2)
        return;
    struct hp_prim *p = add(s, kind);
    p->points = hp_arena_get(s->arena, count * sizeof *points);
    memcpy(p->points, points, count * sizeof *points);
    p->point_count = count;
    p->stroke = stroke;
    p->ink = ink;
}

void hp_scene_polyline(struct hp_scene *s, const struct hp_point *points, size_t count,
                       enum hp_stroke stroke, enum hp_ink ink)
{
    poly(s, HP_PRIM_POLYLINE, points, count, stroke, ink);
}

void hp_scene_polygon(struct hp_scene *s, const struct hp_point *points, size_t count,
                      enum hp_ink ink)
{
    poly(s, HP_PRIM_POLYGON, points, count, HP_STROKE_DATA, ink);
}

static enum hp_ink ink_of_mark(enum hp_mark mark)
{
    static const enum hp_ink inks[HP_MARKS] = {
        [HP_MARK_CIRCLE] = HP_INK_BELOW,  [HP_MARK_SQUARE] = HP_INK_ABOVE,
        [HP_MARK_DOT] = HP_INK_TEXT,      [HP_MARK_DIAMOND] = HP_INK_GREY,
        [HP_MARK_RING] = HP_INK_GREY,     [HP_MARK_HOLDS] = HP_INK_HOLDS,
        [HP_MARK_BROKEN] = HP_INK_BROKEN, [HP_MARK_CANNOT_TELL] = HP_INK_GREY,
        [HP_MARK_KNOWN] = HP_INK_KNOWN,   [HP_MARK_SKIPPED] = HP_INK_GREY,
    };
    return inks[mark];
}

void hp_scene_mark(struct hp_scene *s, struct hp_point at, double r, enum hp_mark mark)
{
    if (mark == HP_MARK_NONE)
        return;
    struct hp_prim *p = add(s, HP_PRIM_MARK);
    p->at = (struct hp_rect){ at.x, at.y, r, 0 };
    p->mark = mark;
    p->ink = ink_of_mark(mark);
}

void hp_scene_text(struct hp_scene *s, double x, double y, double width, enum hp_role role,
                   enum hp_ink ink, const char *text)
{
    if (text == NULL || *text == '\0')
        return;
    struct hp_prim *p = add(s, HP_PRIM_TEXT);
    p->at = (struct hp_rect){ x, y, width, hp_theme_roles[role].size };
    p->role = role;
    p->ink = ink;
    p->text = hp_arena_copy(s->arena, text);
}

static struct hp_prim *named(struct hp_scene *s, enum hp_prim_kind kind, const char *text)
{
    struct hp_prim *p = add(s, kind);
    p->text = hp_arena_copy(s->arena, text);
    return p;
}

void hp_scene_link_begin(struct hp_scene *s, const char *dest)
{
    (void)named(s, HP_PRIM_LINK_BEGIN, dest);
}

void hp_scene_link_end(struct hp_scene *s)
{
    (void)add(s, HP_PRIM_LINK_END);
}

void hp_scene_dest(struct hp_scene *s, const char *name, double x, double y)
{
    named(s, HP_PRIM_DEST, name)->at = (struct hp_rect){ x, y, 0, 0 };
}

void hp_scene_tag_begin(struct hp_scene *s, const char *tag, const char *alt)
{
    struct hp_prim *p = named(s, HP_PRIM_TAG_BEGIN, tag);
    p->alt = hp_arena_copy(s->arena, alt);
}

void hp_scene_tag_end(struct hp_scene *s, const char *tag)
{
    (void)named(s, HP_PRIM_TAG_END, tag);
}

/* ---- text forms ---- */

static const char *const mark_names[HP_MARKS] = {
    [HP_MARK_NONE] = "none",   [HP_MARK_CIRCLE] = "circle",   [HP_MARK_SQUARE] = "square",
    [HP_MARK_DOT] = "dot",     [HP_MARK_DIAMOND] = "diamond", [HP_MARK_RING] = "ring",
    [HP_MARK_HOLDS] = "holds", [HP_MARK_BROKEN] = "broken",   [HP_MARK_CANNOT_TELL] = "cannot-tell",
    [HP_MARK_KNOWN] = "known", [HP_MARK_SKIPPED] = "skipped",
};

static void dump_one(const struct hp_prim *p, struct hp_text *out)
{
    const char *ink = hp_theme_inks[p->ink].name;
    switch (p->kind) {
    case HP_PRIM_LINE:
        hp_text_print(out, "line %s %s %.1f,%.1f to %.1f,%.1f\n", hp_theme_pens[p->stroke].name,
                      ink, p->at.x, p->at.y, p->at.x + p->at.w, p->at.y + p->at.h);
        break;
    case HP_PRIM_BOX:
        hp_text_print(out, "box %s %.1f,%.1f %.1f x %.1f\n", ink, p->at.x, p->at.y, p->at.w,
                      p->at.h);
        break;
    case HP_PRIM_POLYLINE:
    case HP_PRIM_POLYGON:
        hp_text_print(out, "%s %s", p->kind == HP_PRIM_POLYLINE ? "polyline" : "polygon", ink);
        for (size_t i = 0; i < p->point_count; i++)
            hp_text_print(out, " %.1f,%.1f", p->points[i].x, p->points[i].y);
        hp_text_put(out, "\n");
        break;
    case HP_PRIM_MARK:
        hp_text_print(out, "mark %s %.1f,%.1f\n", mark_names[p->mark], p->at.x, p->at.y);
        break;
    case HP_PRIM_TEXT:
        hp_text_print(out, "text %s %s %.1f,%.1f \"%s\"\n", hp_theme_roles[p->role].name, ink,
                      p->at.x, p->at.y, p->text);
        break;
    case HP_PRIM_LINK_BEGIN:
        hp_text_print(out, "link %s\n", p->text);
        break;
    case HP_PRIM_LINK_END:
        hp_text_put(out, "link end\n");
        break;
    case HP_PRIM_DEST:
        hp_text_print(out, "dest %s %.1f,%.1f\n", p->text, p->at.x, p->at.y);
        break;
    case HP_PRIM_TAG_BEGIN:
        hp_text_print(out, "<%s>%s%s\n", p->text, p->alt != NULL ? " " : "",
                      p->alt != NULL ? p->alt : "");
        break;
    case HP_PRIM_TAG_END:
        hp_text_print(out, "</%s>\n", p->text);
        break;
    }
}

void hp_scene_dump(const struct hp_scene *s, struct hp_text *out)
{
    for (size_t i = 0; i < s->count; i++)
        dump_one(&s->items[i], out);
}

void hp_scene_words(const struct hp_scene *s, struct hp_text *out)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i].kind == HP_PRIM_TEXT)
            hp_text_print(out, "%s\n", s->items[i].text);
}

/* ---- faults ---- */

/* What a run covers: from a little above the x-height to just under the baseline. */
static struct hp_rect covers(const struct hp_prim *p)
{
    return (struct hp_rect){ p->at.x, p->at.y - 0.68 * p->at.h, p->at.w, 0.68 * p->at.h };
}

static bool meet(struct hp_rect a, struct hp_rect b)
{
    const double slack = 0.3;
    return a.x + slack < b.x + b.w && b.x + slack < a.x + a.w && a.y + slack < b.y + b.h &&
           b.y + slack < a.y + a.h;
}

static bool finite_prim(const struct hp_prim *p)
{
    bool good = isfinite(p->at.x) && isfinite(p->at.y) && isfinite(p->at.w) && isfinite(p->at.h) &&
                fabs(p->at.x) < 2000 && fabs(p->at.y) < 2000;
    for (size_t i = 0; good && i < p->point_count; i++)
        good = isfinite(p->points[i].x) && isfinite(p->points[i].y) &&
               fabs(p->points[i].x) < 2000 && fabs(p->points[i].y) < 2000;
    return good;
}

static bool outside(const struct hp_prim *p)
{
    const struct hp_rect r = covers(p);
    return r.x < HP_LEFT - 0.6 || r.x + r.w > HP_RIGHT + 0.6 || r.y < HP_HEADER_BASE - 8 ||
           r.y + r.h > HP_FOOTER_BASE + 3;
}

/* The cell of a table that the scene is in at `at`, as the place of its tag; 0: none. */
static size_t cell_at(const struct hp_scene *s, size_t at)
{
    for (size_t i = at; i > 0; i--) {
        const struct hp_prim *p = &s->items[i - 1];
        const bool tag = p->kind == HP_PRIM_TAG_BEGIN || p->kind == HP_PRIM_TAG_END;
        if (tag && (strcmp(p->text, "TD") == 0 || strcmp(p->text, "TH") == 0))
            return p->kind == HP_PRIM_TAG_BEGIN ? i : 0;
    }
    return 0;
}

/* Two texts of one line with less white between them than a word space has read as one; cells of a table want
 * more. */
static bool touch(const struct hp_scene *s, size_t later, size_t earlier)
{
    const struct hp_rect a = s->items[later].at, b = s->items[earlier].at;
    if (fabs(a.y - b.y) > 0.3)
        return false;
    const size_t cell = cell_at(s, later);
    const bool cells = earlier < cell && cell_at(s, earlier) > 0;
    const double white = fmax(a.x, b.x) - fmin(a.x + a.w, b.x + b.w);
    return white < (cells ? 0.5 : 0.3) * fmin(a.h, b.h);
}

static size_t overlaps(const struct hp_scene *s, size_t at, struct hp_text *out)
{
    size_t found = 0;
    const struct hp_prim *p = &s->items[at];
    for (size_t j = 0; j < at; j++) {
        const struct hp_prim *q = &s->items[j];
        if (q->kind != HP_PRIM_TEXT)
            continue;
        const bool over = meet(covers(p), covers(q));
        if (!over && !touch(s, at, j))
            continue;
        hp_text_print(out, "\"%s\" %s \"%s\" at %.1f,%.1f\n", p->text,
                      over ? "overlaps" : "touches", q->text, p->at.x, p->at.y);
        found++;
    }
    return found;
}

/* Dark lines and marks: words that lie on them cannot be read. Grid, rules and hairlines are pale or keep off. */
static bool hides(const struct hp_prim *p)
{
    static const bool dark[HP_STROKES] = {
        [HP_STROKE_AXIS] = true,     [HP_STROKE_DATA] = true, [HP_STROKE_SLOPE] = true,
        [HP_STROKE_INTERVAL] = true, [HP_STROKE_ONE] = true,  [HP_STROKE_BOUNDARY] = true,
    };
    return p->kind == HP_PRIM_MARK || (p->kind == HP_PRIM_LINE && dark[p->stroke]);
}

/* Does the part of a line that the interval [*from, *to] names lie between `low` and `high` somewhere? Narrows
 * the interval to it. */
static bool narrow(double start, double length, double low, double high, double *from, double *to)
{
    if (length == 0)
        return start > low && start < high;
    const double a = (low - start) / length, b = (high - start) / length;
    *from = fmax(*from, fmin(a, b));
    *to = fmin(*to, fmax(a, b));
    return *from < *to;
}

static bool runs_through(const struct hp_prim *p, struct hp_rect r)
{
    const double slack = 0.3;
    double from = 0, to = 1;
    if (p->kind == HP_PRIM_MARK) {
        const struct hp_rect box = { p->at.x - p->at.w, p->at.y - p->at.w, 2 * p->at.w,
                                     2 * p->at.w };
        return meet(box, r);
    }
    return narrow(p->at.x, p->at.w, r.x + slack, r.x + r.w - slack, &from, &to) &&
           narrow(p->at.y, p->at.h, r.y + slack, r.y + r.h - slack, &from, &to);
}

static size_t hidden(const struct hp_scene *s, const struct hp_prim *text, struct hp_text *out)
{
    size_t found = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct hp_prim *p = &s->items[i];
        if (!hides(p) || !runs_through(p, covers(text)))
            continue;
        hp_text_print(out, "\"%s\" at %.1f,%.1f lies on a %s at %.1f,%.1f\n", text->text,
                      text->at.x, text->at.y,
                      p->kind == HP_PRIM_MARK ? "mark" : hp_theme_pens[p->stroke].name, p->at.x,
                      p->at.y);
        found++;
    }
    return found;
}

bool hp_scene_free(const struct hp_scene *s, size_t from, struct hp_rect text)
{
    const struct hp_prim like = { .at = text };
    const double white = 2;
    const struct hp_rect c = covers(&like),
                         wide = { c.x - white, c.y - white / 2, c.w + 2 * white, c.h + white };
    for (size_t i = from; i < s->count; i++) {
        const struct hp_prim *p = &s->items[i];
        if (p->kind == HP_PRIM_TEXT ? meet(covers(p), wide) : hides(p) && runs_through(p, wide))
            return false;
    }
    return true;
}

size_t hp_scene_faults(const struct hp_scene *s, struct hp_text *out)
{
    size_t found = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct hp_prim *p = &s->items[i];
        if (!finite_prim(p)) {
            hp_text_put(out, "not a place on paper: ");
            dump_one(p, out);
            found++;
        }
        if (p->kind != HP_PRIM_TEXT)
            continue;
        if (outside(p)) {
            hp_text_print(out, "\"%s\" leaves the text box at %.1f..%.1f, %.1f\n", p->text, p->at.x,
                          p->at.x + p->at.w, p->at.y);
            found++;
        }
        found += overlaps(s, i, out) + hidden(s, p, out);
    }
    return found;
}
