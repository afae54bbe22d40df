/* SPDX-License-Identifier: Apache-2.0 */
/* Which Thumb encodings each core implements: ARMv6-M ARM (DDI 0419) A5 and ARMv7-M ARM (DDI 0403) A5. */
#include "sim/cortexm/decode.h"

namespace cortexm
{
namespace
{

/* ARMv6-M has every 16-bit encoding of ARMv7-M except CBZ, CBNZ and IT; of the hints it keeps all (mask 0). */
bool narrow_is_v6m(uint32_t code)
{
    if ((code & 0xf500) == 0xb100) {
        return false; /* CBZ, CBNZ */
    }
    return (code & 0xff00) != 0xbf00 || (code & 0x000f) == 0; /* IT has a mask, a hint has none */
}

/* BL, MSR, MRS, DSB, DMB, ISB and the permanently undefined UDF.W (DDI 0419, A5.3). */
bool wide_is_v6m(uint32_t code)
{
    const uint32_t first = code >> 16, second = code & 0xffff;
    if ((first & 0xf800) == 0xf000 && (second & 0xd000) == 0xd000) {
        return true; /* BL */
    }
    if ((first & 0xffe0) == 0xf380 && (second & 0xd000) == 0x8000) {
        return true; /* MSR */
    }
    if (first == 0xf3bf && (second & 0xffc0) == 0x8f40) {
        return true; /* DSB, DMB, ISB */
    }
    return (first & 0xffe0) == 0xf3e0 && (second & 0xd000) == 0x8000; /* MRS */
}

/* The DSP extension (DDI 0403, the encodings marked ARMv7E-M in A5.3). */
bool wide_is_dsp(uint32_t code)
{
    const uint32_t first = code >> 16, second = code & 0xffff;
    if ((first & 0xfff0) == 0xeac0) {
        return true; /* PKHBT, PKHTB */
    }
    if ((first & 0xff80) == 0xfa80) {
        const uint32_t operation = (first >> 4) & 7, which = (second >> 4) & 0xf;
        if (which < 8) {
            return true; /* parallel addition and subtraction */
        }
        return which < 12 && (operation == 0 || (operation == 2 && which == 8)); /* QADD and its kin, SEL */
    }
    if ((first & 0xff80) == 0xfa00 && (second & 0x0080) != 0) {
        const uint32_t operation = (first >> 4) & 7;
        return (first & 0xf) != 0xf || operation == 2 || operation == 3; /* extend and add, SXTB16, UXTB16 */
    }
    if ((first & 0xff80) == 0xfb00) {
        return (first & 0x70) != 0; /* every multiply but MUL, MLA, MLS */
    }
    if ((first & 0xff80) == 0xfb80) {
        const uint32_t operation = (first >> 4) & 7, which = (second >> 4) & 0xf;
        return operation == 4 ? which != 0 : operation == 5 || (operation == 6 && which != 0);
    }
    return ((first & 0xfff0) == 0xf320 || (first & 0xfff0) == 0xf3a0) && (second & 0x70c0) == 0; /* SSAT16, USAT16 */
}

/* Coprocessor space that holds the floating-point extension (coprocessors 10 and 11). */
bool wide_is_coprocessor(uint32_t code)
{
    return (code >> 26) == 0x3b || (code >> 26) == 0x3f;
}

bool wide_is_fp(uint32_t code)
{
    return wide_is_coprocessor(code) && ((code >> 9) & 7) == 5;
}

} // namespace

bool encoding_is_legal(Core core, uint32_t encoding, bool wide)
{
    if (core == Core::m0 || core == Core::m0plus) {
        return wide ? wide_is_v6m(encoding) : narrow_is_v6m(encoding);
    }
    if (!wide) {
        return true;
    }
    if (wide_is_coprocessor(encoding)) {
        return core != Core::m3 && wide_is_fp(encoding);
    }
    return core != Core::m3 || !wide_is_dsp(encoding);
}

} // namespace cortexm
