/* SPDX-License-Identifier: MIT
 * The fonts of a test program of reports, opened once: set-up and tear-down of its group.
 */
#ifndef HP_TESTS_REPORTS_SAMPLE_FONTS_H
#define HP_TESTS_REPORTS_SAMPLE_FONTS_H

#include "hp_test.h"

#include "reports/fonts.h"

static struct hp_fonts *fonts;

static inline int open_fonts(void **state)
{
    (void)state;
    struct hp_err err = { 0 };
    if (hp_fonts_open(&fonts, &err) != HP_OK)
        fail_msg("%s", err.text);
    return 0;
}

static inline int close_fonts(void **state)
{
    (void)state;
    hp_fonts_close(fonts);
    return 0;
}

#endif
