/* SPDX-License-Identifier: MIT
 * What the plugins of this folder do alike between the worker and their own bodies: a method's row is found and
 * its state made, a probe is found and run, a tracer is made for a family. None of it is in the ABI: a plugin
 * needs it as little as the template does. */
#ifndef HP_WORKLOAD_WORKLOAD_H
#define HP_WORKLOAD_WORKLOAD_H

#include <heapproof/abi.h>

/* The row of a table whose rows begin with their name and that ends at a row without one; NULL: none has it. */
const void *workload_row(const void *rows, size_t row_bytes, const char *name);
/* True when `word` is one of the words of `list`, which are separated by single spaces. */
bool workload_word_in(const char *list, const char *word);

struct workload_probe {
    const char *name;
    int (*run)(const struct hp_run *run, struct hp_err *err);
};

struct workload {
    const char *name;
    const void *ways; /* as workload_row() takes them: how each method is done */
    size_t way_bytes;
    size_t state_bytes;                  /* of a prepared method */
    const struct workload_probe *probes; /* ends at name == NULL */
};

/* The row of the run's method and a zeroed state, which close() frees: first lines of an open(). */
int workload_open(const struct workload *w, const struct hp_run *run, const void **way,
                  void **state, struct hp_err *err);
int workload_probe(const struct workload *w, const struct hp_run *run, struct hp_err *err);
/* A zeroed tracer when `family` is among the words of `families`, else HP_E_INPUT; free() frees it. */
int workload_tracer(const char *workload, const char *families, const char *family, size_t bytes,
                    void **tracer, struct hp_err *err);

#endif
