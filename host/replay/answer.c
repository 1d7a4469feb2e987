/* SPDX-License-Identifier: MIT
 * Answers: what does the text behind "->" say, and for which runtime and number of processors? Everything
 * lives in the arena that is passed in.
 */
#include "base/err.h"
#include "base/text.h"
#include "replay/trace.h"

#include <ctype.h>
#include <stdlib.h>

static const char aborts_words[] = "process aborts: ", throws_word[] = "throws ";

/* ---- tags ---------------------------------------------------------------------------------- */

bool hp_tags_apply(struct hp_tags tags, int runtime, uint32_t processors)
{
    for (size_t i = 0; i < tags.count; i++)
        if (tags.items[i].runtime == runtime &&
            (tags.items[i].processors == 0 || tags.items[i].processors == processors))
            return true;
    return tags.count == 0;
}

/* RUNTIME or RUNTIME/pPROCESSORS, all of [at, end). */
static bool tag_read(const char *at, const char *end, struct hp_tag *out)
{
    char text[16], *rest = NULL;
    if (end == at || (size_t)(end - at) >= sizeof text || !isdigit((unsigned char)*at))
        return false;
    (void)snprintf(text, sizeof text, "%.*s", (int)(end - at), at);
    *out = (struct hp_tag){ .runtime = (int)strtol(text, &rest, 10) };
    if (hp_starts_with(rest, "/p") && isdigit((unsigned char)rest[2])) {
        const unsigned long processors = strtoul(rest + 2, &rest, 10);
        if (processors == 0 || processors > 1024)
            return false;
        out->processors = (uint32_t)processors;
    }
    return *rest == '\0' && out->runtime >= 8 && out->runtime <= 10;
}

int hp_tags_read(const char *text, size_t bytes, struct hp_arena *arena, struct hp_tags *out,
                 struct hp_err *err)
{
    size_t most = 1;
    for (size_t i = 0; i < bytes; i++)
        most += text[i] == ',';
    struct hp_tag *items = hp_arena_get(arena, most * sizeof *items);
    const char *const end = text + bytes;
    *out = (struct hp_tags){ items, 0 };
    for (const char *at = text;;) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma != NULL ? comma : end;
        if (!tag_read(at, stop, &items[out->count++]))
            return hp_fail(err, HP_E_INPUT,
                           "tag \"%.*s\": expected 8, 9 or 10, with or without /pPROCESSORS as in "
                           "9/p2",
                           (int)(stop - at < 40 ? stop - at : 40), at);
        if (comma == NULL)
            return HP_OK;
        at = comma + 1;
    }
}

static bool tags_meet(struct hp_tags a, struct hp_tags b)
{
    if (a.count == 0 || b.count == 0)
        return true;
    for (size_t i = 0; i < a.count; i++)
        for (size_t k = 0; k < b.count; k++)
            if (a.items[i].runtime == b.items[k].runtime &&
                (a.items[i].processors == b.items[k].processors || a.items[i].processors == 0 ||
                 b.items[k].processors == 0))
                return true;
    return false;
}

/* ---- one answer ---------------------------------------------------------------------------- */

/* An answer being read. */
struct reading {
    struct hp_arena *arena;
    struct hp_recorded *items; /* malloc'ed until it is whole */
    size_t count, capacity;
    struct hp_err *err;
};

static int add(struct reading *r, struct hp_recorded item)
{
    for (size_t i = 0; i < r->count; i++)
        if (strcmp(r->items[i].key, item.key) == 0 && tags_meet(r->items[i].group, item.group) &&
            tags_meet(r->items[i].own, item.own))
            return hp_fail(r->err, HP_E_INPUT, "%s is answered twice for the same runtime",
                           item.key);
    HP_PUSH(r->items, r->count, r->capacity) = item;
    return HP_OK;
}

static bool is_key(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!islower((unsigned char)text[i]) && !isdigit((unsigned char)text[i]) && text[i] != '_')
            return false;
    return n > 0 && islower((unsigned char)text[0]);
}

/* key=value or key@TAGS=value. */
static int pair_read(struct reading *r, const char *word, const char *equals, struct hp_tags group)
{
    const char *at = memchr(word, '@', (size_t)(equals - word));
    const size_t key_bytes = (size_t)((at != NULL ? at : equals) - word);
    struct hp_recorded item = { .group = group };
    if (!is_key(word, key_bytes))
        return hp_fail(r->err, HP_E_INPUT,
                       "\"%.60s\": expected key=value, the key of small letters", word);
    if (at != NULL) {
        const int rc = hp_tags_read(at + 1, (size_t)(equals - at - 1), r->arena, &item.own, r->err);
        if (rc != HP_OK)
            return rc;
    }
    item.key = hp_arena_copy_n(r->arena, word, key_bytes);
    if (hp_word_in("first throws aborts", item.key))
        return hp_fail(r->err, HP_E_INPUT, "\"%s\" is no key of an answer's own", item.key);
    item.value = hp_arena_copy(r->arena, equals + 1);
    return add(r, item);
}

/* `text` without tags in front; it is taken apart. */
static int group_read(struct reading *r, char *text, struct hp_tags group)
{
    if (hp_starts_with(text, aborts_words)) {
        const char *what = text + sizeof aborts_words - 1;
        if (*what == '\0')
            return hp_fail(r->err, HP_E_INPUT, "expected the text of the abort behind \"%s\"",
                           aborts_words);
        return add(r, (struct hp_recorded){ .key = "aborts",
                                            .value = hp_arena_copy(r->arena, what),
                                            .group = group });
    }
    const bool throws = hp_starts_with(text, throws_word) || strcmp(text, "throws") == 0;
    char *state = NULL;
    bool bare = false;
    int rc = HP_OK;
    size_t words = 0;
    for (char *word = strtok_r(throws ? text + strlen("throws") : text, " ", &state);
         rc == HP_OK && word != NULL; word = strtok_r(NULL, " ", &state), words++) {
        const char *equals = strchr(word, '=');
        if (throws && words == 0)
            rc = equals == NULL
                     ? add(r, (struct hp_recorded){ .key = "throws",
                                                    .value = hp_arena_copy(r->arena, word),
                                                    .group = group })
                     : hp_fail(r->err, HP_E_INPUT, "expected an exception behind throws");
        else if (equals != NULL)
            rc = pair_read(r, word, equals, group);
        else if (*word == '@')
            rc = hp_fail(r->err, HP_E_INPUT, "\"%.60s\": tags stand in front of an answer", word);
        else
            rc = add(r, (struct hp_recorded){ .key = "first",
                                              .value = hp_arena_copy(r->arena, word),
                                              .group = group });
        bare = bare || (equals == NULL && !(throws && words == 0));
    }
    if (rc == HP_OK && bare && words > 1)
        rc = hp_fail(r->err, HP_E_INPUT, "expected key=value ..., or one bare value alone");
    if (rc == HP_OK && throws && words == 0)
        rc = hp_fail(r->err, HP_E_INPUT, "expected an exception behind throws");
    return rc;
}

/* "@TAGS ANSWER | @TAGS ANSWER". */
static int groups_read(struct reading *r, char *text)
{
    int rc = HP_OK;
    for (char *at = text; rc == HP_OK && at != NULL;) {
        char *next = strstr(at, " | ");
        if (next != NULL) {
            *next = '\0';
            next += 3;
        }
        if (*at != '@')
            return hp_fail(r->err, HP_E_INPUT,
                           "\"%.60s\": expected @TAGS ANSWER, since the groups around it have tags",
                           at);
        char *answer = at + strcspn(at, " ");
        const size_t tag_bytes = (size_t)(answer - at - 1);
        struct hp_tags tags;
        rc = hp_tags_read(at + 1, tag_bytes, r->arena, &tags, r->err);
        if (rc == HP_OK)
            rc = group_read(r, answer + strspn(answer, " "), tags);
        at = next;
    }
    return rc;
}

int hp_answer_read(const char *text, struct hp_arena *arena, struct hp_recordings *out,
                   struct hp_err *err)
{
    struct reading r = { .arena = arena, .err = err };
    char *copy = hp_arena_copy(arena, text);
    *out = (struct hp_recordings){ 0 };
    const int rc =
        *copy == '@' ? groups_read(&r, copy) : group_read(&r, copy, (struct hp_tags){ 0 });
    if (rc == HP_OK && r.count > 0) {
        out->items = hp_arena_get(arena, r.count * sizeof *out->items);
        memcpy(out->items, r.items, r.count * sizeof *out->items);
        out->count = r.count;
    }
    hp_mem_free(r.items);
    return rc;
}
