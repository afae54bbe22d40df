/* SPDX-License-Identifier: Apache-2.0 */
/* A bare program for the simulator: prints what its cycle counters and command line say, and exits with 7. */
#include "test/cortexm/semihosting.h"

extern void start(void);

__attribute__((section(".vectors"), used)) static const uintptr_t vectors[2] = {0x20008000, (uintptr_t)start};

static volatile uint32_t *const dwt_ctrl = (volatile uint32_t *)0xe0001000;
static volatile uint32_t *const dwt_cyccnt = (volatile uint32_t *)0xe0001004;
static volatile uint32_t *const systick = (volatile uint32_t *)0xe000e010; /* CSR, RVR, CVR */

/* 1000 rounds of SUBS and a taken BNE, less the last. */
static void spin(void)
{
    uint32_t n = 1000;
    __asm__ volatile(".balign 4\n1: subs %0, %0, #1\n nop\n bne 1b" : "+l"(n) : : "cc");
}

void start(void)
{
    static char line[32];
    uint32_t block[2] = {(uint32_t)(uintptr_t)line, sizeof line};
    semihost(sys_get_cmdline, block);
    print(line);
    print("\n");

    systick[1] = 0xffffff;
    systick[2] = 0;
    systick[0] = 5;
    *dwt_ctrl = 1;
    const uint32_t ticks = systick[2], cycles = *dwt_cyccnt;
    spin();
    const uint32_t spent = *dwt_cyccnt - cycles, ticked = (ticks - systick[2]) & 0xffffff;
    print("cyccnt ");
    print_hex(spent);
    print("\nsystick ");
    print_hex(ticked);
    print("\n");
    leave(7);
}
