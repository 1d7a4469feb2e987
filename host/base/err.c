/* SPDX-License-Identifier: MIT
 * How does an error get its place, and how does the program stop on its own mistakes? Any process.
 */
#include "base/err.h"

#include <stdlib.h>

int hp_context(struct hp_err *err, const char *format, ...)
{
    char rest[sizeof err->text];
    memcpy(rest, err->text, sizeof rest);
    rest[sizeof rest - 1] = '\0';
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    const size_t used = n < 0 ? 0 : (size_t)n;
    if (used + sizeof ": " < sizeof err->text) {
        memcpy(err->text + used, ": ", 2);
        const size_t room = sizeof err->text - used - 3;
        const size_t rest_bytes = strlen(rest);
        const size_t take = rest_bytes < room ? rest_bytes : room;
        memcpy(err->text + used + 2, rest, take);
        err->text[used + 2 + take] = '\0';
    }
    return err->code;
}

_Noreturn void hp_bug_at(const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)fprintf(stderr, "heapproof: bug at %s:%d: ", file, line);
    (void)vfprintf(stderr, format, args);
    (void)fputc('\n', stderr);
    va_end(args);
    abort();
}
