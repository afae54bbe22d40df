/* SPDX-License-Identifier: Apache-2.0 */
/* Semihosting calls by BKPT 0xAB: operation number in r0, parameter block or value in r1, result in r0. */
#include "sim/cortexm/semihost.h"

#include <cstdio>

namespace cortexm
{
namespace
{

enum : uint32_t {
    sys_open = 0x01,
    sys_close = 0x02,
    sys_writec = 0x03,
    sys_write0 = 0x04,
    sys_write = 0x05,
    sys_read = 0x06,
    sys_istty = 0x09,
    sys_seek = 0x0a,
    sys_flen = 0x0c,
    sys_clock = 0x10,
    sys_time = 0x11,
    sys_errno = 0x13,
    sys_get_cmdline = 0x15,
    sys_heapinfo = 0x16,
    sys_exit = 0x18,
    sys_exit_extended = 0x20,
};
constexpr uint32_t reason_application_exit = 0x20026;
constexpr uint32_t failed = 0xffffffffu;
constexpr uint32_t standard_output = 1, standard_error = 2, standard_input = 3;
constexpr uint32_t immediate_semihosting = 0xbeab;

} // namespace

uint32_t Semihost::argument(unsigned index) const
{
    uint32_t value;
    machine_->read(machine_->reg(1) + 4 * index, &value, sizeof value);
    return value;
}

std::string Semihost::text(uint32_t address, uint32_t length) const
{
    std::string bytes(length, '\0');
    machine_->read(address, bytes.data(), length);
    return bytes;
}

uint32_t Semihost::get_command_line()
{
    const uint32_t buffer = argument(0), size = argument(1), length = static_cast<uint32_t>(command_line_.size());
    if (size <= length) {
        return failed;
    }
    machine_->write(buffer, command_line_.c_str(), length + 1);
    machine_->write(machine_->reg(1) + 4, &length, sizeof length);
    return 0;
}

bool Semihost::serve()
{
    const uint32_t operation = machine_->reg(0), parameter = machine_->reg(1);
    uint32_t result = 0;
    switch (operation) {
    case sys_open: { /* the console ":tt" only, by mode: read, write, append */
        const uint32_t mode = argument(1);
        if (text(argument(0), argument(2)) != ":tt") {
            result = failed;
        } else {
            result = mode < 4 ? standard_input : mode < 8 ? standard_output : standard_error;
        }
        break;
    }
    case sys_close:
    case sys_errno:
    case sys_flen:
        break;
    case sys_istty:
        result = 1;
        break;
    case sys_seek:
    case sys_heapinfo:
        if (operation == sys_heapinfo) { /* zeros: no statement, the program uses its own link-time values */
            const uint32_t none[4] = {};
            machine_->write(argument(0), none, sizeof none);
        } else {
            result = failed;
        }
        break;
    case sys_writec:
        std::fputs(text(parameter, 1).c_str(), stdout);
        break;
    case sys_write0: {
        for (uint32_t at = parameter; text(at, 1)[0] != '\0'; at++) {
            std::fputc(text(at, 1)[0], stdout);
        }
        break;
    }
    case sys_write: {
        const std::string bytes = text(argument(1), argument(2));
        std::fwrite(bytes.data(), 1, bytes.size(), argument(0) == standard_error ? stderr : stdout);
        break;
    }
    case sys_read: /* end of file: nothing was read */
        result = argument(2);
        break;
    case sys_clock: /* centiseconds at 100 MHz */
        result = static_cast<uint32_t>(machine_->cycles() / 1000000);
        break;
    case sys_time:
        break;
    case sys_get_cmdline:
        result = get_command_line();
        break;
    case sys_exit:
        status_ = parameter == reason_application_exit ? 0 : 1;
        return false;
    case sys_exit_extended:
        status_ = argument(0) == reason_application_exit ? static_cast<int>(argument(1)) : 1;
        return false;
    default:
        throw Fault("semihosting operation " + std::to_string(operation) + " is not served");
    }
    machine_->set_reg(0, result);
    return true;
}

int run_program(Machine *machine, const ElfImage &image, const std::string &command_line, uint64_t max_instructions)
{
    machine->load(image, true);
    uint32_t vectors[2];
    machine->read(machine->memory().flash.base, vectors, sizeof vectors);
    machine->set_reg(13, vectors[0]);
    machine->set_reg(14, 0xffffffff);
    Semihost host(machine, command_line);
    machine->start_trace();
    uint32_t pc = vectors[1];
    const uint32_t nowhere = 0xfffffffe;
    for (;;) {
        if (machine->run(pc, nowhere, max_instructions - machine->instructions()) == Machine::Stop::reached) {
            throw Fault("the program left its code");
        }
        pc = machine->reg(15) & ~1u;
        if (machine->decoded(pc).encoding != immediate_semihosting) {
            throw Fault("breakpoint at " + image.place(pc));
        }
        if (!host.serve()) {
            std::fflush(stdout);
            return host.status();
        }
        pc += 2;
    }
}

} // namespace cortexm
