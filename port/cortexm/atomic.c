/* SPDX-License-Identifier: Apache-2.0 */
/* The function that compilers call for an atomic addition on ARMv6-M, which has no exclusive access. It masks
 * interrupts (ARMv6-M Architecture Reference Manual, section B5.2.3: PRIMASK). Name and arguments are those of
 * libatomic. */

unsigned __atomic_fetch_add_4(volatile void *p, unsigned n, int order);

#ifndef __ARM_FEATURE_LDREX

unsigned __atomic_fetch_add_4(volatile void *p, unsigned n, int order)
{
    volatile unsigned *word = (volatile unsigned *)p;
    unsigned primask, old;

    (void)order;
    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(primask) : : "memory");
    old = *word;
    *word = old + n;
    __asm__ volatile("msr primask, %0" : : "r"(primask) : "memory");
    return old;
}

#endif
