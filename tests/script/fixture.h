/* SPDX-License-Identifier: MIT
 * Cases of a run as a store would give them, made by hand: everything in one arena, freed at once.
 */
#ifndef FIXTURE_H
#define FIXTURE_H

#include "script/judge.h"

struct fixture {
    struct hp_arena *arena;
    struct hp_case_row *rows;
    size_t count, capacity;
};

struct fixture *fixture_new(void);
void fixture_free(struct fixture *f);

/* A finished case "method param=value ..." on gen, runtime 10, this machine, default threshold. Words of
 * `spec`: the method first ("probe:memory" for a probe), then name=value; heap, runtime, gc, machine,
 * threshold, skip, measure set axes, other names become parameters. The row is good until the next call. */
struct hp_case_row *fixture_case(struct fixture *f, const char *spec);
/* `n` samples of a metric, `per_round` in each round: value, value + step, ... */
void fixture_samples(struct fixture *f, struct hp_case_row *row, const char *metric, size_t n,
                     size_t per_round, double value, double step);
void fixture_values(struct fixture *f, struct hp_case_row *row, const char *metric,
                    const double *values, const uint32_t *rounds, size_t n);
void fixture_text(struct fixture *f, struct hp_case_row *row, const char *metric,
                  const char *value);
void fixture_failure(struct fixture *f, struct hp_case_row *row, const char *kind,
                     const char *outcome, const char *detail);

/* A run around the boundary: chunk-array on gen at both thresholds, held and not, with counters; a machine
 * profile; dotnet with times, and runtime 8 of it skipped; slice-array; a crashed and an unfinished case; a
 * probe with texts. The values are those of the rules, worked out here and nowhere measured. */
void fixture_chunk(struct fixture *f);

/* Runs one script in this process against the fixture. The world's verdicts and problems are in the
 * fixture's arena; script_world_clear() is due. */
struct script_world fixture_run(struct fixture *f, const char *path, const char *text);
/* The same with more sources: modules and scripts. */
struct script_world fixture_run_all(struct fixture *f, const struct hp_source *sources,
                                    size_t count);

#endif
