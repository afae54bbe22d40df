/* SPDX-License-Identifier: Apache-2.0 */
/* A part without a crypto block, or one that is not used: engines are software. */
#include "board/cortexm/start.h"

int cortexm_has_blocks(enum ob_board_mode mode)
{
    return mode == OB_BOARD_SOFTWARE;
}

int cortexm_blocks_start(enum ob_board_mode mode)
{
    (void)mode;
    return OB_OK;
}
