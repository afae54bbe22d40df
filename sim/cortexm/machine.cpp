/* SPDX-License-Identifier: Apache-2.0 */
/* The machine around Unicorn: hooks, decode cache, trace, and the faults that Unicorn itself does not raise. */
#include "sim/cortexm/machine.h"

#include <algorithm>
#include <cstdio>

namespace cortexm
{
namespace
{

constexpr size_t trace_steps = 4096;
constexpr uint32_t page_bytes = 4096;
constexpr uint32_t longest_it_block = 16; /* four 32-bit instructions */

int unicorn_core(Core core)
{
    switch (core) {
    case Core::m0:
    case Core::m0plus:
        return UC_CPU_ARM_CORTEX_M0;
    case Core::m3:
        return UC_CPU_ARM_CORTEX_M3;
    case Core::m4:
        return UC_CPU_ARM_CORTEX_M4;
    default:
        return UC_CPU_ARM_CORTEX_M7;
    }
}

int unicorn_reg(unsigned number)
{
    return number < 13    ? UC_ARM_REG_R0 + static_cast<int>(number)
           : number == 13 ? UC_ARM_REG_SP
           : number == 14 ? UC_ARM_REG_LR
                          : UC_ARM_REG_PC;
}

std::string hex(uint64_t value)
{
    char text[24];
    std::snprintf(text, sizeof text, "0x%08llx", static_cast<unsigned long long>(value));
    return text;
}

} // namespace

MemoryMap default_memory(Core core)
{
    /* The largest map of the supported parts: flash where STM32 has it, SRAM (DTCM on the M7) at its architectural
     * base. */
    return {{0x08000000, 0x200000}, {0x20000000, core == Core::m7 ? 0x20000u : 0x40000u}, {}};
}

bool MemoryMap::holds(uint32_t address, uint32_t length) const
{
    return flash.holds(address, length) || ram.holds(address, length) ||
           std::any_of(more.begin(), more.end(), [=](const Range &range) { return range.holds(address, length); });
}

Machine::Machine(Core core, const MemoryMap &map, const WaitStates &wait)
    : core_(core), map_(map), decoder_(core), timing_(make_timing(core, wait)), pages_(size_t{1} << 20),
      trace_(trace_steps)
{
    check(uc_open(UC_ARCH_ARM, static_cast<uc_mode>(UC_MODE_THUMB | UC_MODE_MCLASS), &uc_), "open");
    check(uc_ctl_set_cpu_model(uc_, unicorn_core(core)), "core model");
    check(uc_mem_map(uc_, map.flash.base, map.flash.size, UC_PROT_READ | UC_PROT_EXEC), "flash");
    check(uc_mem_map(uc_, map.ram.base, map.ram.size, UC_PROT_ALL), "ram");
    for (const Range &range : map.more) {
        check(uc_mem_map(uc_, range.base, range.size, UC_PROT_ALL), "ram");
    }
    uc_hook hook;
    check(uc_hook_add(uc_, &hook, UC_HOOK_CODE, reinterpret_cast<void *>(on_code), this, 1, 0), "code hook");
    check(uc_hook_add(uc_, &hook, UC_HOOK_MEM_INVALID, reinterpret_cast<void *>(on_invalid), this, 1, 0), "fault hook");
}

Machine::~Machine()
{
    uc_close(uc_);
}

void Machine::check(uc_err error, const char *what) const
{
    if (error != UC_ERR_OK) {
        throw Fault(std::string(what) + ": " + uc_strerror(error));
    }
}

void Machine::attach(uint32_t base, uint32_t size, Device *device)
{
    slots_.push_back(std::make_unique<Slot>(Slot{this, device}));
    Slot *slot = slots_.back().get();
    devices_.push_back({base, size});
    check(uc_mmio_map(uc_, base, size, on_device_read, slot, on_device_write, slot), "device");
}

void Machine::load(const ElfImage &image, bool at_load_address)
{
    for (const Segment &segment : image.segments) {
        const uint32_t address = at_load_address ? segment.load_address : segment.address;
        const uint32_t size = static_cast<uint32_t>(segment.bytes.size());
        const uint32_t extent = at_load_address ? size : segment.memory_size;
        if (!map_.holds(address, extent)) {
            throw Fault("segment at " + hex(address) + " lies outside flash and RAM");
        }
        write(address, segment.bytes.data(), size);
    }
}

void Machine::write(uint32_t address, const void *data, size_t size)
{
    if (size != 0) {
        check(uc_mem_write(uc_, address, data, size), "write");
        forget(address, static_cast<uint32_t>(size));
    }
}

void Machine::read(uint32_t address, void *data, size_t size) const
{
    check(uc_mem_read(uc_, address, data, size), "read");
}

uint32_t Machine::reg(unsigned number) const
{
    uint32_t value = 0;
    check(uc_reg_read(uc_, unicorn_reg(number), &value), "register");
    return value;
}

void Machine::set_reg(unsigned number, uint32_t value)
{
    check(uc_reg_write(uc_, unicorn_reg(number), &value), "register");
}

void Machine::watch_lowest(Range range)
{
    watched_ = range;
    lowest_ = range.base + range.size;
}

void Machine::watch_operands(uint32_t entry)
{
    operand_entries_.push_back(entry & ~1u);
}

void Machine::check_addresses()
{
    uc_hook hook;
    check(
        uc_hook_add(uc_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, reinterpret_cast<void *>(on_memory), this, 1, 0),
        "memory hook");
    checks_addresses_ = true;
}

void Machine::start_trace()
{
    timing_->reset();
    pending_ = 0;
    executed_ = 0;
    reached_ = 0;
    written_ = 0;
}

/* The emulator may stop in the middle of a trace (semihosting); the trace then goes on at the next run. */
Machine::Stop Machine::run(uint32_t pc, uint32_t until, uint64_t max_instructions)
{
    fault_.clear();
    breakpoint_ = stopped_ = false;
    limit_ = executed_ + max_instructions;
    const uc_err error = uc_emu_start(uc_, pc | 1, until & ~1u, 0, 0);
    const uint32_t at = reg(15) & ~1u;
    if (fault_.empty() && error != UC_ERR_OK) {
        const uint32_t where = pending_ != 0 ? trace_[pending_ - 1].insn->address : at;
        fault_ = std::string(uc_strerror(error)) + " at " + hex(where);
    }
    if (!fault_.empty()) {
        throw Fault(fault_);
    }
    if (breakpoint_) {
        return Stop::breakpoint;
    }
    flush(at);
    if (at != (until & ~1u)) {
        throw Fault("stopped at " + hex(at));
    }
    return Stop::reached;
}

/* All but the newest step have a known successor; with next, so has that one. */
void Machine::flush(uint32_t next)
{
    if (pending_ != 0) {
        for (size_t i = 0; i < pending_; i++) {
            written_ |= trace_[i].insn->dst;
        }
        if (observer_) {
            observer_(trace_.data(), pending_);
        }
        if (!untimed_) {
            timing_->run(trace_.data(), pending_, next);
        }
        pending_ = 0;
    }
}

uint64_t Machine::cycles()
{
    if (pending_ > 1) {
        const Step last = trace_[--pending_];
        flush(last.insn->address);
        trace_[pending_++] = last;
    }
    return timing_->cycles();
}

/* Of several accesses of an instruction each takes a cycle, and what the ones before had to wait. */
uint64_t Machine::access_cycle()
{
    const uint64_t before = cycles();
    const Step &now = trace_[pending_ - 1];
    return before + now.waits + now.device_accesses;
}

void Machine::wait(uint64_t cycles)
{
    trace_[pending_ - 1].waits += static_cast<uint32_t>(cycles);
}

bool Machine::interrupts_masked()
{
    uint32_t primask = 0;
    check(uc_reg_read(uc_, UC_ARM_REG_PRIMASK, &primask), "primask");
    return (primask & 1) != 0;
}

void Machine::push(const Insn *insn, bool skipped)
{
    if (pending_ == trace_steps) {
        flush(insn->address);
    }
    trace_[pending_++] = {insn, 0, 0, 0, skipped, 0, 0};
}

const Insn *Machine::lookup(uint32_t address)
{
    const std::unique_ptr<Page> &page = pages_[address / page_bytes];
    const Insn *insn = page ? page->insns[(address % page_bytes) / 2] : nullptr;
    return insn != nullptr ? insn : decode(address);
}

const Insn *Machine::decode(uint32_t address)
{
    uint8_t bytes[4] = {};
    if (uc_mem_read(uc_, address, bytes, 4) != UC_ERR_OK) {
        check(uc_mem_read(uc_, address, bytes, 2), "fetch");
    }
    Insn insn;
    if (!decoder_.decode(address, bytes, &insn)) {
        throw Fault("undefined instruction for " + std::string(core_name(core_)) + " at " + hex(address));
    }
    insns_.push_back(insn);
    std::unique_ptr<Page> &page = pages_[address / page_bytes];
    if (!page) {
        page = std::make_unique<Page>(Page{});
    }
    return page->insns[(address % page_bytes) / 2] = &insns_.back();
}

const Insn &Machine::decoded(uint32_t address)
{
    return *lookup(address);
}

std::string Machine::text(uint32_t address)
{
    return decoder_.text(*lookup(address));
}

/* Steps of the trace may still point at a replaced instruction, so it is kept. */
void Machine::forget(uint32_t address, uint32_t size)
{
    const uint32_t first = address & ~3u;
    for (uint32_t at = first > 2 ? first - 2 : 0; at < address + size; at += 2) {
        if (pages_[at / page_bytes]) {
            pages_[at / page_bytes]->insns[(at % page_bytes) / 2] = nullptr;
        }
    }
}

void Machine::stop(const std::string &reason)
{
    if (fault_.empty()) {
        fault_ = reason;
    }
    stopped_ = true;
    uc_emu_stop(uc_);
}

void Machine::stop_at(const std::string &reason, uint32_t address)
{
    stop(reason + " at " + hex(address));
}

/* Unicorn reports no instruction whose IT condition fails, although the core spends a cycle on it: put it back. */
void Machine::fill_skipped(uint32_t address)
{
    const Insn *last = trace_[pending_ - 1].insn;
    bool skipped = trace_[pending_ - 1].skipped;
    if (last->jumps_by_table) {
        return;
    }
    uint32_t next = last->address + last->size;
    while ((skipped || !last->writes_pc) && address > next && address - next <= longest_it_block) {
        last = lookup(next);
        skipped = true;
        push(last, true);
        next += last->size;
    }
}

void Machine::step(uint32_t address)
{
    if (stopped_) {
        uc_emu_stop(uc_);
        return;
    }
    if (checks_addresses_) {
        compare_bytes();
    }
    if (address != next_ && pending_ != 0) {
        fill_skipped(address);
    }
    const Insn *insn = lookup(address);
    if (insn->kind == Kind::breakpoint) {
        breakpoint_ = stopped_ = true;
        uc_emu_stop(uc_);
        return;
    }
    if (executed_ == limit_) {
        stop_at("instruction limit reached", address);
        return;
    }
    executed_++;
    push(insn, false);
    reached_ = 0;
    next_ = address + insn->size;
    if (insn->operand.accesses != 0) {
        access(&trace_[pending_ - 1]);
    }
    if (observer_) {
        trace_[pending_ - 1].operands = operands_of(*insn);
    }
}

/* Of the operands that may change the latency of the instruction, or of a function of which it is the first. */
uint32_t Machine::operands_of(const Insn &insn) const
{
    RegSet regs = 0;
    if (insn.reads_variable_latency) {
        regs = insn.src & 0x7fff;
    } else if (std::find(operand_entries_.begin(), operand_entries_.end(), insn.address) != operand_entries_.end()) {
        regs = 0xf;
    }
    uint32_t mix = 0;
    for (; regs != 0; regs &= regs - 1) {
        mix = mix * 0x9e3779b1u + reg(static_cast<unsigned>(__builtin_ctzll(regs)));
    }
    return mix;
}

/* The instruction is about to reach its data. Unicorn could tell the address, but it looks up the state of the core for
 * each access that it tells of, which takes most of the time that there is. */
void Machine::access(Step *now)
{
    const Insn &insn = *now->insn;
    const Operand &data = insn.operand;
    const uint32_t size = uint32_t{data.accesses} * data.bytes;
    uint32_t address = data.base == 15 ? insn.address + 4 : reg(data.base);
    if (data.index != Operand::none) {
        address += reg(data.index) << data.shift;
    } else if (data.base == 15) {
        address &= ~3u;
    }
    address += static_cast<uint32_t>(data.offset);
    now->address = address;
    now->accesses = data.accesses;
    if (address % data.bytes != 0 && (data.aligned || core_ == Core::m0 || core_ == Core::m0plus)) {
        stop_at("unaligned access to " + hex(address), insn.address);
    } else if (below_stack(insn, address)) {
        stop_at("access below the stack pointer, to " + hex(address) + ",", insn.address);
    } else if (insn.kind == Kind::store || insn.kind == Kind::store_multiple) {
        store(insn, address, size);
    }
}

/* Whether a called function reaches below its stack pointer, where an interrupt may have written meanwhile. */
bool Machine::below_stack(const Insn &insn, uint32_t address) const
{
    const Operand &data = insn.operand;
    const bool at_sp = data.base == 13 && data.index == Operand::none && (insn.writeback || data.offset >= 0);
    return !at_sp && !permitted_.empty() && address - watched_.base < watched_.size && address < reg(13);
}

void Machine::store(const Insn &insn, uint32_t address, uint32_t size)
{
    const uint32_t first = std::max(address, watched_.base);
    if (first - address < size && first - watched_.base < watched_.size && first < lowest_) {
        lowest_ = first;
    }
    const auto holds = [=](const Range &range) { return range.holds(address, size); };
    if (!permitted_.empty() && std::none_of(permitted_.begin(), permitted_.end(), holds) &&
        std::none_of(devices_.begin(), devices_.end(), holds)) {
        stop_at("write to " + hex(address), insn.address);
    }
    for (uint32_t page = address / page_bytes; page <= (address + size - 1) / page_bytes; page++) {
        if (pages_[page]) {
            forget(address, size);
            break;
        }
    }
}

/* Unicorn reached for as many bytes as the newest step was to. */
void Machine::compare_bytes()
{
    if (pending_ != 0 && !trace_[pending_ - 1].skipped) {
        const Insn &insn = *trace_[pending_ - 1].insn;
        const unsigned size = unsigned{insn.operand.accesses} * insn.operand.bytes;
        if (reached_ != size) {
            throw Fault("reaches " + std::to_string(reached_) + " bytes, not " + std::to_string(size) + ", at " +
                        hex(insn.address));
        }
    }
}

void Machine::compare_address(bool write, uint32_t address, uint32_t size)
{
    if (pending_ == 0) {
        return;
    }
    /* With this hook, Unicorn 2.1 leaves the condition of an access in an IT block in the core's state, so that the
     * next instruction of another block of code would be conditional, too. */
    constexpr uint32_t it_bits = 0x0600fc00; /* of XPSR */
    uint32_t xpsr = 0;
    check(uc_reg_read(uc_, UC_ARM_REG_XPSR, &xpsr), "xpsr");
    xpsr &= ~it_bits;
    check(uc_reg_write(uc_, UC_ARM_REG_XPSR, &xpsr), "xpsr");
    const Step &now = trace_[pending_ - 1];
    if (address != now.address + reached_) {
        stop_at("reaches " + hex(address) + ", not " + hex(now.address + reached_), now.insn->address);
    }
    const bool store = now.insn->kind == Kind::store || now.insn->kind == Kind::store_multiple;
    reached_ += write == store ? size : 0; /* Unicorn reads before it stores exclusively */
}

void Machine::on_code(uc_engine *, uint64_t address, uint32_t, void *self)
{
    auto *machine = static_cast<Machine *>(self);
    try {
        machine->step(static_cast<uint32_t>(address));
    } catch (const std::exception &error) {
        machine->stop(error.what());
    }
}

void Machine::on_memory(uc_engine *, uc_mem_type type, uint64_t address, int size, int64_t, void *self)
{
    static_cast<Machine *>(self)->compare_address(type == UC_MEM_WRITE, static_cast<uint32_t>(address),
                                                  static_cast<uint32_t>(size));
}

bool Machine::on_invalid(uc_engine *, uc_mem_type type, uint64_t address, int, int64_t, void *self)
{
    auto *machine = static_cast<Machine *>(self);
    const bool fetch = type == UC_MEM_FETCH_UNMAPPED || type == UC_MEM_FETCH_PROT;
    const bool store = type == UC_MEM_WRITE_UNMAPPED || type == UC_MEM_WRITE_PROT;
    const std::string at = machine->pending_ ? " at " + hex(machine->trace_[machine->pending_ - 1].insn->address) : "";
    machine->stop(std::string(fetch ? "fetch from " : store ? "write to " : "read from ") + hex(address) + at);
    return false;
}

uint64_t Machine::on_device_read(uc_engine *, uint64_t offset, unsigned size, void *slot)
{
    auto *at = static_cast<Slot *>(slot);
    try {
        const uint32_t value = at->device->read(static_cast<uint32_t>(offset), size);
        at->machine->trace_[at->machine->pending_ - 1].device_accesses++;
        return value;
    } catch (const std::exception &error) {
        at->machine->stop(error.what());
        return 0;
    }
}

void Machine::on_device_write(uc_engine *, uint64_t offset, unsigned size, uint64_t value, void *slot)
{
    auto *at = static_cast<Slot *>(slot);
    try {
        at->device->write(static_cast<uint32_t>(offset), size, static_cast<uint32_t>(value));
        at->machine->trace_[at->machine->pending_ - 1].device_accesses++;
    } catch (const std::exception &error) {
        at->machine->stop(error.what());
    }
}

} // namespace cortexm
