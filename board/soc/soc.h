/* SPDX-License-Identifier: Apache-2.0 */
/* Access to the system registers of the SoC. */
#ifndef OUTBOARD_BOARD_SOC_SOC_H
#define OUTBOARD_BOARD_SOC_SOC_H

#include <stdint.h>

#include "hw/soc/soc_regs.h"

static inline uint32_t soc_read(uint32_t offset)
{
    return *(volatile uint32_t *)(OB_SOC_SYSTEM_BASE + offset);
}

static inline void soc_write(uint32_t offset, uint32_t value)
{
    *(volatile uint32_t *)(OB_SOC_SYSTEM_BASE + offset) = value;
}

#endif
