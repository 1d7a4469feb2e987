/* SPDX-License-Identifier: MIT
 * What machine is this? One table of facts, each with the function that finds it; /proc and /sys are only
 * read. The parent runs it, once per command.
 */
#include "cmd/host_facts.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/units.h"

#include <gnu/libc-version.h>
#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { FILE_MOST = 4 << 20 };

/* ---- reading ------------------------------------------------------------------------------- */

struct reader {
    struct hp_host_facts *out;
    const char *root;
    struct hp_text cpuinfo;
};

/* A whole small file, its last newline cut off; NULL when it cannot be read. In the arena. */
static char *read_text(struct reader *r, const char *path)
{
    struct hp_text full = { 0 }, text = { 0 };
    struct hp_err err;
    hp_text_print(&full, "%s%s", r->root, path);
    char *found = NULL;
    if (hp_file_read(hp_text_str(&full), &text, FILE_MOST, &err) == HP_OK) {
        struct hp_text clean = { 0 };
        hp_utf8_clean(&clean, hp_text_str(&text), text.bytes);
        while (clean.bytes != 0 && clean.text[clean.bytes - 1] == '\n')
            clean.bytes--;
        found = hp_arena_copy_n(r->out->arena, hp_text_str(&clean), clean.bytes);
        hp_text_clear(&clean);
    }
    hp_text_clear(&full);
    hp_text_clear(&text);
    return found;
}

/* The value behind "key<spaces>:<spaces>" at the beginning of a line; NULL when there is none. */
static char *field_of(struct reader *r, const char *text, const char *key, char separator)
{
    const size_t n = strlen(key);
    for (const char *line = text; line != NULL && *line != '\0';) {
        const char *end = strchrnul(line, '\n');
        const char *at = line + n;
        if (strncmp(line, key, n) == 0) {
            while (*at == ' ' || *at == '\t')
                at++;
            if (*at == separator) {
                at++;
                while (*at == ' ' || *at == '"')
                    at++;
                while (end > at && (end[-1] == '"' || end[-1] == ' '))
                    end--;
                return hp_arena_copy_n(r->out->arena, at, (size_t)(end - at));
            }
        }
        line = *end == '\n' ? end + 1 : NULL;
    }
    return NULL;
}

static char *print_u64(struct reader *r, uint64_t value)
{
    return hp_arena_print(r->out->arena, "%" PRIu64, value);
}

/* "32768K" of sysfs to bytes; 0 when it is not that. */
static uint64_t parse_cache(const char *text)
{
    char *end;
    if (text == NULL)
        return 0;
    const uint64_t value = strtoull(text, &end, 10);
    return *end == 'K' ? value << 10 : *end == 'M' ? value << 20 : *end == '\0' ? value : 0;
}

/* ---- the processor ------------------------------------------------------------------------- */

/* Distinct values of "physical id", or of "physical id" and "core id" together; 0: not said. */
static size_t count_distinct(const char *cpuinfo, bool cores)
{
    uint64_t seen[1024];
    size_t count = 0;
    long physical = -1;
    for (const char *line = cpuinfo; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *colon = strchr(line, ':');
        if (colon == NULL)
            break;
        if (hp_starts_with(line, "physical id"))
            physical = strtol(colon + 1, NULL, 10);
        if (physical < 0 || !hp_starts_with(line, cores ? "core id" : "physical id"))
            continue;
        const uint64_t core = cores ? strtoull(colon + 1, NULL, 10) : 0;
        const uint64_t key = (uint64_t)physical << 32 | core;
        size_t i = 0;
        while (i < count && seen[i] != key)
            i++;
        if (i == count && count < sizeof seen / sizeof seen[0])
            seen[count++] = key;
    }
    return count;
}

static size_t count_processors(const char *cpuinfo)
{
    size_t count = 0;
    for (const char *line = cpuinfo; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        count += hp_starts_with(line, "processor");
    }
    return count;
}

static const char *find_processor(struct reader *r)
{
    return field_of(r, hp_text_str(&r->cpuinfo), "model name", ':');
}

static const char *count_text(struct reader *r, size_t count)
{
    return count != 0 ? print_u64(r, count) : NULL;
}

static const char *find_sockets(struct reader *r)
{
    return count_text(r, count_distinct(hp_text_str(&r->cpuinfo), false));
}

static const char *find_cores(struct reader *r)
{
    return count_text(r, count_distinct(hp_text_str(&r->cpuinfo), true));
}

static const char *find_threads(struct reader *r)
{
    return count_text(r, count_processors(hp_text_str(&r->cpuinfo)));
}

/* Whole processors that a cgroup's quota allows, rounded up; 0: no quota. */
static uint32_t quota(struct reader *r)
{
    const char *max = read_text(r, "/sys/fs/cgroup/cpu.max");
    char *end;
    if (max == NULL)
        return 0;
    const uint64_t part = strtoull(max, &end, 10);
    const uint64_t period = strtoull(end, NULL, 10);
    return end == max || period == 0 ? 0 : (uint32_t)((part + period - 1) / period);
}

static const char *find_usable(struct reader *r)
{
    cpu_set_t set;
    size_t count = count_processors(hp_text_str(&r->cpuinfo));
    if (*r->root == '\0' && sched_getaffinity(0, sizeof set, &set) == 0)
        count = (size_t)CPU_COUNT(&set);
    const uint32_t limit = quota(r);
    if (limit != 0 && limit < count)
        count = limit;
    r->out->machine.processors = count != 0 ? (uint32_t)count : 1;
    return count_text(r, count);
}

/* Size of the first cache of that level and type among index0 .. index9. */
static uint64_t cache_bytes(struct reader *r, char level, const char *type)
{
    for (int i = 0; i < 10; i++) {
        char path[96];
        (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/level", i);
        const char *found = read_text(r, path);
        if (found == NULL)
            return 0;
        (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/type", i);
        const char *is = read_text(r, path);
        (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size", i);
        if (found[0] == level && is != NULL && strcmp(is, type) == 0)
            return parse_cache(read_text(r, path));
    }
    return 0;
}

static const char *cache_text(struct reader *r, uint64_t bytes)
{
    return bytes != 0 ? print_u64(r, bytes) : NULL;
}

static const char *find_l1d(struct reader *r)
{
    return cache_text(r, cache_bytes(r, '1', "Data"));
}

static const char *find_l1i(struct reader *r)
{
    return cache_text(r, cache_bytes(r, '1', "Instruction"));
}

static const char *find_l2(struct reader *r)
{
    return cache_text(r, cache_bytes(r, '2', "Unified"));
}

static const char *find_l3(struct reader *r)
{
    r->out->machine.l3_bytes = cache_bytes(r, '3', "Unified");
    return cache_text(r, r->out->machine.l3_bytes);
}

static const char *find_governor(struct reader *r)
{
    return read_text(r, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
}

static const char *find_turbo(struct reader *r)
{
    const char *off = read_text(r, "/sys/devices/system/cpu/intel_pstate/no_turbo");
    if (off != NULL)
        return strcmp(off, "0") == 0 ? "on" : "off";
    const char *on = read_text(r, "/sys/devices/system/cpu/cpufreq/boost");
    return on == NULL ? NULL : strcmp(on, "0") == 0 ? "off" : "on";
}

static const char *find_smt(struct reader *r)
{
    const char *active = read_text(r, "/sys/devices/system/cpu/smt/active");
    return active == NULL ? NULL : strcmp(active, "0") == 0 ? "off" : "on";
}

/* ---- memory and system --------------------------------------------------------------------- */

static const char *find_memory(struct reader *r)
{
    const char *total = field_of(r, read_text(r, "/proc/meminfo"), "MemTotal", ':');
    if (total == NULL)
        return NULL;
    r->out->machine.memory_bytes = strtoull(total, NULL, 10) << 10;
    return print_u64(r, r->out->machine.memory_bytes);
}

/* A limit above the physical memory is none. */
static const char *find_memory_limit(struct reader *r)
{
    static const char *const files[] = { "/sys/fs/cgroup/memory.max",
                                         "/sys/fs/cgroup/memory/memory.limit_in_bytes" };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *text = read_text(r, files[i]);
        const uint64_t bytes = text != NULL ? strtoull(text, NULL, 10) : 0;
        if (bytes != 0 && bytes < r->out->machine.memory_bytes) {
            r->out->machine.memory_bytes = bytes;
            return print_u64(r, bytes);
        }
    }
    return "none";
}

static const char *find_os(struct reader *r)
{
    return field_of(r, read_text(r, "/etc/os-release"), "PRETTY_NAME", '=');
}

static const char *find_kernel(struct reader *r)
{
    return read_text(r, "/proc/sys/kernel/osrelease");
}

static const char *find_architecture(struct reader *r)
{
    struct utsname name;
    return uname(&name) == 0 ? hp_arena_copy(r->out->arena, name.machine) : NULL;
}

static const char *find_virtualisation(struct reader *r)
{
    static const struct {
        const char *path, *kind;
    } marks[] = {
        { "/.dockerenv", "container (docker)" },
        { "/run/.containerenv", "container (podman)" },
        { "/proc/vz", "container (openvz)" },
    };
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        char *path = hp_arena_print(r->out->arena, "%s%s", r->root, marks[i].path);
        if (access(path, F_OK) == 0)
            return marks[i].kind;
    }
    const char *flags = field_of(r, hp_text_str(&r->cpuinfo), "flags", ':');
    if (flags == NULL)
        return NULL;
    if (!hp_word_in(flags, "hypervisor"))
        return "none";
    const char *product = read_text(r, "/sys/class/dmi/id/product_name");
    return product != NULL ? hp_arena_print(r->out->arena, "virtual machine (%s)", product)
                           : "virtual machine";
}

/* The word in brackets of "always [madvise] never". */
static const char *find_thp(struct reader *r)
{
    const char *text = read_text(r, "/sys/kernel/mm/transparent_hugepage/enabled");
    const char *open = text != NULL ? strchr(text, '[') : NULL;
    const char *close = open != NULL ? strchr(open, ']') : NULL;
    return close != NULL ? hp_arena_copy_n(r->out->arena, open + 1, (size_t)(close - open - 1))
                         : NULL;
}

static const char *find_page(struct reader *r)
{
    const long bytes = sysconf(_SC_PAGESIZE);
    return bytes > 0 ? print_u64(r, (uint64_t)bytes) : NULL;
}

static const char *find_aslr(struct reader *r)
{
    const char *text = read_text(r, "/proc/sys/kernel/randomize_va_space");
    return text == NULL ? NULL : strcmp(text, "0") == 0 ? "off" : "on";
}

static const char *find_clocksource(struct reader *r)
{
    return read_text(r, "/sys/devices/system/clocksource/clocksource0/current_clocksource");
}

static const char *find_glibc(struct reader *r)
{
    return hp_arena_copy(r->out->arena, gnu_get_libc_version());
}

static const char *find_load(struct reader *r)
{
    char *text = read_text(r, "/proc/loadavg");
    char *at = text;
    for (int words = 0; at != NULL && *at != '\0'; at++)
        if (*at == ' ' && ++words == 3) {
            *at = '\0';
            break;
        }
    return text;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Variables that change how allocators, .NET, the loader or we behave. */
static const char *find_environment(struct reader *r)
{
    static const char *const prefixes[] = {
        "MALLOC_",  "GLIBC_TUNABLES=",  "LD_PRELOAD=", "DOTNET_",
        "COMPlus_", "LD_LIBRARY_PATH=", "LD_BIND_NOW="
    };
    char *found[128];
    size_t count = 0;
    for (char **e = environ; *e != NULL && count < sizeof found / sizeof found[0]; e++)
        for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
            if (hp_starts_with(*e, prefixes[i])) {
                found[count++] = *e;
                break;
            }
    if (count == 0)
        return "none set";
    qsort((void *)found, count, sizeof found[0], by_text);
    struct hp_text all = { 0 }, clean = { 0 };
    for (size_t i = 0; i < count; i++)
        hp_text_print(&all, "%s%s", i != 0 ? " " : "", found[i]);
    hp_utf8_clean(&clean, all.text, all.bytes);
    const char *text = hp_arena_copy(r->out->arena, hp_text_str(&clean));
    hp_text_clear(&all);
    hp_text_clear(&clean);
    return text;
}

/* ---- all of it ----------------------------------------------------------------------------- */

/* In the order of the ledger; memory before its limit, which needs it. */
static const struct {
    const char *key;
    const char *(*find)(struct reader *r);
} facts[] = {
    { "processor", find_processor },
    { "sockets", find_sockets },
    { "cores", find_cores },
    { "threads", find_threads },
    { "processors", find_usable },
    { "smt", find_smt },
    { "l1d_bytes", find_l1d },
    { "l1i_bytes", find_l1i },
    { "l2_bytes", find_l2 },
    { "l3_bytes", find_l3 },
    { "memory_bytes", find_memory },
    { "memory_limit_bytes", find_memory_limit },
    { "page_bytes", find_page },
    { "thp", find_thp },
    { "system", find_os },
    { "kernel", find_kernel },
    { "architecture", find_architecture },
    { "glibc", find_glibc },
    { "virtualisation", find_virtualisation },
    { "governor", find_governor },
    { "turbo", find_turbo },
    { "aslr", find_aslr },
    { "clocksource", find_clocksource },
    { "load_average", find_load },
    { "environment", find_environment },
};

/* "2 x AMD EPYC 7763, L3 32 MiB": marks and filler words of the vendors left out. */
static const char *make_title(struct reader *r)
{
    static const char *const filler[] = { "(R)", "(TM)", "(tm)", " CPU", " Processor" };
    char *name = hp_arena_copy(r->out->arena, hp_host_fact(r->out, "processor"));
    if (name == NULL)
        name = hp_arena_copy(r->out->arena, "unknown processor");
    for (size_t i = 0; i < sizeof filler / sizeof filler[0]; i++)
        for (char *at = strstr(name, filler[i]); at != NULL; at = strstr(at, filler[i]))
            memmove(at, at + strlen(filler[i]), strlen(at + strlen(filler[i])) + 1);
    char *speed = strstr(name, " @ ");
    if (speed != NULL)
        *speed = '\0';
    const char *threads = hp_host_fact(r->out, "processors");
    char l3[HP_NUMBER_MAX] = "not known";
    if (r->out->machine.l3_bytes != 0)
        (void)hp_print_size(l3, r->out->machine.l3_bytes);
    return hp_arena_print(r->out->arena, "%s x %s, L3 %s", threads != NULL ? threads : "?", name,
                          l3);
}

void hp_host_facts_read(struct hp_host_facts *out, const char *root)
{
    *out = (struct hp_host_facts){ .arena = hp_arena_new() };
    out->machine = (struct hp_machine){ .name = "this", .processors = 1 };
    struct reader r = { .out = out, .root = root };
    const char *cpuinfo = read_text(&r, "/proc/cpuinfo");
    hp_text_put(&r.cpuinfo, cpuinfo != NULL ? cpuinfo : "");
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        const char *value = facts[i].find(&r);
        if (value != NULL && *value == '\0')
            value = NULL;
        HP_PUSH(out->facts, out->count, out->capacity) = (struct hp_fact){ facts[i].key, value };
    }
    out->title = make_title(&r);
    hp_text_clear(&r.cpuinfo);
}

const char *hp_host_fact(const struct hp_host_facts *found, const char *key)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->facts[i].key, key) == 0)
            return found->facts[i].value;
    return NULL;
}

void hp_host_facts_clear(struct hp_host_facts *found)
{
    hp_mem_free(found->facts);
    hp_arena_free(found->arena);
    *found = (struct hp_host_facts){ 0 };
}
