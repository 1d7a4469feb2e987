/* SPDX-License-Identifier: MIT
 * Whole files that are right: what each key becomes, the defaults, includes, where paths lead, and what
 * is kept of the texts.
 */
#include "base/err.h"
#include "config/config.h"

#include "hp_test.h"

static struct hp_config *load(const char *path)
{
    struct hp_problems problems = { 0 };
    struct hp_config *config = NULL;
    struct hp_err err = { 0 };
    struct hp_text text = { 0 };
    const int rc = hp_config_load(path, &config, &problems, &err);
    hp_problems_print(&problems, &text);
    HP_CHECK(rc == HP_OK, "%s: %s\n%s", path, err.text, hp_text_str(&text));
    hp_text_clear(&text);
    hp_problems_clear(&problems);
    return config;
}

static void print_axis(struct hp_text *out, const char *indent, const struct hp_axis *axis)
{
    hp_text_print(out, "%s%s (%s:%d:%d) =", indent, axis->name, axis->at.file, axis->at.line,
                  axis->at.column);
    for (size_t i = 0; i < axis->count; i++)
        hp_text_print(out, " %s", axis->values[i].text);
    hp_text_put(out, "\n");
}

static void print_filters(struct hp_text *out, const char *name, const struct hp_filter *filters,
                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        hp_text_print(out, "  %s\n", name);
        for (size_t k = 0; k < filters[i].count; k++)
            print_axis(out, "    ", &filters[i].keys[k]);
    }
}

static void print_sweep(struct hp_text *out, const struct hp_sweep *s)
{
    hp_text_print(out, "%s \"%s\" at %d:%d: workload %s, baseline %s%s%s\n",
                  s->probes ? "probes" : "sweep", s->name, s->at.line, s->at.column, s->workload,
                  s->baseline.text != NULL ? s->baseline.text : "none",
                  s->no_counters ? ", no counters" : "", s->no_times ? ", no times" : "");
    if (s->rounds > 0)
        hp_text_print(out, "  rounds %u\n", s->rounds);
    if (s->methods.count > 0)
        print_axis(out, "  ", &s->methods);
    for (size_t i = 0; i < s->with_count; i++)
        print_axis(out, "  with ", &s->with[i]);
    for (size_t i = 0; i < s->on_count; i++)
        print_axis(out, "  on ", &s->on[i]);
    for (size_t i = 0; i < s->zip_count; i++)
        hp_text_print(out, "  zip %s %s\n", s->zip[i][0], s->zip[i][1]);
    print_filters(out, "only", s->only, s->only_count);
    print_filters(out, "not", s->not_, s->not_count);
}

static void print_numbers(struct hp_text *out, const struct hp_config *c)
{
    const struct hp_measure *m = &c->measure;
    const struct hp_limits *l = &c->limits;
    hp_text_print(
        out,
        "measure rounds %u counter_rounds %u of %u iterations %u to %u pass %u half_width %g "
        "least %llu ns%s%s\n",
        m->rounds, m->counter_rounds, m->counter_iterations, m->min_iterations, m->max_iterations,
        m->pass_operations, m->half_width, (unsigned long long)m->min_iteration_ns,
        m->counters ? " counters" : "", m->times ? " times" : "");
    hp_text_print(out, "limits time %llu cpu %llu memory %llu output %llu jobs %u\n",
                  (unsigned long long)l->time_ns, (unsigned long long)l->cpu_ns,
                  (unsigned long long)l->memory_bytes, (unsigned long long)l->output_bytes,
                  l->jobs);
}

static void print_config(struct hp_text *out, const struct hp_config *c)
{
    hp_text_print(out, "%s: \"%s\" \"%s\" ru \"%s\" \"%s\" %s seed %llu\n", c->name, c->title,
                  c->question, c->title_ru, c->question_ru, c->language,
                  (unsigned long long)c->seed);
    for (size_t i = 0; i < c->script_count; i++)
        hp_text_print(out, "script %s is %s\n", c->scripts[i].text, c->script_paths[i]);
    for (size_t i = 0; i < c->module_count; i++)
        hp_text_print(out, "module %s is %s\n", c->modules[i].text, c->module_paths[i]);
    for (size_t i = 0; i < c->on_count; i++)
        print_axis(out, "on ", &c->on[i]);
    for (size_t i = 0; i < c->heap_count; i++) {
        hp_text_print(out, "heap %s is %s\n", c->heaps[i].name, c->heaps[i].plugin);
        for (size_t k = 0; k < c->heaps[i].option_count; k++)
            print_axis(out, "  ", &c->heaps[i].options[k]);
    }
    for (size_t i = 0; i < c->profile_count; i++)
        hp_text_print(out, "machine %s \"%s\" %u %llu %llu\n", c->profiles[i].machine.name,
                      c->profiles[i].title, c->profiles[i].machine.processors,
                      (unsigned long long)c->profiles[i].machine.l3_bytes,
                      (unsigned long long)c->profiles[i].machine.memory_bytes);
    for (size_t i = 0; i < c->sweep_count; i++)
        print_sweep(out, &c->sweeps[i]);
    print_numbers(out, c);
    for (size_t i = 0; i < c->source_count; i++)
        hp_text_print(out, "text %s %s %zu bytes\n", c->sources[i].role, c->sources[i].path,
                      c->sources[i].bytes);
}

static void whole_files(void **state)
{
    (void)state;
    static const char *const names[] = { "everything", "plain", "crlf" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[128], golden[128];
        struct hp_text text = { 0 };
        (void)snprintf(path, sizeof path, "tests/config/data/good/%s.cfg", names[i]);
        (void)snprintf(golden, sizeof golden, "config/good-%s.txt", names[i]);
        struct hp_config *config = load(path);
        print_config(&text, config);
        hp_test_golden(golden, hp_text_str(&text));
        hp_text_clear(&text);
        hp_config_free(config);
    }
}

/* What is stored of a text is the text, byte for byte. */
static void texts_are_kept(void **state)
{
    (void)state;
    struct hp_config *config = load("tests/config/data/good/everything.cfg");
    assert_int_equal(config->source_count, 4);
    for (size_t i = 0; i < config->source_count; i++) {
        char *want = hp_test_read(config->sources[i].path);
        assert_non_null(want);
        assert_int_equal(config->sources[i].bytes, strlen(want));
        assert_string_equal(config->sources[i].text, want);
        free(want);
    }
    hp_config_free(config);
}

/* An absolute include and an absolute script are taken as they are, from any folder. */
static void absolute_paths(void **state)
{
    (void)state;
    char folder[64], path[128], part[128], script[128];
    (void)snprintf(path, sizeof path, "%s/x.cfg", hp_test_folder(folder));
    (void)snprintf(part, sizeof part, "%s/part.cfg", folder);
    (void)snprintf(script, sizeof script, "%s/s.lua", folder);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    (void)fprintf(f, "@include \"%s\"\nrun = { scripts = \"%s\"; };\n", part, script);
    (void)fclose(f);
    f = fopen(part, "wb");
    assert_non_null(f);
    (void)fputs("measure = { rounds = 9; };", f);
    (void)fclose(f);
    f = fopen(script, "wb");
    assert_non_null(f);
    (void)fclose(f);
    struct hp_config *config = load(path);
    assert_int_equal(config->measure.rounds, 9);
    assert_string_equal(config->script_paths[0], script);
    assert_string_equal(config->name, "x");
    hp_config_free(config);
    (void)unlink(path);
    (void)unlink(part);
    (void)unlink(script);
    (void)rmdir(folder);
}

/* Reading what a pipe brings. */
static void standard_input(void **state)
{
    (void)state;
    assert_non_null(freopen("tests/config/data/good/plain.cfg", "rb", stdin));
    struct hp_config *config = load("-");
    assert_string_equal(config->path, "standard input");
    assert_string_equal(config->name, "run");
    assert_int_equal(config->sweep_count, 1);
    hp_config_free(config);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_files),
        cmocka_unit_test(texts_are_kept),
        cmocka_unit_test(absolute_paths),
        cmocka_unit_test(standard_input),
    };
    (void)setenv("HEAPPROOF_DATA", "tests/config/data/share", 1);
    if (chdir(HP_SOURCE_DIR) != 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
