/* SPDX-License-Identifier: MIT
 * What did a piece of work cost, and from which length on are objects large? Helpers of probes, on
 * the worker's thread, untimed. */
#include "probe.h"

void bcl_settle(struct hp_thread *t)
{
    if (t->ops->collect == NULL)
        return;
    t->ops->collect(t, 2);
    t->ops->collect(t, 2);
}

/* ---- counters ------------------------------------------------------------------------------- */

void bcl_counters(struct hp_thread *t, struct hp_counters *out)
{
    *out = (struct hp_counters){ .present = 0 };
    t->ops->counters(t, out);
}

bool bcl_growth(const struct hp_counters *before, const struct hp_counters *after,
                enum hp_counter which, int64_t *growth)
{
    *growth = after->value[which] - before->value[which];
    return (before->present & after->present) >> which & 1;
}

void bcl_report(const struct hp_run *run, const char *metric, int64_t value)
{
    run->host->metric(run->host->context, metric, (double)value);
}

void bcl_report_growth(const struct hp_run *run, const char *metric, enum hp_counter which,
                       const struct hp_counters *before, const struct hp_counters *after)
{
    int64_t growth = 0;
    if (bcl_growth(before, after, which, &growth))
        bcl_report(run, metric, growth);
}

int bcl_allocated(struct hp_thread *t, int64_t *bytes, struct hp_err *err)
{
    struct hp_counters counters;
    bcl_counters(t, &counters);
    *bytes = counters.value[HP_C_ALLOCATED_BYTES];
    return (counters.present >> HP_C_ALLOCATED_BYTES & 1) != 0
               ? HP_OK
               : hp_fail(err, HP_E_UNSUPPORTED, "this heap does not count the bytes of a thread");
}

bool bcl_exception(const struct hp_err *why, char name[BCL_EXCEPTION])
{
    const char *end = strstr(why->text, "Exception");
    const size_t length = end == NULL ? 0 : (size_t)(end - why->text);
    if (end != NULL && strcspn(why->text, " :(") > length)
        (void)snprintf(name, BCL_EXCEPTION, "%.*s", (int)length, why->text);
    else if (why->code == HP_E_NOMEM)
        (void)snprintf(name, BCL_EXCEPTION, "OutOfMemory");
    else
        return false;
    return true;
}

int bcl_warm(struct bcl *b, struct hp_err *err)
{
    enum { ARRAYS = 4, LENGTH = 8192 };
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref array;
    int rc = hp_root(b->t, &array, err);
    for (int i = 0; rc == HP_OK && i < ARRAYS; i++)
        rc = hp_new_into(b->t, bcl_elements[BCL_U8].array, LENGTH, 0, array, err);
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_check_range(const char *name, int64_t value, int64_t low, int64_t high, struct hp_err *err)
{
    if (value >= low && value <= high)
        return HP_OK;
    return hp_fail(err, HP_E_RANGE,
                   "ArgumentOutOfRangeException (%s): %lld is not between %lld and %lld", name,
                   (long long)value, (long long)low, (long long)high);
}

/* ---- the first large length ----------------------------------------------------------------- */

/* Payload bytes past which no length is tried: no setting that a heap takes is higher. */
static const int64_t SEARCH_BYTES = (int64_t)1 << 30;

static int is_large(struct bcl *b, const struct bcl_birth *birth, int64_t length, bool *large,
                    struct hp_err *err)
{
    int generation = 0;
    const int rc = birth->generation(birth->state, b, length, &generation, err);
    *large = generation == 2;
    return rc;
}

/* Doubles the length until one is large. *low is the longest small one that was seen. */
static int gallop(struct bcl *b, const struct bcl_birth *birth, int64_t longest, int64_t *low,
                  int64_t *high, struct hp_err *err)
{
    *low = 0;
    for (*high = 1; *high <= longest; *high *= 2) {
        bool large = false;
        const int rc = is_large(b, birth, *high, &large, err);
        if (rc != HP_OK || large)
            return rc;
        *low = *high;
    }
    return hp_fail(err, HP_E_STATE, "no array of up to %lld elements is born in generation 2",
                   (long long)longest);
}

/* Asks both sides once more. */
static int confirm(struct bcl *b, const struct bcl_birth *birth, int64_t low, int64_t high,
                   struct hp_err *err)
{
    bool below = false, at = false;
    int rc = low > 0 ? is_large(b, birth, low, &below, err) : HP_OK;
    if (rc == HP_OK)
        rc = is_large(b, birth, high, &at, err);
    if (rc == HP_OK && (below || !at))
        rc = hp_fail(err, HP_E_STATE,
                     "length %lld is %s and length %lld is %s when asked again: no boundary",
                     (long long)low, below ? "large" : "small", (long long)high,
                     at ? "large" : "small");
    return rc;
}

int bcl_first_large(struct bcl *b, const struct bcl_birth *birth, uint32_t element_bytes,
                    int64_t *length, struct hp_err *err)
{
    int64_t low = 0, high = 0;
    int rc = gallop(b, birth, SEARCH_BYTES / element_bytes, &low, &high, err);
    while (rc == HP_OK && high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        bool large = false;
        rc = is_large(b, birth, middle, &large, err);
        if (large)
            high = middle;
        else
            low = middle;
    }
    if (rc == HP_OK)
        rc = confirm(b, birth, low, high, err);
    if (rc == HP_OK)
        *length = high;
    return rc;
}

/* ---- arrays --------------------------------------------------------------------------------- */

int bcl_array_birth(struct bcl *b, const struct bcl_element *e, int64_t length, int *generation,
                    struct hp_err *err)
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

static int element_birth(const void *element, struct bcl *b, int64_t length, int *generation,
                         struct hp_err *err)
{
    return bcl_array_birth(b, element, length, generation, err);
}

int bcl_array_first_large(struct bcl *b, const struct bcl_element *e, int64_t *length,
                          struct hp_err *err)
{
    const struct bcl_birth birth = { e, element_birth };
    return bcl_first_large(b, &birth, e->bytes, length, err);
}

int bcl_array_bytes(struct bcl *b, const struct bcl_element *e, int64_t length, int64_t *bytes,
                    struct hp_err *err)
{
    int64_t before = 0, after = 0;
    int rc = bcl_allocated(b->t, &before, err);
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref array;
    if (rc == HP_OK)
        rc = hp_new(b->t, e->array, (uint64_t)length, e->flags, &array, err);
    if (rc == HP_OK)
        b->t->ops->drop(b->t, array);
    hp_scope_close(b->t, scope);
    if (rc == HP_OK)
        rc = bcl_allocated(b->t, &after, err);
    *bytes = after - before;
    return rc;
}

int bcl_array_header(struct bcl *b, const struct bcl_element *e, int64_t *header,
                     struct hp_err *err)
{
    enum { SHORT = 1000, LENGTHS = 8 };
    int rc = HP_OK;
    *header = INT64_MAX;
    for (int64_t length = SHORT; rc == HP_OK && length < SHORT + LENGTHS; length++) {
        int64_t bytes = 0;
        rc = bcl_array_bytes(b, e, length, &bytes, err);
        if (bytes - length * e->bytes < *header)
            *header = bytes - length * e->bytes;
    }
    return rc;
}
