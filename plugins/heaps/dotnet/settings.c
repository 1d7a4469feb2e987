/* SPDX-License-Identifier: MIT
 * How do a case's settings reach the runtime, and did they apply? By its documented environment variables,
 * which win over every other route; what the runtime says afterwards is compared. Changes the environment of
 * a worker, before the runtime starts; owns nothing.
 */
#include "dotnet.h"

#include <inttypes.h>
#include <stdlib.h>

extern char **environ;

/* ---- from a case --------------------------------------------------------------------------- */

/* A setting whose effect the guest names under `key`; "" when it does not. */
static struct dn_setting *add(struct dn_settings *s, const char *name, const char *key,
                              const char *asked_by)
{
    struct dn_setting *item = &s->items[s->count++];
    *item = (struct dn_setting){ .name = "" };
    (void)snprintf(item->name, sizeof item->name, "%s", name);
    (void)snprintf(item->key, sizeof item->key, "%s", key);
    (void)snprintf(item->asked_by, sizeof item->asked_by, "%s", asked_by);
    return item;
}

static void add_flag(struct dn_settings *s, const char *name, const char *key, const char *asked_by,
                     bool value)
{
    struct dn_setting *item = add(s, name, key, asked_by);
    (void)snprintf(item->value, sizeof item->value, "%d", value);
    (void)snprintf(item->expected, sizeof item->expected, "%s", value ? "True" : "False");
}

/* The collector reads its numbers in hexadecimal and lists them in decimal. */
static void add_hex(struct dn_settings *s, const char *name, const char *key, const char *asked_by,
                    uint64_t value)
{
    struct dn_setting *item = add(s, name, key, asked_by);
    (void)snprintf(item->value, sizeof item->value, "%" PRIX64, value);
    (void)snprintf(item->expected, sizeof item->expected, "%" PRIu64, value);
}

static void add_decimal(struct dn_settings *s, const char *name, const char *key,
                        const char *asked_by, uint64_t value)
{
    struct dn_setting *item = add(s, name, key, asked_by);
    (void)snprintf(item->value, sizeof item->value, "%" PRIu64, value);
    (void)snprintf(item->expected, sizeof item->expected, "%" PRIu64, value);
}

/* A runtime that is told of a machine's memory takes it for a container's limit: the heap may hold three quarters
 * of it. So it is set only when it is asked for, never for a profile. */
static void add_physical_memory(struct dn_settings *s, uint64_t bytes, bool alone)
{
    enum { MIB = 1 << 20, LEAST = 20 * MIB };
    add_hex(s, "GCTotalPhysicalMemory", alone ? "memory" : "", "option physical_memory", bytes);
    struct dn_setting *item = &s->items[s->count - 1];
    const uint64_t limit = bytes / 100 * 75 + bytes % 100 * 75 / 100;
    (void)snprintf(item->expected, sizeof item->expected, "%" PRIu64,
                   limit > LEAST ? limit : LEAST);
}

static bool is_profile(const struct hp_machine *machine)
{
    return machine != NULL && machine->name != NULL && strcmp(machine->name, "this") != 0;
}

int dn_settings_make(const struct hp_heap_config *config, struct dn_settings *out,
                     struct hp_err *err)
{
    const struct dotnet_options *o = config->options;
    const bool server = config->gc_mode >= HP_GC_SERVER;
    const bool profile = is_profile(config->machine);
    *out = (struct dn_settings){ .count = 0 };
    if (o->heap_count != 0 && !server)
        return hp_fail(err, HP_E_REFUSED,
                       "heap_count %" PRId64 " needs gc \"server\" or \"server-concurrent\": a "
                       "workstation collector has one heap",
                       o->heap_count);
    add_flag(out, "gcServer", "server", "gc", server);
    add_flag(out, "gcConcurrent", "concurrent", "gc",
             config->gc_mode == HP_GC_CONCURRENT || config->gc_mode == HP_GC_SERVER_CONCURRENT);
    add_flag(out, "TieredCompilation", "tiered", "option tiered", o->tiered);
    if (config->processors != 0)
        add_decimal(out, "PROCESSOR_COUNT", "processors", "processors", config->processors);
    if (config->threshold != 0) /* applied_threshold() finds it by allocating */
        add_hex(out, "GCLOHThreshold", "", "threshold", config->threshold);
    if (o->heap_count != 0)
        add_hex(out, "GCHeapCount", "config.HeapCount", "option heap_count",
                (uint64_t)o->heap_count);
    if (o->memory_limit != 0)
        add_hex(out, "GCHeapHardLimit", "config.GCHeapHardLimit", "option memory_limit",
                o->memory_limit);
    if (o->physical_memory != 0)
        add_physical_memory(out, o->physical_memory, o->memory_limit == 0);
    out->gen0_size = o->gen0_size != 0 ? o->gen0_size : profile ? config->machine->l3_bytes / 2 : 0;
    if (out->gen0_size != 0)
        add_hex(out, "GCgen0size", "", o->gen0_size != 0 ? "option gen0_size" : "machine",
                out->gen0_size);
    /* No debugger and no diagnostic port: their threads allocate, their sockets stay in /tmp. */
    add_decimal(out, "EnableDiagnostics", "", "", 0);
    return HP_OK;
}

bool dn_settings_equal(const struct dn_settings *a, const struct dn_settings *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->items[i].name, b->items[i].name) != 0 ||
            strcmp(a->items[i].value, b->items[i].value) != 0)
            return false;
    return true;
}

/* ---- into the environment ------------------------------------------------------------------- */

static bool is_runtime_variable(const char *entry)
{
    return strncmp(entry, "DOTNET_", 7) == 0 || strncmp(entry, "COMPlus_", 8) == 0;
}

/* What a caller's shell holds for other programs would change this run unseen. */
static void clear_inherited(void)
{
    for (size_t i = 0; environ != NULL && environ[i] != NULL;) {
        char name[256];
        const char *equals = strchr(environ[i], '=');
        const size_t bytes = equals != NULL ? (size_t)(equals - environ[i]) : 0;
        if (!is_runtime_variable(environ[i]) || bytes == 0 || bytes >= sizeof name) {
            i++;
            continue;
        }
        memcpy(name, environ[i], bytes);
        name[bytes] = '\0';
        (void)unsetenv(name); /* moves the rest down */
    }
}

int dn_settings_apply(const struct dn_settings *settings, struct hp_err *err)
{
    clear_inherited();
    for (size_t i = 0; i < settings->count; i++) {
        char name[sizeof "DOTNET_" + sizeof settings->items[i].name];
        (void)snprintf(name, sizeof name, "DOTNET_%s", settings->items[i].name);
        if (setenv(name, settings->items[i].value, 1) != 0)
            return hp_fail(err, HP_E_NOMEM, "no memory for the environment variable %s", name);
    }
    return HP_OK;
}

/* ---- read back ----------------------------------------------------------------------------- */

bool dn_line_get(const char *lines, const char *key, char *value, size_t value_bytes)
{
    const size_t key_bytes = strlen(key);
    for (const char *at = lines; *at != '\0';) {
        const size_t line_bytes = strcspn(at, "\n");
        if (line_bytes > key_bytes && at[key_bytes] == '=' && memcmp(at, key, key_bytes) == 0) {
            (void)snprintf(value, value_bytes, "%.*s", (int)(line_bytes - key_bytes - 1),
                           at + key_bytes + 1);
            return true;
        }
        at += line_bytes;
        at += *at == '\n';
    }
    return false;
}

int dn_settings_check(const struct dn_settings *settings, const char *info, struct hp_err *err)
{
    for (size_t i = 0; i < settings->count; i++) {
        const struct dn_setting *s = &settings->items[i];
        char said[64] = "nothing";
        if (s->key[0] == '\0')
            continue;
        if (dn_line_get(info, s->key, said, sizeof said) && strcmp(said, s->expected) == 0)
            continue;
        return hp_fail(
            err, HP_E_REFUSED,
            "DOTNET_%s=%s (%s) requested, the runtime says %s where %s was expected: the "
            "setting did not apply",
            s->name, s->value, s->asked_by, said, s->expected);
    }
    return HP_OK;
}
