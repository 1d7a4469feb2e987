/* SPDX-License-Identifier: MIT
 * Does this machine have what a heap needs? The heap's plugin looks; what is missing becomes the reason of a
 * skip, what is there becomes part of a case's identity. Results live in the plan's arena.
 */
#include "base/err.h"
#include "plan/internal.h"

#include <stdlib.h>

struct gathering {
    struct making *m;
    struct need **items;
    size_t count, capacity;
};

static void take(void *context, const struct hp_finding *finding)
{
    struct gathering *g = context;
    struct hp_arena *arena = g->m->arena;
    struct need *need = hp_arena_get(arena, sizeof *need);
    struct hp_err ignored;
    char sha[HP_SHA_HEX] = "";
    *need = (struct need){ .runtime = finding->runtime,
                           .present = finding->present,
                           .found = hp_arena_copy(arena, finding->found) };
    if (finding->file != NULL && hp_sha_of_file(finding->file, sha, &ignored) != HP_OK)
        need->present = false;
    need->identity =
        hp_arena_print(arena, "%s%s", finding->version != NULL ? finding->version : "", sha);
    HP_PUSH(g->items, g->count, g->capacity) = need;
}

void hp_needs_gather(struct making *m, struct heap_point *heap)
{
    struct gathering g = { .m = m };
    if (heap->loaded == NULL || heap->loaded->table->survey == NULL)
        return;
    heap->loaded->table->survey(&g, take);
    heap->needs = hp_arena_get(m->arena, (g.count + 1) * sizeof *heap->needs);
    for (size_t i = 0; i < g.count; i++)
        heap->needs[i] = *g.items[i];
    heap->need_count = g.count;
    hp_mem_free((void *)g.items);
}

static bool concerns(const struct need *need, int32_t runtime)
{
    return need->runtime == 0 || need->runtime == runtime;
}

const char *hp_needs_lack(struct making *m, const struct heap_point *heap, int32_t runtime)
{
    for (size_t i = 0; i < heap->need_count; i++)
        if (concerns(&heap->needs[i], runtime) && !heap->needs[i].present)
            return hp_arena_print(m->arena, "%s %d - %s (heapproof doctor says how)", heap->plugin,
                                  runtime, heap->needs[i].found);
    return NULL;
}

void hp_needs_identity(const struct heap_point *heap, int32_t runtime, struct hp_text *out)
{
    for (size_t i = 0; i < heap->need_count; i++)
        if (concerns(&heap->needs[i], runtime) && heap->needs[i].identity[0] != '\0')
            hp_text_print(out, "needs %s\n", heap->needs[i].identity);
}

/* ---- HEAPPROOF_REQUIRE --------------------------------------------------------------------- */

/* The next word of a list "dotnet8,dotnet10"; false: there is none. */
static bool next_word(const char **at, char word[64])
{
    *at += strspn(*at, ", ");
    const size_t bytes = strcspn(*at, ", ");
    (void)snprintf(word, 64, "%.*s", (int)bytes, *at);
    *at += bytes;
    return bytes > 0;
}

static const char *required(void)
{
    const char *list = getenv("HEAPPROOF_REQUIRE");
    return list != NULL ? list : "";
}

static bool names_heap(const char *word)
{
    const size_t stem = strcspn(word, "0123456789");
    const size_t digits = strspn(word + stem, "0123456789");
    for (size_t i = 0; hp_known_heap(i) != NULL; i++)
        if (strlen(hp_known_heap(i)) == stem && strncmp(hp_known_heap(i), word, stem) == 0)
            return digits > 0 && word[stem + digits] == '\0';
    return false;
}

int hp_require_check(struct hp_err *err)
{
    char word[64];
    for (const char *at = required(); next_word(&at, word);)
        if (!names_heap(word))
            return hp_fail(err, HP_E_ENV,
                           "HEAPPROOF_REQUIRE: \"%s\" - expected a heap and a runtime, as in "
                           "dotnet8,dotnet9,dotnet10",
                           word);
    return HP_OK;
}

bool hp_require_names(const char *heap, int32_t runtime)
{
    char word[64], wanted[64];
    (void)snprintf(wanted, sizeof wanted, "%s%d", heap, runtime);
    for (const char *at = required(); next_word(&at, word);) {
        const size_t stem = strcspn(word, "0123456789");
        if (runtime != 0 ? strcmp(word, wanted) == 0
                         : strlen(heap) == stem && memcmp(word, heap, stem) == 0)
            return true;
    }
    return false;
}

int hp_require_plan(const struct hp_plan *plan, struct hp_err *err)
{
    int rc = hp_require_check(err);
    for (size_t i = 0; rc == HP_OK && i < plan->count; i++) {
        const struct hp_case *c = &plan->cases[i];
        if (c->lacking && hp_require_names(c->plugin, c->runtime))
            rc = hp_fail(err, HP_E_ENV, "HEAPPROOF_REQUIRE names %s%d: %s", c->plugin, c->runtime,
                         c->skip);
    }
    return rc;
}
