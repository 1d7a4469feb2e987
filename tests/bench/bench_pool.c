/* SPDX-License-Identifier: MIT
 * What do Rent and Return cost in the thread's slot? A pair of calls, beside the least that it must do:
 * read a reference from the thread's table, clear it there, and store it again through the write
 * barrier. Rounds are short, so that most of them are not interrupted. Both sides are printed, and their ratio. Run by hand: `ninja bench`; never a test. */
#include "bcl/bcl.h"
#include "bench.h"
#include "rig.h"

enum { PAIRS = 2000, ROUNDS = 5000, LENGTH = 1024 };

struct bench {
    struct rig rig;
    struct bcl b;
    struct bcl_pool *pool;
    hp_ref array, table;
};

static void rent_and_return(struct bench *x, struct hp_err *err)
{
    int rc = HP_OK;
    for (int i = 0; rc == HP_OK && i < PAIRS; i++) {
        rc = bcl_pool_rent(&x->b, x->pool, LENGTH, x->array, err);
        if (rc == HP_OK)
            rc = bcl_pool_return(&x->b, x->pool, x->array, false, err);
        hp_safepoint(x->b.t);
    }
    bench_must(rc, err);
}

static void take_and_put(struct bench *x)
{
    for (int i = 0; i < PAIRS; i++) {
        hp_get_into(x->b.t, x->table, 12, x->array);
        hp_set_null(x->b.t, x->table, 12);
        hp_set(x->b.t, x->table, 12, x->array);
        hp_safepoint(x->b.t);
    }
}

static void open_bench(struct bench *x, struct hp_err *err)
{
    const struct rig_setup setup = {
        .heap = "gen", .runtime = 10, .option = { "verify" }, .value = { "false" }
    };
    bench_must(rig_open(&x->rig, &setup, err), err);
    bench_must(bcl_open(&x->b, &x->rig.run, err), err);
    bench_must(bcl_pool_shared(&x->b, bcl_elements[BCL_U8].array, &x->pool, err), err);
    bench_must(hp_root(x->b.t, &x->array, err), err);
    bench_must(hp_new(x->b.t, bcl_elements[BCL_REF].array, 64, 0, &x->table, err), err);
    bench_must(bcl_pool_near(&x->b, x->pool, err), err);
}

int main(void)
{
    static struct bench x;
    static double pair[ROUNDS], least[ROUNDS];
    struct hp_err err = { 0, "" };
    open_bench(&x, &err);
    for (int round = -4; round < ROUNDS; round++) {
        const int64_t start = bench_now_ns();
        rent_and_return(&x, &err);
        const int64_t rented = bench_now_ns();
        bench_must(bcl_pool_rent(&x.b, x.pool, LENGTH, x.array, &err), &err);
        hp_set(x.b.t, x.table, 12, x.array);
        const int64_t ready = bench_now_ns();
        take_and_put(&x);
        const int64_t end = bench_now_ns();
        bench_must(bcl_pool_return(&x.b, x.pool, x.array, false, &err), &err);
        if (round < 0)
            continue;
        pair[round] = (double)(rented - start) / PAIRS;
        least[round] = (double)(end - ready) / PAIRS;
    }
    bcl_pool_far(&x.b);
    rig_close(&x.rig);
    const double cost = bench_median(pair, ROUNDS), bound = bench_median(least, ROUNDS);
    printf("rent and return in the thread's slot, median of %d rounds of %d pairs\n", ROUNDS,
           PAIRS);
    printf("  rent and return %6.2f ns a pair, %6.2f in the fastest round\n", cost, pair[0]);
    printf("  take and put    %6.2f ns a pair, %6.2f in the fastest round\n", bound, least[0]);
    printf("  rent and return take %.1f times as long\n", cost / bound);
    return 0;
}
