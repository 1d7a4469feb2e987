/* SPDX-License-Identifier: MIT
 * How is a number printed? Pure functions over an arena; nothing here reads the locale.
 */
#include "reports/numbers.h"

#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MINUS "\xE2\x88\x92"
#define NARROW "\xE2\x80\xAF"

static const char *group_mark(const struct hp_fmt *f)
{
    return f->language == HP_RU ? NARROW : ",";
}

static const char *decimal_mark(const struct hp_fmt *f)
{
    return f->language == HP_RU ? "," : ".";
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Groups the integer part of plain digits and sets the marks of the language. */
static const char *dress(const struct hp_fmt *f, const char *sign, const char *plain)
{
    struct hp_text out = { 0 };
    hp_text_put(&out, sign);
    const size_t whole = strcspn(plain, ".");
    for (size_t i = 0; i < whole; i++) {
        if (i > 0 && (whole - i) % 3 == 0)
            hp_text_put(&out, group_mark(f));
        hp_text_put_n(&out, plain + i, 1);
    }
    const char *point = strchr(plain, '.');
    if (point != NULL) {
        hp_text_put(&out, decimal_mark(f));
        hp_text_put(&out, point + 1);
    }
    const char *kept = hp_arena_copy(f->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

static const char *magnitude(const struct hp_fmt *f, const char *sign, double value, int decimals)
{
    char plain[64];
    if (isnan(value))
        return HP_DASH;
    if (isinf(value))
        return hp_arena_print(f->arena, "%s\xE2\x88\x9E", sign);
    (void)snprintf(plain, sizeof plain, "%.*f", decimals, fabs(value));
    return dress(f, sign, plain);
}

static bool shows_zero(double value, int decimals)
{
    return fabs(value) < 0.5 * pow(10, -decimals);
}

const char *hp_num_fixed(const struct hp_fmt *f, double value, int decimals)
{
    return magnitude(f, value < 0 && !shows_zero(value, decimals) ? MINUS : "", value, decimals);
}

const char *hp_num_count(const struct hp_fmt *f, double value)
{
    return hp_num_fixed(f, value, 0);
}

const char *hp_num_signed(const struct hp_fmt *f, double value, int decimals)
{
    const bool zero = shows_zero(value, decimals);
    return magnitude(f, zero ? "" : value < 0 ? MINUS : "+", value, zero ? 0 : decimals);
}

const char *hp_num_range(const struct hp_fmt *f, double low, double high, int decimals)
{
    const char *a = hp_num_fixed(f, low, decimals), *b = hp_num_fixed(f, high, decimals);
    return strcmp(a, b) == 0 ? a : hp_arena_print(f->arena, "%s" HP_EN_DASH "%s", a, b);
}

/* A bound that would print as 0 and is none keeps one significant digit; two, where the value has two decimals. */
static const char *bound(const struct hp_fmt *f, double value, int decimals)
{
    const bool lost = fabs(value) > 0 && shows_zero(value, decimals);
    const int more = decimals < 2 ? 0 : 1;
    if (lost)
        decimals = more - (int)floor(log10(fabs(value)));
    return hp_num_fixed(f, value, decimals);
}

const char *hp_num_interval(const struct hp_fmt *f, double low, double high, int decimals)
{
    return hp_arena_print(f->arena, "[%s%s" HP_NBSP "%s]", bound(f, low, decimals),
                          f->language == HP_RU ? ";" : ",", bound(f, high, decimals));
}

const char *hp_num_ratio(const struct hp_fmt *f, double value, int decimals)
{
    return hp_arena_print(f->arena, HP_TIMES HP_NBSP "%s", hp_num_fixed(f, value, decimals));
}

const char *hp_num_plain(const struct hp_fmt *f, double value)
{
    if (!isfinite(value) || fabs(value - round(value)) < 1e-9)
        return hp_num_fixed(f, value, 0);
    int decimals = 0;
    for (double step = 1; decimals < 4 && fabs(value) < 100 * step; decimals++)
        step /= 10;
    return hp_num_fixed(f, value, decimals);
}

int hp_num_decimals(double low, double high)
{
    const double width = fabs(high - low);
    if (!(width > 0) || !isfinite(width))
        return 2;
    const int decimals = 1 - (int)floor(log10(width));
    return decimals < 0 ? 0 : decimals > 2 ? 2 : decimals;
}

int hp_num_decimals_of(const char *text)
{
    const char *point = strchr(text, '.');
    int n = 0;
    while (point != NULL && digit(point[1 + n]))
        n++;
    return n;
}

/* ---- English form to the language ---- */

/* Occurrences of c with a digit on both sides in the token text[0..n). */
static size_t between_digits(const char *text, size_t n, char c)
{
    size_t found = 0;
    for (size_t i = 1; i + 1 < n; i++)
        found += text[i] == c && digit(text[i - 1]) && digit(text[i + 1]);
    return found;
}

/* The number at t, digits with commas between groups and one point: dressed in the language's marks. Returns
 * its bytes. */
static size_t put_number(const struct hp_fmt *f, struct hp_text *out, const char *t, size_t n)
{
    char plain[64];
    size_t used = 0, kept = 0;
    bool point = false;
    while (used < n && kept + 1 < sizeof plain) {
        const bool inner = used + 1 < n && digit(t[used + 1]);
        if (digit(t[used]))
            plain[kept++] = t[used];
        else if (t[used] == '.' && inner && !point)
            plain[kept++] = '.', point = true;
        else if (t[used] != ',' || !inner || point)
            break;
        used++;
    }
    plain[kept] = '\0';
    hp_text_put(out, dress(f, "", plain));
    return used;
}

/* A token that is a number, a range or an end of an interval; dates and versions are none. */
static bool is_figure(const char *t, size_t n)
{
    size_t start = 0;
    while (start < n && (t[start] == '[' || t[start] == '-' || t[start] == '+'))
        start++;
    return start < n && digit(t[start]) && between_digits(t, n, '-') <= 1 &&
           between_digits(t, n, '.') <= 1 + between_digits(t, n, '-') &&
           strspn(t + start, "0123456789.,-]%;") >= n - start;
}

static void put_token(const struct hp_fmt *f, struct hp_text *out, const char *t, size_t n,
                      bool in_brackets)
{
    if (!is_figure(t, n)) {
        if (n == 1 && *t == 'x')
            hp_text_put(out, HP_TIMES);
        else
            hp_text_put_n(out, t, n);
        return;
    }
    for (size_t i = 0; i < n;) {
        const bool first = i == 0 || t[i - 1] == '[';
        if (digit(t[i])) {
            i += put_number(f, out, t + i, n - i);
            continue;
        }
        if (t[i] == '-')
            hp_text_put(out, first ? MINUS : HP_EN_DASH);
        else if (t[i] == ',' && in_brackets && f->language == HP_RU)
            hp_text_put(out, ";");
        else
            hp_text_put_n(out, t + i, 1);
        i++;
    }
}

const char *hp_num_local(const struct hp_fmt *f, const char *english)
{
    struct hp_text out = { 0 };
    bool in_brackets = false;
    for (const char *at = english; *at != '\0';) {
        const size_t n = strcspn(at, " ");
        in_brackets = in_brackets || memchr(at, '[', n) != NULL;
        put_token(f, &out, at, n, in_brackets);
        in_brackets = in_brackets && memchr(at, ']', n) == NULL;
        at += n;
        if (*at == ' ') {
            hp_text_put(&out, in_brackets ? HP_NBSP : " ");
            at++;
        }
    }
    const char *kept = hp_arena_copy(f->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

/* "1.52-2.74" and "5,58-7,14", with punctuation behind. */
static bool is_range(const char *t, size_t n)
{
    while (n > 0 && strchr(",.;:)", t[n - 1]) != NULL)
        n--;
    return n > 0 && digit(t[0]) && strspn(t, "0123456789.,-") >= n &&
           between_digits(t, n, '-') == 1;
}

/* Do the digits before `space` and the three behind it make one number? */
static bool groups(const char *text, const char *space)
{
    size_t before = 0;
    while (space - before > text && digit(space[-1 - (ptrdiff_t)before]))
        before++;
    const bool word = space - before > text && space[-1 - (ptrdiff_t)before] != ' ' &&
                      space[-1 - (ptrdiff_t)before] != '(';
    return before > 0 && before <= 3 && !word && digit(space[1]) && digit(space[2]) &&
           digit(space[3]) && !digit(space[4]);
}

static void put_prose(const struct hp_fmt *f, struct hp_text *out, const char *t, size_t n)
{
    if (n == 1 && *t == '-') {
        hp_text_put(out, f->language == HP_RU ? HP_DASH : HP_EN_DASH);
    } else if (n == 1 && *t == 'x') {
        hp_text_put(out, HP_TIMES);
    } else if (is_range(t, n)) {
        const size_t low = strcspn(t, "-");
        hp_text_put_n(out, t, low);
        hp_text_put(out, HP_EN_DASH);
        hp_text_put_n(out, t + low + 1, n - low - 1);
    } else {
        hp_text_put_n(out, t, n);
    }
}

const char *hp_num_prose(const struct hp_fmt *f, const char *typed)
{
    struct hp_text out = { 0 };
    for (const char *at = typed; *at != '\0';) {
        const size_t n = strcspn(at, " ");
        put_prose(f, &out, at, n);
        at += n;
        if (*at == ' ') {
            hp_text_put(&out, f->language == HP_RU && groups(typed, at) ? NARROW : " ");
            at++;
        }
    }
    const char *kept = hp_arena_copy(f->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

const char *hp_num_mark(const struct hp_fmt *f, const char *text)
{
    const char mark = *decimal_mark(f);
    const char *found = strchr(text, mark);
    return found != NULL && digit(found[1]) ? found : text + strlen(text);
}
