/* SPDX-License-Identifier: MIT
 * The pool workload: an array that is rented and returned, against a new one, in every way of seed 002.
 * Read upwards: the plugin's table, its operations, its methods, its parameters, and the steps of a
 * prepared method. */
#include "pool.h"

#include <stdlib.h>

/* ---- operations ----------------------------------------------------------------------------- */

static int pool_step(void *state, uint64_t operations, struct hp_err *err)
{
    struct pool *w = state;
    int rc = HP_OK;
    for (uint64_t i = 0; rc == HP_OK && i < operations; i++) {
        rc = pool_pass(w, &w->b, err);
        hp_safepoint(w->b.t);
    }
    return rc;
}

static int pool_open(void **state, const struct hp_run *run, struct hp_err *err)
{
    const struct pool_way *way = pool_way_find(run->method);
    if (way == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED, "pool has no method \"%s\"", run->method);
    struct pool *w = calloc(1, sizeof *w);
    if (w == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory for the state of pool");
    *state = w;
    return pool_prepare(w, run, run->params, way, err);
}

static void pool_close(void *state)
{
    struct pool *w = state;
    if (w != NULL)
        pool_discard(w);
    free(w);
}

/* ---- parameters and methods ----------------------------------------------------------------- */

#define AT(field) offsetof(struct pool_params, field)

static const struct hp_option parameters[] = {
    { "length", "81920", "elements that are asked for; below 0 .NET refuses", HP_COUNT, AT(length),
      INT32_MIN, INT32_MAX, NULL },
    { "element", "byte", "element of the arrays", HP_CHOICE, AT(element), 0, 0,
      "byte int32 reference" },
    { "buffers", "1", "arrays that are held at a time", HP_COUNT, AT(buffers), 1, INT16_MAX, NULL },
    { "fill", "false", "every element that was asked for is written", HP_FLAG, AT(fill), 0, 0,
      NULL },
    { "clear", "false", "Return clears the array", HP_FLAG, AT(clear), 0, 0, NULL },
    { .name = NULL },
};

#define HELD "one turn: all arrays got, then put back"

static const struct hp_method methods[] = {
    { "rent-return", "rent ret", "002 Subjects", "length element buffers fill clear", 0, HELD,
      "ArrayPool<T>.Shared.Rent(n), then Return" },
    { "new", "newarr", "002 Subjects", "length element buffers fill", 0, HELD, "new T[n]" },
    { "uninitialised", NULL, "002 Subjects", "length element buffers fill", 0, HELD,
      "GC.AllocateUninitializedArray<T>(n)" },
    { "existing", NULL, "002 PoolTouchBench", "length element buffers fill", 0, HELD,
      "an array that is there already: the lower bound" },
    { .name = NULL },
};

static const struct hp_probe probes[] = { { .name = NULL } };

static const struct hp_workload_ops operations = {
    .open = pool_open,
    .step = pool_step,
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
