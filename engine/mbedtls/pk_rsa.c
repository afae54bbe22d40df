/* SPDX-License-Identifier: Apache-2.0 */
/* RSA of the engine mbedtls (RFC 8017). */
#include "engine/mbedtls/pk.h"

#if defined(MBEDTLS_RSA_C)
#include <string.h>

#include <mbedtls/rsa.h>

#include "algo/rsa_unpad.h"

static size_t modulus_len(const struct ob_session *s)
{
    return (s->bits + 7u) / 8;
}

/* Import those of the key's numbers that it has. */
static int read_numbers(mbedtls_rsa_context *rsa, const struct ob_session *s)
{
    const struct ob_key *k = s->pk;
    size_t len = modulus_len(s);
    int r;

    if ((r = obi_mbedtls_number(&rsa->N, k->n, len)) || (r = obi_mbedtls_number(&rsa->E, k->e, len)) ||
        k->kind == OB_KEY_RSA_PUBLIC)
        return r;
    if ((r = obi_mbedtls_number(&rsa->D, k->d, len)) || (r = obi_mbedtls_number(&rsa->P, k->p, len)) ||
        (r = obi_mbedtls_number(&rsa->Q, k->q, len)) || (r = obi_mbedtls_number(&rsa->DP, k->dp, len)) ||
        (r = obi_mbedtls_number(&rsa->DQ, k->dq, len)))
        return r;
    return obi_mbedtls_number(&rsa->QP, k->qinv, len);
}

/* Import the key as the library's context. The library computes missing parts for the Chinese remainder theorem. The
 * numbers must be consistent: with inconsistent ones each private result would be wrong and reveal the primes. */
static int import(mbedtls_rsa_context *rsa, const struct ob_session *s)
{
    bool pss_or_oaep = s->alg == OB_RSA_PSS || s->alg == OB_RSA_OAEP;
    int r = read_numbers(rsa, s);

    if (r)
        return r;
    rsa->len = mbedtls_mpi_size(&rsa->N);
    if (pss_or_oaep && (r = mbedtls_rsa_set_padding(rsa, MBEDTLS_RSA_PKCS_V21, obi_mbedtls_md(s->hash))))
        return r;
    r = mbedtls_rsa_complete(rsa);
    return r || s->pk->kind == OB_KEY_RSA_PUBLIC ? r : mbedtls_rsa_check_privkey(rsa);
}

/* Copy a result from the engine's buffer to the caller, and wipe the buffer. Because of the buffer, neither an op in
 * place nor one that fails leaves wrong bytes in the caller's memory. */
static int deliver(int err, uint8_t *to, uint8_t *made, size_t len)
{
    if (err == OB_OK)
        memcpy(to, made, len);
    ob_wipe(made, len);
    return err;
}

/* ---- signatures ---- */

static int sign(mbedtls_rsa_context *rsa, struct ob_session *s, struct ob_op *op, struct mbedtls_random *r)
{
    mbedtls_md_type_t md = obi_mbedtls_md(s->hash);
    unsigned len = (unsigned)op->in_len;
    uint8_t sig[MBEDTLS_RSA_BYTES];
    int result;

    if (s->alg == OB_RSA_PSS)
        result = mbedtls_rsa_rsassa_pss_sign_ext(rsa, obi_mbedtls_random, r, md, len, op->in, (int)len, sig);
    else
        result = mbedtls_rsa_rsassa_pkcs1_v15_sign(rsa, obi_mbedtls_random, r, md, len, op->in, sig);
    op->out_len = rsa->len;
    return deliver(obi_mbedtls_private_verdict(result), op->tag, sig, rsa->len);
}

static int verify(mbedtls_rsa_context *rsa, struct ob_session *s, struct ob_op *op, struct mbedtls_random *r)
{
    mbedtls_md_type_t md = obi_mbedtls_md(s->hash);
    unsigned len = (unsigned)op->in_len;
    int result;

    if (s->alg == OB_RSA_PSS)
        result = mbedtls_rsa_rsassa_pss_verify_ext(rsa, md, len, op->in, md, (int)len, op->tag);
    else
        result = mbedtls_rsa_rsassa_pkcs1_v15_verify(rsa, md, len, op->in, op->tag);
    return obi_mbedtls_verdict(result, r, OB_E_AUTH);
}

/* ---- encryption ---- */

static const uint8_t *label(const struct ob_op *op)
{
    return op->flags & OB_AAD ? op->aad : NULL;
}

static size_t label_len(const struct ob_op *op)
{
    return op->flags & OB_AAD ? op->aad_len : 0;
}

static int encrypt(mbedtls_rsa_context *rsa, struct ob_session *s, struct ob_op *op, struct mbedtls_random *r)
{
    uint8_t out[MBEDTLS_RSA_BYTES];
    int result;

    if (s->alg == OB_RSA)
        result = mbedtls_rsa_public(rsa, op->in, out);
    else if (s->alg == OB_RSA_OAEP)
        result = mbedtls_rsa_rsaes_oaep_encrypt(rsa, obi_mbedtls_random, r, label(op), label_len(op), op->in_len,
                                                op->in, out);
    else
        result = mbedtls_rsa_rsaes_pkcs1_v15_encrypt(rsa, obi_mbedtls_random, r, op->in_len, op->in, out);
    op->out_len = rsa->len;
    return deliver(obi_mbedtls_verdict(result, r, OB_E_ARG), op->out, out, rsa->len);
}

/* The library does only the raw operation here: its decryption with PKCS#1 v1.5 reveals whether the padding is wrong.
 */
static int decrypt_pkcs1(mbedtls_rsa_context *rsa, struct ob_session *s, struct ob_op *op, struct mbedtls_random *r)
{
    uint8_t em[MBEDTLS_RSA_BYTES];
    int err;

    err = obi_mbedtls_private_verdict(mbedtls_rsa_private(rsa, obi_mbedtls_random, r, op->in, em));
    if (err == OB_OK)
        op->out_len = obi_rsa_unpad(op->out, em, rsa->len, op->in, &s->pk->d);
    ob_wipe(em, rsa->len);
    return err;
}

/* RFC 8017, section 7.1.2: wrong padding and a ciphertext that is not below the modulus give the same error. */
static int oaep_verdict(int result)
{
    if (result == MBEDTLS_ERR_RSA_INVALID_PADDING)
        return OB_E_AUTH;
    result = obi_mbedtls_private_verdict(result);
    return result == OB_E_ARG ? OB_E_AUTH : result;
}

static int decrypt_oaep(mbedtls_rsa_context *rsa, struct ob_op *op, struct mbedtls_random *r)
{
    uint8_t out[MBEDTLS_RSA_BYTES];
    size_t len = 0;
    int err = oaep_verdict(mbedtls_rsa_rsaes_oaep_decrypt(rsa, obi_mbedtls_random, r, label(op), label_len(op), &len,
                                                          op->in, out, sizeof out));

    if (err == OB_OK) {
        memcpy(op->out, out, len);
        op->out_len = len;
    }
    ob_wipe(out, sizeof out);
    return err;
}

static int decrypt(mbedtls_rsa_context *rsa, struct ob_session *s, struct ob_op *op, struct mbedtls_random *r)
{
    uint8_t out[MBEDTLS_RSA_BYTES];

    if (s->alg == OB_RSA_PKCS1_CRYPT)
        return decrypt_pkcs1(rsa, s, op, r);
    if (s->alg == OB_RSA_OAEP)
        return decrypt_oaep(rsa, op, r);
    op->out_len = rsa->len;
    return deliver(obi_mbedtls_private_verdict(mbedtls_rsa_private(rsa, obi_mbedtls_random, r, op->in, out)), op->out,
                   out, rsa->len);
}

/* OB_OK if the public operation on out gives in: the verification of OB_RSA. */
static int check(mbedtls_rsa_context *rsa, const struct ob_op *op)
{
    uint8_t in[MBEDTLS_RSA_BYTES];
    int result = mbedtls_rsa_public(rsa, op->out, in);
    bool same = result == 0 && !ob_differ(in, op->in, rsa->len);

    ob_wipe(in, rsa->len);
    return same ? OB_OK : OB_E_AUTH;
}

static int run(mbedtls_rsa_context *rsa, struct ob_session *s, struct ob_op *op, struct mbedtls_random *r)
{
    bool signs = s->alg == OB_RSA_PKCS1_SIGN || s->alg == OB_RSA_PSS;

    if (op->flags & OB_VERIFY)
        return signs ? verify(rsa, s, op, r) : check(rsa, op);
    if (!signs && op->flags & OB_ENCRYPT)
        return encrypt(rsa, s, op, r);
    return signs ? sign(rsa, s, op, r) : decrypt(rsa, s, op, r);
}

int obi_mbedtls_rsa_submit(struct ob_session *s, struct ob_op *op, struct mbedtls_random *r)
{
    return run(&mbedtls_state(s)->u.rsa, s, op, r);
}

int obi_mbedtls_rsa_import(struct ob_session *s)
{
    mbedtls_rsa_context *rsa = &mbedtls_state(s)->u.rsa;
    const struct mbedtls_random unused = {.failed = false};
    int err;

    mbedtls_rsa_init(rsa);
    err = obi_mbedtls_verdict(import(rsa, s), &unused, OB_E_ARG);
    if (err == OB_OK && (rsa->len != modulus_len(s) || rsa->len > MBEDTLS_RSA_BYTES))
        err = OB_E_ARG;
    if (err != OB_OK)
        mbedtls_rsa_free(rsa);
    return err;
}

/* ---- generation ---- */

static int put(uint8_t **at, size_t len, const mbedtls_mpi *n)
{
    int r = mbedtls_mpi_write_binary(n, *at, len);

    *at += len;
    return r;
}

/* In this order: n, e, d, p, q, dp, dq, qinv (outboard/pk.h). */
static int export(uint8_t *out, size_t len, const mbedtls_rsa_context *rsa)
{
    size_t half = (len + 1) / 2;
    int r;

    if ((r = put(&out, len, &rsa->N)) || (r = put(&out, 4, &rsa->E)) || (r = put(&out, len, &rsa->D)) ||
        (r = put(&out, half, &rsa->P)) || (r = put(&out, half, &rsa->Q)) || (r = put(&out, half, &rsa->DP)) ||
        (r = put(&out, half, &rsa->DQ)))
        return r;
    return put(&out, half, &rsa->QP);
}

int obi_mbedtls_rsa_generate(struct ob_session *s, struct ob_op *op, struct mbedtls_random *r)
{
    size_t len = modulus_len(s), total = 2 * len + 4 + 5 * ((len + 1) / 2);
    mbedtls_rsa_context rsa;
    int result;

    if (s->bits % 2 != 0)
        return OB_E_DECLINED; /* the library makes moduli of even length only */
    mbedtls_rsa_init(&rsa);
    result = mbedtls_rsa_gen_key(&rsa, obi_mbedtls_random, r, s->bits, 65537);
    if (result == 0)
        result = export(op->out, len, &rsa);
    mbedtls_rsa_free(&rsa);
    op->out_len = total;
    return obi_mbedtls_verdict(result, r, OB_E_IO);
}

void obi_mbedtls_rsa_close(struct ob_session *s)
{
    mbedtls_rsa_free(&mbedtls_state(s)->u.rsa);
}
#else
int obi_mbedtls_rsa_import(struct ob_session *s)
{
    (void)s;
    return OB_E_DECLINED;
}

int obi_mbedtls_rsa_submit(struct ob_session *s, struct ob_op *op, struct mbedtls_random *r)
{
    (void)s, (void)op, (void)r;
    return OB_E_DECLINED;
}

int obi_mbedtls_rsa_generate(struct ob_session *s, struct ob_op *op, struct mbedtls_random *r)
{
    (void)s, (void)op, (void)r;
    return OB_E_DECLINED;
}

void obi_mbedtls_rsa_close(struct ob_session *s)
{
    (void)s;
}
#endif
