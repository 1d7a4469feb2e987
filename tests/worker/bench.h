/* SPDX-License-Identifier: MIT
 * One launch of a test workload on the test heap, through the real schedule and the real worker. A test that
 * includes this begins main() with BENCH_MAIN(argc, argv): the schedule execs the test program itself.
 */
#ifndef HP_TESTS_BENCH_H
#define HP_TESTS_BENCH_H

#include "hp_test.h"
#include "worker/worker.h"

#define BENCH_PLUGINS HP_BUILD_DIR "/tests/plugins"
#define BENCH_MAIN(argc, argv)                                                                     \
    do {                                                                                           \
        if ((argc) == 2 && strcmp((argv)[1], "worker") == 0)                                       \
            return hp_worker_main();                                                               \
    } while (0)

struct bench {
    struct hp_config config;
    struct hp_plugins plugins;
    struct hp_machine machine;
    struct hp_case c;
    struct hp_param params[4], options[4];
    struct hp_launch *kept; /* the last launch that finished */
};

/* Sanitizers catch signals and leaks first; here the worker's own end is what is tested. */
static inline void bench_environment(void)
{
    (void)setenv("ASAN_OPTIONS", "handle_segv=0:handle_sigbus=0:handle_abort=0:detect_leaks=0", 1);
    (void)setenv("TSAN_OPTIONS", "handle_segv=0:handle_sigbus=0:handle_abort=0", 1);
    (void)setenv("UBSAN_OPTIONS", "handle_segv=0:handle_sigbus=0:handle_abort=0", 1);
}

static inline void bench_open(struct bench *b)
{
    struct hp_err err = { 0, "" };
    *b = (struct bench){
        .config = { .measure = { .rounds = 1,
                                 .counter_rounds = 1,
                                 .counter_iterations = 15,
                                 .min_iterations = 15,
                                 .max_iterations = 30,
                                 .pass_operations = 40,
                                 .half_width = 0.05,
                                 .min_iteration_ns = 200000 },
                    .limits = { .time_ns = 30000000000u,
                                .cpu_ns = 30000000000u,
                                .memory_bytes = (uint64_t)512 << 20,
                                .output_bytes = 4096,
                                .jobs = 2 } },
        .machine = { "this", 2, (uint64_t)32 << 20, (uint64_t)24 << 30 },
        .c = { .identity = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
               .workload = "wild",
               .method = "none",
               .heap = "toy",
               .plugin = "toy",
               .gc = "workstation",
               .machine = "this",
               .threshold = "default" },
    };
    b->c.params = b->params;
    b->c.options = b->options;
    static const char *const files[] = { "toy", "hosted", "wild" };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[512];
        (void)snprintf(path, sizeof path, "%s/%s.so", BENCH_PLUGINS, files[i]);
        HP_CHECK(hp_plugin_load(&b->plugins, path, &err) == HP_OK, "%s", err.text);
    }
}

static inline void bench_close(struct bench *b)
{
    hp_launch_free(b->kept);
    hp_plugins_clear(&b->plugins);
}

static inline void bench_param(struct bench *b, const char *name, const char *text)
{
    b->params[b->c.param_count++] = (struct hp_param){ name, text };
}

static inline void bench_option(struct bench *b, const char *name, const char *text)
{
    b->options[b->c.option_count++] = (struct hp_param){ name, text };
}

/* Takes the launch out of the schedule's hands. */
static inline int bench_keep(void *context, struct hp_launch *launch, struct hp_err *err)
{
    struct bench *b = context;
    (void)err;
    hp_launch_free(b->kept);
    b->kept = hp_mem_new(sizeof *b->kept);
    *b->kept = *launch;
    *launch = (struct hp_launch){ .arena = NULL };
    return 0;
}

static inline struct hp_launch *bench_run(struct bench *b, enum hp_launch_kind kind)
{
    const struct hp_todo todo = { &b->c, kind, 0 };
    const struct hp_schedule_events events = { .context = b, .finished = bench_keep };
    struct hp_err err = { 0, "" };
    const int rc =
        hp_schedule_run(&todo, 1, &b->config, &b->plugins, &b->machine, 1, &events, &err);
    HP_CHECK(rc == HP_OK, "%s", err.text);
    assert_non_null(b->kept);
    return b->kept;
}

/* Samples of one metric. */
static inline size_t bench_samples(const struct hp_launch *l, const char *metric, double *values,
                                   size_t max)
{
    size_t n = 0;
    for (size_t i = 0; i < l->sample_count; i++) {
        if (strcmp(l->samples[i].metric, metric) != 0)
            continue;
        assert_int_equal(l->samples[i].iteration, n);
        if (n < max)
            values[n] = l->samples[i].value;
        n++;
    }
    return n;
}

#endif
