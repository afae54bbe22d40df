/* SPDX-License-Identifier: Apache-2.0 */
/* In the machine: ns of a message while several processes or threads do the same at the same time:
 * vm_share WORKERS SETTLE_MS ALGORITHM,... LENGTH,... WORKERS is a number of processes, "1x" and a number of threads of
 * one process, or either with "+" and a number of processes beside them whose provider steps aside always. They run for
 * SETTLE_MS, in which they see what the others do to them. What all of them get done in the stretch of time after that
 * counts, and the mean of theirs is printed.
 * The stretch begins once all of them have what they need: while a helper starts, and its pages come from the host,
 * every process may be waiting, and the machine's clock then goes on by half a second. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "job.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORKERS_MAX   8
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
    int ready;      /* atomic; workers that are */
    struct counted of[WORKERS_MAX];
};

struct workers {
    int processes, threads; /* of each process */
    int aside;              /* further processes that use no engine */
};

struct worker {
    const struct job *job;
    int len;
    struct shared *all;
    struct counted *counted;
};

/* One worker. Messages that begin while it is counted count, to the end of the last of them. */
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

static void *run_thread(void *arg)
{
    const struct worker *w = (const struct worker *)arg;

    run(w->job, w->len, w->all, w->counted);
    return NULL;
}

/* One process with its threads; the first of them is the process's own. */
static void run_process(const struct job *j, int len, struct shared *all, int first, int threads)
{
    struct worker w[WORKERS_MAX];
    pthread_t thread[WORKERS_MAX];

    for (int i = 1; i < threads; i++) {
        w[i] = (struct worker){j, len, all, &all->of[first + i]};
        job_check(pthread_create(&thread[i], NULL, run_thread, &w[i]) == 0, "a thread");
    }
    run(j, len, all, &all->of[first]);
    for (int i = 1; i < threads; i++)
        (void)pthread_join(thread[i], NULL);
}

static void measure(const struct job *j, int len, const struct workers *w, uint64_t settle_ns, struct shared *all)
{
    int processes = w->processes + w->aside, workers = w->processes * w->threads + w->aside;
    double rate = 0;

    memset(all, 0, sizeof *all);
    all->settle_ns = settle_ns;
    all->count_ns = len < LONG ? COUNT_NS : COUNT_LONG_NS;
    for (int i = 0; i < processes; i++) {
        pid_t pid = fork();

        job_check(pid >= 0, "fork");
        if (pid == 0) {
            bool aside = i >= w->processes;

            if (aside) /* read when the provider is loaded, by the first message */
                job_check(setenv("OUTBOARD", "default", 1) == 0, "setenv");
            run_process(j, len, all, aside ? workers - (processes - i) : i * w->threads, aside ? 1 : w->threads);
            exit(0);
        }
    }
    while (__atomic_load_n(&all->ready, __ATOMIC_RELAXED) < workers && waitpid(-1, NULL, WNOHANG) == 0)
        usleep(1000);
    __atomic_store_n(&all->start, job_now() + START_NS, __ATOMIC_RELAXED);
    for (int i = 0; i < processes; i++) {
        int status;

        job_check(wait(&status) > 0 && status == 0, "a process");
    }
    for (int i = 0; i < workers; i++) {
        const struct counted *c = &all->of[i];

        if (c->messages == 0)
            fprintf(stderr,
                    "vm_share: %s of %d bytes: worker %d did none while they were counted, and ended %.3f s late\n",
                    j->name, len, i, ((double)c->end - (double)(all->start + all->settle_ns + all->count_ns)) / 1e9);
        job_check(c->messages > 0, "a message in time");
        rate += (double)c->messages / (double)c->ns;
    }
    printf("%s,%s,%d,%d,%.0f\n", j->name, job_operation(j), j->bits, len, workers / rate);
    fflush(stdout);
}

/* Read "P", "PxT", "P+A" or "PxT+A". */
static bool read_workers(const char *text, struct workers *w)
{
    char *at;

    *w = (struct workers){(int)strtol(text, &at, 10), 1, 0};
    if (*at == 'x')
        w->threads = (int)strtol(at + 1, &at, 10);
    if (*at == '+')
        w->aside = (int)strtol(at + 1, &at, 10);
    return *at == 0 && w->processes >= 1 && w->processes <= WORKERS_MAX && w->threads >= 1 &&
           w->threads <= WORKERS_MAX && w->aside >= 0 && w->aside < WORKERS_MAX &&
           w->processes * w->threads + w->aside <= WORKERS_MAX;
}

int main(int argc, char **argv)
{
    long settle_ms = argc == 5 ? strtol(argv[2], NULL, 10) : 0;
    struct shared *all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct workers w;

    if (argc != 5 || !read_workers(argv[1], &w) || settle_ms < 1 || settle_ms > SETTLE_MS_MAX) {
        fputs("vm_share PROCESSES[xTHREADS][+ASIDE] SETTLE_MS ALGORITHM,...|all LENGTH,...\n", stderr);
        return 2;
    }
    job_check(all != MAP_FAILED, "mmap");
    for (size_t i = 0; i < n_jobs; i++)
        if (job_listed(argv[3], jobs[i].name))
            for (char *at = argv[4]; *at;)
                measure(&jobs[i], job_length(&at), &w, (uint64_t)settle_ms * 1000000u, all);
    return 0;
}
