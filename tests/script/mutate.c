/* SPDX-License-Identifier: MIT
 * Moves the numbers of a script's checks, one at a time.
 */
#include "mutate.h"

#include "hp_test.h"

#include <ctype.h>
#include <math.h>

/* One claim with everything that its verdicts measured. */
struct claim {
    int line, last;
    const char *form;
    double low, high; /* over all its verdicts that hold and have a number */
};

struct mutator {
    struct fixture *f;
    const struct hp_source *sources;
    size_t count;
    struct claim claim;
    struct mutation_tally *tally;
    size_t moved; /* of this claim */
};

/* ---- places in the text ---- */

static size_t offset_of_line(const char *text, int line)
{
    const char *at = text;
    for (int i = 1; i < line && at != NULL; i++) {
        at = strchr(at, '\n');
        at = at != NULL ? at + 1 : NULL;
    }
    return at != NULL ? (size_t)(at - text) : strlen(text);
}

/* A piece of the script: [from, to). */
struct piece {
    size_t from, to;
};

/* Where the comparison stands: from its keyword to the end of the check. */
static struct piece comparison(const struct mutator *m)
{
    const char *text = m->sources[0].text;
    struct piece p = { offset_of_line(text, m->claim.line),
                       offset_of_line(text, m->claim.last + 1) };
    char word[32];
    (void)snprintf(word, sizeof word, "  %s = ", m->claim.form);
    const char *at = strstr(text + p.from, word);
    HP_CHECK(at != NULL && (size_t)(at - text) < p.to, "line %d: no %s", m->claim.line,
             m->claim.form);
    p.from = (size_t)(at - text) + strlen(word);
    return p;
}

/* The next number from `at` on that stands by itself, outside quotes. */
static bool next_number(const char *text, size_t at, size_t to, struct piece *out)
{
    bool quoted = false;
    for (; at < to; at++) {
        if (text[at] == '"')
            quoted = !quoted;
        const bool starts = isdigit((unsigned char)text[at]) && at > 0 &&
                            !isalnum((unsigned char)text[at - 1]) && text[at - 1] != '_' &&
                            text[at - 1] != '.';
        if (quoted || !starts)
            continue;
        out->from = at;
        while (isdigit((unsigned char)text[at]) || text[at] == '.')
            at++;
        out->to = at;
        return true;
    }
    return false;
}

/* The number behind `word = `, e.g. "below". */
static bool number_behind(const char *text, struct piece in, const char *word, struct piece *out)
{
    char mark[32];
    (void)snprintf(mark, sizeof mark, "%s = ", word);
    const char *at = strstr(text + in.from, mark);
    return at != NULL && (size_t)(at - text) < in.to &&
           next_number(text, (size_t)(at - text) + strlen(mark), in.to, out);
}

/* ---- one mutation ---- */

static bool breaks(struct mutator *m, const char *text)
{
    struct hp_source *changed = hp_arena_get(m->f->arena, m->count * sizeof *changed);
    memcpy(changed, m->sources, m->count * sizeof *changed);
    changed[0].text = text;
    changed[0].bytes = strlen(text);
    struct script_world world = fixture_run_all(m->f, changed, m->count);
    bool broken = false;
    for (size_t i = 0; i < world.verdicts.count; i++)
        broken = broken || (world.verdicts.items[i].line == m->claim.line &&
                            world.verdicts.items[i].kind == HP_BROKEN);
    for (size_t i = 0; i < world.problems.count; i++)
        print_error("%s:%d: %s\n", world.problems.items[i].at.file, world.problems.items[i].at.line,
                    world.problems.items[i].text);
    broken = broken && world.problems.count == 0;
    script_world_clear(&world);
    return broken;
}

/* Puts `words` in place of a piece, which must break the claim. */
static void try(struct mutator *m, struct piece p, const char *words)
{
    const char *text = m->sources[0].text;
    const char *changed =
        hp_arena_print(m->f->arena, "%.*s%s%s", (int)p.from, text, words, text + p.to);
    m->moved++;
    m->tally->mutations++;
    if (!breaks(m, changed)) {
        m->tally->survived++;
        print_error("%s:%d: still holds with %s in place of %.*s\n", m->sources[0].path,
                    m->claim.line, words, (int)(p.to - p.from), text + p.from);
    }
}

static void try_number(struct mutator *m, struct piece p, double value)
{
    char buf[HP_NUMBER_MAX];
    try(m, p, hp_print_double(buf, value));
}

static double number_at(const char *text, struct piece p)
{
    return strtod(text + p.from, NULL);
}

/* ---- by form ---- */

/* Every number and every text behind a '=' or after the metric. */
static void move_equal(struct mutator *m, struct piece in)
{
    const char *text = m->sources[0].text;
    struct piece p;
    for (size_t at = in.from; next_number(text, at, in.to, &p); at = p.to)
        try_number(m, p, number_at(text, p) + 1);
    for (const char *at = strstr(text + in.from, " = \"");
         at != NULL && (size_t)(at - text) < in.to; at = strstr(at + 1, " = \"")) {
        p.from = p.to = (size_t)(at - text) + strlen(" = \"");
        try(m, p, "x");
    }
}

static void move_boundary(struct mutator *m, struct piece in)
{
    static const char *const edges[] = { "below", "above" };
    const char *text = m->sources[0].text;
    struct piece p;
    for (size_t i = 0; i < 2; i++)
        if (number_behind(text, in, edges[i], &p)) {
            try_number(m, p, number_at(text, p) + 1);
            try_number(m, p, number_at(text, p) - 1);
        }
}

/* Just beyond: a thousandth of the value, at least a half. */
static double beyond(double value)
{
    return fmax(0.5, fabs(value) / 1000);
}

static void move_at(struct mutator *m, struct piece in)
{
    struct piece p;
    if (!next_number(m->sources[0].text, in.from, in.to, &p))
        return;
    if (strcmp(m->claim.form, "at_least") == 0)
        try_number(m, p, m->claim.low + beyond(m->claim.low));
    else
        try_number(m, p, m->claim.high - beyond(m->claim.high));
}

/* Both numbers of a pair, so that the lower stays below. */
static void move_pair(struct mutator *m, struct piece in, double low, double high)
{
    const char *text = m->sources[0].text;
    struct piece a, b;
    if (!next_number(text, in.from, in.to, &a) || !next_number(text, a.to, in.to, &b))
        return;
    const struct piece both = { a.from, b.to };
    const double wide = 2 * fabs(number_at(text, b)) + fabs(high) + 1;
    try(m, both, hp_arena_print(m->f->arena, "%.17g, %.17g", high, high + wide));
    try(m, both, hp_arena_print(m->f->arena, "%.17g, %.17g", low - wide, low));
}

static void move_between(struct mutator *m, struct piece in)
{
    move_pair(m, in, m->claim.low - beyond(m->claim.low), m->claim.high + beyond(m->claim.high));
}

static void move_within(struct mutator *m, struct piece in)
{
    const char *text = m->sources[0].text;
    struct piece value, by;
    if (!next_number(text, in.from, in.to, &value))
        return;
    const double absolute = number_behind(text, in, "absolute", &by) ? number_at(text, by) : 0;
    const double relative = number_behind(text, in, "relative", &by) ? number_at(text, by) : 0;
    const double past = m->claim.high + beyond(m->claim.high);
    try_number(m, value, fmax(past + absolute, past / (1 - relative)));
}

static void move_ratio(struct mutator *m, struct piece in)
{
    const char *text = m->sources[0].text;
    struct piece p;
    if (number_behind(text, in, "above", &p))
        try_number(m, p, m->claim.high * 1.001);
    else if (number_behind(text, in, "below", &p))
        try_number(m, p, m->claim.low * 0.999);
    else {
        const char *pair = strstr(text + in.from, "between = {");
        if (pair != NULL && (size_t)(pair - text) < in.to)
            move_pair(m, (struct piece){ (size_t)(pair - text), in.to }, m->claim.low * 0.999,
                      m->claim.high * 1.001);
    }
}

/* The last number of every hp.equal(...). */
static void move_each(struct mutator *m, struct piece in)
{
    const char *text = m->sources[0].text;
    for (const char *at = strstr(text + in.from, "hp.equal(");
         at != NULL && (size_t)(at - text) < in.to; at = strstr(at + 1, "hp.equal(")) {
        const size_t end = (size_t)(strchr(at, '\n') - text);
        struct piece p, last = { 0, 0 };
        for (size_t from = (size_t)(at - text); next_number(text, from, end, &p); from = p.to)
            last = p;
        if (last.to > 0)
            try_number(m, last, number_at(text, last) + 1);
    }
}

static void move_claim(struct mutator *m)
{
    static const struct {
        const char *form;
        void (*move)(struct mutator *m, struct piece in);
    } forms[] = { { "equal", move_equal },       { "at_least", move_at },   { "at_most", move_at },
                  { "between", move_between },   { "within", move_within }, { "ratio", move_ratio },
                  { "boundary", move_boundary }, { "each", move_each } };
    const struct piece in = comparison(m);
    m->moved = 0;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (strcmp(forms[i].form, m->claim.form) == 0)
            forms[i].move(m, in);
    if (m->moved == 0) {
        m->tally->untouched++;
        print_error("%s:%d: nothing in it could be moved\n", m->sources[0].path, m->claim.line);
    }
}

/* The claim that begins at the line of verdict i, if it holds somewhere and broke nowhere. */
static bool claim_of(const struct script_world *world, size_t first, struct claim *out)
{
    const struct hp_verdict *v = &world->verdicts.items[first];
    *out = (struct claim){ v->line, script_last_line(&world->sources[0], v->line), v->kind_of_check,
                           INFINITY, -INFINITY };
    bool holds = false;
    for (size_t i = 0; i < world->verdicts.count; i++) {
        const struct hp_verdict *k = &world->verdicts.items[i];
        if (k->line != v->line)
            continue;
        if (i < first || k->kind == HP_BROKEN || k->kind == HP_KNOWN)
            return false;
        holds = holds || k->kind == HP_HOLDS;
        if (k->kind == HP_HOLDS && !isnan(k->value)) {
            out->low = fmin(out->low, k->low);
            out->high = fmax(out->high, k->high);
        }
    }
    return holds;
}

struct mutation_tally mutate_script(struct fixture *f, const struct hp_source *sources,
                                    size_t count)
{
    struct mutation_tally tally = { 0 };
    struct script_world world = fixture_run_all(f, sources, count);
    struct mutator m = { .f = f, .sources = sources, .count = count, .tally = &tally };
    for (size_t i = 0; i < world.verdicts.count; i++)
        if (claim_of(&world, i, &m.claim)) {
            tally.checks++;
            move_claim(&m);
        }
    script_world_clear(&world);
    return tally;
}
