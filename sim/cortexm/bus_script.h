/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses to the devices of a part without a program, for tests of the models. */
#ifndef OB_SIM_CORTEXM_BUS_SCRIPT_H
#define OB_SIM_CORTEXM_BUS_SCRIPT_H

#include "sim/cortexm/part.h"

namespace cortexm
{

/* Reads lines "w ADDRESS VALUE", "r ADDRESS" and "idle CYCLES", numbers in hexadecimal, from standard input, and
 * answers each with a line: what was read or 0, and the cycles that the access was held; or "fault" and the reason,
 * which ends nothing. An access takes a cycle. What is wrong with the devices may be given with the part. Returns 0, or
 * 3 after a line that is none of these. */
int bus_script(const Part &part, const std::vector<std::string> &words);

} // namespace cortexm

#endif
