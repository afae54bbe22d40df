/* SPDX-License-Identifier: Apache-2.0 */
/* A 32-bit little-endian Arm ELF executable: its segments to load, and its symbols. */
#ifndef OB_SIM_CORTEXM_ELF_IMAGE_H
#define OB_SIM_CORTEXM_ELF_IMAGE_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cortexm
{

struct Segment {
    uint32_t address, load_address, memory_size;
    std::vector<uint8_t> bytes;
};

struct Symbol {
    uint32_t address, size;
    bool function;
};

struct ElfImage {
    uint32_t entry;
    std::vector<Segment> segments;
    std::map<std::string, Symbol> symbols;

    /* "name+0x12" of the function that holds the address, or the bare address. */
    std::string place(uint32_t address) const;
};

/* Throws std::runtime_error with the reason where the file is no such executable. */
ElfImage read_elf(const std::string &path);

} // namespace cortexm

#endif
