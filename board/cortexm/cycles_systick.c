/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles by SysTick (ARMv6-M Architecture Reference Manual, section B3.3), as ARMv6-M has no cycle counter: 24 bits,
 * counted down, lengthened at each call, so that one must be made every 2^24 cycles. */
#include "outboard/board.h"

#include "board/cortexm/start.h"

#define SYST_CSR       0xe000e010u
#define SYST_RVR       0xe000e014u
#define SYST_CVR       0xe000e018u
#define CSR_ENABLE     1u
#define CSR_CORE_CLOCK 4u
#define MASK           0xffffffu

void cortexm_clock_start(void)
{
    cortexm_write(SYST_RVR, MASK);
    cortexm_write(SYST_CVR, 0);
    cortexm_write(SYST_CSR, CSR_ENABLE | CSR_CORE_CLOCK);
}

uint64_t ob_board_cycles(void)
{
    static uint64_t cycles;

    cycles += (MASK - cortexm_read(SYST_CVR) - (uint32_t)cycles) & MASK;
    return cycles;
}
