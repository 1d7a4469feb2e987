/* SPDX-License-Identifier: MIT
 * How near is appending to plain copying? Builds texts of 200 parts of 1,000 characters, and then
 * copies the same parts to the same addresses with memcpy, after a memset where .NET zeroes. Both
 * sides are printed, and their ratio. Run by hand: `ninja bench`; never a test. */
#include "bcl/probe.h"
#include "bcl/text.h"
#include "bench.h"
#include "rig.h"

enum { PARTS = 200, PART = 1000, CHARS = PARTS * PART, BUILDERS = 8, ROUNDS = 400, CHUNKS = 64 };

/* What .NET zeroes although the arrays are uninitialised ones: every node takes an allocation context of
 * 8,224 bytes, and the next array begins in what the node leaves of it. */
enum { CONTEXT = 8224, NODE = 48 };

struct bench {
    struct rig rig;
    struct bcl b;
    hp_ref source, held, builder, array;
    struct {
        uint16_t *chars;
        int32_t used;
        size_t zeroed; /* bytes */
    } chunks[BUILDERS][CHUNKS];
    uint32_t chunk_count;
};

static void make_builders(struct bench *x, struct hp_err *err)
{
    for (int n = 0; n < BUILDERS; n++) {
        bench_must(bcl_builder_new(&x->b, 0, INT32_MAX, x->builder, err), err);
        for (int32_t i = 0; i < PARTS; i++) {
            const struct bcl_span part = bcl_span_of(x->source, i * PART, PART);
            bench_must(bcl_builder_append(&x->b, x->builder, &part, err), err);
        }
        hp_set(x->b.t, x->held, (uint64_t)n, x->builder);
    }
}

/* Nothing survives, so that no round pays for the one before. */
static void drop_builders(struct bench *x)
{
    for (uint64_t n = 0; n < BUILDERS; n++)
        hp_set_null(x->b.t, x->held, n);
    hp_clear(x->b.t, x->builder);
    hp_clear(x->b.t, x->array);
    bcl_settle(x->b.t);
}

/* Where the arrays lie; nothing allocates until the copying is over. */
static void find_chunks(struct bench *x)
{
    for (int n = 0; n < BUILDERS; n++) {
        struct bcl_piece pieces[CHUNKS];
        hp_get_into(x->b.t, x->held, (uint64_t)n, x->builder);
        x->chunk_count = bcl_builder_pieces(&x->b, x->builder, pieces, CHUNKS);
        for (uint32_t i = 0; i < x->chunk_count; i++) {
            bcl_builder_array(&x->b, x->builder, i, x->array);
            x->chunks[n][i].chars = hp_data(x->b.t, x->array);
            const size_t bytes = 2 * (size_t)pieces[i].length;
            x->chunks[n][i].used = pieces[i].used;
            x->chunks[n][i].zeroed = bytes < CONTEXT - NODE ? bytes : CONTEXT - NODE;
        }
    }
}

/* A context: the head of an array, and what of it lies elsewhere. */
static void zero(struct bench *x, int n, uint32_t chunk)
{
    static char elsewhere[CONTEXT];
    size_t bytes = 0;
    if (chunk < x->chunk_count) {
        bytes = x->chunks[n][chunk].zeroed;
        memset(x->chunks[n][chunk].chars, 0, bytes);
    }
    memset(elsewhere, 0, CONTEXT - bytes);
}

/* The parts again, split where chunks end. A chunk's node is made before the chunk is filled, so that
 * the head of the next one is zeroed by then. */
static void copy_parts(struct bench *x)
{
    const uint16_t *source = hp_data(x->b.t, x->source);
    for (int n = 0; n < BUILDERS; n++) {
        int32_t left_of_part = PART;
        const uint16_t *from = source;
        for (uint32_t i = 0; i < x->chunk_count; i++) {
            const int32_t used = x->chunks[n][i].used;
            uint16_t *to = x->chunks[n][i].chars;
            zero(x, n, i + 1);
            for (int32_t at = 0; at < used;) {
                const int32_t count = used - at < left_of_part ? used - at : left_of_part;
                memcpy(to + at, from, 2 * (size_t)count);
                from += count;
                at += count;
                left_of_part = count == left_of_part ? PART : left_of_part - count;
            }
        }
    }
}

static void open_bench(struct bench *x, struct hp_err *err)
{
    const struct rig_setup setup = {
        .heap = "gen", .runtime = 10, .option = { "verify" }, .value = { "false" }
    };
    bench_must(rig_open(&x->rig, &setup, err), err);
    bench_must(bcl_open(&x->b, &x->rig.run, err), err);
    bench_must(bcl_text_open(&x->b, err), err);
    bench_must(hp_root(x->b.t, &x->source, err), err);
    bench_must(hp_root(x->b.t, &x->builder, err), err);
    bench_must(hp_root(x->b.t, &x->array, err), err);
    bench_must(bcl_string_new(&x->b, CHARS, x->source, err), err);
    bench_must(hp_new(x->b.t, bcl_elements[BCL_REF].array, BUILDERS, 0, &x->held, err), err);
}

int main(void)
{
    static struct bench x;
    static double appended[ROUNDS], copied[ROUNDS];
    struct hp_err err = { 0, "" };
    open_bench(&x, &err);
    for (int round = -4; round < ROUNDS; round++) {
        drop_builders(&x);
        const int64_t start = bench_now_ns();
        make_builders(&x, &err);
        const int64_t made = bench_now_ns();
        find_chunks(&x);
        const int64_t found = bench_now_ns();
        copy_parts(&x);
        const int64_t end = bench_now_ns();
        if (round < 0)
            continue;
        appended[round] = (double)(made - start) / BUILDERS;
        copied[round] = (double)(end - found) / BUILDERS;
    }
    rig_close(&x.rig);
    const double append = bench_median(appended, ROUNDS), copy = bench_median(copied, ROUNDS);
    printf("%d parts of %d characters, median of %d rounds of %d texts\n", PARTS, PART, ROUNDS,
           BUILDERS);
    printf("  append        %9.0f ns a text  %6.2f GB/s\n", append, 2.0 * CHARS / append);
    printf("  memset+memcpy %9.0f ns a text  %6.2f GB/s\n", copy, 2.0 * CHARS / copy);
    printf("  append reaches %.0f %% of it\n", 100 * copy / append);
    return 0;
}
