/* SPDX-License-Identifier: Apache-2.0 */
/* Clock of Linux: CLOCK_MONOTONIC (POSIX.1-2017, clock_gettime). */
#define _POSIX_C_SOURCE 200809L
#include "port/clock.h"

#include <time.h>

uint64_t ob_port_clock_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
