/* SPDX-License-Identifier: MIT
 *
 * probe.h - what the reports of all workloads share: counters of a heap as growth between two
 * readings, and the search for the first length that is born in the oldest generation. Untimed.
 */
#ifndef HP_BCL_PROBE_H
#define HP_BCL_PROBE_H

#include "bcl/bcl.h"

/* Two forced full collections, where the heap has any: due before heap sizes are read. */
void bcl_settle(struct hp_thread *t);

/* Reading disturbs nothing; the memory query of .NET would allocate on its own. */
void bcl_counters(struct hp_thread *t, struct hp_counters *out);
/* Growth of a counter; false when the heap lacks it. */
bool bcl_growth(const struct hp_counters *before, const struct hp_counters *after,
                enum hp_counter which, int64_t *growth);
/* Reports the growth of a counter, unless the heap lacks it. */
void bcl_report_growth(const struct hp_run *run, const char *metric, enum hp_counter which,
                       const struct hp_counters *before, const struct hp_counters *after);
void bcl_report(const struct hp_run *run, const char *metric, int64_t value);
/* Exact bytes that the thread has allocated. HP_E_UNSUPPORTED when the heap does not count them. */
int bcl_allocated(struct hp_thread *t, int64_t *bytes, struct hp_err *err);

/* The exception's name as traces have it, from the sentence of an error: "ArgumentOutOfRange". A heap
 * that is full throws what .NET's throws. False: an error that .NET does not know. */
enum { BCL_EXCEPTION = 64 };
bool bcl_exception(const struct hp_err *why, char name[BCL_EXCEPTION]);

/* Allocates and forgets what a program has long allocated before it measures: in a heap's first page
 * of small objects the first allocation context would be a short one. */
int bcl_warm(struct bcl *b, struct hp_err *err);

/* A parameter between two bounds, or .NET's exception with its name. */
int bcl_check_range(const char *name, int64_t value, int64_t low, int64_t high, struct hp_err *err);

/* Makes something of a length and asks for the generation of what was born with it. */
struct bcl_birth {
    const void *state;
    int (*generation)(const void *state, struct bcl *b, int64_t length, int *generation,
                      struct hp_err *err);
};

/* The first length, from 1, that is born in generation 2, found by trying. Stops at lengths beyond
 * what a heap takes for a setting: HP_E_STATE then, and when the boundary is none on being asked
 * again. */
int bcl_first_large(struct bcl *b, const struct bcl_birth *birth, uint32_t element_bytes,
                    int64_t *length, struct hp_err *err);

/* Generation of a new array, and the first length of such arrays that is large. */
int bcl_array_birth(struct bcl *b, const struct bcl_element *e, int64_t length, int *generation,
                    struct hp_err *err);
int bcl_array_first_large(struct bcl *b, const struct bcl_element *e, int64_t *length,
                          struct hp_err *err);

/* What an array of `length` takes on the heap, by the thread's exact counter. */
int bcl_array_bytes(struct bcl *b, const struct bcl_element *e, int64_t length, int64_t *bytes,
                    struct hp_err *err);
/* Bytes that an array, or a string, takes beyond its elements: of eight neighbouring lengths, one needs no
 * rounding. */
int bcl_array_header(struct bcl *b, const struct bcl_element *e, int64_t *header,
                     struct hp_err *err);

#endif
