/* SPDX-License-Identifier: Apache-2.0 */
/* The engine openssl: OpenSSL 3 and later as an engine. What it can do and costs, and its verbs. */
#include "engine/openssl/internal.h"

#include <string.h>

/* The prices are nanoseconds on the machine that README.md names, for a build that has not been calibrated: key
 * set-up, per op, per KiB. Single DES is the library's triple DES with one key three times.
 *
 * Constant time is claimed for what the library does without tables on every processor. Its AES, GHASH and SM4 choose
 * their code by the processor they run on, some of it with tables, so these rows don't claim it. */
#define ROW(alg, dirs, flags, bits_min, bits_max, open, setup, per_kib)                                                \
    {                                                                                                                  \
        alg, 0, dirs, OB_MODE_SW, flags, bits_min, bits_max, 0, &(const struct ob_price)                               \
        {                                                                                                              \
            OB_UPTO_ANY, open, setup, per_kib, setup, per_kib                                                          \
        }                                                                                                              \
    }

enum {
    ENC = OB_DIR_ENCRYPT,
    DEC = OB_DIR_DECRYPT,
    BOTH = OB_DIR_BOTH,
    CT = OB_CAP_CT,
    MID = OB_CAP_MID,
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
};

static int engine_start(void *dev)
{
    (void)dev;
    return obi_openssl_lib_start();
}

static int engine_submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    switch (OB_ALG_CLASS(s->alg)) {
    case OB_CLASS_HASH:
        return obi_openssl_hash_submit(s, op);
    case OB_CLASS_MAC:
        return s->alg == OB_AES_CMAC ? obi_openssl_cmac_submit(s, op) : obi_openssl_hmac_submit(s, op);
    case OB_CLASS_CIPHER:
        return obi_openssl_cipher_submit(s, op);
    case OB_CLASS_AEAD:
        return s->alg == OB_AES_CCM ? obi_openssl_ccm_submit(s, op) : obi_openssl_aead_submit(s, op);
    default:
        return OB_E_DECLINED;
    }
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
