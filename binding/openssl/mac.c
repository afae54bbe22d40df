/* SPDX-License-Identifier: Apache-2.0 */
/* HMAC and CMAC (provider-mac(7)). A TLS record whose length is secret (tls-data-size) stays with the default provider,
 * which hashes it in constant time. */
#include "binding/openssl/buffered.h"

#include <openssl/core_names.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BASE(c, id, type) ((OSSL_FUNC_mac_##type##_fn *)(c)->base->fn[OSSL_FUNC_MAC_##id])

#define PARAMS_MAX 16 /* maximum number of parameters of one call that are read */

struct ob_prov_mac {
    void *inner; /* the default provider's context; the first field, because algorithms.c relies on that */
    OSSL_FUNC_mac_update_fn *update;
    const struct ob_prov_base *base;
    unsigned number;
    uint8_t alg;   /* enum ob_alg, with its hash or cipher; OB_ALG_NONE: not offered */
    bool of_block; /* CMAC */
    bool tls;      /* tls-data-size is set */
    struct ob_prov_buffered buffered;
};

static const struct {
    const char *name;
    uint8_t alg;
} names[] = {
    {"MD5", OB_HMAC_MD5},
    {"SHA1", OB_HMAC_SHA1},
    {"SHA-1", OB_HMAC_SHA1},
    {"SHA224", OB_HMAC_SHA224},
    {"SHA2-224", OB_HMAC_SHA224},
    {"SHA-224", OB_HMAC_SHA224},
    {"SHA256", OB_HMAC_SHA256},
    {"SHA2-256", OB_HMAC_SHA256},
    {"SHA-256", OB_HMAC_SHA256},
    {"SHA384", OB_HMAC_SHA384},
    {"SHA2-384", OB_HMAC_SHA384},
    {"SHA-384", OB_HMAC_SHA384},
    {"SHA512", OB_HMAC_SHA512},
    {"SHA2-512", OB_HMAC_SHA512},
    {"SHA-512", OB_HMAC_SHA512},
    {"SHA512-224", OB_HMAC_SHA512_224},
    {"SHA2-512/224", OB_HMAC_SHA512_224},
    {"SHA512-256", OB_HMAC_SHA512_256},
    {"SHA2-512/256", OB_HMAC_SHA512_256},
    {"SM3", OB_HMAC_SM3},
    {"AES-128-CBC", OB_AES_CMAC},
    {"AES-192-CBC", OB_AES_CMAC},
    {"AES-256-CBC", OB_AES_CMAC},
};

static uint8_t named(const OSSL_PARAM *p)
{
    if (p->data_type == OSSL_PARAM_UTF8_STRING && p->data)
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            if (strcasecmp((const char *)p->data, names[i].name) == 0)
                return names[i].alg;
    return OB_ALG_NONE;
}

static int feed(void *ctx, const uint8_t *in, size_t len)
{
    struct ob_prov_mac *c = (struct ob_prov_mac *)ctx;

    return c->update(c->inner, in, len);
}

static void set_key(struct ob_prov_mac *c, const uint8_t *key, size_t len)
{
    struct ob_prov_offer *offer = NULL;

    if (c->alg != OB_ALG_NONE)
        offer = obi_prov_offer_mac(c->alg, c->of_block ? (unsigned)(8 * len) : 0);
    obi_prov_buffered_key(&c->buffered, offer, key, len);
}

/* Read the parameters that this context uses itself. */
static void note(struct ob_prov_mac *c, const OSSL_PARAM *params)
{
    const OSSL_PARAM *p;
    uint64_t size;

    if ((p = obi_prov_param(params, c->of_block ? OSSL_MAC_PARAM_CIPHER : OSSL_MAC_PARAM_DIGEST))) {
        uint8_t alg = named(p);

        if (alg != c->alg)
            obi_prov_buffered_key(&c->buffered, NULL, NULL, 0); /* until the next key */
        c->alg = alg;
    }
    if (obi_prov_param_number(obi_prov_param(params, OSSL_MAC_PARAM_TLS_DATA_SIZE), &size))
        c->tls = size != 0;
    if ((p = obi_prov_param(params, OSSL_MAC_PARAM_KEY)) && p->data_type == OSSL_PARAM_OCTET_STRING && p->data)
        set_key(c, (const uint8_t *)p->data, p->data_size);
}

/* The caller's parameters for the default provider. Unless the caller says otherwise, it must fetch the hash or cipher
 * from itself and not from this provider. */
static const OSSL_PARAM *with_properties(const OSSL_PARAM *params, OSSL_PARAM copy[PARAMS_MAX])
{
    static char properties[] = "provider=default";
    unsigned n = 0;

    if ((!obi_prov_param(params, OSSL_MAC_PARAM_DIGEST) && !obi_prov_param(params, OSSL_MAC_PARAM_CIPHER)) ||
        obi_prov_param(params, OSSL_MAC_PARAM_PROPERTIES))
        return params;
    for (; params[n].key; n++) {
        if (n == PARAMS_MAX - 2)
            return params;
        copy[n] = params[n];
    }
    copy[n] = (OSSL_PARAM){OSSL_MAC_PARAM_PROPERTIES, OSSL_PARAM_UTF8_STRING, properties, sizeof properties - 1, 0};
    copy[n + 1] = params[n];
    return copy;
}

static int init(void *ctx, const unsigned char *key, size_t key_len, const OSSL_PARAM params[])
{
    struct ob_prov_mac *c = (struct ob_prov_mac *)ctx;
    OSSL_PARAM copy[PARAMS_MAX];

    if (!BASE(c, INIT, init)(c->inner, key, key_len, with_properties(params, copy)))
        return 0;
    note(c, params);
    if (key)
        set_key(c, key, key_len);
    obi_prov_buffered_begin(&c->buffered);
    if (c->tls)
        return obi_prov_buffered_aside(&c->buffered, feed, c);
    return 1;
}

static int update(void *ctx, const unsigned char *in, size_t in_len)
{
    struct ob_prov_mac *c = (struct ob_prov_mac *)ctx;

    if (c->buffered.way == OB_PROV_ASIDE) {
        c->buffered.use.aside++;
        return c->update(c->inner, in, in_len);
    }
    return obi_prov_buffered_wait(&c->buffered, in, in_len) ||
           obi_prov_buffered_update(&c->buffered, feed, c, in, in_len);
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ob_prov_mac *c = (struct ob_prov_mac *)ctx;
    size_t len = ob_alg_tag(c->alg);
    bool ok = true;

    if (c->buffered.way == OB_PROV_ASIDE || !out || out_size < len) {
        if (out)
            ok = obi_prov_buffered_aside(&c->buffered, feed, c) == 1;
    } else if (obi_prov_buffered_end(&c->buffered, feed, c, out, len, &ok)) {
        *out_len = len;
        return 1;
    }
    return ok && BASE(c, FINAL, final)(c->inner, out, out_len, out_size);
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct ob_prov_mac *c = (struct ob_prov_mac *)ctx;

    return BASE(c, GET_CTX_PARAMS, get_ctx_params)(c->inner, params) && obi_prov_use_answer(&c->buffered.use, params);
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ob_prov_mac *c = (struct ob_prov_mac *)ctx;
    OSSL_PARAM copy[PARAMS_MAX];

    if (!BASE(c, SET_CTX_PARAMS, set_ctx_params)(c->inner, with_properties(params, copy)))
        return 0;
    note(c, params);
    if (c->tls || c->buffered.wait_max == 0)
        return obi_prov_buffered_aside(&c->buffered, feed, c);
    return 1;
}

void *obi_prov_mac_new(void *provctx, unsigned i)
{
    const struct ob_prov *p = (const struct ob_prov *)provctx;
    struct ob_prov_mac *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->base = &p->bases[i];
    c->number = i;
    c->of_block = obi_prov_algorithms[i].block == 16;
    c->update = BASE(c, UPDATE, update);
    c->buffered.way = OB_PROV_ASIDE;
    c->inner = BASE(c, NEWCTX, newctx)(c->base->provctx);
    if (c->inner)
        return c;
    free(c);
    return NULL;
}

static void freectx(void *ctx)
{
    struct ob_prov_mac *c = (struct ob_prov_mac *)ctx;

    BASE(c, FREECTX, freectx)(c->inner);
    obi_prov_buffered_free(&c->buffered);
    obi_prov_wipe(c, sizeof *c);
    free(c);
}

static void *dupctx(void *ctx)
{
    const struct ob_prov_mac *c = (const struct ob_prov_mac *)ctx;
    struct ob_prov_mac *d = malloc(sizeof *d);

    if (!d)
        return NULL;
    *d = *c;
    d->inner = BASE(c, DUPCTX, dupctx)(c->inner);
    if (d->inner && obi_prov_buffered_copy(&d->buffered, &c->buffered))
        return d;
    if (d->inner) {
        BASE(c, FREECTX, freectx)(d->inner);
        obi_prov_buffered_free(&d->buffered);
    }
    obi_prov_wipe(d, sizeof *d);
    free(d);
    return NULL;
}

const OSSL_DISPATCH obi_prov_mac_functions[] = {
    {OSSL_FUNC_MAC_FREECTX, (ob_prov_fn)freectx},
    {OSSL_FUNC_MAC_DUPCTX, (ob_prov_fn)dupctx},
    {OSSL_FUNC_MAC_INIT, (ob_prov_fn)init},
    {OSSL_FUNC_MAC_UPDATE, (ob_prov_fn)update},
    {OSSL_FUNC_MAC_FINAL, (ob_prov_fn) final},
    {OSSL_FUNC_MAC_GET_CTX_PARAMS, (ob_prov_fn)get_ctx_params},
    {OSSL_FUNC_MAC_SET_CTX_PARAMS, (ob_prov_fn)set_ctx_params},
    {0, NULL},
};
