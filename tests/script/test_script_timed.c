/* SPDX-License-Identifier: MIT
 * The claims of the shipped scripts about time break, too, when their bounds lie just beyond what was measured. Times
 * of a real run are not the same twice, so these are made by hand: every ratio in the middle of its claim, rounds
 * that hardly differ. tests/script/claims.sh puts the claims about counters to the same mutator on real results.
 */
#include "hp_test.h"
#include "mutate.h"

/* A case on .NET and the time of an operation in ns. */
struct timed {
    const char *spec;
    double ns;
};

#define MILLION "count=1000000 element=int32 heap=dotnet "
static const struct timed chunk[] = {
    { "chunk-array size=20000 held=true " MILLION, 1000000 },
    { "chunk-array size=25000 held=true " MILLION, 2100000 },
    { "slice-array size=20000 " MILLION, 460000 },
    { "slice-array size=25000 " MILLION, 460000 },
    { "slice-list size=20000 " MILLION, 460000 },
    { "chunk-array size=20000 held=false " MILLION, 1000000 },
    { "chunk-array size=21243 held=false " MILLION, 1000000 },
    { "chunk-array size=21244 held=false " MILLION, 1170000 },
    { "chunk-array size=21243 held=false threshold=196608 " MILLION, 1000000 },
    { "chunk-array size=21244 held=false threshold=196608 " MILLION, 995000 },
    { "chunk-array size=1000 held=false " MILLION, 1000000 },
    { "chunk-array size=1000 held=false runtime=8 " MILLION, 5000000 },
    { "chunk-list size=1000 held=false " MILLION, 6300000 },
    { "chunk-list size=1000 held=false runtime=8 " MILLION, 6300000 },
    { "chunk-list size=1000 held=false runtime=9 " MILLION, 6300000 },
    { "chunk-generator size=1000 held=false take=0 runtime=8 " MILLION, 7000000 },
    { "chunk-generator size=1000 held=false take=0 runtime=9 " MILLION, 7000000 },
    { "chunk-generator size=20000 held=false take=0 " MILLION, 1700000 },
    { "own-buffer size=20000 source=generator " MILLION, 1000000 },
    { NULL, 0 },
};

static struct hp_source source_of(const char *role, const char *path)
{
    char full[512];
    (void)snprintf(full, sizeof full, HP_SOURCE_DIR "/%s", path);
    char *text = hp_test_read(full);
    HP_CHECK(text != NULL, "cannot read %s", full);
    return (struct hp_source){ role, path, text, strlen(text) };
}

/* How many checks of a script wait for .NET. */
static size_t waiting(const char *text)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, "\n  where = timed {")) != NULL; at++)
        n++;
    return n;
}

static void every_timed_claim_breaks(void **state)
{
    (void)state;
    struct fixture *f = fixture_new();
    for (const struct timed *row = chunk; row->spec != NULL; row++) {
        struct hp_case_row *at = fixture_case(f, row->spec);
        fixture_samples(f, at, "time_ns", 60, 15, row->ns, row->ns / 1e6);
    }
    const struct hp_source sources[] = { source_of("script", "lua/chunk.lua"),
                                         source_of("module", "lua/heapproof/arrays.lua"),
                                         source_of("module", "lua/heapproof/predicates.lua") };
    const struct mutation_tally t = mutate_script(f, sources, 3);
    HP_CHECK(t.checks == waiting(sources[0].text) && t.checks > 0,
             "%zu claims about time hold on these cases, %zu are made", t.checks,
             waiting(sources[0].text));
    HP_CHECK(t.survived == 0 && t.untouched == 0, "%zu survived, %zu untouched", t.survived,
             t.untouched);
    for (size_t i = 0; i < 3; i++)
        free((void *)(uintptr_t)sources[i].text);
    fixture_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_timed_claim_breaks) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
