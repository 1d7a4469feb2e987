/* SPDX-License-Identifier: MIT
 * From which length on are arrays large objects? Probe `threshold`: allocates arrays and asks for
 * their generation, so that a setting which did not apply shows. In the worker, untimed. */
#include "chunk.h"

/* Lengths past this many payload bytes are not tried: no setting that a heap takes is higher. */
static const int64_t SEARCH_BYTES = (int64_t)1 << 30;

/* Allocates one array and asks for its generation. */
static int birth_generation(struct bcl *b, const struct bcl_element *e, int64_t length,
                            int *generation, struct hp_err *err)
{
    struct hp_thread *t = b->t;
    if (t->ops->generation == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED, "this heap has no generations to ask for");
    const uint32_t scope = hp_scope_open(t);
    hp_ref array;
    const int rc = hp_new(t, e->array, (uint64_t)length, e->flags, &array, err);
    if (rc == HP_OK) {
        *generation = t->ops->generation(t, array);
        t->ops->drop(t, array);
    }
    hp_scope_close(t, scope);
    return rc;
}

static int is_large(struct bcl *b, const struct bcl_element *e, int64_t length, bool *large,
                    struct hp_err *err)
{
    int generation = 0;
    const int rc = birth_generation(b, e, length, &generation, err);
    *large = generation == 2;
    return rc;
}

/* Doubles the length until one is large. *low is the longest small one that was seen. */
static int gallop(struct bcl *b, const struct bcl_element *e, int64_t *low, int64_t *high,
                  struct hp_err *err)
{
    const int64_t longest = SEARCH_BYTES / e->bytes;
    *low = 0;
    for (*high = 1; *high <= longest; *high *= 2) {
        bool large = false;
        const int rc = is_large(b, e, *high, &large, err);
        if (rc != HP_OK || large)
            return rc;
        *low = *high;
    }
    return hp_fail(err, HP_E_STATE, "no array of up to %lld elements is born in generation 2",
                   (long long)longest);
}

int chunk_first_length(struct bcl *b, const struct bcl_element *e, int64_t *length,
                       struct hp_err *err)
{
    int64_t low = 0, high = 0;
    int rc = gallop(b, e, &low, &high, err);
    while (rc == HP_OK && high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        bool large = false;
        rc = is_large(b, e, middle, &large, err);
        if (large)
            high = middle;
        else
            low = middle;
    }
    bool below = false, at = false;
    if (rc == HP_OK && low > 0)
        rc = is_large(b, e, low, &below, err);
    if (rc == HP_OK)
        rc = is_large(b, e, high, &at, err);
    if (rc == HP_OK && (below || !at))
        return hp_fail(err, HP_E_STATE,
                       "length %lld is %s and length %lld is %s when asked again: no boundary",
                       (long long)low, below ? "large" : "small", (long long)high,
                       at ? "large" : "small");
    if (rc == HP_OK)
        *length = high;
    return rc;
}

/* ---- the header, as a difference ------------------------------------------------------------ */

/* What an array of `length` takes on the heap, by the thread's exact counter. */
static int measured_bytes(struct bcl *b, const struct bcl_element *e, int64_t length,
                          int64_t *bytes, struct hp_err *err)
{
    int64_t before = 0, after = 0;
    int generation = 0;
    int rc = chunk_allocated(b->t, &before, err);
    if (rc == HP_OK)
        rc = birth_generation(b, e, length, &generation, err);
    if (rc == HP_OK)
        rc = chunk_allocated(b->t, &after, err);
    *bytes = after - before;
    return rc;
}

/* Bytes allocated minus payload, for a length whose payload needs no rounding. */
static int header_measure(struct bcl *b, const struct bcl_element *e, int64_t *header,
                          struct hp_err *err)
{
    const int64_t length = 1000;
    int64_t bytes = 0;
    const int rc = measured_bytes(b, e, length, &bytes, err);
    *header = bytes - length * e->bytes;
    return rc;
}

/* Header and payload; fails if the heap took something else for the array. */
static int object_measure(struct bcl *b, const struct bcl_element *e, int64_t header, int64_t size,
                          int64_t *object, struct hp_err *err)
{
    int64_t bytes = 0;
    *object = header + size * e->bytes;
    const int rc = measured_bytes(b, e, size, &bytes, err);
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
        rc = birth_generation(b, e, p->size, &generation, err);
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
    int64_t length = 0, bytes = 0;
    int rc = chunk_first_length(b, e, &length, err);
    /* Bytes tell the setting itself; elements of 8 only the next multiple. */
    if (rc == HP_OK)
        rc = chunk_first_length(b, &bcl_elements[BCL_U8], &bytes, err);
    if (rc == HP_OK) {
        host->metric(host->context, "first_length", (double)length);
        host->metric(host->context, "first_bytes", (double)(header + length * e->bytes));
        host->metric(host->context, "loh_threshold_bytes", (double)(header + bytes));
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
        rc = header_measure(&b, e, &header, err);
    if (rc == HP_OK) {
        run->host->metric(run->host->context, "header_bytes", (double)header);
        rc = report_size(&b, run, e, header, err);
    }
    return rc == HP_OK ? report_boundary(&b, run, e, header, err) : rc;
}
