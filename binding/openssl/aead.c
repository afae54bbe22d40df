/* SPDX-License-Identifier: Apache-2.0 */
/* GCM, CCM and ChaCha20-Poly1305, as provider-cipher(7) defines them. Engines serve TLS records, and messages of AAD
 * and one update of data, whose input is kept: if a second update comes, the default provider, which has the AAD,
 * repeats the first one and continues. */
#include "binding/openssl/aead.h"
#include "binding/openssl/pieces.h"

#include <openssl/core_names.h>

#include <stdlib.h>
#include <string.h>

#define BASE(c, id, type) ((OSSL_FUNC_cipher_##type##_fn *)(c)->base->fn[OSSL_FUNC_CIPHER_##id])

/* ---- a message ---- */

static void forget_text(struct ob_prov_aead *c)
{
    if (c->text) {
        obi_prov_wipe_pieces(c->text, c->text_len);
        free(c->text);
    }
    c->text = NULL;
    c->text_len = 0;
}

/* Let the default provider repeat what an engine did; the rest of the message is its own. */
static bool redo(struct ob_prov_aead *c)
{
    size_t len = c->text_len, n;
    uint8_t *out = len ? malloc(len) : NULL; /* len is not 0: engines only serve updates with data */
    bool ok = out && c->update(c->inner, out, &n, len, c->text, len);

    if (out)
        obi_prov_wipe(out, len);
    free(out);
    forget_text(c);
    c->phase = OB_PROV_AEAD_ASIDE;
    c->in_parts = true;
    c->has_tag = c->has_tag && !c->encrypt;
    return ok;
}

/* Serve the first update of data on an engine. False: nothing has happened. */
static bool offload(struct ob_prov_aead *c, uint8_t *out, size_t out_size, const uint8_t *in, size_t len)
{
    struct ob_op op = {.flags = OB_FIRST | OB_LAST | OB_AAD | (c->encrypt ? OB_ENCRYPT : 0)};

    if (c->phase != OB_PROV_AEAD_OPEN || !c->has_iv || !in || len > out_size || len > OB_PROV_TEXT_MAX || c->in_parts ||
        (!c->encrypt && !c->has_tag) || (c->has_stated && c->stated != len) ||
        (c->alg == OB_CHACHA20_POLY1305 && c->iv_len != 12) || !obi_prov_use_pays(&c->use, c->encrypt ? 0 : 1, len))
        return false;
    c->text = malloc(len);
    if (!c->text)
        return false;
    c->text_len = len;
    obi_prov_copy_pieces(c->text, in, len);
    op.iv = c->iv;
    op.iv_len = c->iv_len;
    op.aad = c->aad;
    op.aad_len = c->aad_len;
    op.in = c->text;
    op.in_len = len;
    op.out = out;
    op.out_size = len;
    op.tag = c->tag;
    op.tag_len = c->tag_len;
    if (obi_prov_use_run(&c->use, &op) != OB_OK) { /* even for a wrong tag, which is an error only at the end */
        if (out == in)
            memcpy(out, c->text, len);
        forget_text(c);
        return false;
    }
    c->phase = OB_PROV_AEAD_ENGINE;
    return true;
}

static void take_aad(struct ob_prov_aead *c, const uint8_t *in, size_t len)
{
    if (c->phase != OB_PROV_AEAD_OPEN)
        return;
    if (len > sizeof c->aad - c->aad_len) {
        c->phase = OB_PROV_AEAD_ASIDE;
        return;
    }
    memcpy(c->aad + c->aad_len, in, len);
    c->aad_len += len;
}

static int more(struct ob_prov_aead *c, OSSL_FUNC_cipher_update_fn *base, uint8_t *out, size_t *out_len,
                size_t out_size, const uint8_t *in, size_t in_len)
{
    int ok;

    if (c->phase == OB_PROV_AEAD_FINISHED)
        return 0;
    if (c->tls) {
        c->tls = false;
        if (obi_prov_aead_record(c, out, out_len, out_size, in, in_len))
            return 1;
        c->use.aside++;
        ok = base(c->inner, out, out_len, out_size, in, in_len);
        obi_prov_use_aside(&c->use);
        return ok;
    }
    if (out && in_len && offload(c, out, out_size, in, in_len)) {
        *out_len = in_len;
        return 1;
    }
    if (c->phase == OB_PROV_AEAD_ENGINE && (in_len || !out) && !redo(c))
        return 0;
    if (!out && in) {
        take_aad(c, in, in_len);
    } else if (!out) { /* CCM: announces the length of the message */
        c->stated = in_len;
        c->has_stated = true;
    }
    if (out && in_len)
        c->phase = OB_PROV_AEAD_ASIDE;
    c->use.aside++;
    ok = base(c->inner, out, out_len, out_size, in, in_len);
    obi_prov_use_aside(&c->use);
    return ok;
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ob_prov_aead *c = (struct ob_prov_aead *)ctx;

    if (in_len < c->from && out && c->phase <= OB_PROV_AEAD_ASIDE && !c->tls) {
        c->phase = OB_PROV_AEAD_ASIDE;
        c->use.aside++;
        return c->update(c->inner, out, out_len, out_size, in, in_len);
    }
    return more(c, c->update, out, out_len, out_size, in, in_len);
}

static int end(struct ob_prov_aead *c, size_t *out_len)
{
    forget_text(c);
    c->phase = OB_PROV_AEAD_FINISHED;
    c->has_iv = false;
    *out_len = 0;
    return 1;
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ob_prov_aead *c = (struct ob_prov_aead *)ctx;

    if (c->phase == OB_PROV_AEAD_ENGINE)
        return end(c, out_len);
    if (c->phase == OB_PROV_AEAD_FINISHED)
        return 0;
    return BASE(c, FINAL, final)(c->inner, out, out_len, out_size);
}

/* EVP_Cipher(3): as update, or as final if there is no input. */
static int whole(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                 size_t in_len)
{
    struct ob_prov_aead *c = (struct ob_prov_aead *)ctx;

    if (!in && c->phase == OB_PROV_AEAD_ENGINE)
        return end(c, out_len);
    return more(c, (OSSL_FUNC_cipher_update_fn *)BASE(c, CIPHER, cipher), out, out_len, out_size, in, in_len);
}

/* ---- parameters ---- */

static void note_tag(struct ob_prov_aead *c, const OSSL_PARAM *p)
{
    if (p->data_type != OSSL_PARAM_OCTET_STRING || p->data_size == 0 || p->data_size > sizeof c->tag)
        return;
    if (c->alg == OB_AES_CCM || !c->encrypt)
        c->tag_len = p->data_size;
    c->has_tag = p->data != NULL && !c->encrypt;
    if (c->has_tag)
        memcpy(c->tag, p->data, p->data_size);
}

/* Read the parameters that this context uses itself. */
static void note(struct ob_prov_aead *c, const OSSL_PARAM *params)
{
    const OSSL_PARAM *p;
    uint64_t value;

    if (!params)
        return;
    if (obi_prov_param_number(obi_prov_param(params, OSSL_CIPHER_PARAM_AEAD_IVLEN), &value) && value != c->iv_len) {
        c->iv_len = (size_t)value;
        c->has_iv = false;
    }
    if ((p = obi_prov_param(params, OSSL_CIPHER_PARAM_AEAD_TAG)))
        note_tag(c, p);
    if ((p = obi_prov_param(params, OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED))) {
        c->fixed_len = p->data_size <= sizeof c->fixed && p->data ? p->data_size : 0;
        if (p->data)
            memcpy(c->fixed, p->data, c->fixed_len);
        c->has_iv = false;
    }
    if (obi_prov_param(params, OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV))
        c->has_iv = false;
    if ((p = obi_prov_param(params, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD)) && p->data && p->data_size == sizeof c->tls_aad) {
        memcpy(c->tls_aad, p->data, sizeof c->tls_aad);
        c->tls = true;
    }
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ob_prov_aead *c = (struct ob_prov_aead *)ctx;

    if (c->phase == OB_PROV_AEAD_ENGINE) /* only the default provider knows what a new tag or IV length means now */
        (void)redo(c);
    if (!BASE(c, SET_CTX_PARAMS, set_ctx_params)(c->inner, params))
        return 0;
    note(c, params);
    return 1;
}

/* The default provider does not know a tag that an engine wrote, so the other parameters are requested from it one by
 * one. */
static int get_with_tag(struct ob_prov_aead *c, OSSL_PARAM params[], const OSSL_PARAM *tag)
{
    for (OSSL_PARAM *p = params; p->key; p++) {
        OSSL_PARAM one[2] = {*p, {0}};

        if (p == tag)
            continue;
        if (!BASE(c, GET_CTX_PARAMS, get_ctx_params)(c->inner, one))
            return 0;
        p->return_size = one[0].return_size;
    }
    if (tag->data_size == 0 || tag->data_size > c->tag_len || (c->alg == OB_AES_CCM && tag->data_size != c->tag_len))
        return 0;
    return obi_prov_param_set_octets(tag, c->tag, tag->data_size);
}

/* The parameters that this context answers: tag, tlsivgen, and the provider's own, outboard-... At each new key
 * libcrypto requests other ones, twice. */
static bool may_be_mine(const OSSL_PARAM *params)
{
    for (; params && params->key; params++)
        if (params->key[0] == 't' || params->key[0] == 'o')
            return true;
    return false;
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct ob_prov_aead *c = (struct ob_prov_aead *)ctx;
    const OSSL_PARAM *tag;
    bool mine;
    int ok;

    if (!may_be_mine(params))
        return BASE(c, GET_CTX_PARAMS, get_ctx_params)(c->inner, params);
    tag = obi_prov_param(params, OSSL_CIPHER_PARAM_AEAD_TAG);
    mine = tag && c->encrypt && c->phase >= OB_PROV_AEAD_ENGINE;
    ok = mine ? get_with_tag(c, params, tag) : BASE(c, GET_CTX_PARAMS, get_ctx_params)(c->inner, params);
    if (obi_prov_param(params, OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN)) {
        c->has_iv = false; /* the default provider's context has another IV now */
        c->phase = OB_PROV_AEAD_OPEN;
        c->aad_len = 0;
    }
    return ok && obi_prov_use_answer(&c->use, params);
}

/* ---- init, new, free, copy ---- */

static int init(struct ob_prov_aead *c, bool encrypt, const uint8_t *key, size_t key_len, const uint8_t *iv,
                size_t iv_len, const OSSL_PARAM *params)
{
    OSSL_FUNC_cipher_encrypt_init_fn *base =
        encrypt ? BASE(c, ENCRYPT_INIT, encrypt_init)
                : (OSSL_FUNC_cipher_encrypt_init_fn *)BASE(c, DECRYPT_INIT, decrypt_init);

    if (key && !iv && c->phase == OB_PROV_AEAD_ENGINE)
        (void)redo(c);
    if (!base(c->inner, key, key_len, iv, iv_len, params))
        return 0;
    if (key && !iv && c->aad_len) /* a new key inside a message: leave its meaning to the default provider */
        c->phase = OB_PROV_AEAD_ASIDE;
    if (c->encrypt != encrypt)
        c->has_tag = false;
    c->encrypt = encrypt;
    if (key) {
        obi_prov_use_next_key(&c->use,
                              key_len == obi_prov_algorithms[c->number].bits / 8u ? obi_prov_offer(c->number) : NULL,
                              key, key_len);
        c->in_parts = false;
    }
    if (iv) {
        if (c->text)
            forget_text(c);
        c->aad_len = 0;
        c->tls = c->has_stated = false;
        c->phase = OB_PROV_AEAD_OPEN;
        c->has_iv = iv_len > 0 && iv_len <= sizeof c->iv;
        if (c->has_iv) {
            memcpy(c->iv, iv, iv_len);
            c->iv_len = iv_len;
        }
        if (c->alg == OB_CHACHA20_POLY1305 && iv_len == sizeof c->fixed) { /* TLS 1.2: also the fixed part of nonces */
            memcpy(c->fixed, iv, sizeof c->fixed);
            c->fixed_len = iv_len;
        }
        if (c->encrypt && c->alg != OB_AES_CCM)
            c->tag_len = OB_PROV_TAG_LEN;
    }
    note(c, params);
    c->from = obi_prov_use_from(&c->use, encrypt ? 0 : 1);
    return 1;
}

static int encrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                        const OSSL_PARAM params[])
{
    return init((struct ob_prov_aead *)ctx, true, key, key_len, iv, iv_len, params);
}

static int decrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                        const OSSL_PARAM params[])
{
    return init((struct ob_prov_aead *)ctx, false, key, key_len, iv, iv_len, params);
}

void *obi_prov_aead_new(void *provctx, unsigned i)
{
    const struct ob_prov *p = (const struct ob_prov *)provctx;
    struct ob_prov_aead *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->prov = p;
    c->base = &p->bases[i];
    c->number = i;
    c->alg = obi_prov_algorithms[i].alg;
    c->tag_len = c->alg == OB_AES_CCM ? 12 : OB_PROV_TAG_LEN; /* the default of OpenSSL */
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
    struct ob_prov_aead *c = (struct ob_prov_aead *)ctx;

    BASE(c, FREECTX, freectx)(c->inner);
    forget_text(c);
    obi_prov_use_end(&c->use);
    obi_prov_wipe(c, sizeof *c);
    free(c);
}

static void *dupctx(void *ctx)
{
    const struct ob_prov_aead *c = (const struct ob_prov_aead *)ctx;
    struct ob_prov_aead *d = malloc(sizeof *d);
    uint8_t *text = c->text ? malloc(c->text_len) : NULL;

    if (!d || (c->text && !text)) {
        free(d);
        free(text);
        return NULL;
    }
    *d = *c;
    obi_prov_use_copy(&d->use, &c->use);
    if (text)
        memcpy(text, c->text, c->text_len);
    d->text = text;
    d->inner = BASE(c, DUPCTX, dupctx)(c->inner);
    if (d->inner)
        return d;
    forget_text(d);
    obi_prov_wipe(d, sizeof *d);
    free(d);
    return NULL;
}

const OSSL_DISPATCH obi_prov_aead_functions[] = {
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
