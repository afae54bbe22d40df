/* SPDX-License-Identifier: Apache-2.0 */
/* Kinetis KL82 (KL82P121M72SF0RM, chapter on SIM): the watchdog runs after reset and is switched off by its first
 * write. */
#include "board/cortexm/start.h"

#define SIM_COPC 0x40048100u
#define COPC_OFF 0u

void cortexm_part_start(void)
{
    cortexm_write(SIM_COPC, COPC_OFF);
}
