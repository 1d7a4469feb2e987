/* SPDX-License-Identifier: MIT
 * Answers: which families of traces are there, which file is of which, and what may a `set` line state? Three
 * tables; a new family or setting is a row. Owns nothing.
 */
#include "base/text.h"
#include "replay/trace.h"

const struct hp_family hp_families[] = {
    { "heap", NULL, HP_UNIT_TRACE, NULL, 0, NULL, false },
    { "builder", "builder", HP_UNIT_TRACE, NULL, 1, "builder-replace", true },
    { "stream", "streamcopy", HP_UNIT_TRACE, NULL, 1, NULL, true },
    { "copy", "streamcopy", HP_UNIT_LINE, NULL, 0, NULL, true },
    { "pool", "pool", HP_UNIT_TRACE, NULL, 0, NULL, false },
    { "pool-capacity", "pool", HP_UNIT_TRACE, NULL, 0, NULL, false },
    { "chunk", "chunk", HP_UNIT_FILE, NULL, 0, NULL, false },
    { "threshold", "chunk", HP_UNIT_SETTING, "loh_threshold", 0, NULL, false },
    { .name = NULL },
};

const struct hp_set_key hp_set_keys[] = {
    { "loh_threshold", HP_SET_THRESHOLD, "bytes" },
    { "gen0_size", HP_SET_OPTION, "bytes" },
    { "memory_limit", HP_SET_OPTION, "bytes" },
    { "heap_count", HP_SET_OPTION, "heaps" },
    { "gc", HP_SET_GC, "workstation concurrent server server-concurrent" },
    { "threads", HP_SET_TRACE, "threads" },
    { .name = NULL },
};

const struct hp_set_key *hp_set_key_find(const char *name)
{
    for (const struct hp_set_key *k = hp_set_keys; k->name != NULL; k++)
        if (strcmp(k->name, name) == 0)
            return k;
    return NULL;
}

const struct hp_family *hp_family_find(const char *name)
{
    for (const struct hp_family *f = hp_families; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0 || (f->also != NULL && hp_word_in(f->also, name)))
            return f;
    return hp_starts_with(name, "heap-") ? hp_family_find("heap") : NULL;
}

const struct hp_family *hp_family_of_file(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const size_t n = strlen(name);
    char word[64];
    if (!hp_ends_with(name, ".txt") || n - 4 >= sizeof word)
        return NULL;
    (void)snprintf(word, sizeof word, "%.*s", (int)(n - 4), name);
    return hp_family_find(word);
}

const char *hp_family_names(struct hp_arena *arena)
{
    const char *text = "";
    for (const struct hp_family *f = hp_families; f->name != NULL; f++)
        text = hp_arena_print(arena, "%s%s%s", text, f == hp_families ? "" : ", ", f->name);
    return text;
}
