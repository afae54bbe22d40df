/* SPDX-License-Identifier: Apache-2.0 */
/* mmCAU: command decoding and the commands. A command takes a cycle; an access waits until the commands before it are
 * done, for its own it does not wait. */
#include "sim/cortexm/device/mmcau.h"

#include "sim/cortexm/device/aes_words.h"
#include "sim/cortexm/device/des_bits.h"

#include <algorithm>

namespace cortexm
{
namespace
{

/* Bits 8 to 4 of a command; bits 3 to 0 are a register or a function. */
enum : unsigned {
    op_nop,
    op_ldr,
    op_str,
    op_adr,
    op_radr,
    op_adra,
    op_xor,
    op_rotl,
    op_mvra,
    op_mvar,
    op_aess,
    op_aesis,
    op_aesc,
    op_aesic,
    op_aesr,
    op_aesir,
    op_desr,
    op_desk,
    op_hash,
    op_shs,
    op_mds,
    op_shs2,
};

constexpr uint32_t indirect = 0x800, window = 0x1000;
constexpr uint32_t direct_size = 0x40;
constexpr uint32_t illegal_command = 1, parity_error = 2;
constexpr uint32_t desr_ip = 8, desr_fp = 4, desk_decrypt = 1, desk_parity = 2;

uint32_t left(uint32_t x, unsigned n)
{
    n &= 31;
    return n == 0 ? x : x << n | x >> (32 - n);
}

uint32_t right(uint32_t x, unsigned n)
{
    return left(x, 32 - n);
}

uint64_t joined(uint32_t high, uint32_t low)
{
    return uint64_t{high} << 32 | low;
}

} // namespace

void Mmcau::illegal(const char *why)
{
    if (options_.strict) {
        throw Fault(std::string("mmCAU: ") + why);
    }
    status_ |= illegal_command;
}

/* Another context has used the unit since the last access. */
void Mmcau::preempt()
{
    if (!options_.stolen && (!options_.preempted || bus_->interrupts_masked())) {
        return;
    }
    for (unsigned i = caa; i < registers; i++) {
        noise_ = noise_ * 1664525u + 1013904223u;
        r_[i] = noise_;
    }
}

void Mmcau::arrive(unsigned commands)
{
    const uint64_t asked = bus_->access_cycle();
    if (asked < last_) { /* the core counts anew */
        free_ = 0;
    }
    last_ = asked;
    const uint64_t begins = std::max(asked + options_.access_wait, free_);
    bus_->wait(begins - asked);
    free_ = begins + commands;
    commands_ += commands;
    preempt();
}

uint32_t Mmcau::read(uint32_t offset, unsigned size)
{
    const uint32_t command = (offset - indirect) >> 2;
    const unsigned reg = command & 15;
    if (size != 4 || offset % 4 != 0 || offset < indirect || offset >= window || command >> 4 != op_str) {
        throw Fault("mmCAU: a read that is not the command STR");
    }
    arrive(1);
    if (options_.silent) {
        return 0xffffffffu;
    }
    if (reg >= (options_.version == 1 ? registers - 3 : registers)) {
        illegal("STR of a register that there is not");
        return 0;
    }
    return reg == casr ? options_.version << 28 | status_ : r_[reg];
}

void Mmcau::write(uint32_t offset, unsigned size, uint32_t value)
{
    if (size != 4 || offset % 4 != 0 || (offset >= direct_size && offset < indirect) || offset >= window) {
        throw Fault("mmCAU: a write to neither window");
    }
    if (offset < direct_size) {
        arrive(1 + (value >> 20 & 1) + (value >> 9 & 1));
        direct(value);
        return;
    }
    arrive(1);
    execute((offset - indirect) >> 2, true, value);
}

void Mmcau::direct(uint32_t word)
{
    constexpr uint32_t first = 0x80000000u, second = 0x00100000u, third = 0x00000200u;
    const uint32_t beyond = (word & second) == 0 ? 0x001fffffu : (word & third) == 0 ? 0x000003ffu : 0;
    if ((word & first) == 0 || (word & 0x00200400u) != 0 || (word & beyond) != 0) {
        illegal("a direct word that is no row of commands");
        return;
    }
    execute(word >> 22 & 0x1ff, false, 0);
    if ((word & second) != 0) {
        execute(word >> 11 & 0x1ff, false, 0);
    }
    if ((word & third) != 0) {
        execute(word & 0x1ff, false, 0);
    }
}

void Mmcau::execute(uint32_t command, bool has_operand, uint32_t operand)
{
    const unsigned op = command >> 4, x = command & 15;
    const bool wants = op == op_ldr || op == op_adr || op == op_radr || op == op_xor || op == op_rotl ||
                       op == op_aesc || op == op_aesic;
    const bool names = wants || op == op_adra || op == op_mvra || op == op_mvar || op == op_aess || op == op_aesis;
    const bool alone = op == op_nop || op == op_aesr || op == op_aesir || op >= op_shs;
    const unsigned known = options_.version == 1 ? registers - 3 : registers;
    if (op > op_shs2 || op == op_str || wants != has_operand || (names && x >= known) || (alone && x != 0) ||
        (options_.version == 1 && op == op_shs2)) {
        illegal("an illegal command");
        return;
    }
    /* CASR can be loaded, which clears its flags; nothing computes in it. */
    if (names && x == casr) {
        if (op == op_ldr) {
            status_ = operand & (illegal_command | parity_error);
        } else {
            illegal("a command on CASR");
        }
        return;
    }
    uint32_t *const r = r_;
    switch (op) {
    case op_ldr:
        r[x] = operand;
        break;
    case op_adr:
        r[x] += operand;
        break;
    case op_radr:
        r[x] += __builtin_bswap32(operand);
        break;
    case op_adra:
        r[caa] += r[x];
        break;
    case op_xor:
        r[x] ^= operand;
        break;
    case op_rotl:
        r[x] = left(r[x], operand);
        break;
    case op_mvra:
        r[caa] = r[x];
        break;
    case op_mvar:
        r[x] = r[caa];
        break;
    case op_aess:
        r[x] = aes_sub_word(r[x]);
        break;
    case op_aesis:
        r[x] = aes_inv_sub_word(r[x]);
        break;
    case op_aesc:
        r[x] = aes_mix_column(r[x]) ^ operand;
        break;
    case op_aesic:
        r[x] = aes_inv_mix_column(r[x] ^ operand);
        break;
    case op_aesr:
    case op_aesir:
        aes_shift_rows(r + ca0, op == op_aesir);
        break;
    case op_desr:
        des_round(x);
        break;
    case op_desk:
        des_key(x);
        break;
    case op_hash:
        hash(x);
        break;
    case op_shs: {
        const uint32_t a = r[caa];
        std::copy_backward(r + ca0, r + ca0 + 4, r + ca0 + 5);
        r[ca0 + 2] = left(r[ca0 + 2], 30);
        r[ca0] = a;
        r[caa] = left(a, 5);
        break;
    }
    case op_mds: {
        const uint32_t d = r[ca0 + 3];
        r[ca0 + 3] = r[ca0 + 2];
        r[ca0 + 2] = r[ca0 + 1];
        r[ca0 + 1] = r[caa];
        r[caa] = d;
        break;
    }
    case op_shs2:
        std::copy_backward(r + ca0, r + ca0 + 7, r + ca0 + 8);
        r[ca0 + 4] += r[ca0 + 8];
        r[ca0] = r[caa];
        break;
    default:
        break;
    }
}

void Mmcau::hash(unsigned function)
{
    const uint32_t *const v = r_ + ca0;
    const uint32_t a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], t = v[8];
    constexpr unsigned first_of_version_2 = 6, functions = 12;
    if (function >= (options_.version == 1 ? first_of_version_2 : functions)) {
        illegal("HASH with a function that there is not");
        return;
    }
    const uint32_t values[functions] = {
        (b & c) | (~b & d),                        /* MD5 F */
        (b & d) | (c & ~d),                        /* MD5 G */
        b ^ c ^ d,                                 /* MD5 H, SHA-1 parity */
        c ^ (b | ~d),                              /* MD5 I */
        (b & c) ^ (~b & d),                        /* SHA-1 Ch */
        (b & c) ^ (b & d) ^ (c & d),               /* SHA-1 Maj */
        (e & f) ^ (~e & g),                        /* SHA-256 Ch */
        (a & b) ^ (a & c) ^ (b & c),               /* SHA-256 Maj */
        right(a, 2) ^ right(a, 13) ^ right(a, 22), /* sums of FIPS 180-4, section 4.1.2 */
        right(e, 6) ^ right(e, 11) ^ right(e, 25),
        right(t, 7) ^ right(t, 18) ^ t >> 3,
        right(t, 17) ^ right(t, 19) ^ t >> 10,
    };
    r_[caa] += values[function];
}

void Mmcau::des_key(unsigned flags)
{
    if (flags > (desk_decrypt | desk_parity)) {
        illegal("DESK with an unknown flag");
        return;
    }
    const uint64_t key = joined(r_[ca0], r_[ca0 + 1]);
    if ((flags & desk_parity) != 0) {
        status_ = (status_ & ~parity_error) | (des_parity_is_odd(key) ? 0 : parity_error);
    }
    const uint64_t cd = des_choice_1(key);
    const unsigned turn = (flags & desk_decrypt) != 0 ? 0 : 1;
    r_[ca0] = des_turn(static_cast<uint32_t>(cd >> 28), turn);
    r_[ca0 + 1] = des_turn(static_cast<uint32_t>(cd) & 0xfffffff, turn);
}

void Mmcau::des_round(unsigned flags)
{
    static const uint8_t turns[4] = {1, 2, 27, 26}; /* left by 1 and 2, right by 1 and 2 */
    uint32_t l = r_[ca0 + 2], r = r_[ca0 + 3];
    if ((flags & desr_ip) != 0) {
        const uint64_t block = des_initial(joined(l, r));
        l = static_cast<uint32_t>(block >> 32);
        r = static_cast<uint32_t>(block);
    }
    const uint64_t cd = uint64_t{r_[ca0]} << 28 | (r_[ca0 + 1] & 0xfffffff);
    const uint32_t next = l ^ des_f(r, cd);
    l = r;
    r = next;
    if ((flags & desr_fp) != 0) {
        const uint64_t block = des_final(joined(r, l));
        l = static_cast<uint32_t>(block >> 32);
        r = static_cast<uint32_t>(block);
    }
    r_[ca0 + 2] = l;
    r_[ca0 + 3] = r;
    r_[ca0] = des_turn(r_[ca0], turns[flags & 3]);
    r_[ca0 + 1] = des_turn(r_[ca0 + 1], turns[flags & 3]);
}

} // namespace cortexm
