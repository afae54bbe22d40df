/* SPDX-License-Identifier: Apache-2.0 */
/* Cortex-M7 with code in ITCM or warm cache and data in DTCM: in-order dual issue with an early and a late ALU, loads
 * that pair across DTCM banks, and a saturating counter of two bits for each branch. Arm publishes no instruction
 * timing for this core: every rule is inferred from measurements that others took on STM32H7. */
#include "sim/cortexm/m7_rules.h"
#include "sim/cortexm/timing.h"

#include <algorithm>
#include <unordered_map>

namespace cortexm
{
namespace
{

constexpr int64_t mispredict = 8, mispredict_early_flags = 6; /* flags known three cycles ahead */
constexpr int64_t indirect = 1;                               /* BX, POP {pc} */
constexpr int64_t never = -9;
constexpr unsigned store_buffer = 4;               /* stores that wait for their bank of the DTCM */
constexpr int64_t whole_store = 1, part_store = 4; /* cycles of that bank: part of a word is read, changed, written */

/* The classes of m7_rules.def whose instructions must not pair. */
bool is_any(const Insn &)
{
    return true;
}

bool is_multiple(const Insn &insn)
{
    return insn.kind == Kind::load_multiple || insn.kind == Kind::store_multiple;
}

bool is_store(const Insn &insn)
{
    return insn.kind == Kind::store;
}

bool is_bitfield(const Insn &insn)
{
    return (insn.traits & trait_bitfield) != 0;
}

bool is_shifter(const Insn &insn)
{
    return (insn.traits & (trait_shifted_operand | trait_shifted_constant)) != 0;
}

bool is_no_shift_pair(const Insn &insn)
{
    return (insn.traits & trait_no_shift_pair) != 0;
}

bool is_multiply(const Insn &insn)
{
    return (insn.traits & trait_multiply) != 0;
}

bool is_branch_reg(const Insn &insn)
{
    return insn.kind == Kind::branch_reg;
}

class TimingM7 final : public Timing
{
  public:
    TimingM7()
    {
        reset();
    }

    void reset() override
    {
        cycle_ = 0;
        flags_ = 0;
        older_ = nullptr;
        counter_.clear();
        std::fill(std::begin(available_), std::end(available_), 0);
        std::fill(std::begin(loaded_), std::end(loaded_), never);
        std::fill(std::begin(stored_), std::end(stored_), 0);
        std::fill(std::begin(bank_), std::end(bank_), 0);
    }

    void run(const Step *steps, size_t n, uint32_t next) override
    {
        for (size_t i = 0; i < n; i++) {
            step(steps[i], i + 1 < n ? steps[i + 1].insn->address : next);
        }
    }

    uint64_t cycles() const override
    {
        return static_cast<uint64_t>(cycle_);
    }

  private:
    /* Earliest issue by operands: addresses and shifted operands are wanted early, results late, store data last. */
    int64_t operands_ready(const Insn &insn) const
    {
        const bool access = insn.kind == Kind::load || insn.kind == Kind::store || insn.kind == Kind::load_multiple ||
                            insn.kind == Kind::store_multiple;
        const bool shifts = (insn.traits & trait_shifted_operand) != 0 || insn.shifted_regs != 0;
        int64_t earliest = 0;
        for (RegSet left = insn.src & ~reg_pc; left != 0; left &= left - 1) {
            const int reg = __builtin_ctzll(left);
            const RegSet bit = RegSet{1} << reg;
            const int64_t ready = available_[reg];
            int64_t at = ready - m7::earlier_late;
            if (access && (insn.address_regs & bit) != 0) {
                at = ready - m7::earlier_address;
            } else if ((insn.summed_regs & bit) != 0) {
                at = ready - m7::earlier_summed;
            } else if (insn.kind == Kind::store_multiple || (insn.kind == Kind::store && (insn.data_regs & bit) != 0)) {
                at = ready - m7::earlier_data;
            } else if ((insn.shifted_regs & bit) != 0) {
                at = ready - m7::earlier_shifted;
            } else if ((insn.traits & trait_early_source) != 0) {
                at = ready - m7::earlier_early;
            } else if ((shifts || (insn.traits & trait_multiply) != 0) && loaded_[reg] == ready) {
                at = ready - m7::earlier_loaded;
            }
            earliest = std::max(earliest, at);
        }
        return earliest;
    }

    bool pairs(const Insn &older, const Step &older_step, const Insn &insn, const Step &step) const
    {
        if (insn.kind == Kind::load && older.kind == Kind::load && ((step.address ^ older_step.address) & 4) == 0) {
            return false; /* same DTCM bank */
        }
#define M7_APART(first, second)                                                                                        \
    if (is_##first(older) && is_##second(insn)) {                                                                      \
        return false;                                                                                                  \
    }
#include "sim/cortexm/m7_rules.def"
        return true;
    }

    bool issues_early(const Insn &insn, const Insn *older, int64_t at) const
    {
        const bool shift = (insn.traits & trait_shift) != 0;
        if (!shift && ((insn.traits & (trait_simple | trait_move)) == 0 || older != nullptr)) {
            return false;
        }
        if (older != nullptr && (older->traits & (trait_shifted_operand | trait_no_shift_pair)) != 0) {
            return false;
        }
        for (RegSet left = insn.src; left != 0; left &= left - 1) {
            if (available_[__builtin_ctzll(left)] > at) {
                return false;
            }
        }
        return true;
    }

    void results(const Insn &insn, bool early, int64_t at)
    {
        int64_t ready = at + (early ? m7::ready_early : m7::ready_late);
        RegSet regs = insn.dst, late = 0;
        bool word_load = false;
        if (insn.kind == Kind::load) {
            regs = insn.data_regs;
            late = insn.writeback ? insn.dst & ~insn.data_regs : 0;
            word_load = (insn.traits & trait_narrow_load) == 0;
            ready = at + (word_load ? m7::ready_word_load : m7::ready_narrow_load);
        } else if (insn.kind == Kind::store) {
            ready = at + m7::ready_updated;
        } else if (insn.kind == Kind::load_multiple) {
            regs = insn.dst & ~insn.address_regs;
            late = insn.dst & insn.address_regs;
            word_load = true;
            ready = at + (insn.count + 1) / 2 + 1;
        } else if (insn.kind == Kind::store_multiple) {
            ready = at + (insn.count + 1) / 2;
        } else if ((insn.traits & trait_multiply) != 0 || (insn.kind == Kind::fp_move && (insn.dst >> 16) != 0)) {
            ready = at + m7::ready_multiply;
        } else if ((insn.traits & trait_early_source) != 0) {
            ready = at + m7::ready_early_source;
        }
        for (RegSet left = regs; left != 0; left &= left - 1) {
            const int reg = __builtin_ctzll(left);
            available_[reg] = ready;
            loaded_[reg] = word_load ? ready : never;
        }
        const int64_t updated = insn.kind == Kind::load_multiple ? at + (insn.count + 1) / 2 : at + m7::ready_updated;
        for (RegSet left = late; left != 0; left &= left - 1) {
            const int reg = __builtin_ctzll(left);
            available_[reg] = updated;
            loaded_[reg] = never;
        }
    }

    /* The place in the store buffer that is free first. */
    int64_t *oldest_store()
    {
        return std::min_element(std::begin(stored_), std::end(stored_));
    }

    void step(const Step &now, uint32_t next)
    {
        static const Insn none{};
        const Insn &insn = now.skipped ? none : *now.insn;
        const int64_t ready = std::max(operands_ready(insn), insn.kind == Kind::store ? *oldest_store() : 0);
        const Insn *partner = nullptr;
        int64_t at;
        if (older_ != nullptr && ready <= older_at_ && pairs(*older_, older_step_, insn, now)) {
            partner = older_;
            at = older_at_;
        } else {
            at = std::max(std::max(ready, older_ != nullptr ? older_at_ + 1 : cycle_), cycle_);
        }
        results(insn, issues_early(insn, partner, at), at);
        if (insn.kind == Kind::store) {
            int64_t &bank = bank_[now.address >> 2 & 1];
            bank = std::max(bank, at + 1) + (insn.operand.bytes < 4 ? part_store : whole_store);
            *oldest_store() = bank;
        }
        if ((insn.traits & trait_flags) != 0) {
            flags_ = at;
        }
        if (partner != nullptr) {
            older_ = nullptr;
            cycle_ = at + 1;
        } else {
            older_ = &insn;
            older_step_ = now;
            older_at_ = cycle_ = at;
        }
        if (insn.kind == Kind::load_multiple || insn.kind == Kind::store_multiple) {
            older_ = nullptr;
            const bool odd = insn.kind == Kind::store_multiple && insn.count % 2 == 0 && now.address % 8 != 0;
            cycle_ = at + (insn.count + 1) / 2 + odd;
        }
        if (insn.writes_pc) {
            branch(insn, next, at);
        }
    }

    void branch(const Insn &insn, uint32_t next, int64_t at)
    {
        const bool taken = next != insn.address + insn.size;
        bool predicted = true;
        if (insn.kind == Kind::branch_cond) {
            auto seen = counter_.find(insn.address);
            if (seen == counter_.end()) { /* the first meeting counts as predicted */
                seen = counter_.emplace(insn.address, taken ? 3 : 0).first;
            }
            predicted = (seen->second >= 2) == taken;
            seen->second = taken ? std::min(seen->second + 1, 3) : std::max(seen->second - 1, 0);
        }
        if (!predicted || taken) {
            older_ = nullptr;
            cycle_ = at + 1 + (predicted ? 0 : at - flags_ < 3 ? mispredict : mispredict_early_flags);
        }
        if (insn.kind == Kind::branch_reg || insn.kind == Kind::move_pc || insn.loads_pc) {
            older_ = nullptr;
            cycle_ = std::max(cycle_, at + 1) + indirect;
        }
    }

    int64_t cycle_, flags_, older_at_ = 0;
    const Insn *older_;
    Step older_step_{};
    int64_t available_[48], loaded_[48];
    int64_t stored_[store_buffer], bank_[2];    /* when a place of the buffer, and a bank, is free */
    std::unordered_map<uint32_t, int> counter_; /* by branch: 0 and 1 foretell that it is not taken */
};

} // namespace

std::unique_ptr<Timing> make_timing_m7()
{
    return std::make_unique<TimingM7>();
}

} // namespace cortexm
