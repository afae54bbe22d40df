/* SPDX-License-Identifier: Apache-2.0 */
/* Elliptic curves of the engine openssl: ECDSA (FIPS 186-5), ECDH (SP 800-56A, RFC 7748), EdDSA (RFC 8032), SM2
 * (GB/T 32918.2). */
#include "engine/openssl/pk.h"

#include <string.h>

#include <openssl/ec.h>

/* A DER signature: SEQUENCE of two INTEGERs of up to 67 bytes. */
#define DER_MAX (3 + 2 * (2 + OPENSSL_FIELD_BYTES + 1))

/* Write r
 *
 * s, of len bytes each, from the DER signature. */
static int from_der(uint8_t *raw, size_t len, const uint8_t *der, size_t der_len)
{
    ECDSA_SIG *sig = d2i_ECDSA_SIG(NULL, &der, (long)der_len);
    bool ok = sig && BN_bn2binpad(ECDSA_SIG_get0_r(sig), raw, (int)len) >= 0 &&
              BN_bn2binpad(ECDSA_SIG_get0_s(sig), raw + len, (int)len) >= 0;

    ECDSA_SIG_free(sig);
    return ok ? OB_OK : OB_E_IO;
}

/* Encode r
 *
 * s. Returns the length of the DER signature, 0 if memory is short. */
static size_t to_der(uint8_t der[DER_MAX], const uint8_t *raw, size_t len)
{
    ECDSA_SIG *sig = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(raw, (int)len, NULL), *s = BN_bin2bn(raw + len, (int)len, NULL);
    int der_len = 0;

    if (sig && r && s && ECDSA_SIG_set0(sig, r, s)) {
        der_len = i2d_ECDSA_SIG(sig, &der);
    } else {
        BN_free(r);
        BN_free(s);
    }
    ECDSA_SIG_free(sig);
    return der_len > 0 ? (size_t)der_len : 0;
}

/* ---- ECDSA ---- */

static int ecdsa_sign(struct ob_session *s, struct ob_op *op)
{
    size_t len = ob_curve_scalar_len(s->curve), der_len = DER_MAX;
    uint8_t der[DER_MAX];
    EVP_PKEY_CTX *c;

    if (op->flags & OB_DETERMINISTIC)
        return obi_openssl_ecdsa_sign_deterministic(s, op);
    c = obi_openssl_pkey_context(s, PKEY_PRIVATE, EVP_PKEY_sign_init);
    if (!c || EVP_PKEY_sign(c, der, &der_len, op->in, op->in_len) <= 0)
        return obi_openssl_blame();
    op->out_len = 2 * len;
    return from_der(op->tag, len, der, der_len);
}

static int ecdsa_verify(struct ob_session *s, struct ob_op *op)
{
    size_t len = ob_curve_scalar_len(s->curve), der_len;
    uint8_t der[DER_MAX];
    EVP_PKEY_CTX *c;

    c = obi_openssl_pkey_context(s, PKEY_PUBLIC, EVP_PKEY_verify_init);
    der_len = to_der(der, op->tag, len);
    if (!c || der_len == 0)
        return obi_openssl_blame();
    return obi_openssl_verdict(EVP_PKEY_verify(c, der, der_len, op->in, op->in_len));
}

int obi_openssl_ecdsa_submit(struct ob_session *s, struct ob_op *op)
{
    return op->flags & OB_VERIFY ? ecdsa_verify(s, op) : ecdsa_sign(s, op);
}

/* ---- ECDH ---- */

int obi_openssl_ecdh_submit(struct ob_session *s, struct ob_op *op)
{
    size_t len = obi_openssl_field_len(s->curve), x_len = openssl_is_raw(s->curve) ? op->in_len : op->in_len / 2;
    struct ob_bytes x = {op->in, x_len}, y = {op->in + x_len, op->in_len - x_len};
    uint8_t secret[OPENSSL_FIELD_BYTES]; /* the library writes an all-zero secret before it reports the error */
    EVP_PKEY *peer;
    EVP_PKEY_CTX *c;
    int err;

    err = obi_openssl_import_point(&peer, s->curve, x, y);
    if (err != OB_OK)
        return err;
    c = obi_openssl_pkey_context(s, PKEY_PRIVATE, EVP_PKEY_derive_init);
    /* The import has checked that the point is on its curve. These curves have cofactor 1, so no second check is needed
     * (SP 800-56A, 5.6.2.3.4). */
    if (!c || EVP_PKEY_derive_set_peer_ex(c, peer, 0) <= 0 || EVP_PKEY_derive(c, secret, &len) <= 0) {
        err = obi_openssl_blame();
    } else {
        memcpy(op->out, secret, len);
        op->out_len = len;
    }
    ob_wipe(secret, sizeof secret);
    EVP_PKEY_free(peer);
    return err;
}

/* ---- signatures over the message ---- */

static int message_init(EVP_MD_CTX *c, struct ob_session *s, struct ob_op *op, bool verify)
{
    static const uint8_t default_id[] = "1234567812345678"; /* GM/T 0009, section 10 */
    bool sm2 = s->alg == OB_SM2_SIGN, has_id = op->flags & OB_AAD && op->aad_len > 0;
    EVP_PKEY *key = openssl_state(s)->pkey;
    EVP_PKEY_CTX *p = NULL;
    int ok;

    ok = verify ? EVP_DigestVerifyInit_ex(c, &p, sm2 ? "SM3" : NULL, obi_openssl_lib(), NULL, key, NULL)
                : EVP_DigestSignInit_ex(c, &p, sm2 ? "SM3" : NULL, obi_openssl_lib(), NULL, key, NULL);
    if (ok > 0 && sm2)
        ok =
            EVP_PKEY_CTX_set1_id(p, has_id ? op->aad : default_id, (int)(has_id ? op->aad_len : sizeof default_id - 1));
    return ok > 0 ? OB_OK : obi_openssl_blame();
}

static const uint8_t *message(const struct ob_op *op)
{
    return op->in_len ? op->in : (const uint8_t *)""; /* the library does not take NULL */
}

/* Sign; *size is the room in bytes, and receives the length. */
static int sign_message(struct ob_session *s, struct ob_op *op, uint8_t *sig, size_t *size)
{
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    int err = c ? message_init(c, s, op, false) : OB_E_IO;

    if (err == OB_OK && EVP_DigestSign(c, sig, size, message(op), op->in_len) <= 0)
        err = obi_openssl_blame();
    EVP_MD_CTX_free(c);
    return err;
}

static int verify_message(struct ob_session *s, struct ob_op *op, const uint8_t *sig, size_t len)
{
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    int err = c ? message_init(c, s, op, true) : OB_E_IO;

    if (err == OB_OK)
        err = obi_openssl_verdict(EVP_DigestVerify(c, sig, len, message(op), op->in_len));
    EVP_MD_CTX_free(c);
    return err;
}

int obi_openssl_eddsa_submit(struct ob_session *s, struct ob_op *op)
{
    size_t len = 2 * ob_curve_scalar_len(s->curve);
    int err;

    if (op->flags & OB_VERIFY)
        return verify_message(s, op, op->tag, len);
    err = sign_message(s, op, op->tag, &len);
    if (err == OB_OK)
        op->out_len = len;
    return err;
}

int obi_openssl_sm2_submit(struct ob_session *s, struct ob_op *op)
{
    size_t len = ob_curve_scalar_len(s->curve), der_len = DER_MAX;
    uint8_t der[DER_MAX];
    int err;

    if (op->flags & OB_VERIFY) {
        der_len = to_der(der, op->tag, len);
        return der_len ? verify_message(s, op, der, der_len) : OB_E_IO;
    }
    err = sign_message(s, op, der, &der_len);
    if (err == OB_OK)
        err = from_der(op->tag, len, der, der_len);
    if (err == OB_OK)
        op->out_len = 2 * len;
    return err;
}
