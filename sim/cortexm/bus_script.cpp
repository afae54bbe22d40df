/* SPDX-License-Identifier: Apache-2.0 */
/* A core that makes the accesses it is told to. */
#include "sim/cortexm/bus_script.h"

#include <iostream>
#include <sstream>

namespace cortexm
{
namespace
{

class ScriptBus final : public Bus
{
  public:
    uint64_t access_cycle() override
    {
        return cycle;
    }
    void wait(uint64_t cycles) override
    {
        cycle += cycles;
    }
    bool interrupts_masked() override
    {
        return true;
    }

    // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): a plain record of the script
    uint64_t cycle = 0;
};

Device *device_at(const Part &part, const std::vector<std::unique_ptr<Device>> &devices, uint32_t address)
{
    constexpr uint32_t page = 0x1000;
    for (size_t i = 0; i < devices.size(); i++) {
        if (address - part.devices[i].base < page) {
            return devices[i].get();
        }
    }
    throw Fault("no device at this address");
}

} // namespace

int bus_script(const Part &part, const std::vector<std::string> &words)
{
    constexpr uint32_t page = 0x1000;
    ScriptBus bus;
    std::vector<std::unique_ptr<Device>> devices;
    for (const DeviceAt &at : part.devices) {
        devices.push_back(make_device(at, part, &bus, words));
    }
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream in(line);
        std::string verb;
        uint32_t address = 0, value = 0;
        in >> verb >> std::hex >> address;
        if (verb == "w") {
            in >> value;
        }
        if (in.fail() || (verb != "w" && verb != "r" && verb != "idle")) {
            std::cerr << "not an access: " << line << "\n";
            return 3;
        }
        if (verb == "idle") {
            bus.cycle += address;
            std::cout << "0 0\n";
            continue;
        }
        const uint64_t before = bus.cycle;
        try {
            Device *device = device_at(part, devices, address);
            if (verb == "w") {
                device->write(address % page, 4, value);
                value = 0;
            } else {
                value = device->read(address % page, 4);
            }
            std::cout << std::hex << value << ' ' << std::dec << bus.cycle - before << "\n";
        } catch (const Fault &fault) {
            std::cout << "fault " << fault.what() << "\n";
        }
        bus.cycle++;
        if (std::cin.rdbuf()->in_avail() <= 0) {
            std::cout.flush();
        }
    }
    return 0;
}

} // namespace cortexm
