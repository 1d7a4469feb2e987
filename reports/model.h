/* SPDX-License-Identifier: MIT
 * From rows of the store to what a report says, as plain structs. Answers: which sheets (one per machine and
 * threshold setting) does a run have, and what was found on each?
 *
 * Pages read these structs and nothing else. Everything lives in the arena of the model.
 */
#ifndef HP_REPORTS_MODEL_H
#define HP_REPORTS_MODEL_H

#include "measure/stats.h"
#include "reports/numbers.h"
#include "store/store.h"
#include "verdict/resolution.h"
#include "verdict/verdict.h"

/* What a model is made from: rows as the store gives them, or as a test makes them. Borrowed. */
struct hp_case_log {
    int64_t case_id;
    const struct hp_collection *items;
    size_t count;
};
struct hp_model_rows {
    struct hp_run_row run;
    const struct hp_case_row *cases;
    size_t case_count;
    const struct hp_machine_row *machines;
    size_t machine_count;
    const struct hp_fact *facts;
    size_t fact_count;
    const struct hp_fact *settings; /* numbers that steered measuring */
    size_t setting_count;
    struct hp_defaults defaults; /* of the workloads' parameters */
    const struct hp_binary *code;
    size_t code_count;
    const struct hp_measured *measured; /* runs that it rests on, oldest first */
    size_t measured_count;
    const struct hp_content_row *contents;
    size_t content_count;
    const struct hp_case_log *logs; /* collections of counter launches */
    size_t log_count;
    const struct hp_verdicts *claims, *published; /* may be NULL */
    int schema_version;
};

/* One quantity of one case. */
struct hp_m_value {
    bool present, equal; /* equal: all samples are, so no interval is needed */
    size_t n, outliers;
    double median, low, high;
    const double *samples;  /* by round, then in the order of measuring */
    const uint32_t *rounds; /* of each sample */
};

/* Ratios that were already resampled: a document asks for the same ones many times. Of the model. */
struct hp_m_memo;

/* One size of a sweep. */
struct hp_m_point {
    struct hp_m_memo *memo;
    double x;
    const struct hp_case *about; /* borrowed from the rows */
    const char *case_id;         /* short identity */
    struct hp_m_value gen2, collections, allocated, loh_live, time;
    const char *failure; /* sentence when a launch failed, else NULL */
    const char
        *reused; /* when an earlier run measured it, "2026-11-29T14:02:05Z"; NULL: this one */
};

/* One way at all its sizes: everything but the swept parameter is held constant. */
struct hp_m_series {
    const struct hp_case *like; /* the first case: axes and parameters */
    const char *over;           /* the swept parameter */
    const char *label;          /* what tells it from the sheet's other series */
    const char *constant;       /* what is held constant, in words */
    const char *besides;        /* of that, what the label does not say */
    const char *home;           /* the sweep that figures draw; see hp_model_drawn() */
    const char *runtime_text;   /* ".NET 10" or the heap's name */
    bool counters_only;         /* its heap answers for counters, not for time */
    struct hp_m_point *points;  /* by x */
    size_t count;
    ptrdiff_t below;            /* last point without gen2 collections before one with; -1: none */
    uint64_t threshold_applied; /* read back; 0: not */
};

/* First lengths that the threshold probe found. */
struct hp_m_first {
    const char *heap, *element; /* "int32" */
    int32_t runtime;
    double length, bytes, header, element_bytes; /* NaN: not reported */
};

/* A threshold setting of a machine, as it was read back. */
struct hp_m_setting {
    const char *threshold;       /* "default" or bytes */
    uint64_t requested, applied; /* requested 0: default */
    struct hp_m_first *first;
    size_t first_count;
};

/* Where a series of blocks was seen. */
struct hp_m_place {
    const char *source, *heap; /* source in words, "" when the probe has none */
    int32_t runtime;           /* 0: the heap has none */
};
struct hp_m_blocks {
    const char *group; /* "first", "second" */
    const char
        *sources; /* "from a list"; several with commas; "" none; with the runtimes where these part
                            it from another series */
    const char *params; /* every other parameter, in words */
    const char *alike;  /* where it was seen: "from a list: gen/8, 9, 10" */
    const struct hp_block *items;
    size_t count;
    struct hp_m_place *places;
    size_t place_count;
    double bytes; /* of all items */
    double
        second_bytes; /* of a first chunk: what the second costs at the same places; NaN: not one answer */
    double boundary; /* bytes; 0 unknown */
    double header;   /* of an array, as the threshold probe measured it; NaN: not measured */
};

struct hp_m_timeline {
    double x; /* the swept value */
    const char *threshold, *over;
    bool above; /* born in the large object heap here */
    const struct hp_collection *items;
    size_t count;
    size_t per_generation[3];
    double first_bytes; /* allocated before the first of them, since measuring began */
};

/* A case of the sheet without everything that was asked for. */
struct hp_m_missing {
    const char *what, *why; /* "chunk-array size=25000 ..", one sentence */
    bool skipped;           /* the plan leaves it out: not part of n of m */
    bool pending;           /* nothing failed, it was not run to its end */
};

/* Timed cases against themselves, even rounds against odd ones: what difference of times can be seen? */
struct hp_m_control {
    size_t count;              /* cases that have times of both; 0: nothing is known */
    double half_percent;       /* half of their intervals stay within so many percent of 1 */
    struct hp_interval widest; /* NaN when there is none */
    size_t n;                  /* readings on the smaller side of the widest */
};

struct hp_m_sheet {
    const char *machine, *threshold; /* names; threshold "default" or bytes */
    const char *machine_title;
    bool profile;
    struct hp_machine_row about;
    const char *heaps;                      /* "gen 8, 9, 10" */
    size_t cases, complete;                 /* n of m; skipped ones are not counted */
    size_t reused;                          /* of n: measured by earlier runs */
    const char *reused_first, *reused_last; /* "2026-11-29T14:02:05Z"; NULL: none */
    struct hp_m_missing *missing;
    size_t missing_count;
    size_t
        pending; /* of the cases without a full result: those that only were not run to their end */
    struct hp_m_series *series;
    size_t series_count;
    struct hp_m_series *main;            /* the one whose boundary page 1 speaks of; NULL: none */
    const struct hp_m_first *main_first; /* its element's first length; NULL: no probe */
    struct hp_m_setting *setting;        /* this sheet's */
    struct hp_m_blocks *blocks;
    size_t block_count;
    const struct hp_verdict **claims; /* worst first */
    size_t claim_count;
    const struct hp_verdict **apart; /* claims that this machine, a profile, can never speak of */
    size_t apart_count;
    const struct hp_verdict **published; /* worst first within exact, ratios, others */
    size_t published_count;
    size_t counts[HP_VERDICTS]; /* of claims, and of the published figures that were compared */
    size_t figures_compared, figures_hold; /* of these: the figures */
    struct hp_m_control control;
};

struct hp_model {
    struct hp_arena *arena;
    struct hp_fmt fmt;
    const char *title, *question; /* of the run, in the language of the report */
    const struct hp_model_rows *rows;
    struct hp_m_sheet *sheets; /* machines in order of the run, default threshold first */
    size_t sheet_count;
    size_t cases, complete, pending; /* of all sheets */
    struct hp_m_memo *memo;
    char content_sha[HP_SHA_HEX]; /* over everything that is printed from the database */
};

/* Language NULL: the run's. */
/* Was a published figure compared here? Those that were are counted, on page 1 as everywhere, whether they decide or
 * not; those that were not are "not compared", and no skipped claims. */
bool hp_model_compared(const struct hp_verdict *figure);

struct hp_model *hp_model_from_rows(const struct hp_model_rows *rows, const char *language);
void hp_model_free(struct hp_model *model); /* takes NULL */

/* Reads everything into `arena`. Verdicts are the caller's. */
int hp_model_read_store(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                        struct hp_model_rows *out, struct hp_err *err);

/* The way whose pair is the boundary of `s`: itself, or another over the same parameter with the same value of
 * every parameter that both have. NULL: none was found. */
const struct hp_m_series *hp_model_boundary(const struct hp_m_sheet *sheet,
                                            const struct hp_m_series *s);
/* The same series on another sheet of the same machine, or NULL. */
const struct hp_m_series *hp_model_twin(const struct hp_m_sheet *other,
                                        const struct hp_m_series *s);
/* Its point at x, or NULL. */
const struct hp_m_point *hp_model_at(const struct hp_m_series *s, double x);
/* The first two sizes with a result between which gen2 collections set in: neighbours are a boundary, and planned
 * sizes without a result between them leave it open where. False: no such pair. */
struct hp_m_step {
    size_t from, to; /* points */
};
bool hp_model_step(const struct hp_m_series *s, struct hp_m_step *out);
/* Does a figure draw this point? Those of one sweep of the .cfg are drawn: of the one that has the upper size
 * of the pair, or, without a pair, of the one that most sizes come from. The others are in tables alone. */
bool hp_model_drawn(const struct hp_m_series *s, const struct hp_m_point *p);
/* hp_control() of a value's samples. */
struct hp_control hp_model_control(struct hp_m_memo *memo, const struct hp_m_value *v);
/* Time ratio of two points; NaN when a side has no times. */
struct hp_interval hp_model_time_ratio(const struct hp_m_point *above,
                                       const struct hp_m_point *below);
/* The same ratio against the controls of its two points: what it may be (verdict/resolution.h). */
struct hp_m_resolved {
    struct hp_interval ratio;
    bool within; /* smaller than what a side differs from itself: cannot tell */
    double resolution;
};
struct hp_m_resolved hp_model_resolved(const struct hp_m_point *above,
                                       const struct hp_m_point *below);
/* How the ratio above : below changed from one sheet to the other; NaN when a side has no times. */
struct hp_interval hp_model_ratio_change(const struct hp_m_point *const now[2],
                                         const struct hp_m_point *const was[2]);
/* The generation in which a probe of the sheet saw an object of the point's size start. */
struct hp_m_value hp_model_birth(const struct hp_model *model, const struct hp_m_sheet *sheet,
                                 const struct hp_m_point *p);
/* The published figure of a metric at a point, judged on the sheet's heap and machine or stated for all of
 * them; NULL: none. */
const struct hp_verdict *hp_model_figure(const struct hp_model *model,
                                         const struct hp_m_sheet *sheet, const struct hp_m_point *p,
                                         const char *metric);
/* Published time ratios of a pair, before and after the threshold was moved: none unless the source compares
 * these two sizes. */
struct hp_m_published_ratio {
    const char *machines; /* in words */
    const struct hp_verdict *was, *now;
    bool pair_named; /* the source names the pair of `now` */
};
size_t hp_model_published_ratios(const struct hp_model *model, const struct hp_m_sheet *before,
                                 const struct hp_m_sheet *after,
                                 const struct hp_m_point *const pair[2],
                                 struct hp_m_published_ratio **out);
/* Timelines around the main boundary of `sheet`, default and moved settings. */
size_t hp_model_timelines(const struct hp_model *model, const struct hp_m_sheet *sheet,
                          struct hp_m_timeline **out);
/* Bytes of the boundary on this sheet: as probed, else as read back, else as requested; 0 unknown. */
double hp_model_boundary_bytes(const struct hp_m_sheet *sheet);
const struct hp_m_first *hp_model_first(const struct hp_m_setting *setting, const char *heap,
                                        int32_t runtime, const char *element);
/* True when the setting was read back as it was asked for. */
bool hp_model_applied(const struct hp_m_setting *setting);
/* "default (85,000 bytes)", "196,608 bytes". */
const char *hp_model_threshold_text(const struct hp_model *model, const struct hp_m_sheet *sheet);
/* The setting's bytes, grouped; "default" when they are not known. */
const char *hp_model_setting_bytes(const struct hp_model *model, const struct hp_m_sheet *sheet);

/* "held=true" as people say it; unknown ones as they are written: "size 20,000". */
const char *hp_model_param_words(const struct hp_model *model, const struct hp_param *p);

/* "2 x AMD EPYC, L3 32 MiB" of the ledger, which is ASCII, as paper has it. In the arena. */
const char *hp_model_machine_title(const struct hp_model *model, const char *title);

/* Between model.c and model_series.c. */
struct hp_m_memo *hp_model_memo(struct hp_arena *arena);
void hp_model_blocks(struct hp_model *model, struct hp_m_sheet *sheet);
void hp_model_series(struct hp_model *model, struct hp_m_sheet *sheet);
struct hp_m_value hp_model_value(const struct hp_case_row *row, const char *metric);

#endif
