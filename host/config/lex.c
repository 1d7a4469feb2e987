/* SPDX-License-Identifier: MIT
 * What are the words of a .cfg file, and where does each stand? A lexer of libconfig's language that
 * knows line and column, and says what libconfig would swallow: open comments, wrapped numbers,
 * NUL bytes. Owns nothing: tokens point into the file's text. Runs in the parent.
 */
#include "config/internal.h"

#include "base/err.h"
#include "base/units.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* A syntax error: the sentence goes to *what, its place to *where. */
struct complaint {
    struct hp_place *where;
    const char **what;
};

static int wrong(const struct lexer *lexer, const struct complaint *c, struct hp_place at,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));
static int wrong(const struct lexer *lexer, const struct complaint *c, struct hp_place at,
                 const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    *c->where = at;
    *c->what = hp_arena_copy(lexer->arena, text);
    return HP_E_CONFIG;
}

/* One character on; columns count characters, not bytes. */
static void step(struct lexer *lexer)
{
    if (*lexer->at == '\n') {
        lexer->here.line++;
        lexer->here.column = 0;
    }
    const size_t n = hp_utf8_next(lexer->at, (size_t)(lexer->end - lexer->at), NULL);
    lexer->at += n != 0 ? n : 1;
    lexer->here.column++;
}

static void step_n(struct lexer *lexer, size_t bytes)
{
    for (const char *end = lexer->at + bytes; lexer->at < end;)
        step(lexer);
}

static bool at_text(const struct lexer *lexer, const char *text)
{
    const size_t n = strlen(text);
    return (size_t)(lexer->end - lexer->at) >= n && memcmp(lexer->at, text, n) == 0;
}

static char peek(const struct lexer *lexer, size_t ahead)
{
    return (size_t)(lexer->end - lexer->at) > ahead ? lexer->at[ahead] : '\0';
}

static void skip_line(struct lexer *lexer)
{
    while (lexer->at < lexer->end && *lexer->at != '\n')
        step(lexer);
}

static int skip_space(struct lexer *lexer, const struct complaint *c)
{
    while (lexer->at < lexer->end) {
        if (strchr(" \t\r\n\f", *lexer->at) != NULL) {
            step(lexer);
        } else if (*lexer->at == '#' || at_text(lexer, "//")) {
            skip_line(lexer);
        } else if (at_text(lexer, "/*")) {
            const struct hp_place opened = lexer->here;
            step_n(lexer, 2);
            while (lexer->at < lexer->end && !at_text(lexer, "*/"))
                step(lexer);
            if (lexer->at == lexer->end)
                return wrong(lexer, c, opened,
                             "unterminated /* comment opened here - close it with */");
            step_n(lexer, 2);
        } else {
            break;
        }
    }
    return HP_OK;
}

/* ---- texts --------------------------------------------------------------------------------- */

static int read_text(struct lexer *lexer, struct token *out, const struct complaint *c)
{
    const struct hp_place opened = lexer->here;
    out->kind = TOKEN_TEXT;
    step(lexer);
    while (lexer->at < lexer->end && *lexer->at != '"' && *lexer->at != '\n') {
        if (*lexer->at == '\\') {
            if (at_text(lexer, "\\x00"))
                return wrong(lexer, c, lexer->here, "\\x00 cannot stand in a text");
            step(lexer);
            if (lexer->at == lexer->end || *lexer->at == '\n')
                break;
        }
        step(lexer);
    }
    if (lexer->at == lexer->end || *lexer->at != '"')
        return wrong(lexer, c, opened,
                     "unterminated text: its closing \" is missing on this line (a long text is "
                     "written as \"one\" \"two\")");
    step(lexer);
    return HP_OK;
}

/* @include stands where a key may stand. */
static int read_include(struct lexer *lexer, struct token *out, const struct complaint *c)
{
    const struct hp_place at = lexer->here;
    if (!at_text(lexer, "@include"))
        return wrong(lexer, c, at, "unexpected @ - only @include \"file.cfg\" begins with it");
    step_n(lexer, strlen("@include"));
    while (lexer->at < lexer->end && (*lexer->at == ' ' || *lexer->at == '\t'))
        step(lexer);
    if (peek(lexer, 0) != '"')
        return wrong(lexer, c, at, "@include: expected a path in quotes - @include \"file.cfg\"");
    struct token path = { 0 };
    const char *start = lexer->at + 1;
    const int rc = read_text(lexer, &path, c);
    if (rc != HP_OK)
        return rc;
    out->kind = TOKEN_INCLUDE;
    out->text = hp_arena_copy_n(lexer->arena, start, (size_t)(lexer->at - 1 - start));
    return HP_OK;
}

/* ---- numbers ------------------------------------------------------------------------------- */

/* Why an integer cannot be kept, or NULL. */
static const char *integer_problem(struct lexer *lexer, const char *word, bool hex)
{
    errno = 0;
    const char *digits = word + (*word == '-' || *word == '+') + (hex ? 2 : 0);
    const uint64_t value = strtoull(digits, NULL, hex ? 16 : 10);
    if (errno == ERANGE || value > (uint64_t)INT64_MAX)
        return hp_arena_print(lexer->arena, "%s does not fit 63 bits - use a smaller number", word);
    return NULL;
}

static bool all_of(const char *word, size_t n, int (*is)(int))
{
    for (size_t i = 0; i < n; i++)
        if (!is((unsigned char)word[i]))
            return false;
    return n > 0;
}

static size_t digits_at(const char *word)
{
    size_t n = 0;
    while (isdigit((unsigned char)word[n]))
        n++;
    return n;
}

/* libconfig's forms of a real: digits with a point or an exponent, or both. */
static bool is_real(const char *word)
{
    word += *word == '-' || *word == '+';
    const size_t whole = digits_at(word);
    word += whole;
    const bool point = *word == '.';
    word += point;
    const size_t part = point ? digits_at(word) : 0;
    word += part;
    if (whole + part == 0)
        return false;
    if (*word == '\0')
        return point;
    if (*word != 'e' && *word != 'E')
        return false;
    word++;
    word += *word == '-' || *word == '+';
    return digits_at(word) > 0 && word[digits_at(word)] == '\0';
}

/* Decimal or 0x, L or LL behind; false: no integer in libconfig's language. */
static bool is_integer(const char *word, bool *hex)
{
    size_t n = strlen(word);
    for (int i = 0; i < 2 && n > 0 && word[n - 1] == 'L'; i++)
        n--;
    *hex = n > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
    if (*hex)
        return all_of(word + 2, n - 2, isxdigit);
    const size_t sign = *word == '-' || *word == '+';
    return n > sign && all_of(word + sign, n - sign, isdigit);
}

/* Why a word that begins like a number is none. */
static int number_wrong(struct lexer *lexer, const struct complaint *c, struct hp_place at,
                        const char *word)
{
    if (strchr(word, '_') != NULL)
        return wrong(lexer, c, at, "%s: numbers are written without _ between digits", word);
    if (word[0] == '0' && (word[1] == 'b' || word[1] == 'o'))
        return wrong(lexer, c, at, "%s: numbers are decimal, or hexadecimal with 0x", word);
    if (hp_ends_with(word, "l"))
        return wrong(lexer, c, at, "%s: the mark of a long number is a capital L", word);
    return wrong(lexer, c, at, "%s: no number; with a unit it needs quotes - write \"%s\"", word,
                 word);
}

static int read_number(struct lexer *lexer, struct token *out, const struct complaint *c)
{
    const struct hp_place at = lexer->here;
    const char *start = lexer->at;
    step(lexer);
    while (lexer->at < lexer->end) {
        const char now = *lexer->at, before = lexer->at[-1];
        const bool exponent_sign = (now == '-' || now == '+') && (before == 'e' || before == 'E');
        if (!isalnum((unsigned char)now) && now != '.' && now != '_' && !exponent_sign)
            break;
        step(lexer);
    }
    const char *word = hp_arena_copy_n(lexer->arena, start, (size_t)(lexer->at - start));
    bool hex;
    if (is_integer(word, &hex)) {
        out->kind = TOKEN_INTEGER;
        out->wrong = integer_problem(lexer, word, hex);
        return HP_OK;
    }
    if (!is_real(word))
        return number_wrong(lexer, c, at, word);
    const double value = strtod(word, NULL);
    out->kind = TOKEN_REAL;
    if (!isfinite(value) || (value == 0 && strpbrk(word, "123456789") != NULL &&
                             strpbrk(word, "123456789") < word + strcspn(word, "eE")))
        out->wrong = hp_arena_print(lexer->arena, "%s is beyond what a number can hold", word);
    return HP_OK;
}

/* ---- the rest ------------------------------------------------------------------------------ */

static bool name_goes_on(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_' || c == '*';
}

static void read_name(struct lexer *lexer, struct token *out)
{
    const char *start = lexer->at;
    while (lexer->at < lexer->end && name_goes_on(*lexer->at))
        step(lexer);
    const size_t n = (size_t)(lexer->at - start);
    const bool flag = (n == 4 && strncasecmp(start, "true", n) == 0) ||
                      (n == 5 && strncasecmp(start, "false", n) == 0);
    out->kind = flag ? TOKEN_FLAG : TOKEN_NAME;
}

static int unexpected(struct lexer *lexer, const struct complaint *c)
{
    const size_t rest = (size_t)(lexer->end - lexer->at);
    uint32_t point = 0;
    const size_t n = hp_utf8_next(lexer->at, rest, &point);
    if (point == 0x201c || point == 0x201d || point == 0x201e || point == '\'' || point == '`' ||
        point == 0xab || point == 0xbb)
        return wrong(lexer, c, lexer->here,
                     "unexpected %.*s - texts stand between straight double quotes \"", (int)n,
                     lexer->at);
    if (point == 0xa0)
        return wrong(lexer, c, lexer->here, "unexpected no-break space - use a plain space");
    if (n > 1)
        return wrong(lexer, c, lexer->here,
                     "unexpected %.*s - keys are made of a-z, 0-9, - and _; other texts stand in "
                     "quotes",
                     (int)n, lexer->at);
    if (point == '_' || point == '-')
        return wrong(lexer, c, lexer->here, "unexpected %c - a key begins with a letter",
                     (int)point);
    if (point < 0x20 || point == 0x7f)
        return wrong(lexer, c, lexer->here, "unexpected control character 0x%02x", point);
    return wrong(lexer, c, lexer->here, "unexpected %.*s - expected a key or a value", (int)n,
                 lexer->at);
}

int hp_lexer_next(struct lexer *lexer, struct token *out, struct hp_place *where, const char **what)
{
    const struct complaint c = { where, what };
    int rc = skip_space(lexer, &c);
    *out = (struct token){ .kind = TOKEN_END, .at = lexer->here, .start = lexer->at };
    if (rc != HP_OK || lexer->at == lexer->end)
        return rc;
    const char now = *lexer->at;
    const char then = peek(lexer, 1);
    const bool sign = now == '-' || now == '+';
    if (now == '"') {
        rc = read_text(lexer, out, &c);
    } else if (now == '@') {
        rc = read_include(lexer, out, &c);
    } else if (isdigit((unsigned char)now) || (now == '.' && isdigit((unsigned char)then)) ||
               (sign && (isdigit((unsigned char)then) || then == '.'))) {
        rc = read_number(lexer, out, &c);
    } else if (isalpha((unsigned char)now) || now == '*') {
        read_name(lexer, out);
    } else if (strchr("=:;,{}[]()", now) != NULL) {
        out->kind = TOKEN_MARK;
        out->mark = now;
        step(lexer);
    } else {
        rc = unexpected(lexer, &c);
    }
    out->bytes = (size_t)(lexer->at - out->start);
    return rc;
}
