/* SPDX-License-Identifier: Apache-2.0 */
/* Try-lock of Cortex-M. Interrupts are masked for the test and set, because ARMv6-M has no exclusive access (ARMv6-M
 * Architecture Reference Manual, section B5.2.3: PRIMASK). */
#include "port/lock.h"

bool ob_port_trylock(uint32_t *lock)
{
    uint32_t primask;
    bool was_free;

    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(primask) : : "memory");
    was_free = *lock == 0;
    *lock = 1;
    __asm__ volatile("msr primask, %0" : : "r"(primask) : "memory");
    return was_free;
}

void ob_port_unlock(uint32_t *lock)
{
    __asm__ volatile("" : : : "memory");
    *(volatile uint32_t *)lock = 0;
}
