/* SPDX-License-Identifier: MIT
 *
 * Does a heap plugin keep every promise of abi.h? One suite for all heaps: what a capability promises is
 * checked when the plugin claims it. Each test opens its own heap, makes one thread and ends with verify().
 *
 *   test_conformance PLUGIN.so [OPTION=VALUE ...]
 */
#include "conformance.h"

#include <hp_needs.h>

const struct hp_plugin *rig_plugin;
enum { RUNTIME = 10 };
static struct hp_named given[16];
static size_t given_count;

const struct hp_type bytes_type = { "byte[]", 24, 1, HP_TYPE_ARRAY, 0, 0 };
const struct hp_type shorts_type = { "int16[]", 24, 2, HP_TYPE_ARRAY, 0, 0 };
const struct hp_type ints_type = { "int32[]", 24, 4, HP_TYPE_ARRAY, 0, 0 };
const struct hp_type refs_type = { "object[]", 24, 8, HP_TYPE_ARRAY, 0, 1 };
const struct hp_type pairs_type = { "pair[]", 24, 16, HP_TYPE_ARRAY, 0, 2 };
const struct hp_type string_type = { "string", 22, 2, HP_TYPE_STRING, 0, 0 };
const struct hp_type empty_type = { "Empty", 16, 0, 0, 0, 0 };
const struct hp_type node_type = { "Node", 32, 0, 0, 1, 0 };

static const struct hp_machine machine = { "test", 4, 8u << 20, (uint64_t)8 << 30 };

void rig_open(struct rig *rig, const struct hp_named *more, size_t more_count)
{
    struct hp_named all[32];
    size_t count = 0;
    void *options = calloc(1, rig_plugin->options_size + 1);
    memset(rig, 0, sizeof *rig);
    rig->ops = rig_plugin->heap;
    for (size_t i = 0; i < given_count; i++)
        all[count++] = given[i];
    for (size_t i = 0; i < more_count; i++)
        all[count++] = more[i];
    HP_CHECK(hp_options_fill(rig_plugin->options, options, rig_plugin->options_size, all, count,
                             &rig->err) == HP_OK,
             "%s", rig->err.text);
    const struct hp_heap_config config = { .size = sizeof config,
                                           .options = options,
                                           .runtime =
                                               (rig_plugin->caps & HP_CAP_RUNTIMES) ? RUNTIME : 0,
                                           .processors = machine.processors,
                                           .seed = 1,
                                           .machine = &machine };
    HP_CHECK(rig->ops->open(&rig->heap, &config, &rig->err) == HP_OK, "%s", rig->err.text);
    HP_CHECK(rig->ops->attach(rig->heap, &rig->thread, &rig->err) == HP_OK, "%s", rig->err.text);
    free(options);
}

void rig_close(struct rig *rig)
{
    HP_CHECK(rig->ops->verify(rig->thread, &rig->err) == HP_OK, "%s", rig->err.text);
    rig->ops->detach(rig->thread);
    rig->ops->close(rig->heap);
}

int rig_setup(void **state)
{
    static struct rig rig;
    rig_open(&rig, NULL, 0);
    *state = &rig;
    return 0;
}

int rig_teardown(void **state)
{
    rig_close(*state);
    return 0;
}

bool rig_has(enum hp_caps cap)
{
    if ((rig_plugin->caps & (uint32_t)cap) != 0)
        return true;
    print_message("not claimed by %s\n", rig_plugin->name);
    return false;
}

bool rig_has_objects(struct rig *rig)
{
    struct hp_err err = { 0 };
    hp_ref object;
    const uint32_t scope = hp_scope_open(rig->thread);
    const int rc = hp_new(rig->thread, &bytes_type, 0, 0, &object, &err);
    hp_scope_close(rig->thread, scope);
    if (rc != HP_E_UNSUPPORTED || (rig_plugin->caps & HP_CAP_OWN_BODIES) == 0)
        return true;
    print_message("%s gives no objects to C\n", rig_plugin->name);
    return false;
}

hp_ref rig_make(struct rig *rig, const struct hp_type *type, uint64_t length)
{
    hp_ref out = { 0 };
    HP_CHECK(hp_new(rig->thread, type, length, 0, &out, &rig->err) == HP_OK, "%s", rig->err.text);
    return out;
}

int64_t rig_counter(struct rig *rig, enum hp_counter which, bool *present)
{
    struct hp_counters c;
    rig->ops->counters(rig->thread, &c);
    *present = (c.present >> which & 1) != 0;
    return c.value[which];
}

void rig_garbage(struct rig *rig, int count)
{
    if (!rig_has_objects(rig))
        return;
    const uint32_t scope = hp_scope_open(rig->thread);
    const hp_ref slot = rig_make(rig, &bytes_type, 0);
    for (int i = 0; i < count; i++) {
        HP_CHECK(hp_new_into(rig->thread, &bytes_type, (uint64_t)(i * 37 % 900), 0, slot,
                             &rig->err) == HP_OK,
                 "%s", rig->err.text);
        memset(hp_data(rig->thread, slot), 0xa5, hp_length(rig->thread, slot));
    }
    hp_scope_close(rig->thread, scope);
}

void rig_collect(struct rig *rig, int generation)
{
    if ((rig_plugin->caps & HP_CAP_COLLECTS) != 0)
        rig->ops->collect(rig->thread, generation);
}

hp_ref rig_list(struct rig *rig, int count)
{
    struct hp_thread *t = rig->thread;
    hp_ref head;
    assert_int_equal(hp_root(t, &head, &rig->err), HP_OK);
    const uint32_t scope = hp_scope_open(t);
    for (int i = 0; i < count; i++) {
        const hp_ref node = rig_make(rig, &node_type, 0);
        ((int64_t *)hp_data(t, node))[1] = i;
        hp_set(t, node, 0, head);
        hp_assign(t, head, node);
        hp_scope_close(t, scope);
    }
    return head;
}

void rig_check_list(struct rig *rig, hp_ref head, int count)
{
    struct hp_thread *t = rig->thread;
    const uint32_t scope = hp_scope_open(t);
    hp_ref at;
    assert_int_equal(hp_root(t, &at, &rig->err), HP_OK);
    hp_assign(t, at, head);
    for (int i = count - 1; i >= 0; i--) {
        HP_CHECK(!hp_is_null(t, at), "the list ends %d nodes early", i + 1);
        assert_int_equal(((int64_t *)hp_data(t, at))[1], i);
        hp_get_into(t, at, 0, at);
    }
    assert_true(hp_is_null(t, at));
    hp_scope_close(t, scope);
}

static int run(const char *name, const struct CMUnitTest *tests, size_t count)
{
    return _cmocka_run_group_tests(name, tests, count, NULL, NULL);
}

int main(int argc, char **argv)
{
    struct hp_plugins plugins = { 0 };
    struct hp_err err = { 0 };
    if (argc < 2 || hp_plugin_load(&plugins, argv[1], &err) != HP_OK) {
        (void)fprintf(stderr, "usage: test_conformance PLUGIN.so [OPTION=VALUE ...]\n%s\n",
                      err.text);
        return 2;
    }
    rig_plugin = plugins.items[0].table;
    for (int i = 2; i < argc && given_count < 16; i++) {
        char *equals = strchr(argv[i], '=');
        if (equals == NULL)
            return 2;
        *equals = '\0';
        given[given_count++] = (struct hp_named){ argv[i], equals + 1 };
    }
    const int lacking = hp_test_needs(rig_plugin, RUNTIME);
    if (lacking != 0)
        return lacking;
    struct rig rig;
    rig_open(&rig, NULL, 0);
    const bool objects = rig_has_objects(&rig);
    rig_close(&rig);
    int failed = 0;
    if (objects) {
        failed += run("objects", object_tests, object_test_count);
        failed += run("handles", handle_tests, handle_test_count);
    } else {
        failed += run("refusals", refusal_tests, refusal_test_count);
    }
    failed += run("reports", report_tests, report_test_count);
    hp_plugins_clear(&plugins);
    return failed;
}
