/* SPDX-License-Identifier: MIT
 * Answers: which views may a reader of the database rely on? The sentences are those of
 * sql/views.sql, word for word (a test compares).
 */
#include "store/store.h"

const struct hp_view hp_store_views[] = {
    { "case_list", "one row per run and case: what it is, on what it ran, how many launches were "
                   "asked for and are there" },
    { "run_progress", "one row per run: how many of its cases have all their launches, some "
                      "lacking, failures, results of earlier runs" },
    { "measured", "one row per run and run that measured for it: of how many cases, when, and by "
                  "which version; a case that several measured counts for the last of them" },
    { "failed_launch",
      "one row per launch that did not end well: how, and the sentence that says why" },
    { "sample_value",
      "every raw sample of the launches that ended well: one row per iteration and metric" },
    { "case_value", "one row per case and metric: n, smallest, largest, mean and median of its "
                    "samples; equal is 1 when all are the same" },
    { "case_text",
      "one row per case, metric and text that a launch reported (type names and the like)" },
    { "case_note", "one row per sentence that a launch left about its case" },
    { "case_axis", "one row per case and numeric parameter: its value, and in `rest` all that is "
                   "held constant beside it" },
    { "sweep", "one row per point of a sweep chart: the parameter `over`, its value `at`, and one "
               "metric there" },
    { "neighbour", "one row per two cases that are next to each other over one parameter and equal "
                   "in all else" },
    { "boundary_pair", "one row per metric of two neighbours between which gen2 collections, large "
                       "objects or mapped blocks begin or end: last below, first above" },
    { "ratio", "one row per time ratio of two cases of one run: of = 'neighbour' (above / below) "
               "or 'baseline' (case / its baseline method)" },
    { "causal", "one row per metric of two cases that differ in the threshold setting alone: value "
                "under the default and under the moved one" },
    { "counter",
      "one row per case and counter or probe figure: its value and whether all readings agree" },
    { "setting", "one row per heap, runtime and threshold setting: requested, as read back, and "
                 "the first length in the oldest generation by element" },
    { "blocks", "one row per block of memory that a probe saw asked for, in the order of asking" },
    { "timeline", "one row per collection: when in allocated bytes, which generation, why, heap "
                  "and LOH before and after" },
    { "verdict", "one row per assertion as found when the run ended: the claim, expected and here, "
                 "n, interval, and what decides" },
    { "published",
      "one row per published figure and what it came to in a run (NULL where no run spoke of it)" },
    { "environment", "one row per fact of a run: its host, machines, binaries and the numbers that "
                     "steered measuring" },
    { NULL, NULL },
};
