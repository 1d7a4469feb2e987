/* SPDX-License-Identifier: MIT
 * The results. Only here is sqlite3.h included; only the parent opens a store. SQL lives in sql/:
 * 001_init.sql (tables), views.sql (documented views for readers), statements.sql or constants
 * beside use.
 *
 * One launch is one BEGIN IMMEDIATE transaction. WAL while running, one plain file afterwards. A
 * store that was cut off at any moment opens again: nothing that was committed is lost, nothing
 * is doubled.
 */
#ifndef HP_STORE_STORE_H
#define HP_STORE_STORE_H

#include "measure/stats.h"
#include "worker/worker.h"

struct hp_store;

enum hp_store_mode { HP_STORE_READ, HP_STORE_WRITE };

/* Opens or (WRITE) creates and migrates. HP_E_STORE with path and reason: newer schema, not ours,
 * locked by another run (waits busy_ms first), no space, read-only. */
int hp_store_open(const char *path, enum hp_store_mode mode, unsigned busy_ms,
                  struct hp_store **out, struct hp_err *err);
/* What a reader was opened on is a private copy when the file is of an older schema: the copy is brought
 * up to ours, the file stays as it is. Words for a sentence, "an older schema"; NULL: read as it is. */
const char *hp_store_copied_for(const struct hp_store *store);
/* Checkpoint, journal_mode=DELETE: one file. Takes NULL and half-open stores. */
void hp_store_close(struct hp_store *store);

/* ---- writing a run ---- */

struct hp_fact {
    const char *key, *value; /* value NULL: not determined */
};
struct hp_binary {
    const char *role, *name, *version, *sha;
};
struct hp_run_info {
    const struct hp_config *config;
    const struct hp_plan *plan;
    const struct hp_source *scripts; /* role script and module */
    size_t script_count;
    const struct hp_fact *facts;
    size_t fact_count;
    const char *host_title;
    const struct hp_machine *this_machine;
    const struct hp_binary *code;
    size_t code_count;
    const char *command, *tool_version, *commit_id;
    const struct hp_plugins *plugins; /* whose defaults are kept with the run; NULL: none */
};

/* Inserts the run with all its texts, code, machines, cases and run_case rows in one transaction.
 * label is started_utc with '-' for ':' and a suffix when taken. */
int hp_store_begin_run(struct hp_store *store, const struct hp_run_info *info, int64_t *run_id,
                       struct hp_err *err);
/* Launches that the run still needs (fresh: all of them, under a new epoch). Marks the cases
 * of which all launches are there with the date of the newest. *todo is in the arena. Launches with a failed outcome count as there, except
 * 'protocol', and what a limit ended that is larger today. */
int hp_store_todo(struct hp_store *store, int64_t run_id, const struct hp_plan *plan,
                  const struct hp_config *config, bool fresh, struct hp_arena *arena,
                  struct hp_todo **todo, size_t *count, struct hp_err *err);
/* Cases of this machine that have results, but of another host: those are not this one's. */
struct hp_elsewhere {
    size_t cases;
    char host[128]; /* the title of one such host; empty when there is none */
};
/* The same question without a run, and nothing is written: lacks[i] has the launches that case i of the plan
 * needs. known_ns[i] is its median time of an operation by its newest timed launch here, 0: none. Looks at
 * config, plan, host_title, this_machine and facts of `info`. */
int hp_store_lacks(struct hp_store *store, const struct hp_run_info *info,
                   struct hp_launches *lacks, double *known_ns, struct hp_elsewhere *elsewhere,
                   struct hp_err *err);
int hp_store_put_launch(struct hp_store *store, int64_t run_id, const struct hp_launch *launch,
                        struct hp_err *err);
/* Verdicts as found when the run ended (table judged); replaces the run's. Strings are copied. */
struct hp_judged {
    const char *script;
    int line;
    const char *claim, *verdict; /* verdict: hp_verdict_name() */
    bool decides;
    const char *machine, *threshold, *expected, *here, *message; /* never NULL */
    size_t n;
    const char *heap, *metric, *unit; /* NULL as "": several, or none */
    bool has_value, has_interval;     /* `here` is one number; it has a 95 % interval */
    double value, low, high;
};
int hp_store_put_verdicts(struct hp_store *store, int64_t run_id, const struct hp_judged *rows,
                          size_t count, struct hp_err *err);
int hp_store_end_run(struct hp_store *store, int64_t run_id, const char *state, struct hp_err *err);

/* ---- reading: rows of the views as structs; everything in `arena` ---- */

struct hp_run_row {
    int64_t run_id;
    const char *label, *name, *title, *question, *language, *command, *config_path, *tool_version,
        *commit_id, *started_utc, *finished_utc, *state, *host_title;
    int64_t seed, host_id;
    const char *title_ru, *question_ru; /* "": as title and question */
};
/* run_id 0: the last one. HP_E_STORE "no run in ..." when there is none. */
int hp_store_run(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                 struct hp_run_row *out, struct hp_err *err);

/* A case of a run with everything that its launches delivered. */
/* The samples of one metric, all launches of one kind, in order of round and iteration. */
struct hp_series {
    const char *metric;
    double *values;
    uint32_t *rounds; /* of each value */
    uint64_t *operations;
    size_t count;
    const char *kind; /* of the launches: "counters", "time", "probe" */
};
/* A round of a kind is one launch. */
static inline struct hp_samples hp_series_samples(const struct hp_series *s)
{
    return (struct hp_samples){ s->values, s->count, s->rounds };
}
struct hp_failure {
    const char *kind, *outcome, *detail;
    uint32_t round;
};
struct hp_case_row {
    int64_t case_id;
    struct hp_case c;      /* as planned; strings in the arena */
    const char *reused;    /* date or NULL */
    uint32_t wanted, done; /* launches */
    struct hp_series *series;
    size_t series_count;
    struct hp_param *texts; /* metric, value */
    size_t text_count;
    struct hp_block *blocks; /* of the first probe launch */
    size_t block_count;
    struct hp_failure *failures;
    size_t failure_count;
    uint64_t threshold_applied;
    const char *runtime_version;
    const char **notes; /* each sentence once */
    size_t note_count;
};
int hp_store_cases(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                   struct hp_case_row **out, size_t *count, struct hp_err *err);

struct hp_machine_row {
    const char *machine, *title;
    bool profile;
    int64_t processors, l3_bytes, memory_bytes;
};
int hp_store_machines(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                      struct hp_machine_row **out, size_t *count, struct hp_err *err);
int hp_store_facts(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                   struct hp_fact **out, size_t *count, struct hp_err *err);
int hp_store_code(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                  struct hp_binary **out, size_t *count, struct hp_err *err);
/* Which runs measured what a run rests on: its own launches and those of earlier runs, oldest first. */
struct hp_measured {
    int64_t by_run;
    const char *label, *tool_version, *commit_id; /* of that run */
    const char *first_utc, *last_utc;             /* starts of the launches */
    size_t cases; /* that it measured; one that several did counts for the last of them */
};
int hp_store_measured(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                      struct hp_measured **out, size_t *count, struct hp_err *err);
/* Numbers that steered measuring: "measure.rounds", "limits.time_ns", ... */
int hp_store_settings(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                      struct hp_fact **out, size_t *count, struct hp_err *err);
/* What a parameter of a workload is when nothing names it. */
struct hp_default {
    const char *workload, *name, *text;
};
struct hp_defaults {
    const struct hp_default *rows;
    size_t count;
};
int hp_store_defaults(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                      struct hp_defaults *out, struct hp_err *err);
/* Texts with their sha; role, path, text. */
struct hp_content_row {
    struct hp_source source;
    const char *sha;
};
int hp_store_contents(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                      struct hp_content_row **out, size_t *count, struct hp_err *err);
/* Collections of the first counter launch of a case in a run that ended well. Of the sizes the
 * store keeps all generations together and the LOH: the LOH is in its place, the rest in gen0's. */
int hp_store_collections(struct hp_store *store, int64_t run_id, int64_t case_id,
                         struct hp_arena *arena, struct hp_collection **out, size_t *count,
                         struct hp_err *err);

struct hp_published {
    const char *id, *seed, *system, *workload, *probe_or_method, *params, *machine, *runtime, *gc,
        *threshold, *metric, *unit, *text, *kind, *tolerance, *baseline, *formula, *quote_location,
        *title_en, *title_ru;
    double low, high;
    bool has_value;
    int decimals; /* after the point, as printed */
    /* Kind Q: metrics that can answer the claim, space separated, then, after ": ", the texts of the checks that
     * state it, " | " between, then, after " @ ", what must have run on a machine before they speak for it:
     * "runtime=8,9,10", each of them, or "size<=1000", one of them. A claim that no case of a run can show names a
     * file of tests/ that does in place of checks: ": test PATH". Or "". */
    const char *answer;
};
/* Loads published.csv text (our copy, with titles) into the store; replaces what is there. */
int hp_store_put_published(struct hp_store *store, const char *csv, size_t bytes,
                           struct hp_err *err);
int hp_store_published(struct hp_store *store, struct hp_arena *arena, struct hp_published **out,
                       size_t *count, struct hp_err *err);

/* All runs, newest first (for `show` and `list runs`). */
int hp_store_runs(struct hp_store *store, struct hp_arena *arena, struct hp_run_row **out,
                  size_t *count, struct hp_err *err);
/* Name and comment of every documented view, for `list views`. */
struct hp_view {
    const char *name, *help;
};
extern const struct hp_view hp_store_views[]; /* ends at name == NULL */
int hp_store_schema_version(struct hp_store *store);

#endif
