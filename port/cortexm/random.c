/* SPDX-License-Identifier: Apache-2.0 */
/* The random source of a core that has none: it always fails. A board with a hardware generator links its own
 * ob_port_random instead; an application may give its dispatcher another source (ob_dispatcher.random). */
#include "port/random.h"

#include <outboard/engine.h>

__attribute__((weak)) int ob_port_random(uint8_t *out, size_t len)
{
    ob_wipe(out, len);
    return OB_E_IO;
}
