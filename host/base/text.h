/* SPDX-License-Identifier: MIT
 * A growing string, UTF-8 checks, and the small string tests that the host needs.
 */
#ifndef HP_BASE_TEXT_H
#define HP_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised is empty. `text` is NULL or NUL-terminated; `bytes` does not count the NUL. */
struct hp_text {
    char *text;
    size_t bytes, capacity;
};

void hp_text_clear(struct hp_text *t); /* frees and becomes empty */
void hp_text_reset(struct hp_text *t); /* empty, keeps its memory */
void hp_text_put(struct hp_text *t, const char *text);
void hp_text_put_n(struct hp_text *t, const char *bytes, size_t n);
void hp_text_print(struct hp_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *hp_text_str(const struct hp_text *t); /* never NULL */

/* Length of the valid UTF-8 sequence at s (1-4), or 0 when invalid (overlong, surrogate, cut) . */
size_t hp_utf8_next(const char *s, size_t n, uint32_t *code_point);
bool hp_utf8_valid(const char *s, size_t n);
/* Columns that a terminal uses for s (combining marks 0, wide characters 2). */
size_t hp_utf8_width(const char *s);
/* Replaces every invalid byte by U+FFFD; for text from outside (/proc, captured output). */
void hp_utf8_clean(struct hp_text *out, const char *s, size_t n);
/* Appends text from outside for a terminal: control characters but \n and \t as their pictures (U+2400 on,
 * C1 as U+FFFD), so that nobody's words move the cursor or set a title. */
void hp_text_put_seen(struct hp_text *t, const char *text, size_t n);

bool hp_starts_with(const char *text, const char *prefix);
bool hp_ends_with(const char *text, const char *suffix);
/* True when `word` is one of the words of `list`, which are separated by single spaces. */
bool hp_word_in(const char *list, const char *word);

#endif
