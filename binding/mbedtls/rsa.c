/* SPDX-License-Identifier: Apache-2.0 */
/* RSA of the library on Outboard (RFC 8017). The library's padding calls its own primitive within one file, where the
 * linker cannot redirect it, so the functions with padding are wrapped, too. */
#include "binding/mbedtls/rsa_keys.h"

#if defined(MBEDTLS_RSA_C) && !defined(MBEDTLS_RSA_ALT)

#include <mbedtls/error.h>
#include <mbedtls/platform.h>
#include <mbedtls/rsa.h>

#if OBI_PK

/* ---- keys ---- */

/* The numbers of a key, in memory of the library's. */
struct numbers {
    uint8_t *memory;
    size_t len;
};

static struct ob_bytes put(uint8_t **at, const mbedtls_mpi *m)
{
    struct ob_bytes b = {*at, mbedtls_mpi_size(m)};

    (void)obi_pk_write(m, *at, b.len); /* there is room for all of it */
    *at += b.len;
    return b;
}

/* Read the key of ctx, with its private part or without: OB_OK; OB_E_ARG: there is none; OB_E_BUSY: no memory. */
static int read_key(struct ob_key *key, struct numbers *numbers, const mbedtls_rsa_context *ctx, bool with_private)
{
    const mbedtls_mpi *const part[] = {
        &ctx->N,
        &ctx->E,
        &ctx->D,
        &ctx->P,
        &ctx->Q,
#if !defined(MBEDTLS_RSA_NO_CRT)
        &ctx->DP,
        &ctx->DQ,
        &ctx->QP,
#endif
    };
    struct ob_bytes *const to[] = {&key->n, &key->e, &key->d, &key->p, &key->q, &key->dp, &key->dq, &key->qinv};
    unsigned n = with_private ? sizeof part / sizeof part[0] : 2;
    uint8_t *at;

    *key = (struct ob_key){.kind = with_private ? OB_KEY_RSA_PRIVATE : OB_KEY_RSA_PUBLIC};
    *numbers = (struct numbers){NULL, 0};
    for (unsigned i = 0; i < n; i++) {
        if (part[i]->s < 0 || (i < 5 && mbedtls_mpi_size(part[i]) == 0))
            return OB_E_ARG;
        numbers->len += mbedtls_mpi_size(part[i]);
    }
    if (mbedtls_mpi_size(&ctx->N) != ctx->len)
        return OB_E_ARG;
    at = numbers->memory = mbedtls_calloc(1, numbers->len);
    if (!at)
        return OB_E_BUSY;
    for (unsigned i = 0; i < n; i++)
        *to[i] = put(&at, part[i]);
    return OB_OK;
}

static void forget(struct numbers *numbers)
{
    if (numbers->memory)
        ob_wipe(numbers->memory, numbers->len);
    mbedtls_free(numbers->memory);
}

/* ---- operations ---- */

/* One op of a key: a digest to a signature, a digest and its signature, or a number as long as the modulus. */
struct job {
    enum obi_function function;
    uint8_t alg, hash;
    bool with_private, verifies;
    const uint8_t *in;
    size_t in_len;
    uint8_t *out;             /* as long as the modulus; may be in */
    const uint8_t *signature; /* of a verification */
    int auth_failed;          /* the library's error for a signature that is not valid; 0: it says which */
};

static int operate(struct ob_session *s, const struct job *j, size_t n)
{
    size_t len;

    if (j->verifies)
        return ob_pk_verify(s, j->signature, n, j->in, j->in_len);
    if (j->alg != OB_RSA)
        return ob_pk_sign(s, j->out, n, &len, j->in, j->in_len);
    return j->with_private ? ob_pk_decrypt(s, j->out, n, &len, NULL, 0, j->in, j->in_len)
                           : ob_pk_encrypt(s, j->out, n, &len, NULL, 0, j->in, j->in_len);
}

/* OB_E_STATE if the op's input is wiped, so that the library has nothing to work on; else r. */
static int after(const struct job *j, int r)
{
    return r == OB_E_IO && j->in == j->out ? OB_E_STATE : r;
}

/* What serve returns: done. With OB_E_STATE the input is wiped, so the library cannot serve the call, which fails. */
static bool answered(int r, bool done, int *ret)
{
    if (r != OB_E_STATE)
        return done;
    *ret = MBEDTLS_ERR_PLATFORM_HW_ACCEL_FAILED;
    return true;
}

/* On a session for this call alone. True: *ret is the answer. */
static bool serve_alone(const mbedtls_rsa_context *ctx, const struct job *j, int *ret)
{
    struct obi_pk_call call = {.function = j->function};
    struct numbers numbers;
    int r = read_key(&call.key, &numbers, ctx, j->with_private);
    bool done;

    if (r == OB_OK)
        r = obi_pk_begin(&call, j->function, j->alg, j->hash);
    if (r == OB_OK)
        r = after(j, operate(&call.s, j, ctx->len));
    done = obi_pk_end(&call, r, j->auth_failed, ret);
    forget(&numbers);
    return answered(r, done, ret);
}

#if OBI_RSA_KEYS
/* With a public key, on a session that is kept for it, if there is room for one. */
static bool serve(const mbedtls_rsa_context *ctx, const struct job *j, int *ret)
{
    struct ob_session *s;
    bool done;
    int r = j->with_private ? OB_E_BUSY : obi_rsa_take(&s, ctx, j->alg, j->hash);

    if (r == OB_E_BUSY)
        return serve_alone(ctx, j, ret);
    if (r != OB_OK)
        return false;
    r = after(j, operate(s, j, ctx->len));
    obi_rsa_give_back(s);
    done = obi_pk_outcome(j->function, r, j->auth_failed, ret);
    return answered(r, done, ret);
}
#else
#define serve serve_alone
#endif

/* A signature on a digest, PKCS#1 v1.5 or PSS with a salt as long as the digest. */
static bool sign(enum obi_function function, uint8_t alg, const mbedtls_rsa_context *ctx, mbedtls_md_type_t md_alg,
                 unsigned int hashlen, const unsigned char *hash, unsigned char *sig, int *ret)
{
    const struct job j = {
        .function = function,
        .alg = alg,
        .hash = obi_pk_hash(md_alg, hashlen),
        .with_private = true,
        .in = hash,
        .in_len = hashlen,
        .out = sig,
    };

    return j.hash && hash && sig && hash != sig && serve(ctx, &j, ret);
}

static bool verify(enum obi_function function, uint8_t alg, const mbedtls_rsa_context *ctx, mbedtls_md_type_t md_alg,
                   unsigned int hashlen, const unsigned char *hash, const unsigned char *sig, int *ret)
{
    const struct job j = {
        .function = function,
        .alg = alg,
        .hash = obi_pk_hash(md_alg, hashlen),
        .verifies = true,
        .in = hash,
        .in_len = hashlen,
        .signature = sig,
        .auth_failed = alg == OB_RSA_PKCS1_SIGN ? MBEDTLS_ERR_RSA_VERIFY_FAILED : 0,
    };

    return j.hash && hash && sig && serve(ctx, &j, ret);
}

/* PSS under the context's own hash, if that is the digest's, with room for a salt as long as the digest. */
static bool pss_fits(const mbedtls_rsa_context *ctx, mbedtls_md_type_t md_alg, unsigned int hashlen)
{
    return (ctx->hash_id == MBEDTLS_MD_NONE || ctx->hash_id == (int)md_alg) && ctx->len >= 2 * (size_t)hashlen + 2;
}

/* The same where the context's padding must be that of PSS. */
static bool pss_ok(const mbedtls_rsa_context *ctx, mbedtls_md_type_t md_alg, unsigned int hashlen)
{
    return ctx->padding == MBEDTLS_RSA_PKCS_V21 && pss_fits(ctx, md_alg, hashlen);
}
#endif

/* ---- the wrapped functions ---- */

OBI_WRAP(int, rsa_public, mbedtls_rsa_context *ctx, const unsigned char *input, unsigned char *output)
{
#if OBI_PK
    const struct job j = {.function = OBI_FN_rsa_public, .alg = OB_RSA, .in = input, .in_len = ctx->len, .out = output};
    int ret;

    if (OBI_ON(rsa_public) && serve(ctx, &j, &ret))
        return ret;
#endif
    return __real_mbedtls_rsa_public(ctx, input, output);
}

OBI_WRAP(int, rsa_private, mbedtls_rsa_context *ctx, int (*f_rng)(void *, unsigned char *, size_t), void *p_rng,
         const unsigned char *input, unsigned char *output)
{
#if OBI_PK
    const struct job j = {.function = OBI_FN_rsa_private,
                          .alg = OB_RSA,
                          .with_private = true,
                          .in = input,
                          .in_len = ctx->len,
                          .out = output};
    int ret;

    if (OBI_ON(rsa_private) && f_rng && serve(ctx, &j, &ret))
        return ret;
#endif
    return __real_mbedtls_rsa_private(ctx, f_rng, p_rng, input, output);
}

OBI_WRAP(int, rsa_pkcs1_sign, mbedtls_rsa_context *ctx, int (*f_rng)(void *, unsigned char *, size_t), void *p_rng,
         mbedtls_md_type_t md_alg, unsigned int hashlen, const unsigned char *hash, unsigned char *sig)
{
#if OBI_PK
    bool v15 = ctx->padding == MBEDTLS_RSA_PKCS_V15;
    int ret;

    if (OBI_ON(rsa_pkcs1_sign) && f_rng && (v15 || pss_ok(ctx, md_alg, hashlen)) &&
        sign(OBI_FN_rsa_pkcs1_sign, v15 ? OB_RSA_PKCS1_SIGN : OB_RSA_PSS, ctx, md_alg, hashlen, hash, sig, &ret))
        return ret;
#endif
    return __real_mbedtls_rsa_pkcs1_sign(ctx, f_rng, p_rng, md_alg, hashlen, hash, sig);
}

OBI_WRAP(int, rsa_pkcs1_verify, mbedtls_rsa_context *ctx, mbedtls_md_type_t md_alg, unsigned int hashlen,
         const unsigned char *hash, const unsigned char *sig)
{
#if OBI_PK
    bool v15 = ctx->padding == MBEDTLS_RSA_PKCS_V15;
    int ret;

    if (OBI_ON(rsa_pkcs1_verify) && (v15 || pss_ok(ctx, md_alg, hashlen)) &&
        verify(OBI_FN_rsa_pkcs1_verify, v15 ? OB_RSA_PKCS1_SIGN : OB_RSA_PSS, ctx, md_alg, hashlen, hash, sig, &ret))
        return ret;
#endif
    return __real_mbedtls_rsa_pkcs1_verify(ctx, md_alg, hashlen, hash, sig);
}

#if defined(MBEDTLS_PKCS1_V21)
OBI_WRAP(int, rsa_rsassa_pss_sign, mbedtls_rsa_context *ctx, int (*f_rng)(void *, unsigned char *, size_t), void *p_rng,
         mbedtls_md_type_t md_alg, unsigned int hashlen, const unsigned char *hash, unsigned char *sig)
{
#if OBI_PK
    int ret;

    if (OBI_ON(rsa_rsassa_pss_sign) && f_rng && pss_ok(ctx, md_alg, hashlen) &&
        sign(OBI_FN_rsa_rsassa_pss_sign, OB_RSA_PSS, ctx, md_alg, hashlen, hash, sig, &ret))
        return ret;
#endif
    return __real_mbedtls_rsa_rsassa_pss_sign(ctx, f_rng, p_rng, md_alg, hashlen, hash, sig);
}

/* The same for a key whose context may be set for another padding: mbedtls_pk_sign_ext and TLS 1.3 call it. */
OBI_WRAP(int, rsa_rsassa_pss_sign_no_mode_check, mbedtls_rsa_context *ctx,
         int (*f_rng)(void *, unsigned char *, size_t), void *p_rng, mbedtls_md_type_t md_alg, unsigned int hashlen,
         const unsigned char *hash, unsigned char *sig)
{
#if OBI_PK
    int ret;

    if (OBI_ON(rsa_rsassa_pss_sign_no_mode_check) && f_rng && pss_fits(ctx, md_alg, hashlen) &&
        sign(OBI_FN_rsa_rsassa_pss_sign_no_mode_check, OB_RSA_PSS, ctx, md_alg, hashlen, hash, sig, &ret))
        return ret;
#endif
    return __real_mbedtls_rsa_rsassa_pss_sign_no_mode_check(ctx, f_rng, p_rng, md_alg, hashlen, hash, sig);
}

OBI_WRAP(int, rsa_rsassa_pss_verify, mbedtls_rsa_context *ctx, mbedtls_md_type_t md_alg, unsigned int hashlen,
         const unsigned char *hash, const unsigned char *sig)
{
#if OBI_PK
    int ret;

    if (OBI_ON(rsa_rsassa_pss_verify) && pss_ok(ctx, md_alg, hashlen) &&
        verify(OBI_FN_rsa_rsassa_pss_verify, OB_RSA_PSS, ctx, md_alg, hashlen, hash, sig, &ret))
        return ret;
#endif
    return __real_mbedtls_rsa_rsassa_pss_verify(ctx, md_alg, hashlen, hash, sig);
}

OBI_WRAP(int, rsa_rsassa_pss_verify_ext, mbedtls_rsa_context *ctx, mbedtls_md_type_t md_alg, unsigned int hashlen,
         const unsigned char *hash, mbedtls_md_type_t mgf1_hash_id, int expected_salt_len, const unsigned char *sig)
{
#if OBI_PK
    int ret;

    if (OBI_ON(rsa_rsassa_pss_verify_ext) && mgf1_hash_id == md_alg &&
        (expected_salt_len == MBEDTLS_RSA_SALT_LEN_ANY || expected_salt_len == (int)hashlen) &&
        ctx->len >= 2 * (size_t)hashlen + 2 &&
        verify(OBI_FN_rsa_rsassa_pss_verify_ext, OB_RSA_PSS, ctx, md_alg, hashlen, hash, sig, &ret))
        return ret;
#endif
    return __real_mbedtls_rsa_rsassa_pss_verify_ext(ctx, md_alg, hashlen, hash, mgf1_hash_id, expected_salt_len, sig);
}
#endif

#endif
