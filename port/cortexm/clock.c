/* SPDX-License-Identifier: Apache-2.0 */
/* Clock of a Cortex-M without a timer of its own: each call adds one microsecond, so a deadline limits the number of
 * polls. A board with a free-running timer links its own ob_port_clock_ns instead. */
#include "port/clock.h"

uint64_t ob_port_clock_ns(void)
{
    static uint64_t calls;

    calls += 1000;
    return calls;
}
