/* SPDX-License-Identifier: Apache-2.0 */
/* A Cortex-M core with memory and devices: Unicorn executes, a trace of steps feeds the timing model, and what would
 * fault on the real core ends the run with a Fault. Interrupts are not modelled; enabling one is a Fault. */
#ifndef OB_SIM_CORTEXM_MACHINE_H
#define OB_SIM_CORTEXM_MACHINE_H

#include "sim/cortexm/decode.h"
#include "sim/cortexm/device/device.h"
#include "sim/cortexm/elf_image.h"
#include "sim/cortexm/timing.h"

#include <deque>
#include <functional>
#include <memory>
#include <unicorn/unicorn.h>
#include <vector>

namespace cortexm
{

struct Range {
    uint32_t base, size;

    bool holds(uint32_t address, uint32_t length) const
    {
        return address >= base && address - base < size && length <= size - (address - base);
    }
};

struct MemoryMap {
    Range flash, ram;
    std::vector<Range> more; /* RAM elsewhere */

    bool holds(uint32_t address, uint32_t length) const;
};

MemoryMap default_memory(Core core);

class Machine final : public Bus
{
  public:
    enum class Stop { reached, breakpoint };
    using Observer = std::function<void(const Step *steps, size_t n)>;

    Machine(Core core, const MemoryMap &map, const WaitStates &wait = {});
    ~Machine() override;
    Machine(const Machine &) = delete;
    Machine &operator=(const Machine &) = delete;

    Core core() const
    {
        return core_;
    }
    const MemoryMap &memory() const
    {
        return map_;
    }

    /* Whole 4 KiB pages; the device stays the caller's and must outlive the machine. */
    void attach(uint32_t base, uint32_t size, Device *device);
    /* Segments go to their run address, or to their load address where a start-up code copies them. */
    void load(const ElfImage &image, bool at_load_address);

    void write(uint32_t address, const void *data, size_t size);
    void read(uint32_t address, void *data, size_t size) const;
    uint32_t reg(unsigned number) const; /* 0 to 15 */
    void set_reg(unsigned number, uint32_t value);

    /* Start a new trace, then run until the address is reached or a breakpoint stands at pc. */
    void start_trace();
    Stop run(uint32_t pc, uint32_t until, uint64_t max_instructions);

    uint64_t cycles();
    uint64_t access_cycle() override;
    void wait(uint64_t cycles) override;
    bool interrupts_masked() override;
    /* Every register that an instruction of the trace writes. */
    RegSet written() const
    {
        return written_;
    }
    uint64_t instructions() const
    {
        return executed_;
    }
    std::string text(uint32_t address);
    const Insn &decoded(uint32_t address);

    void observe(Observer observer)
    {
        observer_ = std::move(observer);
    }
    void without_timing(bool off)
    {
        untimed_ = off;
    }
    /* From now on, an instruction that reaches for other data than its operand says is a Fault. Takes much longer. */
    void check_addresses();
    /* Writes elsewhere are a Fault; an empty list permits all of RAM. */
    void permit_writes(std::vector<Range> ranges)
    {
        permitted_ = std::move(ranges);
    }
    /* The lowest address written within the range since it was set. */
    void watch_lowest(Range range);
    uint32_t lowest_written() const
    {
        return lowest_;
    }
    /* Functions of variable latency: r0 to r3 on their entry count as operands. */
    void watch_operands(uint32_t entry);

  private:
    static void on_code(uc_engine *uc, uint64_t address, uint32_t size, void *self);
    static void on_memory(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value, void *self);
    static bool on_invalid(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value, void *self);
    static uint64_t on_device_read(uc_engine *uc, uint64_t offset, unsigned size, void *slot);
    static void on_device_write(uc_engine *uc, uint64_t offset, unsigned size, uint64_t value, void *slot);

    struct Slot {
        Machine *machine;
        Device *device;
    };
    struct Page {
        const Insn *insns[2048];
    };

    void step(uint32_t address);
    void access(Step *now);
    bool below_stack(const Insn &insn, uint32_t address) const;
    void store(const Insn &insn, uint32_t address, uint32_t size);
    void compare_bytes();
    void compare_address(bool write, uint32_t address, uint32_t size);
    uint32_t operands_of(const Insn &insn) const;
    void fill_skipped(uint32_t address);
    void push(const Insn *insn, bool skipped);
    void flush(uint32_t next);
    void stop(const std::string &reason);
    void stop_at(const std::string &reason, uint32_t address);
    void check(uc_err error, const char *what) const;
    const Insn *lookup(uint32_t address);
    const Insn *decode(uint32_t address);
    void forget(uint32_t address, uint32_t size);

    const Core core_;
    const MemoryMap map_;
    uc_engine *uc_ = nullptr;
    Decoder decoder_;
    std::unique_ptr<Timing> timing_;
    std::vector<std::unique_ptr<Page>> pages_;
    std::deque<Insn> insns_; /* steps of the trace point at them */
    std::vector<std::unique_ptr<Slot>> slots_;
    std::vector<Step> trace_;
    size_t pending_ = 0;
    uint64_t executed_ = 0, limit_ = 0;
    RegSet written_ = 0;
    uint32_t next_ = 0;    /* behind the newest step */
    uint32_t reached_ = 0; /* bytes of data since then, if they are checked */
    bool breakpoint_ = false, stopped_ = false, untimed_ = false, checks_addresses_ = false;
    std::string fault_;
    Observer observer_;
    std::vector<Range> permitted_, devices_;
    Range watched_{0, 0};
    uint32_t lowest_ = 0;
    std::vector<uint32_t> operand_entries_;
};

} // namespace cortexm

#endif
