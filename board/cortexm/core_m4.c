/* SPDX-License-Identifier: Apache-2.0 */
/* Cortex-M4 with floating point: programs may use its registers (ARMv7-M Architecture Reference Manual, B3.2.20). */
#include "board/cortexm/start.h"

#define CPACR      0xe000ed88u
#define CPACR_FULL (0xfu << 20) /* CP10 and CP11 */

void cortexm_core_start(void)
{
    cortexm_write(CPACR, cortexm_read(CPACR) | CPACR_FULL);
    __asm__ volatile("dsb\n\tisb" : : : "memory");
}
