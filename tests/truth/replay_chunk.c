/* SPDX-License-Identifier: MIT
 * Does `gen` answer chunk.txt and threshold.txt as .NET 8, 9 and 10 did? Every line goes through
 * the workload's trace hook; every result must be equal, and as many as COUNTS promises. */
#include "hp_test.h"

#include "chunk.h"
#include "rig.h"
#include "truth.h"

/* A heap, opened anew whenever the settings change, with a trace on it. */
struct player {
    const char *family;
    int runtime;
    char settings[64]; /* of the open rig */
    bool open, refused;
    char refusal[1000];
    struct rig rig;
    void *trace;
};

static void player_close(struct player *p)
{
    if (!p->open)
        return;
    chunk_trace.end(p->trace);
    rig_close(&p->rig);
    p->trace = NULL;
    p->open = false;
}

static int player_open(struct player *p, const char *settings, struct hp_err *err)
{
    const char *value = strchr(settings, '=');
    /* The heap's own tests check its invariants; here they would cost minutes. */
    struct rig_setup setup = {
        .heap = "gen", .runtime = p->runtime, .option = { "verify" }, .value = { "false" }
    };
    if (value != NULL && strcmp(value + 1, "default") != 0)
        setup.threshold = (uint64_t)strtoull(value + 1, NULL, 10);
    (void)snprintf(p->settings, sizeof p->settings, "%s", settings);
    struct hp_err why = { 0, "" };
    int rc = rig_open(&p->rig, &setup, &why);
    p->refused = rc == HP_E_REFUSED;
    if (p->refused) {
        (void)snprintf(p->refusal, sizeof p->refusal, "%s", why.text);
        return HP_OK;
    }
    if (rc != HP_OK)
        return hp_fail(err, rc, "%s", why.text);
    p->open = true;
    return chunk_trace.begin(&p->trace, &p->rig.run, p->family, NULL, 0, err);
}

static int player_execute(void *context, const char *settings, const char *operation,
                          struct truth_results *results, struct hp_err *err)
{
    struct player *p = context;
    if ((!p->open && !p->refused) || strcmp(p->settings, settings) != 0) {
        player_close(p);
        const int rc = player_open(p, settings, err);
        if (rc != HP_OK)
            return rc;
    }
    if (p->refused) {
        const bool memory = strcasestr(p->refusal, "out of memory") != NULL;
        truth_add(results, "aborts", memory ? "Out of memory" : p->refusal);
        return HP_OK;
    }
    const struct hp_answer answer = truth_answer(results);
    return chunk_trace.execute(p->trace, operation, &answer, err);
}

static int play(const char *family, const char *name, const char *text, int runtime,
                struct truth_tally *tally, struct hp_err *err)
{
    struct player *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->family = family;
    p->runtime = runtime;
    const struct truth_target target = { p, player_execute };
    const char *setting = "loh_threshold";
    const int rc = text == NULL ? truth_replay_file(name, runtime, setting, &target, tally, err)
                                : truth_replay(text, runtime, setting, &target, tally, err);
    player_close(p);
    free(p);
    return rc;
}

static const struct {
    const char *family, *name;
} files[] = { { "chunk", "chunk.txt" }, { "threshold", "threshold.txt" } };

static void test_every_result_is_equal(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        for (int runtime = 8; runtime <= 10; runtime++) {
            struct truth_tally tally;
            struct hp_err err = { 0, "" };
            const int rc = play(files[f].family, files[f].name, NULL, runtime, &tally, &err);
            HP_CHECK(rc == HP_OK, "%s on %d: %s", files[f].name, runtime, err.text);
            print_message("%s on %d: %lld of %lld results equal\n", files[f].name, runtime,
                          (long long)(tally.results - tally.differences), (long long)tally.results);
            HP_CHECK(tally.differences == 0, "%s on %d: %lld differences, first: %s", files[f].name,
                     runtime, (long long)tally.differences, tally.first);
            HP_CHECK(tally.results == truth_promised(files[f].name, runtime),
                     "%s on %d: %lld results, COUNTS promises %lld", files[f].name, runtime,
                     (long long)tally.results, (long long)truth_promised(files[f].name, runtime));
        }
    }
}

static void test_no_file_and_no_line_fail(void **state)
{
    (void)state;
    struct truth_tally tally;
    struct hp_err err = { 0, "" };
    assert_int_equal(play("chunk", "no-such-file.txt", NULL, 10, &tally, &err), HP_E_IO);
    assert_non_null(strstr(err.text, "cannot be read"));
    assert_int_equal(play("chunk", "", "", 10, &tally, &err), HP_E_INPUT);
    assert_string_equal(err.text, "no line to replay");
    assert_int_equal(play("chunk", "", "\n\n", 10, &tally, &err), HP_E_INPUT);
    assert_int_equal(truth_promised("no-such-file.txt", 10), -1);
}

/* A line that is not of the family stops the replay with its number. */
static void test_a_line_of_another_kind_fails(void **state)
{
    (void)state;
    static const struct {
        const char *family, *line, *says;
    } rows[] = {
        { "chunk", "i32 count=5 chunk-array -> bytes=0", "no line of family chunk" },
        { "chunk", "i32 count=5 size=2 chunk-arry -> bytes=0", "unknown method chunk-arry" },
        { "chunk", "f64 count=5 size=2 chunk-array -> bytes=0", "none of u8" },
        { "chunk", "i32 count=5 size=2 chunk-array", "expected OPERATION -> ANSWER" },
        { "threshold", "loh_threshold=default first u9 -> 1", "no line of family threshold" },
        { "threshold", "loh_threshold=default last u8 -> 1", "no line of family threshold" },
        { "pool", "rent 1 0 -> bytes=0", "families chunk and threshold" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct truth_tally tally;
        struct hp_err err = { 0, "" };
        const int rc = play(rows[i].family, "", rows[i].line, 10, &tally, &err);
        HP_CHECK(rc == HP_E_INPUT && strstr(err.text, rows[i].says) != NULL &&
                     strncmp(err.text, "line 1: ", 8) == 0,
                 "%s: %d %s", rows[i].line, rc, err.text);
    }
}

/* A copy of lines `from` to `to` (from 1, both included). */
static char *excerpt(const char *name, int from, int to)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/tests/truth/%s", HP_SOURCE_DIR, name);
    char *text = hp_test_read(path);
    assert_non_null(text);
    char *begin = text;
    for (int i = 1; i < from; i++)
        begin = strchr(begin, '\n') + 1;
    char *end = begin;
    for (int i = from; i <= to; i++)
        end = strchr(end, '\n') + 1;
    *end = '\0';
    char *copy = strdup(begin);
    free(text);
    assert_non_null(copy);
    return copy;
}

/* Changes the last digit of the last value behind `key`, wherever that is. */
static void alter(char *text, const char *key)
{
    char *at = NULL;
    for (char *next = strstr(text, key); next != NULL; next = strstr(at, key))
        at = next + strlen(key);
    assert_non_null(at);
    char *digit = at + strspn(at, "0123456789") - 1;
    *digit = *digit == '9' ? '8' : (char)(*digit + 1);
}

static void test_an_altered_value_is_one_difference(void **state)
{
    (void)state;
    static const struct {
        const char *family, *name;
        int from, to;
        const char *key;
    } rows[] = {
        { "chunk", "chunk.txt", 561, 640, "chunks=" },
        { "chunk", "chunk.txt", 561, 640, "@9,10 bytes=" },
        { "threshold", "threshold.txt", 1, 60, "first u8 -> " },
        { "threshold", "threshold.txt", 61, 70, "@9,10 " },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct truth_tally right, wrong;
        struct hp_err err = { 0, "" };
        char *text = excerpt(rows[i].name, rows[i].from, rows[i].to);
        int rc = play(rows[i].family, "", text, 10, &right, &err);
        HP_CHECK(rc == HP_OK && right.differences == 0, "%s %s", err.text, right.first);
        alter(text, rows[i].key);
        rc = play(rows[i].family, "", text, 10, &wrong, &err);
        free(text);
        HP_CHECK(rc == HP_OK, "%s", err.text);
        HP_CHECK(wrong.differences == 1, "row %zu: %lld differences, first: %s", i,
                 (long long)wrong.differences, wrong.first);
        assert_int_equal(right.results, wrong.results);
    }
}

/* .NET raises before anything is enumerated; the hook answers with the exception's name. */
static void test_a_wrong_size_throws(void **state)
{
    (void)state;
    struct truth_tally tally;
    struct hp_err err = { 0, "" };
    const int rc = play("chunk", "",
                        "i32 count=5 size=0 chunk-array -> throws ArgumentOutOfRange\n"
                        "ref count=5 size=-1 types -> throws ArgumentOutOfRange\n",
                        10, &tally, &err);
    HP_CHECK(rc == HP_OK, "%s", err.text);
    HP_CHECK(tally.differences == 0, "%s", tally.first);
    assert_int_equal(tally.results, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_result_is_equal),
        cmocka_unit_test(test_no_file_and_no_line_fail),
        cmocka_unit_test(test_a_line_of_another_kind_fails),
        cmocka_unit_test(test_an_altered_value_is_one_difference),
        cmocka_unit_test(test_a_wrong_size_throws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
