/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the default provider slow, for measurements (setting slow). Its functions are replaced by functions with the
 * same numbers, whose contexts contain the default provider's contexts, and which take several times as long when they
 * process data or a key. */
#include "port/linux/slow.h"
#include "binding/openssl/provider.h"

#include <stdlib.h>

struct slow {
    void *inner;                     /* the default provider's context */
    const struct ob_prov_base *base; /* the functions of that context */
};

/* Call a function of the default provider for an algorithm, given the context of this file. */
#define REAL(s, OP, ID, op, type)                                                                                      \
    ((OSSL_FUNC_##op##_##type##_fn *)((struct slow *)(s))->base->fn[OSSL_FUNC_##OP##_##ID])
#define INNER(s) (((struct slow *)(s))->inner)

/* Make a context of this file around inner, which is freed if memory is short. */
static void *around(const struct ob_prov_base *base, void *inner, void (*free_inner)(void *))
{
    struct slow *s = inner ? malloc(sizeof *s) : NULL;

    if (s)
        *s = (struct slow){inner, base};
    else if (inner)
        free_inner(inner);
    return s;
}

/* Call the default provider's function, and take slow times as long if it processes data or a key. Other calls are not
 * slowed: an engine does not save them, and reading the clock would take longer than the call. */
#define TIMES_IF(works, call)                                                                                          \
    uint64_t began = (works) ? obi_slow_begin() : 0;                                                                   \
    int ok = call;                                                                                                     \
                                                                                                                       \
    if (works)                                                                                                         \
        obi_slow_end(began);                                                                                           \
    return ok;
#define TIMES(call) TIMES_IF(true, call)

/* What ciphers, digests and MACs share. The provider context here is the base of the default provider. */
#define COMMON(op, OP)                                                                                                 \
    static void *op##_new(void *provctx)                                                                               \
    {                                                                                                                  \
        const struct ob_prov_base *base = (const struct ob_prov_base *)provctx;                                        \
        return around(base, ((OSSL_FUNC_##op##_newctx_fn *)base->fn[OSSL_FUNC_##OP##_NEWCTX])(base->provctx),          \
                      (OSSL_FUNC_##op##_freectx_fn *)base->fn[OSSL_FUNC_##OP##_FREECTX]);                              \
    }                                                                                                                  \
    static void op##_free(void *ctx)                                                                                   \
    {                                                                                                                  \
        REAL(ctx, OP, FREECTX, op, freectx)(INNER(ctx));                                                               \
        free(ctx);                                                                                                     \
    }                                                                                                                  \
    static void *op##_dup(void *ctx)                                                                                   \
    {                                                                                                                  \
        return around(((struct slow *)ctx)->base, REAL(ctx, OP, DUPCTX, op, dupctx)(INNER(ctx)),                       \
                      REAL(ctx, OP, FREECTX, op, freectx));                                                            \
    }                                                                                                                  \
    static int op##_get_ctx_params(void *ctx, OSSL_PARAM params[])                                                     \
    {                                                                                                                  \
        return REAL(ctx, OP, GET_CTX_PARAMS, op, get_ctx_params)(INNER(ctx), params);                                  \
    }                                                                                                                  \
    static int op##_set_ctx_params(void *ctx, const OSSL_PARAM params[])                                               \
    {                                                                                                                  \
        return REAL(ctx, OP, SET_CTX_PARAMS, op, set_ctx_params)(INNER(ctx), params);                                  \
    }                                                                                                                  \
    static const OSSL_PARAM *op##_gettable(void *provctx)                                                              \
    {                                                                                                                  \
        const struct ob_prov_base *base = (const struct ob_prov_base *)provctx;                                        \
        return ((OSSL_FUNC_##op##_gettable_params_fn *)base->fn[OSSL_FUNC_##OP##_GETTABLE_PARAMS])(base->provctx);     \
    }                                                                                                                  \
    static const OSSL_PARAM *op##_gettable_ctx(void *ctx, void *provctx)                                               \
    {                                                                                                                  \
        const struct ob_prov_base *base = (const struct ob_prov_base *)provctx;                                        \
        return ((OSSL_FUNC_##op##_gettable_ctx_params_fn *)base->fn[OSSL_FUNC_##OP##_GETTABLE_CTX_PARAMS])(            \
            ctx ? INNER(ctx) : NULL, base->provctx);                                                                   \
    }                                                                                                                  \
    static const OSSL_PARAM *op##_settable_ctx(void *ctx, void *provctx)                                               \
    {                                                                                                                  \
        const struct ob_prov_base *base = (const struct ob_prov_base *)provctx;                                        \
        return ((OSSL_FUNC_##op##_settable_ctx_params_fn *)base->fn[OSSL_FUNC_##OP##_SETTABLE_CTX_PARAMS])(            \
            ctx ? INNER(ctx) : NULL, base->provctx);                                                                   \
    }

#define COMMON_ROWS(op, OP)                                                                                            \
    {OSSL_FUNC_##OP##_NEWCTX, (ob_prov_fn)op##_new}, {OSSL_FUNC_##OP##_FREECTX, (ob_prov_fn)op##_free},                \
        {OSSL_FUNC_##OP##_DUPCTX, (ob_prov_fn)op##_dup},                                                               \
        {OSSL_FUNC_##OP##_GET_CTX_PARAMS, (ob_prov_fn)op##_get_ctx_params},                                            \
        {OSSL_FUNC_##OP##_SET_CTX_PARAMS, (ob_prov_fn)op##_set_ctx_params},                                            \
        {OSSL_FUNC_##OP##_GETTABLE_PARAMS, (ob_prov_fn)op##_gettable},                                                 \
        {OSSL_FUNC_##OP##_GETTABLE_CTX_PARAMS, (ob_prov_fn)op##_gettable_ctx},                                         \
    {                                                                                                                  \
        OSSL_FUNC_##OP##_SETTABLE_CTX_PARAMS, (ob_prov_fn)op##_settable_ctx                                            \
    }

COMMON(cipher, CIPHER)
COMMON(digest, DIGEST)
COMMON(mac, MAC)

/* ---- ciphers ---- */

static int cipher_encrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv,
                               size_t iv_len, const OSSL_PARAM params[])
{
    TIMES_IF(key, REAL(ctx, CIPHER, ENCRYPT_INIT, cipher, encrypt_init)(INNER(ctx), key, key_len, iv, iv_len, params))
}

static int cipher_decrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv,
                               size_t iv_len, const OSSL_PARAM params[])
{
    TIMES_IF(key, REAL(ctx, CIPHER, DECRYPT_INIT, cipher, decrypt_init)(INNER(ctx), key, key_len, iv, iv_len, params))
}

static int cipher_update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                         size_t in_len)
{
    TIMES(REAL(ctx, CIPHER, UPDATE, cipher, update)(INNER(ctx), out, out_len, out_size, in, in_len))
}

static int cipher_final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    TIMES(REAL(ctx, CIPHER, FINAL, cipher, final)(INNER(ctx), out, out_len, out_size))
}

static int cipher_whole(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                        size_t in_len)
{
    TIMES(REAL(ctx, CIPHER, CIPHER, cipher, cipher)(INNER(ctx), out, out_len, out_size, in, in_len))
}

static const OSSL_DISPATCH ciphers[] = {
    COMMON_ROWS(cipher, CIPHER),
    {OSSL_FUNC_CIPHER_ENCRYPT_INIT, (ob_prov_fn)cipher_encrypt_init},
    {OSSL_FUNC_CIPHER_DECRYPT_INIT, (ob_prov_fn)cipher_decrypt_init},
    {OSSL_FUNC_CIPHER_UPDATE, (ob_prov_fn)cipher_update},
    {OSSL_FUNC_CIPHER_FINAL, (ob_prov_fn)cipher_final},
    {OSSL_FUNC_CIPHER_CIPHER, (ob_prov_fn)cipher_whole},
    {0, NULL},
};

/* ---- digests ---- */

static int digest_init(void *ctx, const OSSL_PARAM params[])
{
    return REAL(ctx, DIGEST, INIT, digest, init)(INNER(ctx), params);
}

static int digest_update(void *ctx, const unsigned char *in, size_t in_len)
{
    TIMES(REAL(ctx, DIGEST, UPDATE, digest, update)(INNER(ctx), in, in_len))
}

static int digest_final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    TIMES(REAL(ctx, DIGEST, FINAL, digest, final)(INNER(ctx), out, out_len, out_size))
}

static const OSSL_DISPATCH digests[] = {
    COMMON_ROWS(digest, DIGEST),
    {OSSL_FUNC_DIGEST_INIT, (ob_prov_fn)digest_init},
    {OSSL_FUNC_DIGEST_UPDATE, (ob_prov_fn)digest_update},
    {OSSL_FUNC_DIGEST_FINAL, (ob_prov_fn)digest_final},
    {0, NULL},
};

/* ---- MACs ---- */

static int mac_init(void *ctx, const unsigned char *key, size_t key_len, const OSSL_PARAM params[])
{
    TIMES_IF(key, REAL(ctx, MAC, INIT, mac, init)(INNER(ctx), key, key_len, params))
}

static int mac_update(void *ctx, const unsigned char *in, size_t in_len)
{
    TIMES(REAL(ctx, MAC, UPDATE, mac, update)(INNER(ctx), in, in_len))
}

static int mac_final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    TIMES(REAL(ctx, MAC, FINAL, mac, final)(INNER(ctx), out, out_len, out_size))
}

static const OSSL_DISPATCH macs[] = {
    COMMON_ROWS(mac, MAC),
    {OSSL_FUNC_MAC_INIT, (ob_prov_fn)mac_init},
    {OSSL_FUNC_MAC_UPDATE, (ob_prov_fn)mac_update},
    {OSSL_FUNC_MAC_FINAL, (ob_prov_fn)mac_final},
    {0, NULL},
};

/* ---- for upstream.c ---- */

bool obi_prov_slow(struct ob_prov_base *b, uint8_t operation)
{
    const OSSL_DISPATCH *d = operation == OSSL_OP_CIPHER ? ciphers : operation == OSSL_OP_DIGEST ? digests : macs;
    struct ob_prov_base *real = malloc(sizeof *real);

    if (!real)
        return false;
    *real = *b;
    for (; d->function_id; d++)
        if (b->fn[d->function_id])
            b->fn[d->function_id] = d->function;
    b->provctx = real;
    return true;
}
