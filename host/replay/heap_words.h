/* SPDX-License-Identifier: MIT
 * Operations of family `heap` as text: what there is, and what one line says.
 */
#ifndef HP_REPLAY_HEAP_WORDS_H
#define HP_REPLAY_HEAP_WORDS_H

#include <heapproof/abi.h>

enum {
    HP_HEAP_SLOTS = 256,
    HP_HEAP_HANDLES = 64,
    HP_HEAP_DROPPED = -1, /* in place of a slot: dropped at once */
    HP_HEAP_NUMBERS = 3,
};

/* What objects are made of; `obj` has a row for each size. */
struct hp_heap_kind {
    struct hp_type type; /* its name is the kind's */
    unsigned flags;      /* of the allocation */
    bool finalizer;      /* it has one, which the ABI does not know: hosted runtimes only */
};
/* Row `i`, NULL past the last. */
const struct hp_heap_kind *hp_heap_kind(size_t i);
/* By name; of `obj` the one whose size is `n`. */
const struct hp_heap_kind *hp_heap_kind_find(const char *name, int64_t n);

enum hp_heap_verb_id {
    HP_VERB_ALLOCATE,
    HP_VERB_REPEAT,
    HP_VERB_EMPTY,
    HP_VERB_STORE,
    HP_VERB_COLLECT,
    HP_VERB_GENERATION,
    HP_VERB_READ,
    HP_VERB_INFO,
    HP_VERB_THREAD,
    HP_VERB_STRONG,
    HP_VERB_WEAK,
    HP_VERB_TRACK,
    HP_VERB_PIN,
    HP_VERB_FREE,
    HP_VERB_TARGET,
    HP_VERB_GET,
    HP_VERB_SUPPRESS,
    HP_VERB_FINALIZE,
    HP_VERBS
};
struct hp_heap_verb {
    const char *name, *words, *help; /* words: their names, space separated */
};
extern const struct hp_heap_verb hp_heap_verbs[HP_VERBS];

struct hp_heap_operation {
    enum hp_heap_verb_id verb;
    const struct hp_heap_kind *kind;
    int64_t number[HP_HEAP_NUMBERS]; /* in the order of the verb's words, KIND left out */
};
/* HP_E_INPUT with what was expected, when the text is no operation of the family. */
int hp_heap_operation_read(const char *operation, struct hp_heap_operation *out,
                           struct hp_err *err);

#endif
