/* SPDX-License-Identifier: MIT
 * From config and sweeps to an ordered list of cases. Answers: what exactly would run.
 *
 * A case is one method or probe on one heap, runtime, GC mode, processor count, machine, threshold setting
 * and one value for every parameter that the method uses. Parameters that a method does not use are left
 * out of its cases, so that equal work is one case. Its identity is a hash over all of it and over the
 * code of host, workload and heap: the same identity means the same experiment.
 */
#ifndef HP_PLAN_PLAN_H
#define HP_PLAN_PLAN_H

#include "base/hash.h"
#include "config/config.h"
#include "plugin/plugin.h"

struct hp_param {
    const char *name, *text; /* canonical text */
};

struct hp_case {
    char identity[HP_SHA_HEX]; /* the first four to eight digits are shown as its short id */
    const char *workload;
    bool probe;
    const char *method; /* method or probe name */
    const char *heap;   /* as the sweep names it */
    const char *plugin; /* heap plugin */
    int32_t runtime;    /* 8, 9, 10; 0 when the heap has none */
    const char *gc;     /* "workstation", "concurrent", "server", "server-concurrent" */
    uint32_t processors;
    const char *machine;      /* "this" or a profile's name */
    const char *threshold;    /* "default" or bytes in decimal */
    uint64_t threshold_bytes; /* 0 for default */
    struct hp_param *params;  /* in the order of the workload's table; those the method uses */
    size_t param_count;
    struct hp_param *options; /* of the heap, those that differ from the fallback */
    size_t option_count;
    const char *sweep;    /* name */
    const char *baseline; /* method name or NULL */
    const char *skip;     /* a reason: the case is not run; NULL: it is */
    bool lacking;         /* skip: for want of something that `doctor` tells how to get */
    bool counters,
        times;       /* what is measured (a profile: counters only; a probe: neither, it reports) */
    uint32_t rounds; /* timed launches: the most that its sweeps ask for; 0 when not timed */
    struct hp_place at;    /* of the sweep */
    uint64_t params_given; /* bit i: the sweep names params[i]; 0: print them all */
    bool processors_given; /* differs from what the machine has: part of the printed line */
};

/* What one sweep came to, for the summary. */
struct hp_plan_part {
    const char *sweep, *factors;    /* "3 methods x 7 sizes"; "" when nothing varies */
    size_t cases, excluded, merged; /* merged: equal to a case that was there already */
    size_t unmeasured; /* of the excluded: a profile's, of which only times are asked */
    uint32_t rounds;   /* of its timed cases, where they are not measure.rounds; or 0 */
};

/* What cases use beside heapproof and its plugins: a runtime, a guest. */
struct hp_library {
    const char *name, *version, *sha; /* "dotnet: .NET 10"; version may be NULL, sha "" */
};

struct hp_plan {
    struct hp_arena *arena;
    struct hp_case *cases; /* in sweep order, without doubles */
    size_t count;
    size_t excluded;    /* by where */
    unsigned id_digits; /* 4 to 64: digits of an identity that are unique in this plan */
    struct hp_plan_part *parts;
    size_t part_count;
    struct hp_library *libraries;
    size_t library_count;
};

enum { HP_CASES_MAX = 10000, HP_CASES_LIMIT = 1000000 /* of --max-cases */ };

/* Expands. Unknown names, values out of range, empty axes are problems (HP_E_CONFIG). More cases than
 * max_cases (0: HP_CASES_MAX) is a problem that says the number and the option. `this_machine` is what
 * was read of the host. Profiles that `more` names are added to `config`. Of an
 * incomplete config only the problems are found. */
int hp_plan_make(struct hp_config *config, const struct hp_sweep *more, size_t more_count,
                 const struct hp_plugins *plugins, const struct hp_machine *this_machine,
                 size_t max_cases, struct hp_plan **out, struct hp_problems *problems,
                 struct hp_err *err);
void hp_plan_free(struct hp_plan *plan);

/* The seed of everything random inside a case: drawn from its identity, so that it never differs between
 * runs, launches and machines. */
uint64_t hp_case_seed(const struct hp_case *c);
/* Launches of one case, by kind. */
struct hp_launches {
    uint32_t counters, times, probes;
};
/* Those that the settings ask for; none of a case that is skipped. */
struct hp_launches hp_case_launches(const struct hp_case *c, const struct hp_measure *measure);

/* About how long one launch of each kind takes, in ns. */
struct hp_costs {
    double counters, time, probe;
};
/* known_ns: an operation as measured before; 0: not known. */
struct hp_costs hp_plan_costs(const struct hp_measure *measure, double known_ns);
/* Counting and probing launches that run side by side. */
uint32_t hp_plan_jobs(const struct hp_config *config, uint32_t processors);
/* About how long launches[i] of cases[i] take together, in ns (launches NULL: all that the settings ask for).
 * known_ns[i] is as above; known_ns may be NULL. */
uint64_t hp_plan_estimate(const struct hp_plan *plan, const struct hp_config *config,
                          const struct hp_launches *launches, const double *known_ns,
                          uint32_t processors);

/* About how long the renderings of this plan take, in ns: a document for each machine and threshold setting,
 * and the overview. */
uint64_t hp_plan_estimate_reports(const struct hp_plan *plan);

/* Heaps that cases may be planned for even where no plugin of that name is there, in a fixed order; NULL
 * after the last. */
const char *hp_known_heap(size_t i);

/* HEAPPROOF_REQUIRE lists heaps with runtimes, "dotnet8,dotnet10", whose cases may not be skipped for want of
 * anything. HP_E_ENV: a word that is none, or a case of the plan that is lacking. */
int hp_require_check(struct hp_err *err);
int hp_require_plan(const struct hp_plan *plan, struct hp_err *err);
bool hp_require_names(const char *heap, int32_t runtime); /* 0: any runtime of it */

/* HP_E_NOTHING with the reason of every sweep where the plan has no case. */
int hp_plan_check_empty(const struct hp_plan *plan, struct hp_err *err);

/* A filter from the command line: "method=chunk-array size=21244,21243 heap=gen"; also id=7f3a. Unknown
 * keys are HP_E_USAGE with the nearest. */
struct hp_only;
int hp_only_parse(const char *text, const struct hp_plan *plan, struct hp_only **out,
                  struct hp_err *err);
bool hp_only_matches(const struct hp_only *only, const struct hp_case *c); /* NULL matches all */
void hp_only_free(struct hp_only *only);

/* "chunk-array size=21244 held=false gen/10 this default": one line, no identity. */
void hp_case_print(const struct hp_case *c, struct hp_text *out);
/* The value of an axis or parameter by name ("size", "heap", "threshold"), NULL when it has none. */
const char *hp_case_get(const struct hp_case *c, const char *name, char buf[32]);
/* The summary of user-facing.md section 1: methods x sizes x ... = cases, excluded. */
void hp_plan_print_summary(const struct hp_plan *plan, const struct hp_config *config,
                           struct hp_text *out);

#endif
