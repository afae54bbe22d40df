/* SPDX-License-Identifier: Apache-2.0 */
/* The data address of an instruction: addressing modes of Thumb, from the encodings of ARMv7-M ARM (DDI 0403E), A5.2
 * and A5.3, and A6.5 for the floating-point registers. */
#include "sim/cortexm/decode.h"

namespace cortexm
{
namespace
{

constexpr unsigned pc = 15, sp = 13;

uint8_t registers(uint32_t list)
{
    return static_cast<uint8_t>(__builtin_popcount(list));
}

Operand single(unsigned bytes, unsigned base, int32_t offset)
{
    return {1, static_cast<uint8_t>(bytes), static_cast<uint8_t>(base), Operand::none, 0, false, offset};
}

Operand indexed(unsigned bytes, unsigned base, unsigned index, unsigned shift)
{
    return {1,
            static_cast<uint8_t>(bytes),
            static_cast<uint8_t>(base),
            static_cast<uint8_t>(index),
            static_cast<uint8_t>(shift),
            false,
            0};
}

/* Words that lie together; those that end at the base lie below it. */
Operand words(uint8_t n, unsigned base, bool below, int32_t offset = 0)
{
    return {n, 4, static_cast<uint8_t>(base), Operand::none, 0, true, below ? -4 * n : offset};
}

Operand exclusive(unsigned bytes, unsigned base, int32_t offset = 0)
{
    Operand found = single(bytes, base, offset);
    found.aligned = true;
    return found;
}

Operand narrow(uint32_t code)
{
    const unsigned low = (code >> 3) & 7, middle = (code >> 6) & 7, imm5 = (code >> 6) & 31, imm8 = code & 0xff;
    switch (code >> 12) {
    case 4:
        return (code & 0x0800) != 0 ? single(4, pc, static_cast<int32_t>(4 * imm8)) : Operand{};
    case 5: {
        static const uint8_t bytes[] = {4, 2, 1, 1, 4, 2, 1, 2}; /* STR, STRH, STRB, LDRSB, LDR, LDRH, LDRB, LDRSH */
        return indexed(bytes[(code >> 9) & 7], low, middle, 0);
    }
    case 6:
        return single(4, low, static_cast<int32_t>(4 * imm5));
    case 7:
        return single(1, low, static_cast<int32_t>(imm5));
    case 8:
        return single(2, low, static_cast<int32_t>(2 * imm5));
    case 9:
        return single(4, sp, static_cast<int32_t>(4 * imm8));
    case 11: /* PUSH, POP */
        return (code & 0x0600) == 0x0400 ? words(registers(code & 0x01ff), sp, (code & 0x0800) == 0) : Operand{};
    case 12: /* STM, LDM */
        return words(registers(imm8), (code >> 8) & 7, false);
    default:
        return {};
    }
}

/* LDRD, STRD, exclusives, TBB, TBH. */
Operand dual(uint32_t code)
{
    const unsigned base = (code >> 16) & 15;
    const bool before = (code & 1u << 24) != 0, up = (code & 1u << 23) != 0, writeback = (code & 1u << 21) != 0;
    const int32_t offset = static_cast<int32_t>(4 * (code & 0xff));
    if (before || writeback) {
        return words(2, base, false, !before ? 0 : up ? offset : -offset);
    }
    if (!up) {
        return exclusive(4, base, offset);
    }
    const unsigned which = (code >> 4) & 15;
    if (which < 2) {
        return indexed(1 + which, base, code & 15, which);
    }
    return exclusive(which == 4 ? 1 : 2, base);
}

Operand wide_single(uint32_t code)
{
    const unsigned base = (code >> 16) & 15, bytes = 1u << ((code >> 21) & 3);
    const bool load = (code & 1u << 20) != 0, up = (code & 1u << 23) != 0;
    if (load && bytes != 4 && ((code >> 12) & 15) == pc) {
        return {}; /* PLD, PLI */
    }
    const int32_t imm12 = static_cast<int32_t>(code & 0xfff), imm8 = static_cast<int32_t>(code & 0xff);
    if (base == pc) {
        return single(bytes, pc, up ? imm12 : -imm12);
    }
    if (up) {
        return single(bytes, base, imm12);
    }
    if ((code & 0x0800) == 0) {
        return indexed(bytes, base, code & 15, (code >> 4) & 3);
    }
    const bool before = (code & 0x0400) != 0;
    return single(bytes, base, !before ? 0 : (code & 0x0200) != 0 ? imm8 : -imm8);
}

Operand floating(uint32_t code)
{
    const unsigned base = (code >> 16) & 15;
    const bool before = (code & 1u << 24) != 0, up = (code & 1u << 23) != 0, writeback = (code & 1u << 21) != 0;
    const uint8_t n = static_cast<uint8_t>(code & 0xff);
    if (before && !writeback) { /* VLDR, VSTR */
        return words((code & 0x0100) != 0 ? 2 : 1, base, false, up ? 4 * n : -4 * n);
    }
    return before || up ? words(n, base, before) : Operand{}; /* else VMOV of two registers */
}

} // namespace

Operand operand_of(uint32_t encoding, bool wide)
{
    if (!wide) {
        return narrow(encoding);
    }
    switch (encoding >> 25) {
    case 0x74:
        if ((encoding & 1u << 22) != 0) {
            return dual(encoding);
        }
        return words(registers(encoding & 0xffff), (encoding >> 16) & 15, (encoding & 1u << 24) != 0);
    case 0x76:
        return (encoding & 0x0e00) == 0x0a00 ? floating(encoding) : Operand{};
    case 0x7c:
        return wide_single(encoding);
    default:
        return {};
    }
}

} // namespace cortexm
