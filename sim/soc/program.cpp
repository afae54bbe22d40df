// SPDX-License-Identifier: Apache-2.0
// Reads 32-bit little-endian RISC-V ELF files (System V ABI, chapter 4).
#include "sim/soc/program.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace soc
{

namespace
{

// A structure of the file, at any offset.
template <typename T>
T at(const std::string &file, uint64_t offset)
{
    T value;
    if (offset > file.size() || file.size() - offset < sizeof value)
        throw std::runtime_error("the file ends too early");
    std::memcpy(&value, file.data() + offset, sizeof value);
    return value;
}

} // namespace

Program::Program(const std::string &path)
{
    std::ifstream stream(path, std::ios::binary);
    const std::string file((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (!stream)
        throw std::runtime_error("cannot be read");
    const auto header = at<Elf32_Ehdr>(file, 0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS32 ||
        header.e_machine != EM_RISCV)
        throw std::runtime_error("is not a 32-bit RISC-V program");

    for (uint32_t i = 0; i < header.e_phnum; i++) {
        const auto part = at<Elf32_Phdr>(file, header.e_phoff + uint64_t{i} * header.e_phentsize);
        if (part.p_type != PT_LOAD || part.p_memsz == 0)
            continue;
        if (part.p_filesz > part.p_memsz || part.p_offset > file.size() || part.p_filesz > file.size() - part.p_offset)
            throw std::runtime_error("has a segment outside of the file");
        Segment segment{part.p_paddr, std::vector<uint8_t>(part.p_memsz)};
        std::copy_n(file.begin() + part.p_offset, part.p_filesz, segment.bytes.begin());
        segments_.push_back(std::move(segment));
    }

    for (uint32_t i = 0; i < header.e_shnum; i++) {
        const auto table = at<Elf32_Shdr>(file, header.e_shoff + uint64_t{i} * header.e_shentsize);
        if (table.sh_type != SHT_SYMTAB)
            continue;
        const auto names = at<Elf32_Shdr>(file, header.e_shoff + uint64_t{table.sh_link} * header.e_shentsize);
        for (uint64_t offset = 0; offset < table.sh_size; offset += sizeof(Elf32_Sym)) {
            const auto symbol = at<Elf32_Sym>(file, table.sh_offset + offset);
            if (ELF32_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF)
                continue;
            const uint64_t name = uint64_t{names.sh_offset} + symbol.st_name;
            if (name >= file.size())
                throw std::runtime_error("has a name outside of the file");
            functions_.push_back({symbol.st_value, symbol.st_size, file.c_str() + name});
        }
    }
    std::sort(functions_.begin(), functions_.end(),
              [](const Function &a, const Function &b) { return a.address < b.address; });
}

size_t Program::function_at(uint32_t address) const
{
    const auto after = std::upper_bound(functions_.begin(), functions_.end(), address,
                                        [](uint32_t value, const Function &f) { return value < f.address; });
    if (after == functions_.begin())
        return functions_.size();
    const auto found = std::prev(after);
    // A function written in assembly may have no size: it reaches to the next one.
    if (found->size != 0 && address - found->address >= found->size)
        return functions_.size();
    return static_cast<size_t>(found - functions_.begin());
}

} // namespace soc
