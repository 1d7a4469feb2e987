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

int hp_answered(int rc, struct hp_err *err)
{
    static const char *const names[] = { "HP_OK",        "HP_E_NOMEM",       "HP_E_RANGE",
                                         "HP_E_REFUSED", "HP_E_UNSUPPORTED", "HP_E_STATE",
                                         "HP_E_IO",      "HP_E_INPUT" };
    if (rc == HP_OK)
        return HP_OK;
    const bool known = rc < HP_OK && rc >= HP_E_INPUT;
    err->text[sizeof err->text - 1] = '\0';
    if (err->text[strspn(err->text, " \t\r\n")] == '\0')
        return hp_fail(err, HP_E_STATE,
                       "the plugin returned %d%s%s%s and did not say why - a failure is "
                       "return hp_fail(err, HP_E_..., \"why\")",
                       rc, known ? " (" : ", no HP_E_* code,", known ? names[-rc] : "",
                       known ? ")" : "");
    err->code = known ? rc : HP_E_STATE;
    return known ? rc : hp_context(err, "the plugin returned %d, no HP_E_* code", rc);
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
