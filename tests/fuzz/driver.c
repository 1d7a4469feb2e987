/* SPDX-License-Identifier: MIT
 * Replays seeds through a fuzz target where libFuzzer is not linked: every file of the folders named on the
 * command line, in order of name. No file at all is a failure: a lost corpus must not pass.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int is_seed(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void replay(const char *folder, const char *name)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    if (f == NULL || fseek(f, 0, SEEK_END) != 0) {
        (void)fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    const long size = ftell(f);
    rewind(f);
    /* Exactly as long as the input, so that a sanitizer sees one byte too far. */
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    if (data == NULL || fread(data, 1, (size_t)size, f) != (size_t)size) {
        (void)fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    (void)fclose(f);
    (void)LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
}

int main(int argc, char **argv)
{
    int seeds = 0;
    for (int i = 1; i < argc; i++) {
        struct dirent **names;
        const int count = scandir(argv[i], &names, is_seed, alphasort);
        for (int k = 0; k < count; k++, seeds++) {
            replay(argv[i], names[k]->d_name);
            free(names[k]);
        }
        if (count >= 0)
            free((void *)names);
    }
    (void)printf("%d seeds replayed\n", seeds);
    return seeds != 0 ? 0 : 1;
}
