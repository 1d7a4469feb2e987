/* SPDX-License-Identifier: MIT
 * What .NET allocates for a pass, from formulas alone: no line here is shared with the library that
 * the tests hold against it. Sums of elements likewise. */
#ifndef HP_TEST_EXPECT_H
#define HP_TEST_EXPECT_H

#include <stdbool.h>
#include <stdint.h>

enum expect_source { EXPECT_ARRAY, EXPECT_LIST, EXPECT_YIELD };

/* As parameter `element` orders them: int32 byte int16 int64 reference. */
enum { EXPECT_ELEMENTS = 5 };
extern const int64_t expect_element_bytes[EXPECT_ELEMENTS];

struct expect_case {
    const char *method;
    int runtime, element;
    int64_t count, size, take;
    bool held;
    enum expect_source source; /* of the two buffer methods */
};

struct expect_pass {
    int64_t bytes, chunks;
    uint64_t sum; /* with consume = sum */
};

/* A pass once pools and statics are warm. bytes is -1 for a method that this file does not know. */
struct expect_pass expect_pass(const struct expect_case *c);
/* 24 + n elements, rounded up to 8. */
int64_t expect_array(int64_t element_bytes, int64_t length);
/* ToArray of c chunks on 8: everything but the chunks and the iterator. */
int64_t expect_to_array_8(int64_t c);

#endif
