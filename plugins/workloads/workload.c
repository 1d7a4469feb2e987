/* SPDX-License-Identifier: MIT
 * How do workloads find what the worker asks for by name? In the worker, untimed. */
#include "workload.h"

#include <stdlib.h>

const void *workload_row(const void *rows, size_t row_bytes, const char *name)
{
    for (const char *row = rows;; row += row_bytes) {
        const char *of_row;
        memcpy(&of_row, row, sizeof of_row);
        if (of_row == NULL)
            return NULL;
        if (strcmp(of_row, name) == 0)
            return row;
    }
}

bool workload_word_in(const char *list, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = list; at != NULL; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, word, n) == 0 && (at[n] == '\0' || at[n] == ' '))
            return true;
    }
    return false;
}

int workload_open(const struct workload *w, const struct hp_run *run, const void **way,
                  void **state, struct hp_err *err)
{
    *way = workload_row(w->ways, w->way_bytes, run->method);
    if (*way == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED, "%s has no method \"%s\"", w->name, run->method);
    *state = calloc(1, w->state_bytes);
    return *state != NULL ? HP_OK
                          : hp_fail(err, HP_E_NOMEM, "no memory for the state of %s", w->name);
}

int workload_probe(const struct workload *w, const struct hp_run *run, struct hp_err *err)
{
    const struct workload_probe *probe = workload_row(w->probes, sizeof *w->probes, run->probe);
    return probe != NULL
               ? probe->run(run, err)
               : hp_fail(err, HP_E_UNSUPPORTED, "%s has no probe \"%s\"", w->name, run->probe);
}

int workload_tracer(const char *workload, const char *families, const char *family, size_t bytes,
                    void **tracer, struct hp_err *err)
{
    if (!workload_word_in(families, family))
        return hp_fail(err, HP_E_INPUT, "%s executes families %s, not \"%s\"", workload, families,
                       family);
    *tracer = calloc(1, bytes);
    return *tracer != NULL ? HP_OK
                           : hp_fail(err, HP_E_NOMEM, "no memory for a trace of family %s", family);
}
