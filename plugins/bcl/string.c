/* SPDX-License-Identifier: MIT
 * What do strings cost? One object each, of exactly its length: new, Concat, Create, ToString of
 * numbers. */
#include "shared.h"
#include "text.h"

/* Characters of the longest string, as .NET limits them. */
enum { LONGEST = 0x3fffffdf };

int bcl_text_open(struct bcl *b, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref slot;
    int rc = hp_root(b->t, &slot, err);
    if (rc == HP_OK)
        rc = bcl_empty(b, bcl_type_string(), slot, err);
    if (rc == HP_OK && b->shared->numbers.bits == 0) {
        rc = hp_new_into(b->t, bcl_elements[BCL_REF].array, BCL_NUMBERS, 0, slot, err);
        if (rc == HP_OK)
            rc = b->t->ops->handle_new(b->t, slot, HP_STRONG, &b->shared->numbers, err);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_string_new(struct bcl *b, int32_t length, hp_ref slot, struct hp_err *err)
{
    if (length < 0)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (length): a string of %d characters", length);
    if (length > LONGEST)
        return hp_fail(err, HP_E_NOMEM, "OutOfMemoryException: a string of %d characters", length);
    return length == 0 ? bcl_empty(b, bcl_type_string(), slot, err)
                       : bcl_make(b, bcl_type_string(), (uint64_t)length, 0, slot, "string", err);
}

int bcl_string_of(struct bcl *b, const struct bcl_span *span, hp_ref slot, struct hp_err *err)
{
    const int rc = bcl_string_new(b, span->count, slot, err);
    if (rc == HP_OK && span->count > 0)
        memcpy(hp_data(b->t, slot), bcl_span_data(b, span), 2 * (size_t)span->count);
    return rc;
}

/* ---- Concat and Create ---------------------------------------------------------------------- */

/* Adds up the lengths of an array of strings. `one` is a scratch root. */
static int64_t strings_length(struct bcl *b, hp_ref strings, hp_ref one)
{
    const uint32_t count = hp_length(b->t, strings);
    int64_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        hp_get_into(b->t, strings, i, one);
        if (!hp_is_null(b->t, one))
            total += hp_length(b->t, one);
    }
    return total;
}

static void strings_copy(struct bcl *b, hp_ref strings, hp_ref one, hp_ref to)
{
    const uint32_t count = hp_length(b->t, strings);
    uint16_t *at = hp_data(b->t, to);
    for (uint32_t i = 0; i < count; i++) {
        hp_get_into(b->t, strings, i, one);
        if (hp_is_null(b->t, one))
            continue;
        const uint32_t length = hp_length(b->t, one);
        memcpy(at, hp_data(b->t, one), 2 * (size_t)length);
        at += length;
    }
}

int bcl_string_concat(struct bcl *b, hp_ref strings, hp_ref slot, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref one, out;
    int rc = hp_root(b->t, &one, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &out, err);
    const int64_t total = rc == HP_OK ? strings_length(b, strings, one) : 0;
    if (rc == HP_OK && total > LONGEST)
        rc = hp_fail(err, HP_E_NOMEM, "OutOfMemoryException: a string of %lld characters",
                     (long long)total);
    if (rc == HP_OK && hp_length(b->t, strings) == 1 && total > 0) {
        hp_get_into(b->t, strings, 0, out);
    } else if (rc == HP_OK) {
        rc = bcl_string_new(b, (int32_t)total, out, err);
        if (rc == HP_OK)
            strings_copy(b, strings, one, out);
    }
    if (rc == HP_OK)
        hp_assign(b->t, slot, out);
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_string_create(struct bcl *b, int32_t length,
                      void (*fill)(void *state, struct bcl *b, uint16_t *to, int32_t length),
                      void *state, hp_ref slot, struct hp_err *err)
{
    const int rc = bcl_string_new(b, length, slot, err);
    if (rc == HP_OK && length > 0)
        fill(state, b, hp_data(b->t, slot), length);
    return rc;
}

/* ---- numbers -------------------------------------------------------------------------------- */

int32_t bcl_number_format(int64_t value, uint16_t *to, int32_t room)
{
    uint16_t digits[BCL_NUMBER_CHARS];
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    int32_t count = 0;
    do
        digits[count++] = (uint16_t)('0' + rest % 10);
    while ((rest /= 10) != 0);
    if (value < 0)
        digits[count++] = '-';
    if (count > room)
        return 0;
    for (int32_t i = 0; i < count; i++)
        to[i] = digits[count - 1 - i];
    return count;
}

static int number_make(struct bcl *b, int64_t value, hp_ref slot, struct hp_err *err)
{
    uint16_t digits[BCL_NUMBER_CHARS];
    const struct bcl_span span =
        bcl_span_fixed(digits, bcl_number_format(value, digits, BCL_NUMBER_CHARS));
    return bcl_string_of(b, &span, slot, err);
}

int bcl_number_string(struct bcl *b, int64_t value, hp_ref slot, struct hp_err *err)
{
    if (value < 0 || value >= BCL_NUMBERS)
        return number_make(b, value, slot, err);
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref table;
    int rc = hp_root(b->t, &table, err);
    if (rc == HP_OK) {
        b->t->ops->handle_get(b->t, b->shared->numbers, table.slot);
        hp_get_into(b->t, table, (uint64_t)value, slot);
        if (hp_is_null(b->t, slot)) {
            rc = number_make(b, value, slot, err);
            if (rc == HP_OK)
                hp_set(b->t, table, (uint64_t)value, slot);
        }
    }
    hp_scope_close(b->t, scope);
    return rc;
}
