/* SPDX-License-Identifier: MIT
 * Texts that the report can draw and texts that it cannot, each with its sentence.
 */
#include "base/drawable.h"

#include "base/text.h"

#include "hp_test.h"

#define TEN "0123456789"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

static void texts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t most;
        const char *problem; /* NULL: drawable */
    } rows[] = {
        { "", 1, NULL },
        { "Chunk across the boundary: 21,243 / 21,244 - \"why?\"", 120, NULL },
        { "Größe, façade, Łódź, číslo", 120, NULL },
        { "Граница больших объектов: 85 000 Б", 120, NULL },
        { "5 µs \xe2\x80\x94 \xe2\x80\x9c\xce\x94x \xe2\x89\xa4 \xcf\x80\xe2\x80\x9d \xe2\x84\x96 "
          "1",
          120, NULL },
        { "a \xf0\x9f\x98\x80", 120,
          "character 3 is U+1F600 \xf0\x9f\x98\x80, which the report's" },
        { "\xe5\xa0\x86", 120, "character 1 is U+5806 \xe5\xa0\x86, which the report's fonts" },
        { "\xce\xb1", 120, "character 1 is U+03B1 \xce\xb1, which" },
        { "a\tb", 120, "character 2 is the control character U+0009 - write a space" },
        { "line\nline", 120, "character 5 is the control character U+000A" },
        { "a\x7f", 120, "character 2 is the control character U+007F" },
        { "a\xc2\x85", 120, "character 2 is the control character U+0085" },
        { "so\xc2\xad"
          "ft",
          120, "character 3 is the control character U+00AD" },
        { "\xef\xbb\xbf", 120, "character 1 is U+FEFF" },
        { "\xee\x80\x80", 120, "character 1 is U+E000" },
        { "a\xff", 120, "character 2 is not valid UTF-8" },
        { HUNDRED, 100, NULL },
        { HUNDRED "0", 100, "101 characters, at most 100 fit - shorten it" },
        { HUNDRED "0", 0, NULL },
        { "\xd0\x96\xd0\x96", 2, NULL }, /* characters, not bytes */
        { "\xd0\x96\xd0\x96", 1, "2 characters, at most 1 fit" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_err err = { 0 };
        const int rc = hp_text_drawable(rows[i].text, rows[i].most, &err);
        HP_CHECK(rc == (rows[i].problem == NULL ? HP_OK : HP_E_INPUT), "row %zu: code %d, %s", i,
                 rc, err.text);
        HP_CHECK(rows[i].problem == NULL || hp_starts_with(err.text, rows[i].problem),
                 "row %zu: %s", i, err.text);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = { cmocka_unit_test(texts) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
