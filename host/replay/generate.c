/* SPDX-License-Identifier: MIT
 * Answers: which random trace does a seed stand for? Draws rules by weight and fills in values from one table.
 * Owns nothing; runs in the parent.
 */
#include "replay/generate.h"
#include "base/err.h"
#include "base/rng.h"

#include <stdlib.h>

/* ---- values -------------------------------------------------------------------------------- */

enum how {
    WORDS,   /* one of the words */
    UNIFORM, /* low to high */
    ORDERS,  /* low to high, every order of magnitude as likely */
    EDGE, /* elements of `low` bytes, up to `high` beside what fits below the trace's threshold */
};

static const struct value {
    const char *name;
    enum how how;
    int64_t low, high;
    const char *words;
} values[] = {
    { "array", WORDS, 0, 0, "u8 i16 i32 i64 char ref str uninit8 uninit32" },
    { "narrow", WORDS, 0, 0, "u8 u8 uninit8" },
    { "wide", WORDS, 0, 0, "i16 char str" },
    { "word", WORDS, 0, 0, "i64 ref" },
    { "object", WORDS, 0, 0, "24 32 40 64" },
    { "generation", WORDS, 0, 0, "0 0 1 2" },
    { "threshold", WORDS, 0, 0, "85001 100000 131073 196608 786432 1048576 4000000" },
    { "gen0", WORDS, 0, 0, "4194304 6291456 8388608 16777216 33554432" },
    { "harsh", WORDS, 0, 0, "262144 524288 1048576 4194304 16777216" },
    { "length", ORDERS, 1, 120000, NULL },
    { "tiny", ORDERS, 16, 1000, NULL },
    { "small", ORDERS, 1, 5000, NULL },
    { "medium", UNIFORM, 5000, 70000, NULL },
    { "large", UNIFORM, 85000, 900000, NULL },
    { "huge", UNIFORM, 600000, 5000000, NULL },
    { "enormous", ORDERS, 5000000, 45000000, NULL },
    { "edge1", EDGE, 1, 8, NULL },
    { "edge2", EDGE, 2, 8, NULL },
    { "edge4", EDGE, 4, 6, NULL },
    { "edge8", EDGE, 8, 4, NULL },
    { "slot", UNIFORM, 3, 60, NULL },
    { "low", UNIFORM, 61, 66, NULL },
    { "index", UNIFORM, 0, 99, NULL },
    { "few", UNIFORM, 1, 40, NULL },
    { "dozens", UNIFORM, 12, 300, NULL },
    { "hundreds", UNIFORM, 10, 1100, NULL },
    { "thousands", UNIFORM, 3000, 50000, NULL },
    { "text", WORDS, 0, 0,
      "0 1 2 15 16 17 31 32 33 100 255 256 257 1000 1047 4096 8000 8001 20000 81919 81920 100000" },
    { "part", WORDS, 0, 0, "0 1 2 16 17 32 100 255 256 257 1000 1024 8000 8001 20000 81920 -1" },
    { "position", WORDS, 0, 0, "0 0 1 15 16 100 575 1000 7999 8000 20000 -1" },
    { "maximum", WORDS, 0, 0, "1 16 17 100 1000 65536 1048576 2000000" },
    { "int", WORDS, 0, 0, "0 -1 7 42 1000000 2147483647 -2147483648" },
    { "letters", UNIFORM, 0, 5, NULL },
    { "letters2", UNIFORM, 0, 12, NULL },
    { "source", WORDS, 0, 0, "memory submemory spy spyseek file file0 file1m buffered" },
    { "buffer", WORDS, 0, 0, "-1 1 4096 81920 131072 1000000" },
    { "rent", WORDS, 0, 0,
      "0 1 10 16 17 32 33 100 1000 1024 4096 8192 65536 65537 81920 131072 1048576 1048577" },
    { "thread", UNIFORM, 0, 3, NULL },
    { "thread2", UNIFORM, 0, 2, NULL },
    { "handle", UNIFORM, 0, 15, NULL },
    { "finalized", WORDS, 0, 0, "24 64" },
    { "heaps", UNIFORM, 1, 2, NULL },
    { "limit", WORDS, 0, 0, "67108864 134217728 209715200" },
    { "element", WORDS, 0, 0, "u8 i16 i32 i64 ref" },
    { "count", ORDERS, 1, 1000000, NULL },
    { "chunk", ORDERS, 1, 90000, NULL },
    { "way", WORDS, 0, 0,
      "chunk-array chunk-list chunk-yield chunk-array-held chunk-array-tolist chunk-array-toarray "
      "chunk-yield-first skiptake-array-toarray skiptake-list-foreach skiptake-list-only "
      "getrange-list segment-array slice-toarray yield-source-only list-as-enumerable types" },
    { "first", WORDS, 0, 0, "u8 i16 i32 i64 f64 ref str char uninit8 struct16" },
};
enum { VALUES = sizeof values / sizeof *values, WORD_BYTES = 32, THRESHOLD_DEFAULT = 85000 };

/* What is being made. */
struct making {
    struct hp_rng rng;
    int64_t threshold;              /* of the trace */
    char drawn[VALUES][WORD_BYTES]; /* in this rule; empty: not yet */
    struct hp_text *out;
};

static int64_t between(struct making *m, int64_t low, int64_t high)
{
    return low + (int64_t)hp_rng_below(&m->rng, (uint64_t)(high - low) + 1);
}

static void draw_word(struct making *m, const char *words, char out[WORD_BYTES])
{
    size_t count = 1;
    for (const char *at = words; *at != '\0'; at++)
        count += *at == ' ';
    for (size_t skip = hp_rng_below(&m->rng, count); skip > 0; skip--)
        words = strchr(words, ' ') + 1;
    (void)snprintf(out, WORD_BYTES, "%.*s", (int)strcspn(words, " "), words);
}

static void draw(struct making *m, const struct value *v, char out[WORD_BYTES])
{
    int64_t number = 0;
    switch (v->how) {
    case WORDS:
        draw_word(m, v->words, out);
        return;
    case UNIFORM:
        number = between(m, v->low, v->high);
        break;
    case ORDERS: {
        /* By halves: a power of two at random, then a number in it. */
        const int64_t span = v->high / v->low;
        int64_t top = v->low;
        int bits = 0;
        while (span >> (bits + 1) != 0)
            bits++;
        top <<= hp_rng_below(&m->rng, (uint64_t)bits + 1);
        number = between(m, top, top * 2 < v->high ? top * 2 : v->high);
        break;
    }
    case EDGE:
        number = (m->threshold - 24) / v->low + between(m, -v->high, v->high);
        break;
    }
    (void)snprintf(out, WORD_BYTES, "%lld", (long long)number);
}

static const char *value_named(struct making *m, const char *name, size_t n)
{
    for (size_t i = 0; i < VALUES; i++) {
        if (strlen(values[i].name) != n || strncmp(values[i].name, name, n) != 0)
            continue;
        if (m->drawn[i][0] == '\0')
            draw(m, &values[i], m->drawn[i]);
        return m->drawn[i];
    }
    hp_bug("no value named %.*s", (int)n, name);
}

/* ---- lines --------------------------------------------------------------------------------- */

/* Appends lines with their values, each with a line end. */
static void put_lines(struct making *m, const char *lines)
{
    memset(m->drawn, 0, sizeof m->drawn);
    for (const char *at = lines; at != NULL && *at != '\0';) {
        const size_t plain = strcspn(at, "<");
        hp_text_put_n(m->out, at, plain);
        at += plain;
        if (*at != '<')
            break;
        const size_t n = strcspn(++at, ">");
        hp_text_put(m->out, value_named(m, at, n));
        at += n + 1;
    }
    if (lines != NULL)
        hp_text_put(m->out, "\n");
}

static void put_rule(struct making *m, const struct hp_generator_rule *rules)
{
    uint64_t all = 0;
    for (const struct hp_generator_rule *r = rules; r->lines != NULL; r++)
        all += r->weight;
    uint64_t at = hp_rng_below(&m->rng, all);
    for (; at >= rules->weight; rules++)
        at -= rules->weight;
    put_lines(m, rules->lines);
}

/* The `set` line; the threshold that it states is what edges are beside. */
static void put_set(struct making *m, const char *set)
{
    static const char key[] = "loh_threshold=";
    m->threshold = THRESHOLD_DEFAULT;
    if (set == NULL)
        return;
    const size_t before = m->out->bytes;
    hp_text_put(m->out, "set ");
    put_lines(m, set);
    const char *stated = strstr(hp_text_str(m->out) + before, key);
    if (stated != NULL)
        m->threshold = strtoll(stated + sizeof key - 1, NULL, 10);
}

const struct hp_generator *hp_generator_find(const char *name)
{
    for (const struct hp_generator *g = hp_generators; g->name != NULL; g++)
        if (strcmp(g->name, name) == 0)
            return g;
    return NULL;
}

void hp_generate(const struct hp_generator *g, uint64_t seed, unsigned count, struct hp_text *out)
{
    const bool traces = hp_family_find(g->name)->unit == HP_UNIT_TRACE;
    struct making m = { .out = out };
    for (unsigned i = 0; i < count; i++) {
        hp_rng_seed(&m.rng, seed + i); /* a trace does not depend on those before it */
        if (traces)
            hp_text_print(out, "trace %s-s%llu\n", g->name, (unsigned long long)seed + i);
        put_set(&m, g->set);
        put_lines(&m, g->begins);
        for (int64_t turns = between(&m, g->least, g->most); turns > 0; turns--)
            put_rule(&m, g->rules);
        put_lines(&m, g->ends);
        if (traces)
            hp_text_put(out, "end\n\n");
    }
}
