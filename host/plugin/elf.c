/* SPDX-License-Identifier: MIT
 * Answers: is this file a whole shared object that this machine can map? Reads the headers only and
 * owns nothing beyond the call. Runs in the parent and in every worker.
 */
#include "base/err.h"
#include "plugin/verify.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { OUR_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { OUR_MACHINE = EM_AARCH64 };
#else
#error "state this machine's ELF number here"
#endif

static const struct {
    unsigned number;
    const char *name;
} machines[] = {
    { EM_386, "i386" },    { EM_X86_64, "x86-64" }, { EM_ARM, "arm" },   { EM_AARCH64, "aarch64" },
    { EM_RISCV, "riscv" }, { EM_PPC64, "ppc64" },   { EM_S390, "s390" }, { EM_MIPS, "mips" },
};

static const char *machine_name(unsigned number, char buf[32])
{
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (machines[i].number == number)
            return machines[i].name;
    (void)snprintf(buf, 32, "ELF machine %u", number);
    return buf;
}

/* What the first bytes say, before any field wider than a byte is believed. */
static int elf_ident(const char *path, const Elf64_Ehdr *head, size_t got, struct hp_err *err)
{
    char theirs[32], ours[32];
    if (got < EI_NIDENT || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0)
        return hp_fail(
            err, HP_E_ENV,
            "%s: is not an ELF file - a plugin is a shared object that hp_add_plugin built", path);
    if (head->e_ident[EI_CLASS] != ELFCLASS64)
        return hp_fail(err, HP_E_ENV,
                       "%s: is a 32-bit file, this heapproof is 64-bit - rebuild it for %s", path,
                       machine_name(OUR_MACHINE, ours));
    if (head->e_ident[EI_DATA] != ELFDATA2LSB)
        return hp_fail(
            err, HP_E_ENV,
            "%s: is a big-endian file, this machine is little-endian - rebuild it for %s", path,
            machine_name(OUR_MACHINE, ours));
    if (got < sizeof *head)
        return hp_fail(err, HP_E_ENV,
                       "%s: is a truncated ELF file of %zu bytes - build or copy it again", path,
                       got);
    if (head->e_machine != OUR_MACHINE)
        return hp_fail(err, HP_E_ENV, "%s: is built for %s, this machine is %s - rebuild it here",
                       path, machine_name(head->e_machine, theirs),
                       machine_name(OUR_MACHINE, ours));
    if (head->e_type != ET_DYN)
        return hp_fail(err, HP_E_ENV,
                       "%s: is an ELF file but no shared object (type %u) - link it with -shared",
                       path, (unsigned)head->e_type);
    return HP_OK;
}

/* Every loadable segment must lie inside the file. */
static int elf_segments(const char *path, int fd, const Elf64_Ehdr *head, uint64_t size,
                        struct hp_err *err)
{
    for (unsigned i = 0; i < head->e_phnum; i++) {
        Elf64_Phdr segment;
        const uint64_t at = head->e_phoff + (uint64_t)i * sizeof segment;
        uint64_t end = at + sizeof segment;
        if (head->e_phentsize == sizeof segment && at >= head->e_phoff && end <= size &&
            pread(fd, &segment, sizeof segment, (off_t)at) == (ssize_t)sizeof segment) {
            if (segment.p_type != PT_LOAD)
                continue;
            end = segment.p_offset + segment.p_filesz;
            if (end >= segment.p_offset && end <= size)
                continue;
        }
        return hp_fail(err, HP_E_ENV,
                       "%s: is a truncated ELF file: it needs %" PRIu64 " bytes and has %" PRIu64
                       " - build or copy it again",
                       path, end, size);
    }
    return HP_OK;
}

int hp_verify_file(const char *path, struct hp_err *err)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return hp_fail(err, HP_E_ENV, "%s: cannot open the plugin: %s", path, strerror(errno));
    Elf64_Ehdr head = { .e_type = ET_NONE };
    struct stat st;
    int rc;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        rc = hp_fail(err, HP_E_ENV, "%s: is not a regular file, so it is no plugin", path);
    } else {
        const ssize_t got = pread(fd, &head, sizeof head, 0);
        rc = got < 0
                 ? hp_fail(err, HP_E_ENV, "%s: cannot read the plugin: %s", path, strerror(errno))
                 : elf_ident(path, &head, (size_t)got, err);
        if (rc == HP_OK)
            rc = elf_segments(path, fd, &head, (uint64_t)st.st_size, err);
    }
    (void)close(fd);
    return rc;
}
