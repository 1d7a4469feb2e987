/* SPDX-License-Identifier: MIT
 * How is a recorded line read, and what counts as equal? Owns nothing beyond a call; runs in test
 * programs. */
#include "truth.h"
#include "hp_test.h"

#include <ctype.h>

enum { LINE_MAX_BYTES = 1024 };

/* ---- results -------------------------------------------------------------------------------- */

void truth_add(struct truth_results *results, const char *key, const char *value)
{
    if (results->count == TRUTH_RESULTS)
        return;
    struct truth_result *r = &results->items[results->count++];
    (void)snprintf(r->key, sizeof r->key, "%s", key);
    (void)snprintf(r->value, sizeof r->value, "%s", value);
}

static void answer_number(void *context, const char *key, int64_t value)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%lld", (long long)value);
    truth_add(context, key, text);
}

static void answer_text(void *context, const char *key, const char *value)
{
    truth_add(context, key, value);
}

static void answer_throws(void *context, const char *exception)
{
    truth_add(context, "throws", exception);
}

struct hp_answer truth_answer(struct truth_results *results)
{
    return (struct hp_answer){ results, answer_number, answer_text, answer_throws };
}

/* ---- the recorded answer -------------------------------------------------------------------- */

/* "8", "9,10", "9/p2": does the list name the runtime? */
static bool tagged_for(const char *tags, size_t length, int runtime)
{
    for (size_t at = 0; at < length;) {
        if (atoi(tags + at) == runtime)
            return true;
        while (at < length && tags[at] != ',')
            at++;
        at++;
    }
    return false;
}

/* One answer without tags: key=value ..., a bare value, throws X, process aborts: TEXT. */
static void recorded_answer(const char *text, struct truth_results *out)
{
    static const char aborts[] = "process aborts: ", throws[] = "throws ";
    if (strncmp(text, aborts, sizeof aborts - 1) == 0) {
        truth_add(out, "aborts", text + sizeof aborts - 1);
        return;
    }
    if (strncmp(text, throws, sizeof throws - 1) == 0) {
        truth_add(out, "throws", text + sizeof throws - 1);
        return;
    }
    char copy[LINE_MAX_BYTES];
    (void)snprintf(copy, sizeof copy, "%s", text);
    char *state = NULL;
    for (char *word = strtok_r(copy, " ", &state); word != NULL;
         word = strtok_r(NULL, " ", &state)) {
        char *equals = strchr(word, '=');
        if (equals != NULL)
            *equals = '\0';
        truth_add(out, equals == NULL ? "first" : word, equals == NULL ? word : equals + 1);
    }
}

/* Picks the group of a runtime out of "@TAGS ANSWER | @TAGS ANSWER". */
static bool recorded_for(char *text, int runtime, struct truth_results *out)
{
    out->count = 0;
    if (*text != '@') {
        recorded_answer(text, out);
        return true;
    }
    for (char *group = text; group != NULL;) {
        char *next = strstr(group, " | ");
        if (next != NULL) {
            *next = '\0';
            next += 3;
        }
        char *answer = strchr(group, ' ');
        if (*group != '@' || answer == NULL)
            return false;
        if (tagged_for(group + 1, (size_t)(answer - group - 1), runtime))
            recorded_answer(answer + 1, out);
        group = next;
    }
    return true;
}

/* ---- comparing ------------------------------------------------------------------------------ */

static const char *value_of(const struct truth_results *results, const char *key)
{
    for (size_t i = 0; i < results->count; i++)
        if (strcmp(results->items[i].key, key) == 0)
            return results->items[i].value;
    return NULL;
}

static void differ(struct truth_tally *tally, const char *operation, const char *key,
                   const char *want, const char *got)
{
    if (tally->differences++ == 0)
        (void)snprintf(tally->first, sizeof tally->first, "%s: %s is %s, recorded was %s",
                       operation, key, got, want);
}

static void compare(struct truth_tally *tally, const char *operation,
                    const struct truth_results *want, const struct truth_results *got)
{
    tally->results += (int64_t)want->count;
    for (size_t i = 0; i < want->count; i++) {
        const char *value = value_of(got, want->items[i].key);
        if (value == NULL || strcmp(value, want->items[i].value) != 0)
            differ(tally, operation, want->items[i].key, want->items[i].value,
                   value == NULL ? "not answered" : value);
    }
    for (size_t i = 0; i < got->count; i++)
        if (value_of(want, got->items[i].key) == NULL)
            differ(tally, operation, got->items[i].key, "nothing", got->items[i].value);
}

/* ---- replaying ------------------------------------------------------------------------------ */

static int line_replay(char *line, int runtime, const char *setting,
                       const struct truth_target *target, struct truth_tally *tally,
                       struct hp_err *err)
{
    char *arrow = strstr(line, " -> ");
    struct truth_results want, got = { .count = 0 };
    if (arrow == NULL || !recorded_for(arrow + 4, runtime, &want))
        return hp_fail(err, HP_E_INPUT, "expected OPERATION -> ANSWER");
    *arrow = '\0';
    const char *settings = "", *operation = line;
    const size_t n = setting == NULL ? 0 : strlen(setting);
    if (n > 0 && strncmp(line, setting, n) == 0 && line[n] == '=') {
        char *space = strchr(line, ' ');
        if (space == NULL)
            return hp_fail(err, HP_E_INPUT, "expected an operation behind %s", line);
        *space = '\0';
        settings = line;
        operation = space + 1;
    }
    const int rc = target->execute(target->context, settings, operation, &got, err);
    if (rc == HP_OK)
        compare(tally, operation, &want, &got);
    return rc;
}

int truth_replay(const char *text, int runtime, const char *setting,
                 const struct truth_target *target, struct truth_tally *tally, struct hp_err *err)
{
    *tally = (struct truth_tally){ .lines = 0 };
    int64_t number = 0;
    for (const char *at = text; *at != '\0';) {
        const size_t length = strcspn(at, "\n");
        char line[LINE_MAX_BYTES];
        number++;
        if (length >= sizeof line)
            return hp_fail(err, HP_E_INPUT, "line %lld: too long", (long long)number);
        memcpy(line, at, length);
        line[length] = '\0';
        at += length + (at[length] == '\n');
        if (length == 0)
            continue;
        struct hp_err why = { 0, "" };
        const int rc = line_replay(line, runtime, setting, target, tally, &why);
        if (rc != HP_OK)
            return hp_fail(err, rc, "line %lld: %s", (long long)number, why.text);
        tally->lines++;
    }
    return tally->lines > 0 ? HP_OK : hp_fail(err, HP_E_INPUT, "no line to replay");
}

int truth_replay_file(const char *name, int runtime, const char *setting,
                      const struct truth_target *target, struct truth_tally *tally,
                      struct hp_err *err)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/tests/truth/%s", HP_SOURCE_DIR, name);
    char *text = hp_test_read(path);
    if (text == NULL)
        return hp_fail(err, HP_E_IO, "%s cannot be read", path);
    const int rc = truth_replay(text, runtime, setting, target, tally, err);
    free(text);
    return rc;
}

int64_t truth_promised(const char *name, int runtime)
{
    char *text = hp_test_read(HP_SOURCE_DIR "/tests/truth/COUNTS");
    int64_t found = -1;
    char *state = NULL;
    for (char *line = text == NULL ? NULL : strtok_r(text, "\n", &state); line != NULL;
         line = strtok_r(NULL, "\n", &state)) {
        char file[64];
        int version = 0, processors = 0;
        long long results = 0;
        if (sscanf(line, "%63s %d %d %lld", file, &version, &processors, &results) == 4 &&
            strcmp(file, name) == 0 && version == runtime && processors == 2)
            found = results;
    }
    free(text);
    return found;
}
