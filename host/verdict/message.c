/* SPDX-License-Identifier: MIT
 * How does a verdict read on a terminal? One head line (verdict, place, claim) and indented lines of
 * evidence. Golden-tested: tests/golden/verdict.
 */
#include "verdict/verdict.h"

#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const heads[HP_VERDICTS] = {
    [HP_BROKEN] = "BROKEN",         [HP_CANNOT_TELL] = "CANNOT TELL",
    [HP_KNOWN] = "KNOWN DEVIATION", [HP_SKIPPED] = "SKIPPED",
    [HP_HOLDS] = "HOLDS",
};

char *hp_figure(char buf[HP_NUMBER_MAX], double value, const char *unit)
{
    if (unit != NULL && strcmp(unit, "ns") == 0)
        return hp_print_time(buf, value);
    const double exact_below = 9007199254740992.0; /* 2^53 */
    if (floor(value) == value && fabs(value) < exact_below)
        return hp_print_count(buf, (int64_t)value);
    if (!(fabs(value) >= 1000 && fabs(value) < exact_below)) {
        (void)snprintf(buf, HP_NUMBER_MAX, "%.6g", value);
        return buf;
    }
    /* Six digits would end in an exponent: the whole part in groups, then what two decimals leave. */
    char part[HP_NUMBER_MAX], decimals[16];
    const double rounded = round(value * 100) / 100;
    int bytes = snprintf(decimals, sizeof decimals, "%.2f", fabs(rounded - trunc(rounded)));
    while (decimals[bytes - 1] == '0')
        decimals[--bytes] = '\0';
    if (decimals[bytes - 1] == '.')
        decimals[--bytes] = '\0';
    (void)snprintf(buf, HP_NUMBER_MAX, "%.30s%s", hp_print_count(part, (int64_t)rounded),
                   bytes > 1 ? decimals + 1 : "");
    return buf;
}

/* Each line of `text` on a line of its own, under the claim. */
static void put_lines(struct hp_text *out, const char *text)
{
    while (text != NULL && *text != '\0') {
        const size_t n = strcspn(text, "\n");
        hp_text_put(out, "        ");
        hp_text_put_n(out, text, n);
        hp_text_put(out, "\n");
        text += n + (text[n] == '\n');
    }
}

static void put_head(const struct hp_verdict *v, struct hp_text *out)
{
    hp_text_print(out, "%s  %s", heads[v->kind], v->script != NULL ? v->script : "");
    if (v->line > 0)
        hp_text_print(out, ":%d", v->line);
    hp_text_print(out, "  %s", v->claim);
    if (!v->decides)
        hp_text_put(out, "  (shown, does not decide)");
    hp_text_put(out, "\n");
}

void hp_verdict_print(const struct hp_verdict *v, struct hp_text *out)
{
    put_head(v, out);
    if (v->kind == HP_KNOWN) {
        hp_text_print(out, "        known: %s\n", v->reason != NULL ? v->reason : "");
    } else if (v->known_holds) {
        hp_text_print(out, "        marked known (%s), but it holds now - remove `known`\n",
                      v->reason != NULL ? v->reason : "");
    } else if (v->reason != NULL && (v->message == NULL || strstr(v->message, v->reason) == NULL)) {
        put_lines(out, v->reason);
    }
    put_lines(out, v->message);
}
