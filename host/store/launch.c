/* SPDX-License-Identifier: MIT
 * Answers: how does what one launch delivered become rows? Parent only; one transaction a launch.
 */
#include "store/internal.h"

#include "base/fault.h"

#include <math.h>

static int put_samples(struct hp_store *store, int64_t id, const struct hp_launch *l,
                       struct hp_err *err)
{
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < l->sample_count; i++) {
        const struct hp_sample *s = &l->samples[i];
        if (i == l->sample_count / 2)
            hp_fault_point("store.transaction");
        rc = hp_store_run_statement(store, PUT_SAMPLE, err, "itiid", id, s->metric,
                                    (int64_t)s->iteration, (int64_t)s->operations, s->value);
    }
    for (size_t i = 0; rc == HP_OK && i < l->text_count; i++)
        rc = hp_store_run_statement(store, PUT_SAMPLE_TEXT, err, "itt", id, l->texts[i].metric,
                                    l->texts[i].value);
    return rc;
}

static int put_blocks(struct hp_store *store, int64_t id, const struct hp_launch *l,
                      struct hp_err *err)
{
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < l->block_count; i++) {
        const struct hp_block *b = &l->blocks[i];
        rc = hp_store_run_statement(store, PUT_BLOCK, err, "iititiiii", id, (int64_t)i, b->group,
                                    (int64_t)b->index, b->what, (int64_t)b->elements,
                                    (int64_t)b->bytes, (int64_t)b->generation,
                                    (int64_t)(b->kept != 0));
    }
    return rc;
}

static int64_t sum(const int64_t bytes[HP_GENERATIONS])
{
    int64_t total = 0;
    for (int i = 0; i < HP_GENERATIONS; i++)
        total += bytes[i];
    return total;
}

static int put_collections(struct hp_store *store, int64_t id, const struct hp_launch *l,
                           struct hp_err *err)
{
    static const char *const reasons[] = { "forced", "small", "large", "stress", "limit" };
    enum { LOH = 3, REASONS = sizeof reasons / sizeof *reasons };
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < l->collection_count; i++) {
        const struct hp_collection *c = &l->collections[i];
        const int reason = c->reason >= 0 && c->reason < REASONS ? c->reason : HP_GC_FORCED;
        rc = hp_store_run_statement(
            store, PUT_COLLECTION, err, "iiitiiiiiiiii", id, (int64_t)c->number,
            (int64_t)c->generation, reasons[reason], (int64_t)c->compacted, (int64_t)c->background,
            (int64_t)c->allocated_bytes, sum(c->before_bytes), sum(c->after_bytes),
            c->before_bytes[LOH], c->after_bytes[LOH], c->promoted_bytes, (int64_t)c->pause_ns);
    }
    return rc;
}

/* The case's id and the epoch of its launches in this run. */
static int find_case(struct hp_store *store, int64_t run_id, const struct hp_case *c, int64_t *id,
                     int64_t *epoch, struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_statement(store, RUN_CASE_ID, err);
    if (s == NULL)
        return HP_E_STORE;
    int rc = hp_store_bind(store, s, err, "it", run_id, c->identity);
    if (rc == HP_OK)
        rc = hp_store_step(store, s, err);
    if (rc == 1) {
        *id = sqlite3_column_int64(s, 0);
        *epoch = sqlite3_column_int64(s, 1);
    }
    (void)sqlite3_reset(s);
    if (rc == 0)
        return hp_fail(err, HP_E_STORE, "%s: case %.8s is not of run %lld", store->path,
                       c->identity, (long long)run_id);
    return rc < 0 ? rc : HP_OK;
}

/* A run rests on a launch once. What ended with "protocol", and what an earlier run was stopped from
 * by a limit that is larger now, is followed by another attempt. */
static int next_attempt(struct hp_store *store, int64_t run_id, const struct hp_launch *l,
                        int64_t case_id, int64_t epoch, int64_t *attempt, struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_statement(store, NEXT_ATTEMPT, err);
    if (s == NULL)
        return HP_E_STORE;
    int rc = hp_store_bind(store, s, err, "iitii", run_id, case_id, hp_store_kind(l->kind),
                           (int64_t)l->round, epoch);
    if (rc == HP_OK)
        rc = hp_store_step(store, s, err);
    const bool there = rc == 1 && sqlite3_column_int64(s, 1) > 0;
    *attempt = rc == 1 ? sqlite3_column_int64(s, 0) : 0;
    (void)sqlite3_reset(s);
    if (there)
        return hp_fail(err, HP_E_STORE, "%s: case %.8s, %s launch %u is stored already",
                       store->path, l->c->identity, hp_store_kind(l->kind), l->round);
    return rc < 0 ? rc : HP_OK;
}

static int put_head(struct hp_store *store, int64_t run_id, const struct hp_launch *l,
                    int64_t *launch_id, struct hp_err *err)
{
    int64_t case_id = 0, epoch = 0, attempt = 0;
    int rc = find_case(store, run_id, l->c, &case_id, &epoch, err);
    if (rc == HP_OK)
        rc = next_attempt(store, run_id, l, case_id, epoch, &attempt, err);
    if (rc != HP_OK)
        return rc;
    const char *outcome = hp_outcome_name(l->outcome);
    const char *detail = l->outcome == HP_OUT_OK ? NULL
                         : *l->sentence != '\0'  ? l->sentence
                                                 : outcome;
    rc = hp_store_run_statement(store, PUT_LAUNCH, err, "iitiiittittiiit", case_id, run_id,
                                hp_store_kind(l->kind), (int64_t)l->round, epoch, attempt, outcome,
                                detail, (int64_t)l->threshold_applied,
                                *l->runtime_version != '\0' ? l->runtime_version : NULL,
                                l->started_utc, (int64_t)l->wall_ns, (int64_t)l->cpu_ns,
                                (int64_t)l->peak_rss_bytes, hp_text_str(&l->captured));
    *launch_id = sqlite3_last_insert_rowid(store->db);
    return rc;
}

static int put_all(struct hp_store *store, int64_t run_id, const struct hp_launch *l,
                   struct hp_err *err)
{
    int64_t id = 0;
    int rc = put_head(store, run_id, l, &id, err);
    if (rc == HP_OK)
        rc = hp_store_run_statement(store, PUT_RUN_LAUNCH, err, "ii", run_id, id);
    if (rc == HP_OK)
        rc = put_samples(store, id, l, err);
    if (rc == HP_OK)
        rc = put_blocks(store, id, l, err);
    if (rc == HP_OK)
        rc = put_collections(store, id, l, err);
    for (size_t i = 0; rc == HP_OK && i < l->note_count; i++)
        rc = hp_store_run_statement(store, PUT_NOTE, err, "iit", id, (int64_t)i, l->notes[i]);
    return rc;
}

/* Checked before anything is written: the sentence can then name case, metric and iteration. */
static int check_samples(const struct hp_store *store, const struct hp_launch *l,
                         struct hp_err *err)
{
    for (size_t i = 0; i < l->sample_count; i++)
        if (!isfinite(l->samples[i].value))
            return hp_fail(err, HP_E_STORE,
                           "%s: case %.8s: %s of iteration %u is not a finite number - refused",
                           store->path, l->c->identity, l->samples[i].metric,
                           l->samples[i].iteration);
    return HP_OK;
}

static int put_transaction(struct hp_store *store, int64_t run_id, const struct hp_launch *launch,
                           struct hp_err *err)
{
    int rc = hp_store_begin(store, err);
    if (rc != HP_OK)
        return rc;
    rc = put_all(store, run_id, launch, err);
    if (rc != HP_OK)
        return hp_store_rollback(store, rc);
    hp_fault_point("store.commit");
    return hp_store_commit(store, err);
}

int hp_store_put_launch(struct hp_store *store, int64_t run_id, const struct hp_launch *launch,
                        struct hp_err *err)
{
    int rc = check_samples(store, launch, err);
    if (rc == HP_OK)
        rc = put_transaction(store, run_id, launch, err);
    if (rc == HP_OK) {
        store->stored++;
        hp_fault_point("store.committed");
    } else if (store->stored > 0 && !store->full) {
        (void)hp_context(err, "after %zu launch%s (kept; mend it and run the same command again)",
                         store->stored, store->stored == 1 ? "" : "es");
    }
    return rc;
}
