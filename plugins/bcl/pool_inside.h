/* SPDX-License-Identifier: MIT
 * Inside the shared pool: what its files share. pool.c owns the slots of threads and what first uses cost,
 * pool_partitions.c the stacks behind them, pool_trim.c what collections take out of both. */
#ifndef HP_BCL_POOL_INSIDE_H
#define HP_BCL_POOL_INSIDE_H

#include "shared.h"

/* ---- trimming ------------------------------------------------------------------------------- */

enum bcl_pressure { BCL_PRESSURE_LOW, BCL_PRESSURE_MEDIUM, BCL_PRESSURE_HIGH };

struct bcl_trim {
    enum bcl_pressure pressure;
    uint32_t tick; /* milliseconds; never 0 */
};

/* The first Return of a pool: from now on each collection of generation 2 trims it. */
int bcl_pool_trimmed(struct bcl *b, struct bcl_pool *pool, struct hp_err *err);

/* ---- partitions ----------------------------------------------------------------------------- */

/* Gives a displaced array to the first partition with room; drops it when all are full. */
int bcl_partitions_push(struct bcl *b, struct bcl_pool *pool, uint32_t bucket, hp_ref array,
                        struct hp_err *err);
/* Takes the top of the first partition that has one; *found tells. */
int bcl_partitions_pop(struct bcl *b, struct bcl_pool *pool, uint32_t bucket, hp_ref slot,
                       bool *found, struct hp_err *err);
int bcl_partitions_trim(struct bcl *b, struct bcl_pool *pool, uint32_t bucket,
                        const struct bcl_trim *trim, struct hp_err *err);

#endif
