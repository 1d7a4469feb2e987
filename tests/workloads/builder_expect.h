/* SPDX-License-Identifier: MIT
 * What .NET allocates for a text, from rules alone: no line here is shared with the library that the
 * tests hold against it. */
#ifndef HP_TEST_BUILDER_EXPECT_H
#define HP_TEST_BUILDER_EXPECT_H

#include <stdbool.h>
#include <stdint.h>

struct expect_text {
    const char *method, *overload;
    int64_t chars, part, capacity, inserts;
    bool tostring, one; /* one chunk */
};

/* Bytes of a pass once pools are warm and live builders have been cleared; -1: no rule for it. */
int64_t expect_text_bytes(const struct expect_text *x);
/* Characters of the text, and the i-th of them. */
int64_t expect_text_length(const struct expect_text *x);
uint16_t expect_text_char(const struct expect_text *x, int64_t i);

#endif
