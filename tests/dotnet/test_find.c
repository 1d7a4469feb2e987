/* SPDX-License-Identifier: MIT
 * Which runtime is chosen? Folders of a machine that does not exist, made for each row.
 */
#include "dotnet.h"

#include <hp_test.h>
#include <sys/stat.h>

static char top[64];

/* An empty file, and the folders that lead to it. */
static void put(const char *path)
{
    char full[512];
    (void)snprintf(full, sizeof full, "%s/%s", top, path);
    for (char *slash = strchr(full + strlen(top) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(full, 0755);
        *slash = '/';
    }
    FILE *f = fopen(full, "w");
    assert_non_null(f);
    (void)fclose(f);
}

static void put_all(const char *folder, const char *const *files)
{
    char path[256];
    for (size_t i = 0; files[i] != NULL; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        put(path);
    }
}

static void put_installed(const char *root, const char *version)
{
    static const char *const files[] = { "libcoreclr.so", "libclrjit.so",
                                         "System.Private.CoreLib.dll", NULL };
    char folder[256];
    (void)snprintf(folder, sizeof folder, "%s/shared/Microsoft.NETCore.App/%s", root, version);
    put_all(folder, files);
}

static void put_pack(const char *packs, const char *version, int major)
{
    static const char *const native[] = { "libcoreclr.so", "libclrjit.so", NULL };
    static const char *const managed[] = { "System.Private.CoreLib.dll", NULL };
    char folder[256];
    const char *name = "microsoft.netcore.app.runtime.linux-x64";
    (void)snprintf(folder, sizeof folder, "%s/%s/%s/runtimes/linux-x64/native", packs, name,
                   version);
    put_all(folder, native);
    (void)snprintf(folder, sizeof folder, "%s/%s/%s/runtimes/linux-x64/lib/net%d.0", packs, name,
                   version, major);
    put_all(folder, managed);
}

static int setup(void **state)
{
    (void)state;
    (void)hp_test_folder(top);
    return 0;
}

static int teardown(void **state)
{
    char command[128];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -rf '%s'", top);
    return system(command);
}

/* What find and choose say of folders under the top, space separated. */
static void expect(const char *folders, int major, const char *version, const char *native_ends)
{
    char text[256], paths[8][384];
    struct dn_places places = { .folders = { NULL } };
    struct dn_found found;
    size_t used = 0;
    char *rest = NULL;
    (void)snprintf(text, sizeof text, "%s", folders);
    for (char *at = strtok_r(text, " ", &rest); at != NULL; at = strtok_r(NULL, " ", &rest)) {
        (void)snprintf(paths[used], sizeof paths[used], "%s/%s", top, at);
        places.folders[used] = paths[used];
        used++;
    }
    dn_find(&places, &found);
    const struct dn_runtime *r = dn_choose(&found, major);
    if (version == NULL) {
        HP_CHECK(r == NULL, "%d: found %s", major, r->version);
    } else {
        HP_CHECK(r != NULL, "%d: not found", major);
        assert_string_equal(r->version, version);
        const size_t n = strlen(r->native), m = strlen(native_ends);
        HP_CHECK(n > m && strcmp(r->native + n - m, native_ends) == 0, "%s does not end in %s",
                 r->native, native_ends);
    }
    dn_found_free(&found);
}

static void the_newest_of_a_major_is_taken(void **state)
{
    (void)state;
    put_installed("first", "8.0.9");
    put_installed("first", "8.0.11");
    put_installed("first", "9.0.1");
    put_installed("other", "8.0.10");
    expect("first other", 8, "8.0.11", "/first/shared/Microsoft.NETCore.App/8.0.11");
    expect("other first", 8, "8.0.11", "/8.0.11");
    expect("first", 9, "9.0.1", "/9.0.1");
    expect("first", 10, NULL, "");
    expect("nowhere", 8, NULL, "");
}

static void the_pinned_version_wins_wherever_it_lies(void **state)
{
    (void)state;
    put_installed("first", "10.0.99");
    put_pack("packs", dn_pinned(10), 10);
    expect("first packs", 10, dn_pinned(10), "/runtimes/linux-x64/native");
    expect("packs first", 10, dn_pinned(10), "/runtimes/linux-x64/native");
    expect("first", 10, "10.0.99", "/10.0.99");
}

static void a_release_is_newer_than_its_previews(void **state)
{
    (void)state;
    put_installed("first", "10.0.0-rc.2.25502.107");
    expect("first", 10, "10.0.0-rc.2.25502.107", "107");
    put_installed("first", "10.0.0");
    expect("first", 10, "10.0.0", "/10.0.0");
}

/* Half a runtime is none: a package whose managed half is missing, a folder that is no version. */
static void halves_do_not_count(void **state)
{
    (void)state;
    put("packs/microsoft.netcore.app.runtime.linux-x64/8.0.34/runtimes/linux-x64/native/"
        "libcoreclr.so");
    put("first/shared/Microsoft.NETCore.App/8.0.1/libcoreclr.so");
    put_installed("first", "latest");
    put_installed("first", "8.0");
    expect("packs first", 8, NULL, "");
}

static bool among(const struct dn_places *places, const char *folder)
{
    for (size_t i = 0; places->folders[i] != NULL; i++)
        if (strcmp(places->folders[i], folder) == 0)
            return true;
    return false;
}

static void free_texts(char *texts[DN_TEXTS])
{
    for (size_t i = 0; i < DN_TEXTS; i++)
        free(texts[i]);
}

static void places_come_from_the_environment(void **state)
{
    struct dn_places places;
    char *texts[DN_TEXTS];
    (void)state;
    assert_int_equal(setenv("DOTNET_ROOT", "/the/root", 1), 0);
    assert_int_equal(setenv("NUGET_PACKAGES", "/the/packages", 1), 0);
    dn_places_usual(&places, texts);
    assert_true(among(&places, "/the/root") && among(&places, "/the/packages") &&
                among(&places, "/usr/share/dotnet"));
    free_texts(texts);
    assert_int_equal(setenv("HEAPPROOF_DOTNET_PATH", "/one::/two", 1), 0);
    dn_places_usual(&places, texts);
    assert_string_equal(places.folders[0], "/one");
    assert_string_equal(places.folders[1], "/two");
    assert_null(places.folders[2]); /* what is named is all there is */
    free_texts(texts);
    (void)unsetenv("HEAPPROOF_DOTNET_PATH");
    (void)unsetenv("DOTNET_ROOT");
    (void)unsetenv("NUGET_PACKAGES");
}

/* ---- what people are told ------------------------------------------------------------------ */

struct told {
    struct hp_finding last[8];
    char found[8][256];
    size_t count;
};

static void hear(void *context, const struct hp_finding *finding)
{
    struct told *t = context;
    assert_true(t->count < 8);
    (void)snprintf(t->found[t->count], sizeof t->found[0], "%s", finding->found);
    t->last[t->count] = *finding;
    assert_true(finding->present || finding->advice != NULL);
    t->count++;
}

static void the_survey_says_what_is_missing_and_how_to_get_it(void **state)
{
    char places[128], guest[128];
    struct told told = { .count = 0 };
    (void)state;
    put_installed("mine", "9.0.77");
    (void)snprintf(places, sizeof places, "%s/mine", top);
    (void)snprintf(guest, sizeof guest, "%s/guest.dll", top);
    assert_int_equal(setenv("HEAPPROOF_DOTNET_PATH", places, 1), 0);
    assert_int_equal(setenv("HEAPPROOF_DOTNET_GUEST", guest, 1), 0);
    dn_survey(&told, hear);
    assert_int_equal(told.count, 4); /* three runtimes and the guest */
    assert_int_equal(told.last[1].runtime, 9);
    assert_true(told.last[1].present);
    assert_int_equal(strncmp(told.found[1], "9.0.77 in ", 10), 0);
    assert_false(told.last[0].present || told.last[2].present);
    assert_string_equal(told.found[2], "not installed");
    assert_int_equal(told.last[3].runtime, 0);
    assert_false(told.last[3].present);
    assert_string_equal(told.found[3], "guest not built, needs the SDK");
    put("guest.dll");
    told.count = 0;
    dn_survey(&told, hear);
    assert_true(told.last[3].present);
    assert_string_equal(told.found[3], guest);
    (void)unsetenv("HEAPPROOF_DOTNET_PATH");
    (void)unsetenv("HEAPPROOF_DOTNET_GUEST");
}

/* One list of versions for people who fetch them, one for the plugin that prefers them. */
static void the_pins_are_those_that_are_fetched(void **state)
{
    (void)state;
    char *project = hp_test_read(HP_SOURCE_DIR "/plugins/heaps/dotnet/restore.csproj");
    assert_non_null(project);
    for (int major = DN_OLDEST; major <= DN_NEWEST; major++) {
        char version[32];
        (void)snprintf(version, sizeof version, "[%s]", dn_pinned(major));
        HP_CHECK(strstr(project, version) != NULL, "restore.csproj does not fetch %s", version);
    }
    assert_null(dn_pinned(7));
    free(project);
}

#define PLACE_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLACE_TEST(the_newest_of_a_major_is_taken),
        PLACE_TEST(the_pinned_version_wins_wherever_it_lies),
        PLACE_TEST(a_release_is_newer_than_its_previews),
        PLACE_TEST(halves_do_not_count),
        PLACE_TEST(places_come_from_the_environment),
        PLACE_TEST(the_survey_says_what_is_missing_and_how_to_get_it),
        cmocka_unit_test(the_pins_are_those_that_are_fetched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
