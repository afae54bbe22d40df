/* SPDX-License-Identifier: Apache-2.0 */
/* Calls one function of a loaded image by the procedure call standard, and checks that the function follows the
 * standard. */
#ifndef OB_SIM_CORTEXM_CALL_H
#define OB_SIM_CORTEXM_CALL_H

#include "sim/cortexm/machine.h"

namespace cortexm
{

/* One argument, by its text:
 *   123, 0x7b, -1        a number
 *   sym:NAME             the address of a symbol
 *   in:HEX inout:HEX     a buffer with these bytes, read only or not
 *   out:N                a buffer of N bytes, to be written
 *   secret:N             a buffer of N bytes that differ from run to run (leak check), read only
 *   secretio:N           the same, to be written too; secret:N+HEX and secretio:N+HEX append bytes that stay
 * A buffer kind may carry @K, as in in@1:HEX: K bytes beyond an 8-byte boundary. */
struct Argument {
    uint32_t value = 0;
    bool buffer = false, writable = false;
    uint32_t misalign = 0, secret_bytes = 0;
    std::vector<uint8_t> bytes;
};

Argument parse_argument(const std::string &text, const ElfImage &image);

struct CallResult {
    int64_t cycles; /* call overhead included */
    uint64_t instructions;
    uint32_t stack_bytes, result;
    RegSet written;
    std::vector<std::vector<uint8_t>> outputs; /* the writable buffers, in order */
    std::vector<uint8_t> residue;              /* what the stack held after the return, stack_bytes below sp */
};

class Caller
{
  public:
    Caller(Machine *machine, const ElfImage *image);

    /* Fault where the core faults, where r4-r11 or sp are not preserved, or on a write outside stack and buffers. */
    CallResult call(const std::string &symbol, std::vector<Argument> arguments, uint64_t max_instructions);

  private:
    void place(std::vector<Argument> *arguments);

    Machine *machine_;
    const ElfImage *image_;
    uint32_t arena_;
};

} // namespace cortexm

#endif
