/* SPDX-License-Identifier: MIT
 * How wide is this text, and where does it break? Parent process; only pango is asked. Two faults of PT Sans
 * are repaired here: it kerns across the word space, and its U+202F is too thin to see.
 */
#include "reports/text.h"

#include "base/text.h"
#include "reports/fonts_private.h"

static const double narrow_space_extra = 0.09; /* em, added to U+202F */

static void attribute(PangoAttrList *list, PangoAttribute *a, size_t from, size_t to)
{
    a->start_index = (guint)from;
    a->end_index = (guint)to;
    pango_attr_list_insert(list, a);
}

/* No ligatures: readers of the tagged text get "fi" as U+FB01. Kerning off on each space and the character before
 * it; U+202F widened. */
static void repair(PangoAttrList *list, const struct hp_style *style, const char *text)
{
    size_t before = 0;
    const size_t bytes = strlen(text);
    attribute(list, pango_attr_font_features_new("liga=0, clig=0"), 0, bytes);
    for (size_t at = 0; at < bytes;) {
        uint32_t c = 0;
        const size_t step = hp_utf8_next(text + at, bytes - at, &c);
        if (step == 0)
            hp_bug("text that is not UTF-8 reached the report: %s", text);
        if (c == ' ' || c == 0xA0)
            attribute(list, pango_attr_font_features_new("kern=0"), before, at + step);
        if (c == 0x202F)
            attribute(list,
                      pango_attr_letter_spacing_new(
                          (int)(narrow_space_extra * style->size * PANGO_SCALE)),
                      at, at + step);
        before = at;
        at += step;
    }
}

PangoLayoutLine *hp_fonts_shape(struct hp_fonts *fonts, enum hp_role role, const char *text)
{
    PangoAttrList *list = pango_attr_list_new();
    repair(list, &hp_theme_roles[role], text);
    pango_layout_set_font_description(fonts->layout, fonts->roles[role]);
    pango_layout_set_text(fonts->layout, text, -1);
    pango_layout_set_attributes(fonts->layout, list);
    pango_attr_list_unref(list);
    const int unknown = pango_layout_get_unknown_glyphs_count(fonts->layout);
    if (unknown > 0 && fonts->unknown_glyphs == 0)
        (void)snprintf(fonts->unknown_text, sizeof fonts->unknown_text, "%s", text);
    fonts->unknown_glyphs += (unsigned)unknown;
    return pango_layout_get_line_readonly(fonts->layout, 0);
}

double hp_typeset_width(struct hp_fonts *fonts, enum hp_role role, const char *text)
{
    if (text == NULL || *text == '\0')
        return 0;
    struct hp_width *known = hp_widths_find(&fonts->widths, role, text);
    if (known->width < 0) {
        PangoRectangle logical;
        pango_layout_line_get_extents(hp_fonts_shape(fonts, role, text), NULL, &logical);
        known->width = (double)logical.width / PANGO_SCALE;
    }
    return known->width;
}

int hp_typeset_check(const struct hp_fonts *fonts, struct hp_err *err)
{
    if (fonts->unknown_glyphs == 0)
        return HP_OK;
    return hp_fail(
        err, HP_E_ENV,
        "the report's fonts lack %u characters, the first in \"%s\" - write it without them",
        fonts->unknown_glyphs, fonts->unknown_text);
}

/* ---- breaking ---- */

struct breaker {
    struct hp_fonts *fonts;
    enum hp_role role;
    struct hp_arena *arena;
    double width, space, used;
    const char *line; /* start of the current line */
    size_t line_bytes;
    const char **items;
    size_t count, capacity;
};

static void flush_line(struct breaker *b)
{
    HP_PUSH(b->items, b->count, b->capacity) = hp_arena_copy_n(b->arena, b->line, b->line_bytes);
    b->line_bytes = 0;
    b->used = 0;
}

/* A range breaks behind its dash, never inside a figure, and a name of several words behind its underline: the
 * end of the last of them in the head, or the whole head when it has none. */
static size_t after_joint(const char *word, size_t head)
{
    static const char dash[] = "\u2013";
    const size_t bytes = sizeof dash - 1;
    for (size_t at = head; at > 0; at--)
        if (word[at - 1] == '_' || (at >= bytes && memcmp(word + at - bytes, dash, bytes) == 0))
            return at;
    return head;
}

/* Bytes of the longest head of word that fits; at least one character. */
static size_t head_that_fits(struct breaker *b, const char *word, size_t n)
{
    size_t fit = 0;
    for (size_t at = 0; at < n;) {
        uint32_t c = 0;
        at += hp_utf8_next(word + at, n - at, &c);
        const char *head = hp_arena_copy_n(b->arena, word, at);
        if (fit > 0 && hp_typeset_width(b->fonts, b->role, head) > b->width)
            break;
        fit = at;
    }
    return fit < n ? after_joint(word, fit) : fit;
}

static void take_word(struct breaker *b, const char *word, size_t n)
{
    double w = hp_typeset_width(b->fonts, b->role, hp_arena_copy_n(b->arena, word, n));
    if (b->line_bytes > 0 && b->used + b->space + w > b->width)
        flush_line(b);
    while (w > b->width) {
        const size_t head = head_that_fits(b, word, n);
        if (head == n)
            break;
        b->line = word;
        b->line_bytes = head;
        flush_line(b);
        word += head;
        n -= head;
        w = hp_typeset_width(b->fonts, b->role, hp_arena_copy_n(b->arena, word, n));
    }
    if (b->line_bytes == 0) {
        b->line = word;
        b->line_bytes = n;
        b->used = w;
    } else {
        b->line_bytes = (size_t)(word + n - b->line);
        b->used += b->space + w;
    }
}

struct hp_lines hp_typeset_wrap(struct hp_fonts *fonts, enum hp_role role, const char *text,
                                double width, struct hp_arena *arena)
{
    struct breaker b = { .fonts = fonts, .role = role, .arena = arena, .width = width };
    b.space = hp_typeset_width(fonts, role, " ");
    for (const char *at = text; *at != '\0';) {
        const size_t n = strcspn(at, " \n");
        if (n > 0)
            take_word(&b, at, n);
        at += n;
        if (*at == '\n' && b.line_bytes > 0)
            flush_line(&b);
        if (*at != '\0')
            at++;
    }
    if (b.line_bytes > 0)
        flush_line(&b);
    struct hp_lines out = { hp_arena_get(arena, (b.count + 1) * sizeof(char *)), b.count };
    if (b.count > 0)
        memcpy(out.items, b.items, b.count * sizeof(char *));
    hp_mem_free(b.items);
    return out;
}
