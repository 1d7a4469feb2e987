/* SPDX-License-Identifier: MIT
 * What does ValueStringBuilder cost? Nothing while the text fits the caller's stack buffer; beyond
 * that an array of the shared pool, of at least twice the length, replaces the one before. */
#include "text.h"

int bcl_value_builder_open(struct bcl *b, struct bcl_value_builder *v, uint16_t *stack,
                           int32_t room, struct hp_err *err)
{
    *v = (struct bcl_value_builder){ .stack = stack, .room = room };
    const int rc = bcl_pool_shared(b, bcl_type_chars(), &v->pool, err);
    return rc == HP_OK ? hp_root(b->t, &v->rented, err) : rc;
}

static bool on_stack(const struct bcl *b, const struct bcl_value_builder *v)
{
    return hp_is_null(b->t, v->rented);
}

/* Where the next character goes; good until the next allocation. */
static uint16_t *end_of(const struct bcl *b, const struct bcl_value_builder *v)
{
    return (on_stack(b, v) ? v->stack : (uint16_t *)hp_data(b->t, v->rented)) + v->length;
}

static int grow(struct bcl *b, struct bcl_value_builder *v, int32_t more, struct hp_err *err)
{
    const int64_t needed = (int64_t)v->length + more;
    int64_t length = 2 * (int64_t)v->room;
    if (length > HP_LENGTH_MAX)
        length = HP_LENGTH_MAX;
    if (length < needed)
        length = needed;
    if (length > INT32_MAX)
        return hp_fail(err, HP_E_NOMEM, "OutOfMemoryException: a buffer of %lld characters",
                       (long long)length);
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref grown;
    int rc = hp_root(b->t, &grown, err);
    if (rc == HP_OK)
        rc = bcl_pool_rent(b, v->pool, (int32_t)length, grown, err);
    if (rc == HP_OK) {
        memcpy(hp_data(b->t, grown), end_of(b, v) - v->length, 2 * (size_t)v->length);
        if (!on_stack(b, v))
            rc = bcl_pool_return(b, v->pool, v->rented, false, err);
        hp_assign(b->t, v->rented, grown);
        v->room = (int32_t)hp_length(b->t, grown);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_value_builder_append(struct bcl *b, struct bcl_value_builder *v,
                             const struct bcl_span *text, struct hp_err *err)
{
    const int rc = v->length > v->room - text->count ? grow(b, v, text->count, err) : HP_OK;
    if (rc == HP_OK && text->count > 0) {
        memcpy(end_of(b, v), bcl_span_data(b, text), 2 * (size_t)text->count);
        v->length += text->count;
    }
    return rc;
}

int bcl_value_builder_append_char(struct bcl *b, struct bcl_value_builder *v, uint16_t c,
                                  struct hp_err *err)
{
    const int rc = v->length == v->room ? grow(b, v, 1, err) : HP_OK;
    if (rc == HP_OK) {
        *end_of(b, v) = c;
        v->length++;
    }
    return rc;
}

int bcl_value_builder_append_number(struct bcl *b, struct bcl_value_builder *v, int64_t value,
                                    struct hp_err *err)
{
    uint16_t digits[BCL_NUMBER_CHARS];
    const struct bcl_span text =
        bcl_span_fixed(digits, bcl_number_format(value, digits, BCL_NUMBER_CHARS));
    return bcl_value_builder_append(b, v, &text, err);
}

struct bcl_span bcl_value_builder_span(const struct bcl *b, const struct bcl_value_builder *v)
{
    return on_stack(b, v) ? bcl_span_fixed(v->stack, v->length)
                          : bcl_span_of(v->rented, 0, v->length);
}

int bcl_value_builder_dispose(struct bcl *b, struct bcl_value_builder *v, struct hp_err *err)
{
    const int rc = on_stack(b, v) ? HP_OK : bcl_pool_return(b, v->pool, v->rented, false, err);
    hp_clear(b->t, v->rented);
    v->room = v->length = 0;
    return rc;
}

int bcl_value_builder_string(struct bcl *b, struct bcl_value_builder *v, hp_ref slot,
                             struct hp_err *err)
{
    const struct bcl_span text = bcl_value_builder_span(b, v);
    const int rc = bcl_string_of(b, &text, slot, err);
    const int rc_dispose = bcl_value_builder_dispose(b, v, rc == HP_OK ? err : NULL);
    return rc != HP_OK ? rc : rc_dispose;
}
