/* SPDX-License-Identifier: MIT
 * What machine is this? Facts for the host ledger, read without root and without changing anything. What
 * could not be determined is NULL, never a guess.
 */
#ifndef HP_CMD_HOST_FACTS_H
#define HP_CMD_HOST_FACTS_H

#include "base/mem.h"
#include "store/store.h"

struct hp_host_facts {
    struct hp_arena *arena;    /* owns all text */
    struct hp_machine machine; /* name "this"; l3_bytes 0 when not determined */
    const char *title;         /* "2 x AMD EPYC 7763, L3 32 MiB" */
    struct hp_fact *facts;
    size_t count, capacity;
};

/* `root` is put in front of /proc, /sys and /etc: "" is the real machine, tests have folders. */
void hp_host_facts_read(struct hp_host_facts *out, const char *root);
/* NULL: no such fact, or not determined. */
const char *hp_host_fact(const struct hp_host_facts *found, const char *key);
void hp_host_facts_clear(struct hp_host_facts *found);

#endif
