/* SPDX-License-Identifier: Apache-2.0 */
/* Cortex-M3 and M4 at zero wait states: three stages, a word-wide prefetch buffer, early address generation and
 * pipelined loads. Instruction costs are those of DDI 0337I (3-1) and DDI 0439B (3-1); the buffer depth, the branch
 * refill of one cycle and the order of load and store pipelining are fitted to figures of real parts. */
#include "sim/cortexm/timing.h"

#include <algorithm>

namespace cortexm
{
namespace
{

constexpr unsigned buffer_words = 4; /* prefetch buffer, with the word that is on its way */
constexpr unsigned ring = 8;         /* fetches remembered; at least twice the buffer */
constexpr int64_t fetch_latency = 2; /* request to decode */

/* Data-dependent on real M3 (3 to 5 and 2 to 12 cycles); a constant here, and reported by the leak check. */
constexpr int64_t m3_long_multiply = 4, divide = 6;
constexpr int64_t barrier = 4;

/* The number of 32-bit instructions in a row, at odd halfwords after a load or store of several registers, of which the
 * last one waits a cycle (ePrint 2025/523, and others' notes; fitted on X25519, bench/peers/validation.csv). */
constexpr unsigned odd_row = 3;

class TimingM3M4 final : public Timing
{
  public:
    TimingM3M4(bool m4, const WaitStates &wait)
        : m4_(m4), flash_(wait), ram_(wait.ram_cycles), buffer_(buffer_words - (wait.flash_cycles != 0 ? 1 : 0))
    {
        reset();
    }

    void reset() override
    {
        flash_.restart();
        started_ = false;
        first_ = issue_ = 0;
        free_any_ = free_access_ = free_nop_ = free_after_store_ = 0;
        previous_ = nullptr;
        previous_skipped_ = false;
        odd_ = odd_row + 1;
        std::fill(std::begin(ready_), std::end(ready_), Ready{0, 0});
    }

    void run(const Step *steps, size_t n, uint32_t next) override
    {
        if (n != 0 && !started_) {
            refetch(steps[0].insn->address, 0);
        }
        for (size_t i = 0; i < n; i++) {
            step(steps[i], i + 1 < n ? steps[i + 1].insn->address : next);
        }
    }

    uint64_t cycles() const override
    {
        return started_ ? static_cast<uint64_t>(std::max(first_request_ + fetch_latency, issue_) + 1 - first_) : 0;
    }

  private:
    /* When a register can be an operand, and when one of an address. */
    struct Ready {
        int64_t alu, address;
    };

    /* The fetch stream restarts at the word that holds address; its first request goes out at time. */
    void refetch(uint32_t address, int64_t time)
    {
        first_word_ = last_word_ = address >> 2;
        first_request_ = request_[last_word_ % ring] = from_flash(address, time);
        stolen_count_ = 0;
    }

    /* When a word that is requested at this time takes the place of one that needs no waiting. */
    int64_t from_flash(uint32_t address, int64_t time)
    {
        return flash_.holds(address) ? flash_.fetch(address, time) : time;
    }

    bool is_stolen(int64_t time) const
    {
        const unsigned known = std::min(stolen_count_, ring);
        return std::find(stolen_, stolen_ + known, time) != stolen_ + known;
    }

    /* Request all words up to this one: one a cycle, once the buffer has room, and not while a branch steals the slot.
     */
    void request(uint32_t word)
    {
        while (last_word_ != word) {
            int64_t time = request_[last_word_ % ring] + 1;
            last_word_++;
            if (last_word_ - first_word_ >= buffer_) {
                time = std::max(time, consumed_[(last_word_ - buffer_) % ring]);
            }
            time += is_stolen(time);
            request_[last_word_ % ring] = from_flash(last_word_ << 2, time);
        }
    }

    /* Decode time of the instruction; frees the words that it is the last to use. */
    int64_t decode_time(const Insn &insn)
    {
        const uint32_t end = insn.address + insn.size, word = insn.address >> 2, last = (end - 2) >> 2;
        if (last != last_word_) {
            request(word);
            request(last);
        }
        int64_t time = request_[word % ring];
        if (last != word) {
            time = std::max(time, request_[last % ring]);
        }
        time = std::max(issue_, time + fetch_latency);
        if (last != word) {
            consumed_[word % ring] = time;
        }
        if (end % 4 == 0) {
            consumed_[last % ring] = time;
        }
        return time;
    }

    bool is_access(const Insn &insn) const
    {
        return insn.kind == Kind::load || insn.kind == Kind::store;
    }

    /* When the execute stage is free for this instruction: accesses overlap the data phase of a preceding load. */
    int64_t stage_free(const Insn &insn) const
    {
        const Kind before = previous_ == nullptr || previous_skipped_ ? Kind::alu : previous_->kind;
        int64_t time = is_access(insn) ? free_access_ : insn.kind == Kind::nop ? free_nop_ : free_any_;
        if (insn.kind == Kind::load && before == Kind::load) {
            const bool same_base = (previous_->address_regs & insn.address_regs) != 0;
            if ((insn.writeback && !m4_) || (previous_->writeback && m4_ && same_base)) {
                time = std::max(time, free_any_);
            }
        }
        if (before == Kind::store && (insn.kind == Kind::load || insn.kind == Kind::load_multiple)) {
            time = std::max(time, free_after_store_);
        }
        return time;
    }

    /* When what an access needs is there. Others find their operands: no result is later than the time at which the
     * execute stage is free of the instruction that makes it, and only an access may enter the stage before that. */
    int64_t operands_ready(const Insn &insn) const
    {
        if (!is_access(insn) && insn.kind != Kind::load_multiple && insn.kind != Kind::store_multiple) {
            return 0;
        }
        int64_t time = 0;
        for (RegSet left = insn.src & ~reg_pc; left != 0; left &= left - 1) {
            const int reg = __builtin_ctzll(left);
            const bool early = ((insn.address_regs >> reg) & 1) != 0;
            if (insn.kind == Kind::store && !early && previous_ != nullptr && previous_->kind == Kind::load &&
                !previous_skipped_ && ((previous_->data_regs >> reg) & 1) != 0) {
                continue; /* a store forwards what the load right before it brings */
            }
            time = std::max(time, early ? ready_[reg].address : ready_[reg].alu);
        }
        return time;
    }

    int64_t alu_cycles(const Insn &insn) const
    {
        switch (insn.kind) {
        case Kind::multiply_long:
            return m4_ ? 1 : m3_long_multiply;
        case Kind::multiply:
            return m4_ || (insn.traits & trait_accumulate) == 0 ? 1 : 2;
        case Kind::divide:
            return divide;
        case Kind::barrier:
            return barrier;
        case Kind::fp_move:
            return insn.count;
        default:
            return 1;
        }
    }

    void occupy(int64_t any, int64_t access, int64_t nop)
    {
        free_any_ = any;
        free_access_ = access;
        free_nop_ = nop;
    }

    /* The instruction issues at issue_; note when its unit and its results are free. */
    void execute(const Insn &insn, bool skipped, bool folds)
    {
        int64_t alu = issue_ + 1, address = issue_ + 2;
        const Kind kind = skipped ? Kind::alu : insn.kind;
        if (kind == Kind::load) {
            occupy(issue_ + 2, issue_ + 1, issue_ + 1);
            alu = issue_ + 2;
        } else if (kind == Kind::store) {
            const int64_t taken = insn.register_offset ? 2 : 1;
            occupy(issue_ + taken, issue_ + taken, issue_ + 1);
            free_after_store_ = issue_ + 2;
        } else if (kind == Kind::load_multiple || kind == Kind::store_multiple) {
            const int64_t end = issue_ + 1 + insn.count;
            occupy(end, end, end);
            alu = address = end;
        } else {
            const int64_t end = issue_ + (folds ? 0 : skipped ? 1 : alu_cycles(insn));
            occupy(end, end, end);
            alu = end;
            address = end + 1;
        }
        if (skipped) {
            return;
        }
        for (RegSet left = insn.dst; left != 0; left &= left - 1) {
            ready_[__builtin_ctzll(left)] = {alu, address};
        }
        if (insn.writeback && is_access(insn)) {
            for (RegSet left = insn.address_regs & insn.dst & ~insn.data_regs; left != 0; left &= left - 1) {
                ready_[__builtin_ctzll(left)] = {issue_ + 1, issue_ + 1};
            }
        }
    }

    void step(const Step &now, uint32_t next)
    {
        const Insn &insn = *now.insn;
        const bool skipped = now.skipped;
        const int64_t decoded = decode_time(insn);
        const bool folds = insn.kind == Kind::it && previous_ != nullptr && !previous_skipped_ && !previous_->wide() &&
                           (previous_->kind == Kind::alu || previous_->kind == Kind::nop);
        const int64_t before = issue_;
        if (skipped) {
            issue_ = std::max(decoded + 1, free_any_);
        } else {
            issue_ = std::max(std::max(decoded + 1, stage_free(insn)), operands_ready(insn));
        }
        if (!started_) {
            started_ = true;
            first_ = issue_;
        }
        issue_ += stalls_at_odd_halfword(insn);
        if (folds) {
            issue_ = before;
        }
        if (now.accesses != 0) {
            issue_ = flash_.holds(now.address) ? flash_.load(now.address, issue_)
                                               : issue_ + int64_t{ram_} * now.accesses + now.waits;
        }
        execute(insn, skipped, folds);
        if (!skipped && insn.writes_pc) {
            branch(insn, next, decoded);
        }
        previous_ = &insn;
        previous_skipped_ = skipped;
    }

    /* Whether this is the last of a row of 32-bit instructions at odd halfwords behind one that moves several
     * registers.
     */
    bool stalls_at_odd_halfword(const Insn &insn)
    {
        if (insn.count > 1 && (insn.kind == Kind::load_multiple || insn.kind == Kind::store_multiple)) {
            odd_ = 0;
            return false;
        }
        odd_ = insn.wide() && insn.address % 4 != 0 && odd_ < odd_row ? odd_ + 1 : odd_row + 1;
        return odd_ == odd_row;
    }

    void branch(const Insn &insn, uint32_t next, int64_t decoded)
    {
        const bool taken = next != insn.address + insn.size;
        const bool direct = insn.kind == Kind::branch || insn.kind == Kind::call || insn.kind == Kind::branch_cond;
        if (!direct && !insn.returns_by_lr) {
            const int64_t resolved = free_any_ - 1;
            refetch(next, resolved);
            issue_ = resolved + 1;
            occupy(issue_, issue_, issue_);
        } else if (taken) {
            refetch(next, decoded); /* the target is fetched while the branch is decoded */
            issue_++;
            const int64_t end = std::max(free_any_, issue_ + 1);
            occupy(end, end, end);
        } else if (insn.kind == Kind::branch_cond) {
            stolen_[stolen_count_++ % ring] = decoded;
        }
    }

    const bool m4_;
    Flash flash_;
    const unsigned ram_, buffer_;
    bool started_, previous_skipped_;
    int64_t first_, issue_;
    int64_t free_any_, free_access_, free_nop_, free_after_store_;
    Ready ready_[48];
    uint32_t first_word_ = 0, last_word_ = 0;
    int64_t first_request_ = 0, request_[ring] = {}, consumed_[ring] = {};
    int64_t stolen_[ring] = {};
    unsigned stolen_count_ = 0;
    unsigned odd_; /* of such a row, so far; more than odd_row: there is none */
    const Insn *previous_;
};

} // namespace

std::unique_ptr<Timing> make_timing_m3m4(bool m4, const WaitStates &wait)
{
    return std::make_unique<TimingM3M4>(m4, wait);
}

} // namespace cortexm
