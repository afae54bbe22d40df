/* SPDX-License-Identifier: Apache-2.0 */
/* The LiteX example in simulation: litex-sim [--max-cycles N]. litex_soc_rom.init in the working folder
 * holds the ROM's words. The console goes to standard output. EOT and one more byte end the run: the byte is the exit
 * code. */
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <unistd.h>

#include "Vlitex_soc.h"
#include "verilated.h"

constexpr int GAVE_UP = 124;
constexpr uint8_t EOT = 4;
constexpr uint64_t PROGRESS = 1 << 22; /* cycles */

int main(int argc, char **argv)
{
    uint64_t most = UINT64_MAX;
    if (argc == 3 && !strcmp(argv[1], "--max-cycles"))
        most = strtoull(argv[2], nullptr, 10);
    else if (argc != 1) {
        fprintf(stderr, "litex-sim: only --max-cycles N is known\n");
        return 2;
    }

    auto context = std::make_unique<VerilatedContext>();
    auto top = std::make_unique<Vlitex_soc>(context.get());
    bool ending = false, shows = isatty(STDERR_FILENO) != 0;

    top->serial_sink_valid = 0;
    top->serial_source_ready = 1;
    for (uint64_t cycle = 0; cycle < most; cycle++) {
        top->sys_rst = cycle < 4;
        top->sys_clk = 0;
        top->eval();
        bool valid = top->serial_source_valid && !top->sys_rst;
        uint8_t data = top->serial_source_data;
        top->sys_clk = 1;
        top->eval();
        if (valid && ending) {
            fflush(stdout);
            if (shows)
                fprintf(stderr, "\r%" PRIu64 " cycles\n", cycle);
            return data;
        }
        if (valid && data == EOT)
            ending = true;
        else if (valid)
            putchar(data);
        if (shows && cycle % PROGRESS == PROGRESS - 1)
            fprintf(stderr, "\r%" PRIu64 " million cycles ", cycle / 1000000);
    }
    fflush(stdout);
    fprintf(stderr, "no end after %" PRIu64 " cycles\n", most);
    return GAVE_UP;
}
