/* SPDX-License-Identifier: MIT
 * Verdicts: what a claim came to. Made by the judge child from stored samples (script/), and from
 * published figures (published.c); turned into sentences, counts and an exit code here.
 */
#ifndef HP_VERDICT_VERDICT_H
#define HP_VERDICT_VERDICT_H

#include "base/mem.h"
#include "base/text.h"
#include "base/units.h"
#include <heapproof/abi.h>

enum hp_verdict_kind { /* worst first, the order of page 1 */
                       HP_BROKEN,
                       HP_CANNOT_TELL,
                       HP_KNOWN, /* known deviation: broken with a stated reason */
                       HP_SKIPPED,
                       HP_HOLDS,
                       HP_VERDICTS
};
/* "broken", "cannot tell", "known deviation", "skipped", "holds" */
const char *hp_verdict_name(enum hp_verdict_kind kind);

struct hp_published;

/* What a published figure that is skipped would need before it can be judged. */
enum hp_lack {
    HP_LACKS_NOTHING, /* it is judged, or nothing of ours would help: the reason says why */
    HP_LACKS_ASSERTION,
    HP_LACKS_CASE,
    HP_LACKS_BASELINE, /* the case that it is divided by */
    HP_LACKS_METRIC,   /* the case is there and was not asked for it */
};

/* One claim for one group of cases (a check splits into one verdict per machine and threshold setting that
 * its cases span when each group can be judged by itself; otherwise one verdict with both empty). */
struct hp_verdict {
    enum hp_verdict_kind kind;
    bool decides;       /* counts towards the exit code */
    bool known_holds;   /* marked known, but it holds now: flagged */
    const char *script; /* "lua/chunk.lua" */
    int line;
    const char *claim, *claim_ru;           /* in words; claim_ru may be NULL */
    const char *seed;                       /* "000, story 2" or NULL */
    const char *machine, *threshold, *heap; /* "" when several */
    const char *metric;                     /* "" when several */
    const char *unit;
    const char *expected; /* "21,243 | 21,244", "1.52-2.74", "4,009,160": English form */
    const char *here;     /* the measured side */
    bool has_interval;
    double value, low, high;    /* of `here` when it is one number */
    double want_low, want_high; /* of `expected`, NaN when not numbers */
    size_t n;                   /* samples behind it */
    size_t more;           /* cannot tell: about how many more launches would decide; 0 unknown */
    const char *reason;    /* why known, skipped, or cannot tell; NULL otherwise */
    const char *message;   /* evidence for the terminal when broken, cannot tell or known: case and
                            values, one fact a line; hp_verdict_print() puts the head line above */
    const char *source;    /* the check's Lua lines, `where` with its values; for the report */
    const char **case_ids; /* identities of the cases that it used (the first 8) */
    size_t case_count, case_total;
    const char *kind_of_check; /* "equal", "boundary", "ratio", ... */
    const char *answered_by; /* published claims: texts of the checks that state it, " | " between;
                                  NULL: none does */
    /* boundary checks: the pair found and over which parameter */
    const char *over;          /* "size" or NULL */
    const char *below, *above; /* found values as text, NULL when not found */
    const struct hp_published
        *figure;       /* the published row that was judged; NULL: a claim. Borrowed */
    enum hp_lack lack; /* of a published row */
};

struct hp_verdicts {
    struct hp_arena *arena;
    struct hp_verdict *items;
    size_t count, capacity;
    size_t counts[HP_VERDICTS];
};

/* Appends and counts; the strings of `v` already live in verdicts->arena or longer. */
void hp_verdict_add(struct hp_verdicts *verdicts, const struct hp_verdict *v);
/* Of how many published figures something was compared: those of one figure, each on its machine and heap, are
 * neighbours. */
size_t hp_verdicts_compared(const struct hp_verdicts *published);
/* Frees items and arena; takes a zeroed one. */
void hp_verdicts_clear(struct hp_verdicts *verdicts);

/* Exit code bits of a whole command; several may apply. */
enum hp_exit {
    HP_EXIT_HOLDS = 0,
    HP_EXIT_BROKEN = 1,
    HP_EXIT_USAGE = 2,
    HP_EXIT_CONFIG = 3,
    HP_EXIT_CANNOT_TELL = 4,
    HP_EXIT_NOTHING = 5, /* nothing ran, or everything was skipped */
    HP_EXIT_ENV = 6,
    HP_EXIT_INTERRUPTED = 130,
};
/* Of `flags` (bit i: enum value i; bit 31: interrupted) the one that wins: 130, 2, 3, 6, 1, 5, 4, 0. */
int hp_exit_code(uint32_t flags);
/* From verdicts: broken (deciding) -> 1, cannot tell (deciding) -> 4, no verdict or all skipped -> 5. */
uint32_t hp_exit_flags(const struct hp_verdicts *verdicts);

/* A figure of a metric for people: times by their unit, whole numbers with separators. Returns buf. */
char *hp_figure(char buf[HP_NUMBER_MAX], double value, const char *unit);

/* One verdict for the terminal: verdict, place and claim, then the evidence, indented. */
void hp_verdict_print(const struct hp_verdict *v, struct hp_text *out);

#endif
