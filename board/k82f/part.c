/* SPDX-License-Identifier: Apache-2.0 */
/* Kinetis K82 (K82P121M150SF5RM, chapter on WDOG): the watchdog runs after reset and is switched off within 256 bus
 * cycles of being unlocked. */
#include "board/cortexm/start.h"

#define WDOG_STCTRLH         0x40052000u
#define WDOG_UNLOCK          0x4005200eu
#define UNLOCK_1             0xc520u
#define UNLOCK_2             0xd928u
#define STCTRLH_ALLOWUPDATE  0x0010u
#define STCTRLH_RESET_OTHERS 0x01c2u /* as after reset, without the enabling bit */

static void write_half(uint32_t address, uint16_t value)
{
    *(volatile uint16_t *)(uintptr_t)address = value;
}

void cortexm_part_start(void)
{
    write_half(WDOG_UNLOCK, UNLOCK_1);
    write_half(WDOG_UNLOCK, UNLOCK_2);
    write_half(WDOG_STCTRLH, STCTRLH_ALLOWUPDATE | STCTRLH_RESET_OTHERS);
}
