/* SPDX-License-Identifier: Apache-2.0 */
/* Key generation of the engine openssl; the result has the form that outboard/pk.h describes. */
#include "engine/openssl/pk.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/rsa.h>

/* Write the number with this name in key as len bytes, big-endian. */
static bool put(uint8_t **at, size_t len, const EVP_PKEY *key, const char *name)
{
    BIGNUM *n = BN_secure_new();
    bool ok = n && EVP_PKEY_get_bn_param(key, name, &n) && BN_bn2binpad(n, *at, (int)len) >= 0;

    BN_clear_free(n);
    *at += len;
    return ok;
}

/* The library calls this for each candidate and each test of one; 0 makes it stop. */
static int step(EVP_PKEY_CTX *c)
{
    return ob_progress(EVP_PKEY_CTX_get_app_data(c)) == OB_OK;
}

static EVP_PKEY *generate(const char *type, OSSL_PARAM *params, struct ob_session *s)
{
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(obi_openssl_lib(), type, NULL);
    EVP_PKEY *key = NULL;

    if (c && EVP_PKEY_keygen_init(c) > 0 && EVP_PKEY_CTX_set_params(c, params) > 0) {
        EVP_PKEY_CTX_set_app_data(c, s);
        EVP_PKEY_CTX_set_cb(c, step);
        if (step(c))
            (void)EVP_PKEY_generate(c, &key);
    }
    EVP_PKEY_CTX_free(c);
    return key;
}

static bool generate_rsa(uint8_t *out, struct ob_session *s)
{
    size_t bits = s->bits, len = (bits + 7) / 8, half = (len + 1) / 2;
    OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t(OSSL_PKEY_PARAM_RSA_BITS, &bits), OSSL_PARAM_construct_end()};
    EVP_PKEY *key = generate("RSA", params, s); /* the public exponent is 65537 by default */
    bool ok =
        key && put(&out, len, key, OSSL_PKEY_PARAM_RSA_N) && put(&out, 4, key, OSSL_PKEY_PARAM_RSA_E) &&
        put(&out, len, key, OSSL_PKEY_PARAM_RSA_D) && put(&out, half, key, OSSL_PKEY_PARAM_RSA_FACTOR1) &&
        put(&out, half, key, OSSL_PKEY_PARAM_RSA_FACTOR2) && put(&out, half, key, OSSL_PKEY_PARAM_RSA_EXPONENT1) &&
        put(&out, half, key, OSSL_PKEY_PARAM_RSA_EXPONENT2) && put(&out, half, key, OSSL_PKEY_PARAM_RSA_COEFFICIENT1);

    EVP_PKEY_free(key);
    return ok;
}

static bool generate_raw(uint8_t *out, struct ob_session *s)
{
    OSSL_PARAM none = OSSL_PARAM_construct_end();
    size_t len = obi_openssl_field_len(s->curve), got = 0, public_len = len;
    EVP_PKEY *key = generate(obi_openssl_curve(s->curve), &none, s);
    /* Not by EVP_PKEY_get_raw_private_key, which leaves a copy of the key in memory that it frees. */
    bool ok = key && EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PRIV_KEY, out, len, &got) > 0 && got == len &&
              EVP_PKEY_get_raw_public_key(key, out + len, &public_len) > 0;

    EVP_PKEY_free(key);
    return ok;
}

static bool generate_ec(uint8_t *out, struct ob_session *s)
{
    uint8_t curve = s->curve;
    char *name = (char *)(uintptr_t)obi_openssl_curve(curve);
    OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, name, 0),
                           OSSL_PARAM_construct_end()};
    size_t len = obi_openssl_field_len(curve);
    EVP_PKEY *key = generate(curve == OB_SM2_CURVE ? "SM2" : "EC", params, s);
    bool ok = key && put(&out, ob_curve_scalar_len(curve), key, OSSL_PKEY_PARAM_PRIV_KEY) &&
              put(&out, len, key, OSSL_PKEY_PARAM_EC_PUB_X) && put(&out, len, key, OSSL_PKEY_PARAM_EC_PUB_Y);

    EVP_PKEY_free(key);
    return ok;
}

/* Length in bytes of the generated key (outboard/pk.h). */
static size_t generated_len(uint8_t curve, unsigned bits)
{
    size_t n = (bits + 7u) / 8, field = obi_openssl_field_len(curve);

    if (!curve)
        return 2 * n + 4 + 5 * ((n + 1) / 2);
    return ob_curve_scalar_len(curve) + (openssl_is_raw(curve) ? 1 : 2) * field;
}

int obi_openssl_generate(struct ob_session *s, struct ob_op *op)
{
    size_t len = generated_len(s->curve, s->bits);
    bool ok;

    if (!s->curve)
        ok = generate_rsa(op->out, s);
    else
        ok = openssl_is_raw(s->curve) ? generate_raw(op->out, s) : generate_ec(op->out, s);
    if (!ok)
        return OB_E_IO;
    op->out_len = len;
    return OB_OK;
}
