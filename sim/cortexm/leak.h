/* SPDX-License-Identifier: Apache-2.0 */
/* Finds where a function's time depends on its secrets: runs it with different secrets and compares the traces. */
#ifndef OB_SIM_CORTEXM_LEAK_H
#define OB_SIM_CORTEXM_LEAK_H

#include "sim/cortexm/call.h"

namespace cortexm
{

enum class LeakKind { branch, address, bank, operand, cycles };

struct Leak {
    LeakKind kind;
    uint32_t address; /* of the instruction */
};

const char *leak_name(LeakKind kind);

/* The functions of libgcc whose time depends on their operands on a core without long multiply or divide. */
extern const char *const variable_latency_functions[];

/* Compares `runs` executions with random secrets against the first. Each instruction is reported once per kind. A
 * branch ends the comparison of its run, because the traces differ from there on. Cycles are compared last. On the M7 a
 * load next to one whose address depends on a secret is reported, too (bank): whether the two share a cycle depends on
 * their banks of DTCM, even if these runs did not show it. */
std::vector<Leak> find_leaks(Machine *machine, const ElfImage &image, const std::string &symbol,
                             const std::vector<Argument> &arguments, unsigned runs, uint64_t max_instructions);

} // namespace cortexm

#endif
