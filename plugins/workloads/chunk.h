/* SPDX-License-Identifier: MIT
 * Inside the chunk workload: what its files share. chunk.c owns the tables and the state's life,
 * chunk_ways.c the bodies, chunk_probe.c, chunk_threshold.c and chunk_blocks.c the reports,
 * chunk_trace.c the recorded operations. */
#ifndef HP_WORKLOAD_CHUNK_H
#define HP_WORKLOAD_CHUNK_H

#include "bcl/bcl.h"

enum chunk_consume { CHUNK_SUM, CHUNK_FIRST, CHUNK_NONE };
enum chunk_source { CHUNK_ARRAY, CHUNK_LIST, CHUNK_GENERATOR, CHUNK_AS_GIVEN };

/* Filled by the host from the table in chunk.c. Choices are indexes into their words. */
struct chunk_params {
    int64_t count; /* elements of the source */
    int64_t size;  /* elements of a chunk */
    int64_t take;  /* chunks after which a pass stops; 0: none */
    int32_t element;
    int32_t consume;
    int32_t source;
    int32_t chunk; /* 0 first, 1 second */
    int32_t of;
    bool held;
};

struct chunk;

/* One way of cutting, as chunk_ways.c knows it. */
struct chunk_way {
    const char *method;
    enum chunk_source source; /* what open() prepares */
    /* One pass. `source` holds it; null for a generator, which every pass makes anew. */
    int (*pass)(struct chunk *c, hp_ref source, struct hp_err *err);
};

/* A prepared method. Made by chunk_prepare(), freed by chunk_discard(). */
struct chunk {
    const struct hp_run *run;
    struct chunk_params p;
    const struct chunk_way *way;
    const struct bcl_element *e;
    struct bcl b;
    hp_handle source; /* 0 bits: a generator */
    hp_handle kept;   /* when `keep`: the list of the last held pass */
    bool keep;
    /* The last pass: sum of what it consumed, its chunks, the length of its first chunk. */
    uint64_t sum;
    int64_t chunks, first_length;
};

/* ends at method == NULL */
extern const struct chunk_way chunk_ways[];
/* NULL: none of the name. */
const struct chunk_way *chunk_way_find(const char *method);
/* The methods that parameter `of` offers, in the order of its words. */
const struct chunk_way *chunk_way_of(int32_t of);
/* The method of which `name` is a name in tests/truth; NULL: none. */
const struct hp_method *chunk_method_by_truth(const char *name);

const struct bcl_element *chunk_element(int32_t choice);

/* Checks the parameters, makes the source, and runs a pass, so that pools and statics are warm, as
 * they were when the figures of .NET were taken. chunk_discard() is due on failure as well. */
int chunk_prepare(struct chunk *c, const struct hp_run *run, const struct chunk_params *params,
                  const struct chunk_way *way, const struct bcl_element *e, struct hp_err *err);
void chunk_discard(struct chunk *c);
/* [timed] */
int chunk_pass(struct chunk *c, struct hp_err *err);

/* The probes. */
int chunk_probe_memory(const struct hp_run *run, struct hp_err *err);
int chunk_probe_collect(const struct hp_run *run, struct hp_err *err);
int chunk_probe_threshold(const struct hp_run *run, struct hp_err *err);
int chunk_probe_blocks(const struct hp_run *run, struct hp_err *err);

extern const struct hp_trace_ops chunk_trace;

#endif
