/* SPDX-License-Identifier: Apache-2.0 */
/* No entropy: what a core without a source can say. A board with a generator in hardware has an ob_port_random of its
 * own, which takes the place of this one; an application may give its dispatcher another (ob_dispatcher.random). */
#include "port/random.h"

#include <outboard/engine.h>

__attribute__((weak)) int ob_port_random(uint8_t *out, size_t len)
{
    ob_wipe(out, len);
    return OB_E_IO;
}
