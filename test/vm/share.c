/* SPDX-License-Identifier: Apache-2.0 */
/* In the machine: ns of a message while several processes do the same at the same time: vm_share PROCESSES SETTLE_MS
 * ALGORITHM,... LENGTH,... They run for SETTLE_MS, in which they see what the others do to them. What all of them get
 * done in the stretch of time after that counts, and the mean of theirs is printed.
 * The stretch begins once all of them have what they need: while a helper starts, and its pages come from the host,
 * every process may be waiting, and the machine's clock then goes on by half a second. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROCESSES_MAX 8
#define LONG          8192      /* from this length on fewer messages warm up, and the stretch is longer (cost.c) */
#define WARM          64        /* messages before, so that who is opened by credit is open; a quarter of LONG ones */
#define START_NS      20000000u /* until all of them have heard of the beginning */
#define SETTLE_MS_MAX 10000
#define COUNT_NS      150000000u /* dozens of a scheduler's time slices, */
#define COUNT_LONG_NS 300000000u /* and of messages */

struct counted {
    uint64_t messages, ns;
    uint64_t end; /* on the clock */
};

/* What the processes share. */
struct shared {
    uint64_t settle_ns, count_ns;
    uint64_t start; /* atomic; on the clock; 0: not all of them are ready */
    int ready;      /* atomic; processes that are */
    struct counted of[PROCESSES_MAX];
};

/* One process. Messages that begin while it is counted count, to the end of the last of them. */
static void run(const struct job *j, int len, struct shared *all, struct counted *c)
{
    uint64_t now, began = 0, start;

    job_prepare(j, len);
    job_set_up(j);
    for (int i = 0; i < (len < LONG ? WARM : WARM / 4); i++)
        job_message(j, len);
    __atomic_fetch_add(&all->ready, 1, __ATOMIC_RELAXED);
    while ((start = __atomic_load_n(&all->start, __ATOMIC_RELAXED)) == 0 || job_now() < start)
        usleep(1000);
    while ((now = job_now()) < start + all->settle_ns + all->count_ns) {
        if (began == 0 && now >= start + all->settle_ns)
            began = now;
        job_message(j, len);
        c->messages += began != 0;
    }
    c->ns = now - began;
    c->end = now;
    job_tear_down();
}

static void measure(const struct job *j, int len, int processes, uint64_t settle_ns, struct shared *all)
{
    double rate = 0;

    memset(all, 0, sizeof *all);
    all->settle_ns = settle_ns;
    all->count_ns = len < LONG ? COUNT_NS : COUNT_LONG_NS;
    for (int i = 0; i < processes; i++) {
        pid_t pid = fork();

        job_check(pid >= 0, "fork");
        if (pid == 0) {
            run(j, len, all, &all->of[i]);
            exit(0);
        }
    }
    while (__atomic_load_n(&all->ready, __ATOMIC_RELAXED) < processes && waitpid(-1, NULL, WNOHANG) == 0)
        usleep(1000);
    __atomic_store_n(&all->start, job_now() + START_NS, __ATOMIC_RELAXED);
    for (int i = 0; i < processes; i++) {
        int status;

        job_check(wait(&status) > 0 && status == 0, "a process");
    }
    for (int i = 0; i < processes; i++) {
        const struct counted *c = &all->of[i];

        if (c->messages == 0)
            fprintf(stderr,
                    "vm_share: %s of %d bytes: process %d did none while they were counted, and ended %.3f s late\n",
                    j->name, len, i, ((double)c->end - (double)(all->start + all->settle_ns + all->count_ns)) / 1e9);
        job_check(c->messages > 0, "a message in time");
        rate += (double)c->messages / (double)c->ns;
    }
    printf("%s,%s,%d,%d,%.0f\n", j->name, job_operation(j), j->bits, len, processes / rate);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int processes = argc == 5 ? (int)strtol(argv[1], NULL, 10) : 0;
    long settle_ms = argc == 5 ? strtol(argv[2], NULL, 10) : 0;
    struct shared *all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (processes < 1 || processes > PROCESSES_MAX || settle_ms < 1 || settle_ms > SETTLE_MS_MAX) {
        fputs("vm_share PROCESSES SETTLE_MS ALGORITHM,...|all LENGTH,...\n", stderr);
        return 2;
    }
    job_check(all != MAP_FAILED, "mmap");
    for (size_t i = 0; i < n_jobs; i++)
        if (job_listed(argv[3], jobs[i].name))
            for (char *at = argv[4]; *at;)
                measure(&jobs[i], job_length(&at), processes, (uint64_t)settle_ms * 1000000u, all);
    return 0;
}
