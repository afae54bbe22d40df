/* SPDX-License-Identifier: Apache-2.0 */
/* From reset to main on the SoC, and what happens at a trap (RISC-V Privileged Architecture, sections 3.1.7 and 3.1.15;
 * Ibex: vectored interrupts, reset at 0x80). The loader has filled RAM, zeros included. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "board/soc/soc.h"

#define TRAP_EXIT 250

void soc_reset(void);
void soc_trap(uint32_t cause, uint32_t address, uint32_t value);
int main(void);

/* Exceptions and all interrupts: nothing here waits for one but wfi, which needs no handler. Not a function, so that
 * the compiler adds nothing: the core starts right behind. */
__asm__(".pushsection .soc_vectors, \"ax\"\n\t"
        ".option push\n\t"
        ".option norvc\n\t"
        ".option norelax\n\t"
        ".rept 32\n\t"
        "j soc_trap_entry\n\t"
        ".endr\n\t"
        ".option pop\n\t"
        ".popsection");

/* The stack is set anew: whatever went wrong may have been the stack. */
__attribute__((naked, section(".soc_reset"))) void soc_reset(void)
{
    __asm__ volatile("j 1f\n"
                     "soc_trap_entry:\n\t"
                     "la sp, soc_stack_top\n\t"
                     "csrr a0, mcause\n\t"
                     "csrr a1, mepc\n\t"
                     "csrr a2, mtval\n\t"
                     "j soc_trap\n"
                     "1:\n\t"
                     ".option push\n\t"
                     ".option norelax\n\t"
                     "la gp, __global_pointer$\n\t"
                     ".option pop\n\t"
                     "la sp, soc_stack_top\n\t"
                     "la tp, soc_tls\n\t"
                     "call main\n\t"
                     "call exit\n");
}

void soc_trap(uint32_t cause, uint32_t address, uint32_t value)
{
    printf("\ntrap: cause %lu at 0x%08lx, value 0x%08lx\n", (unsigned long)cause, (unsigned long)address,
           (unsigned long)value);
    _Exit(TRAP_EXIT);
}
