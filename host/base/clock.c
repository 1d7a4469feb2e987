/* SPDX-License-Identifier: MIT
 * What time is it? Intervals come from the monotonic clock; the date may be fixed for tests.
 */
#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

uint64_t hp_clock_ns(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

char *hp_utc_now(char buf[HP_UTC_MAX])
{
    const char *fixed = getenv("HEAPPROOF_NOW");
    if (fixed != NULL && *fixed != '\0') {
        (void)snprintf(buf, HP_UTC_MAX, "%s", fixed);
        return buf;
    }
    const time_t now = time(NULL);
    struct tm utc;
    (void)gmtime_r(&now, &utc);
    (void)strftime(buf, HP_UTC_MAX, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return buf;
}
