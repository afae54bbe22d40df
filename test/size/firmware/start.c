/* SPDX-License-Identifier: Apache-2.0 */
/* From reset to main. The end is a semihosting call on Cortex-M, which ends the simulation, and an endless loop on
 * RV32. */
#include <stdint.h>

extern uint32_t data_start[], data_end[], bss_start[], bss_end[], stack_top[];
extern const uint32_t data_load[];

int main(void);
_Noreturn void start(void);

#if defined(__arm__)
__asm__(".pushsection .vectors, \"a\"\n"
        ".global reset\n"
        "reset:\n"
        ".word stack_top, start\n"
        ".popsection");

static _Noreturn void end(int failed)
{
    register uint32_t call __asm__("r0") = 0x18;                         /* SYS_EXIT */
    register uint32_t reason __asm__("r1") = failed ? 0x20023 : 0x20026; /* run-time error; application exit */

    for (;;)
        __asm__ volatile("bkpt 0xab" : : "r"(call), "r"(reason));
}
#else
__asm__(".pushsection .vectors, \"ax\"\n"
        ".global reset\n"
        "reset:\n"
        "la sp, stack_top\n"
        "j start\n"
        ".popsection");

static _Noreturn void end(int failed)
{
    for (;;)
        __asm__ volatile("" : : "r"(failed));
}
#endif

_Noreturn void start(void)
{
    const uint32_t *from = data_load;

    for (uint32_t *to = data_start; to < data_end; to++)
        *to = *from++;
    for (uint32_t *to = bss_start; to < bss_end; to++)
        *to = 0;
    end(main());
}
