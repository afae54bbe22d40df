/* SPDX-License-Identifier: Apache-2.0 */
/* The SoC's answers to outboard/board.h, and the C library's console and exit (picolibc). */
#include "outboard/board.h"

#include <stdio.h>
#include <stdlib.h>

#include "board/soc/soc.h"

_Noreturn void _exit(int code); /* where exit and _Exit of the C library end */

static uint64_t counter(uint32_t low_offset)
{
    uint32_t low = soc_read(low_offset); /* keeps the upper half */

    return (uint64_t)soc_read(low_offset + 4) << 32 | low;
}

const char *ob_board_name(void)
{
    return "soc";
}

uint64_t ob_board_cycles(void)
{
    return counter(OB_SOC_CYCLE_LO);
}

uint64_t ob_board_idle_cycles(void)
{
    return counter(OB_SOC_SLEEP_LO);
}

uint32_t ob_board_khz(void)
{
    return (soc_read(OB_SOC_CONFIG) & OB_SOC_CONFIG_CLOCK_MHZ) * 1000u;
}

uint8_t *ob_board_memory(size_t *len)
{
    *len = OB_SOC_BUFFER_SIZE;
    return (uint8_t *)OB_SOC_BUFFER_BASE;
}

int ob_board_is_exact(void)
{
    return 1;
}

static int put(char character, FILE *file)
{
    (void)file;
    soc_write(OB_SOC_CONSOLE, (uint8_t)character);
    return (uint8_t)character;
}

static FILE console = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdout = &console;
FILE *const stderr = &console;

_Noreturn void _exit(int code)
{
    soc_write(OB_SOC_EXIT, (uint32_t)code);
    for (;;)
        ;
}
