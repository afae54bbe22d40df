/* SPDX-License-Identifier: Apache-2.0 */
/* The answers of the boards with a Cortex-M to outboard/board.h. */
#include "outboard/board.h"

#include "board/cortexm/start.h"

/* From the linker script. */
extern uint8_t cortexm_memory_start[], cortexm_memory_end[];

const char *ob_board_name(void)
{
    return CORTEXM_NAME;
}

int ob_board_start_keys(enum ob_board_keys keys)
{
    (void)keys;
    return OB_E_DECLINED;
}

int ob_board_start(enum ob_board_mode mode)
{
    int status;

    if (!cortexm_has_blocks(mode))
        return OB_E_DECLINED;
    status = ob_start();
    return status < 0 ? status : cortexm_blocks_start(mode);
}

uint64_t ob_board_idle_cycles(void)
{
    return 0;
}

uint32_t ob_board_khz(void)
{
    return CORTEXM_KHZ;
}

uint8_t *ob_board_memory(size_t *len)
{
    *len = (size_t)(cortexm_memory_end - cortexm_memory_start);
    return cortexm_memory_start;
}

int ob_board_is_exact(void)
{
    return 0;
}

int ob_board_is_slow(void)
{
    return cortexm_console_has_word("--short");
}
