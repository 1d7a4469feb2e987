/* SPDX-License-Identifier: MIT
 * How are facts written for programs? The caller owns `out`. Text that is no UTF-8 is cleaned, so
 * that what we write is always JSON.
 */
#include "base/json.h"

#include "base/err.h"
#include "base/units.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *escape_of(char c)
{
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return NULL;
    }
}

static void put_escaped(struct hp_text *out, const char *text)
{
    struct hp_text clean = { 0 };
    hp_utf8_clean(&clean, text, strlen(text));
    hp_text_put(out, "\"");
    for (const char *c = hp_text_str(&clean); *c != '\0'; c++) {
        const char *escape = escape_of(*c);
        if (escape != NULL)
            hp_text_put(out, escape);
        else if ((unsigned char)*c < 0x20)
            hp_text_print(out, "\\u%04x", (unsigned)*c);
        else
            hp_text_put_n(out, c, 1);
    }
    hp_text_put(out, "\"");
    hp_text_clear(&clean);
}

static void before_value(struct hp_json *j, const char *key)
{
    if (j->need_comma[j->depth])
        hp_text_put(j->out, ",");
    j->need_comma[j->depth] = true;
    if (key != NULL) {
        put_escaped(j->out, key);
        hp_text_put(j->out, ":");
    }
}

static void open_bracket(struct hp_json *j, const char *key, const char *bracket)
{
    before_value(j, key);
    hp_text_put(j->out, bracket);
    if (++j->depth >= sizeof j->need_comma / sizeof j->need_comma[0])
        hp_bug("JSON nested deeper than %u", j->depth);
    j->need_comma[j->depth] = false;
}

void hp_json_object(struct hp_json *j, const char *key)
{
    open_bracket(j, key, "{");
}

void hp_json_array(struct hp_json *j, const char *key)
{
    open_bracket(j, key, "[");
}

void hp_json_end(struct hp_json *j, char bracket)
{
    if (j->depth == 0)
        hp_bug("JSON closed more often than opened");
    j->depth--;
    hp_text_put_n(j->out, &bracket, 1);
}

void hp_json_text(struct hp_json *j, const char *key, const char *value)
{
    before_value(j, key);
    if (value == NULL)
        hp_text_put(j->out, "null");
    else
        put_escaped(j->out, value);
}

void hp_json_int(struct hp_json *j, const char *key, int64_t value)
{
    before_value(j, key);
    hp_text_print(j->out, "%" PRId64, value);
}

void hp_json_real(struct hp_json *j, const char *key, double value)
{
    char number[HP_NUMBER_MAX];
    before_value(j, key);
    hp_text_put(j->out, isfinite(value) ? hp_print_double(number, value) : "null");
}

void hp_json_bool(struct hp_json *j, const char *key, bool value)
{
    before_value(j, key);
    hp_text_put(j->out, value ? "true" : "false");
}

void hp_json_fields(struct hp_json *j, const struct hp_json_field *fields, const void *from)
{
    for (const struct hp_json_field *f = fields; f->key != NULL; f++) {
        const void *at = (const char *)from + f->offset;
        switch (f->kind) {
        case HP_JSON_TEXT:
            hp_json_text(j, f->key, *(const char *const *)at);
            break;
        case HP_JSON_CHARS:
            hp_json_text(j, f->key, at);
            break;
        case HP_JSON_I32:
            hp_json_int(j, f->key, *(const int32_t *)at);
            break;
        case HP_JSON_U32:
            hp_json_int(j, f->key, *(const uint32_t *)at);
            break;
        case HP_JSON_SIZE:
            hp_json_int(j, f->key, (int64_t) * (const size_t *)at);
            break;
        case HP_JSON_FLAG:
            hp_json_bool(j, f->key, *(const bool *)at);
            break;
        }
    }
}
