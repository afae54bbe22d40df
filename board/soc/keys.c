/* SPDX-License-Identifier: Apache-2.0 */
/* The SoC's public-key block, for programs that have public keys. */
#include <outboard/acryp.h>
#include <outboard/board.h>

#include "board/soc/soc.h"
#include "hw/acryp/acryp_regs.h"

#define IRQ_TIMER   7
#define IRQ_ACRYP   18
#define LONGEST_NAP 1000000u /* cycles of sleep before a wait looks at its deadline, whatever the interrupts do */

/* Sleep until the block's interrupt, while it is told to raise one. A pending interrupt ends wfi though none is taken
 * (mstatus.MIE is 0). */
static void sleep(void *user)
{
    uint64_t until;

    (void)user;
    if (!*(const volatile uint32_t *)(OB_SOC_ACRYP_BASE + OB_ACRYP_IRQ_EN))
        return;
    until = ob_board_cycles() + LONGEST_NAP;
    soc_write(OB_SOC_COMPARE_LO, (uint32_t)until);
    soc_write(OB_SOC_COMPARE_HI, (uint32_t)(until >> 32));
    __asm__ volatile("csrw mie, %0\n\t"
                     "wfi"
                     :
                     : "r"(1u << IRQ_ACRYP | 1u << IRQ_TIMER)
                     : "memory");
}

int ob_board_start_keys(enum ob_board_keys keys)
{
    static struct ob_acryp acryp;
    int status;

    /* enum ob_board_keys has the order of enum ob_acryp_rows */
    acryp = (struct ob_acryp){.device = {.base = OB_SOC_ACRYP_BASE, .wait = sleep, .irq = true}, .rows = (uint8_t)keys};
    status = ob_acryp_init(&acryp);
    return status == OB_OK ? ob_engine_add(NULL, &acryp.engine) : status;
}
