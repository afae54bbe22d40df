/* SPDX-License-Identifier: Apache-2.0 */
/* In the machine: ns of a message while several processes do the same at the same time: vm_share PROCESSES
 * ALGORITHM,... LENGTH,... What all of them got done in a stretch of time counts, and the mean of theirs is printed. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROCESSES_MAX 8
#define START_NS      20000000u  /* until all of them are there */
#define SETTLE_NS     300000000u /* from then on they run, and see what the others do to them; */
#define COUNT_NS      300000000u /* and then they are counted */

struct counted {
    uint64_t messages, ns;
    uint64_t end; /* on the clock */
};

/* One process. Messages that begin while it is counted count, to the end of the last of them. */
static void run(const struct job *j, int len, uint64_t start, struct counted *c)
{
    uint64_t now, began = 0;

    job_prepare(j, len);
    job_set_up(j);
    while (job_now() < start)
        usleep(1000);
    while ((now = job_now()) < start + SETTLE_NS + COUNT_NS) {
        if (began == 0 && now >= start + SETTLE_NS)
            began = now;
        job_message(j, len);
        c->messages += began != 0;
    }
    c->ns = now - began;
    c->end = now;
    job_tear_down();
}

static void measure(const struct job *j, int len, int processes, struct counted *all)
{
    uint64_t start = job_now() + START_NS;
    double rate = 0;

    for (int i = 0; i < processes; i++) {
        pid_t pid = fork();

        all[i] = (struct counted){0, 0, 0};
        job_check(pid >= 0, "fork");
        if (pid == 0) {
            run(j, len, start, &all[i]);
            exit(0);
        }
    }
    for (int i = 0; i < processes; i++) {
        int status;

        job_check(wait(&status) > 0 && status == 0, "a process");
    }
    for (int i = 0; i < processes; i++) {
        if (all[i].messages == 0)
            fprintf(stderr,
                    "vm_share: %s of %d bytes: process %d did none while they were counted, and ended %.3f s late\n",
                    j->name, len, i, ((double)all[i].end - (double)(start + SETTLE_NS + COUNT_NS)) / 1e9);
        job_check(all[i].messages > 0, "a message in time");
        rate += (double)all[i].messages / (double)all[i].ns;
    }
    printf("%s,%s,%d,%d,%.0f\n", j->name, job_operation(j), j->bits, len, processes / rate);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int processes = argc == 4 ? (int)strtol(argv[1], NULL, 10) : 0;
    struct counted *all =
        mmap(NULL, PROCESSES_MAX * sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (processes < 1 || processes > PROCESSES_MAX) {
        fputs("vm_share PROCESSES ALGORITHM,...|all LENGTH,...\n", stderr);
        return 2;
    }
    job_check(all != MAP_FAILED, "mmap");
    for (size_t i = 0; i < n_jobs; i++)
        if (job_listed(argv[2], jobs[i].name))
            for (char *at = argv[3]; *at;)
                measure(&jobs[i], job_length(&at), processes, all);
    return 0;
}
