/* SPDX-License-Identifier: Apache-2.0 */
/* Arm semihosting (2.0) for a simulated program: console output, command line, clock and exit. */
#ifndef OB_SIM_CORTEXM_SEMIHOST_H
#define OB_SIM_CORTEXM_SEMIHOST_H

#include "sim/cortexm/machine.h"

namespace cortexm
{

class Semihost
{
  public:
    Semihost(Machine *machine, std::string command_line) : machine_(machine), command_line_(std::move(command_line))
    {
    }

    /* Serves the call that stands in r0 and r1; false once the program has asked to exit. Unknown calls are a Fault. */
    bool serve();
    int status() const
    {
        return status_;
    }

  private:
    uint32_t argument(unsigned index) const;
    std::string text(uint32_t address, uint32_t length) const;
    uint32_t get_command_line();

    Machine *machine_;
    std::string command_line_;
    int status_ = 0;
};

/* Loads the image at its load addresses, starts it from its vector table and runs it to its exit; returns the status.
 */
int run_program(Machine *machine, const ElfImage &image, const std::string &command_line, uint64_t max_instructions);

} // namespace cortexm

#endif
