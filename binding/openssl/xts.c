/* SPDX-License-Identifier: Apache-2.0 */
/* XTS (IEEE 1619): every update is a data unit of its own, with the same tweak. */
#include "binding/openssl/offers.h"

#include <stdlib.h>
#include <string.h>

#define BASE(c, id, type) ((OSSL_FUNC_cipher_##type##_fn *)(c)->base->fn[OSSL_FUNC_CIPHER_##id])

#define UNIT_MIN 16 /* least bytes of a data unit (IEEE 1619, section 5.1) */
#define UNIT_MAX ((size_t)16 << 20)

struct ob_prov_xts {
    void *inner; /* the default provider's context; the first field, because algorithms.c relies on that */
    OSSL_FUNC_cipher_update_fn *update;
    size_t from;
    const struct ob_prov_base *base;
    unsigned number;
    bool encrypt, has_iv;
    uint8_t iv[16];
    struct ob_prov_use use;
};

static bool offload(struct ob_prov_xts *c, uint8_t *out, size_t out_size, const uint8_t *in, size_t len)
{
    struct ob_op op;

    if (!c->has_iv || !in || !out || len > out_size || len < UNIT_MIN || len > UNIT_MAX ||
        !obi_prov_use_pays(&c->use, c->encrypt ? 0 : 1, len))
        return false;
    op = (struct ob_op){
        .flags = OB_FIRST | OB_LAST | (c->encrypt ? OB_ENCRYPT : 0),
        .iv = c->iv,
        .iv_len = sizeof c->iv,
        .in = in,
        .in_len = len,
        .out = out,
        .out_size = len,
    };
    return obi_prov_use_run(&c->use, &op) == OB_OK;
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ob_prov_xts *c = (struct ob_prov_xts *)ctx;
    int ok;

    if (in_len >= c->from && offload(c, out, out_size, in, in_len)) {
        *out_len = in_len;
        return 1;
    }
    c->use.aside++;
    ok = c->update(c->inner, out, out_len, out_size, in, in_len);
    obi_prov_use_aside(&c->use);
    return ok;
}

static int whole(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                 size_t in_len)
{
    struct ob_prov_xts *c = (struct ob_prov_xts *)ctx;
    int ok;

    if (in_len >= c->from && offload(c, out, out_size, in, in_len)) {
        *out_len = in_len;
        return 1;
    }
    c->use.aside++;
    ok = BASE(c, CIPHER, cipher)(c->inner, out, out_len, out_size, in, in_len);
    obi_prov_use_aside(&c->use);
    return ok;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ob_prov_xts *c = (struct ob_prov_xts *)ctx;

    return BASE(c, FINAL, final)(c->inner, out, out_len, out_size);
}

static int init(struct ob_prov_xts *c, bool encrypt, const uint8_t *key, size_t key_len, const uint8_t *iv,
                size_t iv_len, const OSSL_PARAM *params)
{
    OSSL_FUNC_cipher_encrypt_init_fn *base =
        encrypt ? BASE(c, ENCRYPT_INIT, encrypt_init)
                : (OSSL_FUNC_cipher_encrypt_init_fn *)BASE(c, DECRYPT_INIT, decrypt_init);

    if (!base(c->inner, key, key_len, iv, iv_len, params))
        return 0;
    c->encrypt = encrypt;
    if (iv && iv_len == sizeof c->iv) {
        memcpy(c->iv, iv, sizeof c->iv);
        c->has_iv = true;
    }
    if (key)
        obi_prov_use_next_key(&c->use,
                              key_len == obi_prov_algorithms[c->number].bits / 8u ? obi_prov_offer(c->number) : NULL,
                              key, key_len);
    c->from = obi_prov_use_from(&c->use, encrypt ? 0 : 1);
    return 1;
}

static int encrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                        const OSSL_PARAM params[])
{
    return init((struct ob_prov_xts *)ctx, true, key, key_len, iv, iv_len, params);
}

static int decrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                        const OSSL_PARAM params[])
{
    return init((struct ob_prov_xts *)ctx, false, key, key_len, iv, iv_len, params);
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct ob_prov_xts *c = (struct ob_prov_xts *)ctx;

    return BASE(c, GET_CTX_PARAMS, get_ctx_params)(c->inner, params) && obi_prov_use_answer(&c->use, params);
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ob_prov_xts *c = (struct ob_prov_xts *)ctx;

    return BASE(c, SET_CTX_PARAMS, set_ctx_params)(c->inner, params);
}

void *obi_prov_xts_new(void *provctx, unsigned i)
{
    const struct ob_prov *p = (const struct ob_prov *)provctx;
    struct ob_prov_xts *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->base = &p->bases[i];
    c->number = i;
    c->from = SIZE_MAX;
    c->update = BASE(c, UPDATE, update);
    c->inner = BASE(c, NEWCTX, newctx)(c->base->provctx);
    if (c->inner)
        return c;
    free(c);
    return NULL;
}

static void freectx(void *ctx)
{
    struct ob_prov_xts *c = (struct ob_prov_xts *)ctx;

    BASE(c, FREECTX, freectx)(c->inner);
    obi_prov_use_end(&c->use);
    obi_prov_wipe(c, sizeof *c);
    free(c);
}

static void *dupctx(void *ctx)
{
    const struct ob_prov_xts *c = (const struct ob_prov_xts *)ctx;
    struct ob_prov_xts *d = malloc(sizeof *d);

    if (!d)
        return NULL;
    *d = *c;
    obi_prov_use_copy(&d->use, &c->use);
    d->inner = BASE(c, DUPCTX, dupctx)(c->inner);
    if (d->inner)
        return d;
    obi_prov_wipe(d, sizeof *d);
    free(d);
    return NULL;
}

const OSSL_DISPATCH obi_prov_xts_functions[] = {
    {OSSL_FUNC_CIPHER_FREECTX, (ob_prov_fn)freectx},
    {OSSL_FUNC_CIPHER_DUPCTX, (ob_prov_fn)dupctx},
    {OSSL_FUNC_CIPHER_ENCRYPT_INIT, (ob_prov_fn)encrypt_init},
    {OSSL_FUNC_CIPHER_DECRYPT_INIT, (ob_prov_fn)decrypt_init},
    {OSSL_FUNC_CIPHER_UPDATE, (ob_prov_fn)update},
    {OSSL_FUNC_CIPHER_FINAL, (ob_prov_fn) final},
    {OSSL_FUNC_CIPHER_CIPHER, (ob_prov_fn)whole},
    {OSSL_FUNC_CIPHER_GET_CTX_PARAMS, (ob_prov_fn)get_ctx_params},
    {OSSL_FUNC_CIPHER_SET_CTX_PARAMS, (ob_prov_fn)set_ctx_params},
    {0, NULL},
};
