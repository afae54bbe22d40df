/* SPDX-License-Identifier: Apache-2.0 */
/* From reset to main on a Cortex-M, and what happens at a fault (ARMv6-M and ARMv7-M Architecture Reference Manuals,
 * sections B1.5). */
#include "board/cortexm/start.h"

#include <stdio.h>
#include <stdlib.h>

#define FAULT_EXIT         250
#define OVERFLOW_EXIT      251
#define SEMIHOSTING_BKPT   0xbeabu
#define CANARY             0x57ac0e4du
#define CANARY_WORDS       8
#define SEMIHOSTING_FAILED 0xffffffffu

/* From the linker script. */
extern uint32_t cortexm_data_start[], cortexm_data_end[], cortexm_bss_end[], cortexm_stack_bottom[], cortexm_tls[];
extern const uint32_t cortexm_data_load[];

void cortexm_reset(void);
void cortexm_fault_entry(void);
void cortexm_fault(uint32_t *frame);
int main(void);
void _set_tls(void *tls);       /* picolibc: where errno and its like are */
_Noreturn void _exit(int code); /* where exit and _Exit of the C library end */

/* The stack, reset, fourteen system handlers, and the interrupts of the part, none of which is enabled here. */
__asm__(".pushsection .cortexm_vectors, \"a\"\n\t"
        ".global cortexm_vectors\n\t"
        "cortexm_vectors:\n\t"
        ".word cortexm_stack_top\n\t"
        ".word cortexm_reset\n\t"
        ".rept 14 + " CORTEXM_INTERRUPTS "\n\t"
        ".word cortexm_fault_entry\n\t"
        ".endr\n\t"
        ".popsection");

void cortexm_reset(void)
{
    const uint32_t *from = cortexm_data_load;

    cortexm_core_start();
    cortexm_part_start();
    for (uint32_t *to = cortexm_data_start; to < cortexm_data_end; to++)
        *to = *from++;
    for (uint32_t *to = cortexm_data_end; to < cortexm_bss_end; to++)
        *to = 0;
    for (unsigned i = 0; i < CANARY_WORDS; i++)
        cortexm_stack_bottom[i] = CANARY;
    _set_tls(cortexm_tls);
    cortexm_clock_start();
    exit(main());
}

/* Whether the stack has stayed within its bounds. */
static int stack_was_enough(void)
{
    for (unsigned i = 0; i < CANARY_WORDS; i++)
        if (cortexm_stack_bottom[i] != CANARY)
            return 0;
    return 1;
}

_Noreturn void _exit(int code)
{
    if (code == 0 && !stack_was_enough()) {
        printf("\nthe stack was too small\n");
        code = OVERFLOW_EXIT;
    }
    cortexm_console_exit(code);
}

/* The exception frame: r0-r3, r12, lr, pc, xpsr. There is one stack. */
__attribute__((naked)) void cortexm_fault_entry(void)
{
    __asm__ volatile("mrs r0, msp\n\t"
                     "push {r4, lr}\n\t"
                     "bl cortexm_fault\n\t"
                     "pop {r4, pc}\n\t");
}

void cortexm_fault(uint32_t *frame)
{
    uint32_t number;

    /* A semihosting call without a debugger is a hard fault: it answers "failed", and the program goes on. */
    __asm__ volatile("mrs %0, ipsr" : "=r"(number));
    if (number == 3 && *(const uint16_t *)(uintptr_t)frame[6] == SEMIHOSTING_BKPT) {
        frame[0] = SEMIHOSTING_FAILED;
        frame[6] += 2;
        return;
    }
    printf("\nexception %lu at 0x%08lx, called from 0x%08lx\n", (unsigned long)number, (unsigned long)frame[6],
           (unsigned long)frame[5]);
    _Exit(FAULT_EXIT);
}
