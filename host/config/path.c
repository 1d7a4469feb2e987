/* SPDX-License-Identifier: MIT
 * Where is the file that a .cfg names? Textual paths: what the user typed stays recognisable in
 * messages, "configs/../lua/x.lua" becomes "lua/x.lua". Results live in the given arena.
 */
#include "config/internal.h"

#include <sys/stat.h>

const char *hp_path_folder(struct hp_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? "" : hp_arena_copy_n(arena, path, (size_t)(slash + 1 - path));
}

/* Appends one component to `out`, which is empty or ends with a slash. */
static void add_component(struct hp_text *out, const char *part, size_t n, bool last)
{
    if (n == 0 || (n == 1 && part[0] == '.'))
        return;
    if (n == 2 && memcmp(part, "..", 2) == 0 && out->bytes > 1 &&
        !(hp_ends_with(out->text, "../") && (out->bytes == 3 || hp_ends_with(out->text, "/../")))) {
        size_t keep = out->bytes - 1;
        while (keep > 0 && out->text[keep - 1] != '/')
            keep--;
        out->bytes = keep;
        out->text[keep] = '\0';
        return;
    }
    hp_text_put_n(out, part, n);
    if (!last || (n == 2 && memcmp(part, "..", 2) == 0))
        hp_text_put(out, "/");
}

const char *hp_path_join(struct hp_arena *arena, const char *folder, const char *name)
{
    const char *whole = *name == '/' ? name : hp_arena_print(arena, "%s%s", folder, name);
    struct hp_text out = { 0 };
    if (*whole == '/')
        hp_text_put(&out, "/");
    for (const char *at = whole; *at != '\0';) {
        const size_t n = strcspn(at, "/");
        add_component(&out, at, n, at[n] == '\0');
        at += n + (at[n] == '/');
    }
    const char *copy = hp_arena_copy(arena, hp_text_str(&out));
    hp_text_clear(&out);
    return copy;
}

bool hp_path_is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

bool hp_path_is_folder(const char *path)
{
    struct stat st;
    return stat(*path != '\0' ? path : ".", &st) == 0 && S_ISDIR(st.st_mode);
}

bool hp_is_plain_name(const char *text)
{
    if (*text == '\0' || *text == '.' || *text == '-' || strlen(text) > 80)
        return false;
    return text[strspn(
               text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")] == '\0';
}
