/* SPDX-License-Identifier: Apache-2.0 */
/* RSA of the engine openssl (RFC 8017). */
#include "engine/openssl/pk.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/rsa.h>

#include "algo/rsa_unpad.h"

static size_t modulus_len(const struct ob_session *s)
{
    return (s->bits + 7u) / 8;
}

/* ---- signatures ---- */

static bool set_signature(EVP_PKEY_CTX *c, const struct ob_session *s)
{
    const EVP_MD *md = obi_openssl_md(s->hash);
    bool pss = s->alg == OB_RSA_PSS;

    return md && EVP_PKEY_CTX_set_rsa_padding(c, pss ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING) > 0 &&
           EVP_PKEY_CTX_set_signature_md(c, md) > 0 &&
           (!pss || EVP_PKEY_CTX_set_rsa_pss_saltlen(c, RSA_PSS_SALTLEN_DIGEST) > 0);
}

/* The context for signing or verifying, configured at its creation. */
static EVP_PKEY_CTX *signature_context(struct ob_session *s, unsigned use, int (*init)(EVP_PKEY_CTX *))
{
    struct ob_openssl_state *st = openssl_state(s);
    bool fresh = !st->pctx[use];
    EVP_PKEY_CTX *c = obi_openssl_pkey_context(s, use, init);

    if (c && fresh && !set_signature(c, s)) {
        EVP_PKEY_CTX_free(c);
        st->pctx[use] = c = NULL;
    }
    return c;
}

static int sign(struct ob_session *s, struct ob_op *op)
{
    size_t len = modulus_len(s);
    uint8_t sig[OPENSSL_RSA_BYTES]; /* an error must leave the caller's buffer untouched */
    EVP_PKEY_CTX *c;
    int err = OB_OK;

    c = signature_context(s, PKEY_PRIVATE, EVP_PKEY_sign_init);
    if (!c || EVP_PKEY_sign(c, sig, &len, op->in, op->in_len) <= 0 || len != op->tag_len) {
        err = obi_openssl_blame();
    } else {
        memcpy(op->tag, sig, len);
        op->out_len = len;
    }
    ob_wipe(sig, modulus_len(s));
    return err;
}

static int verify(struct ob_session *s, struct ob_op *op)
{
    EVP_PKEY_CTX *c = signature_context(s, PKEY_PUBLIC, EVP_PKEY_verify_init);

    if (!c)
        return obi_openssl_blame();
    return obi_openssl_verdict(EVP_PKEY_verify(c, op->tag, op->tag_len, op->in, op->in_len));
}

/* ---- encryption ---- */

static bool set_label(EVP_PKEY_CTX *c, const struct ob_op *op)
{
    void *copy;

    if (!(op->flags & OB_AAD) || op->aad_len == 0)
        return true;
    copy = OPENSSL_memdup(op->aad, op->aad_len);
    if (copy && EVP_PKEY_CTX_set0_rsa_oaep_label(c, copy, (int)op->aad_len) > 0)
        return true;
    OPENSSL_free(copy);
    return false;
}

/* The context for encryption or decryption, with the paddings that the library does itself. */
static EVP_PKEY_CTX *crypt_context(struct ob_session *s, struct ob_op *op, unsigned use, int (*init)(EVP_PKEY_CTX *),
                                   int padding)
{
    EVP_PKEY_CTX *c = obi_openssl_pkey_context(s, use, init);
    const EVP_MD *md = obi_openssl_md(s->hash);

    if (!c || EVP_PKEY_CTX_set_rsa_padding(c, padding) <= 0)
        return NULL;
    if (padding != RSA_PKCS1_OAEP_PADDING)
        return c;
    if (!md || EVP_PKEY_CTX_set_rsa_oaep_md(c, md) <= 0 || EVP_PKEY_CTX_set_rsa_mgf1_md(c, md) <= 0 ||
        !set_label(c, op))
        return NULL;
    return c;
}

/* A label would stay in the context for later ops, so the context is freed. */
static void drop_label(struct ob_session *s, const struct ob_op *op, unsigned use)
{
    struct ob_openssl_state *st = openssl_state(s);

    if (s->alg == OB_RSA_OAEP && op->flags & OB_AAD) {
        EVP_PKEY_CTX_free(st->pctx[use]);
        st->pctx[use] = NULL;
    }
}

static int padding_of(uint8_t alg)
{
    return alg == OB_RSA ? RSA_NO_PADDING : alg == OB_RSA_OAEP ? RSA_PKCS1_OAEP_PADDING : RSA_PKCS1_PADDING;
}

static int encrypt(struct ob_session *s, struct ob_op *op)
{
    size_t len = modulus_len(s);
    uint8_t out[OPENSSL_RSA_BYTES]; /* an error must leave the caller's buffer untouched */
    EVP_PKEY_CTX *c;
    int err = OB_OK;

    c = crypt_context(s, op, PKEY_PUBLIC, EVP_PKEY_encrypt_init, padding_of(s->alg));
    if (!c || EVP_PKEY_encrypt(c, out, &len, op->in, op->in_len) <= 0) {
        err = obi_openssl_blame();
    } else {
        memcpy(op->out, out, len);
        op->out_len = len;
    }
    drop_label(s, op, PKEY_PUBLIC);
    return err;
}

/* OB_OK if the public operation on out gives in: the verification of OB_RSA. */
static int check(struct ob_session *s, struct ob_op *op)
{
    size_t len = modulus_len(s);
    uint8_t in[OPENSSL_RSA_BYTES];
    EVP_PKEY_CTX *c = crypt_context(s, op, PKEY_PUBLIC, EVP_PKEY_encrypt_init, RSA_NO_PADDING);
    bool same =
        c && EVP_PKEY_encrypt(c, in, &len, op->out, len) > 0 && len == op->in_len && !ob_differ(in, op->in, len);

    ob_wipe(in, sizeof in);
    return same ? OB_OK : obi_openssl_blame() == OB_E_IO ? OB_E_IO : OB_E_AUTH;
}

/* Run the private operation without padding; em has the length of the modulus. */
static int decrypt_raw(struct ob_session *s, struct ob_op *op, uint8_t *em)
{
    size_t len = modulus_len(s);
    EVP_PKEY_CTX *c = crypt_context(s, op, PKEY_PRIVATE, EVP_PKEY_decrypt_init, RSA_NO_PADDING);

    if (!c || EVP_PKEY_decrypt(c, em, &len, op->in, op->in_len) <= 0 || len != modulus_len(s))
        return obi_openssl_blame();
    return OB_OK;
}

/* Before 3.2 the library's own decryption with PKCS#1 v1.5 reveals whether the padding is wrong. */
static int decrypt_pkcs1(struct ob_session *s, struct ob_op *op)
{
    size_t len = modulus_len(s);
    uint8_t em[OPENSSL_RSA_BYTES];
    int err;

    err = decrypt_raw(s, op, em);
    if (err == OB_OK)
        op->out_len = obi_rsa_unpad(op->out, em, len, op->in, &s->pk->d);
    ob_wipe(em, len);
    return err;
}

static int decrypt_oaep(struct ob_session *s, struct ob_op *op)
{
    size_t len = modulus_len(s);
    uint8_t message[OPENSSL_RSA_BYTES];
    EVP_PKEY_CTX *c;
    int err = OB_E_AUTH;

    c = crypt_context(s, op, PKEY_PRIVATE, EVP_PKEY_decrypt_init, RSA_PKCS1_OAEP_PADDING);
    if (!c) {
        err = obi_openssl_blame();
    } else if (EVP_PKEY_decrypt(c, message, &len, op->in, op->in_len) > 0) {
        memcpy(op->out, message, len);
        op->out_len = len;
        err = OB_OK;
    } else if (obi_openssl_blame() == OB_E_IO) {
        err = OB_E_IO;
    }
    ob_wipe(message, sizeof message);
    drop_label(s, op, PKEY_PRIVATE);
    return err;
}

static int decrypt(struct ob_session *s, struct ob_op *op)
{
    size_t len = modulus_len(s);
    uint8_t plain[OPENSSL_RSA_BYTES];
    int err;

    if (s->alg == OB_RSA_PKCS1_CRYPT)
        return decrypt_pkcs1(s, op);
    if (s->alg == OB_RSA_OAEP)
        return decrypt_oaep(s, op);
    err = decrypt_raw(s, op, plain);
    if (err == OB_OK) {
        memcpy(op->out, plain, len);
        op->out_len = len;
    }
    ob_wipe(plain, len);
    return err;
}

int obi_openssl_rsa_submit(struct ob_session *s, struct ob_op *op)
{
    if (s->alg == OB_RSA_PKCS1_SIGN || s->alg == OB_RSA_PSS)
        return op->flags & OB_VERIFY ? verify(s, op) : sign(s, op);
    if (op->flags & OB_VERIFY)
        return check(s, op);
    return op->flags & OB_ENCRYPT ? encrypt(s, op) : decrypt(s, op);
}
