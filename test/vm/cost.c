/* SPDX-License-Identifier: Apache-2.0 */
/* In the machine: ns of a message through libcrypto by algorithm and length, with whatever provider openssl.cnf names:
 * vm_cost ALGORITHM,... LENGTH,... A clock that counts instructions makes them the same at every run. */
#define _GNU_SOURCE /* SCHED_BATCH */
#include "job.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

/* A key is used WARM times, so that who is opened by credit is open, and where both ways take about as long, 50 us or
 * more, prices have followed 10 ms of operations; then the median of TIMES counts. The kernel's queues and pages lie
 * otherwise for every key: the best of KEYS counts. Before all of it come SETTLE messages, until the kernel's scheduler
 * gives program and helper their usual turns; under SCHED_BATCH nobody who wakes up interrupts another, so that what
 * was before makes no difference, and WARM messages do. */
#define KEYS       2
#define TIMES      9
#define WARM       200
#define LONG       8192 /* from this length on it is half as often, after a quarter */
#define SETTLE     600
#define SETTLE_LEN 4096

static int in_order(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* The median of one key. */
static uint64_t median(const struct job *j, int len)
{
    int n = len < LONG ? TIMES : TIMES / 2, warm = len < LONG ? WARM : WARM / 4;
    uint64_t times[TIMES] = {0};

    job_set_up(j);
    for (int i = -warm; i < n; i++) {
        uint64_t began = job_now();

        job_message(j, len);
        if (i >= 0)
            times[i] = job_now() - began;
    }
    job_tear_down();
    qsort(times, (size_t)n, sizeof times[0], in_order);
    return times[n / 2];
}

static void measure(const struct job *j, int len)
{
    uint64_t best = UINT64_MAX, one;

    job_prepare(j, len);
    for (int i = 0; i < KEYS; i++)
        best = (one = median(j, len)) < best ? one : best;
    printf("%s,%s,%d,%d,%llu\n", j->name, job_operation(j), j->bits, len, (unsigned long long)best);
    fflush(stdout);
}

static void warm_up(const struct job *j)
{
    job_prepare(j, SETTLE_LEN);
    job_set_up(j);
    for (int i = sched_getscheduler(0) == SCHED_BATCH ? SETTLE - WARM : 0; i < SETTLE; i++)
        job_message(j, SETTLE_LEN);
    job_tear_down();
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4) {
        fputs("vm_cost ALGORITHM,...|all LENGTH,... [ENGINE]\n", stderr);
        return 2;
    }
    if (argc == 4)
        job_use_engine(argv[3]);
    for (size_t i = 0; i < n_jobs; i++) {
        if (!job_listed(argv[1], jobs[i].name))
            continue;
        warm_up(&jobs[i]);
        for (char *at = argv[2]; *at;)
            measure(&jobs[i], job_length(&at));
    }
    return 0;
}
