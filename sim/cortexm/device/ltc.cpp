/* SPDX-License-Identifier: Apache-2.0 */
/* LTC: registers, FIFOs, errors, and the modes ECB, CBC and CTR (SP 800-38A) and SHA (FIPS 180-4). */
#include "sim/cortexm/device/ltc.h"

#include "sim/cortexm/device/aes_words.h"
#include "sim/cortexm/device/des_bits.h"
#include "sim/cortexm/device/sha_words.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace cortexm
{
namespace
{

enum : uint32_t {
    r_mode = 0x000,
    r_key_size = 0x008,
    r_data_size = 0x010,
    r_command = 0x030,
    r_control = 0x034,
    r_clear = 0x040,
    r_status = 0x048,
    r_error = 0x04c,
    r_aad_size = 0x058,
    r_iv_size = 0x060,
    r_dpams = 0x068,
    r_context = 0x100,
    r_key = 0x200,
    r_fifo_status = 0x7c0,
    r_in = 0x7e0,
    r_out = 0x7f0,
    r_end = 0x1000,
};
constexpr uint32_t md_encrypt = 1, md_inverted = 1u << 12;
constexpr uint32_t swaps_in = 1u << 16, swaps_out = 1u << 17, swaps_key_in = 1u << 20, swaps_key_out = 1u << 21;
constexpr uint32_t swaps_context_in = 1u << 22, swaps_context_out = 1u << 23;
constexpr uint32_t status_done = 1u << 16, status_error = 1u << 20;
constexpr uint32_t clear_mode = 1, clear_size = 4, clear_context = 1u << 5, clear_key = 1u << 6;
constexpr unsigned clear_pk_at = 12;
constexpr uint32_t clear_out = 1u << 30, clear_in = 1u << 31;
constexpr unsigned alg_aes = 0x10, alg_des = 0x20, alg_des3 = 0x21, alg_sha1 = 0x41, alg_sha224 = 0x42,
                   alg_sha256 = 0x43;
constexpr unsigned mode_ctr = 0x00, mode_cbc = 0x10, mode_ecb = 0x20, mode_ccm = 0x80, mode_gcm = 0x90;
constexpr uint32_t icv_test = 2;
constexpr unsigned initialize = 1, finalize = 2; /* neither: update */
constexpr unsigned error_mode = 1, error_data_size = 2, error_key_size = 3, error_sequence = 6, error_engine = 15;
constexpr size_t fifo_bytes = 64, length_at = 32; /* in the context: bytes hashed so far */
constexpr uint32_t largest_size = 0xfff;

/* The bytes of a register: swapped, that of the lowest address is the first. */
void put(uint8_t *bytes, uint32_t value, bool swapped)
{
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = static_cast<uint8_t>(value >> (swapped ? 8 * i : 24 - 8 * i));
    }
}

uint32_t get(const uint8_t *bytes, bool swapped)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < 4; i++) {
        value |= uint32_t{bytes[i]} << (swapped ? 8 * i : 24 - 8 * i);
    }
    return value;
}

} // namespace

unsigned Ltc::alg() const
{
    return mode_ >> 16 & 0xff;
}

bool Ltc::is_hash() const
{
    return alg() >= alg_sha1 && alg() <= alg_sha256;
}

bool Ltc::is_aead() const
{
    const unsigned aai = mode_ >> 4 & 0xff;
    return alg() == alg_aes && (aai == mode_ccm || aai == mode_gcm);
}

bool Ltc::is_pk() const
{
    return (mode_ >> 20 & 0xf) == 8;
}

bool Ltc::holds_secrets() const
{
    const auto any = [](const uint8_t *from, size_t n) {
        return std::any_of(from, from + n, [](uint8_t b) { return b != 0; });
    };
    return any(key_, sizeof key_) || any(context_, sizeof context_) || !in_.empty() || !out_.empty() ||
           pkha_.holds_secrets();
}

/* An access begins. */
void Ltc::arrive()
{
    if (bus_ == nullptr) {
        return;
    }
    const uint64_t now = bus_->access_cycle() + options_.times.access;
    bus_->wait(options_.times.access);
    if (now < now_) { /* the core counts anew */
        free_ = 0;
        taken_.clear();
        made_.clear();
    }
    now_ = now;
    while (!taken_.empty() && taken_.front().when <= now_) {
        taken_.pop_front();
    }
    while (!made_.empty() && made_.front().when <= now_) {
        made_.pop_front();
    }
}

/* The engine works so long from now on, or from when it is free: when that begins. */
uint64_t Ltc::spend(unsigned cycles)
{
    const uint64_t begins = std::max(now_, free_);
    free_ = begins + cycles;
    return begins;
}

size_t Ltc::waiting_words() const
{
    size_t bytes = in_.size();
    for (const Later &l : taken_) {
        bytes += l.when > now_ ? l.bytes : 0;
    }
    return bytes / 4;
}

size_t Ltc::ready_bytes() const
{
    size_t bytes = out_.size();
    for (const Later &l : made_) {
        bytes -= l.when > now_ ? l.bytes : 0;
    }
    return bytes;
}

/* What FIFOSTA tells of the output. */
size_t Ltc::level() const
{
    const bool early = options_.errata.level && alg() == alg_aes && size_ == 0 && made_.size() == 1;
    return ready_bytes() + (early && made_.back().when > now_ ? made_.back().bytes : 0);
}

bool Ltc::is_done() const
{
    return done_ && free_ <= now_;
}

void Ltc::fail(unsigned id)
{
    error_ = error_ == 0 ? id : error_;
}

uint32_t Ltc::read(uint32_t offset, unsigned size)
{
    if (size != 4 || offset % 4 != 0 || offset >= r_end) {
        throw Fault("LTC: registers take word accesses only");
    }
    arrive();
    if (options_.silent) {
        return 0xffffffffu;
    }
    if (offset >= r_context && offset < r_context + sizeof context_) {
        return get(context_ + offset - r_context, (control_ & swaps_context_out) != 0);
    }
    if (offset >= r_key && offset < r_key + sizeof key_) {
        if (!options_.key_readable) {
            throw Fault("LTC: the key cannot be read");
        }
        return get(key_ + offset - r_key, (control_ & swaps_key_out) != 0);
    }
    if (options_.pkha && Pkha::has(offset)) {
        return pkha_.read(offset);
    }
    switch (offset) {
    case r_mode:
        return mode_;
    case r_key_size:
        return key_size_;
    case r_data_size:
        return size_;
    case r_control:
        return control_;
    case r_status:
        return (is_done() ? status_done : 0) | (error_ != 0 ? status_error : 0) |
               (done_ && is_pk() ? pkha_.flags() : 0);
    case r_error:
        return error_ | (error_ == 0                 ? 0
                         : alg() == alg_aes          ? 1u << 8
                         : (alg() & 0xf0) == alg_des ? 2u << 8
                         : is_pk()                   ? 8u << 8
                                                     : 0);
    case r_fifo_status:
        return static_cast<uint32_t>(waiting_words()) | (waiting_words() >= fifo_bytes / 4 ? 1u << 15 : 0) |
               static_cast<uint32_t>((level() + 3) / 4) << 16 | (ready_bytes() >= fifo_bytes ? 1u << 31 : 0);
    case r_out:
        return read_fifo();
    default:
        throw Fault("LTC: a read of a register that there is not");
    }
}

void Ltc::write(uint32_t offset, unsigned size, uint32_t value)
{
    if (size != 4 || offset % 4 != 0 || offset >= r_end) {
        throw Fault("LTC: registers take word accesses only");
    }
    arrive();
    if (offset >= r_context && offset < r_context + sizeof context_) {
        put(context_ + offset - r_context, value, (control_ & swaps_context_in) != 0);
        return;
    }
    if (offset >= r_key && offset < r_key + sizeof key_) {
        if (key_locked_) {
            throw Fault("LTC: the key is written while its size locks it");
        }
        put(key_ + offset - r_key, value, (control_ & swaps_key_in) != 0);
        inverted_ = false;
        return;
    }
    if (options_.pkha && Pkha::has(offset)) {
        if (has_mode_ && !done_) {
            throw Fault("LTC: a number is written while a mode is under way");
        }
        pkha_.write(offset, value);
        return;
    }
    switch (offset) {
    case r_mode:
        set_mode(value);
        break;
    case r_key_size:
        set_key_size(value);
        break;
    case r_aad_size:
        announce(&aead_.aad, value);
        break;
    case r_iv_size:
        announce(&aead_.iv, value);
        break;
    case r_data_size:
        if (options_.errata.announce && is_aead() && size_ > 16) {
            throw Fault("LTC: text is announced while more than a block before it waits (erratum TKT261180)");
        }
        if (size_ + value > largest_size) {
            fail(error_data_size);
        }
        size_ += value;
        sized_ = true;
        work();
        break;
    case r_command:
        command(value);
        break;
    case r_control:
        control_ = value;
        break;
    case r_clear:
        clear(value);
        break;
    case r_status:
        if ((value & status_done) != 0) {
            done_ = false;
        }
        break;
    case r_dpams:
        masks_ += half_masked_ || !options_.errata.masks ? 1 : 0;
        half_masked_ = !half_masked_;
        break;
    case r_in:
        write_fifo(value);
        break;
    default:
        throw Fault("LTC: a write to a register that there is not");
    }
}

/* COM: resets of single engines clear less, but nothing that a driver relies on. */
void Ltc::command(uint32_t value)
{
    if ((value & 1) != 0) {
        const uint32_t control = control_;
        const unsigned modes = modes_;
        const Options options = options_;
        Pkha pkha = pkha_; /* its numbers may stay, its sizes do not */
        pkha.clear_sizes(0xf);
        const uint64_t now = now_;
        *this = Ltc(options, bus_);
        now_ = now;
        pkha_ = pkha;
        control_ = control;
        modes_ = modes;
    }
}

void Ltc::clear(uint32_t value)
{
    if ((value & clear_mode) != 0) {
        mode_ = 0;
        has_mode_ = false;
    }
    if ((value & clear_size) != 0) {
        size_ = 0;
        sized_ = false;
    }
    if ((value & clear_context) != 0) {
        std::memset(context_, 0, sizeof context_);
        aead_ = {};
    }
    if ((value & clear_key) != 0) {
        std::memset(key_, 0, sizeof key_);
        key_locked_ = inverted_ = false;
        key_size_ = 0;
    }
    pkha_.clear_sizes(value >> clear_pk_at & 0xf);
    if ((value & clear_out) != 0) {
        out_.clear();
        made_.clear();
    }
    if ((value & clear_in) != 0) {
        in_.clear();
        taken_.clear();
    }
}

void Ltc::set_key_size(uint32_t value)
{
    key_size_ = value;
    key_locked_ = value != 0;
}

void Ltc::set_mode(uint32_t value)
{
    if (has_mode_ && !is_done()) {
        throw Fault("LTC: a mode is written while another is under way");
    }
    if (error_ != 0) {
        throw Fault("LTC: a mode is written before the error is cleared");
    }
    mode_ = value;
    has_mode_ = true;
    modes_++;
    if (options_.pkha && is_pk()) {
        const bool broken = modes_ > options_.after;
        done_ = false;
        if (broken && options_.error != 0) {
            fail(options_.error);
        } else if (!broken || !options_.stuck) {
            fail(pkha_.run(value));
            done_ = error_ == 0;
        }
        return;
    }
    const unsigned aai = value >> 4 & 0xff;
    const bool cipher = alg() == alg_aes || (options_.des && (alg() == alg_des || alg() == alg_des3));
    if (!cipher && !(options_.sha && is_hash())) {
        fail(alg() == 0 ? error_engine : error_mode);
    } else if (cipher && aai != mode_cbc && aai != mode_ecb && (aai != mode_ctr || alg() != alg_aes) && !is_aead()) {
        fail(error_mode);
    } else if (is_aead() && ((value & icv_test) != 0 || (aai == mode_gcm && !options_.gcm))) {
        fail(error_mode);
    } else if (alg() == alg_aes && key_size_ != 16 && (!options_.long_keys || (key_size_ != 24 && key_size_ != 32))) {
        fail(error_key_size);
    } else if ((alg() == alg_des && key_size_ != 8) || (alg() == alg_des3 && key_size_ != 16 && key_size_ != 24)) {
        fail(error_key_size);
    }
    /* Decryption leaves the key in its last form, which the next mode must say. */
    const bool inverse = alg() == alg_aes && (value & md_encrypt) == 0 && aai != mode_ctr && !is_aead();
    if (alg() == alg_aes && inverted_ != ((value & md_inverted) != 0)) {
        throw Fault("LTC: the form of the key is not what DK says");
    }
    derive_ = inverse && !inverted_;
    inverted_ = inverted_ || inverse;
    if (is_aead() && (value >> 2 & initialize) != 0) {
        aead_ = {};
    }
    if (is_hash() && (value >> 2 & initialize) != 0) {
        static const uint32_t h1[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
        static const uint32_t h224[8] = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                                         0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};
        static const uint32_t h256[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
        std::memset(context_, 0, sizeof context_);
        for (unsigned i = 0; i < (alg() == alg_sha1 ? 5u : 8u); i++) {
            put(context_ + 4 * i, alg() == alg_sha1 ? h1[i] : alg() == alg_sha224 ? h224[i] : h256[i], false);
        }
    }
    work();
}

void Ltc::write_fifo(uint32_t value)
{
    if (4 * waiting_words() + 4 > fifo_bytes) {
        throw Fault("LTC: the input FIFO overflows");
    }
    uint8_t bytes[4];
    put(bytes, value, (control_ & swaps_in) != 0);
    in_.insert(in_.end(), bytes, bytes + 4);
    work();
}

uint32_t Ltc::read_fifo()
{
    if (ready_bytes() == 0) {
        throw Fault("LTC: the output FIFO is read while it is empty");
    }
    uint8_t bytes[4] = {};
    for (unsigned i = 0; i < 4 && !out_.empty(); i++) {
        bytes[i] = out_.front();
        out_.pop_front();
    }
    work();
    return get(bytes, (control_ & swaps_out) != 0);
}

void Ltc::work()
{
    if (!has_mode_ || !sized_ || done_ || error_ != 0 || is_pk()) {
        return;
    }
    if (modes_ > options_.after && !in_.empty() && options_.error != 0) {
        fail(options_.error);
        return;
    }
    if (modes_ > options_.after && options_.stuck) {
        return;
    }
    while (error_ == 0 && !done_ && (is_hash() ? block_of_hash() : is_aead() ? block_of_aead() : block_of_cipher())) {
    }
}

bool Ltc::block_of_cipher()
{
    const size_t block = alg() == alg_aes ? 16 : 8, n = std::min<size_t>(size_, block);
    const bool partial = alg() == alg_aes && (mode_ >> 4 & 0xff) == mode_ctr;
    if (n < block && n != 0 && !partial) {
        fail(error_data_size);
        return false;
    }
    if (n == 0) {
        done_ = true;
        return false;
    }
    if (in_.size() < n || out_.size() + block > fifo_bytes) {
        return false;
    }
    uint8_t in[16] = {}, out[16];
    std::copy_n(in_.begin(), n, in);
    const size_t taken = std::min(in_.size(), (n + 3) / 4 * 4);
    in_.erase(in_.begin(), in_.begin() + static_cast<std::ptrdiff_t>(taken));
    const unsigned passes = alg() == alg_des ? 1 : 3;
    taken_.push_back({spend(derive_ ? options_.times.invert : 0), taken});
    spend(alg() == alg_aes ? (key_size_ / 4 + 6) * options_.times.round : passes * options_.times.des);
    derive_ = false;
    crypt(in, out, block);
    out_.insert(out_.end(), out, out + n);
    made_.push_back({free_, n});
    size_ -= static_cast<uint32_t>(n);
    done_ = size_ == 0;
    return true;
}

void Ltc::crypt(const uint8_t *in, uint8_t *out, size_t len)
{
    const unsigned aai = mode_ >> 4 & 0xff;
    const bool encrypting = (mode_ & md_encrypt) != 0;
    std::memcpy(out, in, len);
    if (aai == mode_ctr) {
        uint8_t *const counter = context_ + 16;
        std::memcpy(out, counter, 16);
        const uint32_t mode = mode_;
        mode_ |= md_encrypt;
        crypt_block(out);
        mode_ = mode;
        for (unsigned i = 0; i < 16; i++) {
            out[i] ^= in[i];
        }
        for (unsigned i = 16; i > 0 && ++counter[--i] == 0;) {
        }
        return;
    }
    for (size_t i = 0; aai == mode_cbc && encrypting && i < len; i++) {
        out[i] ^= context_[i];
    }
    crypt_block(out);
    for (size_t i = 0; aai == mode_cbc && i < len; i++) {
        out[i] ^= encrypting ? 0 : context_[i];
        context_[i] = encrypting ? out[i] : in[i];
    }
}

/* The cipher's forward direction, whatever the mode says. */
void Ltc::aes_forward(uint8_t *block)
{
    const uint32_t mode = mode_;
    mode_ |= md_encrypt;
    aes(block);
    mode_ = mode;
}

void Ltc::crypt_block(uint8_t *block)
{
    alg() == alg_aes ? aes(block) : des(block);
}

void Ltc::aes(uint8_t *block)
{
    const unsigned nk = key_size_ / 4, rounds = nk + 6;
    uint32_t w[60] = {}, s[4];
    uint8_t constant = 1;
    if (nk == 0) {
        return; /* a mode without a key size has been refused */
    }
    for (unsigned i = 0; i < 4 * (rounds + 1); i++) {
        if (i < nk) {
            w[i] = get(key_ + 4 * i, false);
            continue;
        }
        uint32_t t = w[i - 1];
        if (i % nk == 0) {
            t = aes_sub_word(t << 8 | t >> 24) ^ uint32_t { constant } << 24;
            constant = static_cast<uint8_t>(constant << 1 ^ ((constant & 0x80) != 0 ? 0x1b : 0));
        } else if (nk == 8 && i % 8 == 4) {
            t = aes_sub_word(t);
        }
        w[i] = w[i - nk] ^ t;
    }
    const bool encrypting = (mode_ & md_encrypt) != 0;
    for (unsigned c = 0; c < 4; c++) {
        s[c] = get(block + 4 * c, false) ^ w[(encrypting ? 0 : 4 * rounds) + c];
    }
    for (unsigned r = 1; r <= rounds; r++) {
        aes_shift_rows(s, !encrypting);
        for (unsigned c = 0; c < 4; c++) {
            const uint32_t key = w[4 * (encrypting ? r : rounds - r) + c];
            if (encrypting) {
                s[c] = aes_sub_word(s[c]);
                s[c] = (r == rounds ? s[c] : aes_mix_column(s[c])) ^ key;
            } else {
                s[c] = aes_inv_sub_word(s[c]) ^ key;
                s[c] = r == rounds ? s[c] : aes_inv_mix_column(s[c]);
            }
        }
    }
    for (unsigned c = 0; c < 4; c++) {
        put(block + 4 * c, s[c], false);
    }
}

void Ltc::des(uint8_t *block)
{
    const bool encrypting = (mode_ & md_encrypt) != 0;
    const unsigned passes = alg() == alg_des ? 1 : 3;
    uint64_t text = 0;
    for (unsigned i = 0; i < 8; i++) {
        text = text << 8 | block[i];
    }
    for (unsigned i = 0; i < passes; i++) {
        const unsigned number = encrypting ? i : passes - 1 - i;
        uint64_t key = 0;
        for (unsigned j = 0; j < 8; j++) {
            key = key << 8 | key_[(8 * number) % key_size_ + j];
        }
        text = des_block(key, text, encrypting == (i != 1));
    }
    for (unsigned i = 8; i > 0; i--, text >>= 8) {
        block[i - 1] = static_cast<uint8_t>(text);
    }
}

/* A block of input, or the padding behind the last. Only a message that ends may be of any length. */
bool Ltc::block_of_hash()
{
    const bool ends = (mode_ >> 2 & finalize) != 0;
    const size_t n = std::min<size_t>(size_, 64);
    if (n == 0) {
        if (ends) {
            pad();
        }
        done_ = true;
        return false;
    }
    if (n < 64 && !ends) {
        fail(error_data_size);
        return false;
    }
    if (in_.size() < n) {
        return false;
    }
    uint64_t length = uint64_t{get(context_ + length_at, false)} << 32 | get(context_ + length_at + 4, false);
    if (length % 64 != 0) {
        fail(error_sequence);
        return false;
    }
    uint8_t block[64] = {};
    std::copy_n(in_.begin(), n, block);
    length += n;
    put(context_ + length_at, static_cast<uint32_t>(length >> 32), false);
    put(context_ + length_at + 4, static_cast<uint32_t>(length), false);
    size_ -= static_cast<uint32_t>(n);
    if (n < 64) {
        return true; /* pad() takes it out of the FIFO */
    }
    in_.erase(in_.begin(), in_.begin() + 64);
    taken_.push_back({spend(options_.times.sha), 64});
    uint32_t h[8];
    for (unsigned i = 0; i < 8; i++) {
        h[i] = get(context_ + 4 * i, false);
    }
    alg() == alg_sha1 ? sha1_compress(h, block) : sha256_compress(h, block);
    for (unsigned i = 0; i < 8; i++) {
        put(context_ + 4 * i, h[i], false);
    }
    return true;
}

void Ltc::pad()
{
    const uint64_t length = uint64_t{get(context_ + length_at, false)} << 32 | get(context_ + length_at + 4, false);
    const size_t used = length % 64, total = used < 56 ? 64 : 128;
    uint8_t blocks[128] = {};
    uint32_t h[8];
    std::copy_n(in_.begin(), used, blocks);
    in_.clear();
    spend(static_cast<unsigned>(total / 64) * options_.times.sha);
    blocks[used] = 0x80;
    for (unsigned i = 0; i < 8; i++) {
        blocks[total - 1 - i] = static_cast<uint8_t>(8 * length >> (8 * i));
        h[i] = get(context_ + 4 * i, false);
    }
    for (size_t at = 0; at < total; at += 64) {
        alg() == alg_sha1 ? sha1_compress(h, blocks + at) : sha256_compress(h, blocks + at);
    }
    for (unsigned i = 0; i < 8; i++) {
        put(context_ + 4 * i, h[i], false);
    }
}

} // namespace cortexm
