/* SPDX-License-Identifier: MIT
 * Answers: what does the way a child ended mean? Exit status, signal and the parent's own reasons become
 * an outcome and a sentence that says what happened, which limit was hit and what to do. Owns nothing;
 * runs in the parent.
 */
#include "worker/outcome.h"
#include "base/units.h"
#include "worker/limits.h"

#include <signal.h>
#include <sys/wait.h>

static const char *const names[] = {
    [HP_OUT_OK] = "ok",         [HP_OUT_ERROR] = "error",       [HP_OUT_REFUSED] = "refused",
    [HP_OUT_CRASH] = "crash",   [HP_OUT_TIMEOUT] = "timeout",   [HP_OUT_MEMORY] = "memory",
    [HP_OUT_OUTPUT] = "output", [HP_OUT_PROTOCOL] = "protocol",
};

const char *hp_outcome_name(enum hp_outcome outcome)
{
    return names[outcome];
}

__attribute__((format(printf, 3, 4))) static void
say(struct hp_child_end *end, enum hp_outcome outcome, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    end->outcome = outcome;
    (void)vsnprintf(end->sentence, sizeof end->sentence, format, args);
    va_end(args);
}

/* Cuts a text at a character's edge, at most `most` bytes. */
static size_t cut(const char *text, size_t bytes, size_t most)
{
    if (bytes <= most)
        return bytes;
    bytes = most;
    while (bytes > 0 && ((unsigned char)text[bytes] & 0xc0) == 0x80)
        bytes--;
    return bytes;
}

/* ", its output begins \"...\"" with the first line that is not empty, and the next when the first is but a title
 * ("Fatal error."); or nothing. */
static const char *first_line(const struct hp_text *captured, char buf[280])
{
    enum { LINE_MOST = 200, TITLE_MOST = 20 };
    const char *at = hp_text_str(captured);
    at += strspn(at, "\r\n ");
    const size_t n = strcspn(at, "\r\n");
    if (n == 0)
        return "";
    const char *next = at + n + strspn(at + n, "\r\n ");
    const size_t more = n > TITLE_MOST || at[n - 1] != '.' ? 0 : strcspn(next, "\r\n");
    (void)snprintf(buf, 280, "; its output begins \"%.*s%s%.*s\"", (int)cut(at, n, LINE_MOST), at,
                   more > 0 ? " " : "", (int)cut(next, more, LINE_MOST), next);
    return buf;
}

static void say_memory(struct hp_child_end *end, const char *mode, const struct hp_limits *limits)
{
    char held[HP_NUMBER_MAX], most[HP_NUMBER_MAX];
    say(end, HP_OUT_MEMORY,
        "the %s held %s of memory, its limit is %s - raise limits.memory or make the case smaller",
        mode, hp_print_size(held, end->peak_rss_bytes), hp_print_size(most, limits->memory_bytes));
}

static void say_cpu(struct hp_child_end *end, const char *mode, const struct hp_limits *limits)
{
    char most[HP_NUMBER_MAX];
    say(end, HP_OUT_TIMEOUT,
        "the %s used up its CPU time of %s - raise limits.cpu or make the case smaller", mode,
        hp_print_time(most, (double)limits->cpu_ns));
}

static void say_output(struct hp_child_end *end, const char *mode, const char *stream,
                       const struct hp_limits *limits)
{
    char most[HP_NUMBER_MAX], kept[HP_NUMBER_MAX];
    say(end, HP_OUT_OUTPUT,
        "the %s wrote more than %s to %s (the first %s are kept) - make the plugin quieter or "
        "raise "
        "limits.output",
        mode, hp_print_size(most, hp_limits_flood(limits)), stream,
        hp_print_size(kept, limits->output_bytes));
}

static bool used_up_cpu(const struct hp_child_end *end, const struct hp_limits *limits)
{
    return limits->cpu_ns != 0 && end->cpu_ns >= limits->cpu_ns;
}

/* What a process says last when its own limit leaves it no room: ours, and CoreCLR's before it aborts. */
static bool ran_out(const struct hp_child_end *end, const struct hp_limits *limits)
{
    static const char *const words[] = { "no memory left", "Out of memory" };
    bool said = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        said = said || strstr(hp_text_str(&end->captured), words[i]) != NULL;
    return said && limits->memory_bytes != 0;
}

static void say_ran_out(struct hp_child_end *end, const char *mode, const struct hp_limits *limits)
{
    char most[HP_NUMBER_MAX];
    say(end, HP_OUT_MEMORY,
        "the %s ran out of memory under its limit of %s - raise limits.memory or make the case "
        "smaller",
        mode, hp_print_size(most, limits->memory_bytes));
}

/* A signal that nobody here sent. */
static void say_signal(struct hp_child_end *end, const char *mode, const struct hp_limits *limits)
{
    char held[HP_NUMBER_MAX], line[280];
    const int number = WTERMSIG(end->status);
    const char *what = sigdescr_np(number);
    if (number == SIGXCPU || (number == SIGKILL && used_up_cpu(end, limits)))
        say_cpu(end, mode, limits);
    else if (number == SIGABRT && ran_out(end, limits))
        say_ran_out(end, mode, limits);
    else if (number == SIGKILL) /* tells nothing about the case: the next run tries it again */
        say(end, HP_OUT_PROTOCOL,
            "the %s was killed from outside with signal 9 (Killed) while it held %s - by a person, "
            "or "
            "by the kernel when memory ran short (dmesg says so); run it again",
            mode, hp_print_size(held, end->peak_rss_bytes));
    else
        say(end, HP_OUT_CRASH,
            "the %s crashed with signal %d (%s)%s - run this case alone in a build with "
            "-DHP_SANITIZE=address,undefined",
            mode, number, what != NULL ? what : "unknown", first_line(&end->captured, line));
}

/* An exit status other than 0: the child's own main returns 0 even when its plugin fails. */
static void say_exit(struct hp_child_end *end, const char *mode, const struct hp_limits *limits)
{
    char line[280];
    const int status = WEXITSTATUS(end->status);
    if (ran_out(end, limits))
        say_ran_out(end, mode, limits);
    else
        say(end, HP_OUT_PROTOCOL,
            "the %s left without a last word (exit status %d)%s - a plugin must return, not exit",
            mode, status, first_line(&end->captured, line));
}

void hp_outcome_decide(struct hp_child_end *end, const char *mode, enum hp_stop stop,
                       const char *why, const struct hp_limits *limits)
{
    char most[HP_NUMBER_MAX];
    switch (stop) {
    case HP_STOP_WALL:
        say(end, HP_OUT_TIMEOUT,
            "the %s was stopped after %s, its limit on wall time - raise limits.time or make the "
            "case "
            "smaller",
            mode, hp_print_time(most, (double)limits->time_ns));
        return;
    case HP_STOP_MEMORY:
        say_memory(end, mode, limits);
        return;
    case HP_STOP_STDOUT:
        say_output(end, mode, "stdout", limits);
        return;
    case HP_STOP_STDERR:
        say_output(end, mode, "stderr", limits);
        return;
    case HP_STOP_PROTOCOL:
        say(end, HP_OUT_PROTOCOL, "the %s broke the protocol: %.800s", mode, why);
        return;
    case HP_STOP_ASKED:
        say(end, HP_OUT_PROTOCOL, "the %s was stopped because the run was interrupted", mode);
        return;
    case HP_STOP_NONE:
        break;
    }
    if (WIFSIGNALED(end->status))
        say_signal(end, mode, limits);
    else if (WEXITSTATUS(end->status) != 0)
        say_exit(end, mode, limits);
    else
        end->outcome = HP_OUT_OK;
}
