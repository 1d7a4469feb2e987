/* SPDX-License-Identifier: MIT
 * How is text put together, and is it UTF-8? The caller owns every hp_text. The locale is never
 * asked: it stays "C" in every process, so widths come from a table here.
 */
#include "base/text.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void hp_text_clear(struct hp_text *t)
{
    hp_mem_free(t->text);
    *t = (struct hp_text){ 0 };
}

void hp_text_reset(struct hp_text *t)
{
    t->bytes = 0;
    if (t->text != NULL)
        t->text[0] = '\0';
}

/* Room for n more bytes and the NUL. */
static void reserve(struct hp_text *t, size_t n)
{
    const size_t want = t->bytes + n + 1;
    if (want <= t->capacity)
        return;
    size_t capacity = t->capacity != 0 ? t->capacity : 32;
    while (capacity < want)
        capacity += capacity;
    t->text = hp_mem_grow(t->text, capacity, 1);
    t->capacity = capacity;
}

void hp_text_put_n(struct hp_text *t, const char *bytes, size_t n)
{
    reserve(t, n);
    if (n != 0)
        memcpy(t->text + t->bytes, bytes, n);
    t->bytes += n;
    t->text[t->bytes] = '\0';
}

void hp_text_put(struct hp_text *t, const char *text)
{
    hp_text_put_n(t, text, strlen(text));
}

void hp_text_print(struct hp_text *t, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n > 0) {
        reserve(t, (size_t)n);
        (void)vsnprintf(t->text + t->bytes, (size_t)n + 1, format, again);
        t->bytes += (size_t)n;
    }
    va_end(again);
}

const char *hp_text_str(const struct hp_text *t)
{
    return t->text != NULL ? t->text : "";
}

/* The forms of a sequence by its first byte; `least` refuses overlong ones. */
static const struct form {
    unsigned char mask, lead;
    unsigned char bytes;
    uint32_t least;
} forms[] = {
    { 0x80, 0x00, 1, 0x0 },
    { 0xe0, 0xc0, 2, 0x80 },
    { 0xf0, 0xe0, 3, 0x800 },
    { 0xf8, 0xf0, 4, 0x10000 },
};

static const struct form *form_of(unsigned char first)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if ((first & forms[i].mask) == forms[i].lead)
            return &forms[i];
    return NULL;
}

size_t hp_utf8_next(const char *s, size_t n, uint32_t *code_point)
{
    if (n == 0)
        return 0;
    const unsigned char *u = (const unsigned char *)s;
    const struct form *form = form_of(u[0]);
    if (form == NULL || form->bytes > n)
        return 0;
    uint32_t point = u[0] & (unsigned char)~form->mask;
    for (size_t i = 1; i < form->bytes; i++) {
        if ((u[i] & 0xc0) != 0x80)
            return 0;
        point = point << 6 | (u[i] & 0x3f);
    }
    if (point < form->least || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
        return 0;
    if (code_point != NULL)
        *code_point = point;
    return form->bytes;
}

bool hp_utf8_valid(const char *s, size_t n)
{
    for (size_t at = 0, step; at < n; at += step) {
        step = hp_utf8_next(s + at, n - at, NULL);
        if (step == 0)
            return false;
    }
    return true;
}

/* Code points that do not take one column, sorted. Blocks, not every assigned character: what the
 * host prints is Latin, Cyrillic, punctuation and names from outside. */
static const struct span {
    uint32_t first, last;
    unsigned columns;
} spans[] = {
    { 0x0000, 0x001f, 0 },   { 0x007f, 0x009f, 0 },   { 0x00ad, 0x00ad, 0 },
    { 0x0300, 0x036f, 0 },   { 0x0483, 0x0489, 0 },   { 0x0591, 0x05bd, 0 },
    { 0x0610, 0x061a, 0 },   { 0x064b, 0x065f, 0 },   { 0x0900, 0x0902, 0 },
    { 0x0e34, 0x0e3a, 0 },   { 0x1100, 0x115f, 2 },   { 0x1ab0, 0x1aff, 0 },
    { 0x1dc0, 0x1dff, 0 },   { 0x200b, 0x200f, 0 },   { 0x202a, 0x202e, 0 },
    { 0x2060, 0x2064, 0 },   { 0x20d0, 0x20f0, 0 },   { 0x231a, 0x231b, 2 },
    { 0x23e9, 0x23ec, 2 },   { 0x2e80, 0x303e, 2 },   { 0x3041, 0x33ff, 2 },
    { 0x3400, 0x4dbf, 2 },   { 0x4e00, 0x9fff, 2 },   { 0xa000, 0xa4cf, 2 },
    { 0xac00, 0xd7a3, 2 },   { 0xf900, 0xfaff, 2 },   { 0xfe00, 0xfe0f, 0 },
    { 0xfe20, 0xfe2f, 0 },   { 0xfe30, 0xfe4f, 2 },   { 0xfeff, 0xfeff, 0 },
    { 0xff00, 0xff60, 2 },   { 0xffe0, 0xffe6, 2 },   { 0x1f300, 0x1f64f, 2 },
    { 0x1f680, 0x1f6ff, 2 }, { 0x1f900, 0x1f9ff, 2 }, { 0x20000, 0x3fffd, 2 },
    { 0xe0100, 0xe01ef, 0 },
};

static unsigned columns_of(uint32_t point)
{
    size_t low = 0, high = sizeof spans / sizeof spans[0];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (point > spans[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    const bool inside = low < sizeof spans / sizeof spans[0] && point >= spans[low].first;
    return inside ? spans[low].columns : 1;
}

size_t hp_utf8_width(const char *s)
{
    size_t width = 0;
    const size_t n = strlen(s);
    for (size_t at = 0; at < n;) {
        uint32_t point;
        const size_t step = hp_utf8_next(s + at, n - at, &point);
        width += step != 0 ? columns_of(point) : 1;
        at += step != 0 ? step : 1;
    }
    return width;
}

void hp_utf8_clean(struct hp_text *out, const char *s, size_t n)
{
    for (size_t at = 0; at < n;) {
        const size_t step = hp_utf8_next(s + at, n - at, NULL);
        if (step != 0)
            hp_text_put_n(out, s + at, step);
        else
            hp_text_put(out, "\xef\xbf\xbd");
        at += step != 0 ? step : 1;
    }
}

void hp_text_put_seen(struct hp_text *t, const char *text, size_t n)
{
    for (size_t at = 0; at < n;) {
        uint32_t point = 0;
        const size_t step = hp_utf8_next(text + at, n - at, &point);
        const char picture[] = { '\xe2', '\x90', (char)(0x80 + (point & 0x3f)), '\0' };
        if (step == 0 || (point >= 0x20 && point < 0x7f) || point > 0x9f || point == '\n' ||
            point == '\t')
            hp_text_put_n(t, text + at, step != 0 ? step : 1);
        else if (point < 0x20)
            hp_text_put(t, picture);
        else
            hp_text_put(t, point == 0x7f ? "\xe2\x90\xa1" : "\xef\xbf\xbd");
        at += step != 0 ? step : 1;
    }
}

bool hp_starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool hp_ends_with(const char *text, const char *suffix)
{
    const size_t n = strlen(text), m = strlen(suffix);
    return n >= m && strcmp(text + n - m, suffix) == 0;
}

bool hp_word_in(const char *list, const char *word)
{
    const size_t n = strlen(word);
    if (n == 0)
        return false;
    for (const char *at = list; at != NULL; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, word, n) == 0 && (at[n] == ' ' || at[n] == '\0'))
            return true;
    }
    return false;
}
