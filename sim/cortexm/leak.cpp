/* SPDX-License-Identifier: Apache-2.0 */
/* Differential trace comparison: branches, data addresses, operands of variable-latency instructions, cycles. */
#include "sim/cortexm/leak.h"

#include <algorithm>
#include <random>
#include <set>

namespace cortexm
{
namespace
{

struct Record {
    const Insn *insn;
    uint32_t address, operands;
    bool skipped;
};

bool loads(const Record &record)
{
    return record.insn->kind == Kind::load || record.insn->kind == Kind::load_multiple;
}

constexpr uint32_t seed = 0x0b0a2d; /* any constant: the same secrets on every machine */

} // namespace

const char *const variable_latency_functions[] = {"__aeabi_lmul",     "__muldi3",         "__aeabi_uidiv",
                                                  "__aeabi_idiv",     "__aeabi_uidivmod", "__aeabi_idivmod",
                                                  "__aeabi_uldivmod", "__aeabi_ldivmod",  nullptr};

const char *leak_name(LeakKind kind)
{
    static const char *const names[] = {"branch", "address", "bank", "operand", "cycles"};
    return names[static_cast<unsigned>(kind)];
}

std::vector<Leak> find_leaks(Machine *machine, const ElfImage &image, const std::string &symbol,
                             const std::vector<Argument> &arguments, unsigned runs, uint64_t max_instructions)
{
    if (std::none_of(arguments.begin(), arguments.end(), [](const Argument &a) { return a.secret_bytes != 0; })) {
        throw Fault("no argument is secret");
    }
    for (const char *const *name = variable_latency_functions; *name != nullptr; name++) {
        const auto found = image.symbols.find(*name);
        if (found != image.symbols.end()) {
            machine->watch_operands(found->second.address);
        }
    }
    Caller caller(machine, &image);
    std::mt19937 random(seed);
    std::vector<Record> first, now;
    std::set<std::pair<LeakKind, uint32_t>> found;
    int64_t first_cycles = 0;
    machine->observe([&now](const Step *steps, size_t n) {
        for (size_t i = 0; i < n; i++) {
            now.push_back({steps[i].insn, steps[i].address, steps[i].operands, steps[i].skipped});
        }
    });
    for (unsigned run = 0; run < runs; run++) {
        std::vector<Argument> secret = arguments;
        for (Argument &argument : secret) {
            for (uint32_t i = 0; i < argument.secret_bytes; i++) {
                argument.bytes[i] = static_cast<uint8_t>(random());
            }
        }
        now.clear();
        const int64_t cycles = caller.call(symbol, secret, max_instructions).cycles;
        if (run == 0) {
            first.swap(now);
            first_cycles = cycles;
            continue;
        }
        for (size_t i = 0; i < first.size() && i < now.size(); i++) {
            const Record &a = first[i], &b = now[i];
            if (a.insn != b.insn || a.skipped != b.skipped) {
                found.insert({LeakKind::branch, first[i == 0 ? 0 : i - 1].insn->address});
                break;
            }
            if (a.address != b.address) {
                found.insert({LeakKind::address, a.insn->address});
            }
            if (a.operands != b.operands) {
                found.insert({LeakKind::operand, a.insn->address});
            }
        }
        if (cycles != first_cycles) {
            found.insert({LeakKind::cycles, image.symbols.at(symbol).address});
        }
    }
    machine->observe(nullptr);
    for (size_t i = 1; machine->core() == Core::m7 && i < first.size(); i++) {
        const Record &older = first[i - 1], &younger = first[i];
        if (loads(older) && loads(younger) &&
            (found.count({LeakKind::address, older.insn->address}) != 0 ||
             found.count({LeakKind::address, younger.insn->address}) != 0)) {
            found.insert({LeakKind::bank, younger.insn->address});
        }
    }
    std::vector<Leak> leaks;
    leaks.reserve(found.size());
    for (const auto &[kind, address] : found) {
        leaks.push_back({kind, address});
    }
    return leaks;
}

} // namespace cortexm
