/* SPDX-License-Identifier: MIT
 * The pool workload: an array that is rented and returned, against a new one, in every way of seed 002.
 * Read upwards: the plugin's table, its operations, its methods and probes, its parameters, and the
 * steps of a prepared method. */
#include "pool.h"
#include "workload.h"

#include <stdlib.h>

/* ---- what the worker may ask for --------------------------------------------------------------- */

static const struct workload_probe probe_table[] = {
    { "reports", pool_probe_reports },
    { "extra", pool_probe_extra },
    { "loh", pool_probe_loh },
    { "seq", pool_probe_seq },
    { NULL, NULL },
};

static const struct workload workload = {
    .name = "pool",
    .ways = pool_ways,
    .way_bytes = sizeof *pool_ways,
    .state_bytes = sizeof(struct pool),
    .probes = probe_table,
};

/* ---- operations ----------------------------------------------------------------------------- */

int pool_operate(struct pool *w, uint64_t operations, struct hp_err *err)
{
    return w->crowd != NULL ? pool_crowd_step(w, operations, err)
                            : pool_repeat(w, &w->b, 0, operations, err);
}

static int pool_step(void *state, uint64_t operations, struct hp_err *err)
{
    return pool_operate(state, operations, err);
}

/* Arrays that change hands fill the pool only after some turns. */
static int pool_open(void **state, const struct hp_run *run, struct hp_err *err)
{
    enum { WARM_UP = 4 };
    const void *way = NULL;
    int rc = workload_open(&workload, run, &way, state, err);
    if (rc != HP_OK)
        return rc;
    struct pool *w = *state;
    rc = pool_prepare(w, run, run->params, way, err);
    return rc == HP_OK ? pool_operate(w, WARM_UP, err) : rc;
}

static void pool_close(void *state)
{
    struct pool *w = state;
    if (w != NULL)
        pool_discard(w);
    free(w);
}

/* ---- parameters, methods, probes ------------------------------------------------------------ */

#define AT(field) offsetof(struct pool_params, field)

static const struct hp_option parameters[] = {
    { "length", "1024", "elements that are asked for; .NET refuses what is below 0", HP_COUNT,
      AT(length), INT32_MIN, INT32_MAX, NULL },
    { "element", "byte", "element of the arrays", HP_CHOICE, AT(element), 0, 0,
      "byte int32 reference" },
    { "buffers", "1", "arrays that a thread holds at a time", HP_COUNT, AT(buffers), 1, INT16_MAX,
      NULL },
    { "profile", "fixed",
      "lengths of the buffers: all `length`; as long as a bucket; one element more; any up to "
      "`length`; short ones more often",
      HP_CHOICE, AT(profile), 0, 0, "fixed full above even short" },
    { "fill", "false", "every element that was asked for is written", HP_FLAG, AT(fill), 0, 0,
      NULL },
    { "clear", "false", "Return clears the array", HP_FLAG, AT(clear), 0, 0, NULL },
    { "threads", "1", "threads that do this at once", HP_COUNT, AT(threads), 1, POOL_THREADS_MOST,
      NULL },
    { "handover", "none",
      "who puts arrays back: whoever got them, at once; the same thread after a turn of all; "
      "another one",
      HP_CHOICE, AT(handover), 0, 0, "none own foreign" },
    { "partitions", "0",
      "most stacks of a bucket, as DOTNET_SYSTEM_BUFFERS_SHAREDARRAYPOOL_MAXPARTITIONCOUNT has it; "
      "0: one for each processor",
      HP_COUNT, AT(partitions), 0, INT32_MAX, NULL },
    { "depth", "0",
      "most arrays in a stack, as DOTNET_SYSTEM_BUFFERS_SHAREDARRAYPOOL_MAXARRAYSPERPARTITION has "
      "it; 0: 32",
      HP_COUNT, AT(depth), 0, INT32_MAX, NULL },
    { "case", "none",
      "what goes wrong: nothing; no return; two returns of one array; a return of an array that no "
      "pool has made",
      HP_CHOICE, AT(misuse), 0, 0, "none no-return double-return foreign-array" },
    { "of", "rent-return", "the method that probes reports, loh and seq look at", HP_CHOICE, AT(of),
      0, 0, "rent-return new uninitialised existing" },
    { .name = NULL },
};

#define HELD "one turn of a thread: all buffers got, then put back"
#define EVERY "length element buffers profile fill threads handover"

static const struct hp_method methods[] = {
    { "rent-return", "rent renti rentr ret rentmany retmany", "002 opening",
      EVERY " clear case partitions depth", 0, HELD, "ArrayPool<T>.Shared.Rent(n), then Return" },
    { "new", "newarr", "002 opening", EVERY, 0, HELD, "new T[n]" },
    { "uninitialised", NULL, "002 opening", EVERY, 0, HELD, "GC.AllocateUninitializedArray<T>(n)" },
    { "existing", NULL, "002 notes on measuring", EVERY, 0, HELD,
      "an array that is there and written already: the lower bound" },
    { .name = NULL },
};

static const struct hp_probe probes[] = {
    { "reports", "002 report table", "of length element clear case",
      "bucket_index? bucket_length object_bytes rounding_loss_bytes start_generation? "
      "rent_only_loh_first_length? rent_only_loh_last_length? stale_bytes? retained_objects? "
      "accepted_count refused_count again_count lent_twice_count",
      "what a request is rounded to, where the array is born, what the pool holds after a return" },
    { "extra", "002 report table", "element",
      "first_length first_bytes header_bytes loh_threshold_bytes largest_pooled_length?",
      "the boundary of the large object heap, and the largest array that the pool keeps" },
    { "loh", "002 report table", "of length element buffers",
      "loh_objects loh_growth_bytes loh_live_bytes allocated_bytes forced_collections?",
      "growth of the large object heap and bytes asked for, while all buffers are held" },
    { "seq", "002 report table", "of length element buffers clear",
      "loh_objects loh_growth_bytes loh_live_bytes allocated_bytes forced_collections?",
      "the same when every buffer is returned before the next" },
    { .name = NULL },
};

static int pool_probe(const struct hp_run *run, struct hp_err *err)
{
    return workload_probe(&workload, run, err);
}

static const struct hp_workload_ops operations = {
    .open = pool_open,
    .step = pool_step,
    .counters = pool_metrics,
    .probe = pool_probe,
    .close = pool_close,
    .trace = &pool_trace,
};

static const struct hp_plugin plugin = {
    .magic = HP_MAGIC,
    .abi = HP_ABI,
    .size = sizeof plugin,
    .kind = HP_KIND_WORKLOAD,
    .options_size = sizeof(struct pool_params),
    .name = "pool",
    .version = "1.0",
    .summary = "an array for a while: ArrayPool against new arrays and arrays without zeroing",
    .options = parameters,
    .workload = &operations,
    .methods = methods,
    .probes = probes,
};

const struct hp_plugin *hp_plugin_query(void)
{
    return &plugin;
}
