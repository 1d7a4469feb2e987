/* SPDX-License-Identifier: MIT
 * Any bytes as text: cleaned text is valid, valid text is not changed, JSON of it is printable.
 */
#include "base/json.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_json(const char *text)
{
    struct hp_text out = { 0 };
    struct hp_json json = { .out = &out };
    hp_json_text(&json, NULL, text);
    for (size_t i = 0; i < out.bytes; i++)
        if ((unsigned char)out.text[i] < 0x20)
            abort();
    if (!hp_utf8_valid(out.text, out.bytes))
        abort();
    hp_text_clear(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = { "size", "count", "element" };
    char *text = hp_mem_new(size + 1);
    if (size != 0)
        memcpy(text, data, size);
    struct hp_text clean = { 0 };
    hp_utf8_clean(&clean, text, size);
    if (!hp_utf8_valid(hp_text_str(&clean), clean.bytes))
        abort();
    if (hp_utf8_valid(text, size) &&
        (clean.bytes != size || memcmp(hp_text_str(&clean), text, size) != 0))
        abort();
    if (hp_utf8_width(text) > 2 * size)
        abort();
    if (size < 200)
        (void)hp_nearest(text, names, sizeof names / sizeof names[0]);
    try_json(text);
    hp_text_clear(&clean);
    hp_mem_free(text);
    return 0;
}
