/* SPDX-License-Identifier: Apache-2.0 */
/* Memories of the parts, by their reference manuals: STM32F091xC RM0091, STM32L073xZ RM0367, STM32F103xE RM0008,
 * STM32F407xG RM0090, STM32H743xI RM0433. */
#include "sim/cortexm/part.h"

namespace cortexm
{
namespace
{

constexpr uint32_t kib = 1024, mib = 1024 * kib;
constexpr uint32_t flash = 0x08000000, ram = 0x20000000;

const Part parts[] = {
    {"stm32f0", Core::m0, {{flash, 256 * kib}, {ram, 32 * kib}, {}}, 0x40022000, {flash, 256 * kib, 4, 3, 0, 0}},
    {"stm32l0", Core::m0plus, {{flash, 192 * kib}, {ram, 20 * kib}, {}}, 0x40022000, {flash, 192 * kib, 4, 3, 0, 0}},
    {"stm32f1", Core::m3, {{flash, 512 * kib}, {ram, 64 * kib}, {}}, 0x40022000, {flash, 512 * kib, 8, 2, 0, 0}},
    {"stm32f4",
     Core::m4,
     {{flash, 1 * mib}, {ram, 128 * kib}, {{0x10000000, 64 * kib}}},
     0x40023000,
     {flash, 1 * mib, 16, 2, 64, 8}},
    {"stm32h7",
     Core::m7,
     {{flash, 2 * mib}, {ram, 128 * kib}, {{0, 64 * kib}, {0x24000000, 512 * kib}, {0x30000000, 288 * kib}}},
     0x52002000,
     {}},
};

} // namespace

bool part_from_name(const std::string &name, Part *part)
{
    for (const Part &known : parts) {
        if (known.name == name) {
            *part = known;
            return true;
        }
    }
    Core core;
    if (!core_from_name(name, &core)) {
        return false;
    }
    *part = {name, core, default_memory(core), 0, {}};
    return true;
}

uint32_t FlashRegisters::read(uint32_t offset, unsigned size)
{
    if (size != 4 || offset % 4 != 0) {
        throw Fault("the flash registers take word accesses only");
    }
    return words_[offset / 4];
}

void FlashRegisters::write(uint32_t offset, unsigned size, uint32_t value)
{
    read(offset, size);
    words_[offset / 4] = value;
}

} // namespace cortexm
