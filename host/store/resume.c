/* SPDX-License-Identifier: MIT
 * Answers: which launches does a run still need, and which are there from earlier runs? Parent
 * only.
 *
 * A launch is there when its case (by identity, and for machine "this" by host), kind and round
 * are, in the newest epoch (which a run with fresh starts, and a later run goes on with), with an
 * outcome that says something about the case: a crash is a result; "protocol" (a broken
 * conversation, killed from outside) is none, and what a limit ended is one as long as that limit is
 * not raised. The run links to what it reuses, so its results never change afterwards.
 */
#include "store/internal.h"

#include <stddef.h>

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

/* The kinds of launches, and which of a case's launches are of that kind. */
static const struct {
    enum hp_launch_kind kind;
    size_t offset; /* of a uint32_t in struct hp_launches */
} kinds[] = {
    { HP_LAUNCH_COUNTERS, offsetof(struct hp_launches, counters) },
    { HP_LAUNCH_TIME, offsetof(struct hp_launches, times) },
    { HP_LAUNCH_PROBE, offsetof(struct hp_launches, probes) },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static uint32_t *of_kind(struct hp_launches *launches, size_t k)
{
    return (uint32_t *)(void *)((char *)launches + kinds[k].offset);
}

/* What is gathered for one case. */
struct search {
    struct hp_store *store;
    const struct hp_limits *limits; /* of today */
    int64_t run_id, case_id, epoch;
    char newest[64]; /* start of the newest reused launch, or empty */
};

/* 1 when the launch is there: *s is at its row then, and in any case to be reset. */
static int find_launch(struct search *q, enum hp_launch_kind kind, uint32_t round, sqlite3_stmt **s,
                       struct hp_err *err)
{
    const struct hp_limits *l = q->limits;
    *s = hp_store_statement(q->store, FIND_LAUNCH, err);
    if (*s == NULL)
        return HP_E_STORE;
    const int rc = hp_store_bind(q->store, *s, err, "itiiiiii", q->case_id, hp_store_kind(kind),
                                 (int64_t)round, q->epoch, (int64_t)l->memory_bytes,
                                 (int64_t)l->time_ns, (int64_t)l->cpu_ns, (int64_t)l->output_bytes);
    return rc == HP_OK ? hp_store_step(q->store, *s, err) : rc;
}

/* 1 when the launch is there: then the run links to it. */
static int reuse(struct search *q, enum hp_launch_kind kind, uint32_t round, struct hp_err *err)
{
    sqlite3_stmt *s = NULL;
    int rc = find_launch(q, kind, round, &s, err);
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
    return hp_store_find(q->store, NEWEST_EPOCH, &q->epoch, err, "i", q->case_id);
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
    q->newest[0] = '\0';
    const size_t before = list->count;
    int rc = find_case(q, c, err);
    if (rc == HP_OK && !fresh)
        rc = newest_epoch(q, err);
    struct hp_launches wanted = hp_case_launches(c, measure);
    for (size_t k = 0; k < KINDS; k++) {
        for (uint32_t round = 0; rc == HP_OK && round < *of_kind(&wanted, k); round++) {
            rc = reuse(q, kinds[k].kind, round, err);
            if (rc == 0)
                HP_PUSH(list->items, list->count, list->capacity) =
                    (struct hp_todo){ .c = c, .kind = kinds[k].kind, .round = round };
            rc = rc < 0 ? rc : HP_OK;
        }
    }
    if (rc != HP_OK)
        return rc;
    const bool whole = list->count == before && q->newest[0] != '\0';
    return hp_store_run_statement(q->store, MARK_RUN_CASE, err, "itii", q->epoch,
                                  whole ? q->newest : NULL, q->run_id, q->case_id);
}

int hp_store_todo(struct hp_store *store, int64_t run_id, const struct hp_plan *plan,
                  const struct hp_config *config, bool fresh, struct hp_arena *arena,
                  struct hp_todo **todo, size_t *count, struct hp_err *err)
{
    struct search q = { .store = store, .limits = &config->limits, .run_id = run_id };
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

/* ---- the same question without a run ---- */

/* Takes from `lacks`, the launches that are wanted, those that are there. */
static int case_lacks(struct search *q, struct hp_launches *lacks, struct hp_err *err)
{
    int rc = newest_epoch(q, err);
    for (size_t k = 0; k < KINDS; k++) {
        uint32_t *missing = of_kind(lacks, k);
        const uint32_t rounds = *missing;
        for (uint32_t round = 0; rc == HP_OK && round < rounds; round++) {
            sqlite3_stmt *s = NULL;
            rc = find_launch(q, kinds[k].kind, round, &s, err);
            (void)sqlite3_reset(s);
            *missing -= rc == 1;
            rc = rc < 0 ? rc : HP_OK;
        }
    }
    return rc;
}

static int median_time(struct search *q, double *ns, struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_statement(q->store, MEDIAN_TIME, err);
    if (s == NULL)
        return HP_E_STORE;
    int rc = hp_store_bind(q->store, s, err, "i", q->case_id);
    if (rc == HP_OK)
        rc = hp_store_step(q->store, s, err);
    *ns = rc == 1 ? sqlite3_column_double(s, 0) : 0;
    (void)sqlite3_reset(s);
    return rc < 0 ? rc : HP_OK;
}

/* Counts the case when a host other than `host_id` (0: any) has results of it. */
static int look_elsewhere(struct hp_store *store, const struct hp_case *c, int64_t host_id,
                          struct hp_elsewhere *elsewhere, struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_statement(store, FIND_ELSEWHERE, err);
    if (s == NULL)
        return HP_E_STORE;
    int rc = hp_store_bind(store, s, err, "ti", c->identity, host_id);
    if (rc == HP_OK)
        rc = hp_store_step(store, s, err);
    if (rc == 1) {
        elsewhere->cases++;
        (void)snprintf(elsewhere->host, sizeof elsewhere->host, "%s",
                       (const char *)sqlite3_column_text(s, 0));
    }
    (void)sqlite3_reset(s);
    return rc < 0 ? rc : HP_OK;
}

int hp_store_lacks(struct hp_store *store, const struct hp_run_info *info,
                   struct hp_launches *lacks, double *known_ns, struct hp_elsewhere *elsewhere,
                   struct hp_err *err)
{
    struct search q = { .store = store, .limits = &info->config->limits };
    char hex[HP_SHA_HEX];
    int64_t host_id = 0;
    hp_store_fingerprint(info, hex);
    int rc = hp_store_find(store, FIND_HOST, &host_id, err, "t", hex);
    for (size_t i = 0; rc == HP_OK && i < info->plan->count; i++) {
        const struct hp_case *c = &info->plan->cases[i];
        const bool ours = strcmp(c->machine, "this") == 0;
        const struct hp_launches wanted = hp_case_launches(c, &info->config->measure);
        lacks[i] = wanted;
        known_ns[i] = 0;
        if (c->skip != NULL)
            continue;
        /* A host that the database does not know has the id 0, and no case of its own. */
        rc =
            hp_store_find(store, FIND_CASE, &q.case_id, err, "ti", c->identity, ours ? host_id : 0);
        if (rc == HP_OK && q.case_id != 0)
            rc = case_lacks(&q, &lacks[i], err);
        if (rc == HP_OK && ours && memcmp(&lacks[i], &wanted, sizeof wanted) == 0)
            rc = look_elsewhere(store, c, host_id, elsewhere, err);
        if (rc == HP_OK && q.case_id != 0)
            rc = median_time(&q, &known_ns[i], err);
    }
    return rc;
}
