/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the private peripheral bus that programs measure time with: DWT and the system control space. */
#ifndef OB_SIM_CORTEXM_SYSTEM_DEVICES_H
#define OB_SIM_CORTEXM_SYSTEM_DEVICES_H

#include "sim/cortexm/machine.h"

namespace cortexm
{

/* Data watchpoint and trace unit (DDI 0403, C1.8) at 0xE0001000: the cycle counter only; ARMv6-M parts have none. */
class Dwt final : public Device
{
  public:
    explicit Dwt(Machine *machine) : machine_(machine)
    {
    }
    uint32_t read(uint32_t offset, unsigned size) override;
    void write(uint32_t offset, unsigned size, uint32_t value) override;

  private:
    Machine *machine_;
    bool enabled_ = false;
    uint32_t base_ = 0; /* added to the machine's cycles while enabled, the frozen count otherwise */
};

/* System control space (DDI 0403, B3.2) at 0xE000E000: SysTick as a counter, CPUID, CCR, CPACR, DEMCR. */
class SystemControl final : public Device
{
  public:
    explicit SystemControl(Machine *machine) : machine_(machine)
    {
    }
    uint32_t read(uint32_t offset, unsigned size) override;
    void write(uint32_t offset, unsigned size, uint32_t value) override;

  private:
    uint32_t systick_value();

    Machine *machine_;
    bool enabled_ = false, counted_ = false;
    uint32_t reload_ = 0, frozen_ = 0, vtor_ = 0, cpacr_ = 0, demcr_ = 0;
    uint64_t started_ = 0; /* cycle at which the counter was reload_, or held frozen_ on the first pass */
};

} // namespace cortexm

#endif
