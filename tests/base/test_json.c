/* SPDX-License-Identifier: MIT
 * base: what the JSON writer writes, to the byte.
 */
#include "base/json.h"
#include "hp_test.h"

#include <math.h>

static void document(void **state)
{
    (void)state;
    struct hp_text out = { 0 };
    struct hp_json j = { .out = &out };
    hp_json_object(&j, NULL);
    hp_json_text(&j, "name", "chunk");
    hp_json_text(&j, "none", NULL);
    hp_json_array(&j, "list");
    hp_json_int(&j, NULL, -5);
    hp_json_int(&j, NULL, INT64_MAX);
    hp_json_object(&j, NULL);
    hp_json_end(&j, '}');
    hp_json_array(&j, NULL);
    hp_json_end(&j, ']');
    hp_json_end(&j, ']');
    hp_json_bool(&j, "yes", true);
    hp_json_bool(&j, "no", false);
    hp_json_real(&j, "real", 0.1);
    hp_json_real(&j, "nan", (double)NAN);
    hp_json_real(&j, "inf", -(double)INFINITY);
    hp_json_end(&j, '}');
    assert_string_equal(hp_text_str(&out),
                        "{\"name\":\"chunk\",\"none\":null,\"list\":[-5,9223372036854775807,{},[]],"
                        "\"yes\":true,\"no\":false,\"real\":0.1,\"nan\":null,\"inf\":null}");
    hp_text_clear(&out);
}

static void members_of_a_struct(void **state)
{
    (void)state;
    struct all {
        const char *text, *none;
        char chars[8];
        int32_t below;
        uint32_t above;
        size_t size;
        bool flag;
    };
    static const struct hp_json_field fields[] = {
        { "text", HP_JSON_TEXT, offsetof(struct all, text) },
        { "none", HP_JSON_TEXT, offsetof(struct all, none) },
        { "chars", HP_JSON_CHARS, offsetof(struct all, chars) },
        { "below", HP_JSON_I32, offsetof(struct all, below) },
        { "above", HP_JSON_U32, offsetof(struct all, above) },
        { "size", HP_JSON_SIZE, offsetof(struct all, size) },
        { "flag", HP_JSON_FLAG, offsetof(struct all, flag) },
        { .key = NULL },
    };
    const struct all all = { "a", NULL, "id", INT32_MIN, UINT32_MAX, 1u << 31, true };
    struct hp_text out = { 0 };
    struct hp_json j = { .out = &out };
    hp_json_object(&j, NULL);
    hp_json_fields(&j, fields, &all);
    hp_json_end(&j, '}');
    assert_string_equal(hp_text_str(&out),
                        "{\"text\":\"a\",\"none\":null,\"chars\":\"id\",\"below\":-2147483648,"
                        "\"above\":4294967295,\"size\":2147483648,\"flag\":true}");
    hp_text_clear(&out);
}

static void strings(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } rows[] = {
        { "", "\"\"" },
        { "a\"b\\c", "\"a\\\"b\\\\c\"" },
        { "\n\r\t", "\"\\n\\r\\t\"" },
        { "\x01\x1f\x7f", "\"\\u0001\\u001f\x7f\"" },
        { "Граница", "\"Граница\"" },
        { "\xff", "\"\xef\xbf\xbd\"" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_text out = { 0 };
        struct hp_json j = { .out = &out };
        hp_json_text(&j, NULL, rows[i].text);
        assert_string_equal(hp_text_str(&out), rows[i].want);
        hp_text_clear(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(document),
        cmocka_unit_test(members_of_a_struct),
        cmocka_unit_test(strings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
