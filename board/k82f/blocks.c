/* SPDX-License-Identifier: Apache-2.0 */
/* The mmCAU and the LTC of a K82. */
#include <outboard/ltc.h>
#include <outboard/mmcau.h>

#include "board/cortexm/start.h"

#define GATE     0x4004802cu /* SIM_SCGC2 */
#define GATE_LTC (1u << 17)
#define TIMEOUT  10000u /* us */

static struct ob_ltc ltc = {.device = {.base = 0x400d1000, .timeout_us = TIMEOUT}, .kind = OB_LTC_K82};

int cortexm_has_blocks(enum ob_board_mode mode)
{
    return mode == OB_BOARD_SOFTWARE || mode == OB_BOARD_CPU;
}

int cortexm_blocks_start(enum ob_board_mode mode)
{
    int status;

    if (mode != OB_BOARD_CPU)
        return OB_OK;
    cortexm_write(GATE, cortexm_read(GATE) | GATE_LTC);
    status = ob_ltc_init(&ltc);
    if (status == OB_OK)
        status = ob_engine_add(NULL, &ob_engine_mmcau);
    return status == OB_OK ? ob_engine_add(NULL, &ltc.engine) : status;
}
