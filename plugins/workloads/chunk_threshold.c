/* SPDX-License-Identifier: MIT
 * From which length on are arrays, and strings, large objects? Probe `threshold`: allocates arrays and asks for
 * their generation, so that a setting which did not apply shows. In the worker, untimed. */
#include "chunk.h"

#include "bcl/probe.h"

/* Header and payload; fails if the heap took something else for the array. */
static int object_measure(struct bcl *b, const struct bcl_element *e, int64_t header, int64_t size,
                          int64_t *object, struct hp_err *err)
{
    int64_t bytes = 0;
    *object = header + size * e->bytes;
    const int rc = bcl_array_bytes(b, e, size, &bytes, err);
    if (rc == HP_OK && bytes != (*object + 7) / 8 * 8)
        return hp_fail(err, HP_E_STATE,
                       "an array of %lld elements took %lld bytes, header and elements are %lld",
                       (long long)size, (long long)bytes, (long long)*object);
    return rc;
}

/* ---- the probe ------------------------------------------------------------------------------ */

static int report_size(struct bcl *b, const struct hp_run *run, const struct bcl_element *e,
                       int64_t header, struct hp_err *err)
{
    const struct chunk_params *p = run->params;
    const struct hp_host *host = run->host;
    int64_t object = 0;
    int generation = 0;
    int rc = object_measure(b, e, header, p->size, &object, err);
    if (rc == HP_OK)
        rc = bcl_array_birth(b, e, p->size, &generation, err);
    if (rc == HP_OK) {
        host->metric(host->context, "object_bytes", (double)object);
        host->metric(host->context, "start_generation", generation);
    }
    return rc;
}

static int report_boundary(struct bcl *b, const struct hp_run *run, const struct bcl_element *e,
                           int64_t header, struct hp_err *err)
{
    const struct hp_host *host = run->host;
    const struct bcl_element *byte = &bcl_elements[BCL_U8];
    int64_t length = 0, bytes = 0, byte_header = 0;
    int rc = bcl_array_first_large(b, e, &length, err);
    /* Bytes tell the setting itself; elements of 8 only the next multiple. */
    if (rc == HP_OK)
        rc = bcl_array_header(b, byte, &byte_header, err);
    if (rc == HP_OK)
        rc = bcl_array_first_large(b, byte, &bytes, err);
    if (rc == HP_OK) {
        host->metric(host->context, "first_length", (double)length);
        host->metric(host->context, "first_bytes", (double)(header + length * e->bytes));
        host->metric(host->context, "loh_threshold_bytes", (double)(byte_header + bytes));
    }
    return rc;
}

int chunk_probe_threshold(const struct hp_run *run, struct hp_err *err)
{
    const struct chunk_params *p = run->params;
    const struct bcl_element *e = chunk_element(p->element);
    if (p->size < 0)
        return hp_fail(err, HP_E_RANGE,
                       "OverflowException: an array of %lld elements, a length is at least 0",
                       (long long)p->size);
    struct bcl b;
    int64_t header = 0;
    int rc = bcl_open(&b, run, err);
    if (rc == HP_OK)
        rc = bcl_array_header(&b, e, &header, err);
    if (rc == HP_OK) {
        run->host->metric(run->host->context, "header_bytes", (double)header);
        rc = report_size(&b, run, e, header, err);
    }
    return rc == HP_OK ? report_boundary(&b, run, e, header, err) : rc;
}
