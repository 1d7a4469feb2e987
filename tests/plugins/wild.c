/* SPDX-License-Identifier: MIT
 * A workload for tests whose methods behave in every way a worker has to survive. The honest ones do an
 * amount of work that the tests know exactly.
 */
#include <heapproof/abi.h>

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct wild_params {
    int64_t size, count, answer;
    bool refused;
};

struct wild {
    const struct hp_run *run;
    struct wild_params p;
    const char *method;
    volatile uint64_t sum;
};

static const struct hp_type int_array = { "int32[]", HP_ARRAY_BASE, 4, HP_TYPE_ARRAY, 0, 0 };
static const struct hp_type ref_array = { "object[]", HP_ARRAY_BASE, 8, HP_TYPE_ARRAY, 0, 1 };

static int wild_open(void **state, const struct hp_run *run, struct hp_err *err)
{
    const struct wild_params *p = run->params;
    if (p->refused)
        return hp_fail(err, HP_E_REFUSED, "wild: refused = true cannot be honoured");
    if (strcmp(run->method, "lie-open") == 0)
        return (int)p->answer;
    struct wild *w = calloc(1, sizeof *w);
    if (w == NULL)
        return hp_fail(err, HP_E_NOMEM, "wild: no memory for the state");
    *w = (struct wild){ .run = run, .p = *p, .method = run->method };
    *state = w;
    return HP_OK;
}

static int none(struct wild *w, struct hp_err *err)
{
    (void)err;
    for (int64_t i = 0; i < w->p.count; i++)
        w->sum += (uint64_t)i;
    return HP_OK;
}

static int arrays(struct wild *w, struct hp_err *err)
{
    struct hp_thread *t = w->run->thread;
    for (int64_t i = 0; i < w->p.count; i++) {
        hp_ref array;
        const uint32_t scope = hp_scope_open(t);
        const int rc = hp_new(t, &int_array, (uint64_t)w->p.size, 0, &array, err);
        hp_scope_close(t, scope);
        if (rc != HP_OK)
            return rc;
    }
    return HP_OK;
}

/* Each operation keeps what it allocates. */
static int full(struct wild *w, struct hp_err *err)
{
    struct hp_thread *t = w->run->thread;
    hp_ref array;
    return hp_new(t, &ref_array, (uint64_t)w->p.size * 10, 0, &array, err);
}

static int crash(struct wild *w, struct hp_err *err)
{
    (void)w;
    (void)err;
    return raise(SIGSEGV);
}

/* As deep as the stack is, and one frame more. */
static int overflow(struct wild *w, struct hp_err *err)
{
    volatile char frame[4096];
    frame[0] = (char)w->sum++;
    return w->p.count >= 0 ? overflow(w, err) + frame[0] : HP_OK;
}

static int end_abort(struct wild *w, struct hp_err *err)
{
    (void)w;
    (void)err;
    (void)fputs("wild: about to abort\n", stderr);
    abort();
}

static int loop(struct wild *w, struct hp_err *err)
{
    (void)err;
    while (w->p.count >= 0)
        w->sum++;
    return HP_OK;
}

static int wait_long(struct wild *w, struct hp_err *err)
{
    (void)err;
    while (w->p.count >= 0)
        (void)sleep(1000);
    return HP_OK;
}

/* Shared memory is no data segment: only the parent's watch sees it. */
static int greedy(struct wild *w, struct hp_err *err)
{
    const size_t bytes = (size_t)1 << 20;
    for (;;) {
        char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            return hp_fail(err, HP_E_NOMEM, "wild: cannot map another MiB");
        memset(p, 1, bytes);
        w->sum++;
    }
}

/* Private memory: the kernel says no. */
static int leak(struct wild *w, struct hp_err *err)
{
    const size_t bytes = (size_t)1 << 20;
    for (;;) {
        char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            return hp_fail(err, HP_E_NOMEM, "wild: cannot map another MiB");
        memset(p, 1, bytes);
        w->sum++;
    }
}

static int flood(FILE *to)
{
    while (fputs("the same line again and again and again\n", to) >= 0)
        continue;
    return HP_E_IO;
}

static int flood_stdout(struct wild *w, struct hp_err *err)
{
    (void)w;
    (void)err;
    return flood(stdout);
}

static int flood_stderr(struct wild *w, struct hp_err *err)
{
    (void)w;
    (void)err;
    return flood(stderr);
}

static int talk(struct wild *w, struct hp_err *err)
{
    static const char text[] = "caf\xc3\xa9 \xff tail\n";
    (void)w;
    (void)err;
    const ssize_t n = write(STDOUT_FILENO, text, sizeof text - 1);
    return n > 0 ? HP_OK : HP_E_IO;
}

static int malloc_once(struct wild *w, struct hp_err *err)
{
    void *volatile block = malloc(24);
    (void)err;
    w->sum += block != NULL ? 1 : 0;
    free(block);
    return HP_OK;
}

static int leave(struct wild *w, struct hp_err *err)
{
    (void)w;
    (void)err;
    _exit(3);
}

static int leave_quietly(struct wild *w, struct hp_err *err)
{
    (void)w;
    (void)err;
    _exit(0);
}

static int garbage(struct wild *w, struct hp_err *err)
{
    static const char text[] = "this is no frame, whatever it may look like";
    (void)w;
    (void)err;
    const ssize_t n = write(4, text, sizeof text - 1);
    return n > 0 ? HP_OK : HP_E_IO;
}

static int fail_plainly(struct wild *w, struct hp_err *err)
{
    (void)w;
    return hp_fail(err, HP_E_RANGE, "wild: index 7 is outside 0..6");
}

static int fail_in_lines(struct wild *w, struct hp_err *err)
{
    (void)w;
    return hp_fail(err, HP_E_RANGE, "wild: one\ntwo\r\n\tthree\n");
}

static int lie(struct wild *w, struct hp_err *err)
{
    (void)err;
    return (int)w->p.answer;
}

/* A sentence with one code, and another code returned. */
static int lie_aloud(struct wild *w, struct hp_err *err)
{
    (void)hp_fail(err, HP_E_IO, "wild: no such file");
    return (int)w->p.answer;
}

static const struct {
    const char *name;
    int (*once)(struct wild *w, struct hp_err *err);
} bodies[] = {
    { "none", none },
    { "arrays", arrays },
    { "full", full },
    { "crash", crash },
    { "overflow", overflow },
    { "abort", end_abort },
    { "loop", loop },
    { "sleep", wait_long },
    { "greedy", greedy },
    { "leak", leak },
    { "flood-stdout", flood_stdout },
    { "flood-stderr", flood_stderr },
    { "talk", talk },
    { "malloc-once", malloc_once },
    { "exit", leave },
    { "exit-quietly", leave_quietly },
    { "garbage", garbage },
    { "fail", fail_plainly },
    { "fail-in-lines", fail_in_lines },
    { "lie", lie },
    { "lie-aloud", lie_aloud },
    { "lie-open", lie },
    { "late-crash", none },
    { "wrong-metric", none },
};

static int wild_step(void *state, uint64_t operations, struct hp_err *err)
{
    struct wild *w = state;
    size_t i = 0;
    while (strcmp(bodies[i].name, w->method) != 0)
        i++;
    for (uint64_t n = 0; n < operations; n++) {
        const int rc = bodies[i].once(w, err);
        if (rc != HP_OK)
            return rc;
    }
    return HP_OK;
}

static void wild_counters(void *state, const struct hp_host *host)
{
    const struct wild *w = state;
    if (strcmp(w->method, "wrong-metric") == 0)
        host->metric(host->context, "chunk_cout", 1);
    else
        host->metric(host->context, "chunk_count", (double)w->p.count);
}

static void wild_close(void *state)
{
    const struct wild *w = state;
    if (w != NULL && strcmp(w->method, "late-crash") == 0)
        (void)raise(SIGBUS);
    free(state);
}

static int probe_say(const struct hp_run *run, struct hp_err *err)
{
    const struct hp_host *h = run->host;
    const struct hp_block first = { "first", 0, 4, 40, 0, 0, "array" };
    const struct hp_block second = { "first", 1, 20000, 80024, 0, 1, "array" };
    (void)err;
    h->metric(h->context, "arrays_count", 2);
    h->metric(h->context, "object_bytes", 40);
    h->metric(h->context, "object_bytes", 80024);
    h->metric_text(h->context, "iterator_type", "ChunkIterator");
    h->block(h->context, &first);
    h->block(h->context, &second);
    h->note(h->context, "two arrays were enough");
    return HP_OK;
}

static int probe_say_in_lines(const struct hp_run *run, struct hp_err *err)
{
    const struct hp_host *h = run->host;
    (void)err;
    h->metric_text(h->context, "iterator_type", "a\ntype\n");
    h->note(h->context, "a note\nof\ttwo lines\n");
    return HP_OK;
}

static int wild_probe(const struct hp_run *run, struct hp_err *err)
{
    const struct hp_host *h = run->host;
    if (strcmp(run->probe, "say") == 0)
        return probe_say(run, err);
    if (strcmp(run->probe, "lie") == 0)
        return (int)((const struct wild_params *)run->params)->answer;
    if (strcmp(run->probe, "say-in-lines") == 0)
        return probe_say_in_lines(run, err);
    if (strcmp(run->probe, "typo") == 0)
        h->metric(h->context, "object_byte", 1);
    else if (strcmp(run->probe, "nan") == 0)
        h->metric(h->context, "object_bytes", (double)INFINITY);
    else if (strcmp(run->probe, "text-as-number") == 0)
        h->metric(h->context, "iterator_type", 1);
    else if (strcmp(run->probe, "undeclared") == 0)
        h->metric(h->context, "chunk_count", 1);
    else if (strcmp(run->probe, "forgets") == 0)
        h->metric(h->context, "object_bytes", 1);
    else
        h->metric_text(h->context, "object_bytes", "forty");
    return HP_OK;
}

static const struct hp_method methods[] = {
#define METHOD(name, uses)                                                                         \
    {                                                                                              \
        name, NULL, NULL, uses, 0, "one call", "for tests"                                         \
    }
    METHOD("none", "count refused"),
    METHOD("arrays", "size count"),
    METHOD("full", "size"),
    METHOD("crash", ""),
    METHOD("overflow", ""),
    METHOD("abort", ""),
    METHOD("loop", ""),
    METHOD("sleep", ""),
    METHOD("greedy", ""),
    METHOD("leak", ""),
    METHOD("flood-stdout", ""),
    METHOD("flood-stderr", ""),
    METHOD("talk", ""),
    METHOD("malloc-once", ""),
    METHOD("exit", ""),
    METHOD("exit-quietly", ""),
    METHOD("garbage", ""),
    METHOD("fail", ""),
    METHOD("fail-in-lines", ""),
    METHOD("lie", "answer"),
    METHOD("lie-aloud", "answer"),
    METHOD("lie-open", "answer"),
    METHOD("late-crash", ""),
    METHOD("wrong-metric", ""),
    { .name = NULL },
};

static const struct hp_probe probes[] = {
    { "say", NULL, "", "arrays_count object_bytes iterator_type", "for tests" },
    { "lie", NULL, "answer", "object_bytes", "for tests" },
    { "say-in-lines", NULL, "", "iterator_type", "for tests" },
    { "typo", NULL, "", "object_bytes", "for tests" },
    { "nan", NULL, "", "object_bytes", "for tests" },
    { "text-as-number", NULL, "", "iterator_type", "for tests" },
    { "number-as-text", NULL, "", "object_bytes", "for tests" },
    { "undeclared", NULL, "", "object_bytes arrays_count", "for tests" },
    { "forgets", NULL, "", "chunk_count object_bytes iterator_type arrays_count?", "for tests" },
    { .name = NULL },
};

static const struct hp_option params[] = {
    { "size", "1000", "elements of an array", HP_COUNT, offsetof(struct wild_params, size), 0,
      INT64_C(1) << 30, NULL },
    { "count", "10", "repetitions inside an operation", HP_COUNT,
      offsetof(struct wild_params, count), 0, INT64_C(1) << 30, NULL },
    { "answer", "0", "what a lying call returns without a sentence", HP_COUNT,
      offsetof(struct wild_params, answer), INT32_MIN, INT32_MAX, NULL },
    { "refused", "false", "open() refuses", HP_FLAG, offsetof(struct wild_params, refused), 0, 0,
      NULL },
    { .name = NULL },
};

static const struct hp_workload_ops ops = {
    .open = wild_open,
    .step = wild_step,
    .counters = wild_counters,
    .probe = wild_probe,
    .close = wild_close,
};

static const struct hp_plugin table = {
    .magic = HP_MAGIC,
    .abi = HP_ABI,
    .size = sizeof(struct hp_plugin),
    .kind = HP_KIND_WORKLOAD,
    .options_size = sizeof(struct wild_params),
    .name = "wild",
    .version = "1.0",
    .summary = "a workload for tests",
    .options = params,
    .workload = &ops,
    .methods = methods,
    .probes = probes,
};

HP_EXPORT const struct hp_plugin *hp_plugin_query(void)
{
    return &table;
}
