/* SPDX-License-Identifier: Apache-2.0 */
/* ECB, CBC and CTR (provider-cipher(7)): each update goes to the cheaper server, and the IV or counter moves with
 * it. */
#include "binding/openssl/cipher.h"

#include <openssl/core_names.h>

#include <stdlib.h>
#include <string.h>

#define BASE(c, id, type) ((OSSL_FUNC_cipher_##type##_fn *)(c)->base->fn[OSSL_FUNC_CIPHER_##id])

static bool is_ctr(const struct ob_prov_cipher *c)
{
    return c->alg == OB_AES_CTR || c->alg == OB_SM4_CTR;
}

static bool has_iv(uint8_t alg)
{
    return alg != OB_AES_ECB && alg != OB_DES3_ECB && alg != OB_SM4_ECB;
}

/* Copy a block of 8 or 16 bytes without a function call. */
static inline void copy_block(const struct ob_prov_cipher *c, uint8_t *to, const uint8_t *from)
{
    memcpy(to, from, 8);
    if (c->block == 16)
        memcpy(to + 8, from + 8, 8);
}

static unsigned side(const struct ob_prov_cipher *c)
{
    return c->encrypt ? 0 : 1;
}

/* ---- the state that moves between servers ---- */

bool obi_prov_cipher_sync(struct ob_prov_cipher *c)
{
    static const OSSL_PARAM none[] = {{0}};
    OSSL_FUNC_cipher_encrypt_init_fn *init =
        c->encrypt ? BASE(c, ENCRYPT_INIT, encrypt_init)
                   : (OSSL_FUNC_cipher_encrypt_init_fn *)BASE(c, DECRYPT_INIT, decrypt_init);

    if (!c->behind)
        return true;
    /* This also makes it discard the part of a block that it had held back. */
    if (!(c->takes_iv ? init(c->inner, NULL, 0, c->iv, c->block, none) : init(c->inner, NULL, 0, NULL, 0, none)))
        return false;
    c->behind = false;
    c->replaced = c->takes_iv;
    obi_prov_cipher_ready(c);
    return true;
}

bool obi_prov_cipher_take(struct ob_prov_cipher *c, unsigned *num)
{
    const uint8_t *iv = NULL;
    /* By pointer: asked for a copy, OpenSSL 3.5 answers, and leaves an error in the queue. */
    OSSL_PARAM ask[3] = {{OSSL_CIPHER_PARAM_UPDATED_IV, OSSL_PARAM_OCTET_PTR, &iv, sizeof iv, 0}};

    *num = 0;
    if (c->behind || !c->takes_iv)
        return true;
    if (is_ctr(c))
        ask[1] = (OSSL_PARAM){OSSL_CIPHER_PARAM_NUM, OSSL_PARAM_UNSIGNED_INTEGER, num, sizeof *num, 0};
    if (!BASE(c, GET_CTX_PARAMS, get_ctx_params)(c->inner, ask) || !iv)
        return false;
    memcpy(c->iv, iv, c->block);
    return true;
}

static inline void ready(struct ob_prov_cipher *c)
{
    /* Without an IV from the caller, the default provider uses one of its own. */
    bool mine = c->keyed && (c->has_iv || !c->takes_iv);
    size_t from = mine ? obi_prov_use_from(&c->use, side(c)) : SIZE_MAX;

    c->from = c->behind || (c->tls_version && from != SIZE_MAX) ? 0 : from;
}

void obi_prov_cipher_ready(struct ob_prov_cipher *c)
{
    ready(c);
}

/* The default provider has read len bytes and written n: note the bytes that stay in its context. */
__attribute__((noinline)) static void track_tail(struct ob_prov_cipher *c, const uint8_t *in, size_t len, size_t n)
{
    unsigned block = c->block;

    c->held = (uint8_t)(c->held + len - n);
    if (!in || len == 0)
        return;
    if (len >= block) {
        memcpy(c->tail, in + len - block, block);
    } else {
        memmove(c->tail, c->tail + len, block - len);
        memcpy(c->tail + block - len, in, len);
    }
}

/* The bytes that stay are those that went in and did not come out, whatever the padding was. So its rules need not be
 * repeated here. A TLS record leaves none. */
static inline void track(struct ob_prov_cipher *c, const uint8_t *in, size_t len, size_t n)
{
    if ((c->held || len != n) && !c->tls_version)
        track_tail(c, in, len, n);
}

/* ---- running on engines ---- */

static void count_blocks(uint8_t iv[16], uint64_t blocks)
{
    for (int i = 15; i >= 0 && blocks; i--) {
        blocks += iv[i];
        iv[i] = (uint8_t)blocks;
        blocks >>= 8;
    }
}

/* Run one op of len bytes. On success c->iv becomes the IV after it. */
static bool run_piece(struct ob_prov_cipher *c, uint8_t *out, const uint8_t *in, size_t len)
{
    struct ob_op op = {.flags = OB_FIRST | OB_LAST | (c->encrypt ? OB_ENCRYPT : 0)};
    uint8_t next[OB_PROV_BLOCK_MAX];

    if (!c->encrypt)
        memcpy(next, in + len - c->block, c->block);
    if (c->takes_iv) {
        op.iv = c->iv;
        op.iv_len = c->block;
    }
    op.in = in;
    op.in_len = len;
    op.out = out;
    op.out_size = len;
    if (obi_prov_use_run(&c->use, &op) != OB_OK)
        return false;
    if (is_ctr(c))
        count_blocks(c->iv, len / c->block);
    else if (c->takes_iv)
        memcpy(c->iv, c->encrypt ? out + len - c->block : next, c->block);
    c->behind = true;
    c->from = 0;
    return true;
}

size_t obi_prov_cipher_run(struct ob_prov_cipher *c, uint8_t *out, const uint8_t *in, size_t len)
{
    size_t most = obi_prov_side(c->use.offer, side(c))->piece & ~(size_t)(OB_PROV_BLOCK_MAX - 1), done = 0;

    while (done < len) {
        size_t n = len - done < most ? len - done : most;

        if ((done > 0 && !obi_prov_use_pays(&c->use, side(c), n)) || !run_piece(c, out + done, in + done, n))
            break;
        done += n;
    }
    return done;
}

static int aside(struct ob_prov_cipher *c, uint8_t *out, size_t *out_len, size_t out_size, const uint8_t *in,
                 size_t in_len)
{
    int ok;

    if (c->behind && !obi_prov_cipher_sync(c))
        return 0;
    ok = c->update(c->inner, out, out_len, out_size, in, in_len);
    if (ok && c->buffers)
        track(c, in, in_len, *out_len);
    c->use.aside++;
    obi_prov_use_aside(&c->use);
    return ok;
}

/* ECB and CBC: the bytes that the default provider held back of earlier updates precede this update's input. */
static int long_blocks(struct ob_prov_cipher *c, uint8_t *out, size_t *out_len, size_t out_size, const uint8_t *in,
                       size_t in_len)
{
    size_t held = c->held, total = held + in_len, whole = total & ~(size_t)(c->block - 1u), done, rest;
    uint8_t *joined = NULL;
    unsigned num;
    int ok = 1;

    if (!c->encrypt && c->padding && whole == total && whole)
        whole -= c->block;
    if (!in || whole == 0 || whole > out_size || !obi_prov_use_pays(&c->use, side(c), whole) ||
        !obi_prov_cipher_take(c, &num))
        return aside(c, out, out_len, out_size, in, in_len);
    if (held) {
        joined = malloc(total);
        if (!joined)
            return aside(c, out, out_len, out_size, in, in_len);
        memcpy(joined, c->tail + c->block - held, held);
        memcpy(joined + held, in, in_len);
    }
    done = obi_prov_cipher_run(c, out, joined ? joined : in, whole);
    *out_len = done;
    rest = total - done;
    if (done == 0) {
        ok = aside(c, out, out_len, out_size, in, in_len);
    } else if (rest) {
        size_t more = 0;

        c->held = 0; /* the default provider begins with a whole block */
        ok = aside(c, out + done, &more, out_size - done, joined ? joined + done : in + done, rest);
        *out_len += more;
        c->use.aside--; /* it was one update, so it counts once */
    } else {
        c->held = 0;
    }
    if (joined) {
        obi_prov_wipe(joined, total);
        free(joined);
    }
    return ok;
}

/* CTR: the default provider completes the current block with its keystream, and does the part after the last whole
 * block. */
static int long_ctr(struct ob_prov_cipher *c, uint8_t *out, size_t *out_len, size_t out_size, const uint8_t *in,
                    size_t in_len)
{
    size_t lead, whole = in_len & ~(size_t)(c->block - 1u), done = 0, n = 0;
    unsigned num;

    if (!in || in_len > out_size || whole == 0 || !obi_prov_use_pays(&c->use, side(c), whole) ||
        !obi_prov_cipher_take(c, &num))
        return aside(c, out, out_len, out_size, in, in_len);
    lead = num ? c->block - num : 0;
    whole = in_len > lead ? (in_len - lead) & ~(size_t)(c->block - 1u) : 0;
    if (whole == 0)
        return aside(c, out, out_len, out_size, in, in_len);
    if (lead) {
        if (!c->update(c->inner, out, &n, out_size, in, lead) || !obi_prov_cipher_take(c, &num))
            return 0;
    }
    done = lead + obi_prov_cipher_run(c, out + lead, in + lead, whole);
    *out_len = in_len;
    if (done == in_len)
        return 1;
    return obi_prov_cipher_sync(c) && c->update(c->inner, out + done, &n, out_size - done, in + done, in_len - done);
}

/* ---- the functions ---- */

/* Not inline in update, which is short and called often. */
__attribute__((noinline)) static int long_update(struct ob_prov_cipher *c, uint8_t *out, size_t *out_len,
                                                 size_t out_size, const uint8_t *in, size_t in_len)
{
    if (c->tls_version && c->keyed)
        return obi_prov_tls_update(c, out, out_len, out_size, in, in_len);
    if (in_len == 0 || c->from == SIZE_MAX)
        return aside(c, out, out_len, out_size, in, in_len);
    return c->buffers ? long_blocks(c, out, out_len, out_size, in, in_len)
                      : long_ctr(c, out, out_len, out_size, in, in_len);
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ob_prov_cipher *c = (struct ob_prov_cipher *)ctx;
    int ok;

    if (in_len >= c->from)
        return long_update(c, out, out_len, out_size, in, in_len);
    ok = c->update(c->inner, out, out_len, out_size, in, in_len);
    if (ok && c->buffers)
        track(c, in, in_len, *out_len);
    c->use.aside++;
    return ok;
}

/* EVP_Cipher(3): processes whole blocks at once, and skips what update and final hold back. */
static int whole(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                 size_t in_len)
{
    struct ob_prov_cipher *c = (struct ob_prov_cipher *)ctx;
    OSSL_FUNC_cipher_cipher_fn *base = BASE(c, CIPHER, cipher);
    size_t done, more = 0;
    unsigned num;

    if (in_len < c->from || !in || in_len == 0 || !c->keyed || in_len > out_size) {
        c->use.aside++;
        return obi_prov_cipher_sync(c) && base(c->inner, out, out_len, out_size, in, in_len);
    }
    if (!c->buffers)
        return long_ctr(c, out, out_len, out_size, in, in_len);
    if (c->held || in_len % c->block || !obi_prov_use_pays(&c->use, side(c), in_len) ||
        !obi_prov_cipher_take(c, &num)) {
        int ok = obi_prov_cipher_sync(c) && base(c->inner, out, out_len, out_size, in, in_len);

        c->use.aside++;
        obi_prov_use_aside(&c->use);
        return ok;
    }
    done = obi_prov_cipher_run(c, out, in, in_len);
    *out_len = in_len;
    if (done == in_len)
        return 1;
    return obi_prov_cipher_sync(c) && base(c->inner, out + done, &more, out_size - done, in + done, in_len - done);
}

static int final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ob_prov_cipher *c = (struct ob_prov_cipher *)ctx;
    int ok = obi_prov_cipher_sync(c) && BASE(c, FINAL, final)(c->inner, out, out_len, out_size);

    if (ok)
        c->held = 0;
    return ok;
}

/* Read the parameters that this context uses itself. */
static void note(struct ob_prov_cipher *c, const OSSL_PARAM *params)
{
    uint64_t value;

    if (obi_prov_param_number(obi_prov_param(params, OSSL_CIPHER_PARAM_PADDING), &value))
        c->padding = value != 0;
    if (obi_prov_param_number(obi_prov_param(params, OSSL_CIPHER_PARAM_TLS_VERSION), &value))
        c->tls_version = (unsigned)value;
    if (obi_prov_param_number(obi_prov_param(params, OSSL_CIPHER_PARAM_TLS_MAC_SIZE), &value))
        c->mac_len = (size_t)value;
    obi_prov_cipher_ready(c);
}

/* If the caller gave no IV and the IV is not the default provider's: the IV with which that must begin. NULL if it has
 * it. */
static const uint8_t *own_iv(const struct ob_prov_cipher *c)
{
    /* CBC begins again with the caller's IV; CTR continues with its present counter. */
    if (!is_ctr(c))
        return c->first_iv;
    return c->behind ? c->iv : NULL;
}

/* Inline with a constant encrypt, because libcrypto sets a key in only 50 ns, and one function call less is
 * noticeable. */
static inline __attribute__((always_inline)) int init(struct ob_prov_cipher *c, bool encrypt, const uint8_t *key,
                                                      size_t key_len, const uint8_t *iv, size_t iv_len,
                                                      const OSSL_PARAM *params)
{
    OSSL_FUNC_cipher_encrypt_init_fn *base =
        encrypt ? BASE(c, ENCRYPT_INIT, encrypt_init)
                : (OSSL_FUNC_cipher_encrypt_init_fn *)BASE(c, DECRYPT_INIT, decrypt_init);

    if (!iv && c->has_iv && (c->replaced || c->behind)) {
        iv = own_iv(c);
        iv_len = iv ? c->block : 0;
    }
    if (!base(c->inner, key, key_len, iv, iv_len, params))
        return 0;
    c->encrypt = encrypt;
    c->behind = false;
    c->held = 0;
    c->has_mac = false;
    if (iv && c->takes_iv && iv_len == c->block) {
        c->replaced = iv == c->iv;
        if (!c->replaced && iv != c->first_iv)
            copy_block(c, c->first_iv, iv);
        c->has_iv = true;
    }
    if (key) {
        c->keyed = key_len == c->key_len;
        obi_prov_use_next_key(&c->use, c->keyed ? obi_prov_offer(c->number) : NULL, key, key_len);
    }
    if (params)
        note(c, params);
    else
        ready(c);
    return 1;
}

static int encrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                        const OSSL_PARAM params[])
{
    return init((struct ob_prov_cipher *)ctx, true, key, key_len, iv, iv_len, params);
}

static int decrypt_init(void *ctx, const unsigned char *key, size_t key_len, const unsigned char *iv, size_t iv_len,
                        const OSSL_PARAM params[])
{
    return init((struct ob_prov_cipher *)ctx, false, key, key_len, iv, iv_len, params);
}

static int get_ctx_params(void *ctx, OSSL_PARAM params[])
{
    struct ob_prov_cipher *c = (struct ob_prov_cipher *)ctx;
    const OSSL_PARAM *ask;

    if (!BASE(c, GET_CTX_PARAMS, get_ctx_params)(c->inner, params))
        return 0;
    if ((c->behind || c->replaced) && (ask = obi_prov_param(params, OSSL_CIPHER_PARAM_IV)) &&
        !obi_prov_param_set_octets(ask, c->first_iv, c->block))
        return 0;
    if (c->behind && c->takes_iv && (ask = obi_prov_param(params, OSSL_CIPHER_PARAM_UPDATED_IV)) &&
        !obi_prov_param_set_octets(ask, c->iv, c->block))
        return 0;
    if (c->has_mac && (ask = obi_prov_param(params, OSSL_CIPHER_PARAM_TLS_MAC)) &&
        !obi_prov_param_set_octets(ask, c->mac, c->mac_len))
        return 0;
    return obi_prov_use_answer(&c->use, params);
}

static int set_ctx_params(void *ctx, const OSSL_PARAM params[])
{
    struct ob_prov_cipher *c = (struct ob_prov_cipher *)ctx;

    if (obi_prov_param(params, OSSL_CIPHER_PARAM_NUM) && !obi_prov_cipher_sync(c))
        return 0;
    if (!BASE(c, SET_CTX_PARAMS, set_ctx_params)(c->inner, params))
        return 0;
    note(c, params);
    return 1;
}

void *obi_prov_cipher_new(void *provctx, unsigned i)
{
    const struct ob_prov *p = (const struct ob_prov *)provctx;
    const struct ob_prov_algorithm *a = &obi_prov_algorithms[i];
    struct ob_prov_cipher *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->prov = p;
    c->base = &p->bases[i];
    c->number = i;
    c->alg = a->alg;
    c->block = a->block;
    c->key_len = (uint8_t)(a->bits / 8u);
    c->takes_iv = has_iv(a->alg);
    c->buffers = a->alg != OB_AES_CTR && a->alg != OB_SM4_CTR;
    c->padding = true;
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
    struct ob_prov_cipher *c = (struct ob_prov_cipher *)ctx;

    BASE(c, FREECTX, freectx)(c->inner);
    obi_prov_use_end(&c->use);
    obi_prov_wipe(c, sizeof *c);
    free(c);
}

static void *dupctx(void *ctx)
{
    const struct ob_prov_cipher *c = (const struct ob_prov_cipher *)ctx;
    struct ob_prov_cipher *d = malloc(sizeof *d);

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

const OSSL_DISPATCH obi_prov_cipher_functions[] = {
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
