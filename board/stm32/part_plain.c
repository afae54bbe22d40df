/* SPDX-License-Identifier: Apache-2.0 */
/* A part whose flash is ready after reset. */
#include "board/stm32/start.h"

void stm32_part_start(void)
{
}
