/* SPDX-License-Identifier: MIT
 * Every fixed text of the report, in both languages. {0} to {9} are replaced; a row with bars holds the forms
 * of a counted word: en one|other, ru one|few|many.
 */
#ifndef HP_REPORTS_WORDS_H
#define HP_REPORTS_WORDS_H

#include "reports/numbers.h"
#include "reports/words_table.h"

enum hp_word {
#define HP_WORD(id, en, ru) HP_W_##id,
    HP_WORDS_TABLE
#undef HP_WORD
        HP_WORDS
};

const char *hp_words(enum hp_language language, enum hp_word id);
/* Ends at a NULL argument. Text in the arena. */
const char *hp_words_fill(const struct hp_fmt *f, enum hp_word id, ...);
/* The form of a counted word for n. */
const char *hp_words_form(const struct hp_fmt *f, enum hp_word id, size_t n);
/* "3 assertions": number and form, no-break space between. */
const char *hp_words_counted(const struct hp_fmt *f, enum hp_word id, size_t n);
/* The text with its first letter, Latin or Cyrillic, as a capital. */
const char *hp_words_capital(const struct hp_fmt *f, const char *text);
/* A unit's or a parameter value's name in the language; unknown ones stay as they are. */
const char *hp_words_unit(enum hp_language language, const char *unit);
const char *hp_words_value(enum hp_language language, const char *value);
/* A parameter as the title of an axis; one that is not known stays as it is written in code. */
const char *hp_words_param(enum hp_language language, const char *name);
/* A parameter's value as a size of a sweep: "20,000", or "all" where 0 means all. */
const char *hp_words_size(const struct hp_fmt *f, const char *param, double x);

#endif
