/* SPDX-License-Identifier: MIT
 * What do "96KiB", "20s" and "0x30000" mean, and how are such values shown? No allocation; any
 * process. Fractions are read digit by digit, so that 1.5 MiB is exact.
 */
#include "base/units.h"

#include "base/err.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define SIZE_MOST (UINT64_C(1) << 62)

struct unit {
    const char *name;
    uint64_t factor;
};

static const struct unit size_units[] = {
    { "", 1 },
    { "B", 1 },
    { "KiB", UINT64_C(1) << 10 },
    { "MiB", UINT64_C(1) << 20 },
    { "GiB", UINT64_C(1) << 30 },
    { "TiB", UINT64_C(1) << 40 },
    { NULL, 0 },
};

/* Decimal spellings, and the word that is offered instead. */
static const struct {
    const char *wrong, *right;
} near_units[] = {
    { "kB", "KiB" }, { "KB", "KiB" },  { "k", "KiB" },   { "K", "KiB" },   { "kb", "KiB" },
    { "MB", "MiB" }, { "M", "MiB" },   { "m", "MiB" },   { "mb", "MiB" },  { "GB", "GiB" },
    { "G", "GiB" },  { "g", "GiB" },   { "gb", "GiB" },  { "TB", "TiB" },  { "T", "TiB" },
    { "b", "B" },    { "kib", "KiB" }, { "mib", "MiB" }, { "gib", "GiB" }, { "tib", "TiB" },
};

static const struct unit time_units[] = {
    { "ns", 1 },       { "us", 1000 },      { "\xc2\xb5s", 1000 },
    { "ms", 1000000 }, { "s", 1000000000 }, { "min", UINT64_C(60000000000) },
    { NULL, 0 },
};

/* A decimal or hexadecimal number as whole + fraction / scale, and the unit that follows it. */
struct quantity {
    uint64_t whole, fraction, scale;
    const char *unit; /* what follows, spaces before it skipped */
};

static const char *read_digits(const char *text, unsigned base, uint64_t *value, bool *overflow)
{
    for (; isxdigit((unsigned char)*text); text++) {
        const int c = tolower((unsigned char)*text);
        const unsigned digit = (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
        if (digit >= base)
            break;
        *overflow |= __builtin_mul_overflow(*value, (uint64_t)base, value) ||
                     __builtin_add_overflow(*value, (uint64_t)digit, value);
    }
    return text;
}

/* False when text does not begin with a number. */
static bool read_quantity(const char *text, struct quantity *q, bool *overflow)
{
    *q = (struct quantity){ 0, 0, 1, NULL };
    *overflow = false;
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = hex ? text + 2 : text;
    const char *at = read_digits(digits, hex ? 16 : 10, &q->whole, overflow);
    if (at == digits)
        return false;
    if (!hex && *at == '.') {
        const char *first = ++at;
        /* Nine digits are exact; further ones are below any unit's resolution. */
        for (; isdigit((unsigned char)*at); at++)
            if (at - first < 9) {
                q->fraction = q->fraction * 10 + (uint64_t)(*at - '0');
                q->scale *= 10;
            }
        if (at == first)
            return false;
    }
    while (*at == ' ')
        at++;
    q->unit = at;
    return true;
}

static const struct unit *find_unit(const struct unit *units, const char *name)
{
    for (; units->name != NULL; units++)
        if (strcmp(units->name, name) == 0)
            return units;
    return NULL;
}

/* whole and fraction in units of `factor`; false when it does not fit below SIZE_MOST. */
static bool scale_quantity(const struct quantity *q, uint64_t factor, uint64_t *out)
{
    uint64_t value;
    if (__builtin_mul_overflow(q->whole, factor, &value))
        return false;
    /* fraction * factor / scale without a product past 64 bits; both are below 10^9. */
    const uint64_t part =
        factor / q->scale * q->fraction + factor % q->scale * q->fraction / q->scale;
    if (__builtin_add_overflow(value, part, &value) || value > SIZE_MOST)
        return false;
    *out = value;
    return true;
}

/* "TEXT is ...", the text quoted as its place in a sentence wants. */
static int refuse(int code, const char *text, const char *what, struct hp_err *err)
{
    const char *quote = hp_quote_of(text);
    return hp_fail(err, code, "%s%s%s %s", quote, text, quote, what);
}

static int refuse_size_unit(const char *text, const char *unit, struct hp_err *err)
{
    for (size_t i = 0; i < sizeof near_units / sizeof near_units[0]; i++)
        if (strcmp(near_units[i].wrong, unit) == 0)
            return hp_fail(err, HP_E_INPUT,
                           "\"%s\": sizes are binary here - write %s instead of %s", text,
                           near_units[i].right, unit);
    return refuse(HP_E_INPUT, text, "is no size - write bytes, or a number with KiB, MiB or GiB",
                  err);
}

int hp_parse_size(const char *text, uint64_t *bytes, struct hp_err *err)
{
    struct quantity q;
    bool overflow;
    if (!read_quantity(text, &q, &overflow))
        return refuse_size_unit(text, text, err);
    const struct unit *unit = find_unit(size_units, q.unit);
    if (unit == NULL)
        return refuse_size_unit(text, q.unit, err);
    if (unit->factor == 1 && q.fraction != 0)
        return refuse(HP_E_INPUT, text, "is no size - there is no part of a byte", err);
    if (overflow || !scale_quantity(&q, unit->factor, bytes))
        return refuse(HP_E_RANGE, text, "is more than 2^62 bytes", err);
    return HP_OK;
}

int hp_parse_time(const char *text, uint64_t *ns, struct hp_err *err)
{
    struct quantity q;
    bool overflow;
    const struct unit *unit =
        read_quantity(text, &q, &overflow) ? find_unit(time_units, q.unit) : NULL;
    if (unit == NULL)
        return refuse(HP_E_INPUT, text, "is no time - write a number with ns, us, ms, s or min",
                      err);
    if (overflow || !scale_quantity(&q, unit->factor, ns))
        return refuse(HP_E_RANGE, text, "is more than 2^62 ns", err);
    return HP_OK;
}

int hp_parse_count(const char *text, int64_t *value, struct hp_err *err)
{
    const bool negative = *text == '-';
    struct quantity q;
    bool overflow;
    if (!read_quantity(text + negative, &q, &overflow) || q.scale != 1 || *q.unit != '\0')
        return refuse(HP_E_INPUT, text, "is no whole number", err);
    if (overflow || q.whole > (uint64_t)INT64_MAX + negative)
        return refuse(HP_E_RANGE, text, "does not fit 64 bits", err);
    *value = negative ? (int64_t)(0 - q.whole) : (int64_t)q.whole;
    return HP_OK;
}

const char *hp_quote_of(const char *text)
{
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = hex ? text + 2 : text;
    const char *allowed = hex ? "0123456789abcdefABCDEF" : "+-.0123456789";
    return *digits != '\0' && digits[strspn(digits, allowed)] == '\0' ? "" : "\"";
}

char *hp_print_count(char buf[HP_NUMBER_MAX], int64_t value)
{
    char digits[24];
    const uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    const int n = snprintf(digits, sizeof digits, "%" PRIu64, magnitude);
    char *out = buf;
    if (value < 0)
        *out++ = '-';
    for (int i = 0; i < n; i++) {
        if (i != 0 && (n - i) % 3 == 0)
            *out++ = ',';
        *out++ = digits[i];
    }
    *out = '\0';
    return buf;
}

/* Three significant digits without a tail of zeros. */
static void print_three(char buf[HP_NUMBER_MAX], double value, const char *unit)
{
    const double size = fabs(value);
    const int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    char number[24];
    int n = snprintf(number, sizeof number, "%.*f", decimals, value);
    while (decimals > 0 && n > 0 && (number[n - 1] == '0' || number[n - 1] == '.'))
        if (number[--n] == '.')
            break;
    number[n] = '\0';
    (void)snprintf(buf, HP_NUMBER_MAX, "%s %s", number, unit);
}

char *hp_print_size(char buf[HP_NUMBER_MAX], uint64_t bytes)
{
    static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
    if (bytes < 1024) {
        (void)snprintf(buf, HP_NUMBER_MAX, "%" PRIu64 " B", bytes);
        return buf;
    }
    double value = (double)bytes;
    size_t unit = 0;
    for (; value >= 1023.5 && unit + 1 < sizeof names / sizeof names[0]; unit++)
        value /= 1024;
    print_three(buf, value, names[unit]);
    return buf;
}

char *hp_print_time(char buf[HP_NUMBER_MAX], double ns)
{
    static const struct {
        double most, factor;
        const char *name;
    } steps[] = {
        { 999.5, 1, "ns" }, { 999.5e3, 1e3, "us" }, { 999.5e6, 1e6, "ms" }, { 59.95e9, 1e9, "s" }
    };
    if (!isfinite(ns)) {
        (void)snprintf(buf, HP_NUMBER_MAX, "-");
        return buf;
    }
    const double magnitude = fabs(ns);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (magnitude < steps[i].most) {
            print_three(buf, ns / steps[i].factor, steps[i].name);
            return buf;
        }
    const double seconds = floor(magnitude / 1e9 + 0.5);
    const double minutes = floor(seconds / 60);
    const char *sign = ns < 0 ? "-" : "";
    if (minutes >= 60)
        (void)snprintf(buf, HP_NUMBER_MAX, "%s%.0f h %.0f min", sign, floor(minutes / 60),
                       fmod(minutes, 60));
    else
        (void)snprintf(buf, HP_NUMBER_MAX, "%s%.0f min %.0f s", sign, minutes, fmod(seconds, 60));
    return buf;
}

char *hp_print_percent(char buf[HP_NUMBER_MAX], double part)
{
    const double percent = fmax(part * 100, 0.01);
    (void)snprintf(buf, HP_NUMBER_MAX, percent < 9.95 ? "%.2g" : "%.0f", percent);
    return buf;
}

char *hp_print_double(char buf[HP_NUMBER_MAX], double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        (void)snprintf(buf, HP_NUMBER_MAX, "%.*g", digits, value);
        if (strtod(buf, NULL) == value)
            break;
    }
    return buf;
}
