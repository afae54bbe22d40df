/* SPDX-License-Identifier: Apache-2.0 */
/* A part whose flash is ready after reset. */
#include "board/cortexm/start.h"

void cortexm_part_start(void)
{
}
