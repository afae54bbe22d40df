/* SPDX-License-Identifier: Apache-2.0 */
/* Kinetis KL28 (MKL28ZRM, chapter on WDOG): the watchdog runs after reset and is switched off by its first writes. */
#include "board/cortexm/start.h"

#define WDOG_CS    0x40076000u
#define WDOG_CNT   0x40076004u
#define WDOG_TOVAL 0x40076008u
#define UNLOCK     0xd928c520u
#define CS_OFF     0x00002120u /* 32-bit commands, LPO clock, may be set again, not enabled */
#define LONGEST    0xffffu

void cortexm_part_start(void)
{
    cortexm_write(WDOG_CNT, UNLOCK);
    cortexm_write(WDOG_TOVAL, LONGEST);
    cortexm_write(WDOG_CS, CS_OFF);
}
