/* SPDX-License-Identifier: Apache-2.0 */
/* A Thumb instruction decoded once, and the trace step that the timing models and the leak check read. */
#ifndef OB_SIM_CORTEXM_INSN_H
#define OB_SIM_CORTEXM_INSN_H

#include <cstdint>
#include <string>

namespace cortexm
{

enum class Core { m0, m0plus, m3, m4, m7 };

/* The kind of an instruction for a timing model. */
enum class Kind : uint8_t {
    alu,
    load,           /* one register */
    store,          /* one register */
    load_multiple,  /* LDM, POP, LDRD, VLDM */
    store_multiple, /* STM, PUSH, STRD, VSTM */
    branch,         /* B, always taken */
    branch_cond,    /* B<c>, CBZ, CBNZ */
    call,           /* BL */
    branch_reg,     /* BX, BLX */
    move_pc,        /* any other write of PC */
    multiply,       /* 32-bit result */
    multiply_long,
    divide,
    it,
    nop,
    barrier,
    special, /* MRS, MSR */
    fp_move, /* VMOV between the register files, one register */
    breakpoint,
};

/* Sets of registers: bits 0..15 are r0..pc, bits 16..47 are s0..s31. */
using RegSet = uint64_t;
constexpr RegSet reg_sp = 1u << 13, reg_lr = 1u << 14, reg_pc = 1u << 15;

/* Properties that only the dual-issue model asks for. */
enum Trait : uint32_t {
    trait_shifted_operand = 1u << 0, /* second operand goes through the inline shifter */
    trait_shifted_constant = 1u << 1,
    trait_bitfield = 1u << 2,      /* bitfield, extend, pack, SIMD */
    trait_no_shift_pair = 1u << 3, /* never paired with a shifted operand */
    trait_early_source = 1u << 4,  /* reads every operand in the early ALU */
    trait_multiply = 1u << 5,
    trait_move = 1u << 6,        /* MOV, MVN without shift */
    trait_shift = 1u << 7,       /* LSL, LSR, ASR, ROR */
    trait_simple = 1u << 8,      /* ADD, SUB, MOV without shifter or shifted constant */
    trait_narrow_load = 1u << 9, /* byte or halfword */
    trait_flags = 1u << 10,
    trait_accumulate = 1u << 11, /* MLA, MLS */
};

/* Where an instruction's data is, by the registers before it: accesses of so many bytes each, one behind the other. */
struct Operand {
    static constexpr uint8_t none = 0xff;

    uint8_t accesses; /* 0: there is no data in memory */
    uint8_t bytes;
    uint8_t base, index; /* register numbers; no index: none */
    uint8_t shift;       /* of the index, to the left */
    bool aligned;        /* an address that is none of a whole access is a fault on every core */
    int32_t offset;
};

struct Insn {
    uint32_t address;
    uint32_t encoding; /* first halfword in the upper half for 32-bit instructions */
    uint8_t size;      /* 2 or 4 */
    Kind kind;
    uint8_t count; /* registers transferred */
    bool writeback;
    bool register_offset;
    bool loads_pc;
    bool writes_pc;              /* TBB and TBH apart */
    bool jumps_by_table;         /* TBB, TBH: what follows them is a table */
    bool returns_by_lr;          /* BX LR */
    bool reads_variable_latency; /* operands may change the latency on this core */
    RegSet src, dst;
    RegSet address_regs; /* base and index */
    RegSet data_regs;    /* loaded or stored */
    RegSet shifted_regs; /* operands that the early shifter takes */
    RegSet summed_regs;  /* what a multiplication adds to its product, and does not multiply */
    uint32_t traits;
    Operand operand;

    bool wide() const
    {
        return size == 4;
    }
};

/* One executed instruction. The next step's address tells whether a branch was taken. */
struct Step {
    const Insn *insn;
    uint32_t address;  /* first data address */
    uint32_t operands; /* hash of the operands that may change the latency; only while the trace is observed */
    uint16_t accesses;
    bool skipped;             /* condition of an IT block failed */
    uint16_t device_accesses; /* of accesses, so far */
    uint32_t waits;           /* cycles that a device has held them */
};

const char *core_name(Core core);
bool core_from_name(const std::string &name, Core *core);

} // namespace cortexm

#endif
