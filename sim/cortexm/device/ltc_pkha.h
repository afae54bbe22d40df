/* SPDX-License-Identifier: Apache-2.0 */
/* The public-key accelerator (PKHA) of NXP's LTC: four number registers and their sizes, and arithmetic modulo N and on
 * curves y^2 = x^3 + a x + b over a prime field. Binary fields, Montgomery form and copies are errors, as on a part
 * without them. It takes no time: no source publishes its cycles. */
#ifndef OB_SIM_CORTEXM_DEVICE_LTC_PKHA_H
#define OB_SIM_CORTEXM_DEVICE_LTC_PKHA_H

#include <cstddef>
#include <cstdint>

namespace cortexm
{

class Pkha final
{
  public:
    /* Offsets of the LTC that belong here. */
    static bool has(uint32_t offset);
    uint32_t read(uint32_t offset) const;
    void write(uint32_t offset, uint32_t value);

    /* Run a mode word: 0, or ERRID1. What an operation uses up is left as noise. */
    unsigned run(uint32_t mode);
    /* PKZ, PKO and PKP of STA, of the last mode. */
    uint32_t flags() const
    {
        return flags_;
    }
    void clear_sizes(uint32_t which); /* bits 0 to 3: A, B, N, E */
    bool holds_secrets() const;

  private:
    static constexpr unsigned words = 64, registers = 4;

    void noise(unsigned number);

    uint32_t r_[registers][words] = {}, size_[registers] = {}, flags_ = 0, noise_ = 1;

    friend class PkhaJob;
};

} // namespace cortexm

#endif
