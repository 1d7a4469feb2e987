/* SPDX-License-Identifier: MIT
 * cmd: the host ledger of machines that are folders in data/, and of this one.
 */
#include "cmd/host_facts.h"
#include "hp_test.h"

static void server_in_a_container(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value;
    } rows[] = {
        { "processor", "Intel(R) Xeon(R) Silver 4314 CPU @ 2.40GHz" },
        { "sockets", "2" },
        { "cores", "4" },
        { "threads", "8" },
        { "processors", "3" }, /* a quota of two and a half */
        { "smt", "on" },
        { "l1d_bytes", "49152" },
        { "l1i_bytes", "32768" },
        { "l2_bytes", "1310720" },
        { "l3_bytes", "25165824" },
        { "memory_bytes", "67108864000" },
        { "memory_limit_bytes", "8589934592" },
        { "thp", "madvise" },
        { "system", "Debian GNU/Linux 12 (bookworm)" },
        { "kernel", "6.1.0-42-amd64" },
        { "virtualisation", "virtual machine" },
        { "governor", "powersave" },
        { "turbo", "on" },
        { "aslr", "off" },
        { "clocksource", NULL },
        { "load_average", "0.52 0.58 0.59" },
    };
    struct hp_host_facts facts;
    hp_host_facts_read(&facts, HP_SOURCE_DIR "/tests/cmd/data/server");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *got = hp_host_fact(&facts, rows[i].key);
        HP_CHECK(got == rows[i].value || (got && rows[i].value && strcmp(got, rows[i].value) == 0),
                 "%s: %s", rows[i].key, got != NULL ? got : "not determined");
    }
    assert_string_equal(facts.title, "3 x Intel Xeon Silver 4314, L3 24 MiB");
    assert_string_equal(facts.machine.name, "this");
    assert_int_equal(facts.machine.processors, 3);
    assert_int_equal(facts.machine.l3_bytes, 24 << 20);
    assert_true(facts.machine.memory_bytes == UINT64_C(8589934592));
    hp_host_facts_clear(&facts);
}

static void nothing_to_find(void **state)
{
    (void)state;
    struct hp_host_facts facts;
    hp_host_facts_read(&facts, HP_SOURCE_DIR "/tests/cmd/data/bare");
    static const char *const unknown[] = { "processor",    "sockets",  "l3_bytes",
                                           "memory_bytes", "governor", "virtualisation",
                                           "system" };
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        HP_CHECK(hp_host_fact(&facts, unknown[i]) == NULL, "%s", unknown[i]);
    assert_int_equal(facts.machine.processors, 1);
    assert_int_equal(facts.machine.l3_bytes, 0);
    assert_string_equal(facts.title, "? x unknown processor, L3 not known");
    hp_host_facts_clear(&facts);
}

static void this_machine(void **state)
{
    (void)state;
    struct hp_host_facts facts;
    assert_int_equal(setenv("MALLOC_ARENA_MAX", "1", 1), 0);
    hp_host_facts_read(&facts, "");
    assert_true(facts.machine.processors >= 1);
    assert_true(facts.machine.memory_bytes > 1 << 20);
    assert_non_null(hp_host_fact(&facts, "kernel"));
    assert_non_null(strstr(hp_host_fact(&facts, "environment"), "MALLOC_ARENA_MAX=1"));
    for (size_t i = 0; i < facts.count; i++)
        HP_CHECK(facts.facts[i].value == NULL || facts.facts[i].value[0] != '\0', "%s is empty",
                 facts.facts[i].key);
    (void)unsetenv("MALLOC_ARENA_MAX");
    hp_host_facts_clear(&facts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(server_in_a_container),
        cmocka_unit_test(nothing_to_find),
        cmocka_unit_test(this_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
