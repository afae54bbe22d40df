/* SPDX-License-Identifier: Apache-2.0 */
/* The STM32 boards' answers to outboard/board.h. No block is used on them: engines are software. */
#include "outboard/board.h"

#include "board/stm32/start.h"

/* From the linker script. */
extern uint8_t stm32_memory_start[], stm32_memory_end[];

const char *ob_board_name(void)
{
    return STM32_NAME;
}

int ob_board_start(enum ob_board_mode mode)
{
    int engines;

    if (mode != OB_BOARD_SOFTWARE)
        return OB_E_DECLINED;
    engines = ob_start();
    return engines < 0 ? engines : OB_OK;
}

uint64_t ob_board_idle_cycles(void)
{
    return 0;
}

uint32_t ob_board_khz(void)
{
    return STM32_KHZ;
}

uint8_t *ob_board_memory(size_t *len)
{
    *len = (size_t)(stm32_memory_end - stm32_memory_start);
    return stm32_memory_start;
}

int ob_board_is_exact(void)
{
    return 0;
}

int ob_board_is_slow(void)
{
    return stm32_console_has_word("--short");
}
