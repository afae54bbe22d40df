/* SPDX-License-Identifier: Apache-2.0 */
/* NXP's Low Power Trusted Cryptography block (LTC): AES, DES and SHA behind two FIFOs. Its authenticated modes and its
 * public-key accelerator are not modelled: their modes are errors, as on a part without them. It takes no time: no
 * source publishes the cycles of its engines. */
#ifndef OB_SIM_CORTEXM_DEVICE_LTC_H
#define OB_SIM_CORTEXM_DEVICE_LTC_H

#include "sim/cortexm/device/device.h"

#include <cstddef>
#include <deque>

namespace cortexm
{

class Ltc final : public Device
{
  public:
    struct Options {
        bool long_keys = true; /* AES with 192 and 256 bits */
        bool des = true;
        bool sha = false;
        bool key_readable = true;
        bool silent = false; /* reads give all ones */
        bool stuck = false;  /* what is in the input FIFO stays there */
        unsigned error = 0;  /* ERRID1 with which every mode ends, once its first word is there; 0: none */
        unsigned after = 0;  /* modes that run well before stuck or error holds */
    };

    Ltc() : Ltc(Options{})
    {
    }
    explicit Ltc(const Options &options) : options_(options)
    {
    }
    uint32_t read(uint32_t offset, unsigned size) override;
    void write(uint32_t offset, unsigned size, uint32_t value) override;

    /* Change what goes wrong, in the middle of anything. */
    Options &options()
    {
        return options_;
    }
    /* Whether a key, data or a context is left. */
    bool holds_secrets() const;

  private:
    void command(uint32_t value);
    void clear(uint32_t value);
    void set_mode(uint32_t value);
    void set_key_size(uint32_t value);
    void write_fifo(uint32_t value);
    uint32_t read_fifo();
    void work();
    bool block_of_cipher();
    bool block_of_hash();
    void crypt(const uint8_t *in, uint8_t *out, size_t len);
    void crypt_block(uint8_t *block);
    void aes(uint8_t *block);
    void des(uint8_t *block);
    void pad();
    void fail(unsigned id);
    unsigned alg() const;
    bool is_hash() const;

    Options options_;
    uint32_t mode_ = 0, control_ = 0, size_ = 0;
    bool has_mode_ = false, done_ = false, key_locked_ = false, inverted_ = false, sized_ = false;
    unsigned key_size_ = 0, error_ = 0, modes_ = 0;
    uint8_t key_[32] = {}, context_[64] = {};
    std::deque<uint8_t> in_, out_;
};

} // namespace cortexm

#endif
