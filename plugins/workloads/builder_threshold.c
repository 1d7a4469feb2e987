/* SPDX-License-Identifier: MIT
 * From which length on does a text live in the large object heap? Probe `threshold`: makes a char[],
 * or a builder that takes the text in one Append, longer and longer, and asks for the generation of
 * what was born. In the worker, untimed. */
#include "builder.h"

enum { BY_ARRAY, BY_APPEND };

/* The last chunk of a builder that `length` characters were appended to at once. */
static int append_birth(const void *state, struct bcl *b, int64_t length, int *generation,
                        struct hp_err *err)
{
    (void)state;
    struct hp_thread *t = b->t;
    if (t->ops->generation == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED, "this heap has no generations to ask for");
    const uint32_t scope = hp_scope_open(t);
    hp_ref builder, array;
    int rc = hp_root(t, &builder, err);
    if (rc == HP_OK)
        rc = hp_root(t, &array, err);
    if (rc == HP_OK)
        rc = bcl_builder_new(b, 0, INT32_MAX, builder, err);
    if (rc == HP_OK)
        rc = bcl_builder_append_repeat(b, builder, 'x', (int32_t)length, err);
    if (rc == HP_OK) {
        bcl_builder_array(b, builder, bcl_builder_pieces(b, builder, NULL, 0) - 1, array);
        *generation = t->ops->generation(t, array);
    }
    hp_scope_close(t, scope);
    return rc;
}

static int report_boundary(struct bcl *b, const struct hp_run *run, int64_t header,
                           struct hp_err *err)
{
    const struct bcl_element *e = &bcl_elements[BCL_CHAR];
    const struct bcl_birth birth = { NULL, append_birth };
    int64_t array = 0, appended = 0, bytes = 0;
    int rc = bcl_array_first_large(b, e, &array, err);
    if (rc == HP_OK)
        rc = bcl_array_first_large(b, &bcl_elements[BCL_U8], &bytes, err);
    if (rc == HP_OK)
        rc = bcl_first_large(b, &birth, e->bytes, &appended, err);
    if (rc == HP_OK) {
        const struct builder_params *p = run->params;
        bcl_report(run, "first_length", p->by == BY_APPEND ? appended : array);
        bcl_report(run, "first_length_delta", p->by == BY_APPEND ? appended - array : 0);
        bcl_report(run, "first_bytes", header + array * e->bytes);
        bcl_report(run, "loh_threshold_bytes", header + bytes);
    }
    return rc;
}

/* Two arrays whose lengths differ by a multiple that rounding does not touch. */
static int element_measure(struct bcl *b, int64_t *element, struct hp_err *err)
{
    const struct bcl_element *e = &bcl_elements[BCL_CHAR];
    int64_t one = 0, two = 0;
    int rc = bcl_array_bytes(b, e, 1000, &one, err);
    if (rc == HP_OK)
        rc = bcl_array_bytes(b, e, 2000, &two, err);
    *element = (two - one) / 1000;
    return rc;
}

int builder_probe_threshold(const struct hp_run *run, struct hp_err *err)
{
    struct bcl b;
    int64_t header = 0, element = 0;
    int rc = bcl_open(&b, run, err);
    if (rc == HP_OK)
        rc = element_measure(&b, &element, err);
    if (rc == HP_OK)
        rc = bcl_array_header(&b, &bcl_elements[BCL_CHAR], &header, err);
    if (rc != HP_OK)
        return rc;
    bcl_report(run, "element_bytes", element);
    bcl_report(run, "header_bytes", header);
    return report_boundary(&b, run, header, err);
}
