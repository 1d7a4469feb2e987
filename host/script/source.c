/* SPDX-License-Identifier: MIT
 * Where in its text does a script say something? For places of errors and for the report, which shows a
 * check's own lines. Knows as much of Lua as brackets, strings and comments need.
 */
#include "script/check.h"

#include <ctype.h>

const struct hp_source *script_source_named(const struct hp_source *sources, size_t count,
                                            const char *path)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(sources[i].path, path) == 0)
            return &sources[i];
    return NULL;
}

static const char *line_start(const struct hp_source *source, int line)
{
    const char *at = source->text;
    for (int i = 1; i < line && at != NULL; i++) {
        at = strchr(at, '\n');
        at = at != NULL ? at + 1 : NULL;
    }
    return at != NULL ? at : source->text + source->bytes;
}

struct cursor {
    const char *at;
    int line;
};

static void step(struct cursor *c)
{
    c->line += *c->at == '\n';
    c->at++;
}

/* At "[", "[=": the number of '=' of a long bracket, -1 when it is none. */
static int long_level(const char *at)
{
    int level = 0;
    while (at[1 + level] == '=')
        level++;
    return *at == '[' && at[1 + level] == '[' ? level : -1;
}

static void skip_long(struct cursor *c, int level)
{
    while (*c->at != '\0') {
        if (*c->at == ']') {
            int equals = 0;
            while (c->at[1 + equals] == '=')
                equals++;
            if (equals == level && c->at[1 + equals] == ']') {
                c->at += 2 + equals;
                return;
            }
        }
        step(c);
    }
}

static void skip_quoted(struct cursor *c)
{
    const char quote = *c->at;
    step(c);
    while (*c->at != '\0' && *c->at != quote) {
        if (*c->at == '\\' && c->at[1] != '\0')
            step(c);
        step(c);
    }
    if (*c->at != '\0')
        step(c);
}

/* True when a string or comment was at the cursor and is now behind it. */
static bool skip_text(struct cursor *c)
{
    if (*c->at == '"' || *c->at == '\'') {
        skip_quoted(c);
        return true;
    }
    const bool comment = c->at[0] == '-' && c->at[1] == '-';
    const char *open = comment ? c->at + 2 : c->at;
    const int level = long_level(open);
    if (level >= 0) {
        c->at = open;
        skip_long(c, level);
        return true;
    }
    if (comment)
        while (*c->at != '\0' && *c->at != '\n')
            step(c);
    return comment;
}

/* After a closed bracket: does the call go on with another argument? */
static bool goes_on(struct cursor c)
{
    while (isspace((unsigned char)*c.at))
        step(&c);
    return *c.at == '{' || *c.at == '(' || *c.at == '"' || *c.at == '\'';
}

int script_last_line(const struct hp_source *source, int first)
{
    struct cursor c = { line_start(source, first), first };
    int depth = 0;
    while (*c.at != '\0') {
        if (skip_text(&c))
            continue;
        const char here = *c.at;
        step(&c);
        if (strchr("({[", here) != NULL) {
            depth++;
        } else if (strchr(")}]", here) != NULL && --depth <= 0 && !goes_on(c)) {
            return c.line;
        }
    }
    return c.line > first ? first : c.line;
}

const char *script_lines(struct hp_arena *arena, const struct hp_source *source, int first,
                         int last)
{
    const char *from = line_start(source, first), *to = line_start(source, last + 1);
    while (to > from && (to[-1] == '\n' || to[-1] == '\r'))
        to--;
    const size_t indent = strspn(from, " \t");
    char *out = hp_arena_get(arena, (size_t)(to - from) + 1), *end = out;
    for (const char *at = from; at < to;) {
        const char *newline = memchr(at, '\n', (size_t)(to - at));
        const char *stop = newline != NULL ? newline + 1 : to;
        size_t off = strspn(at, " \t");
        off = off < indent ? off : indent;
        memcpy(end, at + off, (size_t)(stop - at) - off);
        end += (size_t)(stop - at) - off;
        at = stop;
    }
    *end = '\0';
    return out;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next place from `at` on, before `to`, where `word` stands by itself; NULL: none. */
static const char *find_word(const char *text, const char *at, const char *to, const char *word)
{
    const size_t n = strlen(word);
    for (at = strstr(at, word); at != NULL && at < to; at = strstr(at + 1, word))
        if ((at == text || !in_word(at[-1])) && !in_word(at[n]))
            return at;
    return NULL;
}

/* Where the expression after `key =` begins in `text`, outside of strings and comments; NULL: nowhere. */
static const char *assigned(const char *text, const char *key)
{
    const size_t n = strlen(key);
    struct cursor c = { text, 1 };
    while (*c.at != '\0') {
        if (skip_text(&c))
            continue;
        const bool begins = c.at == text || !in_word(c.at[-1]);
        if (begins && strncmp(c.at, key, n) == 0 && !in_word(c.at[n])) {
            const char *next = c.at + n + strspn(c.at + n, " \t\r\n");
            if (next[0] == '=' && next[1] != '=')
                return next + 1 + strspn(next + 1, " \t\r\n");
        }
        step(&c);
    }
    return NULL;
}

/* Up to the separator or bracket that ends the expression at `text`. */
static const char *expression_end(const char *text)
{
    struct cursor c = { text, 1 };
    for (int depth = 0; *c.at != '\0';) {
        if (skip_text(&c))
            continue;
        if (depth == 0 && strchr(",;)}]", *c.at) != NULL)
            break;
        depth += strchr("({[", *c.at) != NULL ? 1 : strchr(")}]", *c.at) != NULL ? -1 : 0;
        step(&c);
    }
    while (c.at > text && isspace((unsigned char)c.at[-1]))
        c.at--;
    return c.at;
}

const char *script_with_value(struct hp_arena *arena, const char *lines, const char *key,
                              const char *value)
{
    const char *from = assigned(lines, key);
    return from == NULL ? lines
                        : hp_arena_print(arena, "%.*s%s%s", (int)(from - lines), lines, value,
                                         expression_end(from));
}

struct hp_place script_word_place(const struct script_span *span, const char *word)
{
    struct hp_place at = span->at;
    if (span->source == NULL || *word == '\0')
        return at;
    const char *text = span->source->text, *from = line_start(span->source, span->at.line);
    const char *to = line_start(span->source, span->last + 1);
    const char *best = find_word(text, from, to, word);
    for (const char *hit = best; hit != NULL; hit = find_word(text, hit + 1, to, word)) {
        const char *next = hit + strlen(word);
        next += strspn(next, " \t");
        if (next[0] == '=' && next[1] != '=') {
            best = hit;
            break;
        }
    }
    for (const char *c = from; best != NULL && c < best; c++)
        at.line += *c == '\n';
    return at;
}

const char *script_returned(struct hp_arena *arena, const struct hp_source *source, int first,
                            int last)
{
    const char *from = line_start(source, first), *to = line_start(source, last + 1);
    const char *start = strstr(from, "return ");
    if (first != last || start == NULL || start >= to)
        return NULL;
    start += strlen("return ");
    const char *end = strstr(start, " end");
    return end != NULL && end < to ? hp_arena_copy_n(arena, start, (size_t)(end - start)) : NULL;
}
