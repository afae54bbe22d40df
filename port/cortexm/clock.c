/* SPDX-License-Identifier: Apache-2.0 */
/* Clock of a Cortex-M without a timer of its own: one microsecond at each call, so that a deadline bounds the polls. A
 * board with a free-running timer links its own ob_port_clock_ns instead. */
#include "port/clock.h"

uint64_t ob_port_clock_ns(void)
{
    static uint64_t calls;

    calls += 1000;
    return calls;
}
