/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the raw keys of the library's contexts back from its key schedules (FIPS 197, section 5.2; FIPS 46-3). */
#include "binding/mbedtls/internal.h"

#if defined(MBEDTLS_AES_C)

/* The product of a column with the matrix of MixColumns (FIPS 197, section 5.1.3), in constant time. */
static uint32_t mix_column(uint32_t w)
{
    uint32_t doubled = (w & 0x7f7f7f7f) << 1 ^ (w >> 7 & 0x01010101) * 0x1b;
    uint32_t next = w >> 8 | w << 24;

    return doubled ^ (doubled >> 8 | doubled << 24) ^ next ^ (w >> 16 | w << 16) ^ (w >> 24 | w << 8);
}

/* Word i of a schedule in the order of encryption. */
static uint32_t word_of(const uint32_t *rk, unsigned nr, bool decrypts, unsigned i)
{
    return rk[decrypts ? 4 * (nr - i / 4) + i % 4 : i];
}

/* True if a word of the schedule is the sum of two earlier ones, as the key expansion says (FIPS 197, section 5.2),
 * when the schedule is read in this direction. The other direction passes once in 2^32 keys. InvMixColumns, which all
 * but the outer round keys of a schedule for decryption have gone through, is linear. */
static bool is_schedule(const uint32_t *rk, unsigned nr, unsigned words, bool decrypts)
{
    unsigned i = 2 * words + 1;

    return word_of(rk, nr, decrypts, i) == (word_of(rk, nr, decrypts, i - 1) ^ word_of(rk, nr, decrypts, i - words));
}

unsigned obi_aes_key(const mbedtls_aes_context *ctx, bool decrypts, uint32_t key[8])
{
    unsigned words, nr = (unsigned)ctx->nr;
    const uint32_t *rk = obi_aes_key_place(ctx, &words);

    if (!rk || !is_schedule(rk, nr, words, decrypts))
        return 0;
    if (!decrypts) { /* the schedule begins with the key */
        memcpy(key, rk, 4u * words);
        return words;
    }
    /* The equivalent inverse cipher (FIPS 197, section 5.3.5) uses the round keys in reverse order, and InvMixColumns
     * is applied to all but the first and the last. */
    memcpy(key, rk + (size_t)4 * nr, 16);
    for (unsigned i = 4; i < words; i++)
        key[i] = mix_column(rk[4 * (nr - 1) + i - 4]);
    return words;
}

#if defined(MBEDTLS_CIPHER_C)
bool obi_is_aes_ecb(const mbedtls_cipher_info_t *info)
{
    mbedtls_cipher_type_t type = mbedtls_cipher_info_get_type(info);

    return type == MBEDTLS_CIPHER_AES_128_ECB || type == MBEDTLS_CIPHER_AES_192_ECB ||
           type == MBEDTLS_CIPHER_AES_256_ECB;
}

const mbedtls_aes_context *obi_aes_of_cipher(const mbedtls_cipher_context_t *ctx)
{
#if defined(MBEDTLS_USE_PSA_CRYPTO)
    if (ctx->psa_enabled)
        return NULL;
#endif
    if (!obi_is_aes_ecb(ctx->cipher_info) || ctx->operation != MBEDTLS_ENCRYPT)
        return NULL;
    return (const mbedtls_aes_context *)ctx->cipher_ctx;
}
#endif
#endif

#if defined(MBEDTLS_DES_C)
#include <mbedtls/des.h>

/* The positions of the 56 key bits, without parity bits, in the first four words of the schedule: 32 * word + bit,
 * counted from the lowest bit. They result from PC-1, PC-2 and the rotations of the first two rounds (FIPS 46-3,
 * appendix 1), and from the library's order of subkeys. */
static const uint8_t key_bit[56] = {
    20, 27, 53, 40, 11, 68, 97, 26, 61, 89,  96, 3, 4,   33, 56, 17,  25, 32,  36, 45, 9, 50, 51, 18, 44, 8,  12, 0,
    29, 59, 52, 19, 41, 35, 43, 16, 24, 124, 49, 5, 106, 13, 57, 112, 60, 122, 10, 42, 1, 28, 48, 21, 58, 37, 2,  34,
};

/* The key whose schedule for encryption begins with the four words w; parity bits are 0. */
static void read_key(const uint32_t w[4], uint8_t key[8])
{
    memset(key, 0, 8);
    for (unsigned i = 0; i < 56; i++)
        key[i / 7] |= (uint8_t)((w[key_bit[i] / 32] >> key_bit[i] % 32 & 1) << (7 - i % 7));
}

/* True, with the key, if the eight words are from a schedule in this direction. Eight words suffice: if schedules for
 * encryption and decryption agree in them, they agree in all words. */
static bool try_key(const uint32_t words[8], bool decrypts, uint8_t key[8])
{
    uint32_t first[8], all[32];
    bool equal;

    memcpy(first, words, sizeof first);
    if (decrypts) /* the rounds are in reverse order, two words each */
        for (unsigned i = 0; i < 8; i++)
            first[i] = words[6 - i + 2 * (i % 2)];
    read_key(first, key);
    mbedtls_des_setkey(all, key);
    equal = !ob_differ(all, first, 16) && !ob_differ(all + 28, first + 4, 16);
    ob_wipe(all, sizeof all);
    ob_wipe(first, sizeof first);
    return equal;
}

size_t obi_des_key(const uint32_t *words, unsigned n, uint8_t *key, bool *decrypts)
{
    uint32_t wanted = words[(size_t)8 * n];

    for (unsigned backwards = 0; backwards < 2; backwards++) {
        bool found = wanted == OBI_DES_EITHER || wanted == backwards;

        /* triple DES decrypts with the keys in reverse order */
        for (unsigned i = 0; i < n && found; i++)
            found = try_key(words + (size_t)8 * i, (backwards ^ i) & 1, key + (size_t)8 * (backwards ? n - 1 - i : i));
        if (found) {
            *decrypts = backwards;
            return (size_t)8 * n;
        }
    }
    return SIZE_MAX;
}
#else
size_t obi_des_key(const uint32_t *words, unsigned n, uint8_t *key, bool *decrypts)
{
    (void)words, (void)n, (void)key, (void)decrypts;
    return SIZE_MAX;
}
#endif
