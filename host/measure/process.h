/* SPDX-License-Identifier: MIT
 * What the kernel says about this process. For the worker, around its iterations.
 */
#ifndef HP_MEASURE_PROCESS_H
#define HP_MEASURE_PROCESS_H

#include <stdint.h>

struct hp_process {
    int64_t minor_faults, major_faults, context_switches;
};

/* Since the process began. One system call, no memory. */
struct hp_process hp_process_read(void);

/* Largest resident memory of this program, not of what it was forked from. 0 when unknown. */
uint64_t hp_process_peak_rss(void);

#endif
