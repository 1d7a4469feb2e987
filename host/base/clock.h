/* SPDX-License-Identifier: MIT
 * Time. HEAPPROOF_NOW (ISO 8601, UTC) fixes the wall clock for tests; it never touches intervals.
 */
#ifndef HP_BASE_CLOCK_H
#define HP_BASE_CLOCK_H

#include <stdint.h>

uint64_t hp_clock_ns(void); /* CLOCK_MONOTONIC */
enum { HP_UTC_MAX = 32 };
/* "2026-11-30T14:02:05Z". Returns buf. */
char *hp_utc_now(char buf[HP_UTC_MAX]);

#endif
