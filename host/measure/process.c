/* SPDX-License-Identifier: MIT
 * Answers: which faults, switches and memory did the kernel count for us? Owns nothing; runs in the
 * worker.
 */
#include "measure/process.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

struct hp_process hp_process_read(void)
{
    struct rusage used;
    (void)getrusage(RUSAGE_SELF, &used);
    return (struct hp_process){
        .minor_faults = used.ru_minflt,
        .major_faults = used.ru_majflt,
        .context_switches = used.ru_nvcsw + used.ru_nivcsw,
    };
}

/* ru_maxrss would do but for one thing: exec keeps the peak of the program that was there before. */
uint64_t hp_process_peak_rss(void)
{
    char text[4096];
    const int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const ssize_t n = read(fd, text, sizeof text - 1);
    (void)close(fd);
    text[n > 0 ? n : 0] = '\0';
    const char *peak = strstr(text, "VmHWM:");
    return peak == NULL ? 0 : strtoull(peak + sizeof "VmHWM:" - 1, NULL, 10) * 1024u;
}
