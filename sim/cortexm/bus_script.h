/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses to the devices of a part without a program, for tests of the models. */
#ifndef OB_SIM_CORTEXM_BUS_SCRIPT_H
#define OB_SIM_CORTEXM_BUS_SCRIPT_H

#include "sim/cortexm/part.h"

namespace cortexm
{

/* Reads lines "w ADDRESS VALUE", "r ADDRESS" and "idle CYCLES", numbers in hexadecimal, from standard input, and
 * answers each with a line: the value read or 0, and the cycles that the device delayed the access; or "fault" and the
 * reason, after which it goes on. An access takes a cycle. The part may have the faults of --device. Returns 0, or 3
 * after a line that is none of these. */
int bus_script(const Part &part, const std::vector<std::string> &words);

} // namespace cortexm

#endif
