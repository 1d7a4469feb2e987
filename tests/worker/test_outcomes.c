/* SPDX-License-Identifier: MIT
 * However a case ends, the launch has an outcome and one sentence, and the parent goes on.
 */
#include "bench.h"
#include "measure/guard.h"

#include <signal.h>

/* A case, how it ends, and what the sentence must contain. */
static const struct {
    const char *method;
    enum hp_launch_kind kind;
    enum hp_outcome outcome;
    const char *says;
} rows[] = {
    { "none", HP_LAUNCH_COUNTERS, HP_OUT_OK, "" },
    { "arrays", HP_LAUNCH_COUNTERS, HP_OUT_OK, "" },
    { "crash", HP_LAUNCH_COUNTERS, HP_OUT_CRASH,
      "the worker crashed with signal 11 (Segmentation fault) - run this case alone in a build "
      "with "
      "-DHP_SANITIZE=address,undefined" },
    { "crash", HP_LAUNCH_TIME, HP_OUT_CRASH, "signal 11 (Segmentation fault)" },
    { "overflow", HP_LAUNCH_COUNTERS, HP_OUT_CRASH, "signal 11 (Segmentation fault)" },
    { "abort", HP_LAUNCH_COUNTERS, HP_OUT_CRASH,
      "the worker crashed with signal 6 (Aborted); its output begins \"wild: about to abort\" - "
      "run" },
    { "late-crash", HP_LAUNCH_COUNTERS, HP_OUT_CRASH, "signal 7 (Bus error)" },
    { "full", HP_LAUNCH_COUNTERS, HP_OUT_MEMORY,
      "counting full: toy: no room for 80024 bytes in 16777216 - the heap was full: raise "
      "limits.memory "
      "or make the case smaller" },
    { "flood-stdout", HP_LAUNCH_COUNTERS, HP_OUT_OUTPUT,
      "the worker wrote more than 64 KiB to stdout (the first 4 KiB are kept) - make the plugin "
      "quieter "
      "or raise limits.output" },
    { "flood-stderr", HP_LAUNCH_TIME, HP_OUT_OUTPUT,
      "the worker wrote more than 64 KiB to stderr" },
    { "malloc-once", HP_LAUNCH_COUNTERS, HP_OUT_ERROR,
      "counting malloc-once: the method called malloc 40 times inside the timed region (40 "
      "operations) - "
      "take memory of the harness in open(), memory of the case from the heap" },
    { "malloc-once", HP_LAUNCH_TIME, HP_OUT_ERROR,
      "timing malloc-once: the method called malloc 1 times inside the timed region (1 "
      "operations)" },
    { "exit", HP_LAUNCH_COUNTERS, HP_OUT_PROTOCOL,
      "the worker left without a last word (exit status 3) - a plugin must return, not exit" },
    { "exit-quietly", HP_LAUNCH_COUNTERS, HP_OUT_PROTOCOL,
      "the worker left without a last word (exit status 0) - a plugin must return, not exit" },
    { "garbage", HP_LAUNCH_COUNTERS, HP_OUT_PROTOCOL,
      "the worker broke the protocol: expected a frame (HPF1), found the bytes 74 68 69 73" },
    { "fail", HP_LAUNCH_COUNTERS, HP_OUT_ERROR, "counting fail: wild: index 7 is outside 0..6" },
    { "fail", HP_LAUNCH_TIME, HP_OUT_ERROR, "timing fail: wild: index 7 is outside 0..6" },
    { "wrong-metric", HP_LAUNCH_COUNTERS, HP_OUT_ERROR,
      "wrong-metric: the plugin reported the unknown metric \"chunk_cout\" - did you mean "
      "\"chunk_count\"? (heapproof list metrics)" },
    { "nothing", HP_LAUNCH_COUNTERS, HP_OUT_ERROR, "workload wild has no method nothing" },
    { "say", HP_LAUNCH_PROBE, HP_OUT_OK, "" },
    { "nothing", HP_LAUNCH_PROBE, HP_OUT_ERROR, "workload wild has no probe nothing" },
    { "typo", HP_LAUNCH_PROBE, HP_OUT_ERROR,
      "typo: the plugin reported the unknown metric \"object_byte\" - did you mean "
      "\"object_bytes\"?" },
    { "nan", HP_LAUNCH_PROBE, HP_OUT_ERROR,
      "nan: the plugin reported inf for metric \"object_bytes\", which is no number" },
    { "text-as-number", HP_LAUNCH_PROBE, HP_OUT_ERROR,
      "the plugin reported metric \"iterator_type\" as a number, it is a text" },
    { "number-as-text", HP_LAUNCH_PROBE, HP_OUT_ERROR,
      "the plugin reported metric \"object_bytes\" as a text, it is a number" },
    { "undeclared", HP_LAUNCH_PROBE, HP_OUT_ERROR,
      "probe undeclared reported metric \"chunk_count\", which its row in the plugin's table does "
      "not "
      "declare - it declares: object_bytes arrays_count" },
};

static void expect(const struct hp_launch *l, enum hp_outcome outcome, const char *says)
{
    HP_CHECK(l->outcome == outcome, "%s: %s, wanted %s: %s", l->c->method,
             hp_outcome_name(l->outcome), hp_outcome_name(outcome), l->sentence);
    HP_CHECK(strstr(l->sentence, says) != NULL, "wanted \"%s\", got \"%s\"", says, l->sentence);
    assert_int_equal(l->outcome == HP_OUT_OK, l->sentence[0] == '\0');
    if (l->outcome != HP_OUT_OK)
        assert_int_equal(l->sample_count + l->text_count + l->block_count + l->collection_count, 0);
    assert_int_equal(strlen(l->started_utc), 20);
    assert_true(l->wall_ns > 0);
}

static void every_outcome_has_a_sentence(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench b;
        bench_open(&b);
        b.c.method = rows[i].method;
        b.c.probe = rows[i].kind == HP_LAUNCH_PROBE;
        expect(bench_run(&b, rows[i].kind), rows[i].outcome, rows[i].says);
        bench_close(&b);
    }
}

static void a_probe_that_forgets_is_noted(void **state)
{
    static const struct {
        const char *probe, *note; /* NULL: none */
    } notes[] = {
        { "say", NULL },
        { "forgets", "probe forgets did not report what it declares: chunk_count, iterator_type" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        struct bench b;
        bench_open(&b);
        b.c.method = notes[i].probe;
        b.c.probe = true;
        const struct hp_launch *l = bench_run(&b, HP_LAUNCH_PROBE);
        expect(l, HP_OUT_OK, "");
        bool told = false;
        for (size_t n = 0; n < l->note_count; n++) {
            HP_CHECK(notes[i].note != NULL || strstr(l->notes[n], "did not report") == NULL, "%s",
                     l->notes[n]);
            told = told || (notes[i].note != NULL && strcmp(l->notes[n], notes[i].note) == 0);
        }
        HP_CHECK(told == (notes[i].note != NULL), "%s: no such note", notes[i].probe);
        bench_close(&b);
    }
}

/* A call of the workload that fails without a word, or with a code that is none, is no success. */
static void lying_answers_are_errors(void **state)
{
    static const struct {
        const char *method, *answer;
        enum hp_launch_kind kind;
        enum hp_outcome outcome;
        const char *says;
    } lies[] = {
        { "lie", "-1", HP_LAUNCH_COUNTERS, HP_OUT_ERROR,
          "counting lie: the plugin returned -1 (HP_E_NOMEM) and did not say why - a failure is "
          "return hp_fail(err, HP_E_..., \"why\")" },
        { "lie", "-7", HP_LAUNCH_TIME, HP_OUT_ERROR,
          "timing lie: the plugin returned -7 (HP_E_INPUT) and did not say why" },
        { "lie", "1", HP_LAUNCH_COUNTERS, HP_OUT_ERROR,
          "counting lie: the plugin returned 1, no HP_E_* code, and did not say why" },
        { "lie", "12345", HP_LAUNCH_TIME, HP_OUT_ERROR,
          "timing lie: the plugin returned 12345, no HP_E_* code, and did not say why" },
        { "lie", "-8", HP_LAUNCH_COUNTERS, HP_OUT_ERROR,
          "the plugin returned -8, no HP_E_* code, and did not say why" },
        { "lie-aloud", "-3", HP_LAUNCH_COUNTERS, HP_OUT_REFUSED,
          "counting lie-aloud: wild: no such file" },
        { "lie-aloud", "7", HP_LAUNCH_COUNTERS, HP_OUT_ERROR,
          "counting lie-aloud: the plugin returned 7, no HP_E_* code: wild: no such file" },
        { "lie-open", "-1", HP_LAUNCH_COUNTERS, HP_OUT_ERROR,
          "opening method lie-open: the plugin returned -1 (HP_E_NOMEM) and did not say why" },
        { "lie-open", "2", HP_LAUNCH_TIME, HP_OUT_ERROR,
          "opening method lie-open: the plugin returned 2, no HP_E_* code" },
        { "lie", "-1", HP_LAUNCH_PROBE, HP_OUT_ERROR,
          "probe lie: the plugin returned -1 (HP_E_NOMEM) and did not say why" },
        { "lie", "1", HP_LAUNCH_PROBE, HP_OUT_ERROR,
          "probe lie: the plugin returned 1, no HP_E_* code" },
        { "lie", "0", HP_LAUNCH_PROBE, HP_OUT_PROTOCOL,
          "the worker says that all went well and delivers no reading - a probe must report" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct bench b;
        bench_open(&b);
        b.c.method = lies[i].method;
        b.c.probe = lies[i].kind == HP_LAUNCH_PROBE;
        bench_param(&b, "answer", lies[i].answer);
        expect(bench_run(&b, lies[i].kind), lies[i].outcome, lies[i].says);
        bench_close(&b);
    }
}

static void lying_heaps_are_errors(void **state)
{
    static const struct {
        const char *heap, *lie, *says;
    } lies[] = {
        { "toy", "open", "opening heap toy: the plugin returned 1, no HP_E_* code" },
        { "toy", "attach", "opening heap toy: the plugin returned 1, no HP_E_* code" },
        { "toy", "verify", "heap toy after the launch: the plugin returned 1, no HP_E_* code" },
        { "hosted", "body", "opening method none: the plugin returned 1, no HP_E_* code" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct bench b;
        bench_open(&b);
        b.c.heap = b.c.plugin = lies[i].heap;
        bench_option(&b, "lie", lies[i].lie);
        expect(bench_run(&b, HP_LAUNCH_COUNTERS), HP_OUT_ERROR, lies[i].says);
        bench_close(&b);
    }
}

static void sentences_are_one_line(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    b.c.method = "fail-in-lines";
    expect(bench_run(&b, HP_LAUNCH_COUNTERS), HP_OUT_ERROR, "wild: one two   three");
    assert_string_equal(b.kept->sentence, "counting fail-in-lines: wild: one two   three");
    bench_close(&b);
    bench_open(&b);
    b.c.method = "say-in-lines";
    b.c.probe = true;
    expect(bench_run(&b, HP_LAUNCH_PROBE), HP_OUT_OK, "");
    assert_int_equal(b.kept->note_count, 1);
    assert_string_equal(b.kept->notes[0], "a note of two lines");
    assert_int_equal(b.kept->text_count, 1);
    assert_string_equal(b.kept->texts[0].value, "a type");
    bench_close(&b);
}

static void hangs_are_stopped(void **state)
{
    (void)state;
    static const char *const methods[] = { "loop", "sleep" };
    for (size_t i = 0; i < 2; i++) {
        struct bench b;
        bench_open(&b);
        b.c.method = methods[i];
        b.config.limits.time_ns = 300000000;
        expect(bench_run(&b, HP_LAUNCH_TIME), HP_OUT_TIMEOUT,
               "the worker was stopped after 300 ms, its limit on wall time - raise limits.time");
        assert_true(b.kept->wall_ns >= 300000000);
        bench_close(&b);
    }
}

static void cpu_time_is_limited(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    b.c.method = "loop";
    b.config.limits.cpu_ns = 1000000000;
    expect(bench_run(&b, HP_LAUNCH_COUNTERS), HP_OUT_TIMEOUT,
           "the worker used up its CPU time of 1 s - raise limits.cpu");
    bench_close(&b);
}

/* Memory that the kernel counts as data is refused; other memory is watched by the parent. A sanitizer's
 * shadow is data, so that there the watch stops both. */
static void memory_is_limited(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    b.c.method = "greedy";
    b.config.limits.memory_bytes = 128 << 20;
    expect(bench_run(&b, HP_LAUNCH_COUNTERS), HP_OUT_MEMORY,
           "of memory, its limit is 128 MiB - raise limits.memory or make the case smaller");
    assert_true(b.kept->peak_rss_bytes > 128 << 20);
    b.c.method = "leak";
    expect(bench_run(&b, HP_LAUNCH_COUNTERS), HP_OUT_MEMORY,
           HP_GUARD_SANITIZED ? "its limit is 128 MiB"
                              : "counting leak: wild: cannot map another MiB - the heap was full");
    bench_close(&b);
}

static void refusals_name_the_setting(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    bench_param(&b, "refused", "true");
    expect(bench_run(&b, HP_LAUNCH_COUNTERS), HP_OUT_REFUSED,
           "opening method none: wild: refused = true cannot be honoured");
    bench_close(&b);
}

/* Requested and read back: equal applies, anything else is refused with both numbers. */
static void thresholds_are_read_back(void **state)
{
    (void)state;
    static const struct {
        uint64_t wanted, applied;
        const char *says;
    } thresholds[] = {
        { 0, 85000, NULL },
        { 85000, 85000, NULL },
        { 196608, 196608, NULL },
        { 50000, 85000,
          "heap toy: threshold 50000 requested, 85000 read back: the setting did not apply - use "
          "at least "
          "85000" },
    };
    for (size_t i = 0; i < sizeof thresholds / sizeof *thresholds; i++) {
        struct bench b;
        bench_open(&b);
        b.c.threshold_bytes = thresholds[i].wanted;
        const char *says = thresholds[i].says;
        expect(bench_run(&b, HP_LAUNCH_COUNTERS), says == NULL ? HP_OUT_OK : HP_OUT_REFUSED,
               says == NULL ? "" : says);
        assert_int_equal(b.kept->threshold_applied, thresholds[i].applied);
        bench_close(&b);
    }
}

static void broken_heaps_are_noticed(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    bench_option(&b, "broken", "true");
    expect(bench_run(&b, HP_LAUNCH_COUNTERS), HP_OUT_ERROR,
           "heap toy after the launch: toy: the option broken says so");
    bench_close(&b);
}

/* What the plan should have refused: the worker says it rather than measuring something else. */
static void wrong_orders_are_errors(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    bench_param(&b, "sise", "1");
    expect(bench_run(&b, HP_LAUNCH_COUNTERS), HP_OUT_ERROR,
           "wild: unknown option \"sise\" - did you mean \"size\"?");
    bench_close(&b);
    bench_open(&b);
    bench_option(&b, "room", "1 byte");
    expect(bench_run(&b, HP_LAUNCH_COUNTERS), HP_OUT_ERROR,
           "toy: room: \"1 byte\": expected a size");
    bench_close(&b);
}

/* Kills the only child that this thread has, once it is there. */
static int kill_the_worker(void *context)
{
    char path[64], text[64] = "";
    (void)context;
    (void)snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    const size_t n = fread(text, 1, sizeof text - 1, f);
    (void)fclose(f);
    const long pid = n > 0 ? strtol(text, NULL, 10) : 0;
    if (pid > 0)
        (void)kill((pid_t)pid, SIGKILL);
    return 0;
}

static void a_killed_worker_is_noticed(void **state)
{
    (void)state;
    struct bench b;
    struct hp_err err = { 0, "" };
    bench_open(&b);
    b.c.method = "sleep";
    const struct hp_todo todo = { &b.c, HP_LAUNCH_TIME, 0 };
    const struct hp_schedule_events events = { .context = &b,
                                               .finished = bench_keep,
                                               .interrupted = kill_the_worker };
    assert_int_equal(hp_schedule_run(&todo, 1, &b.config, &b.plugins, &b.machine, 1, &events, &err),
                     HP_OK);
    expect(b.kept, HP_OUT_PROTOCOL,
           "the worker was killed from outside with signal 9 (Killed) while it held");
    bench_close(&b);
}

static void output_is_kept(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    b.c.method = "talk";
    b.config.measure.pass_operations = 1;
    expect(bench_run(&b, HP_LAUNCH_COUNTERS), HP_OUT_OK, "");
    HP_CHECK(strncmp(hp_text_str(&b.kept->captured), "caf\xc3\xa9 \xef\xbf\xbd tail\n", 15) == 0,
             "%s", hp_text_str(&b.kept->captured));
    bench_close(&b);
}

static void outcomes_have_names(void **state)
{
    (void)state;
    static const char *const names[] = { "ok",      "error",  "refused", "crash",
                                         "timeout", "memory", "output",  "protocol" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(hp_outcome_name((enum hp_outcome)i), names[i]);
}

int main(int argc, char **argv)
{
    BENCH_MAIN(argc, argv);
    bench_environment();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_outcome_has_a_sentence),
        cmocka_unit_test(a_probe_that_forgets_is_noted),
        cmocka_unit_test(lying_answers_are_errors),
        cmocka_unit_test(lying_heaps_are_errors),
        cmocka_unit_test(sentences_are_one_line),
        cmocka_unit_test(hangs_are_stopped),
        cmocka_unit_test(cpu_time_is_limited),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(refusals_name_the_setting),
        cmocka_unit_test(thresholds_are_read_back),
        cmocka_unit_test(broken_heaps_are_noticed),
        cmocka_unit_test(wrong_orders_are_errors),
        cmocka_unit_test(a_killed_worker_is_noticed),
        cmocka_unit_test(output_is_kept),
        cmocka_unit_test(outcomes_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
