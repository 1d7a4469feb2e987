/* SPDX-License-Identifier: MIT
 * Answers: how is one child started, fed, heard, limited and buried? The parent owns a struct hp_child
 * with its descriptors and buffers until hp_child_free(). Nothing here blocks: descriptors of the parent
 * are non-blocking and one poll() serves all children. Runs in the parent, single-threaded.
 */
#include "worker/spawn.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/file.h"
#include "base/mem.h"
#include "worker/limits.h"
#include "worker/outcome.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    WATCH_MS = 20, /* how often resident memory and the clock are looked at */
    READ_BYTES = 64 << 10,
    READS_PER_TURN = 16, /* so that one talkative child does not starve the others */
    SAFE_FD = 10,        /* descriptors at and above are out of the way of 0..4 */
    EXIT_NO_EXEC = 127,
};

/* One captured stream: `text` keeps the first limits.output_bytes of `seen`. */
struct stream {
    int fd;
    uint64_t seen;
    struct hp_text text;
};

struct hp_child {
    const char *mode;
    struct hp_limits limits;
    pid_t pid;
    int pidfd;      /* readable when the child has ended; -1 where the kernel has none */
    int request_fd; /* -1 once all is sent */
    int frames_fd;  /* -1 after its end */
    struct hp_text request;
    size_t sent;
    struct hp_inbox inbox;
    struct stream streams[2]; /* stdout, stderr */
    uint64_t started_ns, ended_ns, watched_ns, peak_rss_bytes, cpu_ns;
    enum hp_stop stop;
    char why[1000];
    bool reaped;
    int status;
};

/* What handle_frames needs of a caller of hp_children_poll(). */
struct listener {
    int (*on_frame)(void *context, struct hp_child *child, const struct hp_frame *frame,
                    struct hp_err *err);
    void *context;
    bool heard; /* something happened that the caller waits for */
};

static void close_fd(int *fd)
{
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

/* ---- starting ---- */

/* The four channels: [0] is the child's end, [1] ours. */
struct channels {
    int request[2], frames[2], out[2], err[2];
};

static void channels_close(struct channels *c)
{
    int *all[] = { c->request, c->frames, c->out, c->err };
    for (size_t i = 0; i < 4; i++) {
        close_fd(&all[i][0]);
        close_fd(&all[i][1]);
    }
}

/* A pipe that the child writes; both ends out of the way of the numbers that the child will use. */
static int pipe_in(int ends[2])
{
    int raw[2];
    if (pipe2(raw, O_CLOEXEC) != 0)
        return -1;
    ends[0] = fcntl(raw[1], F_DUPFD_CLOEXEC, SAFE_FD);
    ends[1] = fcntl(raw[0], F_DUPFD_CLOEXEC, SAFE_FD);
    (void)close(raw[0]);
    (void)close(raw[1]);
    return ends[0] < 0 || ends[1] < 0 || fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0 ? -1 : 0;
}

/* The request goes through a socket: a send to a child that is gone must not raise SIGPIPE here. */
static int socket_out(int ends[2])
{
    int raw[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, raw) != 0)
        return -1;
    ends[0] = fcntl(raw[0], F_DUPFD_CLOEXEC, SAFE_FD);
    ends[1] = fcntl(raw[1], F_DUPFD_CLOEXEC, SAFE_FD);
    (void)close(raw[0]);
    (void)close(raw[1]);
    return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

static int channels_open(struct channels *c, struct hp_err *err)
{
    *c = (struct channels){ { -1, -1 }, { -1, -1 }, { -1, -1 }, { -1, -1 } };
    if (socket_out(c->request) == 0 && pipe_in(c->frames) == 0 && pipe_in(c->out) == 0 &&
        pipe_in(c->err) == 0)
        return HP_OK;
    const int why = errno;
    channels_close(c);
    return hp_fail(err, HP_E_ENV, "cannot open pipes to a child process: %s", strerror(why));
}

/* In the child after fork: async-signal-safe calls only. */
_Noreturn static void become(const char *path, const char *mode, const struct channels *c,
                             const struct hp_limits *limits, pid_t parent)
{
    static const char no_exec[] = "cannot start the program again\n";
    (void)setpgid(0, 0); /* Ctrl-C on the terminal is the parent's to handle */
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_NO_EXEC);
    const int null = open("/dev/null", O_RDONLY);
    if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(c->out[0], STDOUT_FILENO) < 0 ||
        dup2(c->err[0], STDERR_FILENO) < 0 || dup2(c->request[0], HP_CHILD_IN) < 0 ||
        dup2(c->frames[0], HP_CHILD_OUT) < 0)
        _exit(EXIT_NO_EXEC);
    (void)close_range(HP_CHILD_OUT + 1, ~0u, CLOSE_RANGE_CLOEXEC);
    hp_limits_apply(limits);
    (void)signal(SIGXFSZ,
                 SIG_DFL); /* the parent ignores it; a plugin that floods a file dies of it */
    char *const argv[] = { (char *)(uintptr_t)path, (char *)(uintptr_t)mode, NULL };
    (void)execv(path, argv);
    const ssize_t written = write(STDERR_FILENO, no_exec, sizeof no_exec - 1);
    (void)written;
    _exit(EXIT_NO_EXEC);
}

/* Takes our ends of the channels over. */
static struct hp_child *child_new(const char *mode, const struct hp_limits *limits, pid_t pid,
                                  struct channels *c)
{
    struct hp_child *child = hp_mem_new(sizeof *child);
    child->mode = mode;
    child->limits = *limits;
    child->pid = pid;
    child->pidfd = pidfd_open(pid, 0);
    child->request_fd = c->request[1];
    child->frames_fd = c->frames[1];
    child->streams[0].fd = c->out[1];
    child->streams[1].fd = c->err[1];
    child->started_ns = hp_clock_ns();
    c->request[1] = c->frames[1] = c->out[1] = c->err[1] = -1;
    return child;
}

int hp_child_start(const char *mode, const struct hp_limits *limits, uint16_t kind,
                   const struct hp_pack *request, struct hp_child **out, struct hp_err *err)
{
    struct hp_text bytes = { 0 };
    struct channels c;
    int rc = hp_frame_print(&bytes, kind, request, err);
    if (rc == HP_OK)
        rc = channels_open(&c, err);
    if (rc != HP_OK) {
        hp_text_clear(&bytes);
        return rc;
    }
    const char *path = hp_path_self();
    const pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        become(path, mode, &c, limits, parent);
    if (pid < 0) {
        rc = hp_fail(err, HP_E_ENV, "cannot start a child process: %s", strerror(errno));
        hp_text_clear(&bytes);
    } else {
        *out = child_new(mode, limits, pid, &c);
        (*out)->request = bytes;
    }
    channels_close(&c);
    return rc;
}

int hp_child_say(struct hp_child *child, uint16_t kind, const struct hp_pack *request,
                 struct hp_err *err)
{
    return hp_frame_print(&child->request, kind, request, err);
}

/* ---- running ---- */

static void stop_child(struct hp_child *child, enum hp_stop why)
{
    if (child->stop == HP_STOP_NONE)
        child->stop = why;
    if (child->reaped)
        return;
    (void)kill(-child->pid, SIGKILL); /* what it started, too */
    (void)kill(child->pid, SIGKILL);
}

static void send_request(struct hp_child *child)
{
    while (child->request_fd >= 0) {
        const size_t left = child->request.bytes - child->sent;
        const ssize_t n = send(child->request_fd, child->request.text + child->sent, left,
                               MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        if (n > 0)
            child->sent += (size_t)n;
        if (n < 0 || child->sent == child->request.bytes) {
            close_fd(&child->request_fd); /* a child that is gone is noticed by its end */
            hp_text_clear(&child->request);
        }
    }
}

/* One read. Bytes read, 0 when there are none now; closes the descriptor at its end. */
static size_t read_some(int *fd, char chunk[READ_BYTES])
{
    if (*fd < 0)
        return 0;
    ssize_t n;
    do
        n = read(*fd, chunk, READ_BYTES);
    while (n < 0 && errno == EINTR);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK))
        close_fd(fd);
    return n > 0 ? (size_t)n : 0;
}

static void read_stream(struct hp_child *child, struct stream *s, enum hp_stop flooded)
{
    char chunk[READ_BYTES];
    size_t n;
    for (int turn = 0; turn < READS_PER_TURN && (n = read_some(&s->fd, chunk)) > 0; turn++) {
        const uint64_t room = s->text.bytes < child->limits.output_bytes
                                  ? child->limits.output_bytes - s->text.bytes
                                  : 0;
        hp_text_put_n(&s->text, chunk, n < room ? n : (size_t)room);
        s->seen += n;
        if (child->limits.output_bytes != 0 && s->seen > hp_limits_flood(&child->limits))
            stop_child(child, flooded);
    }
}

/* Keeps the reason once; what the child sends afterwards is not looked at. */
static void protocol_broken(struct hp_child *child, const struct hp_err *why)
{
    if (child->stop == HP_STOP_NONE)
        (void)snprintf(child->why, sizeof child->why, "%s", why->text);
    stop_child(child, HP_STOP_PROTOCOL);
    close_fd(&child->frames_fd);
}

static void read_frames(struct hp_child *child, struct listener *to)
{
    char chunk[READ_BYTES];
    size_t n;
    for (int turn = 0; turn < READS_PER_TURN && (n = read_some(&child->frames_fd, chunk)) > 0;
         turn++) {
        struct hp_frame frame;
        struct hp_err why = { 0, "" };
        int rc;
        hp_inbox_add(&child->inbox, chunk, n);
        while ((rc = hp_inbox_next(&child->inbox, &frame, &why)) == 1 &&
               child->stop == HP_STOP_NONE) {
            to->heard = true;
            rc = to->on_frame(to->context, child, &frame, &why);
            if (rc < 0)
                break;
        }
        if (rc < 0)
            protocol_broken(child, &why);
    }
}

static void watch(struct hp_child *child)
{
    const uint64_t now = hp_clock_ns();
    if (child->limits.time_ns != 0 && now - child->started_ns > child->limits.time_ns)
        stop_child(child, HP_STOP_WALL);
    if (now - child->watched_ns < (uint64_t)WATCH_MS * 1000000 / 2)
        return;
    child->watched_ns = now;
    const uint64_t rss = hp_limits_rss(child->pid);
    if (rss > child->peak_rss_bytes)
        child->peak_rss_bytes = rss;
    if (child->limits.memory_bytes != 0 && rss > child->limits.memory_bytes)
        stop_child(child, HP_STOP_MEMORY);
}

static uint64_t timeval_ns(struct timeval t)
{
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_usec * 1000u;
}

/* Reaps when it has ended, and takes what is still in the pipes. */
static void reap(struct hp_child *child, struct listener *to)
{
    siginfo_t ended = { .si_pid = 0 };
    struct rusage used;
    if (waitid(P_PID, (id_t)child->pid, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        ended.si_pid != child->pid)
        return;
    (void)kill(-child->pid, SIGKILL); /* while its number is still ours: what it left behind */
    if (wait4(child->pid, &child->status, 0, &used) != child->pid)
        return;
    child->reaped = true;
    child->ended_ns = hp_clock_ns();
    child->cpu_ns = timeval_ns(used.ru_utime) + timeval_ns(used.ru_stime);
    /* Full pipes hold less than one turn reads. */
    read_frames(child, to);
    read_stream(child, &child->streams[0], HP_STOP_NONE);
    read_stream(child, &child->streams[1], HP_STOP_NONE);
    to->heard = true;
    close_fd(&child->request_fd);
    close_fd(&child->frames_fd);
    close_fd(&child->streams[0].fd);
    close_fd(&child->streams[1].fd);
    close_fd(&child->pidfd);
}

enum { FDS_PER_CHILD = 5 };

static size_t poll_set(struct hp_child *const *children, size_t count, struct pollfd *set)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const struct hp_child *c = children[i];
        if (c->reaped)
            continue;
        set[n++] = (struct pollfd){ .fd = c->request_fd, .events = POLLOUT };
        set[n++] = (struct pollfd){ .fd = c->frames_fd, .events = POLLIN };
        set[n++] = (struct pollfd){ .fd = c->streams[0].fd, .events = POLLIN };
        set[n++] = (struct pollfd){ .fd = c->streams[1].fd, .events = POLLIN };
        set[n++] = (struct pollfd){ .fd = c->pidfd, .events = POLLIN };
    }
    return n;
}

static void serve(struct hp_child *child, struct listener *to)
{
    if (child->reaped)
        return;
    send_request(child);
    read_frames(child, to);
    read_stream(child, &child->streams[0], HP_STOP_STDOUT);
    read_stream(child, &child->streams[1], HP_STOP_STDERR);
    watch(child);
    reap(child, to);
}

int hp_children_poll(struct hp_child **children, size_t count, int timeout_ms,
                     int (*on_frame)(void *context, struct hp_child *child,
                                     const struct hp_frame *frame, struct hp_err *err),
                     void *context, struct hp_err *err)
{
    struct listener to = { .on_frame = on_frame, .context = context, .heard = false };
    struct pollfd *set = hp_mem_new((count + 1) * FDS_PER_CHILD * sizeof *set);
    const uint64_t until = hp_clock_ns() + (uint64_t)(timeout_ms < 0 ? 0 : timeout_ms) * 1000000;
    int rc = HP_OK;
    do {
        const uint64_t now = hp_clock_ns();
        const uint64_t left_ms = now < until ? (until - now + 999999) / 1000000 : 0;
        const int wait_ms = left_ms < WATCH_MS ? (int)left_ms : WATCH_MS;
        if (poll(set, (nfds_t)poll_set(children, count, set), wait_ms) < 0 && errno != EINTR)
            rc = hp_fail(err, HP_E_IO, "cannot wait for child processes: %s", strerror(errno));
        for (size_t i = 0; rc == HP_OK && i < count; i++)
            serve(children[i], &to);
    } while (rc == HP_OK && !to.heard && hp_clock_ns() < until);
    hp_mem_free(set);
    return rc;
}

/* ---- ending ---- */

/* Both streams as one valid UTF-8 text, each with what was cut off. */
static void collect_output(struct hp_child *child, struct hp_text *out)
{
    for (size_t i = 0; i < 2; i++) {
        const struct stream *s = &child->streams[i];
        if (s->seen == 0)
            continue;
        if (out->bytes > 0 && out->text[out->bytes - 1] != '\n')
            hp_text_put(out, "\n");
        hp_utf8_clean(out, hp_text_str(&s->text), s->text.bytes);
        if (s->seen > s->text.bytes)
            hp_text_print(out, "\n[%llu more bytes of %s were not kept]\n",
                          (unsigned long long)(s->seen - s->text.bytes),
                          i == 0 ? "stdout" : "stderr");
    }
}

bool hp_child_ended(struct hp_child *child, struct hp_child_end *end)
{
    if (!child->reaped)
        return false;
    *end = (struct hp_child_end){
        .status = child->status,
        .wall_ns = child->ended_ns - child->started_ns,
        .cpu_ns = child->cpu_ns,
        .peak_rss_bytes = child->peak_rss_bytes,
    };
    collect_output(child, &end->captured);
    hp_outcome_decide(end, child->mode, child->stop, child->why, &child->limits);
    return true;
}

void hp_child_kill(struct hp_child *child)
{
    stop_child(child, HP_STOP_ASKED);
}

void hp_child_free(struct hp_child *child)
{
    if (child == NULL)
        return;
    if (!child->reaped) {
        stop_child(child, HP_STOP_ASKED);
        while (waitpid(child->pid, &child->status, 0) < 0 && errno == EINTR)
            continue;
    }
    int *fds[] = { &child->request_fd, &child->frames_fd, &child->streams[0].fd,
                   &child->streams[1].fd, &child->pidfd };
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
        close_fd(fds[i]);
    hp_text_clear(&child->request);
    hp_inbox_clear(&child->inbox);
    hp_text_clear(&child->streams[0].text);
    hp_text_clear(&child->streams[1].text);
    hp_mem_free(child);
}

/* hp_child_talk() has one child, and its caller does not see it. */
struct talk {
    int (*on_frame)(void *context, const struct hp_frame *frame, struct hp_err *err);
    void *context;
};

static int talk_frame(void *context, struct hp_child *child, const struct hp_frame *frame,
                      struct hp_err *err)
{
    (void)child;
    const struct talk *t = context;
    return t->on_frame(t->context, frame, err);
}

int hp_child_talk(const char *mode, const struct hp_limits *limits, uint16_t kind,
                  const struct hp_pack *request,
                  int (*on_frame)(void *context, const struct hp_frame *frame, struct hp_err *err),
                  void *context, struct hp_child_end *end, struct hp_err *err)
{
    struct hp_child *child = NULL;
    struct talk t = { on_frame, context };
    int rc = hp_child_start(mode, limits, kind, request, &child, err);
    while (rc == HP_OK && child != NULL && !hp_child_ended(child, end))
        rc = hp_children_poll(&child, 1, 1000, talk_frame, &t, err);
    hp_child_free(child);
    return rc;
}
