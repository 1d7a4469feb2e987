/* SPDX-License-Identifier: MIT
 * Does this machine have what a heap needs? The heap's plugin looks; what is missing becomes the reason of a
 * skip, what is there becomes part of a case's identity. Results live in the plan's arena.
 */
#include "base/err.h"
#include "plan/internal.h"

#include <stdlib.h>

struct gathering {
    struct making *m;
    const char *heap;
    struct heap_needs *out;
    size_t capacity;
};

static const char *copy(struct making *m, const char *text)
{
    return text != NULL ? hp_arena_copy(m->arena, text) : NULL;
}

static void take(void *context, const struct hp_finding *finding)
{
    struct gathering *g = context;
    HP_PUSH(g->out->items, g->out->count, g->capacity) =
        (struct need){ .runtime = finding->runtime,
                       .present = finding->present,
                       .name = hp_arena_print(g->m->arena, "%s: %s", g->heap, finding->what),
                       .found = copy(g->m, finding->found),
                       .version = copy(g->m, finding->version),
                       .file = copy(g->m, finding->file) };
}

/* Looks once for each plugin, whatever names it. */
struct heap_needs *hp_needs_of(struct making *m, const struct hp_loaded *loaded)
{
    if (loaded == NULL || loaded->table->survey == NULL)
        return NULL;
    for (struct heap_needs *known = m->needs; known != NULL; known = known->next)
        if (known->table == loaded->table)
            return known;
    struct heap_needs *out = HP_ARENA_NEW(m->arena, struct heap_needs);
    struct gathering g = { .m = m, .heap = loaded->table->name, .out = out };
    loaded->table->survey(&g, take);
    struct need *heaped = out->items;
    out->items = hp_arena_get(m->arena, (out->count + 1) * sizeof *out->items);
    if (out->count > 0)
        memcpy(out->items, heaped, out->count * sizeof *heaped);
    hp_mem_free(heaped);
    out->table = loaded->table;
    out->next = m->needs;
    m->needs = out;
    return out;
}

static bool concerns(const struct need *need, int32_t runtime)
{
    return need->runtime == 0 || need->runtime == runtime;
}

const char *hp_needs_lack(struct making *m, const struct heap_point *heap, int32_t runtime)
{
    for (size_t i = 0; heap->needs != NULL && i < heap->needs->count; i++)
        if (concerns(&heap->needs->items[i], runtime) && !heap->needs->items[i].present)
            return hp_arena_print(m->arena, "%s %d - %s (heapproof doctor says how)", heap->plugin,
                                  runtime, heap->needs->items[i].found);
    return NULL;
}

/* Hashed when a case first uses it. A file that cannot be read has the hash of none. */
static void use(struct need *need)
{
    struct hp_err ignored;
    if (!need->used &&
        (need->file == NULL || hp_sha_of_file(need->file, need->sha, &ignored) != HP_OK))
        need->sha[0] = '\0';
    need->used = true;
}

void hp_needs_identity(const struct heap_point *heap, int32_t runtime, struct hp_text *out)
{
    for (size_t i = 0; heap->needs != NULL && i < heap->needs->count; i++) {
        struct need *need = &heap->needs->items[i];
        if (!need->present || !concerns(need, runtime))
            continue;
        use(need);
        hp_text_print(out, "needs %s %s %s\n", need->name,
                      need->version != NULL ? need->version : "", need->sha);
    }
}

void hp_needs_libraries(struct making *m, struct hp_plan *plan)
{
    size_t most = 0;
    for (const struct heap_needs *n = m->needs; n != NULL; n = n->next)
        most += n->count;
    plan->libraries = hp_arena_get(m->arena, (most + 1) * sizeof *plan->libraries);
    for (const struct heap_needs *n = m->needs; n != NULL; n = n->next)
        for (size_t i = 0; i < n->count; i++)
            if (n->items[i].used)
                plan->libraries[plan->library_count++] =
                    (struct hp_library){ n->items[i].name, n->items[i].version, n->items[i].sha };
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
