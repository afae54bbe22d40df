/* SPDX-License-Identifier: Apache-2.0 */
/* A small file for each process, in a folder in memory. The process maps it and counts in the mapping, so counting
 * needs no system call. */
#define _GNU_SOURCE /* secure_getenv */
#include "port/linux/status.h"
#include "port/linux/file_limit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char own_path[300];
static pid_t own_pid; /* the process that made own_path; 0: none */

static int create(const char *folder)
{
    int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return -1;
    (void)close(fd);
    own_pid = getpid();
    if (snprintf(own_path, sizeof own_path, "%s/%ld", folder, (long)own_pid) >= (int)sizeof own_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    fd = open(own_path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0640);
    if (fd < 0 && errno == EEXIST && unlink(own_path) == 0) /* left by a dead process with this id */
        fd = open(own_path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0640);
    return fd;
}

/* Create the file: a descriptor, or -1. */
static int create_somewhere(const char *folder)
{
    const char *user = secure_getenv("XDG_RUNTIME_DIR");
    char mine[260];
    int fd;

    if (folder && *folder)
        return create(folder);
    fd = create(OBI_STATUS_FOLDER);
    if (fd >= 0 || errno != ENOENT || !user || *user != '/' ||
        snprintf(mine, sizeof mine, "%s/outboard", user) >= (int)sizeof mine)
        return fd;
    fd = create(mine);
    if (fd < 0 && errno == ENOENT && mkdir(mine, 0700) == 0)
        fd = create(mine);
    return fd;
}

/* Write the file instead of only setting its length: then a full folder is an error here and not a signal at the first
 * count. */
static bool fill(int fd)
{
    static const struct obi_status zeros;
    const uint8_t *at = (const uint8_t *)&zeros;
    size_t left = sizeof zeros;

    while (left) {
        ssize_t n = write(fd, at, left);

        if (n <= 0)
            return false;
        at += n;
        left -= (size_t)n;
    }
    return true;
}

struct obi_status *obi_status_make(const char *folder)
{
    void *at = MAP_FAILED;
    struct timespec t;
    int fd;

    if (getauxval(AT_SECURE))
        return NULL;
    fd = create_somewhere(folder);
    if (fd < 0) {
        own_pid = 0;
        return NULL;
    }
    if (obi_file_takes(fd, sizeof(struct obi_status)) && fill(fd))
        at = mmap(NULL, sizeof(struct obi_status), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    (void)close(fd);
    if (at == MAP_FAILED || clock_gettime(CLOCK_BOOTTIME, &t) != 0) {
        if (at != MAP_FAILED)
            (void)munmap(at, sizeof(struct obi_status));
        obi_status_remove();
        return NULL;
    }
    ((struct obi_status *)at)->made_ns = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
    return (struct obi_status *)at;
}

void obi_status_show(struct obi_status *s)
{
    __atomic_thread_fence(__ATOMIC_RELEASE);
    memcpy(s->magic, OBI_STATUS_MAGIC, sizeof s->magic);
}

/* If the process has entered a sandbox meanwhile, removing a file may kill it; opening a file may not. */
void obi_status_remove(void)
{
    int fd;

    if (!own_pid)
        return;
    fd = open(own_path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0) {
        (void)close(fd);
        if (own_pid == getpid())
            (void)unlink(own_path);
    }
    own_pid = 0;
}

void obi_status_forget(void)
{
    own_pid = 0;
}

/* ---- for readers ---- */

/* The file may come from another user's process, and its names are printed to a terminal: terminate each name, and
 * replace every byte that is not printable. */
static void make_printable(char *text, size_t size)
{
    text[size - 1] = 0;
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

bool obi_status_read(const char *path, struct obi_status *to, unsigned *owner)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat st;
    bool ok;

    if (fd < 0)
        return false;
    ok = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == sizeof *to &&
         read(fd, to, sizeof *to) == sizeof *to; /* read, not mapped, because its owner may shorten it */
    (void)close(fd);
    if (!ok || memcmp(to->magic, OBI_STATUS_MAGIC, sizeof to->magic) != 0 || to->n_engines > OBI_STATUS_ENGINES)
        return false;
    for (unsigned i = 0; i < OBI_STATUS_ENGINES; i++)
        make_printable(to->engine[i], sizeof to->engine[i]);
    for (unsigned i = 0; i < OBI_STATUS_ROWS; i++)
        make_printable(to->row[i].algorithm, sizeof to->row[i].algorithm);
    *owner = st.st_uid;
    return true;
}

/* True if the process may have made a file that owner owns: owner is one of its user ids, or root, whose rights a
 * daemon may have given up. The owner of its folder in /proc does not tell: that is root once the process has changed
 * its user. */
static bool may_own(long pid, unsigned owner)
{
    char path[64], line[256], *at = NULL;
    bool mine = owner == 0;
    FILE *f;

    snprintf(path, sizeof path, "/proc/%ld/status", pid);
    f = fopen(path, "re");
    while (f && !at && fgets(line, sizeof line, f))
        if (strncmp(line, "Uid:", 4) == 0)
            at = line + 4;
    if (f)
        (void)fclose(f);
    for (unsigned i = 0; at && i < 4; i++) /* real, effective, saved and file system id (proc(5)) */
        mine |= strtoul(at, &at, 10) == owner;
    return at && mine;
}

bool obi_status_lives(long pid, const struct obi_status *s, unsigned owner)
{
    char path[64], text[1024], *at, *end;
    unsigned long long ticks;
    FILE *f;
    size_t n;

    if (!may_own(pid, owner))
        return false;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    f = fopen(path, "re");
    n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        (void)fclose(f);
    text[n] = 0;
    at = strrchr(text, ')'); /* the command may contain any byte; field 3 follows its ')' */
    for (unsigned field = 2; at && field < 22; field++)
        at = strchr(at + 1, ' ');
    if (!at)
        return false;
    ticks = strtoull(at, &end, 10); /* field 22: start time in clock ticks (proc(5)) */
    if (end == at)
        return false;
    return ticks <= s->made_ns / (1000000000u / (uint64_t)sysconf(_SC_CLK_TCK)) + 1;
}
