/* SPDX-License-Identifier: MIT
 * Inside the builder workload: what its files share. builder.c owns the tables, builder_state.c what
 * a method has prepared, builder_ways.c and builder_overloads.c the bodies, builder_watch.c what was
 * born during one of them, builder_metrics.c the metrics of methods, builder_probe.c,
 * builder_heap.c and builder_threshold.c the reports, builder_trace.c the recorded operations. */
#ifndef HP_WORKLOAD_BUILDER_H
#define HP_WORKLOAD_BUILDER_H

#include "bcl/probe.h"
#include "bcl/text.h"

enum builder_consume { BUILDER_FIRST, BUILDER_SUM, BUILDER_NONE };
enum builder_chunks { BUILDER_SEVERAL, BUILDER_ONE };
enum { BUILDER_STACK_CHARS = 512 }; /* of the value builders */

/* Filled by the host from the table in builder.c. Choices are indexes into their words. */
struct builder_params {
    int64_t chars;    /* of the text */
    int64_t part;     /* characters of a part */
    int64_t capacity; /* of preset-capacity */
    int64_t builders; /* alive at a time */
    int64_t docs, docs_per_second;
    int64_t inserts;
    int64_t value; /* the number that sign-stack formats */
    int32_t overload, consume, chunks, of, by;
    bool tostring;
};

struct builder;

/* Roots of one pass. */
struct builder_roots {
    hp_ref source;  /* what the text is taken from */
    hp_ref builder; /* the builder that the pass has filled; null: it used none */
    hp_ref result;  /* what came out of it */
};

/* What open() prepares for a way, besides the text. */
enum builder_needs {
    NEEDS_PARTS = 1,   /* the text as an array of strings */
    NEEDS_CHARS = 2,   /* the text as a char[] */
    NEEDS_OTHER = 4,   /* the text in a builder */
    NEEDS_SUBJECT = 8, /* a builder that every pass works on */
    NEEDS_RING = 16,   /* builders that stay alive */
    NEEDS_POOL = 32,
};

/* One way of making a text, as builder_ways.c knows it. */
struct builder_way {
    const char *method;
    unsigned needs;
    int (*pass)(struct builder *w, const struct builder_roots *r, struct hp_err *err);
};

/* A prepared method. Made by builder_prepare(), freed by builder_discard(). */
struct builder {
    const struct hp_run *run;
    struct builder_params p;
    const struct builder_way *way;
    struct bcl b;
    hp_handle text, parts, chars, other, subject, ring; /* 0 bits: not needed */
    struct bcl_builder_pool pool;
    uint64_t next; /* of the ring, or how often `subject` was replaced in */
    /* The last pass: what it consumed, whether the pool took the builder back. */
    uint64_t sum;
    bool returned;
};

/* ends at method == NULL, in the order of the words of parameter `of` */
extern const struct builder_way builder_ways[];
/* NULL: none of the name. */
const struct builder_way *builder_way_find(const char *method);
/* What the way needs, and the chosen overload. */
unsigned builder_needs(const struct builder_way *way, const struct builder_params *p);

/* Checks the parameters, makes the text and what else is needed, and runs a pass, so that pools and
 * statics are warm. builder_discard() is due on failure as well. */
int builder_prepare(struct builder *w, const struct hp_run *run,
                    const struct builder_params *params, const struct builder_way *way,
                    struct hp_err *err);
void builder_discard(struct builder *w);
/* [roots] The roots of passes. */
int builder_roots(struct builder *w, struct builder_roots *r, struct hp_err *err);
/* [timed] One operation. */
int builder_pass(struct builder *w, const struct builder_roots *r, struct hp_err *err);

/* Appends the text in parts of `part`. */
int builder_append_parts(struct builder *w, const struct builder_roots *r, int32_t part,
                         struct hp_err *err);
/* Reads of a text what parameter `consume` says. */
void builder_consume(struct builder *w, const struct bcl_span *text);
/* ToString() and reading, where the parameters ask for it. */
int builder_finish(struct builder *w, const struct builder_roots *r, struct hp_err *err);

/* Append in the chosen overload; builder_overloads.c. */
int builder_overload(struct builder *w, const struct builder_roots *r, struct hp_err *err);
unsigned builder_overload_needs(int32_t overload);

/* ---- watching one pass ---------------------------------------------------------------------- */

/* A char[] that was born. */
struct builder_birth {
    hp_handle weak;
    int32_t length;
    int generation; /* right after it; -1: the heap has none */
};

struct builder_watch {
    struct bcl_observer observer;
    struct builder_birth *births;
    uint32_t count, room;
    int rc;
    struct hp_err err;
};

/* One pass whose char[] are noted. builder_watch_end() is due in any case. */
int builder_watch_pass(struct builder *w, const struct builder_roots *r,
                       struct builder_watch *watch, struct hp_err *err);
void builder_watch_end(struct builder *w, struct builder_watch *watch);
/* The birth of an array that is alive; NULL: before the watching. */
const struct builder_birth *builder_watch_find(struct builder *w, struct builder_watch *watch,
                                               hp_ref array, hp_ref scratch);
/* Bytes of the char[] that were born in the oldest generation. */
int64_t builder_watch_large(const struct builder_watch *watch);
/* Header and characters of a char[], before rounding. */
int64_t builder_array_bytes(int64_t length);

/* The chain of a pass: its lengths, and the birth of its largest array. */
struct builder_chain {
    struct bcl_piece *pieces; /* owned */
    uint32_t count, largest;  /* index of the largest */
};
int builder_chain_read(struct builder *w, hp_ref builder, struct builder_chain *chain,
                       struct hp_err *err);
void builder_chain_free(struct builder_chain *chain);
/* Reports chunk_count, first_chunk_chars, largest_chunk_chars, and object_bytes and start_generation
 * of the largest. */
int builder_chain_report(struct builder *w, const struct builder_roots *r,
                         struct builder_watch *watch, struct hp_err *err);

/* ---- reports -------------------------------------------------------------------------------- */

void builder_metrics(void *state, const struct hp_host *host);
/* The longest capacity that a pool of builders takes back, found by giving back. */
int builder_retained(struct builder *w, const struct builder_roots *r, int64_t *limit,
                     struct hp_err *err);

int builder_probe_chunks(const struct hp_run *run, struct hp_err *err);
int builder_probe_threshold(const struct hp_run *run, struct hp_err *err);
int builder_probe_loh(const struct hp_run *run, struct hp_err *err);
int builder_probe_reuse(const struct hp_run *run, struct hp_err *err);
int builder_probe_collect(const struct hp_run *run, struct hp_err *err);

extern const struct hp_trace_ops builder_trace;

#endif
