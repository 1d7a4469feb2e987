/* SPDX-License-Identifier: MIT
 * Answers: how are the limits of a child set and watched? The kernel stops CPU time and data memory; the
 * parent watches wall time and resident memory, since memory that is shared or mapped from files is no
 * data. Owns nothing; the first function runs in the child before exec, the others in the parent.
 */
#include "worker/limits.h"
#include "measure/guard.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { FLOOD_TIMES = 16, NS_PER_S = 1000000000 };

static void set(__rlimit_resource_t which, rlim_t soft, rlim_t hard)
{
    struct rlimit now;
    if (getrlimit(which, &now) != 0)
        return;
    if (now.rlim_max != RLIM_INFINITY && hard > now.rlim_max)
        hard = now.rlim_max;
    now.rlim_cur = soft < hard ? soft : hard;
    now.rlim_max = hard;
    (void)setrlimit(which, &now);
}

void hp_limits_apply(const struct hp_limits *limits)
{
    set(RLIMIT_CORE, 0, 0);
    if (limits->cpu_ns != 0) {
        const rlim_t seconds = (rlim_t)((limits->cpu_ns + NS_PER_S - 1) / NS_PER_S);
        set(RLIMIT_CPU, seconds, seconds + 1); /* SIGXCPU, then SIGKILL */
    }
    /* A sanitizer's shadow is terabytes of data that nobody touches: there the watch must do. */
    if (limits->memory_bytes != 0 && !HP_GUARD_SANITIZED)
        set(RLIMIT_DATA, (rlim_t)limits->memory_bytes, (rlim_t)limits->memory_bytes);
}

uint64_t hp_limits_rss(pid_t pid)
{
    char path[64], text[128];
    (void)snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const ssize_t n = read(fd, text, sizeof text - 1);
    (void)close(fd);
    if (n <= 0)
        return 0;
    text[n] = '\0';
    char *second = NULL;
    (void)strtoull(text, &second, 10); /* all of the address space */
    return strtoull(second, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t hp_limits_flood(const struct hp_limits *limits)
{
    return limits->output_bytes * FLOOD_TIMES;
}
