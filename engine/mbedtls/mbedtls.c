/* SPDX-License-Identifier: Apache-2.0 */
/* The engine mbedtls: Mbed TLS 3.6 as an engine. This file has its capabilities, its prices and its verbs. */
#include "engine/mbedtls/internal.h"
#include "engine/mbedtls/slot.h"

/* The prices are in nanoseconds on the machine that README.md names, for a build that has not been calibrated: to open
 * a key, per op, per KiB. Constant time is claimed for algorithms without tables: never for DES, and for AES and GHASH
 * only if the library is built for processors with AES instructions alone. */
#define ROW(alg, dirs, flags, bits_min, bits_max, open, setup, per_kib)                                                \
    {                                                                                                                  \
        alg, 0, dirs, OB_MODE_SW, flags, bits_min, bits_max, 0, &(const struct ob_price)                               \
        {                                                                                                              \
            OB_UPTO_ANY, open, setup, per_kib, setup, per_kib                                                          \
        }                                                                                                              \
    }

/* A row of public keys. open: price of importing the key; op: price of the operation. */
#define PK(alg, curve, dirs, flags, bits_min, bits_max, open, op)                                                      \
    {                                                                                                                  \
        alg, curve, dirs, OB_MODE_SW, flags, bits_min, bits_max, 0, &(const struct ob_price)                           \
        {                                                                                                              \
            OB_UPTO_ANY, open, op, 0, op, 0                                                                            \
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
#if defined(MBEDTLS_AES_USE_HARDWARE_ONLY)
    AES = OB_CAP_MID | OB_CAP_CT,
#else
    AES = OB_CAP_MID,
#endif
};

static const struct ob_cap caps[] = {
    ROW(OB_MD5, ENC, CT | MID, 0, 0, 3, 83, 1257),
    ROW(OB_SHA1, ENC, CT | MID, 0, 0, 3, 71, 883),
    ROW(OB_SHA224, ENC, CT | MID, 0, 0, 3, 129, 2109),
    ROW(OB_SHA256, ENC, CT | MID, 0, 0, 3, 128, 2103),
    ROW(OB_SHA384, ENC, CT | MID, 0, 0, 3, 234, 1740),
    ROW(OB_SHA512, ENC, CT | MID, 0, 0, 3, 240, 1752),
    ROW(OB_SHA512_224, ENC, CT | MID, 0, 0, 3, 237, 1766),
    ROW(OB_SHA512_256, ENC, CT | MID, 0, 0, 3, 236, 1750),
    ROW(OB_HMAC_MD5, BOTH, CT | MID, 0, UINT16_MAX, 190, 176, 1252),
    ROW(OB_HMAC_SHA1, BOTH, CT | MID, 0, UINT16_MAX, 179, 140, 884),
    ROW(OB_HMAC_SHA224, BOTH, CT | MID, 0, UINT16_MAX, 312, 281, 2140),
    ROW(OB_HMAC_SHA256, BOTH, CT | MID, 0, UINT16_MAX, 306, 285, 2151),
    ROW(OB_HMAC_SHA384, BOTH, CT | MID, 0, UINT16_MAX, 500, 498, 1771),
    ROW(OB_HMAC_SHA512, BOTH, CT | MID, 0, UINT16_MAX, 645, 656, 2086),
    ROW(OB_HMAC_SHA512_224, BOTH, CT | MID, 0, UINT16_MAX, 504, 494, 1764),
    ROW(OB_HMAC_SHA512_256, BOTH, CT | MID, 0, UINT16_MAX, 504, 498, 1773),
    ROW(OB_AES_CMAC, BOTH, AES, 128, 128, 61, 29, 1075),
    ROW(OB_AES_CMAC, BOTH, AES, 192, 256, 78, 29, 1313),
    ROW(OB_AES_ECB, BOTH, AES, 128, 128, 19, 25, 271),
    ROW(OB_AES_ECB, BOTH, AES, 192, 256, 25, 25, 366),
    ROW(OB_AES_CBC, ENC, AES, 128, 128, 20, 18, 994),
    ROW(OB_AES_CBC, ENC, AES, 192, 256, 25, 15, 1232),
    ROW(OB_AES_CBC, DEC, AES, 128, 128, 36, 29, 275),
    ROW(OB_AES_CBC, DEC, AES, 192, 256, 50, 28, 384),
    ROW(OB_AES_CTR, BOTH, AES, 128, 128, 19, 34, 872),
    ROW(OB_AES_CTR, BOTH, AES, 192, 256, 25, 33, 1123),
    ROW(OB_AES_XTS, BOTH, 0, 256, 256, 33, 50, 1055),
    ROW(OB_AES_XTS, BOTH, 0, 512, 512, 43, 53, 1291),
    ROW(OB_DES_ECB, BOTH, MID, 64, 64, 126, 25, 8327),
    ROW(OB_DES_CBC, BOTH, MID, 64, 64, 124, 7, 9789),
    ROW(OB_DES3_ECB, BOTH, MID, 128, 192, 379, 14, 22753),
    ROW(OB_DES3_CBC, BOTH, MID, 128, 192, 378, 7, 24466),
    ROW(OB_AES_GCM, BOTH, AES, 128, 128, 47, 74, 2536),
    ROW(OB_AES_GCM, BOTH, AES, 192, 256, 57, 77, 2821),
    ROW(OB_AES_CCM, BOTH, AES, 128, 128, 17, 48, 1939),
    ROW(OB_AES_CCM, BOTH, AES, 192, 256, 22, 51, 2421),
    ROW(OB_CHACHA20_POLY1305, BOTH, CT, 256, 256, 16, 165, 1592),
    PK(OB_RSA, 0, ENC, 0, 1024, 2048, 641, 49200),
    PK(OB_RSA, 0, ENC, 0, 2049, 3072, 631, 115000),
    PK(OB_RSA, 0, ENC, 0, 3073, 4096, 651, 209000),
    PK(OB_RSA, 0, ENC, 0, 4097, 8192, 761, 878000),
    PK(OB_RSA, 0, DEC, SAFE, 1024, 2048, 641, 1430000),
    PK(OB_RSA, 0, DEC, SAFE, 2049, 3072, 661, 4300000),
    PK(OB_RSA, 0, DEC, SAFE, 3073, 4096, 671, 9640000),
    PK(OB_RSA, 0, DEC, SAFE, 4097, 8192, 781, 75600000),
    PK(OB_RSA, 0, GEN, 0, 1024, 8192, 1, 318000000),
    PK(OB_RSA_PKCS1_SIGN, 0, ENC, SAFE, 1024, 2048, 650, 1510000),
    PK(OB_RSA_PKCS1_SIGN, 0, ENC, SAFE, 2049, 3072, 671, 4460000),
    PK(OB_RSA_PKCS1_SIGN, 0, ENC, SAFE, 3073, 4096, 681, 9950000),
    PK(OB_RSA_PKCS1_SIGN, 0, ENC, SAFE, 4097, 8192, 741, 75600000),
    PK(OB_RSA_PKCS1_SIGN, 0, DEC, 0, 1024, 2048, 631, 51300),
    PK(OB_RSA_PKCS1_SIGN, 0, DEC, 0, 2049, 3072, 691, 120000),
    PK(OB_RSA_PKCS1_SIGN, 0, DEC, 0, 3073, 4096, 691, 218000),
    PK(OB_RSA_PKCS1_SIGN, 0, DEC, 0, 4097, 8192, 792, 915000),
    PK(OB_RSA_PSS, 0, ENC, SAFE, 1024, 2048, 651, 1460000),
    PK(OB_RSA_PSS, 0, ENC, SAFE, 2049, 3072, 681, 4360000),
    PK(OB_RSA_PSS, 0, ENC, SAFE, 3073, 4096, 681, 9730000),
    PK(OB_RSA_PSS, 0, ENC, SAFE, 4097, 8192, 801, 74600000),
    PK(OB_RSA_PSS, 0, DEC, 0, 1024, 2048, 641, 51800),
    PK(OB_RSA_PSS, 0, DEC, 0, 2049, 3072, 651, 122000),
    PK(OB_RSA_PSS, 0, DEC, 0, 3073, 4096, 671, 219000),
    PK(OB_RSA_PSS, 0, DEC, 0, 4097, 8192, 791, 922000),
    PK(OB_RSA_PKCS1_CRYPT, 0, ENC, 0, 1024, 2048, 621, 76300),
    PK(OB_RSA_PKCS1_CRYPT, 0, ENC, 0, 2049, 3072, 641, 157000),
    PK(OB_RSA_PKCS1_CRYPT, 0, ENC, 0, 3073, 4096, 671, 271000),
    PK(OB_RSA_PKCS1_CRYPT, 0, ENC, 0, 4097, 8192, 781, 1020000),
    PK(OB_RSA_PKCS1_CRYPT, 0, DEC, SAFE, 1024, 2048, 611, 1490000),
    PK(OB_RSA_PKCS1_CRYPT, 0, DEC, SAFE, 2049, 3072, 651, 4320000),
    PK(OB_RSA_PKCS1_CRYPT, 0, DEC, SAFE, 3073, 4096, 691, 9740000),
    PK(OB_RSA_PKCS1_CRYPT, 0, DEC, SAFE, 4097, 8192, 781, 74700000),
    PK(OB_RSA_OAEP, 0, ENC, 0, 1024, 2048, 641, 53800),
    PK(OB_RSA_OAEP, 0, ENC, 0, 2049, 3072, 681, 125000),
    PK(OB_RSA_OAEP, 0, ENC, 0, 3073, 4096, 691, 225000),
    PK(OB_RSA_OAEP, 0, ENC, 0, 4097, 8192, 801, 931000),
    PK(OB_RSA_OAEP, 0, DEC, SAFE, 1024, 2048, 661, 1480000),
    PK(OB_RSA_OAEP, 0, DEC, SAFE, 2049, 3072, 671, 4360000),
    PK(OB_RSA_OAEP, 0, DEC, SAFE, 3073, 4096, 671, 9740000),
    PK(OB_RSA_OAEP, 0, DEC, SAFE, 4097, 8192, 791, 74500000),
    PK(OB_ECDSA, OB_SECP192R1, ENC | GEN, BLINDED, 0, 0, 1, 87400),
    PK(OB_ECDSA, OB_SECP192R1, DEC, 0, 0, 0, 1, 295000),
    PK(OB_ECDSA, OB_SECP224R1, ENC | GEN, BLINDED, 0, 0, 1, 127000),
    PK(OB_ECDSA, OB_SECP224R1, DEC, 0, 0, 0, 1, 426000),
    PK(OB_ECDSA, OB_SECP256R1, ENC | GEN, BLINDED, 0, 0, 1, 154000),
    PK(OB_ECDSA, OB_SECP256R1, DEC, 0, 0, 0, 1, 516000),
    PK(OB_ECDSA, OB_SECP384R1, ENC | GEN, BLINDED, 0, 0, 1, 274000),
    PK(OB_ECDSA, OB_SECP384R1, DEC, 0, 0, 0, 1, 1010000),
    PK(OB_ECDSA, OB_SECP521R1, ENC | GEN, BLINDED, 0, 0, 1, 475000),
    PK(OB_ECDSA, OB_SECP521R1, DEC, 0, 0, 0, 1, 1680000),
    PK(OB_ECDSA, OB_SECP192K1, ENC | GEN, BLINDED, 0, 0, 1, 108000),
    PK(OB_ECDSA, OB_SECP192K1, DEC, 0, 0, 0, 1, 362000),
    PK(OB_ECDSA, OB_SECP224K1, ENC | GEN, BLINDED, 0, 0, 1, 152000),
    PK(OB_ECDSA, OB_SECP224K1, DEC, 0, 0, 0, 1, 510000),
    PK(OB_ECDSA, OB_SECP256K1, ENC | GEN, BLINDED, 0, 0, 1, 160000),
    PK(OB_ECDSA, OB_SECP256K1, DEC, 0, 0, 0, 1, 522000),
    PK(OB_ECDSA, OB_BRAINPOOLP256R1, ENC | GEN, BLINDED, 0, 0, 1, 488000),
    PK(OB_ECDSA, OB_BRAINPOOLP256R1, DEC, 0, 0, 0, 1, 1900000),
    PK(OB_ECDSA, OB_BRAINPOOLP384R1, ENC | GEN, BLINDED, 0, 0, 1, 913000),
    PK(OB_ECDSA, OB_BRAINPOOLP384R1, DEC, 0, 0, 0, 1, 4050000),
    PK(OB_ECDSA, OB_BRAINPOOLP512R1, ENC | GEN, BLINDED, 0, 0, 1, 2090000),
    PK(OB_ECDSA, OB_BRAINPOOLP512R1, DEC, 0, 0, 0, 1, 9520000),
    PK(OB_ECDH, OB_SECP192R1, ENC | GEN, BLINDED, 0, 0, 1, 187000),
    PK(OB_ECDH, OB_SECP224R1, ENC | GEN, BLINDED, 0, 0, 1, 272000),
    PK(OB_ECDH, OB_SECP256R1, ENC | GEN, BLINDED, 0, 0, 1, 341000),
    PK(OB_ECDH, OB_SECP384R1, ENC | GEN, BLINDED, 0, 0, 1, 671000),
    PK(OB_ECDH, OB_SECP521R1, ENC | GEN, BLINDED, 0, 0, 1, 1080000),
    PK(OB_ECDH, OB_SECP192K1, ENC | GEN, BLINDED, 0, 0, 1, 240000),
    PK(OB_ECDH, OB_SECP224K1, ENC | GEN, BLINDED, 0, 0, 1, 340000),
    PK(OB_ECDH, OB_SECP256K1, ENC | GEN, BLINDED, 0, 0, 1, 350000),
    PK(OB_ECDH, OB_BRAINPOOLP256R1, ENC | GEN, BLINDED, 0, 0, 1, 1440000),
    PK(OB_ECDH, OB_BRAINPOOLP384R1, ENC | GEN, BLINDED, 0, 0, 1, 3140000),
    PK(OB_ECDH, OB_BRAINPOOLP512R1, ENC | GEN, BLINDED, 0, 0, 1, 7530000),
    PK(OB_ECDH, OB_X25519, ENC | GEN, BLINDED, 0, 0, 1, 219000),
    PK(OB_ECDH, OB_X448, ENC | GEN, BLINDED, 0, 0, 1, 757000),
};

static int open_cipher(struct ob_session *s)
{
    bool encrypt = caps[s->row].dirs & OB_DIR_ENCRYPT;

    return s->alg == OB_AES_XTS ? obi_mbedtls_xts_open(s, encrypt) : obi_mbedtls_cipher_open(s, encrypt);
}

/* Let s have the key in its slot, until leave_slot: OB_OK, or OB_E_DECLINED if the slot is empty. */
static int enter_slot(struct ob_session *s)
{
#if OB_MBEDTLS_SLOTS
    unsigned slot = s->pk->slot;

    if (OB_ALG_CLASS(s->alg) != OB_CLASS_PK)
        return obi_mbedtls_slot_key(s, slot);
    if (!obi_mbedtls_slot_pk(slot))
        return OB_E_DECLINED;
    s->pk = obi_mbedtls_slot_pk(slot);
#else
    (void)s;
#endif
    return OB_OK;
}

static void leave_slot(struct ob_session *s, const struct ob_key *handle)
{
    s->pk = handle;
    ob_wipe(s->key, s->key_len);
    s->key_len = 0;
}

static int open_key(struct ob_session *s)
{
    switch (s->alg) {
    case OB_AES_CMAC:
        return obi_mbedtls_cmac_open(s);
    case OB_AES_GCM:
        return obi_mbedtls_gcm_open(s);
    case OB_AES_CCM:
        return obi_mbedtls_ccm_open(s);
    case OB_CHACHA20_POLY1305:
        return obi_mbedtls_chachapoly_open(s);
    default:
        break;
    }
    switch (OB_ALG_CLASS(s->alg)) {
    case OB_CLASS_HASH:
        return OB_OK; /* a hash has no key, and its whole state is the mid-state */
    case OB_CLASS_MAC:
        return obi_mbedtls_hmac_open(s);
    case OB_CLASS_CIPHER:
        return open_cipher(s);
    case OB_CLASS_PK:
        return obi_mbedtls_pk_open(s);
    default:
        return OB_E_DECLINED;
    }
}

static int engine_open(void *dev, struct ob_session *s)
{
    const struct ob_key *handle = s->pk;
    int r;

    (void)dev;
    if (!mbedtls_in_slot(s))
        return open_key(s);
    r = enter_slot(s);
    if (r == OB_OK)
        r = open_key(s);
    leave_slot(s, handle);
    return r;
}

static int submit(struct ob_session *s, struct ob_op *op)
{
    switch (s->alg) {
    case OB_AES_CMAC:
        return obi_mbedtls_cmac_submit(s, op);
    case OB_AES_XTS:
        return obi_mbedtls_xts_submit(s, op);
    case OB_AES_GCM:
        return obi_mbedtls_gcm_submit(s, op);
    case OB_AES_CCM:
        return obi_mbedtls_ccm_submit(s, op);
    case OB_CHACHA20_POLY1305:
        return obi_mbedtls_chachapoly_submit(s, op);
    default:
        break;
    }
    switch (OB_ALG_CLASS(s->alg)) {
    case OB_CLASS_HASH:
        return obi_mbedtls_hash_submit(s, op);
    case OB_CLASS_MAC:
        return obi_mbedtls_hmac_submit(s, op);
    case OB_CLASS_CIPHER:
        return obi_mbedtls_cipher_submit(s, op);
    case OB_CLASS_PK:
        return obi_mbedtls_pk_submit(s, op);
    default:
        return OB_E_DECLINED;
    }
}

static int engine_submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    const struct ob_key *handle = s->pk;
    int r;

    (void)dev;
    if (!mbedtls_in_slot(s))
        return submit(s, op);
    r = enter_slot(s);
    if (r == OB_OK)
        r = submit(s, op);
    leave_slot(s, handle);
    return r;
}

/* The state has been copied as bytes; only RSA keys also have parts on the heap. */
static int engine_clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    (void)dev;
    (void)src;
    return OB_ALG_CLASS(dst->alg) == OB_CLASS_PK && dst->pk->kind != OB_KEY_SLOT ? obi_mbedtls_pk_clone(dst) : OB_OK;
}

static void engine_close(void *dev, struct ob_session *s)
{
    const struct ob_key *handle = s->pk;

    (void)dev;
    if (OB_ALG_CLASS(s->alg) != OB_CLASS_PK)
        return;
    if (!mbedtls_in_slot(s)) {
        obi_mbedtls_pk_close(s);
    } else if (enter_slot(s) == OB_OK) {
        obi_mbedtls_pk_close(s);
        leave_slot(s, handle);
    }
}

const struct ob_engine_ops ob_mbedtls_ops = {
    .name = "mbedtls",
    .caps = caps,
    .n_caps = sizeof caps / sizeof caps[0],
    .state_size = sizeof(struct ob_mbedtls_state),
    .flags = OB_ENGINE_REENTRANT | OB_ENGINE_OWNS,
    .open = engine_open,
    .submit = engine_submit,
    .clone = engine_clone,
    .close = engine_close,
#if OB_MBEDTLS_SLOTS
    .slots = &obi_mbedtls_slot_ops,
#endif
};

struct ob_engine ob_engine_mbedtls = {.ops = &ob_mbedtls_ops};
