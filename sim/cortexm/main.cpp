/* SPDX-License-Identifier: Apache-2.0 */
/* cortexm-sim: runs a program, calls a function and prints its cycles, or looks for timing leaks; see usage(). */
#include "sim/cortexm/bus_script.h"
#include "sim/cortexm/leak.h"
#include "sim/cortexm/part.h"
#include "sim/cortexm/semihost.h"
#include "sim/cortexm/system_devices.h"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <sstream>

using namespace cortexm;

namespace
{

/* The options before the verb. */
struct Options {
    uint64_t limit = 2000000000; /* instructions */
    bool quiet = false, check_addresses = false;
    unsigned flash_ws = 0, ram_ws = 0;
    std::string trace;              /* file for every instruction of a run */
    std::vector<std::string> words; /* what is wrong with the part's devices */
};
Options options;

int usage()
{
    std::fputs(
        "usage: cortexm-sim run   CORE ELF [ARGUMENT...]         run a semihosting program to its exit\n"
        "       cortexm-sim call  CORE ELF SYMBOL [ARGUMENT...]  call one function, print a line of JSON\n"
        "       cortexm-sim leak  CORE ELF SYMBOL [ARGUMENT...]  call it with differing secrets, list leaks\n"
        "       cortexm-sim trace CORE ELF SYMBOL [ARGUMENT...]  call it, print each instruction\n"
        "       cortexm-sim serve CORE ELF                       \"call ...\" and \"leak ...\" lines on stdin\n"
        "       cortexm-sim bus   PART                           accesses to its devices on standard input\n"
        "CORE is m0, m0plus, m3, m4 or m7, or a part: stm32f0, stm32l0, stm32f1, stm32f4, stm32h7, k64f or "
        "kl28z.\n"
        "An argument is a number, sym:NAME, in:HEX, inout:HEX, out:N, secret:N or secretio:N;\n"
        "in@K:HEX places a buffer K bytes beyond an 8-byte boundary.\n"
        "Before the verb: --flash-ws=N, --ram-ws=N (wait states; call: of the second call), "
        "--max-instructions=N (2000000000), --quiet (run: no summary),\n"
        "--trace=FILE (run: every instruction), --check-addresses (of data, against Unicorn's),\n"
        "--device=WORD: preempted (where an interrupt can be taken, another program uses the mmCAU), stolen "
        "(everywhere), silent (the\n"
        "crypto block gives all ones), lenient (an illegal command of the mmCAU is a flag, not a fault), version1 "
        "(of it), stuck (an LTC that does nothing), mended (one without errata), and access=N, round=N, invert=N, "
        "des=N, sha=N, ghash=N (cycles of "
        "the "
        "LTC).\n",
        stderr);
    return 2;
}

std::string quoted(const std::string &text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out + "\"";
}

std::string hex_bytes(const std::vector<uint8_t> &bytes)
{
    static const char digits[] = "0123456789abcdef";
    std::string text;
    for (const uint8_t byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

std::vector<Argument> parse_all(const std::vector<std::string> &words, size_t from, const ElfImage &image)
{
    std::vector<Argument> arguments;
    for (size_t i = from; i < words.size(); i++) {
        arguments.push_back(parse_argument(words[i], image));
    }
    return arguments;
}

void print_call(Machine *machine, const ElfImage &image, const std::vector<std::string> &words)
{
    if (options.flash_ws != 0) { /* fills the caches */
        Caller(machine, &image).call(words[0], parse_all(words, 1, image), options.limit);
    }
    const CallResult result = Caller(machine, &image).call(words[0], parse_all(words, 1, image), options.limit);
    std::ostringstream line;
    line << "{\"core\":\"" << core_name(machine->core()) << "\",\"symbol\":" << quoted(words[0])
         << ",\"cycles\":" << result.cycles << ",\"instructions\":" << result.instructions
         << ",\"stack_bytes\":" << result.stack_bytes << ",\"code_bytes\":" << image.symbols.at(words[0]).size
         << ",\"result\":" << result.result << ",\"written\":" << (result.written & 0xffff) << ",\"outputs\":[";
    for (size_t i = 0; i < result.outputs.size(); i++) {
        line << (i ? "," : "") << quoted(hex_bytes(result.outputs[i]));
    }
    line << "],\"residue\":" << quoted(hex_bytes(result.residue));
    std::cout << line.str() << "}" << std::endl;
}

size_t print_leaks(Machine *machine, const ElfImage &image, const std::vector<std::string> &words)
{
    constexpr unsigned runs = 8;
    const auto leaks = find_leaks(machine, image, words[0], parse_all(words, 1, image), runs, options.limit);
    std::ostringstream line;
    line << "{\"symbol\":" << quoted(words[0]) << ",\"leaks\":[";
    for (size_t i = 0; i < leaks.size(); i++) {
        line << (i ? "," : "") << "{\"kind\":\"" << leak_name(leaks[i].kind) << "\",\"address\":" << leaks[i].address
             << ",\"place\":" << quoted(image.place(leaks[i].address))
             << ",\"instruction\":" << quoted(machine->text(leaks[i].address)) << "}";
    }
    std::cout << line.str() << "]}" << std::endl;
    return leaks.size();
}

void print_trace(Machine *machine, const ElfImage &image, const std::vector<std::string> &words)
{
    std::unique_ptr<Timing> timing = make_timing(machine->core());
    Step held{};
    bool holding = false;
    const auto show = [&](const Step &step, uint32_t next) {
        timing->run(&step, 1, next);
        std::printf("%8llu  %08x  %s%s", static_cast<unsigned long long>(timing->cycles()), step.insn->address,
                    machine->text(step.insn->address).c_str(), step.skipped ? "  (skipped)" : "");
        std::printf(step.accesses ? "  [%08x]\n" : "\n", step.address);
    };
    machine->observe([&](const Step *steps, size_t n) {
        for (size_t i = 0; i < n; i++) {
            if (holding) {
                show(held, steps[i].insn->address);
            }
            held = steps[i];
            holding = true;
        }
    });
    print_call(machine, image, words);
    show(held, held.insn->address + held.insn->size + 2);
}

int serve(Machine *machine, const ElfImage &image)
{
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream in(line);
        std::vector<std::string> words;
        for (std::string word; in >> word;) {
            words.push_back(word);
        }
        if (words.empty()) {
            continue;
        }
        const std::string verb = words[0];
        words.erase(words.begin());
        try {
            if (words.empty() || (verb != "call" && verb != "leak")) {
                throw Fault("not a request: " + line);
            }
            if (verb == "call") {
                print_call(machine, image, words);
            } else {
                print_leaks(machine, image, words);
            }
        } catch (const std::exception &error) {
            std::cout << "{\"fault\":" << quoted(error.what()) << "}" << std::endl;
        }
    }
    return 0;
}

/* Writes each instruction as it is executed: address, text, data address, sp. */
void write_trace(Machine *machine, std::FILE *file)
{
    machine->observe([=](const Step *steps, size_t n) {
        for (size_t i = 0; i < n; i++) {
            std::fprintf(file, "%08x  %s%s", steps[i].insn->address, machine->text(steps[i].insn->address).c_str(),
                         steps[i].skipped ? "  (skipped)" : "");
            std::fprintf(file, steps[i].accesses ? "  [%08x]\n" : "\n", steps[i].address);
        }
    });
}

int run(Machine *machine, const ElfImage &image, const std::vector<std::string> &words)
{
    std::string command_line;
    for (const std::string &word : words) {
        command_line += (command_line.empty() ? "" : " ") + word;
    }
    std::FILE *trace = nullptr;
    if (!options.trace.empty()) {
        trace = std::fopen(options.trace.c_str(), "w");
        if (trace == nullptr) {
            throw std::runtime_error("cannot write " + options.trace);
        }
        write_trace(machine, trace);
    }
    /* Boards name their stack; its lowest words hold a pattern. */
    const auto bottom = image.symbols.find("cortexm_stack_bottom"), top = image.symbols.find("cortexm_stack_top");
    const bool has_stack = bottom != image.symbols.end() && top != image.symbols.end();
    if (has_stack) {
        constexpr uint32_t pattern = 32;
        const uint32_t base = bottom->second.address + pattern;
        machine->watch_lowest({base, top->second.address - base});
    }
    const auto start = std::chrono::steady_clock::now();
    int status;
    try {
        status = run_program(machine, image, command_line, options.limit);
    } catch (...) {
        std::fflush(stdout);
        machine->cycles(); /* brings the trace up to here */
        throw;
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (options.quiet) {
        return status;
    }
    std::fprintf(stderr, "%llu instructions, %llu cycles, %.1f M instructions/s\n",
                 static_cast<unsigned long long>(machine->instructions()),
                 static_cast<unsigned long long>(machine->cycles()),
                 static_cast<double>(machine->instructions()) / took.count() / 1e6);
    if (has_stack) {
        std::fprintf(stderr, "%u of %u bytes of stack\n", top->second.address - machine->lowest_written(),
                     top->second.address - bottom->second.address);
    }
    return status;
}

/* Takes the options off the front of the arguments; false if one is unknown. */
bool take_options(int *argc, char ***argv)
{
    for (; *argc > 1 && std::strncmp((*argv)[1], "--", 2) == 0; --*argc, ++*argv) {
        const std::string word = (*argv)[1] + 2, name = word.substr(0, word.find('='));
        const std::string value = name.size() < word.size() ? word.substr(name.size() + 1) : "";
        if (name == "quiet" && value.empty()) {
            options.quiet = true;
        } else if (name == "check-addresses" && value.empty()) {
            options.check_addresses = true;
        } else if (name == "trace" && !value.empty()) {
            options.trace = value;
        } else if (name == "device" && is_device_word(value)) {
            options.words.push_back(value);
        } else if ((name == "flash-ws" || name == "ram-ws") && value.size() == 1 && value[0] >= '0' &&
                   value[0] <= '9') {
            (name == "flash-ws" ? options.flash_ws : options.ram_ws) = static_cast<unsigned>(value[0] - '0');
        } else if (name == "max-instructions" && !value.empty() &&
                   value.find_first_not_of("0123456789") == std::string::npos) {
            options.limit = std::stoull(value);
        } else {
            return false;
        }
    }
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    Part part;
    if (!take_options(&argc, &argv)) {
        return usage();
    }
    const std::string verb = argc > 1 ? argv[1] : "";
    if (verb == "bus" && argc == 3 && part_from_name(argv[2], &part)) {
        return bus_script(part, options.words);
    }
    if (argc < 4 || !part_from_name(argv[2], &part)) {
        return usage();
    }
    const std::vector<std::string> words(argv + 4, argv + argc);
    const bool one_symbol = verb == "call" || verb == "leak" || verb == "trace";
    if ((one_symbol && words.empty()) || (!one_symbol && verb != "run" && verb != "serve")) {
        return usage();
    }
    try {
        const ElfImage image = read_elf(argv[3]);
        if ((options.flash_ws != 0 && part.flash.line_bytes == 0) || (options.ram_ws != 0 && part.core == Core::m7)) {
            throw std::runtime_error(part.name + " is modelled without wait states");
        }
        Machine machine(part.core, part.memory, {part.flash, options.flash_ws, options.ram_ws});
        if (options.check_addresses) {
            machine.check_addresses();
        }
        Dwt dwt(&machine);
        SystemControl control(&machine);
        machine.attach(0xe0001000, 0x1000, &dwt);
        machine.attach(0xe000e000, 0x1000, &control);
        std::vector<std::unique_ptr<Device>> devices;
        for (const DeviceAt &at : part.devices) {
            devices.push_back(make_device(at, part, &machine, options.words));
            machine.attach(at.base, 0x1000, devices.back().get());
        }
        if (verb == "run") {
            return run(&machine, image, words);
        }
        machine.load(image, false);
        if (verb == "serve") {
            return serve(&machine, image);
        }
        if (verb == "leak") {
            return print_leaks(&machine, image, words) == 0 ? 0 : 1;
        }
        verb == "call" ? print_call(&machine, image, words) : print_trace(&machine, image, words);
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "cortexm-sim: %s\n", error.what());
        return 3;
    }
}
