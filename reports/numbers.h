/* SPDX-License-Identifier: MIT
 * Numbers as the two languages print them. Independent of the locale: en 85,000 and 2.31; ru 85 000 (U+202F)
 * and 2,31. Minus is U+2212, ranges have an unspaced en dash, a value keeps its unit on the line.
 */
#ifndef HP_REPORTS_NUMBERS_H
#define HP_REPORTS_NUMBERS_H

#include "base/mem.h"

#include <stdbool.h>

enum hp_language { HP_EN, HP_RU };

/* Who speaks: every text made for a document comes from this language and lives in this arena. */
struct hp_fmt {
    enum hp_language language;
    struct hp_arena *arena;
};

#define HP_DASH "\xE2\x80\x94" /* no such figure, or not measured */
#define HP_EN_DASH "\xE2\x80\x93"
#define HP_NBSP "\xC2\xA0"
#define HP_TIMES "\xC3\x97"

/* All return text in the arena; NaN gives HP_DASH, infinities their sign. */
const char *hp_num_fixed(const struct hp_fmt *f, double value, int decimals);
const char *hp_num_count(const struct hp_fmt *f, double value); /* no decimals */
/* "+4", U+2212 and digits, "0". */
const char *hp_num_signed(const struct hp_fmt *f, double value, int decimals);
const char *hp_num_range(const struct hp_fmt *f, double low, double high, int decimals);
/* [2.26, 2.37] or [2,26; 2,37] */
const char *hp_num_interval(const struct hp_fmt *f, double low, double high, int decimals);
/* A times sign, a no-break space, the value. */
const char *hp_num_ratio(const struct hp_fmt *f, double value, int decimals);
/* Integers without decimals, others with as few digits as say the value to 1 part in 1,000. */
const char *hp_num_plain(const struct hp_fmt *f, double value);
/* The text of a verdict or a published row, written in English form ("1.52-2.74", "4,009,160",
 * "[2.26, 2.37]"), in the form of the language. Dates and versions stay as they are. */
const char *hp_num_local(const struct hp_fmt *f, const char *english);

/* A sentence that somebody typed: a dash for " - ", an en dash in "1.5-2.7", a times sign in "2 x", and in Russian
 * no break between groups of digits. Words, names, dates and versions stay as they are. */
const char *hp_num_prose(const struct hp_fmt *f, const char *typed);

/* Decimals that an interval of this width supports, 0 to 2. */
int hp_num_decimals(double low, double high);
/* Decimals of a printed English number: "2483.90" has 2. */
int hp_num_decimals_of(const char *text);

/* The decimal mark in `text`, or its end: what columns of figures are aligned on. */
const char *hp_num_mark(const struct hp_fmt *f, const char *text);

#endif
