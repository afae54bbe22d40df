/* SPDX-License-Identifier: Apache-2.0 */
/* Clock of RISC-V machine mode: the cycle counter at the board's frequency (RISC-V Privileged Architecture, section
 * 3.1.10: mcycle, mcycleh). */
#include "port/clock.h"

#ifndef OB_BOARD_CLOCK_MHZ
#define OB_BOARD_CLOCK_MHZ 50 /* the SoC design's target frequency */
#endif

uint64_t ob_port_clock_ns(void)
{
    uint32_t high, low, again;

    do {
        __asm__ volatile("csrr %0, mcycleh\n\tcsrr %1, mcycle\n\tcsrr %2, mcycleh"
                         : "=r"(high), "=r"(low), "=r"(again));
    } while (high != again);
    return ((uint64_t)high << 32 | low) * 1000u / OB_BOARD_CLOCK_MHZ;
}
