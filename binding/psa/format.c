/* SPDX-License-Identifier: Apache-2.0 */
/* Keys, algorithms and errors as PSA has them (PSA Certified Crypto API 1.1, sections 9.6 and 10.7), and as Outboard
 * has them. */
#include "binding/psa/internal.h"

#include <string.h>

#include <mbedtls/asn1.h>

#include <outboard/key.h>

psa_status_t obi_psa_status(int err)
{
    switch (err) {
    case OB_OK:
        return PSA_SUCCESS;
    case OB_E_DECLINED:
        return PSA_ERROR_NOT_SUPPORTED;
    case OB_E_BUSY:
        return PSA_ERROR_COMMUNICATION_FAILURE; /* the engine is in use for too long; nothing was done */
    case OB_E_ARG:
        return PSA_ERROR_INVALID_ARGUMENT;
    case OB_E_STATE:
        return PSA_ERROR_DOES_NOT_EXIST; /* the engine was stopped, or the process has forked */
    case OB_E_AUTH:
        return PSA_ERROR_INVALID_SIGNATURE;
    default:
        return PSA_ERROR_HARDWARE_FAILURE;
    }
}

/* The hash, OB_ALG_NONE if Outboard has none, or for no hash. */
static uint8_t hash_of(psa_algorithm_t hash)
{
    switch (hash) {
    case PSA_ALG_MD5:
        return OB_MD5;
    case PSA_ALG_SHA_1:
        return OB_SHA1;
    case PSA_ALG_SHA_224:
        return OB_SHA224;
    case PSA_ALG_SHA_256:
        return OB_SHA256;
    case PSA_ALG_SHA_384:
        return OB_SHA384;
    case PSA_ALG_SHA_512:
        return OB_SHA512;
    default:
        return OB_ALG_NONE;
    }
}

bool obi_psa_algorithm(struct ob_slot_policy *policy, psa_algorithm_t alg)
{
    psa_algorithm_t hash = PSA_ALG_IS_HASH_AND_SIGN(alg) ? PSA_ALG_SIGN_GET_HASH(alg) : 0;
    bool any = alg == PSA_ALG_ECDSA_ANY || (PSA_ALG_IS_RANDOMIZED_ECDSA(alg) && hash == PSA_ALG_ANY_HASH);

    policy->hash = hash_of(hash);
    if (PSA_ALG_IS_ECDSA(alg))
        policy->alg = OB_ECDSA; /* without a hash for any digest, but not with the nonce of RFC 6979, which needs it */
    else if (PSA_ALG_IS_RSA_PKCS1V15_SIGN(alg))
        policy->alg = OB_RSA_PKCS1_SIGN;
    else if (PSA_ALG_IS_RSA_PSS_STANDARD_SALT(alg))
        policy->alg = OB_RSA_PSS;
    else
        return false;
    return policy->hash != OB_ALG_NONE || any;
}

static uint8_t curve_of(psa_ecc_family_t family, size_t bits)
{
    static const struct {
        psa_ecc_family_t family;
        uint16_t bits;
        uint8_t curve;
    } curves[] = {
        {PSA_ECC_FAMILY_SECP_R1, 192, OB_SECP192R1},
        {PSA_ECC_FAMILY_SECP_R1, 224, OB_SECP224R1},
        {PSA_ECC_FAMILY_SECP_R1, 256, OB_SECP256R1},
        {PSA_ECC_FAMILY_SECP_R1, 384, OB_SECP384R1},
        {PSA_ECC_FAMILY_SECP_R1, 521, OB_SECP521R1},
        {PSA_ECC_FAMILY_SECP_K1, 192, OB_SECP192K1},
        {PSA_ECC_FAMILY_SECP_K1, 256, OB_SECP256K1},
        {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 256, OB_BRAINPOOLP256R1},
        {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 384, OB_BRAINPOOLP384R1},
        {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 512, OB_BRAINPOOLP512R1},
    };

    for (size_t i = 0; i < sizeof curves / sizeof curves[0]; i++)
        if (curves[i].family == family && curves[i].bits == bits)
            return curves[i].curve;
    return OB_CURVE_NONE;
}

psa_status_t obi_psa_policy(struct ob_slot_policy *policy, uint8_t *curve, const psa_key_attributes_t *attributes,
                            size_t bits)
{
    psa_key_usage_t usage = psa_get_key_usage_flags(attributes);
    psa_key_type_t type = psa_get_key_type(attributes);
    size_t stated = psa_get_key_bits(attributes);

    memset(policy, 0, sizeof *policy);
    *curve = OB_CURVE_NONE;
    if (!obi_psa_algorithm(policy, psa_get_key_algorithm(attributes)))
        return PSA_ERROR_NOT_SUPPORTED;
    if (policy->alg == OB_ECDSA) {
        if (!PSA_KEY_TYPE_IS_ECC_KEY_PAIR(type))
            return PSA_ERROR_NOT_SUPPORTED;
        *curve = curve_of(PSA_KEY_TYPE_ECC_GET_FAMILY(type), stated ? stated : bits == 528 ? 521 : bits);
        if (*curve == OB_CURVE_NONE)
            return PSA_ERROR_NOT_SUPPORTED;
    } else if (type != PSA_KEY_TYPE_RSA_KEY_PAIR) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    if (usage & (PSA_KEY_USAGE_SIGN_HASH | PSA_KEY_USAGE_SIGN_MESSAGE))
        policy->usage |= OB_SLOT_SIGN;
    if (usage & (PSA_KEY_USAGE_VERIFY_HASH | PSA_KEY_USAGE_VERIFY_MESSAGE))
        policy->usage |= OB_SLOT_VERIFY;
    return policy->usage ? PSA_SUCCESS : PSA_ERROR_NOT_SUPPORTED;
}

psa_status_t obi_psa_read_private(struct ob_key *key, uint8_t curve, const uint8_t *data, size_t len)
{
    int err;

    memset(key, 0, sizeof *key);
    if (curve != OB_CURVE_NONE) { /* the number, as long as the group's order */
        key->kind = OB_KEY_EC_PRIVATE;
        key->curve = curve;
        key->d = (struct ob_bytes){data, len};
        return len == ob_curve_scalar_len(curve) ? PSA_SUCCESS : PSA_ERROR_INVALID_ARGUMENT;
    }
    err = ob_key_from_der(key, data, len); /* RSAPrivateKey (RFC 8017, appendix A.1.2) */
    if (err == OB_OK && key->kind != OB_KEY_RSA_PRIVATE)
        err = OB_E_ARG;
    return obi_psa_status(err);
}

/* RSAPublicKey (RFC 8017, appendix A.1.1), which is what a SubjectPublicKeyInfo has in its bit string. */
static psa_status_t write_rsa(uint8_t *out, size_t size, size_t *len, const struct ob_key *key)
{
#if defined(MBEDTLS_ASN1_PARSE_C)
    uint8_t der[OB_SLOT_PUBLIC_MAX + 48];
    unsigned char *at = der, *end;
    size_t n = 0;

    if (ob_key_to_der(der, sizeof der, &n, key) != OB_OK)
        return PSA_ERROR_NOT_SUPPORTED;
    end = der + n;
    for (unsigned level = 0; level < 2; level++) /* SubjectPublicKeyInfo, and the AlgorithmIdentifier in it */
        if (mbedtls_asn1_get_tag(&at, end, &n, MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE))
            return PSA_ERROR_CORRUPTION_DETECTED;
    at += n;
    if (mbedtls_asn1_get_bitstring_null(&at, end, &n))
        return PSA_ERROR_CORRUPTION_DETECTED;
    if (size < n)
        return PSA_ERROR_BUFFER_TOO_SMALL;
    memcpy(out, at, n);
    *len = n;
    return PSA_SUCCESS;
#else
    (void)out, (void)size, (void)len, (void)key;
    return PSA_ERROR_NOT_SUPPORTED;
#endif
}

/* n to len bytes, with zeros before it: false if it is longer. */
static bool put(uint8_t *out, size_t len, struct ob_bytes n)
{
    if (n.len > len)
        return false;
    memset(out, 0, len - n.len);
    memcpy(out + len - n.len, n.data, n.len);
    return true;
}

psa_status_t obi_psa_write_public(uint8_t *out, size_t size, size_t *len, const struct ob_key *key)
{
    size_t field = (ob_curve_bits(key->curve) + 7u) / 8;

    if (key->kind == OB_KEY_RSA_PUBLIC)
        return write_rsa(out, size, len, key);
    if (size < 1 + 2 * field)
        return PSA_ERROR_BUFFER_TOO_SMALL;
    out[0] = 4; /* an uncompressed point (SEC 1, section 2.3.3) */
    if (!put(out + 1, field, key->x) || !put(out + 1 + field, field, key->y))
        return PSA_ERROR_CORRUPTION_DETECTED;
    *len = 1 + 2 * field;
    return PSA_SUCCESS;
}
