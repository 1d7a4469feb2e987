/* SPDX-License-Identifier: MIT
 * How are recorded operations on array pools executed? Families `pool` and `pool-capacity`: the shared
 * pools of bytes, ints and references, created pools of bytes, thread 0 and three workers, arrays known
 * by the order in which a rent first gave them. An operation runs on the thread that the trace chose;
 * the objects that it takes and gives travel in handles. Untimed. */
#include "pool.h"
#include "workload.h"

#include "bcl/crew.h"

#include <stdlib.h>

#define FAMILIES "pool pool-capacity"

enum { SLOTS = 1000, THREADS = 4, ARGUMENTS = 2, NOTHING = -1 };

/* An array that the trace has seen: it stays alive, as the recorder kept it. */
struct seen {
    hp_handle handle;
    hp_ref root; /* of thread 0: a look is enough to know an array again */
    int64_t id;  /* NOTHING: no rent has given it */
};

enum pool_name { POOL_BYTES, POOL_INTS, POOL_REFERENCES, POOLS };

struct pool_tracer {
    struct bcl b;
    struct hp_run run;
    uint32_t scope; /* the roots of what was seen end with it */
    struct bcl_pool *pools[POOLS];
    struct bcl_created created; /* the current byte pool; made never: the shared one is */
    struct bcl_crew *crew;      /* NULL: thread 0 has done everything so far */
    int32_t thread;
    struct seen *seen;
    int32_t seen_count, seen_room;
    int64_t next_id;
    int32_t slots[SLOTS]; /* indexes into `seen`, or NOTHING */
    int32_t *many;        /* of the latest rentmany */
    int32_t many_count;
};

/* ---- on the chosen thread ------------------------------------------------------------------- */

struct task {
    struct pool_tracer *tr;
    enum pool_name pool;
    int32_t length;
    bool clear;
    int32_t count;
    hp_handle *arrays; /* of the caller: given, or to be filled */
    int64_t bytes;     /* what it took on this thread */
    int generation;    /* of the first array */
};

static bool is_created(const struct task *task)
{
    return task->pool == POOL_BYTES && task->tr->created.pool.bits != 0;
}

static int rent_one(struct bcl *b, struct task *task, hp_ref slot, struct hp_err *err)
{
    return is_created(task)
               ? bcl_created_rent(b, &task->tr->created, task->length, slot, err)
               : bcl_pool_rent(b, task->tr->pools[task->pool], task->length, slot, err);
}

static int return_one(struct bcl *b, struct task *task, hp_ref slot, struct hp_err *err)
{
    return is_created(task)
               ? bcl_created_return(b, &task->tr->created, slot, task->clear, err)
               : bcl_pool_return(b, task->tr->pools[task->pool], slot, task->clear, err);
}

static int rent_all(struct bcl *b, struct task *task, struct hp_err *err)
{
    hp_ref slot;
    int rc = hp_root(b->t, &slot, err);
    for (int32_t i = 0; rc == HP_OK && i < task->count; i++) {
        rc = rent_one(b, task, slot, err);
        if (rc == HP_OK && i == 0)
            task->generation = bcl_generation(b, slot);
        if (rc == HP_OK)
            rc = b->t->ops->handle_new(b->t, slot, HP_STRONG, &task->arrays[i], err);
    }
    return rc;
}

static int return_all(struct bcl *b, struct task *task, struct hp_err *err)
{
    hp_ref slot;
    int rc = hp_root(b->t, &slot, err);
    for (int32_t i = 0; rc == HP_OK && i < task->count; i++) {
        if (task->arrays[i].bits == 0)
            hp_clear(b->t, slot);
        else
            b->t->ops->handle_get(b->t, task->arrays[i], slot.slot);
        rc = return_one(b, task, slot, err);
    }
    return rc;
}

static int measured(struct bcl *b, struct task *task,
                    int (*run)(struct bcl *b, struct task *task, struct hp_err *err),
                    struct hp_err *err)
{
    int64_t before = 0, after = 0;
    int rc = bcl_allocated(b->t, &before, err);
    const uint32_t scope = hp_scope_open(b->t);
    if (rc == HP_OK)
        rc = run(b, task, err);
    hp_scope_close(b->t, scope);
    if (rc == HP_OK)
        rc = bcl_allocated(b->t, &after, err);
    task->bytes = after - before;
    return rc;
}

static int work_rent(struct bcl *b, void *state, struct hp_err *err)
{
    return measured(b, state, rent_all, err);
}

static int work_return(struct bcl *b, void *state, struct hp_err *err)
{
    return measured(b, state, return_all, err);
}

static int on_thread(struct pool_tracer *tr, struct bcl_work work, struct hp_err *err)
{
    if (tr->thread == 0)
        return work.run(&tr->b, work.state, err);
    const uint32_t member = (uint32_t)tr->thread - 1;
    bcl_crew_start(tr->crew, member, work);
    return bcl_crew_wait(tr->crew, member, err);
}

/* ---- what was seen -------------------------------------------------------------------------- */

static int seen_grow(struct pool_tracer *tr, struct hp_err *err)
{
    if (tr->seen_count < tr->seen_room)
        return HP_OK;
    const int32_t room = tr->seen_room == 0 ? 256 : 2 * tr->seen_room;
    struct seen *grown = realloc(tr->seen, sizeof *grown * (size_t)room);
    if (grown == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory for %d arrays of a trace", room);
    tr->seen = grown;
    tr->seen_room = room;
    return HP_OK;
}

/* Takes the handle over; *index is where its array is known, from now on at least. */
static int see(struct pool_tracer *tr, hp_handle handle, int32_t *index, struct hp_err *err)
{
    struct hp_thread *t = tr->b.t;
    const uint32_t scope = hp_scope_open(t);
    hp_ref root;
    int rc = seen_grow(tr, err);
    if (rc == HP_OK)
        rc = hp_root(t, &root, err);
    if (rc != HP_OK) {
        t->ops->handle_free(t, handle);
        return rc;
    }
    t->ops->handle_get(t, handle, root.slot);
    for (*index = 0; *index < tr->seen_count; ++*index) {
        if (hp_same(t, tr->seen[*index].root, root)) {
            t->ops->handle_free(t, handle);
            hp_scope_close(t, scope);
            return HP_OK;
        }
    }
    tr->seen[tr->seen_count++] = (struct seen){ handle, root, NOTHING };
    return HP_OK;
}

/* True: a rent gave this array for the first time. */
static bool identify(struct pool_tracer *tr, int32_t index)
{
    struct seen *s = &tr->seen[index];
    if (s->id != NOTHING)
        return false;
    s->id = tr->next_id++;
    return true;
}

static enum pool_name pool_of(const struct pool_tracer *tr, int32_t index)
{
    const struct hp_type *type =
        index == NOTHING ? NULL : hp_type_of(tr->b.t, tr->seen[index].root);
    return type == NULL || type->element_bytes == 1 ? POOL_BYTES
           : type->element_refs != 0                ? POOL_REFERENCES
                                                    : POOL_INTS;
}

/* ---- operations ----------------------------------------------------------------------------- */

struct job {
    struct pool_tracer *tr;
    const struct hp_answer *answer;
    int count; /* of the arguments */
    int32_t args[ARGUMENTS];
    bool clear;
};

static int throws(const struct job *j, int rc, const struct hp_err *why, struct hp_err *err)
{
    char exception[BCL_EXCEPTION];
    if (!bcl_exception(why, exception))
        return hp_fail(err, rc, "%s", why->text);
    j->answer->throws(j->answer->context, exception);
    return HP_OK;
}

static int slot_check(int32_t slot, struct hp_err *err)
{
    return slot >= 0 && slot < SLOTS
               ? HP_OK
               : hp_fail(err, HP_E_INPUT, "slot %d is none of 0 to %d", slot, SLOTS - 1);
}

static int rent(const struct job *j, enum pool_name pool, struct hp_err *err)
{
    struct pool_tracer *tr = j->tr;
    const struct hp_answer *a = j->answer;
    struct hp_err why = { 0, "" };
    hp_handle array = { 0 };
    struct task task = {
        .tr = tr, .pool = pool, .length = j->args[0], .count = 1, .arrays = &array
    };
    int32_t index = NOTHING;
    int rc = slot_check(j->args[1], err);
    if (rc != HP_OK)
        return rc;
    const int rc_work = on_thread(tr, (struct bcl_work){ work_rent, &task }, &why);
    if (rc_work != HP_OK)
        return throws(j, rc_work, &why, err);
    rc = see(tr, array, &index, err);
    if (rc != HP_OK)
        return rc;
    tr->slots[j->args[1]] = index;
    a->number(a->context, "length", hp_length(tr->b.t, tr->seen[index].root));
    const bool fresh = identify(tr, index);
    a->number(a->context, fresh ? "new" : "again", tr->seen[index].id);
    a->number(a->context, "bytes", task.bytes);
    a->number(a->context, "generation", task.generation);
    return HP_OK;
}

static int run_rent(const struct job *j, struct hp_err *err)
{
    return rent(j, POOL_BYTES, err);
}

static int run_renti(const struct job *j, struct hp_err *err)
{
    return rent(j, POOL_INTS, err);
}

static int run_rentr(const struct job *j, struct hp_err *err)
{
    return rent(j, POOL_REFERENCES, err);
}

static int give(const struct job *j, struct task *task, struct hp_err *err)
{
    struct hp_err why = { 0, "" };
    const int rc = on_thread(j->tr, (struct bcl_work){ work_return, task }, &why);
    if (rc != HP_OK)
        return throws(j, rc, &why, err);
    j->answer->number(j->answer->context, "bytes", task->bytes);
    return HP_OK;
}

static int run_ret(const struct job *j, struct hp_err *err)
{
    struct pool_tracer *tr = j->tr;
    const int rc = slot_check(j->args[0], err);
    if (rc != HP_OK)
        return rc;
    const int32_t index = tr->slots[j->args[0]];
    hp_handle array = { index == NOTHING ? 0 : tr->seen[index].handle.bits };
    struct task task = {
        .tr = tr, .pool = pool_of(tr, index), .clear = j->clear, .count = 1, .arrays = &array
    };
    return give(j, &task, err);
}

/* Makes `many` of what was rented and takes the handles over; *fresh is how many arrays of them
 * nobody had seen. */
static int see_many(struct pool_tracer *tr, hp_handle *arrays, int32_t count, int64_t *fresh,
                    struct hp_err *err)
{
    *fresh = 0;
    for (tr->many_count = 0; tr->many_count < count; tr->many_count++) {
        int32_t *index = &tr->many[tr->many_count];
        const int rc = see(tr, arrays[tr->many_count], index, err);
        arrays[tr->many_count].bits = 0;
        if (rc != HP_OK)
            return rc;
        *fresh += identify(tr, *index);
    }
    return HP_OK;
}

static int rent_many(const struct job *j, hp_handle *arrays, struct hp_err *err)
{
    struct pool_tracer *tr = j->tr;
    struct hp_err why = { 0, "" };
    int64_t fresh = 0;
    struct task task = { .tr = tr, .length = j->args[0], .count = j->args[1], .arrays = arrays };
    const int rc_work = on_thread(tr, (struct bcl_work){ work_rent, &task }, &why);
    if (rc_work != HP_OK)
        return throws(j, rc_work, &why, err);
    const int rc = see_many(tr, arrays, task.count, &fresh, err);
    if (rc == HP_OK) {
        j->answer->number(j->answer->context, "new", fresh);
        j->answer->number(j->answer->context, "bytes", task.bytes);
    }
    return rc;
}

static int run_rentmany(const struct job *j, struct hp_err *err)
{
    struct pool_tracer *tr = j->tr;
    if (j->args[1] < 0)
        return hp_fail(err, HP_E_INPUT, "%d arrays cannot be rented", j->args[1]);
    const size_t count = (size_t)j->args[1];
    hp_handle *arrays = calloc(count + 1, sizeof *arrays);
    int32_t *many = realloc(tr->many, (count + 1) * sizeof *many);
    if (many != NULL)
        tr->many = many;
    const int rc = arrays == NULL || many == NULL
                       ? hp_fail(err, HP_E_NOMEM, "no memory for %zu arrays", count)
                       : rent_many(j, arrays, err);
    for (size_t i = 0; arrays != NULL && i < count; i++)
        if (arrays[i].bits != 0)
            tr->b.t->ops->handle_free(tr->b.t, arrays[i]);
    free(arrays);
    return rc;
}

static int run_retmany(const struct job *j, struct hp_err *err)
{
    struct pool_tracer *tr = j->tr;
    if (j->args[0] < 0 || j->args[0] > tr->many_count)
        return hp_fail(err, HP_E_INPUT, "%d arrays of %d cannot be given back", j->args[0],
                       tr->many_count);
    hp_handle *arrays = calloc((size_t)j->args[0] + 1, sizeof *arrays);
    if (arrays == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory for %d arrays", j->args[0]);
    for (int32_t i = 0; i < j->args[0]; i++)
        arrays[i] = tr->seen[tr->many[i]].handle;
    struct task task = { .tr = tr, .count = j->args[0], .arrays = arrays };
    const int rc = give(j, &task, err);
    free(arrays);
    return rc;
}

static int run_newarr(const struct job *j, struct hp_err *err)
{
    struct pool_tracer *tr = j->tr;
    struct hp_thread *t = tr->b.t;
    hp_handle handle = { 0 };
    int rc = slot_check(j->args[1], err);
    if (rc == HP_OK && j->args[0] < 0)
        rc = hp_fail(err, HP_E_INPUT, "an array of %d elements cannot be", j->args[0]);
    const uint32_t scope = hp_scope_open(t);
    hp_ref array;
    if (rc == HP_OK)
        rc = hp_new(t, bcl_elements[BCL_U8].array, (uint64_t)j->args[0], 0, &array, err);
    if (rc == HP_OK)
        rc = t->ops->handle_new(t, array, HP_STRONG, &handle, err);
    hp_scope_close(t, scope);
    return rc == HP_OK ? see(tr, handle, &tr->slots[j->args[1]], err) : rc;
}

static int run_create(const struct job *j, struct hp_err *err)
{
    struct pool_tracer *tr = j->tr;
    bcl_created_free(&tr->b, &tr->created);
    return bcl_created_new(&tr->b, bcl_elements[BCL_U8].array,
                           j->count == 0 ? BCL_CREATED_LENGTH : j->args[0],
                           j->count == 0 ? BCL_CREATED_ARRAYS : j->args[1], &tr->created, err);
}

static int run_thread(const struct job *j, struct hp_err *err)
{
    struct pool_tracer *tr = j->tr;
    if (j->args[0] < 0 || j->args[0] >= THREADS)
        return hp_fail(err, HP_E_INPUT, "thread %d is none of 0 to %d", j->args[0], THREADS - 1);
    tr->thread = j->args[0];
    return tr->thread == 0 || tr->crew != NULL
               ? HP_OK
               : bcl_crew_open(&tr->crew, &tr->run, THREADS - 1, err);
}

static const struct verb {
    const char *name;
    int least, most; /* arguments */
    bool clears;     /* the word "clear" may follow */
    int (*run)(const struct job *j, struct hp_err *err);
} verbs[] = {
    { "rent", 2, 2, false, run_rent },         { "renti", 2, 2, false, run_renti },
    { "rentr", 2, 2, false, run_rentr },       { "ret", 1, 1, true, run_ret },
    { "rentmany", 2, 2, false, run_rentmany }, { "retmany", 1, 1, false, run_retmany },
    { "newarr", 2, 2, false, run_newarr },     { "create", 0, 2, false, run_create },
    { "thread", 1, 1, false, run_thread },
};

/* ---- the hook ------------------------------------------------------------------------------- */

/* A name, its numbers and perhaps "clear", one space between. NULL: no operation of the families. */
static const struct verb *operation_parse(const char *operation, struct job *j)
{
    const size_t length = strcspn(operation, " ");
    const char *at = operation + length;
    for (j->count = 0; *at == ' ' && j->count < ARGUMENTS; j->count++) {
        char *end = NULL;
        const long value = strtol(at + 1, &end, 10);
        if (end == at + 1 || value != (int32_t)value)
            break;
        j->args[j->count] = (int32_t)value;
        at = end;
    }
    j->clear = strcmp(at, " clear") == 0;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        const struct verb *v = &verbs[i];
        if (strlen(v->name) == length && strncmp(v->name, operation, length) == 0)
            return (*at == '\0' || (j->clear && v->clears)) &&
                           (j->count == v->least || j->count == v->most)
                       ? v
                       : NULL;
    }
    return NULL;
}

static void trace_end(void *trace)
{
    struct pool_tracer *tr = trace;
    if (tr == NULL)
        return;
    struct hp_thread *t = tr->run.thread;
    bcl_crew_close(tr->crew);
    for (int32_t i = 0; i < tr->seen_count; i++)
        t->ops->handle_free(t, tr->seen[i].handle);
    if (tr->created.pool.bits != 0)
        bcl_created_free(&tr->b, &tr->created);
    hp_scope_close(t, tr->scope);
    free(tr->seen);
    free(tr->many);
    free(tr);
}

/* The shared pools and the empty arrays, which .NET has from the start but for that of references. */
static int tracer_open(struct pool_tracer *tr, struct hp_err *err)
{
    static const enum bcl_kind kinds[POOLS] = { BCL_U8, BCL_I32, BCL_REF };
    int rc = tr->run.thread->ops->generation == NULL
                 ? hp_fail(err, HP_E_UNSUPPORTED, "this heap has no generations to answer with")
                 : bcl_open(&tr->b, &tr->run, err);
    const uint32_t scope = hp_scope_open(tr->run.thread);
    hp_ref empty;
    if (rc == HP_OK)
        rc = hp_root(tr->b.t, &empty, err);
    for (int i = 0; rc == HP_OK && i < POOLS; i++) {
        const struct bcl_element *e = &bcl_elements[kinds[i]];
        rc = bcl_pool_shared(&tr->b, e->array, &tr->pools[i], err);
        if (rc == HP_OK && !e->refs)
            rc = bcl_empty(&tr->b, e->array, empty, err);
    }
    hp_scope_close(tr->run.thread, scope);
    return rc;
}

static int trace_begin(void **trace, const struct hp_run *run, const char *family,
                       const struct hp_setting *settings, size_t setting_count, struct hp_err *err)
{
    /* The heap was opened with what the settings name. */
    (void)settings;
    (void)setting_count;
    void *made = NULL;
    int rc = workload_tracer("pool", FAMILIES, family, sizeof(struct pool_tracer), &made, err);
    if (rc != HP_OK)
        return rc;
    struct pool_tracer *tr = made;
    tr->run = *run;
    tr->scope = hp_scope_open(run->thread);
    for (int i = 0; i < SLOTS; i++)
        tr->slots[i] = NOTHING;
    rc = tracer_open(tr, err);
    if (rc != HP_OK)
        trace_end(tr);
    else
        *trace = tr;
    return rc;
}

static int trace_execute(void *trace, const char *operation, const struct hp_answer *answer,
                         struct hp_err *err)
{
    struct job j = { .tr = trace, .answer = answer };
    const struct verb *verb = operation_parse(operation, &j);
    if (verb == NULL)
        return hp_fail(err, HP_E_INPUT, "\"%s\" is no operation of family pool", operation);
    return verb->run(&j, err);
}

const struct hp_trace_ops pool_trace = {
    .families = FAMILIES,
    .begin = trace_begin,
    .execute = trace_execute,
    .end = trace_end,
};
