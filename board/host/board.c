/* SPDX-License-Identifier: Apache-2.0 */
/* This machine's answers to outboard/board.h: wall clock in nanoseconds, as a clock of 1 GHz. */
#include "outboard/board.h"

#include "port/clock.h"

#define KHZ 1000000u /* one cycle per nanosecond */

const char *ob_board_name(void)
{
    return "host";
}

int ob_board_start_keys(enum ob_board_keys keys)
{
    (void)keys;
    return OB_E_DECLINED;
}

int ob_board_start(enum ob_board_mode mode)
{
    int engines;

    if (mode != OB_BOARD_SOFTWARE)
        return OB_E_DECLINED;
    engines = ob_start();
    return engines < 0 ? engines : OB_OK;
}

uint64_t ob_board_cycles(void)
{
    return ob_port_clock_ns();
}

uint64_t ob_board_idle_cycles(void)
{
    return 0;
}

uint32_t ob_board_khz(void)
{
    return KHZ;
}

uint8_t *ob_board_memory(size_t *len)
{
    static _Alignas(64) uint8_t memory[1 << 18];

    *len = sizeof memory;
    return memory;
}

int ob_board_is_exact(void)
{
    return 0;
}

int ob_board_is_slow(void)
{
    return 0;
}
