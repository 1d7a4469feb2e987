/* SPDX-License-Identifier: MIT
 * Is the text of a StringBuilder always what a plain string would be? Random operations on both, in
 * seeded runs: after every one the builder gives the same characters in every way that it can be
 * read, its chain is sound, and what throws has changed nothing. On the flat heap, on `gen`, and on
 * `gen` with a collection at every allocation. */
#include "hp_test.h"

#include "bcl/text.h"
#include "rig.h"

enum { LIMIT = 60000, SOURCE = 20000 };

/* The builder under test and the plain string beside it. */
struct game {
    struct rig rig;
    struct bcl b;
    struct hp_err err;
    hp_ref builder, other, string, text; /* `string`: letters, `text`: scratch */
    uint16_t plain[LIMIT], before[LIMIT];
    int32_t length, length_before;
    int32_t max;
    uint64_t state; /* of the generator */
    bool valid;     /* the operation is one that .NET accepts, the maximum aside */
    int64_t refused;
};

static uint32_t draw(struct game *g, uint32_t below)
{
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return below == 0 ? 0 : (uint32_t)(g->state >> 33) % below;
}

/* Short lengths mostly; now and then around a chunk, and long ones. */
static int32_t draw_length(struct game *g)
{
    static const uint32_t ranges[] = { 3, 20, 40, 40, 300, 300, 2000, 9000 };
    return (int32_t)draw(g, ranges[draw(g, sizeof ranges / sizeof *ranges)]);
}

/* Mostly inside the text; sometimes at its ends or outside. */
static int32_t draw_index(struct game *g)
{
    const uint32_t kind = draw(g, 12);
    if (kind == 0)
        return -1 - (int32_t)draw(g, 3);
    if (kind == 1)
        return g->length + 1 + (int32_t)draw(g, 3);
    return kind == 2 ? g->length : kind == 3 ? 0 : (int32_t)draw(g, (uint32_t)g->length + 1);
}

static hp_ref root(struct game *g)
{
    hp_ref out;
    assert_int_equal(hp_root(g->b.t, &out, &g->err), HP_OK);
    return out;
}

/* ---- the plain string ----------------------------------------------------------------------- */

static void plain_insert(struct game *g, int32_t at, const uint16_t *text, int32_t count)
{
    if (g->length + count > LIMIT) {
        g->length = LIMIT + 1;
        return;
    }
    memmove(g->plain + at + count, g->plain + at, 2 * (size_t)(g->length - at));
    memcpy(g->plain + at, text, 2 * (size_t)count);
    g->length += count;
}

static void plain_remove(struct game *g, int32_t at, int32_t count)
{
    memmove(g->plain + at, g->plain + at + count, 2 * (size_t)(g->length - at - count));
    g->length -= count;
}

static void plain_replace(struct game *g, const uint16_t *old, int32_t old_count,
                          const uint16_t *with, int32_t with_count)
{
    for (int32_t i = 0; i + old_count <= g->length;) {
        if (memcmp(g->plain + i, old, 2 * (size_t)old_count) != 0) {
            i++;
            continue;
        }
        plain_remove(g, i, old_count);
        plain_insert(g, i, with, with_count);
        if (g->length > LIMIT)
            return;
        i += with_count;
    }
}

/* Letters of the source string, as it was filled. */
static uint16_t letter(int32_t i)
{
    return (uint16_t)('a' + i % 5 + (i % 7 == 0 ? 3 : 0));
}

static uint16_t letters[SOURCE];

/* ---- operations ----------------------------------------------------------------------------- */

static bool fits(const struct game *g, int32_t more)
{
    return g->length + more <= LIMIT;
}

static int op_append(struct game *g)
{
    const int32_t count = draw_length(g), first = (int32_t)draw(g, (uint32_t)(SOURCE - count));
    const struct bcl_span fixed = bcl_span_fixed(letters + first, count);
    const struct bcl_span part = bcl_span_of(g->string, first, count);
    plain_insert(g, g->length, letters + first, count);
    return bcl_builder_append(&g->b, g->builder, draw(g, 2) ? &fixed : &part, &g->err);
}

static int op_append_part(struct game *g)
{
    const int32_t count = draw(g, 6) == 0 ? -1 : draw_length(g);
    const int32_t first = draw(g, 6) == 0 ? SOURCE - 1 : draw(g, 6) == 0 ? -2 : draw_length(g);
    g->valid = first >= 0 && count >= 0 && (count == 0 || first + count <= SOURCE);
    if (g->valid)
        plain_insert(g, g->length, letters + first, count);
    return bcl_builder_append_part(&g->b, g->builder, g->string, first, count, &g->err);
}

static int op_append_char(struct game *g)
{
    const uint16_t c = letter((int32_t)draw(g, 100));
    plain_insert(g, g->length, &c, 1);
    return bcl_builder_append_char(&g->b, g->builder, c, &g->err);
}

static int op_append_repeat(struct game *g)
{
    const int32_t times = draw(g, 8) == 0 ? -1 : draw_length(g);
    uint16_t text[9000];
    g->valid = times >= 0;
    for (int32_t i = 0; i < times; i++)
        text[i] = 'r';
    if (g->valid)
        plain_insert(g, g->length, text, times);
    return bcl_builder_append_repeat(&g->b, g->builder, 'r', times, &g->err);
}

/* Numbers of every length, as printf writes them. */
static int32_t number_text(struct game *g, int64_t *value, uint16_t text[24])
{
    char digits[24];
    *value = (int64_t)g->state >> draw(g, 64);
    const int32_t count = snprintf(digits, sizeof digits, "%lld", (long long)*value);
    for (int32_t i = 0; i < count; i++)
        text[i] = (uint16_t)digits[i];
    return count;
}

static int op_append_number(struct game *g)
{
    uint16_t text[24];
    int64_t value;
    const int32_t count = number_text(g, &value, text);
    plain_insert(g, g->length, text, count);
    return bcl_builder_append_number(&g->b, g->builder, value, &g->err);
}

static int op_append_bool(struct game *g)
{
    static const uint16_t yes[] = { 'T', 'r', 'u', 'e' }, no[] = { 'F', 'a', 'l', 's', 'e' };
    const bool value = draw(g, 2) != 0;
    plain_insert(g, g->length, value ? yes : no, value ? 4 : 5);
    return bcl_builder_append_bool(&g->b, g->builder, value, &g->err);
}

static int op_append_line(struct game *g)
{
    static const uint16_t end = '\n';
    const int32_t count = draw_length(g);
    const struct bcl_span text = bcl_span_fixed(letters, count);
    plain_insert(g, g->length, letters, count);
    if (g->length <= LIMIT)
        plain_insert(g, g->length, &end, 1);
    return bcl_builder_append_line(&g->b, g->builder, &text, &g->err);
}

/* Fills the other builder with letters, in two chunks or more. */
static int32_t other_fill(struct game *g)
{
    const int32_t count = draw_length(g);
    const struct bcl_span half = bcl_span_fixed(letters, count / 2);
    const struct bcl_span rest = bcl_span_fixed(letters + count / 2, count - count / 2);
    assert_int_equal(bcl_builder_new(&g->b, 0, INT32_MAX, g->other, &g->err), HP_OK);
    assert_int_equal(bcl_builder_append(&g->b, g->other, &half, &g->err), HP_OK);
    assert_int_equal(bcl_builder_append(&g->b, g->other, &rest, &g->err), HP_OK);
    return count;
}

static int op_append_builder(struct game *g)
{
    const int32_t count = other_fill(g);
    plain_insert(g, g->length, letters, count);
    return bcl_builder_append_builder(&g->b, g->builder, g->other, &g->err);
}

static int op_append_builder_part(struct game *g)
{
    const int32_t length = other_fill(g), start = draw_length(g) - 1, count = draw_length(g) - 1;
    g->valid = start >= 0 && count >= 0 && (count == 0 || count <= length - start);
    if (g->valid)
        plain_insert(g, g->length, letters + start, count);
    return bcl_builder_append_builder_part(&g->b, g->builder, g->other, start, count, &g->err);
}

static int op_append_itself(struct game *g)
{
    static uint16_t copy[LIMIT];
    memcpy(copy, g->plain, 2 * (size_t)g->length);
    plain_insert(g, g->length, copy, g->length);
    return g->length > LIMIT ? HP_OK
                             : bcl_builder_append_builder(&g->b, g->builder, g->builder, &g->err);
}

static int op_append_join(struct game *g)
{
    static const uint16_t comma[] = { ',', ' ' };
    const struct bcl_span separator = bcl_span_fixed(comma, 2);
    const int32_t count = (int32_t)draw(g, 5);
    assert_int_equal(
        hp_new_into(g->b.t, bcl_elements[BCL_REF].array, (uint64_t)count, 0, g->other, &g->err),
        HP_OK);
    for (int32_t i = 0; i < count; i++) {
        const struct bcl_span part = bcl_span_fixed(letters + i, 3 * i);
        if (i > 0)
            plain_insert(g, g->length, comma, 2);
        if (i == 2)
            continue; /* a null among them */
        assert_int_equal(bcl_string_of(&g->b, &part, g->text, &g->err), HP_OK);
        hp_set(g->b.t, g->other, (uint64_t)i, g->text);
        plain_insert(g, g->length, letters + i, 3 * i);
    }
    return bcl_builder_append_join(&g->b, g->builder, &separator, g->other, &g->err);
}

static int op_insert(struct game *g)
{
    const int32_t index = draw_index(g), count = draw_length(g);
    const struct bcl_span text = bcl_span_of(g->string, 0, count);
    g->valid = index >= 0 && index <= g->length;
    if (g->valid)
        plain_insert(g, index, letters, count);
    return bcl_builder_insert(&g->b, g->builder, index, &text, &g->err);
}

static int op_insert_repeat(struct game *g)
{
    const int32_t index = draw_index(g), count = (int32_t)draw(g, 5);
    const int32_t times = draw(g, 8) == 0 ? -1 : (int32_t)draw(g, 40);
    const struct bcl_span text = bcl_span_fixed(letters + 3, count);
    g->valid = times >= 0 && index >= 0 && index <= g->length;
    for (int32_t i = 0; g->valid && i < times; i++)
        plain_insert(g, index, letters + 3, count);
    return bcl_builder_insert_repeat(&g->b, g->builder, index, &text, times, &g->err);
}

static int op_insert_number(struct game *g)
{
    uint16_t text[24];
    int64_t value;
    const int32_t count = number_text(g, &value, text), index = draw_index(g);
    g->valid = index >= 0 && index <= g->length;
    if (g->valid)
        plain_insert(g, index, text, count);
    return bcl_builder_insert_number(&g->b, g->builder, index, value, &g->err);
}

static int op_remove(struct game *g)
{
    const int32_t start = draw_index(g);
    const int32_t count = draw(g, 9) == 0 ? g->length - start : draw_length(g) - 1;
    g->valid = start >= 0 && count >= 0 && start <= g->length && count <= g->length - start;
    if (g->valid)
        plain_remove(g, start, count);
    return bcl_builder_remove(&g->b, g->builder, start, count, &g->err);
}

static int op_length(struct game *g)
{
    const int32_t length = draw(g, 3) == 0 ? g->length + draw_length(g) : draw_index(g);
    g->valid = length >= 0;
    if (g->valid && length <= LIMIT) {
        for (int32_t i = g->length; i < length; i++)
            g->plain[i] = 0;
        g->length = length;
    }
    return length > LIMIT ? HP_OK : bcl_builder_set_length(&g->b, g->builder, length, &g->err);
}

static int op_clear(struct game *g)
{
    if (draw(g, 4) != 0)
        return HP_OK;
    g->length = 0;
    return bcl_builder_clear(&g->b, g->builder, &g->err);
}

static int op_capacity(struct game *g)
{
    const int32_t capacity = g->length + draw_length(g) - 2;
    g->valid = capacity >= g->length;
    const int rc = bcl_builder_set_capacity(&g->b, g->builder, capacity, &g->err);
    if (rc == HP_OK)
        assert_int_equal(bcl_builder_capacity(&g->b, g->builder), capacity);
    return rc;
}

static int op_ensure(struct game *g)
{
    const int32_t capacity = draw(g, 8) == 0 ? -1 : draw_length(g);
    g->valid = capacity >= 0;
    const int rc = bcl_builder_ensure(&g->b, g->builder, capacity, &g->err);
    if (rc == HP_OK)
        assert_true(bcl_builder_capacity(&g->b, g->builder) >= capacity);
    return rc;
}

static int op_replace(struct game *g)
{
    const int32_t old_count = (int32_t)draw(g, 4), with_count = (int32_t)draw(g, 6);
    const int32_t from = (int32_t)draw(g, 50), to = (int32_t)draw(g, 50);
    const struct bcl_span old = bcl_span_fixed(letters + from, old_count);
    const struct bcl_span with = bcl_span_of(g->string, to, with_count);
    g->valid = old_count > 0;
    if (g->valid)
        plain_replace(g, letters + from, old_count, letters + to, with_count);
    return g->length > LIMIT ? HP_OK : bcl_builder_replace(&g->b, g->builder, &old, &with, &g->err);
}

static int op_replace_char(struct game *g)
{
    const uint16_t old = letter((int32_t)draw(g, 20)), with = letter((int32_t)draw(g, 20));
    for (int32_t i = 0; i < g->length; i++)
        if (g->plain[i] == old)
            g->plain[i] = with;
    bcl_builder_replace_char(&g->b, g->builder, old, with);
    return HP_OK;
}

/* `partial`: what was done before the maximum was reached stays. */
static const struct {
    const char *name;
    int (*run)(struct game *g);
    bool partial;
} operations[] = {
    { "Append", op_append, false },
    { "Append(string, start, count)", op_append_part, false },
    { "Append(char)", op_append_char, false },
    { "Append(char, times)", op_append_repeat, false },
    { "Append(long)", op_append_number, false },
    { "Append(bool)", op_append_bool, false },
    { "AppendLine", op_append_line, true },
    { "Append(StringBuilder)", op_append_builder, false },
    { "Append(StringBuilder, start, count)", op_append_builder_part, false },
    { "Append of itself", op_append_itself, false },
    { "AppendJoin", op_append_join, true },
    { "Insert", op_insert, false },
    { "Insert(index, string, times)", op_insert_repeat, false },
    { "Insert(index, long)", op_insert_number, false },
    { "Remove", op_remove, false },
    { "Length", op_length, false },
    { "Clear", op_clear, false },
    { "Capacity", op_capacity, false },
    { "EnsureCapacity", op_ensure, false },
    { "Replace", op_replace, true },
    { "Replace(char, char)", op_replace_char, false },
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* ---- checks --------------------------------------------------------------------------------- */

static bool same(const uint16_t *a, const uint16_t *b, int32_t count)
{
    return count == 0 || memcmp(a, b, 2 * (size_t)count) == 0;
}

/* The chain's lengths add up and its chunks, front to back, are the text. */
static void check_chunks(struct game *g, const char *what)
{
    struct bcl_chunk_walk walk;
    struct bcl_span span;
    struct bcl_piece pieces[4096];
    const uint32_t count = bcl_builder_pieces(&g->b, g->builder, pieces, 4096);
    const uint32_t scope = hp_scope_open(g->b.t);
    int32_t at = 0;
    uint32_t i = 0;
    assert_true(count <= 4096);
    assert_int_equal(bcl_builder_chunks(&g->b, g->builder, &walk, &g->err), HP_OK);
    for (; bcl_builder_chunk_next(&g->b, &walk, &span); i++) {
        HP_CHECK(i < count && span.count == pieces[i].used && span.count <= pieces[i].length,
                 "%s: chunk %u of %u has %d of %d", what, i, count, span.count, pieces[i].length);
        HP_CHECK(at + span.count <= g->length &&
                     same(bcl_span_data(&g->b, &span), g->plain + at, span.count),
                 "%s: chunk %u at %d differs", what, i, at);
        at += span.count;
    }
    HP_CHECK(i == count && at == g->length, "%s: %u of %u chunks, %d characters", what, i, count,
             at);
    const int32_t room = pieces[count - 1].length - pieces[count - 1].used;
    assert_int_equal(bcl_builder_capacity(&g->b, g->builder), g->length + room);
    hp_scope_close(g->b.t, scope);
}

static void check_text(struct game *g, const char *what)
{
    const int32_t length = bcl_builder_length(&g->b, g->builder);
    HP_CHECK(length == g->length, "%s: length %d, want %d", what, length, g->length);
    check_chunks(g, what);
    assert_int_equal(bcl_builder_string(&g->b, g->builder, g->text, &g->err), HP_OK);
    HP_CHECK((int32_t)hp_length(g->b.t, g->text) == length &&
                 same(hp_data(g->b.t, g->text), g->plain, length),
             "%s: ToString() differs", what);
    const int32_t start = (int32_t)draw(g, (uint32_t)length + 1);
    const int32_t count = (int32_t)draw(g, (uint32_t)(length - start) + 1);
    assert_int_equal(bcl_builder_part(&g->b, g->builder, start, count, g->text, &g->err), HP_OK);
    HP_CHECK((int32_t)hp_length(g->b.t, g->text) == count &&
                 same(hp_data(g->b.t, g->text), g->plain + start, count),
             "%s: ToString(%d, %d) differs", what, start, count);
}

/* After an error: by name, and nothing changed; what may stay partial is taken over as it is. */
static void check_refused(struct game *g, const char *what, bool partial)
{
    HP_CHECK(strncmp(g->err.text, "ArgumentOutOfRangeException", 27) == 0 ||
                 strncmp(g->err.text, "ArgumentException", 17) == 0 ||
                 strncmp(g->err.text, "OutOfMemoryException", 20) == 0,
             "%s: %s", what, g->err.text);
    HP_CHECK(!g->valid || g->max < INT32_MAX, "%s was refused: %s", what, g->err.text);
    g->refused++;
    g->length = g->length_before;
    memcpy(g->plain, g->before, 2 * (size_t)g->length);
    if (partial && g->valid) {
        g->length = bcl_builder_length(&g->b, g->builder);
        assert_true(g->length <= LIMIT);
        bcl_builder_copy(&g->b, g->builder, 0, g->length, g->plain);
    }
}

static void play_one(struct game *g)
{
    const size_t i = draw(g, OPERATIONS);
    if (!fits(g, 12000))
        g->length = 0, assert_int_equal(bcl_builder_clear(&g->b, g->builder, &g->err), HP_OK);
    memcpy(g->before, g->plain, 2 * (size_t)g->length);
    g->length_before = g->length;
    g->valid = true;
    g->err.text[0] = '\0';
    const int rc = operations[i].run(g);
    if (rc != HP_OK) {
        check_refused(g, operations[i].name, operations[i].partial);
    } else if (g->length > LIMIT) { /* was not run */
        g->length = g->length_before;
        memcpy(g->plain, g->before, 2 * (size_t)g->length);
    } else {
        HP_CHECK(g->valid, "%s was not refused", operations[i].name);
    }
    check_text(g, operations[i].name);
}

/* ---- games ---------------------------------------------------------------------------------- */

static void game_open(struct game *g, const struct rig_setup *setup, uint64_t seed, int32_t max)
{
    assert_int_equal(rig_open(&g->rig, setup, &g->err), HP_OK);
    assert_int_equal(bcl_open(&g->b, &g->rig.run, &g->err), HP_OK);
    assert_int_equal(bcl_text_open(&g->b, &g->err), HP_OK);
    g->state = seed * 0x9E3779B97F4A7C15u + 1;
    g->length = 0;
    g->max = max;
    g->refused = 0;
    g->builder = root(g);
    g->other = root(g);
    g->string = root(g);
    g->text = root(g);
    const struct bcl_span all = bcl_span_fixed(letters, SOURCE);
    assert_int_equal(bcl_string_of(&g->b, &all, g->string, &g->err), HP_OK);
    const int32_t capacity = (int32_t)draw(g, 50);
    assert_int_equal(
        bcl_builder_new(&g->b, capacity < max ? capacity : max, max, g->builder, &g->err), HP_OK);
}

static void play(const struct rig_setup *setup, int seeds, int steps)
{
    static const int32_t maxima[] = { INT32_MAX, INT32_MAX, 50, 3000, 20000 };
    static struct game g;
    int64_t refused = 0;
    for (int32_t i = 0; i < SOURCE; i++)
        letters[i] = letter(i);
    for (int seed = 1; seed <= seeds; seed++) {
        game_open(&g, setup, (uint64_t)seed, maxima[seed % 5]);
        for (int step = 0; step < steps; step++)
            play_one(&g);
        if (g.rig.heap != NULL)
            HP_CHECK(g.rig.heap->heap->verify(g.b.t, &g.err) == HP_OK, "%s", g.err.text);
        assert_int_equal(g.b.t->root_count, 4);
        refused += g.refused;
        rig_close(&g.rig);
    }
    print_message("%d operations, %lld refused\n", seeds * steps, (long long)refused);
    assert_true(refused > seeds);
}

static void test_on_the_flat_heap(void **state)
{
    (void)state;
    play(&(struct rig_setup){ .heap = "flat", .runtime = 10 }, 60, 250);
}

static void test_on_gen(void **state)
{
    (void)state;
    play(&(struct rig_setup){ .heap = "gen", .runtime = 10 }, 10, 400);
}

static void test_with_a_collection_at_every_allocation(void **state)
{
    (void)state;
    play(
        &(struct rig_setup){
            .heap = "gen", .runtime = 9, .option = { "stress" }, .value = { "true" } },
        5, 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_on_the_flat_heap),
        cmocka_unit_test(test_on_gen),
        cmocka_unit_test(test_with_a_collection_at_every_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
