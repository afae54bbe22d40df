// SPDX-License-Identifier: Apache-2.0
// A program for the simulated SoC: the loadable parts and the functions of a 32-bit RISC-V ELF file.
#ifndef OUTBOARD_SIM_SOC_PROGRAM_H
#define OUTBOARD_SIM_SOC_PROGRAM_H

#include <cstdint>
#include <string>
#include <vector>

namespace soc
{

struct Segment {
    uint32_t address;
    std::vector<uint8_t> bytes; // the file's bytes, then zeros up to the size in memory
};

struct Function {
    uint32_t address;
    uint32_t size;
    std::string name;
};

class Program
{
  public:
    // Throws std::runtime_error for a file that is not such a program.
    explicit Program(const std::string &path);

    const std::vector<Segment> &segments() const
    {
        return segments_;
    }

    // Index of the function at an address, or functions().size().
    size_t function_at(uint32_t address) const;

    const std::vector<Function> &functions() const
    {
        return functions_;
    }

  private:
    std::vector<Segment> segments_;
    std::vector<Function> functions_; // by address
};

} // namespace soc

#endif
