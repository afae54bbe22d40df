/* SPDX-License-Identifier: Apache-2.0 */
/* Imports keys (struct ob_key) as keys of the library, for the engine openssl. */
#include "engine/openssl/pk.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <openssl/rsa.h>

#include "algo/number.h"

/* ---- RSA ---- */

enum { N, E, D, P, Q, DP, DQ, QINV, PARTS };

static const char *const part_names[PARTS] = {
    OSSL_PKEY_PARAM_RSA_N,         OSSL_PKEY_PARAM_RSA_E,
    OSSL_PKEY_PARAM_RSA_D,         OSSL_PKEY_PARAM_RSA_FACTOR1,
    OSSL_PKEY_PARAM_RSA_FACTOR2,   OSSL_PKEY_PARAM_RSA_EXPONENT1,
    OSSL_PKEY_PARAM_RSA_EXPONENT2, OSSL_PKEY_PARAM_RSA_COEFFICIENT1,
};

/* Set *crt = d mod (prime - 1) if the key lacks it. True if crt has that value and fits e: e * crt = 1 mod (prime - 1)
 * (RFC 8017, section 3.2). */
static bool exponent_fits(BIGNUM *crt, const BIGNUM *prime, BIGNUM *part[PARTS], BN_CTX *ctx)
{
    BIGNUM *less_one, *t;
    bool ok;

    BN_CTX_start(ctx);
    less_one = BN_CTX_get(ctx);
    t = BN_CTX_get(ctx);
    ok = t && BN_sub(less_one, prime, BN_value_one());
    if (ok)
        BN_set_flags(less_one, BN_FLG_CONSTTIME);
    ok = ok && BN_mod(t, part[D], less_one, ctx) && (!BN_is_zero(crt) || BN_copy(crt, t)) && BN_cmp(t, crt) == 0 &&
         BN_mod_mul(t, crt, part[E], less_one, ctx) && BN_is_one(t);
    BN_CTX_end(ctx);
    return ok;
}

/* Set *qinv = 1 / q mod p if the key lacks it. True if qinv has that value, and p q = n. */
static bool primes_fit(BIGNUM *part[PARTS], BN_CTX *ctx)
{
    BIGNUM *t;
    bool ok;

    BN_CTX_start(ctx);
    t = BN_CTX_get(ctx);
    ok = t && BN_mul(t, part[P], part[Q], ctx) && BN_cmp(t, part[N]) == 0;
    if (ok && BN_is_zero(part[QINV]))
        ok = BN_mod_inverse(part[QINV], part[Q], part[P], ctx) != NULL;
    ok = ok && BN_cmp(part[QINV], part[P]) < 0 && BN_mod_mul(t, part[QINV], part[Q], part[P], ctx) && BN_is_one(t);
    BN_CTX_end(ctx);
    return ok;
}

/* Compute dP, dQ and qInv if the key lacks them, because the library needs all of them. False if the numbers are
 * inconsistent: then each private result would be wrong and reveal the primes. */
static bool complete(BIGNUM *part[PARTS])
{
    BN_CTX *ctx = BN_CTX_secure_new_ex(obi_openssl_lib());
    bool ok = ctx != NULL;

    for (unsigned i = D; i < PARTS && ok; i++)
        BN_set_flags(part[i], BN_FLG_CONSTTIME);
    ok = ok && primes_fit(part, ctx) && exponent_fits(part[DP], part[P], part, ctx) &&
         exponent_fits(part[DQ], part[Q], part, ctx);
    BN_CTX_free(ctx);
    return ok;
}

static EVP_PKEY *from_parts(BIGNUM *part[PARTS], unsigned count)
{
    uint8_t bytes[3 * OPENSSL_RSA_BYTES + 5 * OPENSSL_RSA_BYTES], *at = bytes;
    OSSL_PARAM params[PARTS + 1];
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(obi_openssl_lib(), "RSA", NULL);
    EVP_PKEY *key = NULL;

    for (unsigned i = 0; i < count; i++) {
        size_t len = (size_t)BN_num_bytes(part[i]);

        len = len ? len : 1;
        if (len > OPENSSL_RSA_BYTES || BN_bn2nativepad(part[i], at, (int)len) < 0)
            goto end;
        params[i] = OSSL_PARAM_construct_BN(part_names[i], at, len);
        at += len;
    }
    params[count] = OSSL_PARAM_construct_end();
    if (c && EVP_PKEY_fromdata_init(c) > 0)
        (void)EVP_PKEY_fromdata(c, &key, count > D ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params);
end:
    ob_wipe(bytes, (size_t)(at - bytes));
    EVP_PKEY_CTX_free(c);
    return key;
}

int obi_openssl_import_rsa(EVP_PKEY **out, const struct ob_key *key)
{
    const struct ob_bytes *const from[PARTS] = {&key->n, &key->e,  &key->d,  &key->p,
                                                &key->q, &key->dp, &key->dq, &key->qinv};
    unsigned count = key->kind == OB_KEY_RSA_PRIVATE ? PARTS : D;
    BIGNUM *part[PARTS] = {0};
    bool ok = true;

    for (unsigned i = 0; i < count && ok; i++) {
        struct ob_bytes number = obi_number(*from[i], OPENSSL_RSA_BYTES);

        part[i] = BN_secure_new();
        ok = part[i] && BN_bin2bn(number.data, (int)number.len, part[i]);
    }
    /* For a modulus of this size the library verifies no signature with a larger exponent
     * (OPENSSL_RSA_MAX_PUBEXP_BITS). Another engine may. */
    if (ok && BN_num_bits(part[N]) > OPENSSL_RSA_SMALL_MODULUS_BITS &&
        BN_num_bits(part[E]) > OPENSSL_RSA_MAX_PUBEXP_BITS) {
        for (unsigned i = 0; i < count; i++)
            BN_clear_free(part[i]);
        return OB_E_DECLINED;
    }
    if (ok && count == PARTS)
        ok = complete(part);
    *out = ok ? from_parts(part, count) : NULL;
    for (unsigned i = 0; i < count; i++)
        BN_clear_free(part[i]);
    return *out ? OB_OK : obi_openssl_blame();
}

/* ---- elliptic curves ---- */

/* Compute the point of the private key d. */
static bool public_point(uint8_t point[1 + 2 * OPENSSL_FIELD_BYTES], size_t len, const char *name,
                         const struct ob_bytes *d)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name_ex(obi_openssl_lib(), NULL, OBJ_sn2nid(name));
    EC_POINT *p = group ? EC_POINT_new(group) : NULL;
    struct ob_bytes number = obi_number(*d, OPENSSL_FIELD_BYTES);
    BIGNUM *k = BN_secure_new();
    bool ok = p && k && BN_bin2bn(number.data, (int)number.len, k) && EC_POINT_mul(group, p, k, NULL, NULL, NULL) &&
              EC_POINT_point2oct(group, p, POINT_CONVERSION_UNCOMPRESSED, point, len, NULL) == len;

    BN_clear_free(k);
    EC_POINT_free(p);
    EC_GROUP_free(group);
    return ok;
}

/* True if 0 < d < the order of the key's group, for SM2 0 < d < order - 1. A signature of SM2 divides by 1 + d
 * (GB/T 32918.2, section 6.1): with d = order - 1 the library tries one nonce after the other for ever. The library
 * itself accepts any d. */
static bool in_range(const EVP_PKEY *key, const BIGNUM *d)
{
    BIGNUM *end = NULL;
    bool ok = EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_EC_ORDER, &end) &&
              (!EVP_PKEY_is_a(key, "SM2") || BN_sub_word(end, 1)) && !BN_is_zero(d) && BN_cmp(d, end) < 0;

    BN_free(end);
    return ok;
}

/* Make a key of a curve with x and y. point: 04
 *
 * x
 *
 * y or NULL; d: the private key or NULL. */
static EVP_PKEY *from_numbers(uint8_t curve, uint8_t *point, size_t point_len, const struct ob_bytes *d)
{
    const char *name = obi_openssl_curve(curve);
    uint8_t number[OPENSSL_FIELD_BYTES];
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(obi_openssl_lib(), curve == OB_SM2_CURVE ? "SM2" : "EC", NULL);
    BIGNUM *k = BN_secure_new();
    OSSL_PARAM params[4], *p = params;
    EVP_PKEY *key = NULL;

    *p++ = OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)(uintptr_t)name, 0);
    if (point)
        *p++ = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, point_len);
    if (d) {
        struct ob_bytes given = obi_number(*d, OPENSSL_FIELD_BYTES);

        if (!k || !BN_bin2bn(given.data, (int)given.len, k) || BN_bn2nativepad(k, number, sizeof number) < 0)
            goto end;
        *p++ = OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, number, sizeof number);
    }
    *p = OSSL_PARAM_construct_end();
    if (c && EVP_PKEY_fromdata_init(c) > 0)
        (void)EVP_PKEY_fromdata(c, &key, d ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params);
    if (key && d && !in_range(key, k)) {
        EVP_PKEY_free(key);
        key = NULL;
    }
end:
    ob_wipe(number, sizeof number);
    BN_clear_free(k);
    EVP_PKEY_CTX_free(c);
    return key;
}

int obi_openssl_import_point(EVP_PKEY **out, uint8_t curve, struct ob_bytes x, struct ob_bytes y)
{
    size_t len = obi_openssl_field_len(curve);
    uint8_t point[1 + 2 * OPENSSL_FIELD_BYTES] = {POINT_CONVERSION_UNCOMPRESSED};

    *out = NULL;
    if (curve == OB_ED25519 || curve == OB_ED448) {
        int err = obi_openssl_edwards_check(curve, x);

        if (err != OB_OK)
            return err;
    }
    if (openssl_is_raw(curve)) {
        if (x.len == len)
            *out = EVP_PKEY_new_raw_public_key_ex(obi_openssl_lib(), obi_openssl_curve(curve), NULL, x.data, x.len);
    } else if (obi_number_fixed(point + 1, len, x) && obi_number_fixed(point + 1 + len, len, y)) {
        *out = from_numbers(curve, point, 1 + 2 * len, NULL);
    }
    return *out ? OB_OK : obi_openssl_blame();
}

int obi_openssl_import_ec(EVP_PKEY **out, const struct ob_key *key, bool need_public)
{
    size_t len = obi_openssl_field_len(key->curve), point_len = 1 + 2 * len;
    uint8_t point[1 + 2 * OPENSSL_FIELD_BYTES] = {POINT_CONVERSION_UNCOMPRESSED};
    bool have_point = key->x.len > 0;

    if (key->kind == OB_KEY_EC_PUBLIC)
        return obi_openssl_import_point(out, key->curve, key->x, key->y);
    *out = NULL;
    if (openssl_is_raw(key->curve)) {
        if (key->d.len == len)
            *out = EVP_PKEY_new_raw_private_key_ex(obi_openssl_lib(), obi_openssl_curve(key->curve), NULL, key->d.data,
                                                   key->d.len);
        return *out ? OB_OK : obi_openssl_blame();
    }
    if (have_point && (!obi_number_fixed(point + 1, len, key->x) || !obi_number_fixed(point + 1 + len, len, key->y)))
        return OB_E_ARG;
    if (!have_point && need_public) {
        if (!public_point(point, point_len, obi_openssl_curve(key->curve), &key->d))
            return obi_openssl_blame();
        have_point = true;
    }
    *out = from_numbers(key->curve, have_point ? point : NULL, point_len, &key->d);
    return *out ? OB_OK : obi_openssl_blame();
}
