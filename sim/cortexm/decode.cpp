/* SPDX-License-Identifier: Apache-2.0 */
/* Thumb decoding on Capstone: registers read and written, memory operands, and the traits of the timing models. */
#include "sim/cortexm/decode.h"

#include <set>
#include <stdexcept>

namespace cortexm
{
namespace
{

const char *const core_names[] = {"m0", "m0plus", "m3", "m4", "m7"};

/* Capstone gives register numbers as int and as unsigned; both fit. */
RegSet reg_bits(long reg)
{
    if (reg >= ARM_REG_R0 && reg <= ARM_REG_R12) {
        return RegSet{1} << (reg - ARM_REG_R0);
    }
    if (reg >= ARM_REG_S0 && reg <= ARM_REG_S31) {
        return RegSet{1} << (16 + reg - ARM_REG_S0);
    }
    if (reg >= ARM_REG_D0 && reg <= ARM_REG_D15) {
        return RegSet{3} << (16 + 2 * (reg - ARM_REG_D0));
    }
    return reg == ARM_REG_SP ? reg_sp : reg == ARM_REG_LR ? reg_lr : reg == ARM_REG_PC ? reg_pc : 0;
}

Kind kind_of(unsigned id)
{
    switch (id) {
    case ARM_INS_LDR:
    case ARM_INS_LDRB:
    case ARM_INS_LDRH:
    case ARM_INS_LDRSB:
    case ARM_INS_LDRSH:
    case ARM_INS_LDRT:
    case ARM_INS_LDRBT:
    case ARM_INS_LDRHT:
    case ARM_INS_LDRSBT:
    case ARM_INS_LDRSHT:
    case ARM_INS_LDREX:
    case ARM_INS_LDREXB:
    case ARM_INS_LDREXH:
        return Kind::load;
    case ARM_INS_STR:
    case ARM_INS_STRB:
    case ARM_INS_STRH:
    case ARM_INS_STRT:
    case ARM_INS_STRBT:
    case ARM_INS_STRHT:
    case ARM_INS_STREX:
    case ARM_INS_STREXB:
    case ARM_INS_STREXH:
        return Kind::store;
    case ARM_INS_LDM:
    case ARM_INS_LDMDB:
    case ARM_INS_POP:
    case ARM_INS_LDRD:
    case ARM_INS_VLDMIA:
    case ARM_INS_VLDMDB:
    case ARM_INS_VPOP:
    case ARM_INS_VLDR:
        return Kind::load_multiple;
    case ARM_INS_STM:
    case ARM_INS_STMDB:
    case ARM_INS_PUSH:
    case ARM_INS_STRD:
    case ARM_INS_VSTMIA:
    case ARM_INS_VSTMDB:
    case ARM_INS_VPUSH:
    case ARM_INS_VSTR:
        return Kind::store_multiple;
    case ARM_INS_B:
        return Kind::branch;
    case ARM_INS_CBZ:
    case ARM_INS_CBNZ:
        return Kind::branch_cond;
    case ARM_INS_BL:
        return Kind::call;
    case ARM_INS_BX:
    case ARM_INS_BLX:
        return Kind::branch_reg;
    case ARM_INS_MUL:
    case ARM_INS_MLA:
    case ARM_INS_MLS:
        return Kind::multiply;
    case ARM_INS_UMULL:
    case ARM_INS_SMULL:
    case ARM_INS_UMLAL:
    case ARM_INS_SMLAL:
    case ARM_INS_UMAAL:
        return Kind::multiply_long;
    case ARM_INS_UDIV:
    case ARM_INS_SDIV:
        return Kind::divide;
    case ARM_INS_NOP:
        return Kind::nop;
    case ARM_INS_DSB:
    case ARM_INS_ISB:
    case ARM_INS_DMB:
        return Kind::barrier;
    case ARM_INS_MRS:
    case ARM_INS_MSR:
        return Kind::special;
    case ARM_INS_VMOV:
        return Kind::fp_move;
    case ARM_INS_BKPT:
        return Kind::breakpoint;
    default:
        return Kind::alu;
    }
}

using Names = std::set<std::string>;
/* The mnemonics of a class of m7_rules.def. */
Names names_of(const std::string &kind)
{
    static const struct {
        const char *kind, *mnemonic;
    } all[] = {
#define M7_CLASS(kind, mnemonic) {#kind, #mnemonic},
#include "sim/cortexm/m7_rules.def"
    };
    Names found;
    for (const auto &each : all) {
        if (each.kind == kind) {
            found.insert(each.mnemonic);
        }
    }
    return found;
}

const Names simple_names = names_of("simple");
const Names shift_names = names_of("shift");
const Names bitfield_names = names_of("bitfield");
const Names no_pair_names = names_of("no_shift_pair");
const Names early_names = names_of("early_source");
const Names extracted_names = names_of("extracted");
const Names sum_names = {"mla", "mls", "smmla", "smmls"}, long_sum_names = {"umlal", "umaal"};
const Names wide_immediate_names = names_of("wide_immediate");

bool in(const Names &names, const std::string &name)
{
    return names.count(name) != 0;
}

/* An immediate of the forms 0x00XY00XY, 0xXY00XY00 or 0xXYXYXYXY, which needs no shifter. */
bool is_pattern(uint32_t value)
{
    const uint32_t low = value & 0xff, next = (value >> 8) & 0xff;
    return value == low * 0x01010101u || value == low * 0x00010001u || value == next * 0x01000100u;
}

} // namespace

const char *core_name(Core core)
{
    return core_names[static_cast<unsigned>(core)];
}

bool core_from_name(const std::string &name, Core *core)
{
    for (unsigned i = 0; i < sizeof core_names / sizeof *core_names; i++) {
        if (name == core_names[i]) {
            *core = static_cast<Core>(i);
            return true;
        }
    }
    return false;
}

Decoder::Decoder(Core core) : core_(core)
{
    if (cs_open(CS_ARCH_ARM, static_cast<cs_mode>(CS_MODE_THUMB | CS_MODE_MCLASS), &handle_) != CS_ERR_OK) {
        throw std::runtime_error("capstone does not open");
    }
    cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
    scratch_ = cs_malloc(handle_);
}

Decoder::~Decoder()
{
    cs_free(scratch_, 1);
    cs_close(&handle_);
}

bool Decoder::decode(uint32_t address, const uint8_t *bytes, Insn *insn)
{
    const uint32_t first = bytes[0] | static_cast<uint32_t>(bytes[1]) << 8;
    *insn = Insn{};
    insn->address = address;
    insn->size = halfword_is_wide(first) ? 4 : 2;
    insn->encoding = first;
    if (insn->wide()) {
        insn->encoding = first << 16 | bytes[2] | static_cast<uint32_t>(bytes[3]) << 8;
    }
    if (!encoding_is_legal(core_, insn->encoding, insn->wide())) {
        return false;
    }
    /* Capstone keeps the state of an IT block between calls; it never sees one, so each decode stands alone. */
    if (!insn->wide() && (first & 0xff00) == 0xbf00 && (first & 0xf) != 0) {
        insn->kind = Kind::it;
        return true;
    }
    const uint8_t *code = bytes;
    size_t left = insn->size;
    uint64_t pc = address;
    if (!cs_disasm_iter(handle_, &code, &left, &pc, scratch_)) {
        return false;
    }
    classify(insn);
    note_traits(insn);
    return true;
}

std::string Decoder::text(const Insn &insn)
{
    uint8_t bytes[4];
    const uint32_t code = insn.encoding;
    if (insn.kind == Kind::it) {
        return "it";
    }
    if (insn.wide()) {
        bytes[0] = static_cast<uint8_t>(code >> 16), bytes[1] = static_cast<uint8_t>(code >> 24);
        bytes[2] = static_cast<uint8_t>(code), bytes[3] = static_cast<uint8_t>(code >> 8);
    } else {
        bytes[0] = static_cast<uint8_t>(code), bytes[1] = static_cast<uint8_t>(code >> 8);
    }
    const uint8_t *at = bytes;
    size_t left = insn.size;
    uint64_t pc = insn.address;
    if (!cs_disasm_iter(handle_, &at, &left, &pc, scratch_)) {
        return "undefined";
    }
    return std::string(scratch_->mnemonic) + " " + scratch_->op_str;
}

void Decoder::classify(Insn *insn) const
{
    const cs_arm &arm = scratch_->detail->arm;
    cs_regs read, written;
    uint8_t reads = 0, writes = 0;
    cs_regs_access(handle_, scratch_, read, &reads, written, &writes);
    for (uint8_t i = 0; i < reads; i++) {
        insn->src |= reg_bits(read[i]);
    }
    for (uint8_t i = 0; i < writes; i++) {
        insn->dst |= reg_bits(written[i]);
    }
    insn->kind = kind_of(scratch_->id);
    insn->operand = operand_of(insn->encoding, insn->wide());
    const cs_arm_op *memory = nullptr;
    unsigned registers = 0;
    for (uint8_t i = 0; i < arm.op_count; i++) {
        registers += arm.operands[i].type == ARM_OP_REG;
        if (arm.operands[i].type == ARM_OP_MEM) {
            memory = &arm.operands[i];
        }
    }
    if (insn->kind == Kind::branch && arm.cc != ARM_CC_AL && arm.cc != ARM_CC_INVALID) {
        insn->kind = Kind::branch_cond;
    }
    insn->writes_pc = (insn->dst & reg_pc) != 0 || insn->kind == Kind::branch || insn->kind == Kind::branch_cond ||
                      insn->kind == Kind::call || insn->kind == Kind::branch_reg;
    insn->jumps_by_table = scratch_->id == ARM_INS_TBB || scratch_->id == ARM_INS_TBH;
    insn->returns_by_lr = insn->kind == Kind::branch_reg && (insn->src & reg_lr) != 0;
    switch (insn->kind) {
    case Kind::load:
    case Kind::store:
        insn->count = 1;
        insn->data_regs = reg_bits(arm.operands[0].reg);
        insn->writeback = arm.writeback || (memory != nullptr && memory != &arm.operands[arm.op_count - 1]);
        break;
    case Kind::load_multiple:
    case Kind::store_multiple: {
        const unsigned id = scratch_->id;
        const bool by_sp = id == ARM_INS_POP || id == ARM_INS_PUSH || id == ARM_INS_VPOP || id == ARM_INS_VPUSH;
        insn->count = insn->operand.accesses;
        insn->writeback = arm.writeback || by_sp;
        insn->address_regs = by_sp ? reg_sp : memory == nullptr ? reg_bits(arm.operands[0].reg) : 0;
        for (uint8_t i = memory == nullptr && !by_sp ? 1 : 0; i < arm.op_count; i++) {
            if (arm.operands[i].type == ARM_OP_REG) {
                insn->data_regs |= reg_bits(arm.operands[i].reg);
            }
        }
        break;
    }
    case Kind::fp_move:
        insn->count = static_cast<uint8_t>(registers > 2 ? 2 : 1);
        break;
    case Kind::alu:
        if (insn->wide() && (insn->encoding >> 26) == 0x3b) {
            throw std::runtime_error("floating-point arithmetic has no timing rule: " + text_of_scratch());
        }
        if ((insn->dst & reg_pc) != 0) {
            insn->kind = Kind::move_pc;
        }
        break;
    default:
        break;
    }
    if (memory != nullptr) {
        insn->address_regs = reg_bits(memory->mem.base) | reg_bits(memory->mem.index);
        insn->register_offset = memory->mem.index != ARM_REG_INVALID;
    }
    insn->loads_pc = (insn->kind == Kind::load || insn->kind == Kind::load_multiple) && (insn->data_regs & reg_pc) != 0;
    insn->reads_variable_latency =
        insn->kind == Kind::divide || (core_ == Core::m3 && insn->kind == Kind::multiply_long);
}

void Decoder::note_traits(Insn *insn) const
{
    const cs_arm &arm = scratch_->detail->arm;
    const std::string mnemonic = scratch_->mnemonic;
    const std::string name = mnemonic.substr(0, mnemonic.find('.'));
    const bool shift = in(shift_names, name), bitfield = in(bitfield_names, name);
    uint32_t traits = 0;
    for (uint8_t i = 0; i < arm.op_count; i++) {
        const cs_arm_op &op = arm.operands[i];
        if (op.type == ARM_OP_REG && op.shift.type != ARM_SFT_INVALID && op.shift.value != 0 && !shift && !bitfield) {
            traits |= trait_shifted_operand;
            insn->shifted_regs |= reg_bits(op.reg);
        }
        if (op.type == ARM_OP_IMM && insn->kind == Kind::alu && !shift && !bitfield && name != "movw" &&
            name != "movt") {
            const uint32_t value = static_cast<uint32_t>(op.imm);
            const bool plain = value < 4096 || ~value < 4096 || is_pattern(value);
            if (!plain || (in(wide_immediate_names, name) && value > 255 && value < 4096 && !is_pattern(value))) {
                traits |= trait_shifted_constant;
            }
        }
    }
    if (in(extracted_names, name) && arm.op_count >= 2) {
        const cs_arm_op &last = arm.operands[arm.op_count - 1];
        insn->shifted_regs |= reg_bits(last.type == ARM_OP_REG ? last.reg : arm.operands[1].reg);
    }
    const unsigned id = scratch_->id;
    const bool mac = name.compare(0, 4, "smla") == 0 || name.compare(0, 4, "smul") == 0;
    note_sum(insn, name);
    traits |= bitfield ? trait_bitfield : 0u;
    traits |= in(no_pair_names, name) ? trait_no_shift_pair : 0u;
    traits |= name == "mla" || name == "mls" ? trait_accumulate : 0u;
    traits |= in(early_names, name) ? trait_early_source : 0u;
    traits |= mac || insn->kind == Kind::multiply || insn->kind == Kind::multiply_long ? trait_multiply : 0u;
    traits |= name == "mov" || name == "movs" || name == "mvn" ? trait_move : 0u;
    traits |= shift ? trait_shift : 0u;
    traits |=
        in(simple_names, name) && (traits & (trait_shifted_operand | trait_shifted_constant)) == 0 ? trait_simple : 0u;
    traits |= insn->kind == Kind::load && id != ARM_INS_LDR && id != ARM_INS_LDRT && id != ARM_INS_LDREX
                  ? trait_narrow_load
                  : 0u;
    traits |= arm.update_flags || name == "cmp" || name == "tst" || name == "cmn" || name == "teq" ? trait_flags : 0u;
    insn->traits = traits;
}

/* MLA and its kin add their fourth operand, the long ones both halves of their result. */
void Decoder::note_sum(Insn *insn, const std::string &name) const
{
    const cs_arm &arm = scratch_->detail->arm;
    const bool halves =
        in(long_sum_names, name) || name.compare(0, 5, "smlal") == 0 || name.compare(0, 5, "smlsl") == 0;
    const bool one = in(sum_names, name) || name.compare(0, 4, "smla") == 0 || name.compare(0, 4, "smls") == 0;
    if (arm.op_count != 4 || (!halves && !one)) {
        return;
    }
    const auto reg = [&arm](int i) { return reg_bits(arm.operands[i].reg); };
    insn->summed_regs = halves ? (reg(0) | reg(1)) & ~(reg(2) | reg(3)) : reg(3) & ~(reg(1) | reg(2));
}

std::string Decoder::text_of_scratch() const
{
    return std::string(scratch_->mnemonic) + " " + scratch_->op_str;
}

} // namespace cortexm
