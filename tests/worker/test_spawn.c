/* SPDX-License-Identifier: MIT
 * A child of ours under limits, without any plugin: this program is its own child, in modes of its own.
 */
#include "base/clock.h"
#include "base/err.h"
#include "hp_test.h"
#include "measure/guard.h"
#include "worker/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* ---- the children ---- */

/* Sends every frame back with its kind raised by one, then one with what a child can see of itself. */
static int child_echo(void)
{
    struct hp_inbox box = { .taken = 0 };
    struct hp_frame frame;
    struct hp_err err = { 0, "" };
    if (hp_frame_read(HP_CHILD_IN, &box, &frame, &err) != 1)
        return 1;
    struct hp_pack p = { .bytes = { 0 } };
    hp_text_put_n(&p.bytes, (const char *)frame.body, frame.bytes);
    const int rc = hp_frame_write(HP_CHILD_OUT, (uint16_t)(frame.kind + 1), &p, &err);
    hp_text_clear(&p.bytes);
    hp_inbox_clear(&box);
    return rc == HP_OK ? 0 : 1;
}

/* 0 when no descriptor beyond 4 is open, stdin is empty, and a core may not be written. */
static int child_inspect(void)
{
    char c;
    for (int fd = 5; fd < 256; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            return 10;
    struct rlimit core;
    if (getrlimit(RLIMIT_CORE, &core) != 0 || core.rlim_max != 0)
        return 12;
    return read(STDIN_FILENO, &c, 1) == 0 ? 0 : 11;
}

static int child_sleep(void)
{
    for (;;)
        (void)sleep(1000);
    return 0;
}

/* Says who it is, and stays. */
static int child_who(void)
{
    struct hp_pack p = { .bytes = { 0 } };
    struct hp_err err = { 0, "" };
    hp_pack_i64(&p, getpid());
    const int rc = hp_frame_write(HP_CHILD_OUT, 1, &p, &err);
    hp_text_clear(&p.bytes);
    return rc == HP_OK ? child_sleep() : 1;
}

static int child_spin(void)
{
    for (volatile unsigned n = 0; n + 1 != 0; n++)
        if (n == UINT32_MAX - 1)
            n = 0;
    return 0;
}

static int child_wrong_frame(void)
{
    const ssize_t n = write(HP_CHILD_OUT, "HTTP/1.1 200 OK\r\n\r\n", 19);
    return n == 19 ? child_sleep() : 1;
}

/* Leaves a grandchild behind that holds every pipe open. */
static int child_offspring(void)
{
    if (fork() == 0)
        return child_sleep();
    (void)puts("gone before my child");
    return 0;
}

static int child_out_of_memory(void)
{
    (void)fputs("heapproof: this machine has no memory left\n", stderr);
    return 6;
}

static int child_killed_outside(void)
{
    return raise(SIGKILL);
}

static int child_shared_memory(void)
{
    for (;;) {
        char *p = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            return 1;
        memset(p, 1, 1 << 20);
    }
}

static int child_noise(void)
{
    (void)fputs("to stderr first\n", stderr);
    for (int i = 0; i < 100; i++)
        (void)printf("line %d\n", i);
    (void)fputs("\xff\xfe no UTF-8\n", stderr);
    return 5;
}

static const struct {
    const char *mode;
    int (*run)(void);
} children[] = {
    { "echo", child_echo },
    { "inspect", child_inspect },
    { "sleep", child_sleep },
    { "who", child_who },
    { "spin", child_spin },
    { "wrong-frame", child_wrong_frame },
    { "offspring", child_offspring },
    { "out-of-memory", child_out_of_memory },
    { "killed", child_killed_outside },
    { "shared-memory", child_shared_memory },
    { "noise", child_noise },
};

/* ---- the parent ---- */

static const struct hp_limits limits = {
    .time_ns = 20000000000u,
    .cpu_ns = 20000000000u,
    .memory_bytes = (uint64_t)1 << 30,
    .output_bytes = 1000,
};

static int expect_nothing(void *context, const struct hp_frame *frame, struct hp_err *err)
{
    (void)context;
    (void)frame;
    return hp_fail(err, HP_E_STATE, "a frame that nobody expected");
}

static struct hp_child_end talk(const char *mode, const struct hp_limits *with)
{
    struct hp_pack nothing = { .bytes = { 0 } };
    struct hp_child_end end = { .status = -1 };
    struct hp_err err = { 0, "" };
    const int rc = hp_child_talk(mode, with, 1, &nothing, expect_nothing, NULL, &end, &err);
    HP_CHECK(rc == HP_OK, "%s", err.text);
    return end;
}

static int keep_frame(void *context, const struct hp_frame *frame, struct hp_err *err)
{
    (void)err;
    struct hp_text *kept = context;
    hp_text_print(kept, "%u:", frame->kind);
    hp_text_put_n(kept, (const char *)frame->body, frame->bytes);
    return 0;
}

/* Requests and answers larger than any pipe, both at once, without a deadlock. */
static void large_frames_both_ways(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 65536, 5000000 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct hp_pack p = { .bytes = { 0 } };
        struct hp_text got = { 0 };
        struct hp_child_end end;
        struct hp_err err = { 0, "" };
        for (size_t k = 0; k < sizes[i]; k++)
            hp_text_put_n(&p.bytes, &"heapproof"[k % 9], 1);
        const int rc = hp_child_talk("echo", &limits, 41, &p, keep_frame, &got, &end, &err);
        HP_CHECK(rc == HP_OK && end.outcome == HP_OUT_OK, "%s%s", err.text, end.sentence);
        assert_int_equal(got.bytes, sizes[i] + 3);
        assert_memory_equal(got.text, "42:", 3);
        assert_memory_equal(got.text + 3, hp_text_str(&p.bytes), sizes[i]);
        hp_text_clear(&p.bytes);
        hp_text_clear(&got);
        hp_text_clear(&end.captured);
    }
}

/* How a child ends and what is said about it. */
static const struct {
    const char *mode;
    enum hp_outcome outcome;
    const char *sentence;
} ends[] = {
    { "inspect", HP_OUT_OK, "" },
    { "wrong-frame", HP_OUT_PROTOCOL,
      "the wrong-frame broke the protocol: expected a frame (HPF1), found the bytes 48 54 54 50" },
    { "echo-nothing", HP_OUT_PROTOCOL,
      "the echo-nothing left without a last word (exit status 99) - a plugin must return, not "
      "exit" },
    { "offspring", HP_OUT_OK, "" },
    { "out-of-memory", HP_OUT_MEMORY,
      "the out-of-memory ran out of memory under its limit of 1 GiB - raise limits.memory or make "
      "the "
      "case smaller" },
    { "noise", HP_OUT_PROTOCOL,
      "the noise left without a last word (exit status 5); its output begins \"line 0\" - a plugin "
      "must "
      "return, not exit" },
};

static void every_end_has_a_sentence(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct hp_child_end end = talk(ends[i].mode, &limits);
        HP_CHECK(end.outcome == ends[i].outcome, "%s: %s (%s)", ends[i].mode,
                 hp_outcome_name(end.outcome), end.sentence);
        assert_string_equal(end.sentence, ends[i].sentence);
        hp_text_clear(&end.captured);
    }
}

static void killed_from_outside(void **state)
{
    (void)state;
    struct hp_child_end end = talk("killed", &limits);
    assert_int_equal(end.outcome, HP_OUT_PROTOCOL);
    HP_CHECK(strstr(end.sentence,
                    "the killed was killed from outside with signal 9 (Killed) while") != NULL,
             "%s", end.sentence);
    hp_text_clear(&end.captured);
}

static void wall_time_is_limited(void **state)
{
    (void)state;
    struct hp_limits few = limits;
    few.time_ns = 150000000;
    struct hp_child_end end = talk("sleep", &few);
    assert_int_equal(end.outcome, HP_OUT_TIMEOUT);
    assert_string_equal(end.sentence,
                        "the sleep was stopped after 150 ms, its limit on wall time - raise "
                        "limits.time or make the case smaller");
    assert_true(end.wall_ns >= few.time_ns);
    hp_text_clear(&end.captured);
}

static void cpu_time_is_limited(void **state)
{
    (void)state;
    struct hp_limits few = limits;
    few.cpu_ns = 1000000000;
    struct hp_child_end end = talk("spin", &few);
    assert_int_equal(end.outcome, HP_OUT_TIMEOUT);
    assert_string_equal(
        end.sentence,
        "the spin used up its CPU time of 1 s - raise limits.cpu or make the case smaller");
    hp_text_clear(&end.captured);
}

static void resident_memory_is_watched(void **state)
{
    (void)state;
    struct hp_limits few = limits;
    few.memory_bytes = 192 << 20;
    struct hp_child_end end = talk("shared-memory", &few);
    assert_int_equal(end.outcome, HP_OUT_MEMORY);
    HP_CHECK(strstr(end.sentence, "of memory, its limit is 192 MiB - raise limits.memory") != NULL,
             "%s", end.sentence);
    assert_true(end.peak_rss_bytes > few.memory_bytes);
    hp_text_clear(&end.captured);
}

/* Both streams are kept up to the limit, and what is kept is valid UTF-8. */
static void output_is_kept_and_bounded(void **state)
{
    (void)state;
    struct hp_limits few = limits;
    struct hp_child_end end = talk("noise", &few);
    const char *text = hp_text_str(&end.captured);
    assert_true(hp_utf8_valid(text, end.captured.bytes));
    HP_CHECK(strncmp(text, "line 0\nline 1\n", 14) == 0, "%s", text);
    HP_CHECK(strstr(text, "line 99\nto stderr first\n\xef\xbf\xbd\xef\xbf\xbd no UTF-8\n") != NULL,
             "%s", text);
    hp_text_clear(&end.captured);
    few.output_bytes = 60;
    end = talk("noise", &few);
    text = hp_text_str(&end.captured);
    HP_CHECK(strstr(text, "line 7\nline\n[730 more bytes of stdout were not kept]\nto stderr") !=
                 NULL,
             "%s", text);
    hp_text_clear(&end.captured);
}

static int listener(void *context, struct hp_child *child, const struct hp_frame *frame,
                    struct hp_err *err)
{
    (void)context;
    (void)child;
    (void)frame;
    return hp_fail(err, HP_E_STATE, "a frame that nobody expected");
}

static void can_be_killed_and_freed(void **state)
{
    (void)state;
    struct hp_pack nothing = { .bytes = { 0 } };
    struct hp_child *both[2] = { NULL, NULL };
    struct hp_child_end end;
    struct hp_err err = { 0, "" };
    for (int i = 0; i < 2; i++)
        assert_int_equal(hp_child_start("sleep", &limits, 1, &nothing, &both[i], &err), HP_OK);
    assert_int_equal(hp_children_poll(both, 2, 30, listener, NULL, &err), HP_OK);
    assert_false(hp_child_ended(both[0], &end));
    hp_child_kill(both[0]);
    while (!hp_child_ended(both[0], &end))
        assert_int_equal(hp_children_poll(both, 2, 1000, listener, NULL, &err), HP_OK);
    assert_int_equal(end.outcome, HP_OUT_PROTOCOL);
    assert_string_equal(end.sentence, "the sleep was stopped because the run was interrupted");
    hp_text_clear(&end.captured);
    assert_false(hp_child_ended(both[1], &end));
    hp_child_free(both[0]);
    hp_child_free(both[1]); /* still running: killed and reaped */
    hp_child_free(NULL);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
}

/* Dead, but whoever adopted it has not asked yet. */
static bool is_zombie(pid_t pid)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    char text[512] = "";
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        (void)close(fd);
    return n <= 0 || strstr(text, ") Z ") != NULL;
}

static int pass_pid_on(void *context, const struct hp_frame *frame, struct hp_err *err)
{
    struct hp_unpack u = { frame->body, frame->body + frame->bytes, false };
    const int64_t pid = hp_unpack_i64(&u);
    (void)err;
    return write(*(const int *)context, &pid, sizeof pid) == (ssize_t)sizeof pid ? 0 : -1;
}

/* A child does not outlive its parent, whatever kills that. */
static void dies_with_its_parent(void **state)
{
    (void)state;
    int tell[2];
    assert_int_equal(pipe(tell), 0);
    const pid_t parent = fork();
    if (parent == 0) {
        struct hp_pack nothing = { .bytes = { 0 } };
        struct hp_child_end end;
        struct hp_err err = { 0, "" };
        (void)hp_child_talk("who", &limits, 1, &nothing, pass_pid_on, &tell[1], &end, &err);
        _exit(1);
    }
    int64_t child = 0;
    assert_int_equal(read(tell[0], &child, sizeof child), sizeof child);
    assert_int_equal(kill((pid_t)child, 0), 0);
    assert_int_equal(kill(parent, SIGKILL), 0);
    assert_int_equal(waitpid(parent, NULL, 0), parent);
    for (int i = 0; i < 1000 && kill((pid_t)child, 0) == 0 && !is_zombie((pid_t)child); i++)
        (void)usleep(10000);
    assert_true(kill((pid_t)child, 0) != 0 || is_zombie((pid_t)child));
    (void)close(tell[0]);
    (void)close(tell[1]);
}

int main(int argc, char **argv)
{
    if (argc == 2) {
        for (size_t i = 0; i < sizeof children / sizeof *children; i++)
            if (strcmp(argv[1], children[i].mode) == 0)
                return children[i].run();
        return 99;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_frames_both_ways),     cmocka_unit_test(every_end_has_a_sentence),
        cmocka_unit_test(killed_from_outside),        cmocka_unit_test(wall_time_is_limited),
        cmocka_unit_test(cpu_time_is_limited),        cmocka_unit_test(resident_memory_is_watched),
        cmocka_unit_test(output_is_kept_and_bounded), cmocka_unit_test(can_be_killed_and_freed),
        cmocka_unit_test(dies_with_its_parent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
