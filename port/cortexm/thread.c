/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of a bare-metal Cortex-M: there is only one. */
#include "port/thread.h"

unsigned ob_port_thread(void)
{
    return 0;
}

void ob_port_relax(void)
{
}
