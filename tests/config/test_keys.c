/* SPDX-License-Identifier: MIT
 * The table of keys: every number's default lies in its range, its bounds are what its words say, and
 * configs/README.md is what the table prints (UPDATE_GOLDEN=1 writes it).
 */
#include "base/err.h"
#include "base/units.h"
#include "config/config.h"

#include "hp_test.h"

/* Loads "GROUP = { KEY = value; };" and tells whether it was accepted. */
static bool accepts(const char *name, const char *value, struct hp_config **out)
{
    char folder[64], path[128];
    struct hp_problems problems = { 0 };
    struct hp_err err = { 0 };
    (void)snprintf(path, sizeof path, "%s/x.cfg", hp_test_folder(folder));
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    const char *dot = strchr(name, '.');
    (void)fprintf(f, "sweep = { workload = \"w\"; };\n%.*s = { %s = %s; };\n", (int)(dot - name),
                  name, dot + 1, value);
    (void)fclose(f);
    const int rc = hp_config_load(path, out, &problems, &err);
    hp_problems_clear(&problems);
    (void)unlink(path);
    (void)rmdir(folder);
    return rc == HP_OK;
}

/* A number as the .cfg writes it. */
static const char *written(const struct hp_key *key, double value, char buf[64])
{
    if (strcmp(key->type, "time") == 0)
        (void)snprintf(buf, 64, "\"%.0fns\"", value);
    else if (strcmp(key->type, "ratio") == 0)
        (void)snprintf(buf, 64, "%.6f", value);
    else
        (void)snprintf(buf, 64, "\"%.0f\"", value);
    return buf;
}

static double placed(const struct hp_config *config, const struct hp_key *key)
{
    const char *where = (const char *)config + key->offset;
    double real;
    uint64_t whole;
    uint32_t half;
    memcpy(&half, where, sizeof half);
    if (strcmp(key->type, "flag") == 0)
        return *where;
    if (key->bytes == sizeof half)
        return half;
    memcpy(&real, where, sizeof real);
    memcpy(&whole, where, sizeof whole);
    return strcmp(key->type, "ratio") == 0 ? real : (double)whole;
}

static void check_bound(const struct hp_key *key, double value, bool good)
{
    char buf[64];
    struct hp_config *config = NULL;
    /* The two bounds of iterations depend on each other; test_errors has them. */
    if (strcmp(key->name, "measure.max_iterations") == 0 && value < 60)
        return;
    if (strcmp(key->name, "measure.min_iterations") == 0 && value > 60)
        return;
    const bool accepted = accepts(key->name, written(key, value, buf), &config);
    HP_CHECK(accepted == good, "%s = %s", key->name, buf);
    if (accepted) {
        HP_CHECK(placed(config, key) == value, "%s = %s is %g", key->name, buf,
                 placed(config, key));
        hp_config_free(config);
    }
}

static void numbers_in_their_ranges(void **state)
{
    (void)state;
    size_t numbers = 0;
    for (const struct hp_key *key = hp_config_keys; key->name != NULL; key++) {
        if (key->bytes == 0)
            continue;
        struct hp_config *config = NULL;
        numbers++;
        HP_CHECK(strchr(key->name, '.') != NULL, "%s", key->name);
        if (strcmp(key->type, "flag") == 0)
            continue;
        const double step = strcmp(key->type, "ratio") == 0 ? 0.0001 : key->high > 1e15 ? 4096 : 1;
        check_bound(key, key->low, true);
        check_bound(key, key->high, true);
        if (key->low - step >= 0)
            check_bound(key, key->low - step, false);
        check_bound(key, key->high + step, false);
        assert_true(accepts("run.title", "\"x\"", &config));
        HP_CHECK(placed(config, key) >= key->low && placed(config, key) <= key->high, "%s",
                 key->name);
        hp_config_free(config);
    }
    assert_true(numbers >= 14);
}

/* "15 to 10,000" is printed of the same bounds that are checked. */
static void ranges_in_words(void **state)
{
    (void)state;
    for (const struct hp_key *key = hp_config_keys; key->name != NULL; key++) {
        char low[HP_NUMBER_MAX], high[HP_NUMBER_MAX], want[2 * HP_NUMBER_MAX + 8];
        if (key->high == 0 || strcmp(key->type, "flag") == 0)
            continue;
        if (strcmp(key->type, "count") == 0) {
            hp_print_count(low, (int64_t)key->low);
            hp_print_count(high, (int64_t)key->high);
        } else if (strcmp(key->type, "size") == 0) {
            hp_print_size(low, (uint64_t)key->low);
            hp_print_size(high, (uint64_t)key->high);
        } else if (strcmp(key->type, "time") == 0) {
            hp_print_time(low, key->low);
            hp_print_time(high, key->high);
            if (hp_ends_with(high, " 0 min"))
                high[strlen(high) - strlen(" 0 min")] = '\0';
        } else {
            hp_print_double(low, key->low);
            hp_print_double(high, key->high);
        }
        if (strcmp(key->type, "text") == 0)
            (void)snprintf(want, sizeof want, "at most %s characters", high);
        else
            (void)snprintf(want, sizeof want, "%s to %s", low, high);
        HP_CHECK(strcmp(key->range, want) == 0, "%s: \"%s\", its bounds are \"%s\"", key->name,
                 key->range, want);
    }
}

static void manual_is_current(void **state)
{
    (void)state;
    struct hp_text text = { 0 };
    hp_config_print_manual(&text);
    for (const struct hp_key *key = hp_config_keys; key->name != NULL; key++) {
        char row[128];
        (void)snprintf(row, sizeof row, "\n| `%s` | %s |", key->name, key->type);
        HP_CHECK(strstr(hp_text_str(&text), row) != NULL, "no row for %s", key->name);
    }
    hp_test_golden("../../configs/README.md", hp_text_str(&text));
    hp_text_clear(&text);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_in_their_ranges),
        cmocka_unit_test(ranges_in_words),
        cmocka_unit_test(manual_is_current),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
