// SPDX-License-Identifier: Apache-2.0
// Runs a program on the Verilated SoC: soc-sim [options] PROGRAM. The program's console is standard output, its exit
// code (0 to 255) that of the simulator; 124: not finished in time, 2: wrong use.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "Vsoc.h"
#include "Vsoc___024root.h"
#include "hw/soc/soc_regs.h"
#include "sim/soc/program.h"
#include "verilated.h"
#if defined(SOC_WAVE_VCD)
#include "verilated_vcd_c.h"
using Wave = VerilatedVcdC;
#elif defined(SOC_WAVE_FST)
#include "verilated_fst_c.h"
using Wave = VerilatedFstC;
#endif

namespace
{

constexpr int kWrongUse = 2, kOutOfTime = 124;
constexpr char kUsage[] =
    "soc-sim [options] PROGRAM: run an ELF file on the simulated SoC\n"
    "  --max-cycles N      give up after N cycles (default 2000000000)\n"
    "  --long              run the long parts of the program, too\n"
    "  --until TEXT        end, with exit code 0, after a line of the console that begins so\n"
    "  --buffer-cycles N   cycles to the first word of the buffer RAM, 1 to 8 (default 1)\n"
    "  --trace FILE        write every completed instruction: cycle, address, encoding, function (*)\n"
    "  --profile FILE      write the cycles spent in each function (*)\n"
    "  --wave FILE         write a waveform (*)\n"
    "  --quiet             no progress and no summary\n"
    "  --from N            begin all of these at cycle N\n"
    "(*) only in a build for it (build.py --with)\n";

struct Options {
    uint64_t max_cycles = 2000000000, from = 0;
    unsigned buffer_cycles = 1;
    std::string program, trace, profile, wave, until;
    bool quiet = false, is_long = false;
};

[[noreturn]] void wrong_use(const std::string &text)
{
    std::fprintf(stderr, "soc-sim: %s\n%s", text.c_str(), kUsage);
    std::exit(kWrongUse);
}

uint64_t number(const std::string &option, const char *text)
{
    char *end;
    const uint64_t value = std::strtoull(text, &end, 0);
    if (*end || end == text)
        wrong_use(option + " takes a number");
    return value;
}

Options parse(int count, char **words)
{
    Options options;
    for (int i = 1; i < count; i++) {
        const std::string word = words[i];
        const auto value = [&]() {
            if (++i == count)
                wrong_use(word + " takes a value");
            return words[i];
        };
        if (word == "--max-cycles")
            options.max_cycles = number(word, value());
        else if (word == "--buffer-cycles")
            options.buffer_cycles = static_cast<unsigned>(std::min<uint64_t>(number(word, value()), 9));
        else if (word == "--from")
            options.from = number(word, value());
        else if (word == "--trace")
            options.trace = value();
        else if (word == "--profile")
            options.profile = value();
        else if (word == "--wave")
            options.wave = value();
        else if (word == "--until")
            options.until = value();
        else if (word == "--long")
            options.is_long = true;
        else if (word == "--quiet")
            options.quiet = true;
        else if (word.rfind("--", 0) == 0 || !options.program.empty())
            wrong_use("unknown argument " + word);
        else
            options.program = word;
    }
    if (options.program.empty())
        wrong_use("no program given");
    if (options.buffer_cycles < 1 || options.buffer_cycles > 8)
        wrong_use("--buffer-cycles is 1 to 8");
    return options;
}

struct Closer {
    void operator()(std::FILE *file) const
    {
        std::fclose(file);
    }
};
using File = std::unique_ptr<std::FILE, Closer>;

File create(const std::string &path)
{
    File file(path.empty() ? nullptr : std::fopen(path.c_str(), "w"));
    if (!file && !path.empty())
        throw std::runtime_error("cannot write " + path);
    return file;
}

class Simulation
{
  public:
    Simulation(const Options &options, const soc::Program &program);
    int run();

  private:
    void load();
    void reset();
    void cycle();
    void console(char character);
    void progress();
    void instruction();
    void write_profile();
    double seconds() const;

    const Options &options_;
    const soc::Program &program_;
    VerilatedContext context_;
    Vsoc soc_{&context_};
#if defined(SOC_WAVE_VCD) || defined(SOC_WAVE_FST)
    std::unique_ptr<Wave> wave_;
#endif
    File trace_, profile_;
    std::vector<uint64_t> spent_; // cycles by function, the last for none
    uint64_t cycles_ = 0, last_completed_ = 0;
    bool show_progress_, progress_shown_ = false, seen_ = false; // the line of --until
    std::string line_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

Simulation::Simulation(const Options &options, const soc::Program &program)
    : options_(options), program_(program), trace_(create(options.trace)), profile_(create(options.profile)),
      spent_(program.functions().size() + 1), show_progress_(!options.quiet && isatty(STDERR_FILENO))
{
    if (!options.wave.empty()) {
#if defined(SOC_WAVE_VCD) || defined(SOC_WAVE_FST)
        context_.traceEverOn(true);
        wave_ = std::make_unique<Wave>();
        soc_.trace(wave_.get(), 99);
        wave_->open(options.wave.c_str());
        if (!wave_->isOpen())
            throw std::runtime_error("cannot write " + options.wave);
#else
        throw std::runtime_error("this build writes no waveforms");
#endif
    }
#if !defined(SOC_TRACE)
    if (trace_ || profile_)
        throw std::runtime_error("this build traces no instructions");
#endif
    load();
}

void Simulation::load()
{
    const struct {
        uint32_t base, size;
        uint32_t *words;
    } rams[] = {
        {OB_SOC_CODE_BASE, OB_SOC_CODE_SIZE, &soc_.rootp->soc__DOT__i_code__DOT__mem[0]},
        {OB_SOC_BUFFER_BASE, OB_SOC_BUFFER_SIZE, &soc_.rootp->soc__DOT__i_buffer__DOT__mem[0]},
    };
    for (const auto &segment : program_.segments()) {
        const auto ram = std::find_if(std::begin(rams), std::end(rams), [&](const auto &r) {
            return segment.address - r.base < r.size && segment.bytes.size() <= r.size - (segment.address - r.base);
        });
        if (ram == std::end(rams))
            throw std::runtime_error("the program has a segment outside of the RAMs");
        for (size_t i = 0; i < segment.bytes.size(); i++) {
            const uint32_t offset = segment.address - ram->base + static_cast<uint32_t>(i);
            const unsigned shift = offset % 4 * 8;
            uint32_t &word = ram->words[offset / 4];
            word = (word & ~(0xffu << shift)) | uint32_t{segment.bytes[i]} << shift;
        }
    }
}

void Simulation::cycle()
{
    soc_.clk_i = 0;
    soc_.eval();
#if defined(SOC_WAVE_VCD) || defined(SOC_WAVE_FST)
    if (wave_ && cycles_ >= options_.from)
        wave_->dump(2 * cycles_);
#endif
    soc_.clk_i = 1;
    soc_.eval();
#if defined(SOC_WAVE_VCD) || defined(SOC_WAVE_FST)
    if (wave_ && cycles_ >= options_.from)
        wave_->dump(2 * cycles_ + 1);
#endif
    cycles_++;
}

void Simulation::reset()
{
    soc_.buffer_cycles_i = static_cast<uint8_t>(options_.buffer_cycles);
    soc_.long_i = options_.is_long;
    soc_.rst_ni = 0;
    for (int i = 0; i < 4; i++)
        cycle();
    soc_.rst_ni = 1;
    cycles_ = 0;
}

double Simulation::seconds() const
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

void Simulation::progress()
{
    if (!show_progress_)
        return;
    std::fflush(stdout);
    std::fprintf(stderr, "\r\033[Ksoc: %.1f million cycles, %.1f s", static_cast<double>(cycles_) / 1e6, seconds());
    progress_shown_ = true;
}

void Simulation::console(char character)
{
    if (progress_shown_)
        std::fputs("\r\033[K", stderr);
    progress_shown_ = false;
    std::putchar(character);
    if (character != '\n') {
        line_ += character;
        return;
    }
    std::fflush(stdout);
    seen_ = !options_.until.empty() && line_.rfind(options_.until, 0) == 0;
    line_.clear();
}

void Simulation::instruction()
{
    if ((!trace_ && !profile_) || cycles_ < options_.from)
        return;
    const uint32_t pc = soc_.trace_pc_o;
    const size_t index = program_.function_at(pc);
    spent_[index] += cycles_ - std::max(last_completed_, options_.from);
    last_completed_ = cycles_;
    if (!trace_)
        return;
    const uint32_t insn = soc_.trace_insn_o;
    const bool whole = (insn & 3) == 3;
    std::fprintf(trace_.get(), "%llu %08x %*s%0*x", static_cast<unsigned long long>(cycles_), pc, whole ? 0 : 4, "",
                 whole ? 8 : 4, whole ? insn : insn & 0xffff);
    if (index < program_.functions().size()) {
        const auto &function = program_.functions()[index];
        std::fprintf(trace_.get(), " %s+0x%x", function.name.c_str(), pc - function.address);
    }
    std::fputc('\n', trace_.get());
}

void Simulation::write_profile()
{
    std::vector<size_t> order(spent_.size());
    for (size_t i = 0; i < order.size(); i++)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return spent_[a] > spent_[b]; });
    for (const size_t i : order)
        if (spent_[i])
            std::fprintf(profile_.get(), "%12llu %s\n", static_cast<unsigned long long>(spent_[i]),
                         i < program_.functions().size() ? program_.functions()[i].name.c_str() : "(none)");
}

int Simulation::run()
{
    reset();
    while (!soc_.exit_valid_o && !seen_ && cycles_ < options_.max_cycles) {
        cycle();
        if (soc_.console_valid_o)
            console(static_cast<char>(soc_.console_data_o));
        if (soc_.trace_valid_o)
            instruction();
        if (cycles_ % 1000000 == 0)
            progress();
    }
    soc_.final();
#if defined(SOC_WAVE_VCD) || defined(SOC_WAVE_FST)
    if (wave_)
        wave_->close();
#endif
    if (profile_)
        write_profile();
    std::fflush(stdout);
    if (progress_shown_)
        std::fputs("\r\033[K", stderr);
    if (!options_.quiet)
        std::fprintf(stderr, "soc: %llu cycles, %.1f s\n", static_cast<unsigned long long>(cycles_), seconds());
    if (seen_)
        return 0;
    if (!soc_.exit_valid_o) {
        std::fprintf(stderr, "soc-sim: given up after %llu cycles\n", static_cast<unsigned long long>(cycles_));
        return kOutOfTime;
    }
    return soc_.exit_code_o <= 255 ? static_cast<int>(soc_.exit_code_o) : 255;
}

} // namespace

int main(int count, char **words)
{
    const Options options = parse(count, words);
    try {
        const soc::Program program(options.program);
        return Simulation(options, program).run();
    } catch (const std::runtime_error &error) {
        std::fprintf(stderr, "soc-sim: %s: %s\n", options.program.c_str(), error.what());
        return kWrongUse;
    }
}
