/* SPDX-License-Identifier: Apache-2.0 */
/* Reads an ELF executable (System V ABI, chapters 4 and 5; Arm AAELF32 for the Thumb bit of symbols). */
#include "sim/cortexm/elf_image.h"

#include <cstdio>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace cortexm
{
namespace
{

class Reader
{
  public:
    Reader(const std::string &path)
    {
        std::ifstream file(path, std::ios::binary);
        if (!file) {
            throw std::runtime_error("cannot open " + path);
        }
        bytes_.assign(std::istreambuf_iterator<char>(file), {});
    }

    template <typename T>
    T at(uint64_t offset) const
    {
        T value;
        std::memcpy(&value, span(offset, sizeof value), sizeof value);
        return value;
    }

    const char *span(uint64_t offset, uint64_t size) const
    {
        if (offset > bytes_.size() || size > bytes_.size() - offset) {
            throw std::runtime_error("truncated ELF file");
        }
        return bytes_.data() + offset;
    }

    std::string string(uint64_t offset) const
    {
        const char *start = span(offset, 1);
        return std::string(start, strnlen(start, bytes_.size() - offset));
    }

  private:
    std::vector<char> bytes_;
};

void read_symbols(const Reader &file, const Elf32_Ehdr &header, ElfImage *image)
{
    for (unsigned i = 0; i < header.e_shnum; i++) {
        const auto table = file.at<Elf32_Shdr>(header.e_shoff + uint64_t{i} * header.e_shentsize);
        if (table.sh_type != SHT_SYMTAB) {
            continue;
        }
        const auto strings = file.at<Elf32_Shdr>(header.e_shoff + uint64_t{table.sh_link} * header.e_shentsize);
        for (uint32_t j = 0; j < table.sh_size / sizeof(Elf32_Sym); j++) {
            const auto symbol = file.at<Elf32_Sym>(table.sh_offset + uint64_t{j} * sizeof(Elf32_Sym));
            const unsigned type = ELF32_ST_TYPE(symbol.st_info);
            if (symbol.st_name == 0 || symbol.st_shndx == SHN_UNDEF || type == STT_SECTION || type == STT_FILE) {
                continue;
            }
            const std::string name = file.string(uint64_t{strings.sh_offset} + symbol.st_name);
            if (name[0] != '$') { /* mapping symbols */
                const bool function = type == STT_FUNC;
                image->symbols[name] = {function ? symbol.st_value & ~1u : symbol.st_value, symbol.st_size, function};
            }
        }
    }
}

} // namespace

ElfImage read_elf(const std::string &path)
{
    const Reader file(path);
    const auto header = file.at<Elf32_Ehdr>(0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS32 ||
        header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_machine != EM_ARM || header.e_type != ET_EXEC) {
        throw std::runtime_error(path + " is not a 32-bit Arm executable");
    }
    ElfImage image;
    image.entry = header.e_entry;
    for (unsigned i = 0; i < header.e_phnum; i++) {
        const auto program = file.at<Elf32_Phdr>(header.e_phoff + uint64_t{i} * header.e_phentsize);
        if (program.p_type == PT_LOAD && program.p_memsz != 0) {
            const char *data = file.span(program.p_offset, program.p_filesz);
            image.segments.push_back({program.p_vaddr, program.p_paddr, program.p_memsz,
                                      std::vector<uint8_t>(data, data + program.p_filesz)});
        }
    }
    read_symbols(file, header, &image);
    return image;
}

std::string ElfImage::place(uint32_t address) const
{
    for (const auto &[name, symbol] : symbols) {
        if (symbol.function && address >= symbol.address && address - symbol.address < symbol.size) {
            char offset[16];
            std::snprintf(offset, sizeof offset, "+0x%x", address - symbol.address);
            return name + offset;
        }
    }
    char text[16];
    std::snprintf(text, sizeof text, "0x%08x", address);
    return text;
}

} // namespace cortexm
