/* SPDX-License-Identifier: Apache-2.0 */
/* The default provider in a price file: the rows of engine openssl, which measures it, preceded by the rows of
 * "default", for operations where the prices differ (engine/openssl/default.c). These rows only carry prices. */
#include "binding/openssl/offers.h"

static const struct ob_price unknown = {.upto = OB_UPTO_ANY};

#define ROW(alg, dirs, bits_min, bits_max)                                                                             \
    {                                                                                                                  \
        alg, 0, dirs, OB_MODE_SW, 0, bits_min, bits_max, 0, &unknown                                                   \
    }

enum { ENC = OB_DIR_ENCRYPT, DEC = OB_DIR_DECRYPT, BOTH = OB_DIR_BOTH };

static const struct ob_cap caps[] = {
    ROW(OB_MD5, ENC, 0, 0),
    ROW(OB_SHA1, ENC, 0, 0),
    ROW(OB_SHA224, ENC, 0, 0),
    ROW(OB_SHA256, ENC, 0, 0),
    ROW(OB_SHA384, ENC, 0, 0),
    ROW(OB_SHA512, ENC, 0, 0),
    ROW(OB_SHA512_224, ENC, 0, 0),
    ROW(OB_SHA512_256, ENC, 0, 0),
    ROW(OB_SM3, ENC, 0, 0),
    ROW(OB_HMAC_MD5, BOTH, 0, UINT16_MAX),
    ROW(OB_HMAC_SHA1, BOTH, 0, UINT16_MAX),
    ROW(OB_HMAC_SHA224, BOTH, 0, UINT16_MAX),
    ROW(OB_HMAC_SHA256, BOTH, 0, UINT16_MAX),
    ROW(OB_HMAC_SHA384, BOTH, 0, UINT16_MAX),
    ROW(OB_HMAC_SHA512, BOTH, 0, UINT16_MAX),
    ROW(OB_HMAC_SHA512_224, BOTH, 0, UINT16_MAX),
    ROW(OB_HMAC_SHA512_256, BOTH, 0, UINT16_MAX),
    ROW(OB_HMAC_SM3, BOTH, 0, UINT16_MAX),
    ROW(OB_AES_CMAC, BOTH, 128, 128),
    ROW(OB_AES_CMAC, BOTH, 192, 256),
    ROW(OB_AES_ECB, BOTH, 128, 128),
    ROW(OB_AES_ECB, BOTH, 192, 256),
    ROW(OB_AES_CBC, ENC, 128, 128),
    ROW(OB_AES_CBC, ENC, 192, 256),
    ROW(OB_AES_CBC, DEC, 128, 128),
    ROW(OB_AES_CBC, DEC, 192, 256),
    ROW(OB_AES_CTR, BOTH, 128, 128),
    ROW(OB_AES_CTR, BOTH, 192, 256),
    ROW(OB_AES_XTS, BOTH, 256, 256),
    ROW(OB_AES_XTS, BOTH, 512, 512),
    ROW(OB_DES3_ECB, BOTH, 128, 192),
    ROW(OB_DES3_CBC, BOTH, 128, 192),
    ROW(OB_SM4_ECB, BOTH, 128, 128),
    ROW(OB_SM4_CBC, ENC, 128, 128),
    ROW(OB_SM4_CBC, DEC, 128, 128),
    ROW(OB_SM4_CTR, BOTH, 128, 128),
    ROW(OB_AES_GCM, BOTH, 128, 128),
    ROW(OB_AES_GCM, BOTH, 192, 256),
    ROW(OB_AES_CCM, BOTH, 128, 128),
    ROW(OB_AES_CCM, BOTH, 192, 256),
    ROW(OB_CHACHA20_POLY1305, BOTH, 256, 256),
};

static const struct ob_cap own[] = {
    ROW(OB_AES_CMAC, BOTH, 128, 128), ROW(OB_AES_CMAC, BOTH, 192, 256), ROW(OB_AES_ECB, ENC, 128, 128),
    ROW(OB_AES_ECB, ENC, 192, 256),   ROW(OB_AES_ECB, DEC, 128, 128),   ROW(OB_AES_ECB, DEC, 192, 256),
    ROW(OB_AES_XTS, ENC, 256, 256),   ROW(OB_AES_XTS, ENC, 512, 512),   ROW(OB_AES_XTS, DEC, 256, 256),
    ROW(OB_AES_XTS, DEC, 512, 512),   ROW(OB_AES_GCM, BOTH, 128, 128),  ROW(OB_AES_GCM, BOTH, 192, 256),
    ROW(OB_AES_CCM, BOTH, 128, 128),  ROW(OB_AES_CCM, BOTH, 192, 256),  ROW(OB_CHACHA20_POLY1305, BOTH, 256, 256),
};

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    (void)s;
    (void)op;
    return OB_E_DECLINED;
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const struct ob_engine_ops ops[] = {
    {.name = "default", .caps = own, .n_caps = COUNT(own), .submit = submit},
    {.name = "openssl", .caps = caps, .n_caps = COUNT(caps), .submit = submit},
};

struct ob_engine obi_prov_references[OB_PROV_REFERENCES] = {{.ops = &ops[0]}, {.ops = &ops[1]}};
