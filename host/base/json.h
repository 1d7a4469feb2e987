/* SPDX-License-Identifier: MIT
 * Writes JSON (we never read it). Numbers read back as the same value; NaN and infinities are null.
 */
#ifndef HP_BASE_JSON_H
#define HP_BASE_JSON_H

#include "base/text.h"

#include <stddef.h>

/* Zero-initialised apart from `out`. Commas are placed by itself. */
struct hp_json {
    struct hp_text *out;
    unsigned depth;
    bool need_comma[64];
};

void hp_json_object(struct hp_json *j, const char *key); /* key NULL inside arrays and at the top */
void hp_json_array(struct hp_json *j, const char *key);
void hp_json_end(struct hp_json *j, char bracket);                        /* '}' or ']' */
void hp_json_text(struct hp_json *j, const char *key, const char *value); /* NULL value: null */
void hp_json_int(struct hp_json *j, const char *key, int64_t value);
void hp_json_real(struct hp_json *j, const char *key, double value);
void hp_json_bool(struct hp_json *j, const char *key, bool value);

/* Members of an object that are members of a struct: a table of them ends at key NULL. */
enum hp_json_kind {
    HP_JSON_TEXT,
    HP_JSON_CHARS,
    HP_JSON_I32,
    HP_JSON_U32,
    HP_JSON_SIZE,
    HP_JSON_FLAG
};
struct hp_json_field {
    const char *key;
    enum hp_json_kind kind; /* const char *, char[], int32_t, uint32_t, size_t, bool */
    size_t offset;
};
void hp_json_fields(struct hp_json *j, const struct hp_json_field *fields, const void *from);

#endif
