/* SPDX-License-Identifier: Apache-2.0 */
/* LTC: the authenticated modes GCM (SP 800-38D, section 7) and CCM (SP 800-38C, appendix A). A message is an IV (GCM
 * only), additional data and text, each announced by its size register and rounded up to blocks in the FIFO, but for
 * the text. It may take several sessions: the first with AS "initialize", the last with "finalize". */
#include "sim/cortexm/device/ltc.h"

#include <algorithm>
#include <cstring>

namespace cortexm
{
namespace
{

constexpr uint32_t last_size = 1u << 31, size_bits = 0xfff;
constexpr unsigned finalize = 2, error_data_size = 2, error_sequence = 6, mode_ccm = 0x80;
constexpr size_t fifo_bytes = 64;

/* x * y in GF(2^128), bit by bit (SP 800-38D, section 6.3). */
void multiply(uint8_t *x, const uint8_t *y)
{
    uint8_t z[16] = {}, v[16];
    std::memcpy(v, y, 16);
    for (unsigned i = 0; i < 128; i++) {
        if ((x[i / 8] >> (7 - i % 8) & 1) != 0) {
            for (unsigned j = 0; j < 16; j++) {
                z[j] ^= v[j];
            }
        }
        const bool carry = (v[15] & 1) != 0;
        for (unsigned j = 15; j > 0; j--) {
            v[j] = static_cast<uint8_t>(v[j] >> 1 | v[j - 1] << 7);
        }
        v[0] = static_cast<uint8_t>(v[0] >> 1 ^ (carry ? 0xe1 : 0));
    }
    std::memcpy(x, z, 16);
}

void put_bits(uint8_t *to, uint64_t bytes)
{
    for (unsigned i = 0; i < 8; i++) {
        to[7 - i] = static_cast<uint8_t>(8 * bytes >> (8 * i));
    }
}

} // namespace

/* IVSZ or AADSZ: so many bytes more, which come rounded up to blocks. */
void Ltc::announce(Part *part, uint32_t value)
{
    const uint32_t bytes = value & size_bits, rounded = (bytes + 15) / 16 * 16;
    if (part->ended || (bytes % 16 != 0 && (value & last_size) == 0) || size_ + rounded > size_bits) {
        fail(error_data_size);
        return;
    }
    part->waiting += rounded;
    part->bytes += bytes;
    part->ended = (value & last_size) != 0;
    size_ += rounded;
    sized_ = true;
    work();
}

void Ltc::encrypt_block(uint8_t *block)
{
    aes_forward(block);
    spend((key_size_ / 4 + 6) * options_.times.round);
}

/* The MAC takes a block in: CTX0 to 3. */
void Ltc::absorb(const uint8_t *block)
{
    for (unsigned i = 0; i < 16; i++) {
        context_[i] ^= block[i];
    }
    if (is_ccm()) {
        encrypt_block(context_);
        return;
    }
    uint8_t h[16] = {};
    aes_forward(h);
    multiply(context_, h);
    spend(options_.times.ghash);
}

/* The counter of CTX4 to 7 moves on: GCM counts in the last 32 bits. */
void Ltc::count()
{
    uint8_t *const counter = context_ + 16;
    for (unsigned i = 16; i > (is_ccm() ? 0u : 12u) && ++counter[--i] == 0;) {
    }
}

bool Ltc::is_ccm() const
{
    return (mode_ >> 4 & 0xff) == mode_ccm;
}

/* The block before the first counter: GCM's is made of the IV, CCM's is what the program put into CTX4 to 7. */
void Ltc::start_counter(const uint8_t *iv)
{
    uint8_t *const counter = context_ + 16;
    if (aead_.iv.bytes == 12) {
        std::memcpy(counter, iv, 12);
        std::memset(counter + 12, 0, 3);
        counter[15] = 1;
    } else {
        uint8_t lengths[16] = {};
        put_bits(lengths + 8, aead_.iv.bytes);
        absorb(lengths);
        std::memcpy(counter, context_, 16);
    }
    std::memset(context_, 0, 16);
    std::memcpy(context_ + 32, counter, 16);
    aead_.counting = true;
    count();
}

/* A block of IV, additional data or text, or the end of the session. */
bool Ltc::block_of_aead()
{
    Part *const part = aead_.iv.waiting != 0 ? &aead_.iv : aead_.aad.waiting != 0 ? &aead_.aad : nullptr;
    uint8_t block[16] = {};
    if (is_ccm() && !aead_.counting) { /* B0 is in CTX0 to 3, the first counter block in CTX4 to 7 */
        encrypt_block(context_);
        std::memcpy(context_ + 32, context_ + 16, 16);
        aead_.counting = true;
        count();
    }
    if (part != nullptr) {
        if (in_.size() < 16) {
            return false;
        }
        std::copy_n(in_.begin(), 16, block);
        in_.erase(in_.begin(), in_.begin() + 16);
        taken_.push_back({spend(0), 16});
        part->waiting -= 16;
        size_ -= 16;
        const bool ends = part->waiting == 0 && part->ended;
        for (size_t i = part->bytes % 16; ends && i != 0 && i < 16; i++) {
            block[i] = 0;
        }
        if (part != &aead_.iv) {
            absorb(block);
        } else if (!(ends && part->bytes == 12)) {
            absorb(block);
        }
        if (part == &aead_.iv && ends) {
            start_counter(block);
        }
        return true;
    }
    if (size_ == 0) {
        if ((mode_ >> 2 & finalize) != 0) {
            finish_aead();
        }
        done_ = true;
        return false;
    }
    return text_of_aead(block);
}

bool Ltc::text_of_aead(uint8_t *block)
{
    const size_t n = std::min<size_t>(size_, 16);
    if (!aead_.counting || (n < 16 && (mode_ >> 2 & finalize) == 0)) {
        fail(aead_.counting ? error_data_size : error_sequence);
        return false;
    }
    if (in_.size() < n || out_.size() + 16 > fifo_bytes) {
        return false;
    }
    uint8_t stream[16], out[16];
    std::copy_n(in_.begin(), n, block);
    const size_t taken = std::min(in_.size(), (n + 3) / 4 * 4);
    in_.erase(in_.begin(), in_.begin() + static_cast<std::ptrdiff_t>(taken));
    taken_.push_back({spend(0), taken});
    std::memcpy(stream, context_ + 16, 16);
    encrypt_block(stream);
    count();
    for (size_t i = 0; i < 16; i++) {
        out[i] = static_cast<uint8_t>(i < n ? block[i] ^ stream[i] : 0);
    }
    const bool encrypting = (mode_ & 1) != 0;
    out_.insert(out_.end(), out, out + n);
    absorb(encrypting != is_ccm() ? out : block); /* GCM: the ciphertext; CCM: the plaintext */
    made_.push_back({free_, n});
    size_ -= static_cast<uint32_t>(n);
    aead_.text += n;
    return true;
}

/* The tag: in CTX0 to 3 for GCM, in CTX8 to 11 for CCM. */
void Ltc::finish_aead()
{
    uint8_t mask[16];
    if (!is_ccm()) {
        uint8_t lengths[16];
        put_bits(lengths, aead_.aad.bytes);
        put_bits(lengths + 8, aead_.text);
        absorb(lengths);
    }
    std::memcpy(mask, context_ + 32, 16);
    encrypt_block(mask);
    for (unsigned i = 0; i < 16; i++) {
        context_[is_ccm() ? 32 + i : i] = static_cast<uint8_t>(context_[i] ^ mask[i]);
    }
}

} // namespace cortexm
