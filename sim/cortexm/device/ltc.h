/* SPDX-License-Identifier: Apache-2.0 */
/* NXP's Low Power Trusted Cryptography block (LTC): AES, its authenticated modes (ltc_aead.cpp), DES and SHA behind two
 * FIFOs, and the public-key accelerator (ltc_pkha.h). CMAC, XCBC and the check of a tag in the block (ICV_TEST) are not
 * modelled: they are errors. What an access and a block take is given in cycles of the core (Ltc::Times). */
#ifndef OB_SIM_CORTEXM_DEVICE_LTC_H
#define OB_SIM_CORTEXM_DEVICE_LTC_H

#include "sim/cortexm/device/device.h"
#include "sim/cortexm/device/ltc_pkha.h"

#include <cstddef>
#include <deque>

namespace cortexm
{

class Ltc final : public Device
{
  public:
    /* Cycles of the core. bench/ltc.py says where they come from. The accelerator for public keys takes none. */
    struct Times {
        unsigned access = 0; /* wait states of each access */
        unsigned round = 0;  /* of AES; a block takes as many as its key length has */
        unsigned invert = 0; /* the key for decryption, before the first block without DK */
        unsigned des = 0;    /* of a block, for each pass */
        unsigned sha = 0;    /* of a block of 64 bytes */
        unsigned ghash = 0;  /* of a block of 16 bytes */
    };
    /* What is published as wrong with the block, each as a switch. */
    struct Errata {
        bool level = true;    /* the level of the output FIFO counts AES's last block before it is there, once
                               * all before it is */
        bool masks = true;    /* DPAMS counts only when it is written twice in a row */
        bool announce = true; /* TKT261180: text is not to be announced while more than a block before it waits */
    };
    struct Options {
        Errata errata;
        bool long_keys = true; /* AES with 192 and 256 bits */
        bool des = true;
        bool gcm = true;
        bool sha = false;
        bool pkha = false;
        bool key_readable = true;
        bool silent = false; /* reads give all ones */
        bool stuck = false;  /* what is in the input FIFO stays there */
        unsigned error = 0;  /* ERRID1 with which every mode ends, once its first word is there; 0: none */
        unsigned after = 0;  /* modes that run well before stuck or error holds */
        Times times;
    };

    Ltc() : Ltc(Options{})
    {
    }
    /* bus NULL: no time passes. */
    explicit Ltc(const Options &options, Bus *bus = nullptr) : options_(options), bus_(bus)
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
    /* How often the masks were renewed. */
    unsigned masks() const
    {
        return masks_;
    }

  private:
    /* The IV or the additional data of a message. */
    struct Part {
        size_t waiting = 0; /* bytes announced and not taken, in blocks */
        uint64_t bytes = 0; /* so far, without what fills up the last block */
        bool ended = false; /* no more will be announced */
    };
    struct Aead {
        Part iv, aad;
        uint64_t text = 0;
        bool counting = false; /* there is a counter */
    };
    void announce(Part *part, uint32_t value);
    bool block_of_aead();
    bool text_of_aead(uint8_t *block);
    void absorb(const uint8_t *block);
    void start_counter(const uint8_t *iv);
    void count();
    void finish_aead();
    void encrypt_block(uint8_t *block);
    void aes_forward(uint8_t *block);
    bool is_aead() const;
    bool is_ccm() const;
    void command(uint32_t value);
    void clear(uint32_t value);
    void set_mode(uint32_t value);
    void set_key_size(uint32_t value);
    void write_fifo(uint32_t value);
    uint32_t read_fifo();
    void work();
    void arrive();
    uint64_t spend(unsigned cycles);
    size_t waiting_words() const;
    size_t ready_bytes() const;
    size_t level() const;
    bool is_done() const;
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
    bool is_pk() const;

    Options options_;
    uint32_t mode_ = 0, control_ = 0, size_ = 0;
    bool has_mode_ = false, done_ = false, key_locked_ = false, inverted_ = false, sized_ = false;
    unsigned key_size_ = 0, error_ = 0, modes_ = 0;
    uint8_t key_[32] = {}, context_[64] = {};
    std::deque<uint8_t> in_, out_;
    struct Later {
        uint64_t when;
        size_t bytes;
    };
    Bus *bus_;
    std::deque<Later> taken_, made_; /* input that is still in the FIFO until then, output that is there from then on */
    uint64_t now_ = 0, free_ = 0;    /* cycle of the access under way; when the engine is free */
    unsigned masks_ = 0;
    bool half_masked_ = false; /* DPAMS has been written once */
    bool derive_ = false;      /* the next block waits for the key for decryption */
    Aead aead_;
    Pkha pkha_;
};

} // namespace cortexm

#endif
