/* SPDX-License-Identifier: MIT
 * Answers: what does an operation of family `heap` say? Three tables - kinds of objects, verbs, ranges of words -
 * parse it, check it and list it. Owns nothing; the parent checks with it, a child executes by it.
 */
#include "replay/heap_words.h"
#include "base/err.h"
#include "base/text.h"
#include "base/units.h"
#include "replay/heap_threads.h"

#include <stdlib.h>

enum { WORDS_MOST = HP_HEAP_NUMBERS + 1, WORD_BYTES = 24 };

/* ---- kinds --------------------------------------------------------------------------------- */

#define ARRAY(name, bytes, refs)                                                                   \
    {                                                                                              \
        name, HP_ARRAY_BASE, bytes, HP_TYPE_ARRAY, 0, refs                                         \
    }
#define OBJECT(bytes)                                                                              \
    {                                                                                              \
        "obj", bytes, 0, 0, 0, 0                                                                   \
    }

static const struct hp_heap_kind kinds[] = {
    { ARRAY("u8", 1, 0), 0, false },
    { ARRAY("i16", 2, 0), 0, false },
    { ARRAY("i32", 4, 0), 0, false },
    { ARRAY("i64", 8, 0), 0, false },
    { ARRAY("char", 2, 0), 0, false },
    { ARRAY("ref", 8, 1), 0, false },
    { { "str", HP_STRING_BASE, 2, HP_TYPE_STRING, 0, 0 }, 0, false },
    { ARRAY("uninit8", 1, 0), HP_UNINIT, false },
    { ARRAY("uninit32", 4, 0), HP_UNINIT, false },
    { OBJECT(24), 0, false },
    { OBJECT(32), 0, false },
    { OBJECT(40), 0, false },
    { OBJECT(64), 0, false },
    { { "fin", 24, 0, 0, 0, 0 }, 0, true },
    { { "fin", 64, 0, 0, 0, 0 }, 0, true },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

const struct hp_heap_kind *hp_heap_kind(size_t i)
{
    return i < KINDS ? &kinds[i] : NULL;
}

const struct hp_heap_kind *hp_heap_kind_find(const char *name, int64_t n)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].type.name, name) == 0 &&
            (kinds[i].type.element_bytes != 0 || kinds[i].type.base_bytes == n))
            return &kinds[i];
    return NULL;
}

/* ---- verbs --------------------------------------------------------------------------------- */

const struct hp_heap_verb hp_heap_verbs[HP_VERBS] = {
    [HP_VERB_ALLOCATE] = { "a", "KIND N KEEP", "allocates into a slot, or drops at once" },
    [HP_VERB_REPEAT] = { "x", "TIMES KIND N", "allocates and drops, many times" },
    [HP_VERB_EMPTY] = { "f", "SLOT", "empties a slot" },
    [HP_VERB_STORE] = { "w", "SLOT INDEX FROM", "stores a reference into a reference array" },
    [HP_VERB_COLLECT] = { "c", "GENERATION", "collects, blocking" },
    [HP_VERB_GENERATION] = { "g", "SLOT", "answers the generation of the object" },
    [HP_VERB_READ] = { "r", "", "answers bytes and collections" },
    [HP_VERB_INFO] = { "i", "", "answers the sizes after the last collection" },
    [HP_VERB_THREAD] = { "thread", "THREAD", "what follows runs on that thread" },
    [HP_VERB_STRONG] = { "strong", "HANDLE SLOT", "a handle that keeps the object" },
    [HP_VERB_WEAK] = { "weak", "HANDLE SLOT", "a handle that does not" },
    [HP_VERB_TRACK] = { "track", "HANDLE SLOT", "the same, until its finalizer has run" },
    [HP_VERB_PIN] = { "pin", "HANDLE SLOT", "a handle that keeps the object in its place" },
    [HP_VERB_FREE] = { "free", "HANDLE", "drops the handle" },
    [HP_VERB_TARGET] = { "target", "HANDLE", "answers whether its object lives, and where" },
    [HP_VERB_GET] = { "get", "HANDLE SLOT", "puts its object, or nothing, into a slot" },
    [HP_VERB_SUPPRESS] = { "suppress", "SLOT", "the object's finalizer will not run" },
    [HP_VERB_FINALIZE] = { "finalize", "", "waits, and answers how many finalizers have run" },
};

/* ---- operations as text -------------------------------------------------------------------- */

/* What a word of that name may be. */
static const struct {
    const char *name;
    int64_t low, high;
    const char *wants;
} word_ranges[] = {
    { "N", 0, HP_LENGTH_MAX, "a length from 0 to 2,147,483,591" },
    { "TIMES", 0, 100000000, "a number of times up to 100,000,000" },
    { "SLOT", 0, HP_HEAP_SLOTS - 1, "a slot from 0 to 255" },
    { "FROM", 0, HP_HEAP_SLOTS - 1, "a slot from 0 to 255" },
    { "KEEP", HP_HEAP_DROPPED, HP_HEAP_SLOTS - 1,
      "a slot from 0 to 255, or -1 to drop it at once" },
    { "INDEX", 0, HP_LENGTH_MAX - 1, "an index" },
    { "THREAD", 0, HP_HEAP_THREADS_MOST, "a thread from 0 to 8" },
    { "HANDLE", 0, HP_HEAP_HANDLES - 1, "a handle from 0 to 63" },
    { "GENERATION", 0, 2, "a generation, 0 to 2" },
};

static int number_read(const char *name, const char *text, int64_t *out, struct hp_err *err)
{
    for (size_t i = 0; i < sizeof word_ranges / sizeof *word_ranges; i++) {
        struct hp_err ignored;
        if (strcmp(word_ranges[i].name, name) != 0)
            continue;
        if (hp_parse_count(text, out, &ignored) == HP_OK && *out >= word_ranges[i].low &&
            *out <= word_ranges[i].high)
            return HP_OK;
        return hp_fail(err, HP_E_INPUT, "\"%s\": expected %s", text, word_ranges[i].wants);
    }
    hp_bug("no range for words named %s", name);
}

static int unknown_kind(const char *name, struct hp_err *err)
{
    char known[200] = "";
    for (size_t i = 0, at = 0; i < KINDS; i++)
        if (i == 0 || strcmp(kinds[i].type.name, kinds[i - 1].type.name) != 0)
            at += (size_t)snprintf(known + at, sizeof known - at, " %s", kinds[i].type.name);
    if (strcmp(name, "fin") == 0)
        return hp_fail(err, HP_E_INPUT, "fin: expected 24 or 64 bytes");
    return strcmp(name, "obj") == 0
               ? hp_fail(err, HP_E_INPUT, "obj: expected 24, 32, 40 or 64 bytes")
               : hp_fail(err, HP_E_INPUT, "kind \"%s\": expected one of%s", name, known);
}

/* Splits at single spaces; false when there are more words, or longer ones, than any verb has. */
static bool split(const char *text, char words[WORDS_MOST + 1][WORD_BYTES], size_t *count)
{
    for (*count = 0;;) {
        const size_t n = strcspn(text, " ");
        if (*count > WORDS_MOST || n == 0 || n >= WORD_BYTES)
            return false;
        memcpy(words[*count], text, n);
        words[(*count)++][n] = '\0';
        if (text[n] == '\0')
            return true;
        text += n + 1;
    }
}

static const struct hp_heap_verb *verb_find(const char *name)
{
    for (size_t i = 0; i < HP_VERBS; i++)
        if (strcmp(hp_heap_verbs[i].name, name) == 0)
            return &hp_heap_verbs[i];
    return NULL;
}

static int unknown_verb(const char *operation, struct hp_err *err)
{
    char known[600] = "";
    for (size_t i = 0, at = 0; i < HP_VERBS; i++)
        at += (size_t)snprintf(known + at, sizeof known - at, "%s`%s%s%s`", i > 0 ? ", " : "",
                               hp_heap_verbs[i].name, *hp_heap_verbs[i].words != '\0' ? " " : "",
                               hp_heap_verbs[i].words);
    return hp_fail(err, HP_E_INPUT, "\"%.60s\": expected one of %s", operation, known);
}

/* The words behind the verb, each by the name that the verb gives it. */
static int words_read(const struct hp_heap_verb *verb, char words[][WORD_BYTES], size_t count,
                      struct hp_heap_operation *out, struct hp_err *err)
{
    const char *name = verb->words, *kind = NULL;
    size_t at = 1, numbers = 0;
    *out = (struct hp_heap_operation){ .verb = (enum hp_heap_verb_id)(verb - hp_heap_verbs) };
    for (; *name != '\0' && at < count; at++) {
        char what[WORD_BYTES];
        const size_t n = strcspn(name, " ");
        (void)snprintf(what, sizeof what, "%.*s", (int)n, name);
        name += n + (name[n] == ' ');
        if (strcmp(what, "KIND") == 0) {
            kind = words[at];
            continue;
        }
        const int rc = number_read(what, words[at], &out->number[numbers++], err);
        if (rc != HP_OK)
            return rc;
    }
    if (*name != '\0' || at != count)
        return hp_fail(err, HP_E_INPUT, "expected `%s%s%s`", verb->name,
                       *verb->words != '\0' ? " " : "", verb->words);
    if (kind == NULL)
        return HP_OK;
    const bool last = hp_ends_with(verb->words, "N"); /* x TIMES KIND N */
    out->kind = hp_heap_kind_find(kind, out->number[last ? 1 : 0]);
    return out->kind != NULL ? HP_OK : unknown_kind(kind, err);
}

int hp_heap_operation_read(const char *operation, struct hp_heap_operation *out, struct hp_err *err)
{
    char words[WORDS_MOST + 1][WORD_BYTES];
    size_t count;
    const struct hp_heap_verb *verb = split(operation, words, &count) ? verb_find(words[0]) : NULL;
    if (verb == NULL)
        return unknown_verb(operation, err);
    return words_read(verb, words, count, out, err);
}
