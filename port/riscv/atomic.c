/* SPDX-License-Identifier: Apache-2.0 */
/* The function that compilers call for an atomic addition on a core without the A extension. It masks interrupts
 * (RISC-V Privileged Architecture, section 3.1.6: mstatus.MIE). Name and arguments are those of libatomic. */

unsigned __atomic_fetch_add_4(volatile void *p, unsigned n, int order);

#ifndef __riscv_atomic

unsigned __atomic_fetch_add_4(volatile void *p, unsigned n, int order)
{
    volatile unsigned *word = (volatile unsigned *)p;
    unsigned mstatus, old;

    (void)order;
    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(mstatus) : : "memory");
    old = *word;
    *word = old + n;
    __asm__ volatile("csrs mstatus, %0" : : "r"(mstatus & 8) : "memory");
    return old;
}

#endif
