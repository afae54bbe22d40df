/* SPDX-License-Identifier: Apache-2.0 */
/* From reset to main on the LiteX example, and what happens at a trap (RISC-V Privileged Architecture, sections 3.1.7
 * and 3.1.15). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRAP_EXIT 250

extern uint8_t litex_data[], litex_data_end[], litex_bss[], litex_bss_end[];
extern const uint8_t litex_data_load[];

void litex_reset(void);
void litex_start(void);
void litex_trap(uint32_t cause, uint32_t address, uint32_t value);
int main(void);

/* The stack is set anew at a trap: whatever went wrong may have been the stack. */
__attribute__((naked, section(".litex_reset"))) void litex_reset(void)
{
    __asm__ volatile(".option push\n\t"
                     ".option norelax\n\t"
                     "la gp, __global_pointer$\n\t"
                     ".option pop\n\t"
                     "la sp, litex_stack_top\n\t"
                     "la tp, litex_tls\n\t"
                     "la t0, 1f\n\t"
                     "csrw mtvec, t0\n\t"
                     "j litex_start\n"
                     ".balign 4\n"
                     "1:\n\t"
                     "la sp, litex_stack_top\n\t"
                     "csrr a0, mcause\n\t"
                     "csrr a1, mepc\n\t"
                     "csrr a2, mtval\n\t"
                     "j litex_trap\n");
}

void litex_start(void)
{
    memcpy(litex_data, litex_data_load, (size_t)(litex_data_end - litex_data));
    memset(litex_bss, 0, (size_t)(litex_bss_end - litex_bss));
    exit(main());
}

void litex_trap(uint32_t cause, uint32_t address, uint32_t value)
{
    printf("\ntrap: cause %lu at 0x%08lx, value 0x%08lx\n", (unsigned long)cause, (unsigned long)address,
           (unsigned long)value);
    _Exit(TRAP_EXIT);
}
