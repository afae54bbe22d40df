/* SPDX-License-Identifier: Apache-2.0 */
/* Try-lock of RISC-V machine mode: interrupts masked for the test and set, which also serves cores without the A
 * extension (RISC-V Privileged Architecture, section 3.1.6: mstatus.MIE). */
#include "port/lock.h"

bool ob_port_trylock(uint32_t *lock)
{
    uint32_t mstatus;
    bool was_free;

    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(mstatus) : : "memory");
    was_free = *lock == 0;
    *lock = 1;
    __asm__ volatile("csrs mstatus, %0" : : "r"(mstatus & 8) : "memory");
    return was_free;
}

void ob_port_unlock(uint32_t *lock)
{
    __asm__ volatile("" : : : "memory");
    *(volatile uint32_t *)lock = 0;
}
