/* SPDX-License-Identifier: MIT
 * What do verdicts add up to: names, counts, the exit code? Pure; the parent and the judge child use it.
 */
#include "verdict/verdict.h"

#include <string.h>

const char *hp_verdict_name(enum hp_verdict_kind kind)
{
    static const char *const names[HP_VERDICTS] = { "broken", "cannot tell", "known deviation",
                                                    "skipped", "holds" };
    return kind < HP_VERDICTS ? names[kind] : "?";
}

void hp_verdict_add(struct hp_verdicts *verdicts, const struct hp_verdict *v)
{
    HP_PUSH(verdicts->items, verdicts->count, verdicts->capacity) = *v;
    verdicts->counts[v->kind]++;
}

size_t hp_verdicts_compared(const struct hp_verdicts *published)
{
    size_t n = 0;
    const char *last = NULL;
    for (size_t i = 0; i < published->count; i++) {
        const struct hp_verdict *v = &published->items[i];
        if (v->kind == HP_SKIPPED)
            continue;
        n += last == NULL || strcmp(v->script, last) != 0;
        last = v->script;
    }
    return n;
}

void hp_verdicts_clear(struct hp_verdicts *verdicts)
{
    hp_mem_free(verdicts->items);
    hp_arena_free(verdicts->arena);
    memset(verdicts, 0, sizeof *verdicts);
}

int hp_exit_code(uint32_t flags)
{
    static const int order[] = { HP_EXIT_USAGE,  HP_EXIT_CONFIG,  HP_EXIT_ENV,
                                 HP_EXIT_BROKEN, HP_EXIT_NOTHING, HP_EXIT_CANNOT_TELL };
    if (flags & UINT32_C(1) << 31)
        return HP_EXIT_INTERRUPTED;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (flags & UINT32_C(1) << order[i])
            return order[i];
    return HP_EXIT_HOLDS;
}

uint32_t hp_exit_flags(const struct hp_verdicts *verdicts)
{
    uint32_t flags = UINT32_C(1) << HP_EXIT_HOLDS;
    size_t skipped = 0;
    for (size_t i = 0; i < verdicts->count; i++) {
        const struct hp_verdict *v = &verdicts->items[i];
        skipped += v->kind == HP_SKIPPED;
        if (v->decides && v->kind == HP_BROKEN)
            flags |= UINT32_C(1) << HP_EXIT_BROKEN;
        if (v->decides && v->kind == HP_CANNOT_TELL)
            flags |= UINT32_C(1) << HP_EXIT_CANNOT_TELL;
    }
    if (skipped == verdicts->count)
        flags |= UINT32_C(1) << HP_EXIT_NOTHING;
    return flags;
}
