/* SPDX-License-Identifier: Apache-2.0 */
/* A core that is ready after reset: Cortex-M0, M0+, M3. */
#include "board/cortexm/start.h"

void cortexm_core_start(void)
{
}
