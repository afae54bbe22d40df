/* SPDX-License-Identifier: Apache-2.0 */
/* Console and exit by semihosting (Arm semihosting 2.0): a debugger, QEMU or the simulator answers. Lines are sent as a
 * whole, as each call stops the core. */
#include "board/cortexm/start.h"

#include <stdio.h>
#include <string.h>

#define SYS_WRITE0        0x04u
#define SYS_GET_CMDLINE   0x15u
#define SYS_EXIT_EXTENDED 0x20u
#define APPLICATION_EXIT  0x20026u
#define LINE_MAX          120u
#define COMMAND_LINE_MAX  200u

static uint32_t semihost(uint32_t operation, const void *parameter)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = parameter;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static char line[LINE_MAX + 1];
static unsigned used;

static int flush(FILE *file)
{
    (void)file;
    line[used] = '\0';
    used = 0;
    (void)semihost(SYS_WRITE0, line);
    return 0;
}

static int put(char character, FILE *file)
{
    line[used++] = character;
    if (character == '\n' || used == LINE_MAX)
        (void)flush(file);
    return (unsigned char)character;
}

static FILE console = FDEV_SETUP_STREAM(put, NULL, flush, _FDEV_SETUP_WRITE);
FILE *const stdout = &console;
FILE *const stderr = &console;

int cortexm_console_has_word(const char *word)
{
    static char text[COMMAND_LINE_MAX];
    const uint32_t block[2] = {(uint32_t)(uintptr_t)text, sizeof text};

    return semihost(SYS_GET_CMDLINE, block) == 0 && strstr(text, word) != NULL;
}

_Noreturn void cortexm_console_exit(int code)
{
    const uint32_t block[2] = {APPLICATION_EXIT, (uint32_t)code};

    if (used)
        (void)flush(&console);
    (void)semihost(SYS_EXIT_EXTENDED, block);
    for (;;)
        ;
}
