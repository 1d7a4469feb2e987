/* SPDX-License-Identifier: MIT
 * Random traces without answers, in the ranges of those in tests/truth: same family, seed and count, same text.
 */
#ifndef HP_REPLAY_GENERATE_H
#define HP_REPLAY_GENERATE_H

#include "base/text.h"
#include "replay/trace.h"

/* What traces of a family are made of. */
struct hp_generator {
    const char *name;          /* "heap-loh"; the name of a file of that family up to ".txt" */
    const char *help;          /* one line */
    const char *set;           /* words of a `set` line, drawn anew for each trace; NULL: none */
    const char *begins, *ends; /* lines of every trace; NULL: none */
    unsigned least, most;      /* rules drawn for a trace */
    const struct hp_generator_rule *rules; /* ends at lines == NULL */
};
/* Lines that belong together, drawn as often as its weight says. <NAME> is a value of the table of values; the
 * same name twice in a rule is the same value. */
struct hp_generator_rule {
    unsigned weight;
    const char *lines;
};
/* Ends at name == NULL. */
extern const struct hp_generator hp_generators[];

const struct hp_generator *hp_generator_find(const char *name); /* NULL: none */
/* Appends `count` traces, or, in families whose lines stand alone, what `count` traces would hold. */
void hp_generate(const struct hp_generator *generator, uint64_t seed, unsigned count,
                 struct hp_text *out);

#endif
