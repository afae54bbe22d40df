/* SPDX-License-Identifier: Apache-2.0 */
/* How many operations at a time pay on an engine, for a program that has code of its own besides (the OpenSSL
 * provider). One more operation fills a device that waits, or queues at one that is full while a processor waits: which
 * of the two is seen in the time that all operations take, on the engine and in own code, for the work that they do.
 * The number goes up and down by one, each step is a trial, and a step stays if the same work took less time. Time
 * comes in as lengths of operations alone: there is no clock here (docs/decisions/parallel-operations.md). */
#ifndef OUTBOARD_PARALLEL_H
#define OUTBOARD_PARALLEL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ns of operations in a period, at the end of which the number may change: 134 ms, the sum of all threads. Four threads
 * pass it in 34 ms, some time slices of a scheduler. */
#define OB_PARALLEL_PERIOD_NS ((uint64_t)1 << 27)
/* Operations in a period at least. */
#define OB_PARALLEL_PERIOD_OPS 32u
/* A period lasts so many times the longest of its operations at least: one that a trial keeps from the engine ends long
 * after those that gain by it, and must count. */
#define OB_PARALLEL_PERIOD_LONGEST 16u
/* Operations after a change that do not count: some of them began before it. It is more until one in own code has
 * ended, or a period's ns have passed. */
#define OB_PARALLEL_WARMUP_OPS 8u
/* A step stays if the same work takes less time by 1/32: noise is no reason to change. */
#define OB_PARALLEL_STAY_SHARE 32u
/* Periods between trials after both directions have failed: the first number, doubled each time up to the second. A
 * failed trial is a period, in which less may get done by half. */
#define OB_PARALLEL_WAIT_MIN 8u
#define OB_PARALLEL_WAIT_MAX 64u
/* ns, the longest operation that is told apart, and the most work of one: sums of more would overflow. */
#define OB_PARALLEL_LONGEST_NS ((uint64_t)1 << 34)

/* The operations of one kind; all zero to begin with. Any thread may read what is atomic. */
struct ob_parallel {
    uint32_t lock;
    uint32_t refused;          /* atomic; operations that the limit kept from the engine in this period */
    uint8_t limit;             /* atomic; the number that pays; 0: no limit */
    uint8_t trial;             /* atomic; the number that is tried; 0: none */
    uint8_t peak;              /* the most at a time in this period */
    bool up;                   /* the next trial is of one more */
    uint8_t failed;            /* trials that have failed since the last one that did not */
    bool warms_up;             /* operations do not count yet */
    uint32_t wait, pause;      /* periods until the next trial, and the next pause */
    uint32_t ops;              /* of this period */
    uint64_t took_ns, work_ns; /* of this period: what its operations took, and their prices in own code */
    uint64_t longest_ns;       /* the longest operation; an older one counts less */
    uint64_t before_took_ns, before_work_ns; /* of the last period without a trial */
};

/* True if an operation may go to the engine while n others are there. If not, it counts as refused. */
static inline bool ob_parallel_may(struct ob_parallel *p, unsigned n)
{
    unsigned trial = __atomic_load_n(&p->trial, __ATOMIC_RELAXED);
    unsigned limit = trial ? trial : __atomic_load_n(&p->limit, __ATOMIC_RELAXED);

    if (limit == 0 || n < limit)
        return true;
    __atomic_store_n(&p->refused, __atomic_load_n(&p->refused, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
    return false;
}

/* An operation took took_ns; own: in own code, not on the engine. work_ns is its measured price in own code. n: the
 * operations that the engine had when it began, itself included. True if another number pays now. An observation is
 * passed over while another thread makes one. */
bool ob_parallel_observe(struct ob_parallel *p, unsigned n, bool own, uint64_t work_ns, uint64_t took_ns);

#ifdef __cplusplus
}
#endif

#endif
