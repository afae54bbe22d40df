/* SPDX-License-Identifier: Apache-2.0 */
/* A page of registers that keep what is written and do nothing: flash interfaces, clock gates, watchdogs. */
#ifndef OB_SIM_CORTEXM_DEVICE_REGISTERS_H
#define OB_SIM_CORTEXM_DEVICE_REGISTERS_H

#include "sim/cortexm/device/device.h"

namespace cortexm
{

class Registers final : public Device
{
  public:
    uint32_t read(uint32_t offset, unsigned size) override;
    void write(uint32_t offset, unsigned size, uint32_t value) override;

  private:
    uint8_t bytes_[4096] = {};
};

} // namespace cortexm

#endif
