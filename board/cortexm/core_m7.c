/* SPDX-License-Identifier: Apache-2.0 */
/* Cortex-M7 with floating point and caches, whose content is undefined after reset (ARMv7-M Architecture Reference
 * Manual, sections B2.2.7 and B3.2.20). */
#include "board/cortexm/start.h"

#define CCR        0xe000ed14u
#define CCR_DC     (1u << 16)
#define CCR_IC     (1u << 17)
#define CCSIDR     0xe000ed80u
#define CSSELR     0xe000ed84u
#define CPACR      0xe000ed88u
#define CPACR_FULL (0xfu << 20) /* CP10 and CP11 */
#define ICIALLU    0xe000ef50u
#define DCISW      0xe000ef60u
#define LINE_SHIFT 5  /* lines of 32 bytes */
#define WAY_SHIFT  30 /* four ways */

static void barrier(void)
{
    __asm__ volatile("dsb\n\tisb" : : : "memory");
}

void cortexm_core_start(void)
{
    uint32_t size, sets;

    cortexm_write(CPACR, cortexm_read(CPACR) | CPACR_FULL);
    cortexm_write(CSSELR, 0);
    barrier();
    size = cortexm_read(CCSIDR);
    sets = (size >> 13 & 0x7fff) + 1;
    for (uint32_t set = 0; set < sets; set++)
        for (uint32_t way = 0; way <= (size >> 3 & 0x3ff); way++)
            cortexm_write(DCISW, way << WAY_SHIFT | set << LINE_SHIFT);
    cortexm_write(ICIALLU, 0);
    barrier();
    cortexm_write(CCR, cortexm_read(CCR) | CCR_DC | CCR_IC);
    barrier();
}
