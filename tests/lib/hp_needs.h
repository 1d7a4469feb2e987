/* SPDX-License-Identifier: MIT
 * Tests of a heap that needs something of the machine: skipped without it, failed where HEAPPROOF_REQUIRE names
 * it. Header only.
 */
#ifndef HP_NEEDS_H
#define HP_NEEDS_H

#include <heapproof/abi.h>

#include <stdlib.h>

enum { HP_TEST_SKIPPED = 77 }; /* SKIP_RETURN_CODE of such tests */

struct hp_test_need {
    int32_t runtime;
    char missing[512];
};

static inline void hp_test_hear(void *context, const struct hp_finding *finding)
{
    struct hp_test_need *need = context;
    if (!finding->present && (finding->runtime == 0 || finding->runtime == need->runtime))
        (void)snprintf(need->missing, sizeof need->missing, "%s: %s", finding->what,
                       finding->found);
}

/* 0: the test can run; else what the program is to return, after a line that says why. */
static inline int hp_test_needs(const struct hp_plugin *heap, int32_t runtime)
{
    struct hp_test_need need = { .runtime = runtime, .missing = "" };
    char name[80];
    const char *required = getenv("HEAPPROOF_REQUIRE");
    if (heap->survey != NULL)
        heap->survey(&need, hp_test_hear);
    if (need.missing[0] == '\0')
        return 0;
    (void)snprintf(name, sizeof name, "%s%d", heap->name, (int)runtime);
    const bool failed = required != NULL && strstr(required, name) != NULL;
    (void)printf("%s: %s%s\n", failed ? "FAILED" : "skipped", need.missing,
                 failed ? ", and HEAPPROOF_REQUIRE names it" : "");
    return failed ? 1 : HP_TEST_SKIPPED;
}

#endif
