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

/* Functions of n blocks, with a counter or an IV: of aes or of aes_inverse. */
#define MESSAGE(name, type, bits, variant, method)                                                                     \
    extern "C" void name##bits(const uint32_t(&key)[(bits) / 32], uint32_t(&iv)[4], uint32_t *out, const uint32_t *in, \
                               size_t n);                                                                              \
    void name##bits(const uint32_t(&key)[(bits) / 32], uint32_t(&iv)[4], uint32_t *out, const uint32_t *in, size_t n)  \
    {                                                                                                                  \
        type<bits, aes_variant::variant>(key).method(iv, out, in, n);                                                  \
    }
#define MESSAGES(name, type, variant, method)                                                                          \
    MESSAGE(name, type, 128, variant, method)                                                                          \
    MESSAGE(name, type, 192, variant, method)                                                                          \
    MESSAGE(name, type, 256, variant, method)

/* Two blocks of a fixsliced variant. */
#define PAIR(variant, bits)                                                                                            \
    extern "C" void variant##_pair_enc##bits(const uint32_t(&key)[(bits) / 32], uint32_t(&out)[8],                     \
                                             const uint32_t(&in)[8]);                                                  \
    extern "C" void variant##_pair_dec##bits(const uint32_t(&key)[(bits) / 32], uint32_t(&out)[8],                     \
                                             const uint32_t(&in)[8]);                                                  \
    void variant##_pair_enc##bits(const uint32_t(&key)[(bits) / 32], uint32_t(&out)[8], const uint32_t(&in)[8])        \
    {                                                                                                                  \
        aes<bits, aes_variant::variant>(key).encrypt(out, in);                                                         \
    }                                                                                                                  \
    void variant##_pair_dec##bits(const uint32_t(&key)[(bits) / 32], uint32_t(&out)[8], const uint32_t(&in)[8])        \
    {                                                                                                                  \
        aes_inverse<bits, aes_variant::variant>(key).decrypt(out, in);                                                 \
    }

#define PAIRS(variant) PAIR(variant, 128) PAIR(variant, 192) PAIR(variant, 256)

BLOCKS(fixsliced)
PAIRS(fixsliced)
MESSAGES(fixsliced_count, aes, fixsliced, count)
BLOCKS(one_table)
#ifdef WITH_FS_SMALL
BLOCKS(fixsliced_small)
PAIRS(fixsliced_small)
#endif
#ifdef WITH_ROWS
BLOCKS(rows)
#endif
#ifdef WITH_SMALL
BLOCKS(small)
#endif
#ifdef WITH_DSP
BLOCKS(dsp)
#endif
#ifdef WITH_MESSAGES
BLOCKS(one_table_unrolled)
MESSAGES(one_table_count, aes, one_table_unrolled, count)
MESSAGES(one_table_uncached, aes, one_table_unrolled, count_uncached)
MESSAGES(one_table_chain_enc, aes, one_table, chain)
MESSAGES(one_table_chain_dec, aes_inverse, one_table, chain)
#endif
#ifdef WITH_DECONLY
#define DECONLY(bits)                                                                                                  \
    extern "C" void one_table_deconly_dec##bits(const uint32_t(&key)[(bits) / 32], uint32_t(&out)[4],                  \
                                                const uint32_t(&in)[4]);                                               \
    void one_table_deconly_dec##bits(const uint32_t(&key)[(bits) / 32], uint32_t(&out)[4], const uint32_t(&in)[4])     \
    {                                                                                                                  \
        aes_inverse<bits, aes_variant::one_table_deconly>(key).decrypt(out, in);                                       \
    }
DECONLY(128)
DECONLY(192)
DECONLY(256)
#endif

/* What must not compile; test_wrapper.py defines one at a time. */
#if defined(WRONG_BITS)
template class outboard::aes<129, aes_variant::fixsliced>;
#elif defined(WRONG_KEY)
void wrong(const uint32_t (&key)[4])
{
    aes<256, aes_variant::fixsliced> cipher(key);
}
#elif defined(WRONG_DIRECTION)
void wrong(const uint32_t (&key)[4], uint32_t (&block)[4])
{
    aes<128, aes_variant::one_table_deconly>(key).encrypt(block, block);
}
#elif defined(WRONG_PAIR)
void wrong(const uint32_t (&key)[4], uint32_t (&blocks)[8])
{
    aes<128, aes_variant::one_table>(key).encrypt(blocks, blocks);
}
#elif defined(WRONG_COUNT)
void wrong(const uint32_t (&key)[4], uint32_t (&counter)[4], uint32_t (&block)[4])
{
    aes<128, aes_variant::fixsliced_small>(key).count(counter, block, block, 1);
}
#endif
