/* SPDX-License-Identifier: Apache-2.0 */
/* Semihosting calls of a bare test program (Arm semihosting 2.0): print and exit. */
#ifndef OB_TEST_CORTEXM_SEMIHOSTING_H
#define OB_TEST_CORTEXM_SEMIHOSTING_H

#include <stdint.h>

enum { sys_write0 = 0x04, sys_get_cmdline = 0x15, sys_exit_extended = 0x20 };

static inline int semihost(int operation, const void *parameter)
{
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = parameter;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static inline void print(const char *text)
{
    semihost(sys_write0, text);
}

static inline void print_hex(uint32_t value)
{
    char text[9];
    for (int i = 0; i < 8; i++) {
        text[i] = "0123456789abcdef"[(value >> (28 - 4 * i)) & 15];
    }
    text[8] = 0;
    print(text);
}

static inline void leave(uint32_t status)
{
    const uint32_t block[2] = {0x20026, status};
    semihost(sys_exit_extended, block);
}

#endif
