/* SPDX-License-Identifier: MIT
 * A .cfg from any bytes: either a config or problems with places, never both, never neither; and what was
 * accepted can be planned.
 */
#include "../plan/fake.h"
#include "base/err.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { COMBINATIONS_MOST = 2000 };

/* Large products are correct but slow; the plan's own tests have them. */
static bool is_small(const struct hp_config *config)
{
    uint64_t all = 0;
    for (size_t i = 0; i < config->sweep_count; i++) {
        const struct hp_sweep *s = &config->sweeps[i];
        uint64_t product = s->methods.count + 1;
        for (size_t k = 0; k < s->with_count && product < COMBINATIONS_MOST; k++)
            product *= s->with[k].count;
        for (size_t k = 0; k < s->on_count && product < COMBINATIONS_MOST; k++)
            product *= s->on[k].count;
        for (size_t k = 0; k < config->on_count && product < COMBINATIONS_MOST; k++)
            product *= config->on[k].count;
        for (size_t k = 0; k < config->heap_count && product < COMBINATIONS_MOST; k++)
            for (size_t o = 0; o < config->heaps[k].option_count; o++)
                product *= config->heaps[k].options[o].count;
        all += product;
    }
    return all < COMBINATIONS_MOST;
}

static void plan(struct hp_config *config, struct hp_problems *problems)
{
    struct hp_plan *made = NULL;
    struct hp_err err;
    struct hp_text text = { 0 };
    const int rc =
        hp_plan_make(config, NULL, 0, &fake_plugins, &fake_machine, 0, &made, problems, &err);
    if ((rc == HP_OK) != (made != NULL) || (rc == HP_OK) == (problems->count > 0))
        abort();
    if (made != NULL) {
        hp_plan_print_summary(made, config, &text);
        for (size_t i = 0; i < made->count; i++)
            hp_case_print(&made->cases[i], &text);
    }
    hp_text_clear(&text);
    hp_plan_free(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);
    char path[64];
    struct hp_problems problems = { 0 };
    struct hp_config *config = NULL;
    struct hp_err err;
    struct hp_text text = { 0 };
    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const int rc = hp_config_load(path, &config, &problems, &err);
    if ((rc == HP_OK) != (config != NULL) || (rc == HP_E_CONFIG) != (problems.count > 0))
        abort();
    if (config != NULL && is_small(config))
        plan(config, &problems);
    hp_problems_print(&problems, &text);
    if (!hp_utf8_valid(hp_text_str(&text), text.bytes))
        abort();
    hp_text_clear(&text);
    hp_config_free(config);
    hp_problems_clear(&problems);
    (void)close(fd);
    return 0;
}
