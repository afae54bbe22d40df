/* SPDX-License-Identifier: Apache-2.0 */
/* Header-only C++17 over the AES assembly for Cortex-M: the key size and the variant are types, so that a key of one
 * cannot meet the code of another, and nothing is decided at run time. The build links the variant's sources; see
 * aes_fs.h, aes_fs_small.h, aes_t1.h, aes_row.h, aes_dsp.h and aes_small.h for the cores, tables and timing of each. */
#ifndef OBI_AES_CORTEXM_HPP
#define OBI_AES_CORTEXM_HPP

#include <stddef.h>
#include <stdint.h>

extern "C" {
#include "algo/aes_dsp.h"
#include "algo/aes_fs.h"
#include "algo/aes_fs_small.h"
#include "algo/aes_row.h"
#include "algo/aes_small.h"
#include "algo/aes_t1.h"
}

namespace outboard
{

enum class aes_variant {
    fixsliced,          /* all: constant time, without tables; two blocks take the time of one */
    fixsliced_small,    /* M3, M4: the same in a third of the code, without counter mode */
    one_table,          /* all: one table a direction, looped */
    one_table_unrolled, /* M3, M4, M7 */
    one_table_deconly,  /* M3, M4: decryption alone, without the table of encryption */
    rows,               /* M0, M0+, M4: S-box */
    dsp,                /* M7: S-box */
    small               /* M0, M0+, M4: S-box, the least code */
};

namespace detail
{

/* The C functions by key size. */
template <unsigned Bits, aes_variant Variant>
struct aes_functions {
    static_assert(Bits == 128 || Bits == 192 || Bits == 256, "AES has keys of 128, 192 and 256 bits");
    static constexpr unsigned rounds = Bits / 32 + 6;
    static constexpr bool fixsliced = Variant == aes_variant::fixsliced;
    static constexpr bool deconly = Variant == aes_variant::one_table_deconly;
    static constexpr bool table = Variant == aes_variant::one_table || Variant == aes_variant::one_table_unrolled;
    static constexpr bool fixsliced_small = Variant == aes_variant::fixsliced_small;
    static constexpr bool pairs = fixsliced || fixsliced_small;
    static constexpr size_t words = pairs ? 8 * rounds : 4 * (rounds + 1);

    template <typename F>
    static F pick(F of128, F of192, F of256)
    {
        return Bits == 128 ? of128 : Bits == 192 ? of192 : of256;
    }

    static void expand(uint32_t *rk, const uint32_t *key)
    {
        if constexpr (fixsliced) {
            pick(obi_aes_fs_key128, obi_aes_fs_key192, obi_aes_fs_key256)(rk, key);
        } else if constexpr (fixsliced_small) {
            obi_aes_fs_small_key(rk, key, Bits / 32);
        } else if constexpr (deconly) {
            pick(obi_aes_t1_deconly_key128, obi_aes_t1_deconly_key192, obi_aes_t1_deconly_key256)(rk, key);
        } else if constexpr (table) {
            pick(obi_aes_t1_key128, obi_aes_t1_key192, obi_aes_t1_key256)(rk, key);
        } else if constexpr (Variant == aes_variant::rows) {
            pick(obi_aes_row_key128, obi_aes_row_key192, obi_aes_row_key256)(rk, key);
        } else if constexpr (Variant == aes_variant::small) {
            pick(obi_aes_small_key128, obi_aes_small_key192, obi_aes_small_key256)(rk, key);
        } else {
            pick(obi_aes_dsp_key128, obi_aes_dsp_key192, obi_aes_dsp_key256)(rk, key);
        }
    }

    static void invert(uint32_t *rk)
    {
        if constexpr (table) {
            obi_aes_t1_key_dec(rk, rounds);
        } else if constexpr (deconly) {
            obi_aes_t1_deconly_key_dec(rk, rounds);
        }
    }

    static void encrypt_pair(const uint32_t *rk, uint32_t *out, const uint32_t *in)
    {
        static_assert(pairs, "two blocks at once are there for the fixsliced variants");
        (fixsliced ? obi_aes_fs_enc : obi_aes_fs_small_enc)(rk, out, in, rounds);
    }

    static void decrypt_pair(const uint32_t *rk, uint32_t *out, const uint32_t *in)
    {
        static_assert(pairs, "two blocks at once are there for the fixsliced variants");
        (fixsliced ? obi_aes_fs_dec : obi_aes_fs_small_dec)(rk, out, in, rounds);
    }

    /* One block in the first place of two; the pair is wiped. */
    template <typename F>
    static void alone(F two, const uint32_t *rk, uint32_t *out, const uint32_t *in)
    {
        uint32_t pair[8] = {in[0], in[1], in[2], in[3]};
        two(rk, pair, pair);
        volatile uint32_t *const wiped = pair;
        for (size_t i = 0; i < 8; i++) {
            if (i < 4) {
                out[i] = pair[i];
            }
            wiped[i] = 0;
        }
    }

    static void encrypt(const uint32_t *rk, uint32_t *out, const uint32_t *in)
    {
        static_assert(!deconly, "this variant only decrypts");
        if constexpr (pairs) {
            alone(encrypt_pair, rk, out, in);
        } else if constexpr (Variant == aes_variant::one_table) {
            obi_aes_t1_enc(rk, out, in, rounds);
        } else if constexpr (Variant == aes_variant::one_table_unrolled) {
            pick(obi_aes_t1_enc128, obi_aes_t1_enc192, obi_aes_t1_enc256)(rk, out, in);
        } else if constexpr (Variant == aes_variant::rows) {
            obi_aes_row_enc(rk, out, in, rounds);
        } else if constexpr (Variant == aes_variant::small) {
            obi_aes_small_enc(rk, out, in, rounds);
        } else {
            obi_aes_dsp_enc(rk, out, in, rounds);
        }
    }

    static void decrypt(const uint32_t *rk, uint32_t *out, const uint32_t *in)
    {
        if constexpr (pairs) {
            alone(decrypt_pair, rk, out, in);
        } else if constexpr (Variant == aes_variant::one_table || deconly) {
            obi_aes_t1_dec(rk, out, in, rounds);
        } else if constexpr (Variant == aes_variant::one_table_unrolled) {
            pick(obi_aes_t1_dec128, obi_aes_t1_dec192, obi_aes_t1_dec256)(rk, out, in);
        } else if constexpr (Variant == aes_variant::rows) {
            obi_aes_row_dec(rk, out, in, rounds);
        } else if constexpr (Variant == aes_variant::small) {
            obi_aes_small_dec(rk, out, in, rounds);
        } else {
            obi_aes_dsp_dec(rk, out, in, rounds);
        }
    }
};

} // namespace detail

/* Round keys of one key: not copied, wiped at the end. */
template <unsigned Bits, aes_variant Variant>
class aes_schedule
{
  public:
    aes_schedule(const aes_schedule &) = delete;
    aes_schedule &operator=(const aes_schedule &) = delete;

  protected:
    aes_schedule() = default;

    ~aes_schedule()
    {
        volatile uint32_t *const words = rk_;
        for (size_t i = 0; i < sizeof rk_ / sizeof *rk_; i++) {
            words[i] = 0;
        }
    }

    uint32_t rk_[detail::aes_functions<Bits, Variant>::words];
};

/* A key to encrypt with. Blocks are four words in the order of memory; out may be in. */
template <unsigned Bits, aes_variant Variant>
class aes : public aes_schedule<Bits, Variant>
{
    using functions = detail::aes_functions<Bits, Variant>;

  public:
    explicit aes(const uint32_t (&key)[Bits / 32])
    {
        functions::expand(this->rk_, key);
    }

    void encrypt(uint32_t (&out)[4], const uint32_t (&in)[4]) const
    {
        functions::encrypt(this->rk_, out, in);
    }

    /* Two blocks in the time of one. */
    void encrypt(uint32_t (&out)[8], const uint32_t (&in)[8]) const
    {
        functions::encrypt_pair(this->rk_, out, in);
    }

    /* What follows is on n blocks, out may be in; of the one-table variants it is there on M3, M4 and M7. */

    /* Counter mode, which advances the big-endian last word of counter by n. Its time depends on the counter, which
     * must be public. */
    void count(uint32_t (&counter)[4], uint32_t *out, const uint32_t *in, size_t n) const
    {
        static_assert(functions::table || functions::fixsliced, "counter mode: one-table and fixsliced variants");
        if constexpr (functions::fixsliced) {
            obi_aes_fs_ctr(this->rk_, counter, out, in, n, functions::rounds);
        } else {
            functions::pick(obi_aes_t1_ctr128, obi_aes_t1_ctr192, obi_aes_t1_ctr256)(this->rk_, counter, out, in, n);
        }
    }

    /* The same for a counter that is secret. */
    void count_uncached(uint32_t (&counter)[4], uint32_t *out, const uint32_t *in, size_t n) const
    {
        static_assert(functions::table, "counter mode without what a public counter saves: one-table variants");
        functions::pick(obi_aes_t1_ctr_uncached128, obi_aes_t1_ctr_uncached192,
                        obi_aes_t1_ctr_uncached256)(this->rk_, counter, out, in, n);
    }

    /* CBC; iv becomes the last block of cipher text. */
    void chain(uint32_t (&iv)[4], uint32_t *out, const uint32_t *in, size_t n) const
    {
        static_assert(functions::table, "CBC is there for the one-table variants");
        functions::pick(obi_aes_t1_cbc_enc128, obi_aes_t1_cbc_enc192, obi_aes_t1_cbc_enc256)(this->rk_, iv, out, in, n);
    }
};

/* A key to decrypt with. */
template <unsigned Bits, aes_variant Variant>
class aes_inverse : public aes_schedule<Bits, Variant>
{
    using functions = detail::aes_functions<Bits, Variant>;

  public:
    explicit aes_inverse(const uint32_t (&key)[Bits / 32])
    {
        functions::expand(this->rk_, key);
        functions::invert(this->rk_);
    }

    void decrypt(uint32_t (&out)[4], const uint32_t (&in)[4]) const
    {
        functions::decrypt(this->rk_, out, in);
    }

    /* Two blocks in the time of one. */
    void decrypt(uint32_t (&out)[8], const uint32_t (&in)[8]) const
    {
        functions::decrypt_pair(this->rk_, out, in);
    }

    /* CBC on n blocks, on M3, M4 and M7; iv becomes the last block of cipher text. */
    void chain(uint32_t (&iv)[4], uint32_t *out, const uint32_t *in, size_t n) const
    {
        static_assert(functions::table, "CBC is there for the one-table variants");
        functions::pick(obi_aes_t1_cbc_dec128, obi_aes_t1_cbc_dec192, obi_aes_t1_cbc_dec256)(this->rk_, iv, out, in, n);
    }
};

} // namespace outboard

#endif
