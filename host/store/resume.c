/* SPDX-License-Identifier: MIT
 * Answers: which launches does a run still need, and which are there from earlier runs? Parent
 * only.
 *
 * A launch is there when its case (by identity, and for machine "this" by host), kind and round
 * are, in the newest epoch (which a run with fresh starts, and a later run goes on with), with
 * any outcome but "protocol": a crash or a timeout is a result, a broken conversation is not. The
 * run links to what it reuses, so its results never change afterwards.
 */
#include "store/internal.h"

const char *hp_store_kind(enum hp_launch_kind kind)
{
    switch (kind) {
    case HP_LAUNCH_COUNTERS:
        return "counters";
    case HP_LAUNCH_TIME:
        return "time";
    case HP_LAUNCH_PROBE:
        return "probe";
    }
    hp_bug("launch kind %d", (int)kind);
}

uint32_t hp_store_wanted(const struct hp_case *c, const struct hp_measure *measure,
                         enum hp_launch_kind kind)
{
    if (c->skip != NULL)
        return 0;
    switch (kind) {
    case HP_LAUNCH_COUNTERS:
        return !c->probe && c->counters && measure->counters ? measure->counter_rounds : 0;
    case HP_LAUNCH_TIME:
        return !c->probe && c->times && measure->times ? measure->rounds : 0;
    case HP_LAUNCH_PROBE:
        return c->probe ? measure->counter_rounds : 0;
    }
    hp_bug("launch kind %d", (int)kind);
}

/* What todo gathers for one case. */
struct search {
    struct hp_store *store;
    int64_t run_id, case_id, epoch;
    char newest[64]; /* start of the newest reused launch, or empty */
};

/* 1 when the launch is there: then the run links to it. */
static int reuse(struct search *q, enum hp_launch_kind kind, uint32_t round, struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_statement(q->store, FIND_LAUNCH, err);
    if (s == NULL)
        return HP_E_STORE;
    int rc = hp_store_bind(q->store, s, err, "itii", q->case_id, hp_store_kind(kind),
                           (int64_t)round, q->epoch);
    if (rc == HP_OK)
        rc = hp_store_step(q->store, s, err);
    if (rc != 1) {
        (void)sqlite3_reset(s);
        return rc;
    }
    const int64_t launch_id = sqlite3_column_int64(s, 0);
    const bool earlier = sqlite3_column_int64(s, 1) != q->run_id;
    const char *started = (const char *)sqlite3_column_text(s, 2);
    if (earlier && started != NULL && strcmp(started, q->newest) > 0)
        (void)snprintf(q->newest, sizeof q->newest, "%s", started);
    (void)sqlite3_reset(s);
    rc = hp_store_run_statement(q->store, PUT_RUN_LAUNCH, err, "ii", q->run_id, launch_id);
    return rc == HP_OK ? 1 : rc;
}

static int newest_epoch(struct search *q, struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_statement(q->store, NEWEST_EPOCH, err);
    if (s == NULL)
        return HP_E_STORE;
    int rc = hp_store_bind(q->store, s, err, "i", q->case_id);
    if (rc == HP_OK)
        rc = hp_store_step(q->store, s, err);
    q->epoch = rc == 1 ? sqlite3_column_int64(s, 0) : 0;
    (void)sqlite3_reset(s);
    return rc < 0 ? rc : HP_OK;
}

static int find_case(struct search *q, const struct hp_case *c, struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_statement(q->store, RUN_CASE_ID, err);
    if (s == NULL)
        return HP_E_STORE;
    int rc = hp_store_bind(q->store, s, err, "it", q->run_id, c->identity);
    if (rc == HP_OK)
        rc = hp_store_step(q->store, s, err);
    q->case_id = rc == 1 ? sqlite3_column_int64(s, 0) : 0;
    (void)sqlite3_reset(s);
    if (rc == 0)
        return hp_fail(err, HP_E_STORE, "%s: case %.8s is not of run %lld", q->store->path,
                       c->identity, (long long)q->run_id);
    return rc < 0 ? rc : HP_OK;
}

struct todo_list {
    struct hp_todo *items;
    size_t count, capacity;
};

static int search_case(struct search *q, const struct hp_case *c, const struct hp_measure *measure,
                       bool fresh, struct todo_list *list, struct hp_err *err)
{
    static const enum hp_launch_kind kinds[] = { HP_LAUNCH_COUNTERS, HP_LAUNCH_TIME,
                                                 HP_LAUNCH_PROBE };
    q->newest[0] = '\0';
    int rc = find_case(q, c, err);
    if (rc == HP_OK && !fresh)
        rc = newest_epoch(q, err);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const uint32_t wanted = hp_store_wanted(c, measure, kinds[k]);
        for (uint32_t round = 0; rc == HP_OK && round < wanted; round++) {
            rc = reuse(q, kinds[k], round, err);
            if (rc == 0)
                HP_PUSH(list->items, list->count, list->capacity) =
                    (struct hp_todo){ .c = c, .kind = kinds[k], .round = round };
            rc = rc < 0 ? rc : HP_OK;
        }
    }
    if (rc != HP_OK)
        return rc;
    return hp_store_run_statement(q->store, MARK_RUN_CASE, err, "itii", q->epoch,
                                  q->newest[0] != '\0' ? q->newest : NULL, q->run_id, q->case_id);
}

int hp_store_todo(struct hp_store *store, int64_t run_id, const struct hp_plan *plan,
                  const struct hp_config *config, bool fresh, struct hp_arena *arena,
                  struct hp_todo **todo, size_t *count, struct hp_err *err)
{
    struct search q = { .store = store, .run_id = run_id };
    struct todo_list list = { 0 };
    int rc = hp_store_begin(store, err);
    if (rc != HP_OK)
        return rc;
    if (fresh)
        rc = hp_store_int(store, "SELECT max(epoch) + 1 FROM run_case", 0, 0, &q.epoch, err);
    for (size_t i = 0; rc == HP_OK && i < plan->count; i++)
        if (plan->cases[i].skip == NULL)
            rc = search_case(&q, &plan->cases[i], &config->measure, fresh, &list, err);
    rc = rc == HP_OK ? hp_store_commit(store, err) : hp_store_rollback(store, rc);
    if (rc == HP_OK) {
        *todo = hp_arena_get(arena, (list.count + 1) * sizeof **todo);
        if (list.count > 0)
            memcpy(*todo, list.items, list.count * sizeof **todo);
        *count = list.count;
    }
    hp_mem_free(list.items);
    return rc;
}
