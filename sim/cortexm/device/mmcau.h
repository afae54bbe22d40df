/* SPDX-License-Identifier: Apache-2.0 */
/* The memory-mapped cryptographic acceleration unit of Kinetis parts (mmCAU; on ColdFire CAU): an accumulator, up to
 * nine registers and 9-bit commands, packed into words of a direct window or joined to an operand in an indirect one.
 */
#ifndef OB_SIM_CORTEXM_DEVICE_MMCAU_H
#define OB_SIM_CORTEXM_DEVICE_MMCAU_H

#include "sim/cortexm/device/device.h"

namespace cortexm
{

class Mmcau final : public Device
{
  public:
    struct Options {
        unsigned version = 2;     /* CASR.VER: 2 has SHA-256 and three registers more than 1 */
        unsigned access_wait = 0; /* wait states of the bus before each access */
        bool strict = true;       /* what sets CASR.IC, or is no access of the unit, is a Fault */
        bool preempted = false;   /* wherever an interrupt could be taken, one is, and leaves other values behind */
        bool stolen = false;      /* the same with interrupts masked: no program can stand that */
        bool silent = false;      /* reads give all ones */
    };

    Mmcau(Bus *bus, const Options &options) : bus_(bus), options_(options)
    {
    }
    uint32_t read(uint32_t offset, unsigned size) override;
    void write(uint32_t offset, unsigned size, uint32_t value) override;
    uint64_t commands() const
    {
        return commands_;
    }

  private:
    void arrive(unsigned commands);
    void preempt();
    void direct(uint32_t word);
    void execute(uint32_t command, bool has_operand, uint32_t operand);
    void illegal(const char *why);
    void hash(unsigned function);
    void shift_rows(bool inverse);
    void des_key(unsigned flags);
    void des_round(unsigned flags);

    static constexpr unsigned casr = 0, caa = 1, ca0 = 2, registers = 11;

    Bus *bus_;
    Options options_;
    uint32_t status_ = 0; /* IC and DPE of CASR */
    uint32_t r_[registers] = {};
    uint64_t free_ = 0; /* when the commands before are done */
    uint64_t last_ = 0; /* cycle of the access before */
    uint64_t commands_ = 0;
    uint32_t noise_ = 1;
};

} // namespace cortexm

#endif
