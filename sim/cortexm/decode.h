/* SPDX-License-Identifier: Apache-2.0 */
/* Turns the bytes at an address into an Insn, and refuses what the core does not implement. */
#ifndef OB_SIM_CORTEXM_DECODE_H
#define OB_SIM_CORTEXM_DECODE_H

#include "sim/cortexm/insn.h"

#include <capstone/capstone.h>

namespace cortexm
{

/* Whether the core implements this encoding; the first halfword stands in the upper half of a 32-bit instruction. */
bool encoding_is_legal(Core core, uint32_t encoding, bool wide);

/* Whether the first halfword begins a 32-bit instruction (ARMv7-M ARM, A5.1). */
constexpr bool halfword_is_wide(uint32_t first)
{
    return (first >> 11) >= 0x1d;
}

/* The data address of the instruction. The encoding must be one that a core implements. */
Operand operand_of(uint32_t encoding, bool wide);

class Decoder
{
  public:
    explicit Decoder(Core core);
    ~Decoder();
    Decoder(const Decoder &) = delete;
    Decoder &operator=(const Decoder &) = delete;

    /* Fills insn from 2 or 4 bytes; false where the core would raise an undefined-instruction fault. */
    bool decode(uint32_t address, const uint8_t *bytes, Insn *insn);
    std::string text(const Insn &insn);

  private:
    void classify(Insn *insn) const;
    void note_traits(Insn *insn) const;
    void note_sum(Insn *insn, const std::string &name) const;
    std::string text_of_scratch() const;

    Core core_;
    csh handle_;
    cs_insn *scratch_;
};

} // namespace cortexm

#endif
