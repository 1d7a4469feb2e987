/* SPDX-License-Identifier: MIT
 * Answers: what exactly does one worker have to do? Makes, packs and unpacks the order of a launch. Owns
 * nothing; the parent makes and packs, the worker unpacks.
 */
#include "worker/order.h"
#include "base/err.h"

/* The part of the wall limit that a timed launch plans with; the rest is for opening and closing. */
static const double budget_share = 0.6;

static const struct {
    const char *name;
    enum hp_gc_mode mode;
} gc_modes[] = {
    { "workstation", HP_GC_WORKSTATION },
    { "concurrent", HP_GC_CONCURRENT },
    { "server", HP_GC_SERVER },
    { "server-concurrent", HP_GC_SERVER_CONCURRENT },
};

int hp_gc_mode_find(const char *name, int32_t *mode, struct hp_err *err)
{
    for (size_t i = 0; i < sizeof gc_modes / sizeof *gc_modes; i++) {
        if (name == NULL || strcmp(gc_modes[i].name, name) == 0) {
            *mode = (int32_t)gc_modes[i].mode;
            return HP_OK;
        }
    }
    return hp_fail(err, HP_E_CONFIG,
                   "unknown GC mode \"%s\" - expected workstation, concurrent, server or "
                   "server-concurrent",
                   name);
}

static int find_machine(const char *name, const struct hp_config *config,
                        const struct hp_machine *this_machine, struct hp_machine *out,
                        struct hp_err *err)
{
    *out = *this_machine;
    if (strcmp(name, "this") == 0)
        return HP_OK;
    for (size_t i = 0; i < config->profile_count; i++) {
        if (strcmp(config->profiles[i].machine.name, name) == 0) {
            *out = config->profiles[i].machine;
            return HP_OK;
        }
    }
    return hp_fail(err, HP_E_CONFIG, "no profile of a machine named \"%s\"", name);
}

static int find_plugin(const struct hp_plugins *plugins, enum hp_kind kind, const char *name,
                       const char **path, struct hp_err *err)
{
    const struct hp_loaded *found = hp_plugin_find(plugins, kind, name);
    if (found == NULL)
        return hp_fail(err, HP_E_CONFIG, "no %s plugin named \"%s\" is loaded",
                       kind == HP_KIND_HEAP ? "heap" : "workload", name);
    *path = found->path;
    return HP_OK;
}

static struct hp_named *copy_params(struct hp_arena *arena, const struct hp_param *from,
                                    size_t count)
{
    struct hp_named *out = hp_arena_get(arena, (count + 1) * sizeof *out);
    for (size_t i = 0; i < count; i++)
        out[i] = (struct hp_named){ from[i].name, from[i].text };
    return out;
}

int hp_order_make(struct hp_order *out, const struct hp_todo *todo, const struct hp_config *config,
                  const struct hp_plugins *plugins, const struct hp_machine *this_machine,
                  struct hp_arena *arena, struct hp_err *err)
{
    const struct hp_case *c = todo->c;
    *out = (struct hp_order){
        .kind = todo->kind,
        .workload = c->workload,
        .heap = c->plugin,
        .method = c->method,
        .runtime = c->runtime,
        .threshold_bytes = c->threshold_bytes,
        .seed = hp_case_seed(c),
        .counter_iterations = config->measure.counter_iterations,
        .pass_operations = config->measure.pass_operations,
        .min_iterations = config->measure.min_iterations,
        .max_iterations = config->measure.max_iterations,
        .min_iteration_ns = config->measure.min_iteration_ns,
        .budget_ns = config->limits.time_ns == 0
                         ? UINT64_MAX / 2
                         : (uint64_t)((double)config->limits.time_ns * budget_share),
        .half_width = config->measure.half_width,
        .param_count = c->param_count,
        .option_count = c->option_count,
    };
    int rc = find_plugin(plugins, HP_KIND_WORKLOAD, c->workload, &out->workload_path, err);
    if (rc == HP_OK)
        rc = find_plugin(plugins, HP_KIND_HEAP, c->plugin, &out->heap_path, err);
    if (rc == HP_OK)
        rc = hp_gc_mode_find(c->gc, &out->gc_mode, err);
    if (rc == HP_OK)
        rc = find_machine(c->machine, config, this_machine, &out->machine, err);
    if (rc != HP_OK)
        return rc;
    if (c->processors != 0)
        out->machine.processors = c->processors;
    out->params = copy_params(arena, c->params, c->param_count);
    out->options = copy_params(arena, c->options, c->option_count);
    return HP_OK;
}

void hp_named_pack(struct hp_pack *p, const struct hp_named *items, size_t count)
{
    hp_pack_u64(p, count);
    for (size_t i = 0; i < count; i++) {
        hp_pack_text(p, items[i].name);
        hp_pack_text(p, items[i].text);
    }
}

struct hp_named *hp_named_unpack(struct hp_unpack *u, struct hp_arena *arena, size_t *count)
{
    const uint64_t n = hp_unpack_u64(u);
    if (u->failed || n > (uint64_t)(u->end - u->at) / 16) { /* two lengths each, at least */
        u->failed = true;
        *count = 0;
        return NULL;
    }
    struct hp_named *items = hp_arena_get(arena, ((size_t)n + 1) * sizeof *items);
    for (size_t i = 0; i < n; i++) {
        items[i].name = hp_unpack_text(u);
        items[i].text = hp_unpack_text(u);
        u->failed = u->failed || items[i].name == NULL || items[i].text == NULL;
    }
    *count = u->failed ? 0 : (size_t)n;
    return items;
}

void hp_machine_pack(struct hp_pack *p, const struct hp_machine *machine)
{
    hp_pack_text(p, machine->name);
    hp_pack_u64(p, machine->processors);
    hp_pack_u64(p, machine->l3_bytes);
    hp_pack_u64(p, machine->memory_bytes);
}

void hp_machine_unpack(struct hp_unpack *u, struct hp_machine *out)
{
    out->name = hp_unpack_text(u);
    out->processors = (uint32_t)hp_unpack_u64(u);
    out->l3_bytes = hp_unpack_u64(u);
    out->memory_bytes = hp_unpack_u64(u);
}

void hp_order_pack(struct hp_pack *p, const struct hp_order *o)
{
    hp_pack_u64(p, (uint64_t)o->kind);
    hp_pack_text(p, o->workload_path);
    hp_pack_text(p, o->heap_path);
    hp_pack_text(p, o->workload);
    hp_pack_text(p, o->heap);
    hp_pack_text(p, o->method);
    hp_pack_i64(p, o->runtime);
    hp_pack_i64(p, o->gc_mode);
    hp_pack_u64(p, o->threshold_bytes);
    hp_pack_u64(p, o->seed);
    hp_machine_pack(p, &o->machine);
    hp_pack_u64(p, o->counter_iterations);
    hp_pack_u64(p, o->pass_operations);
    hp_pack_u64(p, o->min_iterations);
    hp_pack_u64(p, o->max_iterations);
    hp_pack_u64(p, o->min_iteration_ns);
    hp_pack_u64(p, o->budget_ns);
    hp_pack_f64(p, o->half_width);
    hp_named_pack(p, o->params, o->param_count);
    hp_named_pack(p, o->options, o->option_count);
}

static bool complete(const struct hp_order *o)
{
    return o->workload_path != NULL && o->heap_path != NULL && o->workload != NULL &&
           o->heap != NULL && o->method != NULL && o->machine.name != NULL &&
           o->kind >= HP_LAUNCH_COUNTERS && o->kind <= HP_LAUNCH_PROBE && o->pass_operations > 0 &&
           o->counter_iterations > 0 && o->min_iterations > 0 &&
           o->max_iterations >= o->min_iterations;
}

int hp_order_unpack(const struct hp_frame *frame, struct hp_arena *arena, struct hp_order *o,
                    struct hp_err *err)
{
    struct hp_unpack u = { .at = frame->body, .end = frame->body + frame->bytes, .failed = false };
    *o = (struct hp_order){ .kind = (enum hp_launch_kind)hp_unpack_u64(&u) };
    o->workload_path = hp_unpack_text(&u);
    o->heap_path = hp_unpack_text(&u);
    o->workload = hp_unpack_text(&u);
    o->heap = hp_unpack_text(&u);
    o->method = hp_unpack_text(&u);
    o->runtime = (int32_t)hp_unpack_i64(&u);
    o->gc_mode = (int32_t)hp_unpack_i64(&u);
    o->threshold_bytes = hp_unpack_u64(&u);
    o->seed = hp_unpack_u64(&u);
    hp_machine_unpack(&u, &o->machine);
    o->counter_iterations = (uint32_t)hp_unpack_u64(&u);
    o->pass_operations = (uint32_t)hp_unpack_u64(&u);
    o->min_iterations = (uint32_t)hp_unpack_u64(&u);
    o->max_iterations = (uint32_t)hp_unpack_u64(&u);
    o->min_iteration_ns = hp_unpack_u64(&u);
    o->budget_ns = hp_unpack_u64(&u);
    o->half_width = hp_unpack_f64(&u);
    o->params = hp_named_unpack(&u, arena, &o->param_count);
    o->options = hp_named_unpack(&u, arena, &o->option_count);
    if (frame->kind != HP_MSG_ORDER || u.failed || u.at != u.end || !complete(o))
        return hp_fail(err, HP_E_CORRUPT, "the order (a frame of kind %u, %zu bytes) does not fit",
                       frame->kind, frame->bytes);
    return HP_OK;
}
