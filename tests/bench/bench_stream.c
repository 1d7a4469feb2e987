/* SPDX-License-Identifier: MIT
 * How near is copying through streams to plain copying? Hands a megabyte on in several ways, and then
 * copies the same bytes between the same addresses with memcpy, after a memset where .NET zeroes. Both
 * sides are printed, and their ratio. Run by hand: `ninja bench`; never a test. */
#include "bcl/probe.h"
#include "bcl/stream.h"
#include "bench.h"
#include "rig.h"

enum {
    LENGTH = 1000000,
    RENTED = 131072, /* what CopyTo gets for its 81,920 */
    PIECE = 1000,
    PART = 100000,
    ROUNDS = 300,
    ARRAYS = 16,
};

/* An array that was born in a round, kept until its bytes have been copied again. */
struct born {
    hp_handle handle;
    char *data;
    size_t length;
};

struct bench {
    struct rig rig;
    struct bcl b;
    struct bcl_observer observer;
    hp_ref source, target;    /* byte[] */
    hp_ref from, derived, to; /* MemoryStreams over them; of a derived class, too */
    hp_ref grown, array;      /* scratch */
    struct born born[ARRAYS];
    uint32_t born_count;
};

static char *data(struct bench *x, hp_ref array)
{
    return hp_data(x->b.t, array);
}

/* The address of a large array is good for as long as the array lives. */
static void note(void *context, struct bcl *b, hp_ref object, const char *what)
{
    struct bench *x = context;
    struct hp_err err = { 0, "" };
    if ((strcmp(what, "buffer") != 0 && strcmp(what, "part") != 0) || x->born_count == ARRAYS)
        return;
    struct born *born = &x->born[x->born_count++];
    born->data = hp_data(b->t, object);
    born->length = hp_length(b->t, object);
    bench_must(b->t->ops->handle_new(b->t, object, HP_STRONG, &born->handle, &err), &err);
}

/* ---- the ways ------------------------------------------------------------------------------- */

static void rewind_all(struct bench *x, struct hp_err *err)
{
    bench_must(bcl_memory_set_position(&x->b, x->from, 0, err), err);
    bench_must(bcl_memory_set_position(&x->b, x->derived, 0, err), err);
    bench_must(bcl_memory_set_position(&x->b, x->to, 0, err), err);
}

static void copy(struct bench *x, hp_ref from, hp_ref to, struct hp_err *err)
{
    struct bcl_memory source, sink;
    bcl_memory_stream(&source, from);
    bcl_memory_stream(&sink, to);
    bench_must(
        bcl_copy_to(&source.base, &x->b, &sink.base, bcl_copy_size(&source.base, &x->b), err), err);
}

static void run_memory(struct bench *x, struct hp_err *err)
{
    copy(x, x->from, x->to, err);
}

static void run_derived(struct bench *x, struct hp_err *err)
{
    copy(x, x->derived, x->to, err);
}

static void run_grow(struct bench *x, struct hp_err *err)
{
    bench_must(bcl_memory_new(&x->b, 0, x->grown, err), err);
    copy(x, x->derived, x->grown, err);
}

static void run_pieces(struct bench *x, struct hp_err *err)
{
    for (int32_t at = 0; at < LENGTH; at += PIECE) {
        const struct bcl_bytes piece = { x->source, at, PIECE };
        bench_must(bcl_memory_write(&x->b, x->to, &piece, err), err);
    }
}

static void run_parts(struct bench *x, struct hp_err *err)
{
    struct bcl_memory source;
    int32_t got = 0;
    bcl_memory_stream(&source, x->derived);
    for (int32_t at = 0; at < LENGTH; at += PART) {
        bench_must(bcl_make(&x->b, bcl_elements[BCL_U8].array, PART, 0, x->array, "part", err),
                   err);
        const struct bcl_bytes part = { x->array, 0, PART };
        bench_must(bcl_stream_fill(&source.base, &x->b, &part, &got, err), err);
        bench_must(bcl_memory_write(&x->b, x->to, &part, err), err);
    }
}

/* ---- the same bytes between the same addresses ---------------------------------------------- */

static void bound_memory(struct bench *x, char *rented)
{
    (void)rented;
    memcpy(data(x, x->target), data(x, x->source), LENGTH);
}

static void bound_derived(struct bench *x, char *rented)
{
    for (size_t at = 0; at < LENGTH; at += RENTED) {
        const size_t count = LENGTH - at < RENTED ? LENGTH - at : RENTED;
        memcpy(rented, data(x, x->source) + at, count);
        memcpy(data(x, x->target) + at, rented, count);
    }
}

static void bound_grow(struct bench *x, char *rented)
{
    const struct born *now = NULL;
    for (size_t at = 0; at < LENGTH; at += RENTED) {
        const size_t count = LENGTH - at < RENTED ? LENGTH - at : RENTED;
        memcpy(rented, data(x, x->source) + at, count);
        if (now == NULL || at + count > now->length) {
            const struct born *next = now == NULL ? x->born : now + 1;
            memset(next->data, 0, next->length);
            if (now != NULL)
                memcpy(next->data, now->data, at);
            now = next;
        }
        memcpy(now->data + at, rented, count);
    }
}

static void bound_pieces(struct bench *x, char *rented)
{
    (void)rented;
    for (size_t at = 0; at < LENGTH; at += PIECE)
        memcpy(data(x, x->target) + at, data(x, x->source) + at, PIECE);
}

static void bound_parts(struct bench *x, char *rented)
{
    (void)rented;
    for (size_t i = 0; i < x->born_count; i++) {
        memset(x->born[i].data, 0, PART);
        memcpy(x->born[i].data, data(x, x->source) + i * PART, PART);
        memcpy(data(x, x->target) + i * PART, x->born[i].data, PART);
    }
}

static const struct row {
    const char *name;
    void (*run)(struct bench *x, struct hp_err *err);
    void (*bound)(struct bench *x, char *rented);
} rows[] = {
    { "CopyTo of a MemoryStream", run_memory, bound_memory },
    { "CopyTo of a subclass", run_derived, bound_derived },
    { "CopyTo into a growing one", run_grow, bound_grow },
    { "Write of 1,000 bytes", run_pieces, bound_pieces },
    { "parts, a new array each", run_parts, bound_parts },
};

/* ---- measuring ------------------------------------------------------------------------------ */

/* Nothing survives, so that no round pays for the one before. */
static void drop(struct bench *x)
{
    for (uint32_t i = 0; i < x->born_count; i++)
        x->b.t->ops->handle_free(x->b.t, x->born[i].handle);
    x->born_count = 0;
    hp_clear(x->b.t, x->grown);
    hp_clear(x->b.t, x->array);
    bcl_settle(x->b.t);
}

/* The array that CopyTo rents: it lies in the thread's slot. */
static char *rented_data(struct bench *x, struct hp_err *err)
{
    struct bcl_pool *pool = NULL;
    bench_must(bcl_pool_shared(&x->b, bcl_elements[BCL_U8].array, &pool, err), err);
    bench_must(bcl_pool_rent(&x->b, pool, RENTED, x->array, err), err);
    char *address = data(x, x->array);
    bench_must(bcl_pool_return(&x->b, pool, x->array, false, err), err);
    return address;
}

static void measure(struct bench *x, const struct row *row, struct hp_err *err)
{
    static double ran[ROUNDS], bound[ROUNDS];
    for (int round = -4; round < ROUNDS; round++) {
        drop(x);
        rewind_all(x, err);
        char *rented = rented_data(x, err);
        const int64_t start = bench_now_ns();
        row->run(x, err);
        const int64_t between = bench_now_ns();
        row->bound(x, rented);
        const int64_t end = bench_now_ns();
        if (round < 0)
            continue;
        ran[round] = (double)(between - start);
        bound[round] = (double)(end - between);
    }
    const double mine = bench_median(ran, ROUNDS), plain = bench_median(bound, ROUNDS);
    printf("  %-26s %8.0f ns  %6.2f GB/s   memset+memcpy %8.0f ns  %6.2f GB/s   %3.0f %%\n",
           row->name, mine, LENGTH / mine, plain, LENGTH / plain, 100 * plain / mine);
}

static void open_bench(struct bench *x, struct hp_err *err)
{
    const struct rig_setup setup = {
        .heap = "gen", .runtime = 10, .option = { "verify" }, .value = { "false" }
    };
    bench_must(rig_open(&x->rig, &setup, err), err);
    bench_must(bcl_open(&x->b, &x->rig.run, err), err);
    hp_ref *const roots[] = { &x->from, &x->derived, &x->to, &x->grown, &x->array };
    const struct hp_type *bytes = bcl_elements[BCL_U8].array;
    bench_must(hp_new(x->b.t, bytes, LENGTH, 0, &x->source, err), err);
    bench_must(hp_new(x->b.t, bytes, LENGTH, 0, &x->target, err), err);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
        bench_must(hp_root(x->b.t, roots[i], err), err);
    memset(data(x, x->source), 'x', LENGTH);
    bench_must(bcl_memory_wrap(&x->b, &bcl_type_memory_stream, x->source, x->from, err), err);
    bench_must(bcl_memory_wrap(&x->b, &bcl_type_memory_subclass, x->source, x->derived, err), err);
    bench_must(bcl_memory_wrap(&x->b, &bcl_type_memory_stream, x->target, x->to, err), err);
    x->observer = (struct bcl_observer){ x, note };
    x->b.observer = &x->observer;
}

int main(void)
{
    static struct bench x;
    struct hp_err err = { 0, "" };
    open_bench(&x, &err);
    printf("%d bytes handed on, medians of %d rounds\n", LENGTH, ROUNDS);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        measure(&x, &rows[i], &err);
    drop(&x);
    rig_close(&x.rig);
    return 0;
}
