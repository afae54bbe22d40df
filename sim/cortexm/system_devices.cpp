/* SPDX-License-Identifier: Apache-2.0 */
/* DWT and system control space, served from the cycle count of the timing model. */
#include "sim/cortexm/system_devices.h"

namespace cortexm
{
namespace
{

enum : uint32_t {
    dwt_ctrl = 0x000,
    dwt_cyccnt = 0x004,
    dwt_lar = 0xfb0,
    systick_csr = 0x010,
    systick_rvr = 0x014,
    systick_cvr = 0x018,
    systick_calib = 0x01c,
    scs_cpuid = 0xd00,
    scs_icsr = 0xd04,
    scs_vtor = 0xd08,
    scs_ccr = 0xd14,
    scs_cpacr = 0xd88,
    scs_demcr = 0xdfc,
};
constexpr uint32_t systick_mask = 0xffffff; /* 24 bits */

/* Implementer Arm, part number, revision of the supported parts: M0 r0p0, M0+ r0p1, M3 r1p1, M4 r0p1, M7 r1p1. */
uint32_t cpuid(Core core)
{
    switch (core) {
    case Core::m0:
        return 0x410cc200;
    case Core::m0plus:
        return 0x410cc601;
    case Core::m3:
        return 0x411fc231;
    case Core::m4:
        return 0x410fc241;
    default:
        return 0x411fc271;
    }
}

void want_word(uint32_t offset, unsigned size)
{
    if (size != 4 || offset % 4 != 0) {
        throw Fault("system registers take word accesses only");
    }
}

} // namespace

uint32_t Dwt::read(uint32_t offset, unsigned size)
{
    want_word(offset, size);
    const bool counts = machine_->core() != Core::m0 && machine_->core() != Core::m0plus;
    if (offset == dwt_ctrl && counts) {
        return 0x40000000u | (enabled_ ? 1u : 0u); /* four comparators */
    }
    if (offset == dwt_cyccnt && counts) {
        return enabled_ ? static_cast<uint32_t>(machine_->cycles()) + base_ : base_;
    }
    return 0;
}

void Dwt::write(uint32_t offset, unsigned size, uint32_t value)
{
    want_word(offset, size);
    const uint32_t now = static_cast<uint32_t>(machine_->cycles());
    if (offset == dwt_ctrl && enabled_ != ((value & 1) != 0)) {
        base_ = enabled_ ? base_ + now : base_ - now;
        enabled_ = !enabled_;
    } else if (offset == dwt_cyccnt) {
        base_ = enabled_ ? value - now : value;
    }
}

/* A counter that reaches zero reloads on the next clock, so its period is reload + 1 (DDI 0403, B3.3). */
uint32_t SystemControl::systick_value()
{
    if (!enabled_) {
        return frozen_;
    }
    const uint64_t elapsed = machine_->cycles() - started_;
    const uint64_t period = uint64_t{reload_} + 1;
    if (elapsed <= frozen_) {
        return static_cast<uint32_t>(frozen_ - elapsed);
    }
    counted_ = true;
    return static_cast<uint32_t>(reload_ - (elapsed - frozen_ - 1) % period);
}

uint32_t SystemControl::read(uint32_t offset, unsigned size)
{
    want_word(offset, size);
    switch (offset) {
    case systick_csr: {
        systick_value();
        const uint32_t value = 4u | (enabled_ ? 1u : 0u) | (counted_ ? 0x10000u : 0u);
        counted_ = false;
        return value;
    }
    case systick_rvr:
        return reload_;
    case systick_cvr:
        return systick_value();
    case systick_calib:
        return 0xc0000000u; /* no reference clock, not calibrated */
    case scs_cpuid:
        return cpuid(machine_->core());
    case scs_vtor:
        return vtor_;
    case scs_ccr:
        return machine_->core() == Core::m0 || machine_->core() == Core::m0plus ? 0x208u
                                                                                : 0x200u; /* STKALIGN, UNALIGN */
    case scs_cpacr:
        return cpacr_;
    case scs_demcr:
        return demcr_;
    default:
        return 0;
    }
}

void SystemControl::write(uint32_t offset, unsigned size, uint32_t value)
{
    want_word(offset, size);
    switch (offset) {
    case systick_csr:
        if ((value & 2) != 0) {
            throw Fault("SysTick interrupts are not modelled");
        }
        if (enabled_ != ((value & 1) != 0)) {
            frozen_ = systick_value();
            enabled_ = !enabled_;
            started_ = machine_->cycles();
        }
        break;
    case systick_rvr:
        reload_ = value & systick_mask;
        break;
    case systick_cvr: /* any write clears; the next clock reloads */
        frozen_ = 0;
        counted_ = false;
        started_ = machine_->cycles();
        break;
    case scs_vtor:
        vtor_ = value;
        break;
    case scs_cpacr:
        cpacr_ = value;
        break;
    case scs_demcr:
        demcr_ = value;
        break;
    case scs_icsr:
    case 0x100: /* NVIC_ISER0 */
        if (value != 0) {
            throw Fault("interrupts are not modelled");
        }
        break;
    default:
        break;
    }
}

} // namespace cortexm
