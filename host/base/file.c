/* SPDX-License-Identifier: MIT
 * How do files come in whole and go out whole, and where are our own parts? Paths of our parts are
 * found once and kept in static storage; the first call must not race with another.
 */
#include "base/file.h"

#include "base/fault.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail_errno(const char *path, struct hp_err *err)
{
    return hp_fail(err, HP_E_ENV, "%s: %s", path, strerror(errno));
}

/* Reads fd to its end; `name` is for messages. */
static int read_all(int fd, const char *name, struct hp_text *out, size_t limit, struct hp_err *err)
{
    char buffer[16384];
    for (size_t total = 0;;) {
        const ssize_t n = read(fd, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail_errno(name, err);
        if (n == 0)
            return HP_OK;
        total += (size_t)n;
        if (total > limit)
            return hp_fail(err, HP_E_ENV, "%s: larger than %zu bytes, the most that is read here",
                           name, limit);
        hp_text_put_n(out, buffer, (size_t)n);
    }
}

int hp_file_read(const char *path, struct hp_text *out, size_t limit, struct hp_err *err)
{
    hp_text_reset(out);
    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, "standard input", out, limit, err);
    /* O_NONBLOCK: a FIFO must be refused below, not waited for. */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return fail_errno(path, err);
    struct stat st;
    int rc = HP_OK;
    if (fstat(fd, &st) != 0)
        rc = fail_errno(path, err);
    else if (S_ISDIR(st.st_mode))
        rc = hp_fail(err, HP_E_ENV, "%s: is a directory, a file was expected", path);
    else if (!S_ISREG(st.st_mode))
        rc = hp_fail(err, HP_E_ENV, "%s: is no regular file", path);
    else
        rc = read_all(fd, path, out, limit, err);
    (void)close(fd);
    return rc;
}

static int write_all(int fd, const char *data, size_t n)
{
    while (n != 0) {
        const ssize_t written = write(fd, data, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -1;
        data += written;
        n -= (size_t)written;
    }
    return 0;
}

int hp_file_write(const char *path, const void *data, size_t n, struct hp_err *err)
{
    struct hp_text temporary = { 0 };
    hp_text_print(&temporary, "%s.%ld.part", path, (long)getpid());
    const char *name = hp_text_str(&temporary);
    const int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool good = fd >= 0;
    good = good && write_all(fd, data, n) == 0 && fsync(fd) == 0;
    int failed = good ? 0 : errno;
    if (fd >= 0 && close(fd) != 0 && failed == 0)
        failed = errno;
    if (failed == 0)
        hp_fault_point("file.rename");
    if (failed == 0 && rename(name, path) != 0)
        failed = errno;
    if (failed != 0 && fd >= 0)
        (void)unlink(name);
    hp_text_clear(&temporary);
    return failed == 0 ? HP_OK : hp_fail(err, HP_E_ENV, "%s: %s", path, strerror(failed));
}

static int make_folder(const char *path, struct hp_err *err)
{
    struct stat st;
    if (mkdir(path, 0777) == 0)
        return HP_OK;
    const int failed = errno;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return HP_OK;
    if (failed == EEXIST)
        return hp_fail(err, HP_E_ENV, "%s: exists and is no directory", path);
    return hp_fail(err, HP_E_ENV, "%s: %s", path, strerror(failed));
}

int hp_make_folders(const char *path, struct hp_err *err)
{
    struct hp_text part = { 0 };
    int rc = HP_OK;
    for (const char *slash = strchr(path + (*path == '/'), '/'); slash != NULL && rc == HP_OK;
         slash = strchr(slash + 1, '/')) {
        hp_text_reset(&part);
        hp_text_put_n(&part, path, (size_t)(slash - path));
        rc = make_folder(hp_text_str(&part), err);
    }
    if (rc == HP_OK && *path != '\0' && !hp_ends_with(path, "/"))
        rc = make_folder(path, err);
    hp_text_clear(&part);
    return rc;
}

/* ---- our own parts ------------------------------------------------------------------------- */

enum { PATH_BYTES = PATH_MAX + 64 };

const char *hp_path_self(void)
{
    static char path[PATH_BYTES];
    if (path[0] == '\0') {
        const ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);
        if (n <= 0)
            (void)snprintf(path, sizeof path, "heapproof");
        else
            path[n] = '\0';
    }
    return path;
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* dir + tail of the first row whose folder exists; rows are tried in order. `dir` is the folder of
 * the running binary. */
static bool find_part(char out[PATH_BYTES], const char *const *tails, size_t count)
{
    const char *self = hp_path_self();
    const char *slash = strrchr(self, '/');
    const int dir = slash != NULL ? (int)(slash - self) : 0;
    for (size_t i = 0; i < count; i++) {
        const int n = snprintf(out, PATH_BYTES, "%.*s/%s", dir, self, tails[i]);
        char *resolved = n > 0 && n < PATH_BYTES && is_folder(out) ? realpath(out, NULL) : NULL;
        if (resolved == NULL)
            continue;
        (void)snprintf(out, PATH_BYTES, "%s", resolved);
        free(resolved);
        return true;
    }
    return false;
}

/* Build tree: binary in build/X, tests in build/X/tests, plugins in build/X/plugins. Installed:
 * PREFIX/bin/heapproof and PREFIX/lib or the folder that the distribution has for it. */
static const char *const plugin_tails[] = {
    "plugins",
    "../plugins",
    "../" HP_LIBRARY_FOLDER "/heapproof/plugins",
};

const char *hp_path_plugins(void)
{
    static char path[PATH_BYTES];
    const char *set = getenv("HEAPPROOF_PLUGINS");
    if (set != NULL && *set != '\0')
        return set;
    if (path[0] == '\0' &&
        !find_part(path, plugin_tails, sizeof plugin_tails / sizeof plugin_tails[0]))
        (void)snprintf(path, sizeof path, "plugins");
    return path;
}

const char *hp_path_data(void)
{
    static const char *const installed[] = { "../share/heapproof" };
    static char path[PATH_BYTES];
    const char *set = getenv("HEAPPROOF_DATA");
    if (set != NULL && *set != '\0')
        return set;
    if (path[0] == '\0' && !find_part(path, installed, 1))
        (void)snprintf(path, sizeof path, "%s", HP_SOURCE_DATA);
    return path;
}
