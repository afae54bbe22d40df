/* SPDX-License-Identifier: Apache-2.0 */
/* Block, tag and key lengths of algorithms, field lengths of curves (the standards named in outboard/alg.h). */
#include "core.h"

#if OB_WITH_MAC || OB_WITH_CIPHER || OB_WITH_AEAD
/* The bit of a key length in bytes, as in obi_shape.keys. */
#define BITS(len) (1u << ((len) / 8 - 1))
#define AES       ((OB_WITH_AES_128 ? BITS(16) : 0) | (OB_WITH_AES_192 ? BITS(24) : 0) | (OB_WITH_AES_256 ? BITS(32) : 0))
#define XTS       ((OB_WITH_AES_128 ? BITS(32) : 0) | (OB_WITH_AES_256 ? BITS(64) : 0))

/* In the order of enum ob_alg: AES-ECB to SM4-CTR, OB_NULL, then the AEADs. The lengths of the AEADs' IVs are in
 * check.h. */
const struct obi_shape obi_shapes[OBI_SHAPES] = {
    {AES, 16, 0},
#if OB_WITH_CIPHER || OB_WITH_AEAD
    {AES, 16, 16},
    {AES, 1, 16},
    {XTS, 16, 16},
    {BITS(8), 8, 0},
    {BITS(8), 8, 8},
    {BITS(16) | BITS(24), 8, 0},
    {BITS(16) | BITS(24), 8, 8},
    {BITS(16), 16, 0},
    {BITS(16), 16, 16},
    {BITS(16), 1, 16},
    {BITS(16), 1, 0},
#endif
#if OB_WITH_AEAD
    {AES, 1, 0},
    {AES, 1, 0},
    {BITS(16), 1, 0},
    {BITS(32), 1, 0},
#endif
};
#endif

size_t ob_alg_block(uint8_t alg)
{
    switch (OB_ALG_CLASS(alg)) {
#if OB_WITH_HASH || OB_WITH_MAC
    case OB_CLASS_HASH:
    case OB_CLASS_MAC:
        return alg == OB_AES_CMAC ? 16 : obi_hash_block(alg);
#endif
#if OB_WITH_CIPHER
    case OB_CLASS_CIPHER:
        if (alg == OB_NULL)
            return 1;
        return alg >= OB_DES_ECB && alg <= OB_DES3_CBC ? 8 : 16;
#endif
#if OB_WITH_AEAD
    case OB_CLASS_AEAD:
        return alg == OB_CHACHA20_POLY1305 ? 64 : 16;
#endif
    default:
        return 0;
    }
}

#if OB_WITH_HASH || OB_WITH_MAC
/* Digest bytes in the order of enum ob_alg. */
static const uint8_t digest[] = {16, 20, 28, 32, 48, 64, 28, 32, 32};
#endif

size_t ob_alg_tag(uint8_t alg)
{
#if OB_WITH_HASH || OB_WITH_MAC
    unsigned number = alg & 0x1fu;
#endif
    unsigned cls = OB_ALG_CLASS(alg);

#if OB_WITH_HASH || OB_WITH_MAC
    if (cls - OB_CLASS_HASH <= OB_CLASS_MAC - OB_CLASS_HASH && number < sizeof digest)
        return digest[number];
#endif
    if ((OB_WITH_AEAD && cls == OB_CLASS_AEAD && alg <= OB_CHACHA20_POLY1305) || (OB_WITH_MAC && alg == OB_AES_CMAC))
        return 16;
    return 0;
}

bool ob_alg_key_ok(uint8_t alg, size_t key_len)
{
#if OB_WITH_MAC || OB_WITH_CIPHER || OB_WITH_AEAD
    const struct obi_shape *shape;
#endif

#if OB_WITH_HASH
    if (OB_ALG_CLASS(alg) == OB_CLASS_HASH)
        return alg <= OB_SM3 && key_len == 0;
#endif
#if OB_WITH_MAC
    if (OB_IS_HMAC(alg))
        return true;
    if (alg == OB_AES_CMAC)
        alg = OB_AES_ECB;
#endif
#if OB_WITH_MAC || OB_WITH_CIPHER || OB_WITH_AEAD
    if (alg > OB_SM4_CTR && alg < OB_NULL)
        return false; /* no algorithm has these numbers */
    shape = obi_shape(alg);
    key_len -= 8;
    return shape && key_len <= 56 && key_len % 8 == 0 && shape->keys >> key_len / 8 & 1;
#else
    (void)alg, (void)key_len;
    return false;
#endif
}

/* The names of curves are in a file of their own (alg_name.c), so that a small image need not contain them. */
unsigned ob_curve_bits(uint8_t curve)
{
    static const uint16_t bits[OB_CURVE_COUNT] = {
        [OB_SECP192R1] = 192,
        [OB_SECP224R1] = 224,
        [OB_SECP256R1] = 256,
        [OB_SECP384R1] = 384,
        [OB_SECP521R1] = 521,
        [OB_SECP192K1] = 192,
        [OB_SECP224K1] = 224,
        [OB_SECP256K1] = 256,
        [OB_BRAINPOOLP256R1] = 256,
        [OB_BRAINPOOLP384R1] = 384,
        [OB_BRAINPOOLP512R1] = 512,
        [OB_X25519] = 255,
        [OB_X448] = 448,
        [OB_ED25519] = 255,
        [OB_ED448] = 448,
        [OB_SM2_CURVE] = 256,
    };

    return curve < OB_CURVE_COUNT ? bits[curve] : 0;
}

size_t ob_curve_scalar_len(uint8_t curve)
{
    if (curve == OB_SECP224K1 || curve == OB_ED448)
        return (ob_curve_bits(curve) + 8) / 8;
    return (ob_curve_bits(curve) + 7) / 8;
}

#if !OBI_SINGLE
uint32_t obi_part_of_unit(uint8_t alg)
{
#if OB_WITH_CIPHER || OB_WITH_AEAD
    const struct obi_shape *shape = obi_shape(alg);

    return shape && alg != OB_AES_XTS ? shape->unit - 1u : 0; /* the end of an XTS data unit has any length */
#else
    (void)alg;
    return 0;
#endif
}
#endif
