/* SPDX-License-Identifier: Apache-2.0 */
/* The C++ wrapper as functions that the simulator calls: a key size and a variant each. */
#include "algo/aes_cortexm.hpp"

using outboard::aes;
using outboard::aes_inverse;
using outboard::aes_variant;

#define BLOCK(name, bits, variant)                                                                                     \
    extern "C" void name##_enc##bits(const uint32_t(&key)[(bits) / 32], uint32_t(&out)[4], const uint32_t(&in)[4]);    \
    extern "C" void name##_dec##bits(const uint32_t(&key)[(bits) / 32], uint32_t(&out)[4], const uint32_t(&in)[4]);    \
    void name##_enc##bits(const uint32_t(&key)[(bits) / 32], uint32_t(&out)[4], const uint32_t(&in)[4])                \
    {                                                                                                                  \
        aes<bits, aes_variant::variant>(key).encrypt(out, in);                                                         \
    }                                                                                                                  \
    void name##_dec##bits(const uint32_t(&key)[(bits) / 32], uint32_t(&out)[4], const uint32_t(&in)[4])                \
    {                                                                                                                  \
        aes_inverse<bits, aes_variant::variant>(key).decrypt(out, in);                                                 \
    }

#define BLOCKS(variant) BLOCK(variant, 128, variant) BLOCK(variant, 192, variant) BLOCK(variant, 256, variant)

#ifdef WITH_ROWS
BLOCKS(rows)
#endif
#ifdef WITH_SMALL
BLOCKS(small)
#endif
#ifdef WITH_DSP
BLOCKS(dsp)
#endif
#ifdef WITH_TABLE
BLOCKS(one_table)
BLOCKS(one_table_unrolled)

extern "C" void one_table_count256(const uint32_t (&key)[8], uint32_t (&counter)[4], uint32_t *out, const uint32_t *in,
                                   size_t n);

void one_table_count256(const uint32_t (&key)[8], uint32_t (&counter)[4], uint32_t *out, const uint32_t *in, size_t n)
{
    aes<256, aes_variant::one_table>(key).count(counter, out, in, n);
}
#endif
