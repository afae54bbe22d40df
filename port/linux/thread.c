/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of Linux: a number for each thread in thread-local storage, which is free again when the thread ends. */
#include "port/thread.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>

#define NUMBERS 64 /* bits of in_use; all further threads get this number */

static uint64_t in_use;
static pthread_key_t at_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local unsigned number_plus_1;

static void release(void *value)
{
    unsigned number = (unsigned)(uintptr_t)value - 1;

    number_plus_1 = NUMBERS + 1; /* for code that still runs in this thread */
    __atomic_fetch_and(&in_use, ~((uint64_t)1 << number), __ATOMIC_RELEASE);
}

static void make_key(void)
{
    if (pthread_key_create(&at_end, release) != 0)
        in_use = UINT64_MAX; /* without a notice at its end, no thread can own a number */
}

/* Give this thread a number. Out of line, so that the usual case is short. */
static __attribute__((noinline)) unsigned take(void)
{
    uint64_t used;
    unsigned number;

    number_plus_1 = NUMBERS + 1; /* the shared number, unless a free one is found */
    pthread_once(&once, make_key);
    used = __atomic_load_n(&in_use, __ATOMIC_ACQUIRE);
    do {
        if (used == UINT64_MAX)
            return NUMBERS;
        number = (unsigned)__builtin_ctzll(~used);
    } while (!__atomic_compare_exchange_n(&in_use, &used, used | (uint64_t)1 << number, 0, __ATOMIC_ACQUIRE,
                                          __ATOMIC_ACQUIRE));
    if (pthread_setspecific(at_end, (void *)(uintptr_t)(number + 1)) != 0) {
        __atomic_fetch_and(&in_use, ~((uint64_t)1 << number), __ATOMIC_RELEASE);
        return NUMBERS;
    }
    number_plus_1 = number + 1;
    return number;
}

unsigned ob_port_thread(void)
{
    unsigned number = number_plus_1;

    return number ? number - 1 : take();
}

void ob_port_relax(void)
{
    sched_yield();
}
