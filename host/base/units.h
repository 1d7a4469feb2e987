/* SPDX-License-Identifier: MIT
 * Sizes, times and counts as people write them.
 */
#ifndef HP_BASE_UNITS_H
#define HP_BASE_UNITS_H

#include <heapproof/abi.h>

/* "85000", "85000 B", "96KiB", "1.5 MiB", "4GiB", "0x30000". Decimal units (kB, MB) are refused with
 * a sentence that offers the binary one. [0, 2^62]. */
int hp_parse_size(const char *text, uint64_t *bytes, struct hp_err *err);
/* "250ns", "10us", "2 ms", "20s", "2min"; a bare number is refused. */
int hp_parse_time(const char *text, uint64_t *ns, struct hp_err *err);
/* Decimal or 0x; optional '-'; optional digit groups by '_' are refused. */
int hp_parse_count(const char *text, int64_t *value, struct hp_err *err);

/* What stands before and after a value from a config, a script or a command line when a sentence says
 * it: nothing around a bare number, else a double quote. */
const char *hp_quote_of(const char *text);

enum { HP_NUMBER_MAX = 48 };
/* Terminal and English report: 85,000; -1,234. Returns buf. */
char *hp_print_count(char buf[HP_NUMBER_MAX], int64_t value);
/* 512 B, 96 KiB, 1.5 GiB. */
char *hp_print_size(char buf[HP_NUMBER_MAX], uint64_t bytes);
/* 882 ns, 11.6 us, 2.04 ms, 3.2 s, 3 min 12 s: three digits. */
char *hp_print_time(char buf[HP_NUMBER_MAX], double ns);
/* A part of 1 as percent, without the sign: two digits below 10, else none after the point; never less than
 * 0.01. */
char *hp_print_percent(char buf[HP_NUMBER_MAX], double part);
/* Shortest text that reads back as the same double ("%.17g" at worst); "C" locale. */
char *hp_print_double(char buf[HP_NUMBER_MAX], double value);

#endif
