/* SPDX-License-Identifier: MIT
 * Which cases does the user mean? "method=chunk-array size=21244,21243 heap=gen": every key must hold, its
 * values are alternatives. A key or value that no case has is an error, so that a slip never selects
 * nothing. The filter owns its texts.
 */
#include "base/err.h"
#include "base/nearest.h"
#include "base/units.h"
#include "plan/internal.h"

#include <ctype.h>

struct hp_only {
    struct hp_arena *arena;
    struct key_values *keys;
    size_t count, capacity;
};

/* "192KiB" means 196608; words mean themselves. */
static bool same_value(const char *wanted, const char *text)
{
    uint64_t want = 0, have = 0;
    struct hp_err ignored;
    if (strcmp(wanted, text) == 0)
        return true;
    return isdigit((unsigned char)*wanted) && isdigit((unsigned char)*text) &&
           hp_parse_size(wanted, &want, &ignored) == HP_OK &&
           hp_parse_size(text, &have, &ignored) == HP_OK && want == have;
}

static bool has_value(const struct hp_case *c, const char *key, const char *wanted)
{
    char buf[32];
    if (strcmp(key, "id") == 0)
        return hp_starts_with(c->identity, wanted);
    const char *text = hp_case_get(c, key, buf);
    return text != NULL && same_value(wanted, text);
}

bool hp_only_matches(const struct hp_only *only, const struct hp_case *c)
{
    for (size_t i = 0; only != NULL && i < only->count; i++) {
        bool one = false;
        for (size_t k = 0; k < only->keys[i].count && !one; k++)
            one = has_value(c, only->keys[i].name, only->keys[i].values[k]);
        if (!one)
            return false;
    }
    return true;
}

/* ---- names and values of a plan ------------------------------------------------------------ */

struct words {
    const char **items;
    size_t count, capacity;
};

static void words_add(struct words *w, const char *word)
{
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->items[i], word) == 0)
            return;
    HP_PUSH(w->items, w->count, w->capacity) = word;
}

static struct words known_keys(const struct hp_plan *plan)
{
    static const char *const fixed[] = { "id",      "method",     "probe",     "workload",
                                         "heap",    "plugin",     "runtime",   "gc",
                                         "machine", "processors", "threshold", "sweep" };
    struct words w = { 0 };
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        words_add(&w, fixed[i]);
    for (size_t i = 0; i < plan->count; i++) {
        const struct hp_case *c = &plan->cases[i];
        for (size_t k = 0; k < c->param_count; k++)
            words_add(&w, c->params[k].name);
        for (size_t k = 0; k < c->option_count; k++)
            words_add(&w, c->options[k].name);
    }
    return w;
}

static struct words known_values(const struct hp_only *only, const struct hp_plan *plan,
                                 const char *key)
{
    struct words w = { 0 };
    for (size_t i = 0; i < plan->count; i++) {
        char buf[32];
        const char *text = hp_case_get(&plan->cases[i], key, buf);
        if (text != NULL)
            words_add(&w, text == buf ? hp_arena_copy(only->arena, buf) : text);
    }
    return w;
}

/* The ways out of an unknown word: the nearest, or what there is. */
static int unknown(struct hp_only *only, struct words *known, const char *word, const char *what,
                   struct hp_err *err)
{
    const char *near = hp_nearest(word, known->items, known->count);
    const int rc = near != NULL
                       ? hp_fail(err, HP_E_USAGE, "--only: %s - did you mean \"%s\"?", what, near)
                       : hp_fail(err, HP_E_USAGE, "--only: %s - %s%s", what,
                                 known->count > 0 ? "there are " : "there is none",
                                 hp_list_words(only->arena, known->items, known->count, 16));
    hp_mem_free(known->items);
    return rc;
}

static int check_key(struct hp_only *only, const struct hp_plan *plan, const char *key,
                     struct hp_err *err)
{
    struct words known = known_keys(plan);
    for (size_t i = 0; i < known.count; i++)
        if (strcmp(known.items[i], key) == 0) {
            hp_mem_free(known.items);
            return HP_OK;
        }
    return unknown(only, &known, key, hp_arena_print(only->arena, "unknown key \"%s\"", key), err);
}

static int check_value(struct hp_only *only, const struct hp_plan *plan, const char *key,
                       const char *value, struct hp_err *err)
{
    for (size_t i = 0; i < plan->count; i++)
        if (has_value(&plan->cases[i], key, value))
            return HP_OK;
    struct words known = known_values(only, plan, key);
    if (strcmp(key, "id") == 0) {
        hp_mem_free(known.items);
        return hp_fail(err, HP_E_USAGE,
                       "--only: no case has the id %s - heapproof plan --list shows them", value);
    }
    return unknown(only, &known, value,
                   hp_arena_print(only->arena, "no case has %s=%s", key, value), err);
}

/* ---- parsing ------------------------------------------------------------------------------- */

static struct key_values *key_slot(struct hp_only *only, const char *key)
{
    for (size_t i = 0; i < only->count; i++)
        if (strcmp(only->keys[i].name, key) == 0)
            return &only->keys[i];
    struct key_values *slot = &HP_PUSH(only->keys, only->count, only->capacity);
    *slot = (struct key_values){ .name = key };
    return slot;
}

/* "size=21244,21243": one word of the filter. Values may stand in double quotes. */
static int parse_word(struct hp_only *only, const struct hp_plan *plan, const char *word, size_t n,
                      struct hp_err *err)
{
    const char *equals = memchr(word, '=', n);
    if (equals == NULL || equals == word)
        return hp_fail(err, HP_E_USAGE,
                       "--only: \"%.*s\" - expected KEY=VALUE, as 'method=chunk-array size=21244'",
                       (int)n, word);
    const char *key = hp_arena_copy_n(only->arena, word, (size_t)(equals - word));
    int rc = check_key(only, plan, key, err);
    if (rc != HP_OK)
        return rc;
    struct key_values *slot = key_slot(only, key);
    const char **values = hp_arena_get(only->arena, (slot->count + n) * sizeof *values);
    if (slot->count > 0)
        memcpy(values, slot->values, slot->count * sizeof *values);
    slot->values = values;
    const char *end = word + n;
    for (const char *at = equals + 1; at <= end && rc == HP_OK;) {
        const char *comma = at < end ? memchr(at, ',', (size_t)(end - at)) : NULL;
        const char *stop = comma != NULL ? comma : end;
        const bool quoted = stop - at >= 2 && *at == '"' && stop[-1] == '"';
        const char *value =
            hp_arena_copy_n(only->arena, at + quoted, (size_t)(stop - at) - (quoted ? 2 : 0));
        rc = *value == '\0' ? hp_fail(err, HP_E_USAGE, "--only: %s= needs a value", key)
                            : check_value(only, plan, key, value, err);
        slot->values[slot->count++] = value;
        at = stop + 1;
    }
    return rc;
}

/* Up to the next space that is not inside quotes. */
static size_t word_length(const char *text)
{
    bool quoted = false;
    size_t n = 0;
    for (; text[n] != '\0' && (quoted || !isspace((unsigned char)text[n])); n++)
        quoted ^= text[n] == '"';
    return n;
}

int hp_only_parse(const char *text, const struct hp_plan *plan, struct hp_only **out,
                  struct hp_err *err)
{
    struct hp_only *only = hp_mem_new(sizeof *only);
    only->arena = hp_arena_new();
    int rc = HP_OK;
    for (const char *at = text; *at != '\0' && rc == HP_OK;) {
        const size_t n = word_length(at);
        if (n > 0)
            rc = parse_word(only, plan, at, n, err);
        at += n + (at[n] != '\0');
    }
    if (rc == HP_OK && only->count == 0)
        rc =
            hp_fail(err, HP_E_USAGE, "--only: empty - expected KEY=VALUE, as 'method=chunk-array'");
    *out = rc == HP_OK ? only : NULL;
    if (rc != HP_OK)
        hp_only_free(only);
    return rc;
}

void hp_only_free(struct hp_only *only)
{
    if (only == NULL)
        return;
    hp_mem_free(only->keys);
    hp_arena_free(only->arena);
    hp_mem_free(only);
}
