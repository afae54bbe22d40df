/* SPDX-License-Identifier: Apache-2.0 */
/* Header-only C++17 over the AES assembly for Cortex-M: the key size and the variant are types, so that a key of one
 * cannot meet the code of another, and nothing is decided at run time. The build links the variant's sources; see
 * aes_t1.h, aes_row.h, aes_dsp.h and aes_small.h for the cores, tables and timing of each. */
#ifndef OBI_AES_CORTEXM_HPP
#define OBI_AES_CORTEXM_HPP

#include <stddef.h>
#include <stdint.h>

extern "C" {
#include "algo/aes_dsp.h"
#include "algo/aes_row.h"
#include "algo/aes_small.h"
#include "algo/aes_t1.h"
}

namespace outboard
{

enum class aes_variant {
    one_table,          /* M3, M4, M7: one table a direction, looped */
    one_table_unrolled, /* M3, M4, M7 */
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
    static constexpr bool table = Variant == aes_variant::one_table || Variant == aes_variant::one_table_unrolled;

    template <typename F>
    static F pick(F of128, F of192, F of256)
    {
        return Bits == 128 ? of128 : Bits == 192 ? of192 : of256;
    }

    static void expand(uint32_t *rk, const uint32_t *key)
    {
        if constexpr (table) {
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
        }
    }

    static void encrypt(const uint32_t *rk, uint32_t *out, const uint32_t *in)
    {
        if constexpr (Variant == aes_variant::one_table) {
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
        if constexpr (Variant == aes_variant::one_table) {
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
template <unsigned Bits>
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

    uint32_t rk_[4 * (Bits / 32 + 7)];
};

/* A key to encrypt with. Blocks are four words in the order of memory; out may be in. */
template <unsigned Bits, aes_variant Variant>
class aes : public aes_schedule<Bits>
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

    /* Counter mode on n blocks, which advances the big-endian last word of counter by n. Its time depends on the
     * counter, which must be public. */
    void count(uint32_t (&counter)[4], uint32_t *out, const uint32_t *in, size_t n) const
    {
        static_assert(functions::table, "counter mode is there for the one-table variants");
        functions::pick(obi_aes_t1_ctr128, obi_aes_t1_ctr192, obi_aes_t1_ctr256)(this->rk_, counter, out, in, n);
    }
};

/* A key to decrypt with. */
template <unsigned Bits, aes_variant Variant>
class aes_inverse : public aes_schedule<Bits>
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
};

} // namespace outboard

#endif
