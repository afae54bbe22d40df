/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes, as provider-digest(7) defines them. The bytes of a message wait until it is known who serves it. */
#include "binding/openssl/buffered.h"

#include <stdlib.h>
#include <string.h>

#define BASE(c, id, type) ((OSSL_FUNC_digest_##type##_fn *)(c)->base->fn[OSSL_FUNC_DIGEST_##id])

struct ob_prov_digest {
    void *inner; /* the default provider's context; the first field, because algorithms.c relies on that */
    OSSL_FUNC_digest_update_fn *update;
    const struct ob_prov_base *base;
    unsigned number;
    struct ob_prov_buffered buffered;
};

static int feed(void *ctx, const uint8_t *in, size_t len)
{
    struct ob_prov_digest *c = (struct ob_prov_digest *)ctx;

    return c->update(c->inner, in, len);
}

static int init(void *ctx, const OSSL_PARAM params[])
{
    struct ob_prov_digest *c = (struct ob_prov_digest *)ctx;

    if (!BASE(c, INIT, init)(c->inner, params))
        return 0;
    obi_prov_buffered_begin(&c->buffered);
    return 1;
}

static int update(void *ctx, const unsigned char *in, size_t in_len)
{
    struct ob_prov_digest *c = (struct ob_prov_digest *)ctx;

    if (c->buffered.way == OB_PROV_ASIDE) {
        c->buffered.use.aside++;
        return c->update(c->inner, in, in_len);
    }
    return obi_prov_buffered_wait(&c->buffered, in, in_len) ||
           obi_prov_buffered_update(&c->buffered, feed, c, in, in_len);
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ob_prov_digest *c = (struct ob_prov_digest *)ctx;
    size_t len;
    bool ok;

    if (obi_prov_buffered_is_short(&c->buffered)) { /* the usual case, without a call */
        c->buffered.use.aside++;
        return obi_prov_buffered_aside(&c->buffered, feed, c) &&
               BASE(c, FINAL, final)(c->inner, out, out_len, out_size);
    }
    len = ob_alg_tag(obi_prov_algorithms[c->number].alg);
    if (out_size >= len && obi_prov_buffered_end(&c->buffered, feed, c, out, len, &ok)) {
        *out_len = len;
        return ok;
    }
    if (out_size < len)
        ok = obi_prov_buffered_aside(&c->buffered, feed, c);
    return ok && BASE(c, FINAL, final)(c->inner, out, out_len, out_size);
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct ob_prov_digest *c = (struct ob_prov_digest *)ctx;

    return BASE(c, GET_CTX_PARAMS, get_ctx_params)(c->inner, params);
}

/* Parameters change how the default provider's context treats the bytes that it has got so far. */
static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ob_prov_digest *c = (struct ob_prov_digest *)ctx;

    return obi_prov_buffered_aside(&c->buffered, feed, c) && BASE(c, SET_CTX_PARAMS, set_ctx_params)(c->inner, params);
}

void *obi_prov_digest_new(void *provctx, unsigned i)
{
    const struct ob_prov *p = (const struct ob_prov *)provctx;
    struct ob_prov_digest *c = malloc(sizeof *c); /* made for every message, so it is not cleared */

    if (!c)
        return NULL;
    c->base = &p->bases[i];
    c->number = i;
    c->update = BASE(c, UPDATE, update);
    c->inner = BASE(c, NEWCTX, newctx)(c->base->provctx);
    if (c->inner) {
        obi_prov_buffered_new(&c->buffered, obi_prov_offer(i));
        return c;
    }
    free(c);
    return NULL;
}

static void freectx(void *ctx)
{
    struct ob_prov_digest *c = (struct ob_prov_digest *)ctx;

    BASE(c, FREECTX, freectx)(c->inner);
    obi_prov_buffered_free(&c->buffered);
    free(c);
}

static void *dupctx(void *ctx)
{
    const struct ob_prov_digest *c = (const struct ob_prov_digest *)ctx;
    struct ob_prov_digest *d = malloc(sizeof *d);

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
    free(d);
    return NULL;
}

const OSSL_DISPATCH obi_prov_digest_functions[] = {
    {OSSL_FUNC_DIGEST_FREECTX, (ob_prov_fn)freectx},
    {OSSL_FUNC_DIGEST_DUPCTX, (ob_prov_fn)dupctx},
    {OSSL_FUNC_DIGEST_INIT, (ob_prov_fn)init},
    {OSSL_FUNC_DIGEST_UPDATE, (ob_prov_fn)update},
    {OSSL_FUNC_DIGEST_FINAL, (ob_prov_fn) final},
    {OSSL_FUNC_DIGEST_GET_CTX_PARAMS, (ob_prov_fn)get_ctx_params},
    {OSSL_FUNC_DIGEST_SET_CTX_PARAMS, (ob_prov_fn)set_ctx_params},
    {0, NULL},
};
