/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles by the DWT unit of ARMv7-M (Architecture Reference Manual, section C1.8): 32 bits, lengthened at each call, so
 * that one must be made every 2^32 cycles. */
#include "outboard/board.h"

#include "board/cortexm/start.h"

#define DEMCR        0xe000edfcu
#define DEMCR_TRCENA (1u << 24)
#define DWT_CTRL     0xe0001000u
#define DWT_CYCCNT   0xe0001004u
#define DWT_LAR      0xe0001fb0u /* on the Cortex-M7 the unit is locked after reset */
#define LAR_UNLOCK   0xc5acce55u
#define CYCCNTENA    1u

void cortexm_clock_start(void)
{
    cortexm_write(DEMCR, cortexm_read(DEMCR) | DEMCR_TRCENA);
    cortexm_write(DWT_LAR, LAR_UNLOCK);
    cortexm_write(DWT_CYCCNT, 0);
    cortexm_write(DWT_CTRL, cortexm_read(DWT_CTRL) | CYCCNTENA);
}

uint64_t ob_board_cycles(void)
{
    static uint64_t cycles;

    cycles += cortexm_read(DWT_CYCCNT) - (uint32_t)cycles;
    return cycles;
}
