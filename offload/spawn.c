/* SPDX-License-Identifier: Apache-2.0 */
/* A helper that its host has not to wait for: the child of a child that has ended. Neither raises SIGCHLD in the host,
 * nor is found by a wait for any child. Both borrow the host's memory until the helper's program is in place, like
 * vfork(2), so that neither its size nor its threads matter. */
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

/* Descriptor from becomes to, and stays open in the new program. */
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

    /* What the host's pipes wait for must not be kept open here. */
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
    (void)pthread_sigmask(SIG_BLOCK, &all, &before); /* no handler of the host runs in a child */
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
