/* SPDX-License-Identifier: Apache-2.0 */
/* A bare program for the simulator: prints what its cycle counters and command line say, and exits with 7. */
#include <stdint.h>

extern void start(void);

__attribute__((section(".vectors"), used)) static const uintptr_t vectors[2] = {0x20008000, (uintptr_t)start};

enum { sys_write0 = 0x04, sys_get_cmdline = 0x15, sys_exit_extended = 0x20 };

static volatile uint32_t *const dwt_ctrl = (volatile uint32_t *)0xe0001000;
static volatile uint32_t *const dwt_cyccnt = (volatile uint32_t *)0xe0001004;
static volatile uint32_t *const systick = (volatile uint32_t *)0xe000e010; /* CSR, RVR, CVR */

static int semihost(int operation, const void *parameter)
{
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = parameter;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static void print_number(const char *name, uint32_t value)
{
    char text[9];
    for (int i = 0; i < 8; i++) {
        text[i] = "0123456789abcdef"[(value >> (28 - 4 * i)) & 15];
    }
    text[8] = 0;
    semihost(sys_write0, name);
    semihost(sys_write0, text);
    semihost(sys_write0, "\n");
}

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
    semihost(sys_write0, line);
    semihost(sys_write0, "\n");

    systick[1] = 0xffffff;
    systick[2] = 0;
    systick[0] = 5;
    *dwt_ctrl = 1;
    const uint32_t ticks = systick[2], cycles = *dwt_cyccnt;
    spin();
    const uint32_t spent = *dwt_cyccnt - cycles, ticked = (ticks - systick[2]) & 0xffffff;
    print_number("cyccnt ", spent);
    print_number("systick ", ticked);
    const uint32_t status[2] = {0x20026, 7};
    semihost(sys_exit_extended, status);
}
