/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of Linux: a number per thread in thread-local storage. */
#include "port/thread.h"

#include <sched.h>

static unsigned next_number;
static _Thread_local unsigned number_plus_1;

unsigned ob_port_thread(void)
{
    if (number_plus_1 == 0)
        number_plus_1 = __atomic_add_fetch(&next_number, 1, __ATOMIC_RELAXED);
    return number_plus_1 - 1;
}

void ob_port_relax(void)
{
    sched_yield();
}
