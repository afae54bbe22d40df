/* SPDX-License-Identifier: Apache-2.0 */
/* Picks the timing model of a core. */
#include "sim/cortexm/timing.h"

namespace cortexm
{

std::unique_ptr<Timing> make_timing(Core core, const WaitStates &wait)
{
    switch (core) {
    case Core::m0:
        return make_timing_m0(false, wait);
    case Core::m0plus:
        return make_timing_m0(true, wait);
    case Core::m3:
        return make_timing_m3m4(false, wait);
    case Core::m4:
        return make_timing_m3m4(true, wait);
    default:
        return make_timing_m7();
    }
}

int call_overhead(Core core)
{
    return core == Core::m7 ? -1 : core == Core::m0plus ? 3 : 4;
}

} // namespace cortexm
