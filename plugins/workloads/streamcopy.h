/* SPDX-License-Identifier: MIT
 * Inside the streamcopy workload: what its files share. streamcopy.c owns the tables,
 * streamcopy_source.c what is copied, streamcopy_sink.c where to, streamcopy_helper.c the thread
 * beside the copying one, streamcopy_ways.c the bodies, streamcopy_overlap.c the one with two
 * buffers, streamcopy_probe.c metrics and reports, streamcopy_trace.c the recorded operations. */
#ifndef HP_WORKLOAD_STREAMCOPY_H
#define HP_WORKLOAD_STREAMCOPY_H

#include "bcl/probe.h"
#include "bcl/stream.h"

#include <pthread.h>
#include <semaphore.h>

/* ---- the thread beside ---------------------------------------------------------------------- */

/* A thread that does one thing at a time and never touches the heap: feeds a pipe, drains it, waits
 * for a disk. A thread rather than io_uring: .NET on Linux reads files on threads of its pool too,
 * and many containers refuse the calls of io_uring. */
struct streamcopy_helper {
    pthread_t thread;
    sem_t given, done;
    void (*run)(void *state); /* NULL: the thread ends */
    void *state;
    bool started, busy;
};
int streamcopy_helper_start(struct streamcopy_helper *h, struct hp_err *err);
/* [timed] The helper is idle. */
void streamcopy_helper_give(struct streamcopy_helper *h, void (*run)(void *state), void *state);
/* [timed] Until it is idle; collections of others go on meanwhile. */
void streamcopy_helper_wait(struct streamcopy_helper *h, struct hp_thread *t);
/* Takes one that was never started. It is idle, or will be by itself. */
void streamcopy_helper_stop(struct streamcopy_helper *h);

/* ---- sources -------------------------------------------------------------------------------- */

/* The bytes that every source delivers, from position `at` on. */
void streamcopy_content(void *to, int64_t at, size_t count);

enum { SPY_SIZES = 64, NEVER = -1 };

/* A stream made for this: notes which sizes it is asked for; may break. */
struct streamcopy_spy {
    struct bcl_stream base;
    int64_t length, position, breaks_at;
    struct {
        int32_t bytes, count;
    } asked[SPY_SIZES];
    uint32_t sizes;
};

/* A pipe or a socket pair that the helper feeds; made anew for each pass, as its end is that of the
 * response. */
struct streamcopy_pair {
    struct bcl_descriptor reader;
    int writer; /* of the helper; closed by it */
    int64_t length;
};

/* A file whose reads are awaited: the helper does them. */
struct streamcopy_awaited {
    struct bcl_stream base;
    struct bcl_descriptor *file;
    struct streamcopy_helper *helper;
};

struct streamcopy_kind;

struct streamcopy_source {
    const struct streamcopy_kind *kind;
    int64_t length;
    struct bcl_stream *stream; /* what is copied from */
    struct bcl_stream *raw;    /* the one behind its buffers, if it has read_raw; else NULL */
    struct bcl_descriptor file;
    struct bcl_buffered buffer, buffer_over; /* FileStream's own, and BufferedStream's */
    struct bcl_memory memory;
    hp_handle object; /* the MemoryStream */
    struct streamcopy_spy spy;
    struct streamcopy_pair pair;
    struct streamcopy_awaited awaited;
    struct streamcopy_helper helper;
};

/* Ends at name == NULL, in the order of the words of parameter `kind`. */
struct streamcopy_kind {
    const char *name;
    const char *truth; /* its name in traces, or NULL */
    int (*open)(struct streamcopy_source *s, struct bcl *b, struct hp_err *err);
    int (*begin)(struct streamcopy_source *s, struct bcl *b, struct hp_err *err);
    int32_t buffer, over;        /* sizes of the buffers in front of a file; 0: none */
    const struct hp_type *class; /* of memory streams */
    bool seeks, breaks;          /* made streams */
};
extern const struct streamcopy_kind streamcopy_kinds[];

/* A source of `length` bytes. streamcopy_source_close() is due on failure as well. */
int streamcopy_source_open(struct streamcopy_source *s, struct bcl *b,
                           const struct streamcopy_kind *kind, int64_t length, struct hp_err *err);
/* [timed] The source from its beginning. `slot` holds its object for as long as it is used. */
int streamcopy_source_begin(struct streamcopy_source *s, struct bcl *b, hp_ref slot,
                            struct hp_err *err);
/* [timed] After streamcopy_source_begin(), however the pass went. */
void streamcopy_source_end(struct streamcopy_source *s, struct bcl *b);
void streamcopy_source_close(struct streamcopy_source *s, struct bcl *b);

/* ---- destinations --------------------------------------------------------------------------- */

enum streamcopy_to { TO_NULL, TO_SUM, TO_MEMORY, TO_FILE, TO_PIPE, TO_SOCKET };

/* Adds up what it is given. */
struct streamcopy_sum {
    struct bcl_stream base;
    uint64_t sum;
};

/* What methods write to: counts, breaks once where it should, and hands on. */
struct streamcopy_sink {
    struct bcl_stream base;
    struct bcl_stream *inner;
    int64_t breaks_at;             /* bytes of a pass before it breaks; NEVER */
    int64_t accepted;              /* bytes of the present attempt */
    int64_t sent, writes, largest; /* of a pass, all attempts */
    struct streamcopy_sum sum;
    struct bcl_memory memory;
    hp_handle object; /* the MemoryStream */
    struct bcl_descriptor descriptor;
    int drain; /* what the helper reads, or -1 */
    struct streamcopy_helper helper;
};
/* Takes `length` bytes a pass. streamcopy_sink_close() is due on failure as well. */
int streamcopy_sink_open(struct streamcopy_sink *k, struct bcl *b, enum streamcopy_to to,
                         int64_t length, struct hp_err *err);
/* [timed] A new pass. `slot` holds its object for as long as it is used. */
int streamcopy_sink_begin(struct streamcopy_sink *k, struct bcl *b, int64_t breaks_at, hp_ref slot,
                          struct hp_err *err);
/* [timed] The attempt begins anew: what was accepted is thrown away. */
int streamcopy_sink_restart(struct streamcopy_sink *k, struct bcl *b, struct hp_err *err);
void streamcopy_sink_close(struct streamcopy_sink *k, struct bcl *b);

/* A file without a name, gone with its descriptor. */
int streamcopy_file(int *fd, struct hp_err *err);

/* ---- methods -------------------------------------------------------------------------------- */

/* Filled by the host from the table in streamcopy.c. Choices are indexes into their words. */
struct streamcopy_params {
    int64_t length, buffer, part, initial_capacity;
    int32_t kind, to, copy, of;
    bool breaks;
};
enum { BUFFER_DEFAULT = -1 };
enum streamcopy_which { COPY_FIRST, COPY_LATER };

struct streamcopy;

/* Roots of one pass. */
struct streamcopy_roots {
    hp_ref source, sink; /* their objects */
    hp_ref stream;       /* the MemoryStream in between */
    hp_ref array;        /* a part */
};

struct streamcopy_way {
    const char *method;
    int (*pass)(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err);
};

/* A prepared method. Made by streamcopy_prepare(), freed by streamcopy_discard(). */
struct streamcopy {
    const struct hp_run *run;
    struct streamcopy_params p;
    const struct streamcopy_way *way;
    struct bcl b;
    struct streamcopy_source source;
    struct streamcopy_sink sink;
    struct streamcopy_helper helper; /* reads ahead; started for the method that does */
};

/* Ends at method == NULL, in the order of the words of parameter `of`. */
extern const struct streamcopy_way streamcopy_ways[];
/* NULL: none of the name. */
const struct streamcopy_way *streamcopy_way_find(const char *method);

/* Checks the parameters, opens source and destination. streamcopy_discard() is due on failure as
 * well. */
int streamcopy_prepare(struct streamcopy *w, const struct hp_run *run,
                       const struct streamcopy_way *way, struct hp_err *err);
void streamcopy_discard(struct streamcopy *w);
/* [roots] The roots of passes. */
int streamcopy_roots(struct streamcopy *w, struct streamcopy_roots *r, struct hp_err *err);
/* [timed] One operation. */
int streamcopy_pass(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err);
/* [timed] CopyTo with two rented arrays: the helper reads one while the other is written. A source
 * that has nothing to wait for is copied as CopyTo does. */
int streamcopy_overlapped(struct streamcopy *w, int32_t buffer, struct hp_err *err);

void streamcopy_metrics(void *state, const struct hp_host *host);
int streamcopy_probe_copy(const struct hp_run *run, struct hp_err *err);
int streamcopy_probe_growth(const struct hp_run *run, struct hp_err *err);
int streamcopy_probe_retry(const struct hp_run *run, struct hp_err *err);

extern const struct hp_trace_ops streamcopy_trace;

#endif
