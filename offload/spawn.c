/* SPDX-License-Identifier: Apache-2.0 */
/* Starts a helper for which its host need not wait: the child of a child that has ended. Neither of them raises SIGCHLD
 * in the host or is found by a wait for any child. Both share the host's memory until the helper's program is loaded,
 * as with vfork(2), so the host's size and threads cost no time. */
#define _GNU_SOURCE /* clone */
#include "offload/link.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK 32768 /* bytes, for each of the two */

struct plan {
    const char *path;
    int fd, memory, doorbell;
    uint8_t *stack;
    char descriptors[8];
    int error;
};

/* Make descriptor from available as to in the new program. */
static bool move(int from, int to)
{
    return from == to ? fcntl(from, F_SETFD, 0) == 0 : dup2(from, to) == to;
}

static int helper(void *arg)
{
    struct plan *p = (struct plan *)arg;
    char *argv[] = {(char *)(uintptr_t) "outboard-offload", p->descriptors, NULL}, *envp[] = {NULL};
    int fd = fcntl(p->fd, F_DUPFD_CLOEXEC, 10), memory = fcntl(p->memory, F_DUPFD_CLOEXEC, 10);
    int doorbell = fcntl(p->doorbell, F_DUPFD_CLOEXEC, 10);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);

    /* Replace standard input, output and error: a program that reads the host's output through a pipe waits until every
     * copy of the pipe's write end is closed. */
    for (int i = 0; i < 3; i++)
        if (null < 0 || !move(null, i))
            (void)close(i);
    if (fd < 0 || memory < 0 || doorbell < 0 || !move(fd, 3) || !move(memory, 4) || !move(doorbell, 5) ||
        chdir("/") != 0 || setsid() < 0 || execve(p->path, argv, envp) != 0)
        p->error = errno;
    _exit(1);
}

static int intermediate(void *arg)
{
    struct plan *p = (struct plan *)arg;

    if (clone(helper, p->stack + STACK, CLONE_VM | CLONE_VFORK | SIGCHLD, p) < 0)
        p->error = errno;
    _exit(0);
}

int obi_spawn(const char *path, int fd, int memory, int doorbell)
{
    struct plan p = {.path = path, .fd = fd, .memory = memory, .doorbell = doorbell};
    sigset_t all, before;
    pid_t child;

    p.stack = (uint8_t *)mmap(NULL, 2 * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p.stack == MAP_FAILED)
        return errno;
    snprintf(p.descriptors, sizeof p.descriptors, "%u", obi_offload_descriptors());
    sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &before); /* a child must not run the host's signal handlers */
    child = clone(intermediate, p.stack + 2 * STACK, CLONE_VM | CLONE_VFORK, &p);
    if (child < 0)
        p.error = errno;
    else
        while (waitpid(child, NULL, (int)__WCLONE) < 0 && errno == EINTR)
            ;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)munmap(p.stack, 2 * STACK);
    return p.error;
}
