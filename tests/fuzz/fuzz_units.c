/* SPDX-License-Identifier: MIT
 * Sizes, times and counts from any bytes: what is accepted stays in range, and counts read back.
 */
#include "base/mem.h"
#include "base/units.h"

#include <inttypes.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = hp_mem_new(size + 1);
    if (size != 0)
        memcpy(text, data, size);
    struct hp_err err;
    uint64_t value;
    int64_t count, again;
    if (hp_parse_size(text, &value, &err) == HP_OK && value > UINT64_C(1) << 62)
        abort();
    if (hp_parse_time(text, &value, &err) == HP_OK && value > UINT64_C(1) << 62)
        abort();
    if (hp_parse_count(text, &count, &err) == HP_OK) {
        char printed[32], shown[HP_NUMBER_MAX];
        (void)snprintf(printed, sizeof printed, "%" PRId64, count);
        if (hp_parse_count(printed, &again, &err) != HP_OK || again != count)
            abort();
        (void)hp_print_count(shown, count);
        (void)hp_print_time(shown, (double)count);
        (void)hp_print_size(shown, (uint64_t)count);
    }
    hp_mem_free(text);
    return 0;
}
