/* SPDX-License-Identifier: MIT
 * Answers: what does this text mean for that option? One table of struct hp_option parses, checks,
 * canonicalises and fills. Canonical texts live in the caller's arena; nothing else is kept. Runs in the
 * parent when a plan is made and in the worker before a heap or workload is opened.
 */
#include "base/err.h"
#include "base/nearest.h"
#include "base/text.h"
#include "base/units.h"
#include "plugin/plugin.h"

#include <inttypes.h>

enum { CHOICES_MAX = 64, WORD_MAX = 64 };

/* One value of any type, as it will lie in the options struct. */
union value {
    uint64_t bytes_or_ns;
    int64_t count;
    bool flag;
    int32_t choice;
};

static const size_t value_bytes[] = {
    [HP_SIZE] = sizeof(uint64_t), [HP_COUNT] = sizeof(int64_t),  [HP_TIME] = sizeof(uint64_t),
    [HP_FLAG] = sizeof(bool),     [HP_CHOICE] = sizeof(int32_t),
};

const struct hp_option *hp_option_find(const struct hp_option *options, const char *name)
{
    for (const struct hp_option *o = options; o->name != NULL; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

static int refuse_number(const struct hp_option *o, const char *text, const char *what,
                         struct hp_err *err)
{
    const char *quote = hp_quote_of(text);
    if (o->max == INT64_MAX)
        return hp_fail(err, HP_E_INPUT, "%s%s%s: expected %s, at least %" PRId64, quote, text,
                       quote, what, o->min);
    return hp_fail(err, HP_E_INPUT, "%s%s%s: expected %s, range %" PRId64 " to %" PRId64, quote,
                   text, quote, what, o->min, o->max);
}

static bool outside(const struct hp_option *o, uint64_t value)
{
    return (o->min > 0 && value < (uint64_t)o->min) || (o->max >= 0 && value > (uint64_t)o->max);
}

static int parse_size(const struct hp_option *o, const char *text, union value *out,
                      struct hp_err *err)
{
    struct hp_err why = { 0, "" };
    if (hp_parse_size(text, &out->bytes_or_ns, &why) != HP_OK || outside(o, out->bytes_or_ns))
        return refuse_number(o, text, "a size in bytes (20000, \"96KiB\", \"1MiB\")", err);
    return HP_OK;
}

static int parse_time(const struct hp_option *o, const char *text, union value *out,
                      struct hp_err *err)
{
    struct hp_err why = { 0, "" };
    if (hp_parse_time(text, &out->bytes_or_ns, &why) != HP_OK || outside(o, out->bytes_or_ns))
        return refuse_number(o, text, "a time with its unit (\"250ns\", \"2ms\", \"20s\") in ns",
                             err);
    return HP_OK;
}

static int parse_count(const struct hp_option *o, const char *text, union value *out,
                       struct hp_err *err)
{
    struct hp_err why = { 0, "" };
    uint64_t bytes;
    if (hp_parse_count(text, &out->count, &why) == HP_OK)
        return out->count >= o->min && out->count <= o->max
                   ? HP_OK
                   : refuse_number(o, text, "a whole number", err);
    const bool size = hp_ends_with(text, "B") && hp_parse_size(text, &bytes, &why) == HP_OK;
    return refuse_number(o, text, size ? "a count, not bytes: a whole number" : "a whole number",
                         err);
}

static int parse_flag(const char *text, union value *out, struct hp_err *err)
{
    const bool no = strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
    out->flag = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    if (!out->flag && !no)
        return hp_fail(err, HP_E_INPUT, "%s%s%s: expected true or false", hp_quote_of(text), text,
                       hp_quote_of(text));
    return HP_OK;
}

/* The words of `choices`, copied so that they can be compared and offered. Returns how many. */
static size_t split_choices(const char *choices, char words[CHOICES_MAX][WORD_MAX])
{
    size_t count = 0;
    for (const char *at = choices; *at != '\0' && count < CHOICES_MAX;) {
        const size_t n = strcspn(at, " ");
        (void)snprintf(words[count++], WORD_MAX, "%.*s", (int)n, at);
        at += n;
        at += *at == ' ' ? 1 : 0;
    }
    return count;
}

static int parse_choice(const struct hp_option *o, const char *text, union value *out,
                        struct hp_err *err)
{
    char words[CHOICES_MAX][WORD_MAX];
    const char *names[CHOICES_MAX];
    const size_t count = split_choices(o->choices, words);
    for (size_t i = 0; i < count; i++) {
        names[i] = words[i];
        if (strcmp(words[i], text) == 0) {
            out->choice = (int32_t)i;
            return HP_OK;
        }
    }
    const char *quote = hp_quote_of(text), *near = hp_nearest(text, names, count);
    if (near != NULL)
        return hp_fail(err, HP_E_INPUT, "%s%s%s: expected one of %s - did you mean \"%s\"?", quote,
                       text, quote, o->choices, near);
    return hp_fail(err, HP_E_INPUT, "%s%s%s: expected one of %s", quote, text, quote, o->choices);
}

static int parse_value(const struct hp_option *o, const char *text, union value *out,
                       struct hp_err *err)
{
    switch (o->type) {
    case HP_SIZE:
        return parse_size(o, text, out, err);
    case HP_TIME:
        return parse_time(o, text, out, err);
    case HP_COUNT:
        return parse_count(o, text, out, err);
    case HP_FLAG:
        return parse_flag(text, out, err);
    case HP_CHOICE:
        return parse_choice(o, text, out, err);
    }
    return hp_fail(err, HP_E_INPUT, "option %s has no known type (%d)", o->name, (int)o->type);
}

int hp_option_check(const struct hp_option *option, const char *text, struct hp_arena *arena,
                    const char **canonical, struct hp_err *err)
{
    union value v;
    const int rc = parse_value(option, text, &v, err);
    if (rc != HP_OK)
        return rc;
    if (option->type == HP_SIZE)
        *canonical = hp_arena_print(arena, "%" PRIu64, v.bytes_or_ns);
    else if (option->type == HP_TIME)
        *canonical = hp_arena_print(arena, "%" PRIu64 "ns", v.bytes_or_ns);
    else if (option->type == HP_COUNT)
        *canonical = hp_arena_print(arena, "%" PRId64, v.count);
    else if (option->type == HP_FLAG)
        *canonical = v.flag ? "true" : "false";
    else
        *canonical = hp_arena_copy(arena, text);
    return HP_OK;
}

static int fill_one(const struct hp_option *o, const char *text, void *out, size_t out_bytes,
                    struct hp_err *err)
{
    union value v;
    const int rc = parse_value(o, text, &v, err);
    if (rc != HP_OK)
        return hp_context(err, "%s", o->name);
    if (o->offset > out_bytes || out_bytes - o->offset < value_bytes[o->type])
        return hp_fail(err, HP_E_INPUT, "%s: lies outside the options struct of %zu bytes", o->name,
                       out_bytes);
    memcpy((char *)out + o->offset, &v, value_bytes[o->type]);
    return HP_OK;
}

static int unknown_option(const struct hp_option *options, const char *name, struct hp_err *err)
{
    const char *names[256];
    size_t count = 0;
    for (const struct hp_option *o = options; o->name != NULL && count < 256; o++)
        names[count++] = o->name;
    const char *near = hp_nearest(name, names, count);
    if (near != NULL)
        return hp_fail(err, HP_E_INPUT, "unknown option \"%s\" - did you mean \"%s\"?", name, near);
    return hp_fail(err, HP_E_INPUT, "unknown option \"%s\"", name);
}

int hp_options_fill(const struct hp_option *options, void *out, size_t out_bytes,
                    const struct hp_named *given, size_t given_count, struct hp_err *err)
{
    memset(out, 0, out_bytes);
    for (const struct hp_option *o = options; o->name != NULL; o++) {
        const int rc = fill_one(o, o->fallback, out, out_bytes, err);
        if (rc != HP_OK)
            return rc;
    }
    for (size_t i = 0; i < given_count; i++) {
        const struct hp_option *o = hp_option_find(options, given[i].name);
        const int rc = o == NULL ? unknown_option(options, given[i].name, err)
                                 : fill_one(o, given[i].text, out, out_bytes, err);
        if (rc != HP_OK)
            return rc;
    }
    return HP_OK;
}
