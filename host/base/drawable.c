/* SPDX-License-Identifier: MIT
 * Which characters can the report draw? The table holds what PT Sans and PT Mono (fonts-paratype)
 * both have in every face that the report uses, without private use and without what nobody sees.
 * tests/reports asks the fonts themselves. Any process.
 */
#include "base/drawable.h"

#include "base/err.h"
#include "base/text.h"
#include "base/units.h"

/* Ascending, inclusive. */
static const struct range {
    uint16_t first, last;
} ranges[] = {
    { 0x0020, 0x007E }, /* ASCII */
    { 0x00A0, 0x00AC }, /* Latin-1, without the soft hyphen */
    { 0x00AE, 0x0109 }, /* Latin-1 and Latin Extended-A, to 017F */
    { 0x010C, 0x0113 }, { 0x0116, 0x011F }, { 0x0122, 0x0127 },
    { 0x012A, 0x012B }, { 0x012E, 0x0131 }, { 0x0134, 0x0137 },
    { 0x0139, 0x013E }, { 0x0141, 0x0148 }, { 0x014C, 0x014D },
    { 0x0150, 0x0165 }, { 0x016A, 0x0173 }, { 0x0178, 0x017F },
    { 0x0192, 0x0192 }, { 0x0218, 0x021B }, { 0x02C6, 0x02C7 },
    { 0x02D8, 0x02DD }, { 0x0394, 0x0394 }, /* of Greek: capital delta, capital omega, mu, pi */
    { 0x03A9, 0x03A9 }, { 0x03BC, 0x03BC }, { 0x03C0, 0x03C0 },
    { 0x0401, 0x040C }, /* Cyrillic */
    { 0x040E, 0x044F }, { 0x0451, 0x045C }, { 0x045E, 0x045F },
    { 0x0462, 0x0463 }, { 0x0472, 0x0475 }, { 0x048A, 0x04C0 },
    { 0x04C3, 0x04F9 }, { 0x2011, 0x2011 }, /* dashes, quotes, dots, signs */
    { 0x2013, 0x2014 }, { 0x2018, 0x201A }, { 0x201C, 0x201E },
    { 0x2020, 0x2022 }, { 0x2026, 0x2026 }, { 0x202F, 0x2030 },
    { 0x2039, 0x203A }, { 0x2044, 0x2044 }, { 0x2081, 0x2084 },
    { 0x20AC, 0x20AC }, { 0x20B4, 0x20B4 }, { 0x20BD, 0x20BD },
    { 0x2113, 0x2113 }, { 0x2116, 0x2116 }, { 0x2122, 0x2122 },
    { 0x2126, 0x2126 }, { 0x2202, 0x2202 }, /* mathematics */
    { 0x2206, 0x2206 }, { 0x220F, 0x220F }, { 0x2211, 0x2212 },
    { 0x2215, 0x2215 }, { 0x221A, 0x221A }, { 0x221E, 0x221E },
    { 0x222B, 0x222B }, { 0x2248, 0x2248 }, { 0x2260, 0x2260 },
    { 0x2264, 0x2265 }, { 0x25CA, 0x25CA },
};

bool hp_character_drawable(uint32_t code_point)
{
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (code_point >= ranges[i].first && code_point <= ranges[i].last)
            return true;
    return false;
}

static int refuse(const char *at, size_t bytes, uint32_t code_point, size_t number,
                  struct hp_err *err)
{
    if (bytes == 0)
        return hp_fail(err, HP_E_INPUT, "character %zu is not valid UTF-8", number);
    if (code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0) || code_point == 0xAD)
        return hp_fail(err, HP_E_INPUT,
                       "character %zu is the control character U+%04X - write a space, or leave it "
                       "out",
                       number, code_point);
    return hp_fail(err, HP_E_INPUT,
                   "character %zu is U+%04X %.*s, which the report's fonts do not have - write it "
                   "in Latin or Cyrillic letters, digits and common punctuation",
                   number, code_point, (int)bytes, at);
}

int hp_text_drawable(const char *text, size_t most, struct hp_err *err)
{
    const size_t n = strlen(text);
    size_t characters = 0;
    for (size_t at = 0; at < n;) {
        uint32_t code_point = 0;
        const size_t bytes = hp_utf8_next(text + at, n - at, &code_point);
        characters++;
        if (bytes == 0 || !hp_character_drawable(code_point))
            return refuse(text + at, bytes, code_point, characters, err);
        at += bytes;
    }
    char count[HP_NUMBER_MAX];
    if (most == 0 || characters <= most)
        return HP_OK;
    return hp_fail(err, HP_E_INPUT, "%s characters, at most %zu fit - shorten it",
                   hp_print_count(count, (int64_t)characters), most);
}
