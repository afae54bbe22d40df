/* SPDX-License-Identifier: Apache-2.0 */
/* The parts that the simulator knows: core, memories, and a list of devices. */
#ifndef OB_SIM_CORTEXM_PART_H
#define OB_SIM_CORTEXM_PART_H

#include "sim/cortexm/machine.h"

#include <string>

namespace cortexm
{

struct DeviceAt {
    enum class Kind { registers, mmcau, ltc };

    Kind kind;
    uint32_t base;
    unsigned variant; /* mmcau: the version; ltc: 0 KW41, 1 K82, 2 KL82 */
};

struct Part {
    std::string name;
    Core core;
    MemoryMap memory;
    FlashKind flash; /* line_bytes 0: wait states are not modelled */
    std::vector<DeviceAt> devices;
};

/* Looks up a part by its name, or a core with the default memory by the core's name. False if there is neither. */
bool part_from_name(const std::string &name, Part *part);

/* A device of a part, which begins on a page of 4 KiB. words: what is wrong with the part's devices, as in usage(). */
std::unique_ptr<Device> make_device(const DeviceAt &device, const Part &part, Bus *bus,
                                    const std::vector<std::string> &words);

/* Whether make_device knows the word. */
bool is_device_word(const std::string &word);

} // namespace cortexm

#endif
