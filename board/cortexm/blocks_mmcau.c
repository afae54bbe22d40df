/* SPDX-License-Identifier: Apache-2.0 */
/* A part with the mmCAU, which is always clocked. */
#include <outboard/mmcau.h>

#include "board/cortexm/start.h"

int cortexm_has_blocks(enum ob_board_mode mode)
{
    return mode == OB_BOARD_SOFTWARE || mode == OB_BOARD_CPU;
}

int cortexm_blocks_start(enum ob_board_mode mode)
{
    return mode == OB_BOARD_CPU ? ob_engine_add(NULL, &ob_engine_mmcau) : OB_OK;
}
