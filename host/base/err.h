/* SPDX-License-Identifier: MIT
 * Errors of the host: struct hp_err and hp_fail() come from the ABI; here is what a caller adds.
 */
#ifndef HP_BASE_ERR_H
#define HP_BASE_ERR_H

#include <heapproof/abi.h>

/* Host codes go on below the ABI's. */
enum hp_host_code {
    HP_E_CONFIG = -20, /* .cfg or Lua script is wrong: exit code 3 */
    HP_E_ENV = -21,    /* the environment: a missing file, font, program, permission: exit code 6 */
    HP_E_STORE = -22,  /* the database: exit code 6 */
    HP_E_USAGE = -23,  /* the command line: exit code 2 */
    HP_E_LIMIT = -24,  /* a time, CPU, memory or output limit was hit */
    HP_E_CORRUPT = -25, /* a frame or file that we wrote does not check out */
    HP_E_NOTHING = -26  /* nothing is left to do: exit code 5 */
};

/* Puts "prefix: " in front of err->text and returns err->code, so `return hp_context(err, path)`. */
int hp_context(struct hp_err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What a call into a plugin returned, made to keep the contract: anything but HP_OK fails, whatever err holds. A
 * code that is none of HP_E_*, or a failure without a sentence, becomes HP_E_STATE with a sentence that says
 * so; otherwise err->code becomes the code. Returns err->code, or HP_OK. */
int hp_answered(int rc, struct hp_err *err);

/* Our own mistake: prints file:line and the sentence to stderr and aborts. Never for user input. */
#define hp_bug(...) hp_bug_at(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void hp_bug_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
