/* SPDX-License-Identifier: MIT
 * What is a case, and how is it named? Its identity is a hash over everything that could change what it
 * delivers: same identity, same experiment. Pure functions over struct hp_case.
 */
#include "base/err.h"
#include "plan/internal.h"

#include <stdlib.h>

/* The canonical text behind an identity. A field more changes every identity: old results are then kept
 * and run again. */
void hp_case_identify(struct hp_case *c, const struct hp_loaded *workload,
                      const struct heap_point *heap, const struct hp_machine *machine,
                      const struct hp_measure *measure)
{
    struct hp_text text = { 0 };
    hp_text_print(&text, "heapproof case, ABI %u\n", HP_ABI);
    hp_text_print(&text, "workload %s %s\n", c->workload, workload->sha);
    hp_text_print(&text, "%s %s\n", c->probe ? "probe" : "method", c->method);
    hp_text_print(&text, "heap %s %s %s\n", c->heap, c->plugin,
                  heap->loaded != NULL ? heap->loaded->sha : "none");
    hp_needs_identity(heap, c->runtime, &text);
    hp_text_print(&text, "runtime %d gc %s processors %u threshold %s\n", c->runtime, c->gc,
                  c->processors, c->threshold);
    hp_text_print(&text, "machine %s %u %llu %llu\n", c->machine, machine->processors,
                  (unsigned long long)machine->l3_bytes, (unsigned long long)machine->memory_bytes);
    for (size_t i = 0; i < c->param_count; i++)
        hp_text_print(&text, "param %s=%s\n", c->params[i].name, c->params[i].text);
    for (size_t i = 0; i < c->option_count; i++)
        hp_text_print(&text, "option %s=%s\n", c->options[i].name, c->options[i].text);
    if (!c->probe)
        hp_text_print(&text, "pass %u\n", measure->pass_operations);
    hp_sha_of(hp_text_str(&text), text.bytes, c->identity);
    hp_text_clear(&text);
}

uint64_t hp_case_seed(const struct hp_case *c)
{
    char digits[17];
    (void)snprintf(digits, sizeof digits, "%.16s", c->identity);
    return strtoull(digits, NULL, 16);
}

void hp_case_print(const struct hp_case *c, struct hp_text *out)
{
    hp_text_print(out, "%s%s", c->probe ? "probe " : "", c->method);
    for (size_t i = 0; i < c->param_count; i++)
        if (c->params_given == 0 || (i < 64 && (c->params_given >> i & 1) != 0))
            hp_text_print(out, " %s=%s", c->params[i].name, c->params[i].text);
    hp_text_print(out, " %s", c->heap);
    if (c->runtime != 0)
        hp_text_print(out, "/%d", c->runtime);
    for (size_t i = 0; i < c->option_count; i++)
        hp_text_print(out, " %s=%s", c->options[i].name, c->options[i].text);
    if (strcmp(c->gc, "workstation") != 0)
        hp_text_print(out, " %s", c->gc);
    if (c->processors_given)
        hp_text_print(out, " processors=%u", c->processors);
    hp_text_print(out, " %s %s", c->machine, c->threshold);
}

const char *hp_case_get(const struct hp_case *c, const char *name, char buf[32])
{
    const struct {
        const char *name, *text;
    } words[] = {
        { "workload", c->workload },
        { "method", c->probe ? NULL : c->method },
        { "probe", c->probe ? c->method : NULL },
        { "heap", c->heap },
        { "plugin", c->plugin },
        { "gc", c->gc },
        { "machine", c->machine },
        { "threshold", c->threshold },
        { "sweep", c->sweep },
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].name, name) == 0)
            return words[i].text;
    if (strcmp(name, "runtime") == 0) {
        (void)snprintf(buf, 32, "%d", c->runtime);
        return c->runtime != 0 ? buf : NULL;
    }
    if (strcmp(name, "processors") == 0) {
        (void)snprintf(buf, 32, "%u", c->processors);
        return buf;
    }
    for (size_t i = 0; i < c->param_count; i++)
        if (strcmp(c->params[i].name, name) == 0)
            return c->params[i].text;
    for (size_t i = 0; i < c->option_count; i++)
        if (strcmp(c->options[i].name, name) == 0)
            return c->options[i].text;
    return NULL;
}
