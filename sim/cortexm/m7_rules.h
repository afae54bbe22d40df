/* SPDX-License-Identifier: Apache-2.0 */
/* The cycles of m7_rules.def as constants. */
#ifndef OB_SIM_CORTEXM_M7_RULES_H
#define OB_SIM_CORTEXM_M7_RULES_H

#include <cstdint>

namespace cortexm::m7
{

#define M7_READY(what, cycles)      constexpr int64_t ready_##what = cycles;
#define M7_EARLIER(operand, cycles) constexpr int64_t earlier_##operand = cycles;
#include "sim/cortexm/m7_rules.def"

} // namespace cortexm::m7

#endif
