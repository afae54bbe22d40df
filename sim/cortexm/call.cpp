/* SPDX-License-Identifier: Apache-2.0 */
/* Argument placement, canaries and stack depth around a call (AAPCS32, section 6). */
#include "sim/cortexm/call.h"

#include <algorithm>

namespace cortexm
{
namespace
{

constexpr uint32_t stack_bytes = 0x4000, guard_bytes = 16;
constexpr unsigned first_saved = 4, last_saved = 11;
constexpr uint32_t canary = 0xc0ffee00;
constexpr uint8_t unwritten = 0xa5;

uint8_t nibble(char c)
{
    if (c >= '0' && c <= '9') {
        return static_cast<uint8_t>(c - '0');
    }
    const char lower = static_cast<char>(c | 0x20);
    if (lower >= 'a' && lower <= 'f') {
        return static_cast<uint8_t>(lower - 'a' + 10);
    }
    throw Fault(std::string("not a hexadecimal digit: ") + c);
}

std::vector<uint8_t> unhex(const std::string &text)
{
    if (text.size() % 2 != 0) {
        throw Fault("odd number of hexadecimal digits");
    }
    std::vector<uint8_t> bytes;
    for (size_t i = 0; i < text.size(); i += 2) {
        bytes.push_back(static_cast<uint8_t>(nibble(text[i]) << 4 | nibble(text[i + 1])));
    }
    return bytes;
}

uint32_t number(const std::string &text)
{
    size_t used = 0;
    long long value = 0;
    try {
        value = std::stoll(text, &used, 0);
    } catch (const std::exception &) {
        used = 0;
    }
    if (used == 0 || used != text.size() || value < INT32_MIN || value > UINT32_MAX) {
        throw Fault("not an argument: " + text);
    }
    return static_cast<uint32_t>(value);
}

} // namespace

Argument parse_argument(const std::string &text, const ElfImage &image)
{
    Argument argument;
    const size_t colon = text.find(':');
    if (colon == std::string::npos) {
        argument.value = number(text);
        return argument;
    }
    std::string kind = text.substr(0, colon);
    const std::string rest = text.substr(colon + 1);
    if (kind == "sym") {
        const auto symbol = image.symbols.find(rest);
        if (symbol == image.symbols.end()) {
            throw Fault("no symbol " + rest);
        }
        argument.value = symbol->second.address | (symbol->second.function ? 1u : 0u);
        return argument;
    }
    const size_t at = kind.find('@');
    if (at != std::string::npos) {
        argument.misalign = number(kind.substr(at + 1)) % 8;
        kind.resize(at);
    }
    argument.buffer = true;
    argument.writable = kind == "out" || kind == "inout" || kind == "secretio";
    if (kind == "in" || kind == "inout") {
        argument.bytes = unhex(rest);
    } else if (kind == "out") {
        argument.bytes.assign(number(rest), unwritten);
    } else if (kind == "secret" || kind == "secretio") {
        const size_t plus = std::min(rest.find('+'), rest.size());
        argument.secret_bytes = number(rest.substr(0, plus));
        argument.bytes.assign(argument.secret_bytes, unwritten);
        const std::vector<uint8_t> fixed = unhex(rest.substr(std::min(plus + 1, rest.size())));
        argument.bytes.insert(argument.bytes.end(), fixed.begin(), fixed.end());
    } else {
        throw Fault("not an argument: " + text);
    }
    return argument;
}

Caller::Caller(Machine *machine, const ElfImage *image) : machine_(machine), image_(image)
{
    const Range &ram = machine->memory().ram;
    arena_ = ram.base;
    for (const Segment &segment : image->segments) {
        if (ram.holds(segment.address, 1)) {
            arena_ = std::max(arena_, segment.address + segment.memory_size);
        }
    }
    arena_ = (arena_ + 1023) & ~1023u;
}

void Caller::place(std::vector<Argument> *arguments)
{
    const Range &ram = machine_->memory().ram;
    uint32_t at = arena_;
    for (Argument &argument : *arguments) {
        if (argument.buffer) {
            const uint32_t size = static_cast<uint32_t>(argument.bytes.size());
            argument.value = at + argument.misalign;
            at = (argument.value + size + guard_bytes + 7) & ~7u;
            if (size > ram.size || at > ram.base + ram.size - std::min(stack_bytes, ram.size / 4)) {
                throw Fault("the buffers do not fit into RAM");
            }
            machine_->write(argument.value, argument.bytes.data(), size);
        }
    }
}

CallResult Caller::call(const std::string &symbol, std::vector<Argument> arguments, uint64_t max_instructions)
{
    const auto found = image_->symbols.find(symbol);
    if (found == image_->symbols.end() || !found->second.function) {
        throw Fault("no function " + symbol);
    }
    place(&arguments);
    const Range &ram = machine_->memory().ram;
    const uint32_t on_stack = arguments.size() > 4 ? static_cast<uint32_t>(arguments.size() - 4) : 0;
    const uint32_t top = ram.base + ram.size - 64, entry_sp = (top - 4 * on_stack) & ~7u;
    /* The return address is the last halfword of flash, which no image reaches. */
    const uint32_t back = machine_->memory().flash.base + machine_->memory().flash.size - 2;
    for (uint32_t i = 0; i < arguments.size(); i++) {
        if (i < 4) {
            machine_->set_reg(i, arguments[i].value);
        } else {
            machine_->write(entry_sp + 4 * (i - 4), &arguments[i].value, 4);
        }
    }
    for (unsigned i = first_saved; i <= last_saved; i++) {
        machine_->set_reg(i, canary + i);
    }
    machine_->set_reg(13, entry_sp);
    machine_->set_reg(14, back | 1);
    const Range stack{top - stack_bytes, entry_sp + 4 * on_stack - (top - stack_bytes)};
    std::vector<Range> permitted = {stack};
    for (const Argument &argument : arguments) {
        if (argument.writable) {
            permitted.push_back({argument.value, static_cast<uint32_t>(argument.bytes.size())});
        }
    }
    machine_->permit_writes(permitted);
    const std::vector<uint8_t> clean(entry_sp - stack.base, unwritten);
    machine_->write(stack.base, clean.data(), static_cast<uint32_t>(clean.size()));
    machine_->watch_lowest({stack.base, entry_sp - stack.base});
    machine_->start_trace();
    if (machine_->run(found->second.address, back, max_instructions) != Machine::Stop::reached) {
        throw Fault("breakpoint at " + image_->place(machine_->reg(15)));
    }
    for (unsigned i = first_saved; i <= last_saved; i++) {
        if (machine_->reg(i) != canary + i) {
            throw Fault(symbol + " does not preserve r" + std::to_string(i));
        }
    }
    if (machine_->reg(13) != entry_sp) {
        throw Fault(symbol + " does not restore sp");
    }
    CallResult result{};
    result.cycles = static_cast<int64_t>(machine_->cycles()) + call_overhead(machine_->core());
    result.instructions = machine_->instructions();
    result.stack_bytes = entry_sp - machine_->lowest_written();
    result.residue.resize(result.stack_bytes);
    machine_->read(entry_sp - result.stack_bytes, result.residue.data(), result.residue.size());
    result.result = machine_->reg(0);
    result.written = machine_->written();
    for (const Argument &argument : arguments) {
        if (argument.writable) {
            std::vector<uint8_t> bytes(argument.bytes.size());
            machine_->read(argument.value, bytes.data(), bytes.size());
            result.outputs.push_back(bytes);
        }
    }
    return result;
}

} // namespace cortexm
