/* SPDX-License-Identifier: Apache-2.0 */
/* Random bytes of Zephyr's secure generator, which reports when its source fails. */
#include "port/random.h"

#include <outboard/engine.h>
#include <zephyr/random/random.h>

int ob_port_random(uint8_t *out, size_t len)
{
    if (sys_csrand_get(out, len) == 0)
        return OB_OK;
    ob_wipe(out, len);
    return OB_E_IO;
}
