/* SPDX-License-Identifier: MIT
 * A plugin that does not keep the contract is refused with one sentence; the rest of its folder loads. The
 * sentences of all liars are in tests/golden/plugin/refusals.txt.
 */
#include "base/err.h"
#include "base/file.h"
#include "base/text.h"
#include "hp_test.h"
#include "plugin/plugin.h"

#include <elf.h>
#include <sys/stat.h>

#define LIARS HP_BUILD_DIR "/tests/liars"

/* "lie_x.so: ..." without the folder, which differs from build to build. */
static void add_sentence(void *context, const char *sentence)
{
    struct hp_text *out = context;
    for (const char *at = sentence; *at != '\0';) {
        if (hp_starts_with(at, LIARS "/"))
            at += sizeof LIARS;
        hp_text_put_n(out, at, 1);
        at++;
    }
    hp_text_put(out, "\n");
}

static void liars_are_refused(void **state)
{
    (void)state;
    struct hp_plugins set = { 0 };
    struct hp_err err = { 0, "" };
    struct hp_text said = { 0 };
    assert_int_equal(hp_plugins_load_folder(&set, LIARS, add_sentence, &said, &err), HP_OK);
    hp_test_golden("plugin/refusals.txt", hp_text_str(&said));
    hp_text_clear(&said);
    hp_plugins_clear(&set);
}

/* lie_nothing and fine_* tell the truth, but share a name. */
static void claims_decide_which_hooks(void **state)
{
    (void)state;
    static const char *const fine[] = {
        "lie_nothing",
        "fine_heap_collect",
        "fine_heap_collections",
        "fine_heap_after_gen2",
        "fine_heap_generation",
        "fine_heap_memory_info",
        "fine_heap_applied_threshold",
        "fine_heap_safepoint",
        "fine_heap_block_enter",
        "fine_heap_block_leave",
        "fine_heap_body",
    };
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        char path[512];
        struct hp_plugins set = { 0 };
        struct hp_err err = { 0, "" };
        (void)snprintf(path, sizeof path, "%s/%s.so", LIARS, fine[i]);
        HP_CHECK(hp_plugin_load(&set, path, &err) == HP_OK, "%s", err.text);
        const struct hp_loaded *found = hp_plugin_find(&set, HP_KIND_HEAP, "liar");
        assert_non_null(found);
        assert_int_equal(strlen(found->sha), 64);
        assert_string_equal(found->path, path);
        assert_null(hp_plugin_find(&set, HP_KIND_WORKLOAD, "liar"));
        assert_null(hp_plugin_find(&set, HP_KIND_HEAP, "lia"));
        hp_plugins_clear(&set);
    }
}

static void finds_methods_and_probes(void **state)
{
    (void)state;
    struct hp_plugins set = { 0 };
    struct hp_err err = { 0, "" };
    HP_CHECK(hp_plugin_load(&set, HP_BUILD_DIR "/tests/plugins/wild.so", &err) == HP_OK, "%s",
             err.text);
    const struct hp_plugin *wild = hp_plugin_find(&set, HP_KIND_WORKLOAD, "wild")->table;
    assert_string_equal(hp_method_find(wild, "arrays")->uses, "size count");
    assert_null(hp_method_find(wild, "array"));
    assert_string_equal(hp_probe_find(wild, "say")->name, "say");
    assert_null(hp_probe_find(wild, "arrays"));
    hp_plugins_clear(&set);
}

/* ---- files that are no plugin at all ---- */

static void write_file(const char *path, const void *data, size_t n)
{
    struct hp_err err = { 0, "" };
    HP_CHECK(hp_file_write(path, data, n, &err) == HP_OK, "%s", err.text);
}

static void expect_refusal(const char *path, const char *says)
{
    struct hp_plugins set = { 0 };
    struct hp_err err = { 0, "" };
    HP_CHECK(hp_plugin_load(&set, path, &err) != HP_OK, "%s was accepted", path);
    HP_CHECK(hp_starts_with(err.text, path), "%s", err.text);
    HP_CHECK(strstr(err.text, says) != NULL, "wanted \"%s\", got \"%s\"", says, err.text);
    assert_int_equal(set.count, 0);
    hp_plugins_clear(&set);
}

/* A good plugin's bytes with a few changed. */
static const struct {
    size_t keep; /* bytes; 0: all */
    size_t at;
    unsigned char becomes;
    const char *says;
} crafted[] = {
    { 0, 0, 'X', "is not an ELF file" },
    { 10, 0, 0x7f, "is not an ELF file" },
    { 0, EI_CLASS, ELFCLASS32, "is a 32-bit file, this heapproof is 64-bit" },
    { 0, EI_DATA, ELFDATA2MSB, "is a big-endian file" },
    { 0, offsetof(Elf64_Ehdr, e_machine), EM_RISCV, "is built for riscv, this machine is" },
    { 0, offsetof(Elf64_Ehdr, e_type), ET_EXEC, "no shared object (type 2)" },
    { 40, 0, 0x7f, "is a truncated ELF file of 40 bytes" },
    { 64, 0, 0x7f, "is a truncated ELF file: it needs" },
    { 3000, 0, 0x7f, "and has 3000 - build or copy it again" },
};

static void crafted_files_are_refused(void **state)
{
    (void)state;
    char folder[64], path[128];
    struct hp_text good = { 0 };
    struct hp_err err = { 0, "" };
    (void)hp_test_folder(folder);
    HP_CHECK(hp_file_read(LIARS "/lie_nothing.so", &good, 64 << 20, &err) == HP_OK, "%s", err.text);
    for (size_t i = 0; i < sizeof crafted / sizeof *crafted; i++) {
        (void)snprintf(path, sizeof path, "%s/%zu.so", folder, i);
        const char before = good.text[crafted[i].at];
        good.text[crafted[i].at] = (char)crafted[i].becomes;
        write_file(path, good.text, crafted[i].keep != 0 ? crafted[i].keep : good.bytes);
        good.text[crafted[i].at] = before;
        expect_refusal(path, crafted[i].says);
        (void)unlink(path);
    }
    hp_text_clear(&good);
    (void)rmdir(folder);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    char folder[64], path[128];
    (void)hp_test_folder(folder);
    (void)snprintf(path, sizeof path, "%s/notes.so", folder);
    expect_refusal(path, "cannot open the plugin: No such file or directory");
    write_file(path, "", 0);
    expect_refusal(path, "is not an ELF file");
    write_file(path, "a text of some length that begins with no magic at all\n", 55);
    expect_refusal(path, "is not an ELF file - a plugin is a shared object");
    (void)unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    expect_refusal(path, "is not a regular file");
    (void)rmdir(path);
    (void)rmdir(folder);
}

static void a_missing_folder_is_an_error(void **state)
{
    (void)state;
    struct hp_plugins set = { 0 };
    struct hp_err err = { 0, "" };
    assert_int_equal(hp_plugins_load_folder(&set, "/nowhere/at/all", NULL, NULL, &err), HP_E_ENV);
    assert_string_equal(err.text,
                        "/nowhere/at/all: cannot read the folder of plugins: No such file or "
                        "directory - set HEAPPROOF_PLUGINS to it");
    hp_plugins_clear(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(liars_are_refused),        cmocka_unit_test(claims_decide_which_hooks),
        cmocka_unit_test(finds_methods_and_probes), cmocka_unit_test(crafted_files_are_refused),
        cmocka_unit_test(other_files_are_refused),  cmocka_unit_test(a_missing_folder_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
