/* SPDX-License-Identifier: MIT
 * The streamcopy workload: bytes handed on by CopyTo, through a MemoryStream or in parts, seeds 002
 * and 004. Read upwards: the plugin's table, its operations, its methods and probes, its
 * parameters, and the steps of a prepared method. */
#include "streamcopy.h"
#include "workload.h"

#include <stdlib.h>

/* ---- what the worker may ask for --------------------------------------------------------------- */

static const struct workload_probe probe_table[] = {
    { "copy", streamcopy_probe_copy },
    { "growth", streamcopy_probe_growth },
    { "retry", streamcopy_probe_retry },
    { NULL, NULL },
};

static const struct workload workload = {
    .name = "streamcopy",
    .ways = streamcopy_ways,
    .way_bytes = sizeof *streamcopy_ways,
    .state_bytes = sizeof(struct streamcopy),
    .probes = probe_table,
};

/* ---- operations ----------------------------------------------------------------------------- */

static int streamcopy_step(void *state, uint64_t operations, struct hp_err *err)
{
    struct streamcopy *w = state;
    const uint32_t scope = hp_scope_open(w->b.t);
    struct streamcopy_roots r;
    int rc = streamcopy_roots(w, &r, err);
    for (uint64_t i = 0; rc == HP_OK && i < operations; i++) {
        rc = streamcopy_pass(w, &r, err);
        hp_safepoint(w->b.t);
    }
    hp_scope_close(w->b.t, scope);
    return rc;
}

/* With a first pass, so that the pool has what it will have. */
static int streamcopy_open(void **state, const struct hp_run *run, struct hp_err *err)
{
    const void *way = NULL;
    int rc = workload_open(&workload, run, &way, state, err);
    if (rc != HP_OK)
        return rc;
    struct streamcopy *w = *state;
    rc = streamcopy_prepare(w, run, way, err);
    return rc == HP_OK ? streamcopy_step(w, 1, err) : rc;
}

static void streamcopy_close(void *state)
{
    struct streamcopy *w = state;
    if (w != NULL)
        streamcopy_discard(w);
    free(w);
}

/* ---- parameters, methods, probes ------------------------------------------------------------ */

#define AT(field) offsetof(struct streamcopy_params, field)
#define KIND_WORDS                                                                                 \
    "file file-unbuffered file-large-buffer buffered file-async memory memory-subclass pipe "      \
    "socket forward-only seekable failing"
#define OF_WORDS "copy copy-overlapped stream grow single-unsigned parts-new parts-rented"

static const struct hp_option parameters[] = {
    { "length", "1000000", "bytes of the source", HP_COUNT, AT(length), 0, HP_LENGTH_MAX, NULL },
    { "kind", "file", "what is copied from; pipe and socket are made anew in each pass", HP_CHOICE,
      AT(kind), 0, 0, KIND_WORDS },
    { "to", "null",
      "what is copied to: nothing, a sum of all bytes, memory with room, a file, a pipe or socket "
      "that is drained",
      HP_CHOICE, AT(to), 0, 0, "null sum memory file pipe socket" },
    { "buffer", "-1", "bytes given to CopyTo as its buffer size; -1: none given", HP_COUNT,
      AT(buffer), INT32_MIN, INT32_MAX, NULL },
    { "part", "5242880", "bytes of a part of an upload", HP_COUNT, AT(part), 1, HP_LENGTH_MAX,
      NULL },
    { "initial_capacity", "0", "bytes that the growing MemoryStream starts with", HP_COUNT,
      AT(initial_capacity), 0, HP_LENGTH_MAX, NULL },
    { "breaks", "false", "the connection of an upload breaks once, midway", HP_FLAG, AT(breaks), 0,
      0, NULL },
    { "copy", "first", "which copy of the process probe copy reports", HP_CHOICE, AT(copy), 0, 0,
      "first later" },
    { "of", "single-unsigned", "the method that probe retry runs", HP_CHOICE, AT(of), 0, 0,
      OF_WORDS },
    { .name = NULL },
};

#define COPY "one copy of the source"

static const struct hp_method methods[] = {
    { "copy", "copy", "002", "length kind to buffer", 0, COPY,
      "Stream.CopyTo, CopyToAsync of a file opened for it: one rented array" },
    { "copy-overlapped", NULL, NULL, "length kind to buffer", 0, COPY,
      "two rented arrays: a thread reads ahead while the other one is written" },
    { "stream", NULL, "004 downloading", "length kind to", 0, COPY,
      "the stream of a response handed on as it is" },
    { "grow", "stream", "004 downloading", "length kind to initial_capacity", 0, COPY,
      "the response copied into a MemoryStream that grows, then handed on" },
    { "single-unsigned", NULL, "004 uploading", "length kind to breaks", 0, COPY,
      "one request that forwards its source; sent again from the source when it breaks" },
    { "parts-new", NULL, "004 uploading", "length kind to part breaks", 0, COPY,
      "parts of an upload, a new array for each" },
    { "parts-rented", NULL, "004 uploading", "length kind to part breaks", 0, COPY,
      "parts of an upload, each in a rented array" },
    { .name = NULL },
};

static const struct hp_probe probes[] = {
    { "copy", "002", "length kind to copy",
      "buffer_bytes bucket_length? allocated_bytes? allocated_approx_bytes? loh_growth_bytes?",
      "what CopyTo asks the pool for, and what that allocates" },
    { "growth", "004 downloading", "length kind initial_capacity",
      "initial_length grown_length final_length arrays_count allocated_bytes?",
      "the arrays behind a MemoryStream that takes a response" },
    { "retry", "004 uploading", "length kind part of", "lost_bytes sent_bytes",
      "what is lost when the connection breaks midway, and what is sent in all" },
    { .name = NULL },
};

static int streamcopy_probe(const struct hp_run *run, struct hp_err *err)
{
    return workload_probe(&workload, run, err);
}

static const struct hp_workload_ops operations = {
    .open = streamcopy_open,
    .step = streamcopy_step,
    .counters = streamcopy_metrics,
    .probe = streamcopy_probe,
    .close = streamcopy_close,
    .trace = &streamcopy_trace,
};

static const struct hp_plugin plugin = {
    .magic = HP_MAGIC,
    .abi = HP_ABI,
    .size = sizeof plugin,
    .kind = HP_KIND_WORKLOAD,
    .options_size = sizeof(struct streamcopy_params),
    .name = "streamcopy",
    .version = "1.0",
    .summary = "bytes handed on: CopyTo and its buffer, a growing MemoryStream, parts of an upload",
    .options = parameters,
    .workload = &operations,
    .methods = methods,
    .probes = probes,
};

const struct hp_plugin *hp_plugin_query(void)
{
    return &plugin;
}
