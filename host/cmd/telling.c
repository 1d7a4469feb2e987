/* SPDX-License-Identifier: MIT
 * Answers: what has a case that the others have not? Words of its printed line are compared, whatever axis or
 * parameter they stand for. Parent only; a telling owns its words.
 */
#include "cmd/telling.h"

#include <string.h>

static bool is_common(const struct hp_telling *t, const char *word, size_t bytes)
{
    for (size_t i = 0; i < t->count; i++)
        if (strlen(t->common[i]) == bytes && memcmp(t->common[i], word, bytes) == 0)
            return true;
    return false;
}

static bool has_word(const char *line, const char *word)
{
    const size_t bytes = strlen(word);
    for (const char *at = line; *at != '\0';) {
        const size_t n = strcspn(at, " ");
        if (n == bytes && memcmp(at, word, n) == 0)
            return true;
        at += n + (at[n] != '\0');
    }
    return false;
}

static void begin(struct hp_telling *t, const struct hp_case *c)
{
    char *state = NULL;
    hp_case_print(c, &t->line);
    for (char *word = strtok_r(t->line.text, " ", &state); word != NULL;
         word = strtok_r(NULL, " ", &state))
        HP_PUSH(t->common, t->count, t->capacity) = word;
}

/* Keeps of the common words those of one case more. */
static void narrow(struct hp_telling *t, const struct hp_case *c)
{
    struct hp_text line = { 0 };
    size_t kept = 0;
    hp_case_print(c, &line);
    for (size_t i = 0; i < t->count; i++)
        if (has_word(hp_text_str(&line), t->common[i]))
            t->common[kept++] = t->common[i];
    t->count = kept;
    hp_text_clear(&line);
}

struct hp_telling hp_telling_of(const struct hp_plan *plan)
{
    struct hp_telling t = { 0 };
    bool begun = false;
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->cases[i].skip != NULL)
            continue;
        if (begun)
            narrow(&t, &plan->cases[i]);
        else
            begin(&t, &plan->cases[i]);
        begun = true;
    }
    return t;
}

void hp_telling_clear(struct hp_telling *t)
{
    hp_mem_free((void *)t->common);
    hp_text_clear(&t->line);
    *t = (struct hp_telling){ 0 };
}

void hp_telling_print(const struct hp_telling *t, const struct hp_case *c, struct hp_text *out)
{
    struct hp_text line = { 0 };
    bool any = false;
    hp_case_print(c, &line);
    for (const char *at = hp_text_str(&line); *at != '\0';) {
        const size_t n = strcspn(at, " ");
        if (!is_common(t, at, n)) {
            hp_text_put(out, any ? " " : "");
            hp_text_put_n(out, at, n);
            any = true;
        }
        at += n + (at[n] != '\0');
    }
    if (!any)
        hp_text_put(out, hp_text_str(&line));
    hp_text_clear(&line);
}
