/* SPDX-License-Identifier: MIT
 * Writes JSON (we never read it). Numbers read back as the same value; NaN and infinities are null.
 */
#ifndef HP_BASE_JSON_H
#define HP_BASE_JSON_H

#include "base/text.h"

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

#endif
