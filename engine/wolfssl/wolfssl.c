/* SPDX-License-Identifier: Apache-2.0 */
/* The engine wolfssl: wolfSSL's wolfCrypt as an engine. This file has its capabilities, its prices and its verbs. */
#include "engine/wolfssl/pk.h"

#include <wolfssl/wolfcrypt/wc_port.h>

/* The prices are in nanoseconds on the machine that README.md names, for a build that has not been calibrated: to open
 * a key, per op, per KiB. The price of a private RSA operation includes the check of its result: it is the sum of two
 * measured prices. Constant time is claimed for algorithms without tables. */
#define ROW(alg, dirs, flags, bits_min, bits_max, open, setup, per_kib)                                                \
    {                                                                                                                  \
        alg, 0, dirs, OB_MODE_SW, flags, bits_min, bits_max, 0, &(const struct ob_price)                               \
        {                                                                                                              \
            OB_UPTO_ANY, open, setup, per_kib, setup, per_kib                                                          \
        }                                                                                                              \
    }

/* A public-key operation of any length. */
#define PK(alg, curve, dirs, flags, bits_min, bits_max, open, setup)                                                   \
    {                                                                                                                  \
        alg, curve, dirs, OB_MODE_SW, flags, bits_min, bits_max, 0, &(const struct ob_price)                           \
        {                                                                                                              \
            OB_UPTO_ANY, open, setup, 0, setup, 0                                                                      \
        }                                                                                                              \
    }

enum {
    ENC = OB_DIR_ENCRYPT,
    DEC = OB_DIR_DECRYPT,
    GEN = OB_DIR_GENERATE,
    BOTH = OB_DIR_BOTH,
    CT = OB_CAP_CT,
    MID = OB_CAP_MID,
    BLINDED = OB_CAP_BLINDED,
    SAFE = OB_CAP_BLINDED | OB_CAP_CHECKED,
};

static const struct ob_cap caps[] = {
    ROW(OB_MD5, ENC, CT, 0, 0, 17, 74, 1238),
    ROW(OB_SHA1, ENC, CT, 0, 0, 17, 65, 897),
    ROW(OB_SHA224, ENC, CT, 0, 0, 17, 152, 2748),
    ROW(OB_SHA256, ENC, CT, 0, 0, 17, 154, 2777),
    ROW(OB_SHA384, ENC, CT, 0, 0, 17, 175, 1305),
    ROW(OB_SHA512, ENC, CT, 0, 0, 17, 174, 1307),
    ROW(OB_SHA512_224, ENC, CT, 0, 0, 18, 174, 1306),
    ROW(OB_SHA512_256, ENC, CT, 0, 0, 17, 173, 1296),
    ROW(OB_HMAC_MD5, BOTH, CT, 0, UINT16_MAX, 17, 325, 1243),
    ROW(OB_HMAC_SHA1, BOTH, CT, 0, UINT16_MAX, 17, 268, 897),
    ROW(OB_HMAC_SHA224, BOTH, CT, 0, UINT16_MAX, 17, 711, 2777),
    ROW(OB_HMAC_SHA256, BOTH, CT, 0, UINT16_MAX, 17, 704, 2768),
    ROW(OB_HMAC_SHA384, BOTH, CT, 0, UINT16_MAX, 17, 705, 1269),
    ROW(OB_HMAC_SHA512, BOTH, CT, 0, UINT16_MAX, 18, 723, 1296),
    ROW(OB_AES_CMAC, BOTH, MID, 128, 128, 140, 27, 2429),
    ROW(OB_AES_CMAC, BOTH, MID, 192, 256, 182, 27, 3212),
    ROW(OB_AES_ECB, BOTH, MID, 128, 128, 18, 17, 1892),
    ROW(OB_AES_ECB, BOTH, MID, 192, 256, 17, 17, 2529),
    ROW(OB_AES_CBC, BOTH, MID, 128, 128, 17, 21, 2195),
    ROW(OB_AES_CBC, BOTH, MID, 192, 256, 18, 21, 2920),
    ROW(OB_AES_CTR, BOTH, MID, 128, 128, 18, 29, 2110),
    ROW(OB_AES_CTR, BOTH, MID, 192, 256, 17, 29, 2845),
    ROW(OB_AES_XTS, BOTH, 0, 256, 256, 17, 85, 3140),
    ROW(OB_AES_XTS, BOTH, 0, 512, 512, 17, 106, 3854),
    ROW(OB_DES_ECB, BOTH, MID, 64, 64, 18, 17, 8148),
    ROW(OB_DES_CBC, BOTH, MID, 64, 64, 17, 9, 9653),
    ROW(OB_DES3_ECB, BOTH, MID, 128, 192, 17, 16, 22699),
    ROW(OB_DES3_CBC, BOTH, MID, 128, 192, 17, 10, 24172),
    ROW(OB_AES_GCM, BOTH, MID, 128, 128, 242, 94, 4435),
    ROW(OB_AES_GCM, BOTH, MID, 192, 256, 275, 105, 5156),
    ROW(OB_AES_CCM, BOTH, MID, 128, 128, 85, 140, 4642),
    ROW(OB_AES_CCM, BOTH, MID, 192, 256, 114, 163, 6071),
    ROW(OB_CHACHA20_POLY1305, BOTH, CT, 256, 256, 18, 199, 1723),
    PK(OB_RSA, 0, ENC, 0, 1024, 2048, 340, 34600),
    PK(OB_RSA, 0, ENC, 0, 2049, 3072, 340, 75200),
    PK(OB_RSA, 0, ENC, 0, 3073, 4096, 340, 132000),
    PK(OB_RSA, 0, DEC, SAFE, 1024, 2048, 340, 1930000),
    PK(OB_RSA, 0, DEC, SAFE, 2049, 3072, 340, 6590000),
    PK(OB_RSA, 0, DEC, SAFE, 3073, 4096, 340, 14900000),
    PK(OB_RSA, 0, GEN, 0, 1024, 4096, 340, 122000000),
    PK(OB_RSA_PKCS1_SIGN, 0, ENC, BLINDED, 1024, 2048, 340, 1920000),
    PK(OB_RSA_PKCS1_SIGN, 0, ENC, BLINDED, 2049, 3072, 340, 6570000),
    PK(OB_RSA_PKCS1_SIGN, 0, ENC, BLINDED, 3073, 4096, 340, 14900000),
    PK(OB_RSA_PKCS1_SIGN, 0, DEC, 0, 1024, 2048, 340, 33600),
    PK(OB_RSA_PKCS1_SIGN, 0, DEC, 0, 2049, 3072, 340, 73200),
    PK(OB_RSA_PKCS1_SIGN, 0, DEC, 0, 3073, 4096, 340, 134000),
    PK(OB_RSA_PSS, 0, ENC, BLINDED, 1024, 2048, 340, 1940000),
    PK(OB_RSA_PSS, 0, ENC, BLINDED, 2049, 3072, 340, 6680000),
    PK(OB_RSA_PSS, 0, ENC, BLINDED, 3073, 4096, 340, 15300000),
    PK(OB_RSA_PSS, 0, DEC, 0, 1024, 2048, 340, 37900),
    PK(OB_RSA_PSS, 0, DEC, 0, 2049, 3072, 340, 79600),
    PK(OB_RSA_PSS, 0, DEC, 0, 3073, 4096, 340, 141000),
    PK(OB_RSA_PKCS1_CRYPT, 0, ENC, 0, 1024, 2048, 340, 50500),
    PK(OB_RSA_PKCS1_CRYPT, 0, ENC, 0, 2049, 3072, 340, 90400),
    PK(OB_RSA_PKCS1_CRYPT, 0, ENC, 0, 3073, 4096, 340, 155000),
    PK(OB_RSA_PKCS1_CRYPT, 0, DEC, SAFE, 1024, 2048, 340, 1930000),
    PK(OB_RSA_PKCS1_CRYPT, 0, DEC, SAFE, 2049, 3072, 340, 6700000),
    PK(OB_RSA_PKCS1_CRYPT, 0, DEC, SAFE, 3073, 4096, 340, 15000000),
    PK(OB_RSA_OAEP, 0, ENC, 0, 1024, 2048, 340, 52300),
    PK(OB_RSA_OAEP, 0, ENC, 0, 2049, 3072, 340, 101000),
    PK(OB_RSA_OAEP, 0, ENC, 0, 3073, 4096, 340, 167000),
    PK(OB_RSA_OAEP, 0, DEC, SAFE, 1024, 2048, 340, 2070000),
    PK(OB_RSA_OAEP, 0, DEC, SAFE, 2049, 3072, 340, 6840000),
    PK(OB_RSA_OAEP, 0, DEC, SAFE, 3073, 4096, 340, 16100000),
    PK(OB_ECDSA, OB_SECP224R1, ENC | GEN, 0, 0, 0, 1, 119000),
    PK(OB_ECDSA, OB_SECP224R1, DEC, 0, 0, 0, 1, 113000),
    PK(OB_ECDSA, OB_SECP256R1, ENC | GEN, 0, 0, 0, 1, 104000),
    PK(OB_ECDSA, OB_SECP256R1, DEC, 0, 0, 0, 1, 108000),
    PK(OB_ECDSA, OB_SECP384R1, ENC | GEN, 0, 0, 0, 1, 204000),
    PK(OB_ECDSA, OB_SECP384R1, DEC, 0, 0, 0, 1, 239000),
    PK(OB_ECDSA, OB_SECP521R1, ENC | GEN, 0, 0, 0, 1, 502000),
    PK(OB_ECDSA, OB_SECP521R1, DEC, 0, 0, 0, 1, 696000),
    PK(OB_ECDSA, OB_SECP256K1, ENC | GEN, 0, 0, 0, 1, 102000),
    PK(OB_ECDSA, OB_SECP256K1, DEC, 0, 0, 0, 1, 106000),
    PK(OB_ECDSA, OB_BRAINPOOLP256R1, ENC | GEN, 0, 0, 0, 1, 116000),
    PK(OB_ECDSA, OB_BRAINPOOLP256R1, DEC, 0, 0, 0, 1, 108000),
    PK(OB_ECDSA, OB_BRAINPOOLP384R1, ENC | GEN, 0, 0, 0, 1, 215000),
    PK(OB_ECDSA, OB_BRAINPOOLP384R1, DEC, 0, 0, 0, 1, 251000),
    PK(OB_ECDSA, OB_BRAINPOOLP512R1, ENC | GEN, 0, 0, 0, 1, 466000),
    PK(OB_ECDSA, OB_BRAINPOOLP512R1, DEC, 0, 0, 0, 1, 619000),
    PK(OB_ECDH, OB_SECP224R1, ENC | GEN, 0, 0, 0, 1, 92200),
    PK(OB_ECDH, OB_SECP256R1, ENC | GEN, 0, 0, 0, 1, 84600),
    PK(OB_ECDH, OB_SECP384R1, ENC | GEN, 0, 0, 0, 1, 181000),
    PK(OB_ECDH, OB_SECP521R1, ENC | GEN, 0, 0, 0, 1, 562000),
    PK(OB_ECDH, OB_SECP256K1, ENC | GEN, 0, 0, 0, 1, 87000),
    PK(OB_ECDH, OB_BRAINPOOLP256R1, ENC | GEN, 0, 0, 0, 1, 92900),
    PK(OB_ECDH, OB_BRAINPOOLP384R1, ENC | GEN, 0, 0, 0, 1, 196000),
    PK(OB_ECDH, OB_BRAINPOOLP512R1, ENC | GEN, 0, 0, 0, 1, 520000),
    PK(OB_ECDH, OB_X25519, ENC | GEN, 0, 0, 0, 1, 52200),
    PK(OB_ECDH, OB_X448, ENC | GEN, 0, 0, 0, 1, 186000),
    PK(OB_EDDSA, OB_ED25519, ENC | GEN, 0, 0, 0, 1, 39300),
    PK(OB_EDDSA, OB_ED25519, DEC, 0, 0, 0, 1, 63800),
    PK(OB_EDDSA, OB_ED448, ENC | GEN, 0, 0, 0, 1, 127000),
    PK(OB_EDDSA, OB_ED448, DEC, 0, 0, 0, 1, 196000),
};

static int engine_start(void *dev)
{
    int err;

    (void)dev;
    err = wolfssl_result(wolfCrypt_Init()); /* never ended: sessions outlive a stop */
    return err == OB_OK ? obi_wolfssl_random_start() : err;
}

static int engine_open(void *dev, struct ob_session *s)
{
    (void)dev;
    switch (s->alg) {
    case OB_AES_CMAC:
        return obi_wolfssl_cmac_open(s);
    case OB_AES_CCM:
        return obi_wolfssl_ccm_open(s);
    case OB_AES_GCM:
        return obi_wolfssl_gcm_open(s);
    default:
        /* the key of a cipher is set at the first op, which tells the direction */
        return OB_ALG_CLASS(s->alg) == OB_CLASS_PK ? obi_wolfssl_pk_open(s) : OB_OK;
    }
}

static int engine_submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    switch (s->alg) {
    case OB_AES_CMAC:
        return obi_wolfssl_cmac_submit(s, op);
    case OB_AES_XTS:
        return obi_wolfssl_xts_submit(s, op);
    case OB_AES_CCM:
        return obi_wolfssl_ccm_submit(s, op);
    case OB_AES_GCM:
        return obi_wolfssl_gcm_submit(s, op);
    case OB_CHACHA20_POLY1305:
        return obi_wolfssl_chachapoly_submit(s, op);
    default:
        break;
    }
    switch (OB_ALG_CLASS(s->alg)) {
    case OB_CLASS_HASH:
        return obi_wolfssl_hash_submit(s, op);
    case OB_CLASS_MAC:
        return obi_wolfssl_hmac_submit(s, op);
    case OB_CLASS_CIPHER:
        return obi_wolfssl_cipher_submit(s, op);
    case OB_CLASS_PK:
        return obi_wolfssl_pk_submit(s, op);
    default:
        return OB_E_DECLINED;
    }
}

const struct ob_engine_ops ob_wolfssl_ops = {
    .name = "wolfssl",
    .caps = caps,
    .n_caps = sizeof caps / sizeof caps[0],
    .state_size = sizeof(struct ob_wolfssl_state),
    .flags = OB_ENGINE_REENTRANT,
    .start = engine_start,
    .open = engine_open,
    .submit = engine_submit,
};

struct ob_engine ob_engine_wolfssl = {.ops = &ob_wolfssl_ops};
