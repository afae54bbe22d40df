/* SPDX-License-Identifier: Apache-2.0 */
/* What a device model is to its surroundings, and they to it. A model knows nothing of the core that reaches it, so
 * that tests can drive it by themselves. */
#ifndef OB_SIM_CORTEXM_DEVICE_DEVICE_H
#define OB_SIM_CORTEXM_DEVICE_DEVICE_H

#include <cstdint>
#include <stdexcept>

namespace cortexm
{

struct Fault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/* A memory-mapped block. Offsets count from its base; size is 1, 2 or 4. Throw Fault for a bus error. */
class Device
{
  public:
    virtual ~Device() = default;
    virtual uint32_t read(uint32_t offset, unsigned size) = 0;
    virtual void write(uint32_t offset, unsigned size, uint32_t value) = 0;
};

/* What a device may ask of the core that makes the access under way. */
class Bus
{
  public:
    virtual ~Bus() = default;
    /* Of the core's clock, when the access begins. */
    virtual uint64_t access_cycle() = 0;
    /* Hold the access, and the core with it, for so many cycles more than one without wait states takes. */
    virtual void wait(uint64_t cycles) = 0;
    /* Whether no interrupt can be taken now (PRIMASK). */
    virtual bool interrupts_masked() = 0;
};

} // namespace cortexm

#endif
