/* SPDX-License-Identifier: Apache-2.0 */
/* Cortex-M0 and M0+ at zero wait states and with flash behind wait states: the tables of DDI 0432C (3-1) and DDI 0484C
 * (3-1), single-cycle multiplier. */
#include "sim/cortexm/timing.h"

namespace cortexm
{
namespace
{

/* Pipeline refill after a branch: three stages on the M0, two on the M0+. */
class TimingM0 final : public Timing
{
  public:
    TimingM0(bool plus, const WaitStates &wait) : refill_(plus ? 1 : 2), flash_(wait), ram_(wait.ram_cycles)
    {
    }

    void reset() override
    {
        cycles_ = 0;
        flash_.restart();
    }

    void run(const Step *steps, size_t n, uint32_t next) override
    {
        for (size_t i = 0; i < n; i++) {
            wait(steps[i]);
            cycles_ += cost(*steps[i].insn, i + 1 < n ? steps[i + 1].insn->address : next);
        }
    }

    uint64_t cycles() const override
    {
        return static_cast<uint64_t>(cycles_);
    }

  private:
    /* One bus: an instruction's words, then its data. */
    void wait(const Step &step)
    {
        const uint32_t last = step.insn->address + step.insn->size - 2;
        if (flash_.holds(last)) {
            cycles_ = flash_.fetch(step.insn->address, cycles_);
            cycles_ = flash_.fetch(last, cycles_);
        }
        if (step.accesses != 0) {
            cycles_ = flash_.holds(step.address) ? flash_.load(step.address, cycles_)
                                                 : cycles_ + int64_t{ram_} * step.accesses + step.waits;
        }
    }

    unsigned cost(const Insn &insn, uint32_t next) const
    {
        switch (insn.kind) {
        case Kind::load:
        case Kind::store:
            return 2;
        case Kind::load_multiple:
            return 1u + insn.count + (insn.loads_pc ? refill_ + 1 : 0);
        case Kind::store_multiple:
            return 1u + insn.count;
        case Kind::branch_cond:
            return next == insn.address + insn.size ? 1 : 1 + refill_;
        case Kind::branch:
        case Kind::branch_reg:
        case Kind::move_pc:
            return 1 + refill_;
        case Kind::call:
            return 2 + refill_;
        case Kind::barrier:
        case Kind::special:
            return refill_ == 2 ? 4 : 3;
        default:
            return 1;
        }
    }

    unsigned refill_;
    Flash flash_;
    unsigned ram_;
    int64_t cycles_ = 0;
};

} // namespace

std::unique_ptr<Timing> make_timing_m0(bool plus, const WaitStates &wait)
{
    return std::make_unique<TimingM0>(plus, wait);
}

} // namespace cortexm
