/* SPDX-License-Identifier: Apache-2.0 */
/* The engine openssl: OpenSSL 3 and later as an engine. This file has its capabilities, its prices and its verbs. */
#include "engine/openssl/internal.h"

#include <string.h>

/* The prices are in nanoseconds on the machine that README.md names, for a build that has not been calibrated: to open
 * a key, per op, per KiB. Single DES is the library's triple DES with one key three times.
 *
 * Constant time is claimed for what the library computes without tables on every processor. The code of its AES, GHASH
 * and SM4 depends on the processor and may use tables, so their rows do not claim it. */
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
    SAFE = OB_CAP_BLINDED | OB_CAP_CHECKED,
};

static const struct ob_cap caps[] = {
    ROW(OB_MD5, ENC, CT, 0, 0, 67, 103, 1134),
    ROW(OB_SHA1, ENC, CT, 0, 0, 70, 66, 458),
    ROW(OB_SHA224, ENC, CT, 0, 0, 68, 71, 485),
    ROW(OB_SHA256, ENC, CT, 0, 0, 69, 71, 485),
    ROW(OB_SHA384, ENC, CT, 0, 0, 73, 165, 839),
    ROW(OB_SHA512, ENC, CT, 0, 0, 73, 165, 845),
    ROW(OB_SHA512_224, ENC, CT, 0, 0, 72, 178, 833),
    ROW(OB_SHA512_256, ENC, CT, 0, 0, 72, 180, 837),
    ROW(OB_SM3, ENC, CT, 0, 0, 69, 230, 1954),
    ROW(OB_HMAC_MD5, BOTH, CT, 0, UINT16_MAX, 295, 198, 1143),
    ROW(OB_HMAC_SHA1, BOTH, CT, 0, UINT16_MAX, 208, 120, 462),
    ROW(OB_HMAC_SHA224, BOTH, CT, 0, UINT16_MAX, 211, 132, 487),
    ROW(OB_HMAC_SHA256, BOTH, CT, 0, UINT16_MAX, 212, 128, 486),
    ROW(OB_HMAC_SHA384, BOTH, CT, 0, UINT16_MAX, 399, 309, 831),
    ROW(OB_HMAC_SHA512, BOTH, CT, 0, UINT16_MAX, 398, 310, 830),
    ROW(OB_HMAC_SHA512_224, BOTH, CT, 0, UINT16_MAX, 399, 309, 832),
    ROW(OB_HMAC_SHA512_256, BOTH, CT, 0, UINT16_MAX, 400, 308, 836),
    ROW(OB_HMAC_SM3, BOTH, CT, 0, UINT16_MAX, 559, 472, 1969),
    ROW(OB_AES_CMAC, BOTH, MID, 128, 128, 251, 103, 635),
    ROW(OB_AES_CMAC, BOTH, MID, 192, 256, 255, 103, 872),
    ROW(OB_AES_ECB, BOTH, MID, 128, 128, 157, 24, 78),
    ROW(OB_AES_ECB, BOTH, MID, 192, 256, 159, 24, 110),
    ROW(OB_AES_CBC, ENC, MID, 128, 128, 159, 91, 630),
    ROW(OB_AES_CBC, ENC, MID, 192, 256, 159, 87, 872),
    ROW(OB_AES_CBC, DEC, MID, 128, 128, 160, 101, 78),
    ROW(OB_AES_CBC, DEC, MID, 192, 256, 162, 100, 108),
    ROW(OB_AES_CTR, BOTH, MID, 128, 128, 159, 111, 81),
    ROW(OB_AES_CTR, BOTH, MID, 192, 256, 160, 115, 108),
    ROW(OB_AES_XTS, BOTH, 0, 256, 256, 156, 84, 80),
    ROW(OB_AES_XTS, BOTH, 0, 512, 512, 173, 93, 119),
    ROW(OB_DES_ECB, BOTH, MID, 64, 64, 325, 18, 25549),
    ROW(OB_DES_CBC, BOTH, MID, 64, 64, 329, 123, 26961),
    ROW(OB_DES3_ECB, BOTH, MID, 128, 192, 322, 20, 25543),
    ROW(OB_DES3_CBC, BOTH, MID, 128, 192, 325, 133, 26989),
    ROW(OB_SM4_ECB, BOTH, MID, 128, 128, 259, 32, 5930),
    ROW(OB_SM4_CBC, ENC, MID, 128, 128, 265, 92, 6556),
    ROW(OB_SM4_CBC, DEC, MID, 128, 128, 264, 100, 5963),
    ROW(OB_SM4_CTR, BOTH, MID, 128, 128, 257, 112, 6737),
    ROW(OB_AES_GCM, BOTH, 0, 128, 128, 259, 189, 167),
    ROW(OB_AES_GCM, BOTH, 0, 192, 256, 264, 198, 184),
    ROW(OB_AES_CCM, BOTH, MID, 128, 128, 289, 243, 723),
    ROW(OB_AES_CCM, BOTH, MID, 192, 256, 570, 275, 1025),
#if OPENSSL_VERSION_NUMBER >= 0x30100000L
    ROW(OB_SM4_GCM, BOTH, 0, 128, 128, 360, 190, 6823),
#endif
    ROW(OB_CHACHA20_POLY1305, BOTH, CT, 256, 256, 263, 535, 195),
    PK(OB_RSA, 0, ENC, 0, 1024, 2048, 7790, 12900),
    PK(OB_RSA, 0, ENC, 0, 2049, 3072, 9050, 26500),
    PK(OB_RSA, 0, ENC, 0, 3073, 4096, 10600, 45300),
    PK(OB_RSA, 0, ENC, 0, 4097, 8192, 15800, 174000),
    PK(OB_RSA, 0, DEC, SAFE, 1024, 2048, 7880, 194000),
    PK(OB_RSA, 0, DEC, SAFE, 2049, 3072, 9630, 1280000),
    PK(OB_RSA, 0, DEC, SAFE, 3073, 4096, 10500, 2780000),
    PK(OB_RSA, 0, DEC, SAFE, 4097, 8192, 15800, 21900000),
    PK(OB_RSA, 0, GEN, 0, 1024, 8192, 1, 104000000),
    PK(OB_RSA_PKCS1_SIGN, 0, ENC, SAFE, 1024, 2048, 7800, 196000),
    PK(OB_RSA_PKCS1_SIGN, 0, ENC, SAFE, 2049, 3072, 9630, 1300000),
    PK(OB_RSA_PKCS1_SIGN, 0, ENC, SAFE, 3073, 4096, 10700, 2950000),
    PK(OB_RSA_PKCS1_SIGN, 0, ENC, SAFE, 4097, 8192, 15900, 22400000),
    PK(OB_RSA_PKCS1_SIGN, 0, DEC, 0, 1024, 2048, 7870, 12900),
    PK(OB_RSA_PKCS1_SIGN, 0, DEC, 0, 2049, 3072, 9280, 26800),
    PK(OB_RSA_PKCS1_SIGN, 0, DEC, 0, 3073, 4096, 10600, 45500),
    PK(OB_RSA_PKCS1_SIGN, 0, DEC, 0, 4097, 8192, 15800, 178000),
    PK(OB_RSA_PSS, 0, ENC, SAFE, 1024, 2048, 7890, 196000),
    PK(OB_RSA_PSS, 0, ENC, SAFE, 2049, 3072, 9200, 1290000),
    PK(OB_RSA_PSS, 0, ENC, SAFE, 3073, 4096, 10700, 2960000),
    PK(OB_RSA_PSS, 0, ENC, SAFE, 4097, 8192, 15900, 22200000),
    PK(OB_RSA_PSS, 0, DEC, 0, 1024, 2048, 7750, 13600),
    PK(OB_RSA_PSS, 0, DEC, 0, 2049, 3072, 9130, 27800),
    PK(OB_RSA_PSS, 0, DEC, 0, 3073, 4096, 10500, 46600),
    PK(OB_RSA_PSS, 0, DEC, 0, 4097, 8192, 15600, 176000),
    PK(OB_RSA_PKCS1_CRYPT, 0, ENC, 0, 1024, 2048, 7690, 13800),
    PK(OB_RSA_PKCS1_CRYPT, 0, ENC, 0, 2049, 3072, 9310, 27400),
    PK(OB_RSA_PKCS1_CRYPT, 0, ENC, 0, 3073, 4096, 10400, 46200),
    PK(OB_RSA_PKCS1_CRYPT, 0, ENC, 0, 4097, 8192, 15400, 175000),
    PK(OB_RSA_PKCS1_CRYPT, 0, DEC, SAFE, 1024, 2048, 7800, 201000),
    PK(OB_RSA_PKCS1_CRYPT, 0, DEC, SAFE, 2049, 3072, 9250, 1290000),
    PK(OB_RSA_PKCS1_CRYPT, 0, DEC, SAFE, 3073, 4096, 10800, 2990000),
    PK(OB_RSA_PKCS1_CRYPT, 0, DEC, SAFE, 4097, 8192, 16100, 22800000),
    PK(OB_RSA_OAEP, 0, ENC, 0, 1024, 2048, 7950, 16000),
    PK(OB_RSA_OAEP, 0, ENC, 0, 2049, 3072, 9390, 30400),
    PK(OB_RSA_OAEP, 0, ENC, 0, 3073, 4096, 10800, 50500),
    PK(OB_RSA_OAEP, 0, ENC, 0, 4097, 8192, 15900, 184000),
    PK(OB_RSA_OAEP, 0, DEC, SAFE, 1024, 2048, 8050, 201000),
    PK(OB_RSA_OAEP, 0, DEC, SAFE, 2049, 3072, 9490, 1310000),
    PK(OB_RSA_OAEP, 0, DEC, SAFE, 3073, 4096, 10900, 3030000),
    PK(OB_RSA_OAEP, 0, DEC, SAFE, 4097, 8192, 16300, 22800000),
    PK(OB_ECDSA, OB_SECP192R1, ENC | GEN, 0, 0, 0, 15900, 141000),
    PK(OB_ECDSA, OB_SECP192R1, DEC, 0, 0, 0, 12900, 139000),
    PK(OB_ECDSA, OB_SECP224R1, ENC | GEN, 0, 0, 0, 12900, 30500),
    PK(OB_ECDSA, OB_SECP224R1, DEC, 0, 0, 0, 10200, 63900),
    PK(OB_ECDSA, OB_SECP256R1, ENC | GEN, 0, 0, 0, 16100, 14600),
    PK(OB_ECDSA, OB_SECP256R1, DEC, 0, 0, 0, 13200, 41100),
    PK(OB_ECDSA, OB_SECP384R1, ENC | GEN, 0, 0, 0, 15600, 517000),
    PK(OB_ECDSA, OB_SECP384R1, DEC, 0, 0, 0, 12900, 436000),
    PK(OB_ECDSA, OB_SECP521R1, ENC | GEN, 0, 0, 0, 14000, 167000),
    PK(OB_ECDSA, OB_SECP521R1, DEC, 0, 0, 0, 11300, 310000),
    PK(OB_ECDSA, OB_SECP192K1, ENC | GEN, 0, 0, 0, 16200, 150000),
    PK(OB_ECDSA, OB_SECP192K1, DEC, 0, 0, 0, 13400, 149000),
    PK(OB_ECDSA, OB_SECP224K1, ENC | GEN, 0, 0, 0, 16200, 223000),
    PK(OB_ECDSA, OB_SECP224K1, DEC, 0, 0, 0, 13400, 207000),
    PK(OB_ECDSA, OB_SECP256K1, ENC | GEN, 0, 0, 0, 16300, 247000),
    PK(OB_ECDSA, OB_SECP256K1, DEC, 0, 0, 0, 13600, 234000),
    PK(OB_ECDSA, OB_BRAINPOOLP256R1, ENC | GEN, 0, 0, 0, 16600, 233000),
    PK(OB_ECDSA, OB_BRAINPOOLP256R1, DEC, 0, 0, 0, 13700, 229000),
    PK(OB_ECDSA, OB_BRAINPOOLP384R1, ENC | GEN, 0, 0, 0, 17200, 521000),
    PK(OB_ECDSA, OB_BRAINPOOLP384R1, DEC, 0, 0, 0, 14500, 474000),
    PK(OB_ECDSA, OB_BRAINPOOLP512R1, ENC | GEN, 0, 0, 0, 17900, 791000),
    PK(OB_ECDSA, OB_BRAINPOOLP512R1, DEC, 0, 0, 0, 14600, 667000),
    PK(OB_ECDH, OB_SECP192R1, ENC | GEN, 0, 0, 0, 15100, 145000),
    PK(OB_ECDH, OB_SECP224R1, ENC | GEN, 0, 0, 0, 13100, 52100),
    PK(OB_ECDH, OB_SECP256R1, ENC | GEN, 0, 0, 0, 16400, 45000),
    PK(OB_ECDH, OB_SECP384R1, ENC | GEN, 0, 0, 0, 15500, 496000),
    PK(OB_ECDH, OB_SECP521R1, ENC | GEN, 0, 0, 0, 13800, 191000),
    PK(OB_ECDH, OB_SECP192K1, ENC | GEN, 0, 0, 0, 16000, 154000),
    PK(OB_ECDH, OB_SECP224K1, ENC | GEN, 0, 0, 0, 16700, 224000),
    PK(OB_ECDH, OB_SECP256K1, ENC | GEN, 0, 0, 0, 16400, 251000),
    PK(OB_ECDH, OB_BRAINPOOLP256R1, ENC | GEN, 0, 0, 0, 16700, 234000),
    PK(OB_ECDH, OB_BRAINPOOLP384R1, ENC | GEN, 0, 0, 0, 17300, 505000),
    PK(OB_ECDH, OB_BRAINPOOLP512R1, ENC | GEN, 0, 0, 0, 17600, 779000),
    PK(OB_ECDH, OB_X25519, ENC | GEN, CT, 0, 0, 24000, 26300),
    PK(OB_ECDH, OB_X448, ENC | GEN, CT, 0, 0, 142000, 147000),
    PK(OB_EDDSA, OB_ED25519, ENC | GEN, CT, 0, 0, 24900, 24400),
    PK(OB_EDDSA, OB_ED25519, DEC, CT, 0, 0, 2940, 60900),
    PK(OB_EDDSA, OB_ED448, ENC | GEN, CT, 0, 0, 144000, 136000),
    PK(OB_EDDSA, OB_ED448, DEC, CT, 0, 0, 2780, 155000),
    PK(OB_SM2_SIGN, OB_SM2_CURVE, ENC | GEN, 0, 0, 0, 24500, 235000),
    PK(OB_SM2_SIGN, OB_SM2_CURVE, DEC, 0, 0, 0, 21100, 217000),
};

static int engine_start(void *dev)
{
    (void)dev;
    return obi_openssl_lib_start();
}

static int submit_class(struct ob_session *s, struct ob_op *op)
{
    switch (OB_ALG_CLASS(s->alg)) {
    case OB_CLASS_HASH:
        return obi_openssl_hash_submit(s, op);
    case OB_CLASS_MAC:
        return s->alg == OB_AES_CMAC ? obi_openssl_cmac_submit(s, op) : obi_openssl_hmac_submit(s, op);
    case OB_CLASS_CIPHER:
        return obi_openssl_cipher_submit(s, op);
    case OB_CLASS_AEAD:
        return s->alg == OB_AES_CCM ? obi_openssl_ccm_submit(s, op) : obi_openssl_aead_submit(s, op);
    case OB_CLASS_PK:
        return obi_openssl_pk_submit(s, op);
    default:
        return OB_E_DECLINED;
    }
}

static int engine_submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    return submit_class(s, op);
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The library wipes what its contexts hold when it frees them. */
static void release(struct ob_openssl_state *st)
{
    for (size_t i = 0; i < COUNT(st->chain); i++)
        EVP_CIPHER_CTX_free(st->chain[i].ctx);
    for (size_t i = 0; i < COUNT(st->tweak); i++)
        EVP_CIPHER_CTX_free(st->tweak[i]);
    for (size_t i = 0; i < COUNT(st->md); i++)
        EVP_MD_CTX_free(st->md[i]);
    for (size_t i = 0; i < COUNT(st->pctx); i++)
        EVP_PKEY_CTX_free(st->pctx[i]);
    EVP_PKEY_free(st->pkey);
    ob_wipe(st, sizeof *st);
}

static int open_class(struct ob_session *s)
{
    switch (OB_ALG_CLASS(s->alg)) {
    case OB_CLASS_HASH:
        return obi_openssl_hash_open(s);
    case OB_CLASS_MAC:
        return s->alg == OB_AES_CMAC ? obi_openssl_cmac_open(s) : obi_openssl_hmac_open(s);
    case OB_CLASS_CIPHER:
        return obi_openssl_cipher_open(s, caps[s->row].dirs & OB_DIR_ENCRYPT);
    case OB_CLASS_AEAD:
        return s->alg == OB_AES_CCM ? obi_openssl_ccm_open(s) : obi_openssl_aead_open(s);
    case OB_CLASS_PK:
        return obi_openssl_pk_open(s);
    default:
        return OB_E_DECLINED;
    }
}

static int engine_open(void *dev, struct ob_session *s)
{
    int err = open_class(s);

    (void)dev;
    if (err != OB_OK)
        release(openssl_state(s));
    return err;
}

static void engine_close(void *dev, struct ob_session *s)
{
    (void)dev;
    release(openssl_state(s));
}

static bool copy_cipher(EVP_CIPHER_CTX **to, const EVP_CIPHER_CTX *from)
{
    if (!from)
        return true;
    *to = EVP_CIPHER_CTX_new();
    return *to && EVP_CIPHER_CTX_copy(*to, from);
}

static bool copy_md(EVP_MD_CTX **to, const EVP_MD_CTX *from)
{
    if (!from)
        return true;
    *to = EVP_MD_CTX_new();
    return *to && EVP_MD_CTX_copy_ex(*to, from);
}

static int engine_clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    const struct ob_openssl_state *from = (const void *)src->state[src->slot];
    struct ob_openssl_state *to = openssl_state(dst);
    bool ok = true;

    (void)dev;
    *to = *from;
    memset(to->tweak, 0, sizeof to->tweak);
    memset(to->md, 0, sizeof to->md);
    memset(to->pctx, 0, sizeof to->pctx); /* made again when they are needed */
    if (to->pkey && !EVP_PKEY_up_ref(to->pkey)) {
        to->pkey = NULL;
        ok = false;
    }
    for (size_t i = 0; i < COUNT(to->chain); i++)
        to->chain[i].ctx = NULL;
    for (size_t i = 0; ok && i < COUNT(to->chain); i++)
        ok = copy_cipher(&to->chain[i].ctx, from->chain[i].ctx);
    for (size_t i = 0; ok && i < COUNT(to->tweak); i++)
        ok = copy_cipher(&to->tweak[i], from->tweak[i]);
    for (size_t i = 0; ok && i < COUNT(to->md); i++)
        ok = copy_md(&to->md[i], from->md[i]);
    if (ok)
        return OB_OK;
    release(to);
    return OB_E_IO;
}

const struct ob_engine_ops ob_openssl_ops = {
    .name = "openssl",
    .caps = caps,
    .n_caps = COUNT(caps),
    .state_size = sizeof(struct ob_openssl_state),
    .flags = OB_ENGINE_REENTRANT | OB_ENGINE_OWNS,
    .start = engine_start,
    .open = engine_open,
    .submit = engine_submit,
    .clone = engine_clone,
    .close = engine_close,
};

struct ob_engine ob_engine_openssl = {.ops = &ob_openssl_ops};
