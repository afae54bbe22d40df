/* SPDX-License-Identifier: Apache-2.0 */
/* Registers that keep what is written. */
#include "sim/cortexm/device/registers.h"

namespace cortexm
{

uint32_t Registers::read(uint32_t offset, unsigned size)
{
    uint32_t value = 0;
    if (offset % size != 0 || offset + size > sizeof bytes_) {
        throw Fault("an unaligned access to a register");
    }
    for (unsigned i = 0; i < size; i++) {
        value |= uint32_t{bytes_[offset + i]} << (8 * i);
    }
    return value;
}

void Registers::write(uint32_t offset, unsigned size, uint32_t value)
{
    read(offset, size);
    for (unsigned i = 0; i < size; i++) {
        bytes_[offset + i] = static_cast<uint8_t>(value >> (8 * i));
    }
}

} // namespace cortexm
