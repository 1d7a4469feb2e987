/* SPDX-License-Identifier: MIT
 * Answers: in which order do launches run, and which beside which? Counting and probing launches run side
 * by side, timed ones alone and after them; inside each, all cases of a round come before the next round,
 * in an order that the seed shuffles. The schedule owns children and launches until finished() has seen
 * them. Runs in the parent.
 */
#include "base/err.h"
#include "base/fault.h"
#include "base/mem.h"
#include "base/rng.h"
#include "worker/launch.h"
#include "worker/order.h"

#include <unistd.h>

enum { TURN_MS = 100 };

/* One place in which a child runs; child == NULL: free. */
struct slot {
    struct hp_child *child;
    struct hp_launch *launch;
    struct hp_last_word last;
};

struct schedule {
    const struct hp_config *config;
    const struct hp_plugins *plugins;
    const struct hp_machine *this_machine;
    const struct hp_schedule_events *events;
    struct slot *slots;
    struct hp_child **running; /* children of the slots in use, for polling */
    size_t slot_count;
    int stop; /* highest answer of interrupted() so far */
};

/* ---- order ---- */

/* The todos that are timed, or those that are not: round by round, each shuffled. Returns how many. */
static size_t arrange(const struct hp_todo *todo, size_t count, bool timed, struct hp_rng *rng,
                      struct hp_todo *out)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if ((todo[i].kind == HP_LAUNCH_TIME) == timed)
            out[n++] = todo[i];
    size_t end = 0;
    for (uint32_t round = 0; end < n; round++) {
        const size_t begin = end;
        for (size_t i = begin; i < n; i++) {
            if (out[i].round != round)
                continue;
            const struct hp_todo later = out[end];
            out[end++] = out[i];
            out[i] = later;
        }
        hp_rng_shuffle(rng, out + begin, end - begin, sizeof *out);
    }
    return n;
}

/* ---- running ---- */

static void look_for_interrupt(struct schedule *s)
{
    if (s->events->interrupted == NULL)
        return;
    const int asked = s->events->interrupted(s->events->context);
    s->stop = asked > s->stop ? asked : s->stop;
}

static int start(struct schedule *s, struct slot *slot, const struct hp_todo *todo,
                 struct hp_err *err)
{
    struct hp_pack request = { .bytes = { 0 } };
    struct hp_order order;
    struct hp_launch *launch = hp_launch_new(todo);
    int rc =
        hp_order_make(&order, todo, s->config, s->plugins, s->this_machine, launch->arena, err);
    if (rc == HP_OK) {
        hp_order_pack(&request, &order);
        rc =
            hp_child_start("worker", &s->config->limits, HP_MSG_ORDER, &request, &slot->child, err);
    }
    hp_text_clear(&request.bytes);
    if (rc != HP_OK) {
        hp_launch_free(launch);
        return rc;
    }
    slot->launch = launch;
    slot->last = (struct hp_last_word){ .heard = false };
    if (s->events->started != NULL)
        s->events->started(s->events->context, todo->c, todo->kind);
    return HP_OK;
}

static void slot_clear(struct slot *slot)
{
    hp_child_free(slot->child);
    hp_launch_free(slot->launch);
    *slot = (struct slot){ .child = NULL };
}

static int on_frame(void *context, struct hp_child *child, const struct hp_frame *frame,
                    struct hp_err *err)
{
    struct schedule *s = context;
    size_t i;
    for (i = 0; i < s->slot_count; i++)
        if (s->slots[i].child == child)
            break;
    if (i == s->slot_count)
        return hp_fail(err, HP_E_STATE, "a frame of a child that is not ours");
    hp_fault_point("worker.frame");
    return hp_launch_frame(s->slots[i].launch, &s->slots[i].last, frame, err);
}

/* Hands over every launch whose child has ended. */
static int finish_ended(struct schedule *s, struct hp_err *err)
{
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < s->slot_count; i++) {
        struct slot *slot = &s->slots[i];
        struct hp_child_end end;
        if (slot->child == NULL || !hp_child_ended(slot->child, &end))
            continue;
        hp_launch_finish(slot->launch, &slot->last, &end);
        hp_fault_point("worker.launch");
        if (s->events->finished != NULL)
            rc = s->events->finished(s->events->context, slot->launch, err);
        slot_clear(slot);
    }
    return rc < 0 ? rc : HP_OK;
}

static size_t gather_running(struct schedule *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->slot_count; i++)
        if (s->slots[i].child != NULL)
            s->running[n++] = s->slots[i].child;
    return n;
}

/* Fills free slots while there is something to start. */
static int fill_slots(struct schedule *s, size_t jobs, const struct hp_todo *order, size_t count,
                      size_t *next, struct hp_err *err)
{
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < jobs && *next < count && s->stop == 0; i++) {
        if (s->slots[i].child != NULL)
            continue;
        rc = start(s, &s->slots[i], &order[(*next)++], err);
        look_for_interrupt(s);
    }
    return rc;
}

/* Runs a phase, at most `jobs` children at a time. HP_E_LIMIT when something was left undone. */
static int run_phase(struct schedule *s, size_t jobs, const struct hp_todo *order, size_t count,
                     struct hp_err *err)
{
    size_t next = 0, running = 0;
    int rc = HP_OK;
    do {
        look_for_interrupt(s);
        rc = fill_slots(s, jobs, order, count, &next, err);
        running = gather_running(s);
        if (rc == HP_OK && running > 0 && s->stop < 2)
            rc = hp_children_poll(s->running, running, TURN_MS, on_frame, s, err);
        if (rc == HP_OK && s->stop < 2)
            rc = finish_ended(s, err);
    } while (rc == HP_OK && s->stop < 2 && (running > 0 || (next < count && s->stop == 0)));
    if (rc == HP_OK && s->stop > 0 && (next < count || gather_running(s) > 0))
        rc = hp_fail(err, HP_E_LIMIT, "interrupted with %zu launches left",
                     count - next + gather_running(s));
    return rc;
}

static size_t side_by_side(const struct hp_config *config)
{
    if (config->limits.jobs != 0)
        return config->limits.jobs;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 0 ? (size_t)processors : 1;
}

int hp_schedule_run(const struct hp_todo *todo, size_t count, const struct hp_config *config,
                    const struct hp_plugins *plugins, const struct hp_machine *this_machine,
                    uint64_t seed, const struct hp_schedule_events *events, struct hp_err *err)
{
    struct schedule s = {
        .config = config,
        .plugins = plugins,
        .this_machine = this_machine,
        .events = events,
        .slot_count = side_by_side(config),
    };
    s.slots = hp_mem_new(s.slot_count * sizeof *s.slots);
    s.running = hp_mem_new(s.slot_count * sizeof(struct hp_child *));
    struct hp_todo *order = hp_mem_grow(NULL, count + 1, sizeof *order);
    struct hp_rng rng;
    hp_rng_seed(&rng, seed);
    const size_t counting = arrange(todo, count, false, &rng, order);
    int rc = run_phase(&s, s.slot_count, order, counting, err);
    if (rc == HP_OK) {
        const size_t timed = arrange(todo, count, true, &rng, order);
        rc = run_phase(&s, 1, order, timed, err);
    }
    for (size_t i = 0; i < s.slot_count; i++)
        slot_clear(&s.slots[i]);
    hp_mem_free(order);
    hp_mem_free(s.running);
    hp_mem_free(s.slots);
    return rc;
}
