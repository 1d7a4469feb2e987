/* SPDX-License-Identifier: MIT
 * Is a plugin caught that keeps an address over an allocation? On `gen` with a collection at every
 * allocation its write must fault, in a child of this test; the right way must not. */
#include "hp_test.h"

#include "rig.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* Runs one step in a child process and returns its wait status. */
static int child_status(const char *method, const char *stress)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0) {
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        return status;
    }
    const struct rlimit none = { 0, 0 };
    (void)setrlimit(RLIMIT_CORE, &none);
    (void)signal(SIGSEGV, SIG_DFL);
    (void)signal(SIGBUS, SIG_DFL);
    struct hp_plugins set = { .items = NULL };
    struct hp_err err = { 0, "" };
    struct rig rig;
    const struct rig_setup setup = {
        .heap = "gen", .runtime = 10, .option = { "stress" }, .value = { stress }
    };
    int rc = hp_plugin_load(&set, HP_BUILD_DIR "/tests/plugins/keeps_address.so", &err);
    if (rc == HP_OK)
        rc = rig_open(&rig, &setup, &err);
    if (rc == HP_OK) {
        const struct hp_workload_ops *ops = set.items[0].table->workload;
        void *state = NULL;
        rig.run.method = method;
        rc = ops->open(&state, &rig.run, &err);
        if (rc == HP_OK)
            rc = ops->step(state, 3, &err);
    }
    if (rc != HP_OK)
        (void)fprintf(stderr, "%s\n", err.text);
    _exit(rc == HP_OK ? 0 : 1);
}

static void test_the_mistake_faults(void **state)
{
    (void)state;
    const int status = child_status("keeps", "true");
    HP_CHECK(WIFSIGNALED(status) && (WTERMSIG(status) == SIGSEGV || WTERMSIG(status) == SIGBUS),
             "status %d", status);
}

static void test_the_right_way_does_not(void **state)
{
    (void)state;
    const int status = child_status("asks-again", "true");
    HP_CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %d", status);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_mistake_faults),
        cmocka_unit_test(test_the_right_way_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
