/* SPDX-License-Identifier: MIT
 * A small plan and launches with values that follow from case, kind, round and iteration, so that
 * what is read back from a store can be checked without a second copy of it.
 */
#ifndef HP_TEST_STORE_FIXTURE_H
#define HP_TEST_STORE_FIXTURE_H

#include "hp_test.h"
#include "store/store.h"

/* Cases of the plan, by index: chunk-array at four sizes under two thresholds, slice-array at the
 * sizes under the default threshold, one on a profile, one probe, one that the plan skips. */
enum {
    FIX_SIZES = 4,
    FIX_MOVED = FIX_SIZES,
    FIX_SLICE = 2 * FIX_SIZES,
    FIX_PROFILE = 3 * FIX_SIZES,
    FIX_PROBE,
    FIX_SKIPPED,
    FIX_CASES,
    FIX_ITERATIONS = 5,
    FIX_ROUNDS = 2,
};

/* A fresh folder and a database's path in it; leaving removes the database with its companions. */
struct fixture_place {
    char folder[64], db[96];
};
struct fixture_place fixture_place(void);
void fixture_leave(const struct fixture_place *p);

struct fixture {
    struct hp_arena *arena;
    struct hp_config config;
    struct hp_plan plan;
    struct hp_machine machine;
    struct hp_run_info info;
};

extern const int fixture_sizes[FIX_SIZES];

void fixture_make(struct fixture *f);
void fixture_clear(struct fixture *f);
/* Launches that the whole plan asks for. */
size_t fixture_wanted(void);
/* What a launch delivers; free with fixture_launch_clear. */
struct hp_launch fixture_launch(const struct fixture *f, const struct hp_todo *todo);
void fixture_launch_clear(struct hp_launch *l);
double fixture_value(int case_index, const char *metric, uint32_t round, uint32_t iteration);

/* A fresh place, what a run needs, and a new store in it that is open for writing; and the end of the first two. */
struct hp_store *fixture_start(struct fixture_place *p, struct fixture *f);
void fixture_stop(const struct fixture_place *p, struct fixture *f);
struct hp_store *fixture_open(const char *path, enum hp_store_mode mode);
int64_t fixture_begin(struct fixture *f, struct hp_store *store);
/* The launches that a run still needs; in f->arena. */
struct hp_todo *fixture_todo(struct fixture *f, struct hp_store *store, int64_t run_id, bool fresh,
                             size_t *count);
/* Puts the first `limit` launches of what is to do; returns how many were to do. */
size_t fixture_run(struct fixture *f, struct hp_store *store, int64_t run_id, bool fresh,
                   size_t limit);

/* One query on the closed or open file, read-only. Integer, real or text of the first row's first
 * column; a query without rows fails the test. */
int64_t fixture_int(const char *path, const char *sql);
double fixture_real(const char *path, const char *sql);
char *fixture_text(const char *path, const char *sql, char buf[512]);
/* Runs SQL on the file as another program would. */
void fixture_exec(const char *path, const char *sql);

/* Runs `body` in a child of its own, which changes what a process may do; 0: its checks hold. */
void fixture_in_child(int (*body)(const char *db), const char *db);
/* Root may write anything, so the process becomes nobody; false: it could not. */
bool fixture_nobody(void);

/* The database is whole: opens, integrity_check, no launch twice, every launch with all its
 * samples and with the values that belong to it. Returns the number of launches. */
int64_t fixture_check(const char *path);

#endif
