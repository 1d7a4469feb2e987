/* SPDX-License-Identifier: MIT
 * Files of recorded answers: reads lines, has them executed, compares every result. The form of the
 * files is written down in README.md beside them. */
#ifndef HP_TEST_TRUTH_H
#define HP_TEST_TRUTH_H

#include <heapproof/abi.h>

enum { TRUTH_RESULTS = 16 };

/* The results of one operation: as recorded, or as a heap answers. */
struct truth_results {
    struct truth_result {
        char key[24];
        char value[120];
    } items[TRUTH_RESULTS];
    size_t count;
};
void truth_add(struct truth_results *results, const char *key, const char *value);
/* An answer that fills `results`. */
struct hp_answer truth_answer(struct truth_results *results);

/* Who executes. `settings` is what stands before the operation ("loh_threshold=default"), or "". A
 * failure of the target itself ends the replay. */
struct truth_target {
    void *context;
    int (*execute)(void *context, const char *settings, const char *operation,
                   struct truth_results *results, struct hp_err *err);
};

struct truth_tally {
    int64_t lines, results, differences;
    char first[1400]; /* the first difference, in words */
};

/* HP_E_INPUT with the line's number: not of the form, or no line at all. `settings` names the key
 * that may stand before an operation, or is NULL. */
int truth_replay(const char *text, int runtime, const char *setting,
                 const struct truth_target *target, struct truth_tally *tally, struct hp_err *err);
/* The same for a file under tests/truth. HP_E_IO: it cannot be read. */
int truth_replay_file(const char *name, int runtime, const char *setting,
                      const struct truth_target *target, struct truth_tally *tally,
                      struct hp_err *err);
/* How many results COUNTS promises for a file at 2 processors; -1: it does not say. */
int64_t truth_promised(const char *name, int runtime);

#endif
