/* SPDX-License-Identifier: MIT
 * Any bytes in place of a worker's answers: the inbox and every reader of a frame may refuse them, never
 * read past them, and what they accept is whole. The first byte chooses how the rest arrives.
 */
#include "base/err.h"
#include "measure/metric.h"
#include "worker/launch.h"
#include "worker/order.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What hp_launch_frame() promises about a launch. */
static void check(const struct hp_launch *l, const struct hp_last_word *last)
{
    for (size_t i = 0; i < l->sample_count; i++)
        if (hp_metric_find(l->samples[i].metric) == NULL || l->samples[i].operations == 0)
            abort();
    for (size_t i = 0; i < l->note_count; i++)
        if (!hp_utf8_valid(l->notes[i], strlen(l->notes[i])))
            abort();
    if (last->heard && (last->outcome == HP_OUT_OK) != (l->sentence[0] == '\0'))
        abort();
}

static void read_frame(struct hp_launch *launch, struct hp_last_word *last,
                       const struct hp_frame *frame)
{
    struct hp_err err = { 0, "" };
    struct hp_order order;
    if (hp_launch_frame(launch, last, frame, &err) != HP_OK && err.text[0] == '\0')
        abort();
    struct hp_arena *arena = hp_arena_new();
    if (hp_order_unpack(frame, arena, &order, &err) ==
        HP_OK) { /* accepted: it packs to the same bytes */
        struct hp_pack again = { .bytes = { 0 } };
        hp_order_pack(&again, &order);
        if (again.bytes.bytes != frame->bytes)
            abort();
        hp_text_clear(&again.bytes);
    }
    hp_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const struct hp_case c = { .method = "fuzz" };
    const struct hp_todo todo = { &c, HP_LAUNCH_COUNTERS, 0 };
    struct hp_launch *launch = hp_launch_new(&todo);
    struct hp_last_word last = { .heard = false };
    struct hp_inbox box = { .taken = 0 };
    struct hp_frame frame;
    struct hp_err err = { 0, "" };
    if (data[0] % 2 == 0) { /* a stream, in pieces */
        const size_t piece = (size_t)data[0] / 2 + 1;
        for (size_t at = 1; at < size && err.code == HP_OK; at += piece) {
            hp_inbox_add(&box, data + at, size - at < piece ? size - at : piece);
            while (hp_inbox_next(&box, &frame, &err) == 1)
                read_frame(launch, &last, &frame);
        }
    } else { /* one body whose sum would be right */
        frame = (struct hp_frame){ .kind = data[0] / 2, .body = data + 1, .bytes = size - 1 };
        read_frame(launch, &last, &frame);
    }
    check(launch, &last);
    hp_inbox_clear(&box);
    hp_launch_free(launch);
    return 0;
}
