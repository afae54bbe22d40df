/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: our own portable C. This file has the capability table and the verbs, which call one file for each
 * family of algorithms. */
#include "engine/soft/soft.h"

#include "algo/mid_chachapoly.h"
#include "algo/mid_hash.h"
#include "engine/soft/block.h"
#include "engine/soft/prices.h"

_Static_assert(sizeof(struct ob_soft_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than soft's state");

#define MID    OB_CAP_MID
#define MID_CT (OB_CAP_MID | OB_CAP_CT)

#define HASH(alg, price)                                                                                               \
    {                                                                                                                  \
        alg, 0, OB_DIR_ENCRYPT, OB_MODE_SW, MID_CT, 0, 0, 0, price                                                     \
    }
#define HMAC(hash, price)                                                                                              \
    {                                                                                                                  \
        OB_HMAC(hash), 0, OB_DIR_BOTH, OB_MODE_SW, MID_CT, 0, UINT16_MAX, 0, price                                     \
    }
#define CIPHER(alg, flags, bits_min, bits_max, price)                                                                  \
    {                                                                                                                  \
        alg, 0, OB_DIR_BOTH, OB_MODE_SW, flags, bits_min, bits_max, 0, price                                           \
    }

#define BLOCK(alg, dirs, bits, price)                                                                                  \
    {                                                                                                                  \
        alg, 0, dirs, OB_MODE_SW, MID_CT, 128, bits, 0, price                                                          \
    }

/* AES in the modes whose decryption uses the inverse cipher. */
#if OB_WITH_AES_DEC
#define AES_DIRS OB_DIR_BOTH
#else
#define AES_DIRS OB_DIR_ENCRYPT
#endif

/* Sorted by algorithm. */
static const struct ob_cap caps[] = {
#if OB_WITH_HASH
#if OB_WITH_MD5
    HASH(OB_MD5, PRICE_MD5),
#endif
#if OB_WITH_SHA1
    HASH(OB_SHA1, PRICE_SHA1),
#endif
#if OB_WITH_SHA256
#if OB_WITH_SHA224
    HASH(OB_SHA224, PRICE_SHA224),
#endif
    HASH(OB_SHA256, PRICE_SHA256),
#endif
#if OB_WITH_SHA512
    HASH(OB_SHA384, PRICE_SHA384),
    HASH(OB_SHA512, PRICE_SHA512),
    HASH(OB_SHA512_224, PRICE_SHA512_224),
    HASH(OB_SHA512_256, PRICE_SHA512_256),
#endif
#if OB_WITH_SM3
    HASH(OB_SM3, PRICE_SM3),
#endif
#endif
#if OB_WITH_MAC && OB_WITH_HMAC
#if OB_WITH_MD5
    HMAC(OB_MD5, PRICE_HMAC_MD5),
#endif
#if OB_WITH_SHA1
    HMAC(OB_SHA1, PRICE_HMAC_SHA1),
#endif
#if OB_WITH_SHA256
#if OB_WITH_SHA224
    HMAC(OB_SHA224, PRICE_HMAC_SHA224),
#endif
    HMAC(OB_SHA256, PRICE_HMAC_SHA256),
#endif
#if OB_WITH_SHA512
    HMAC(OB_SHA384, PRICE_HMAC_SHA384),
    HMAC(OB_SHA512, PRICE_HMAC_SHA512),
    HMAC(OB_SHA512_224, PRICE_HMAC_SHA512_224),
    HMAC(OB_SHA512_256, PRICE_HMAC_SHA512_256),
#endif
#if OB_WITH_SM3
    HMAC(OB_SM3, PRICE_HMAC_SM3),
#endif
#endif
#ifdef OBI_SOFT_CMAC
    CIPHER(OB_AES_CMAC, MID_CT, 128, 256, PRICE_AES_CMAC),
#endif
#if OB_WITH_CIPHER && OB_WITH_AES
#if OB_WITH_AES_ECB
    BLOCK(OB_AES_ECB, AES_DIRS, 256, PRICE_AES_ECB),
#endif
#if OB_WITH_AES_CBC
    BLOCK(OB_AES_CBC, OB_DIR_ENCRYPT, 256, PRICE_AES_CBC_ENC),
#if OB_WITH_AES_DEC
    BLOCK(OB_AES_CBC, OB_DIR_DECRYPT, 256, PRICE_AES_CBC_DEC),
#endif
#endif
#if OB_WITH_AES_CTR
    CIPHER(OB_AES_CTR, MID_CT, 128, 256, PRICE_AES_CTR),
#endif
#if OB_WITH_AES_XTS
    {OB_AES_XTS, 0, AES_DIRS, OB_MODE_SW, OB_CAP_CT, 256, 512, 0, PRICE_AES_XTS},
#endif
#endif
#if OB_WITH_CIPHER && OB_WITH_DES
    CIPHER(OB_DES_ECB, MID, 64, 64, PRICE_DES_ECB),
    CIPHER(OB_DES_CBC, MID, 64, 64, PRICE_DES_CBC),
    CIPHER(OB_DES3_ECB, MID, 128, 192, PRICE_DES3_ECB),
    CIPHER(OB_DES3_CBC, MID, 128, 192, PRICE_DES3_CBC),
#endif
#if OB_WITH_CIPHER && OB_WITH_SM4
    CIPHER(OB_SM4_ECB, MID_CT, 128, 128, PRICE_SM4_ECB),
    BLOCK(OB_SM4_CBC, OB_DIR_ENCRYPT, 128, PRICE_SM4_CBC_ENC),
    BLOCK(OB_SM4_CBC, OB_DIR_DECRYPT, 128, PRICE_SM4_CBC_DEC),
    CIPHER(OB_SM4_CTR, MID_CT, 128, 128, PRICE_SM4_CTR),
#endif
#if OB_WITH_AEAD && OB_WITH_AES && OB_WITH_AES_GCM
    CIPHER(OB_AES_GCM, MID_CT, 128, 256, PRICE_AES_GCM),
#endif
#ifdef OBI_SOFT_CCM
    CIPHER(OB_AES_CCM, MID_CT, 128, 256, PRICE_AES_CCM),
#endif
#if OB_WITH_AEAD && OB_WITH_SM4 && OB_WITH_SM4_GCM
    CIPHER(OB_SM4_GCM, MID_CT, 128, 128, PRICE_SM4_GCM),
#endif
#if OB_WITH_AEAD && OB_WITH_CHACHA20_POLY1305
    CIPHER(OB_CHACHA20_POLY1305, OB_CAP_CT, 256, 256, PRICE_CHACHA20_POLY1305),
#endif
};

#if OB_WITH_MAC && OB_WITH_HMAC
static struct obi_mid_hmac *hmac_of(struct ob_session *s)
{
    return &((struct ob_soft_state *)ob_state(s))->u.hmac;
}
#endif

static int open_key(void *dev, struct ob_session *s)
{
    (void)dev;
    switch (s->alg) {
#ifdef OBI_SOFT_CMAC
    case OB_AES_CMAC:
        obi_soft_cmac_open(s);
        break;
#endif
#ifdef OBI_SOFT_DES
    case OB_DES_ECB:
    case OB_DES_CBC:
    case OB_DES3_ECB:
    case OB_DES3_CBC:
        obi_soft_des_open(s);
        break;
#endif
#ifdef OBI_SOFT_CCM
    case OB_AES_CCM:
        obi_soft_block_key(s, s->key, s->key_len);
        break;
#endif
#ifdef OBI_SOFT_GCM
    case OB_AES_GCM:
    case OB_SM4_GCM:
        obi_soft_gcm_open(s);
        break;
#endif
    default:
#ifdef OBI_SOFT_CIPHER
        if (OB_ALG_CLASS(s->alg) == OB_CLASS_CIPHER)
            obi_soft_cipher_open(s);
#endif
#if OB_WITH_MAC && OB_WITH_HMAC
        if (OB_ALG_CLASS(s->alg) == OB_CLASS_MAC)
            obi_mid_hmac_open(hmac_of(s), s);
#endif
        break; /* hashes and ChaCha20-Poly1305 have nothing to expand */
    }
    return OB_OK;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    switch (s->alg) {
#ifdef OBI_SOFT_CMAC
    case OB_AES_CMAC:
        return obi_soft_cmac(s, op);
#endif
#ifdef OBI_SOFT_DES
    case OB_DES_ECB:
    case OB_DES_CBC:
    case OB_DES3_ECB:
    case OB_DES3_CBC:
        return obi_soft_des(s, op);
#endif
#ifdef OBI_SOFT_CCM
    case OB_AES_CCM:
        return obi_soft_ccm(s, op);
#endif
#ifdef OBI_SOFT_GCM
    case OB_AES_GCM:
    case OB_SM4_GCM:
        return obi_soft_gcm(s, op);
#endif
#if OB_WITH_AEAD && OB_WITH_CHACHA20_POLY1305
    case OB_CHACHA20_POLY1305:
        return obi_mid_chachapoly_submit(s, op);
#endif
    default:
        break;
    }
    switch (OB_ALG_CLASS(s->alg)) {
#if OB_WITH_HASH
    case OB_CLASS_HASH:
        return obi_mid_hash_submit(s, op);
#endif
#if OB_WITH_MAC && OB_WITH_HMAC
    case OB_CLASS_MAC:
        return obi_mid_hmac_submit(s, op, hmac_of(s));
#endif
#ifdef OBI_SOFT_CIPHER
    case OB_CLASS_CIPHER:
        return obi_soft_cipher(s, op);
#endif
    default:
        return OB_E_DECLINED;
    }
}

extern struct ob_engine ob_engine_soft;

static const struct ob_engine_ops ops = {
    .name = "soft",
    .caps = caps,
    .n_caps = sizeof caps / sizeof caps[0],
    .state_size = sizeof(struct ob_soft_state),
    .flags = OB_ENGINE_REENTRANT,
    .open = open_key,
    .submit = submit,
};

struct ob_engine ob_engine_soft = {.ops = &ops};
