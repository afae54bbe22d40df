/* SPDX-License-Identifier: Apache-2.0 */
/* The parts that the simulator knows: core, memories, and where the flash interface is. */
#ifndef OB_SIM_CORTEXM_PART_H
#define OB_SIM_CORTEXM_PART_H

#include "sim/cortexm/machine.h"

#include <string>

namespace cortexm
{

struct Part {
    std::string name;
    Core core;
    MemoryMap memory;
    uint32_t flash_registers; /* base of the page that holds them; 0: none modelled */
    FlashKind flash;          /* line_bytes 0: wait states are not modelled */
};

/* By the name of a part, or of a core: that with the default memory. False if there is neither. */
bool part_from_name(const std::string &name, Part *part);

/* The registers of a flash interface: they keep what is written, and the interface does what it always does. */
class FlashRegisters final : public Device
{
  public:
    uint32_t read(uint32_t offset, unsigned size) override;
    void write(uint32_t offset, unsigned size, uint32_t value) override;

  private:
    uint32_t words_[1024] = {};
};

} // namespace cortexm

#endif
