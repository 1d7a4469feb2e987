/* SPDX-License-Identifier: MIT
 * Do the report's fonts have every character that a title, a question or a claim may hold?
 */
#include "base/drawable.h"
#include "reports/fonts.h"
#include "reports/text.h"

#include "hp_test.h"

enum { LAST_OF_PLANE = 0xFFFF };

static const char *utf8(uint32_t c, char buf[4])
{
    if (c < 0x80)
        (void)snprintf(buf, 4, "%c", (char)c);
    else if (c < 0x800)
        (void)snprintf(buf, 4, "%c%c", (char)(0xC0 | c >> 6), (char)(0x80 | (c & 63)));
    else
        (void)snprintf(buf, 4, "%c%c%c", (char)(0xE0 | c >> 12), (char)(0x80 | (c >> 6 & 63)),
                       (char)(0x80 | (c & 63)));
    return buf;
}

static void every_face_has_every_character(void **state)
{
    (void)state;
    struct hp_fonts *fonts = NULL;
    struct hp_err err = { 0 };
    unsigned drawable = 0;
    assert_int_equal(hp_fonts_open(&fonts, &err), HP_OK);
    for (uint32_t c = 1; c <= LAST_OF_PLANE; c++) {
        char buf[4];
        if (!hp_character_drawable(c))
            continue;
        drawable++;
        for (int role = 0; role < HP_ROLES; role++)
            HP_CHECK(hp_typeset_width(fonts, (enum hp_role)role, utf8(c, buf)) > 0,
                     "U+%04X has no width", c);
        HP_CHECK(hp_typeset_check(fonts, &err) == HP_OK, "U+%04X: %s", c, err.text);
    }
    assert_in_range(drawable, 500, 800);
    /* The check above would see one that is missing. */
    (void)hp_typeset_width(fonts, (enum hp_role)0, "\xe5\xa0\x86");
    assert_int_equal(hp_typeset_check(fonts, &err), HP_E_ENV);
    hp_fonts_close(fonts);
}

int main(void)
{
    static const struct CMUnitTest tests[] = { cmocka_unit_test(every_face_has_every_character) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
