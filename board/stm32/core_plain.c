/* SPDX-License-Identifier: Apache-2.0 */
/* A core that is ready after reset: Cortex-M0, M0+, M3. */
#include "board/stm32/start.h"

void stm32_core_start(void)
{
}
