/* SPDX-License-Identifier: Apache-2.0 */
/* Timing models: each computes the cycles of a trace, one chunk at a time, and does not depend on the emulator. */
#ifndef OB_SIM_CORTEXM_TIMING_H
#define OB_SIM_CORTEXM_TIMING_H

#include "sim/cortexm/flash.h"
#include "sim/cortexm/insn.h"

#include <cstddef>
#include <memory>

namespace cortexm
{

class Timing
{
  public:
    virtual ~Timing() = default;
    /* Forget everything; the next step is the first. */
    virtual void reset() = 0;
    /* Add n steps; next is the address that follows the last of them. */
    virtual void run(const Step *steps, size_t n, uint32_t next) = 0;
    /* Cycles from the first step to the point where the instruction after the last step could issue. */
    virtual uint64_t cycles() const = 0;
};

/* The M7's model has no wait states. */
std::unique_ptr<Timing> make_timing(Core core, const WaitStates &wait = {});
std::unique_ptr<Timing> make_timing_m0(bool plus, const WaitStates &wait);
std::unique_ptr<Timing> make_timing_m3m4(bool m4, const WaitStates &wait);
std::unique_ptr<Timing> make_timing_m7();

/* What a call costs beside the function itself, so that a simulated figure counts what the published ones count:
 * the call instruction and the fetch after the return on M0, M3 and M4; on M7 the calibrated overhead of the harness.
 */
int call_overhead(Core core);

} // namespace cortexm

#endif
