/* SPDX-License-Identifier: MIT
 * Answers: does loading this plugin return at all? Constructors and hp_plugin_query() are code of strangers: a
 * mistake there must not take the program with it, nor a pointer of the table that leads nowhere. The child
 * is forked, quiet and short-lived; its answer comes through a pipe. It guards against mistakes, not malice: the
 * parent loads the same file afterwards. Runs in the parent, single-threaded.
 */
#include "plugin/look.h"
#include "base/clock.h"
#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_SECONDS = 5 };

/* What the child says, in one write. */
struct answer {
    int rc;
    struct hp_err err;
};
_Static_assert(sizeof(struct answer) <= 4096, "one write to a pipe is whole up to PIPE_BUF");

/* No output, no core file, and signals end it as they would without a sanitizer or handlers of ours. */
static void be_quiet(void)
{
    static const int deadly[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGINT };
    const struct rlimit none = { 0, 0 };
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)setrlimit(RLIMIT_CORE, &none);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        (void)signal(deadly[i], SIG_DFL);
    const int null = open("/dev/null", O_RDWR);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (null < 0 || dup2(null, fd) < 0)
            (void)close(fd);
}

_Noreturn static void be_child(const char *path, int fd,
                               int (*look)(const char *path, struct hp_err *err))
{
    struct answer a = { .rc = HP_OK };
    be_quiet();
    a.rc = look(path, &a.err);
    _exit(write(fd, &a, sizeof a) == (ssize_t)sizeof a ? 0 : 1);
}

/* True when there is something to read, or the end, before the time is up. */
static bool wait_for(int fd)
{
    const uint64_t until = hp_clock_ns() + (uint64_t)LOOK_SECONDS * 1000000000u;
    for (uint64_t now = hp_clock_ns(); now < until; now = hp_clock_ns()) {
        struct pollfd set = { .fd = fd, .events = POLLIN };
        const int n = poll(&set, 1, (int)((until - now) / 1000000 + 1));
        if (n > 0)
            return true;
        if (n < 0 && errno != EINTR)
            return false;
    }
    return false;
}

static int say_silent(const char *path, bool in_time, int status, struct hp_err *err)
{
    static const char rule[] =
        "constructors and hp_plugin_query() must do nothing but give a table of constant data";
    if (!in_time)
        return hp_fail(err, HP_E_ENV, "%s: loading it did not end within %d s - %s", path,
                       LOOK_SECONDS, rule);
    if (WIFSIGNALED(status))
        return hp_fail(err, HP_E_ENV, "%s: loading it crashes with signal %d (%s) - %s", path,
                       WTERMSIG(status), strsignal(WTERMSIG(status)), rule);
    return hp_fail(err, HP_E_ENV, "%s: loading it ends the process with exit status %d - %s", path,
                   WEXITSTATUS(status), rule);
}

/* Hears the child out, and ends it with all that it may have started. */
static int hear(const char *path, pid_t pid, int fd, struct hp_err *err)
{
    struct answer a;
    const bool in_time = wait_for(fd);
    const bool told = in_time && read(fd, &a, sizeof a) == (ssize_t)sizeof a;
    int status = 0;
    if (!in_time || told)
        (void)kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    (void)kill(-pid, SIGKILL);
    if (!told)
        return say_silent(path, in_time, status, err);
    if (a.rc != HP_OK)
        *err = a.err;
    return a.rc;
}

int hp_look(const char *path, int (*look)(const char *path, struct hp_err *err), struct hp_err *err)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return hp_fail(err, HP_E_ENV, "%s: cannot look at the plugin: %s", path, strerror(errno));
    const pid_t pid = fork();
    if (pid == 0)
        be_child(path, ends[1], look);
    (void)close(ends[1]);
    const int rc = pid > 0 ? hear(path, pid, ends[0], err)
                           : hp_fail(err, HP_E_ENV, "%s: cannot look at the plugin: %s", path,
                                     strerror(errno));
    (void)close(ends[0]);
    return rc;
}
