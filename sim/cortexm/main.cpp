/* SPDX-License-Identifier: Apache-2.0 */
/* cortexm-sim: runs a program, calls a function and prints its cycles, or looks for timing leaks; see usage(). */
#include "sim/cortexm/leak.h"
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

constexpr uint64_t default_limit = 2000000000;

int usage()
{
    std::fputs("usage: cortexm-sim run   CORE ELF [ARGUMENT...]         run a semihosting program to its exit\n"
               "       cortexm-sim call  CORE ELF SYMBOL [ARGUMENT...]  call one function, print a line of JSON\n"
               "       cortexm-sim leak  CORE ELF SYMBOL [ARGUMENT...]  call it with differing secrets, list leaks\n"
               "       cortexm-sim trace CORE ELF SYMBOL [ARGUMENT...]  call it, print each instruction\n"
               "       cortexm-sim serve CORE ELF                       \"call ...\" and \"leak ...\" lines on stdin\n"
               "CORE is m0, m0plus, m3, m4 or m7. An argument is a number, sym:NAME, in:HEX, inout:HEX, out:N,\n"
               "secret:N or secretio:N; in@K:HEX places a buffer K bytes beyond an 8-byte boundary.\n",
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
    const CallResult result = Caller(machine, &image).call(words[0], parse_all(words, 1, image), default_limit);
    std::ostringstream line;
    line << "{\"core\":\"" << core_name(machine->core()) << "\",\"symbol\":" << quoted(words[0])
         << ",\"cycles\":" << result.cycles << ",\"instructions\":" << result.instructions
         << ",\"stack_bytes\":" << result.stack_bytes << ",\"code_bytes\":" << image.symbols.at(words[0]).size
         << ",\"result\":" << result.result << ",\"written\":" << (result.written & 0xffff) << ",\"outputs\":[";
    for (size_t i = 0; i < result.outputs.size(); i++) {
        line << (i ? "," : "") << quoted(hex_bytes(result.outputs[i]));
    }
    std::cout << line.str() << "]}" << std::endl;
}

size_t print_leaks(Machine *machine, const ElfImage &image, const std::vector<std::string> &words)
{
    constexpr unsigned runs = 8;
    const auto leaks = find_leaks(machine, image, words[0], parse_all(words, 1, image), runs, default_limit);
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

int run(Machine *machine, const ElfImage &image, const std::vector<std::string> &words)
{
    std::string command_line;
    for (const std::string &word : words) {
        command_line += (command_line.empty() ? "" : " ") + word;
    }
    const auto start = std::chrono::steady_clock::now();
    const int status = run_program(machine, image, command_line, default_limit);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::fprintf(stderr, "%llu instructions, %llu cycles, %.1f M instructions/s\n",
                 static_cast<unsigned long long>(machine->instructions()),
                 static_cast<unsigned long long>(machine->cycles()),
                 static_cast<double>(machine->instructions()) / took.count() / 1e6);
    return status;
}

} // namespace

int main(int argc, char **argv)
{
    Core core;
    if (argc < 4 || !core_from_name(argv[2], &core)) {
        return usage();
    }
    const std::string verb = argv[1];
    const std::vector<std::string> words(argv + 4, argv + argc);
    const bool one_symbol = verb == "call" || verb == "leak" || verb == "trace";
    if ((one_symbol && words.empty()) || (!one_symbol && verb != "run" && verb != "serve")) {
        return usage();
    }
    try {
        const ElfImage image = read_elf(argv[3]);
        Machine machine(core, default_memory(core));
        Dwt dwt(&machine);
        SystemControl control(&machine);
        machine.attach(0xe0001000, 0x1000, &dwt);
        machine.attach(0xe000e000, 0x1000, &control);
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
