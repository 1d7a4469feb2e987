/* SPDX-License-Identifier: MIT
 * What a worker has to say, collected while it measures and sent when it is done: nothing is written
 * between two iterations. Also the struct hp_host through which plugins speak. Inside the stage only.
 */
#ifndef HP_WORKER_REPORT_H
#define HP_WORKER_REPORT_H

#include "measure/metric.h"
#include "worker/order.h"

struct hp_report {
    const struct hp_probe
        *probe; /* its table row says which metrics may come; NULL: no probe runs */
    struct hp_pack samples, texts, blocks, collections, notes;
    struct {
        const struct hp_metric *metric;
        uint32_t count;
    } * said; /* metrics that a plugin reported, and how often */
    size_t said_count, said_capacity;
    struct hp_err error; /* the first thing that a plugin said wrong; code 0: none */
};
void hp_report_clear(struct hp_report *report);

void hp_report_sample(struct hp_report *report, const struct hp_metric *metric, uint32_t iteration,
                      uint64_t operations, double value);
void hp_report_collections(struct hp_report *report, const struct hp_collection *log, size_t count);
void hp_report_note(struct hp_report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The plugins' way in; context is the report. */
struct hp_host hp_report_host(struct hp_report *report);

/* The probe is done: what its table row declares and it did not report becomes a note. */
void hp_report_probe_end(struct hp_report *report);
/* Sends everything that was collected. */
int hp_report_send(const struct hp_report *report, int fd, struct hp_err *err);

#endif
