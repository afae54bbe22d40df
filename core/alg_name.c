/* SPDX-License-Identifier: Apache-2.0 */
/* Names of algorithms, curves and errors. */
#include <string.h>

#include <outboard/alg.h>
#include <outboard/error.h>

static const struct {
    uint8_t alg;
    const char *name;
} alg_names[] = {
    {OB_MD5, "md5"},
    {OB_SHA1, "sha1"},
    {OB_SHA224, "sha224"},
    {OB_SHA256, "sha256"},
    {OB_SHA384, "sha384"},
    {OB_SHA512, "sha512"},
    {OB_SHA512_224, "sha512-224"},
    {OB_SHA512_256, "sha512-256"},
    {OB_SM3, "sm3"},
    {OB_HMAC_MD5, "hmac-md5"},
    {OB_HMAC_SHA1, "hmac-sha1"},
    {OB_HMAC_SHA224, "hmac-sha224"},
    {OB_HMAC_SHA256, "hmac-sha256"},
    {OB_HMAC_SHA384, "hmac-sha384"},
    {OB_HMAC_SHA512, "hmac-sha512"},
    {OB_HMAC_SHA512_224, "hmac-sha512-224"},
    {OB_HMAC_SHA512_256, "hmac-sha512-256"},
    {OB_HMAC_SM3, "hmac-sm3"},
    {OB_AES_CMAC, "aes-cmac"},
    {OB_AES_ECB, "aes-ecb"},
    {OB_AES_CBC, "aes-cbc"},
    {OB_AES_CTR, "aes-ctr"},
    {OB_AES_XTS, "aes-xts"},
    {OB_DES_ECB, "des-ecb"},
    {OB_DES_CBC, "des-cbc"},
    {OB_DES3_ECB, "des3-ecb"},
    {OB_DES3_CBC, "des3-cbc"},
    {OB_SM4_ECB, "sm4-ecb"},
    {OB_SM4_CBC, "sm4-cbc"},
    {OB_SM4_CTR, "sm4-ctr"},
    {OB_NULL, "null"},
    {OB_AES_GCM, "aes-gcm"},
    {OB_AES_CCM, "aes-ccm"},
    {OB_SM4_GCM, "sm4-gcm"},
    {OB_CHACHA20_POLY1305, "chacha20-poly1305"},
    {OB_RSA, "rsa"},
    {OB_RSA_PKCS1_SIGN, "rsa-pkcs1-sign"},
    {OB_RSA_PSS, "rsa-pss"},
    {OB_RSA_PKCS1_CRYPT, "rsa-pkcs1-crypt"},
    {OB_RSA_OAEP, "rsa-oaep"},
    {OB_ECDSA, "ecdsa"},
    {OB_ECDH, "ecdh"},
    {OB_EDDSA, "eddsa"},
    {OB_SM2_SIGN, "sm2-sign"},
};

static const char *const curves[OB_CURVE_COUNT] = {
    [OB_SECP192R1] = "secp192r1",
    [OB_SECP224R1] = "secp224r1",
    [OB_SECP256R1] = "secp256r1",
    [OB_SECP384R1] = "secp384r1",
    [OB_SECP521R1] = "secp521r1",
    [OB_SECP192K1] = "secp192k1",
    [OB_SECP224K1] = "secp224k1",
    [OB_SECP256K1] = "secp256k1",
    [OB_BRAINPOOLP256R1] = "brainpoolp256r1",
    [OB_BRAINPOOLP384R1] = "brainpoolp384r1",
    [OB_BRAINPOOLP512R1] = "brainpoolp512r1",
    [OB_X25519] = "x25519",
    [OB_X448] = "x448",
    [OB_ED25519] = "ed25519",
    [OB_ED448] = "ed448",
    [OB_SM2_CURVE] = "sm2",
};

const char *ob_alg_name(uint8_t alg)
{
    for (size_t i = 0; i < sizeof alg_names / sizeof alg_names[0]; i++)
        if (alg_names[i].alg == alg)
            return alg_names[i].name;
    return NULL;
}

uint8_t ob_alg_from_name(const char *name)
{
    for (size_t i = 0; i < sizeof alg_names / sizeof alg_names[0]; i++)
        if (strcmp(alg_names[i].name, name) == 0)
            return alg_names[i].alg;
    return OB_ALG_NONE;
}

const char *ob_curve_name(uint8_t curve)
{
    return curve < OB_CURVE_COUNT ? curves[curve] : NULL;
}

uint8_t ob_curve_from_name(const char *name)
{
    for (unsigned i = 1; i < OB_CURVE_COUNT; i++)
        if (strcmp(curves[i], name) == 0)
            return (uint8_t)i;
    return OB_CURVE_NONE;
}

const char *ob_error_text(int err)
{
    switch (err) {
    case OB_OK:
        return "success";
    case OB_PENDING:
        return "operation pending";
    case OB_E_DECLINED:
        return "no engine takes this algorithm, key size or requirement";
    case OB_E_BUSY:
        return "engine busy";
    case OB_E_ARG:
        return "length or parameter not allowed";
    case OB_E_STATE:
        return "call does not fit the state";
    case OB_E_AUTH:
        return "authentication failed";
    case OB_E_IO:
        return "engine or random source failed";
    default:
        return "unknown error";
    }
}
