/* SPDX-License-Identifier: Apache-2.0 */
/* HMAC of the library's message digest layer on Outboard (RFC 2104). As with the library's own code, the context keeps
 * the inner hash and the two blocks of key and pads, so each code can continue the other's message at any call. */
#include "binding/mbedtls/hash_view.h"

#include <mbedtls/md.h>

#if defined(MBEDTLS_MD_C)

/* The hash of the library's HMAC; OB_ALG_NONE if Outboard lacks it. */
static uint8_t hash_of(const mbedtls_md_info_t *info)
{
    switch (mbedtls_md_get_type(info)) {
    case MBEDTLS_MD_MD5:
        return OB_MD5;
    case MBEDTLS_MD_SHA1:
        return OB_SHA1;
    case MBEDTLS_MD_SHA224:
        return OB_SHA224;
    case MBEDTLS_MD_SHA256:
        return OB_SHA256;
    case MBEDTLS_MD_SHA384:
        return OB_SHA384;
    case MBEDTLS_MD_SHA512:
        return OB_SHA512;
    default:
        return OB_ALG_NONE;
    }
}

/* The view of the hash context in ctx: false if this binding does not know that context. */
static bool view_of(const mbedtls_md_context_t *ctx, struct obi_hash_view *v)
{
    if (!ctx || !ctx->md_info || !ctx->hmac_ctx || !ctx->md_ctx)
        return false;
#if defined(MBEDTLS_MD_SOME_PSA)
    if (ctx->engine != MBEDTLS_MD_ENGINE_LEGACY)
        return false;
#endif
    switch (hash_of(ctx->md_info)) {
#if defined(MBEDTLS_MD5_C)
    case OB_MD5:
        *v = obi_view_md5((mbedtls_md5_context *)ctx->md_ctx);
        return true;
#endif
#if defined(MBEDTLS_SHA1_C)
    case OB_SHA1:
        *v = obi_view_sha1((mbedtls_sha1_context *)ctx->md_ctx);
        return true;
#endif
#if defined(MBEDTLS_SHA256_C) || defined(MBEDTLS_SHA224_C)
    case OB_SHA224:
    case OB_SHA256:
        *v = obi_view_sha256((mbedtls_sha256_context *)ctx->md_ctx);
        return true;
#endif
#if defined(MBEDTLS_SHA512_C) || defined(MBEDTLS_SHA384_C)
    case OB_SHA384:
    case OB_SHA512:
        *v = obi_view_sha512((mbedtls_sha512_context *)ctx->md_ctx);
        return true;
#endif
    default:
        return false;
    }
}

/* Find the session of the key whose inner block is at hmac_ctx. */
static int take(struct obi_lease *lease, enum obi_function function, const struct obi_hash_view *v,
                const void *hmac_ctx)
{
    uint32_t tag[OBI_TAG_WORDS];
    int r;

    memcpy(tag, hmac_ctx, v->block);
    r = obi_mbedtls_take(lease, function, OB_HMAC(v->alg), tag, v->block / 4u);
    ob_wipe(tag, sizeof tag);
    return r;
}

/* Begin a message with the key whose blocks are in ctx. v is the view of a context whose hash was started. */
static bool begin(enum obi_function function, const mbedtls_md_context_t *ctx, struct obi_hash_view v, int *ret)
{
    struct obi_lease lease;
    struct ob_op op;
    int r = take(&lease, function, &v, ctx->hmac_ctx);

    if (r == OB_OK)
        r = ob_session_require(lease.s, OB_SESSION_MID); /* the library's context keeps the stream */
    if (r == OB_OK) {
        memset(&op, 0, sizeof op);
        op.flags = OB_FIRST;
        r = ob_run(lease.s, &op);
    }
    if (r == OB_OK)
        obi_hash_save(&v, lease.s, v.block);
    return obi_mbedtls_release(&lease, r, true, 0, ret);
}

/* Write the two blocks as the library makes them (RFC 2104, section 2). key_len is at most a block. */
static void set_blocks(uint8_t *blocks, size_t block, const uint8_t *key, size_t key_len)
{
    memset(blocks, 0x36, block);
    memset(blocks + block, 0x5c, block);
    for (size_t i = 0; i < key_len; i++) {
        blocks[i] ^= key[i];
        blocks[block + i] ^= key[i];
    }
}

OBI_WRAP(int, md_hmac_starts, mbedtls_md_context_t *ctx, const unsigned char *key, size_t keylen)
{
    struct obi_hash_view v;
    uint8_t digest[OB_DIGEST_MAX];
    int ret;

    if (!OBI_ON(md_hmac_starts) || !view_of(ctx, &v))
        return __real_mbedtls_md_hmac_starts(ctx, key, keylen);
    ret = mbedtls_md_starts(ctx); /* stores in the context which hash of its family it is */
    if (ret == 0 && keylen > v.block) {
        ret = mbedtls_md(ctx->md_info, key, keylen, digest);
        key = digest;
        keylen = mbedtls_md_get_size(ctx->md_info);
    }
    if (ret == 0) {
        (void)view_of(ctx, &v);
        set_blocks((uint8_t *)ctx->hmac_ctx, v.block, key, keylen);
        if (!begin(OBI_FN_md_hmac_starts, ctx, v, &ret))
            ret = __real_mbedtls_md_hmac_starts(ctx, key, keylen);
    }
    ob_wipe(digest, sizeof digest);
    return ret;
}

OBI_WRAP(int, md_hmac_reset, mbedtls_md_context_t *ctx)
{
    struct obi_hash_view v;
    int ret;

    if (OBI_ON(md_hmac_reset) && view_of(ctx, &v)) {
        ret = mbedtls_md_starts(ctx);
        if (ret)
            return ret;
        (void)view_of(ctx, &v);
        if (begin(OBI_FN_md_hmac_reset, ctx, v, &ret))
            return ret;
    }
    return __real_mbedtls_md_hmac_reset(ctx);
}

/* True if ctx is in a message: a hash of its kind was started (one that is finished is none), the two blocks are those
 * of a key, which begin so, and the hash has processed at least the inner one. */
static bool in_message(const mbedtls_md_context_t *ctx, struct obi_hash_view *v)
{
    const uint8_t *blocks;

    if (!view_of(ctx, v) || v->alg != hash_of(ctx->md_info) || v->total < v->block)
        return false;
    blocks = (const uint8_t *)ctx->hmac_ctx;
    return (blocks[0] ^ blocks[v->block]) == (0x36 ^ 0x5c);
}

static bool update(const mbedtls_md_context_t *ctx, const uint8_t *in, size_t len, int *ret)
{
    struct obi_lease lease;
    struct obi_hash_view v;
    int r;

    if (!in_message(ctx, &v) || len < v.block - obi_hash_part(&v, v.total))
        return false;
    r = take(&lease, OBI_FN_md_hmac_update, &v, ctx->hmac_ctx);
    if (r == OB_OK)
        r = obi_hash_load(lease.s, &v, v.block);
    if (r == OB_OK)
        r = ob_mac_update(lease.s, in, len);
    if (r == OB_OK)
        obi_hash_save(&v, lease.s, len);
    return obi_mbedtls_release(&lease, r, true, 0, ret);
}

OBI_WRAP(int, md_hmac_update, mbedtls_md_context_t *ctx, const unsigned char *input, size_t ilen)
{
    int ret;

    if (OBI_ON(md_hmac_update) && update(ctx, input, ilen, &ret))
        return ret;
    return __real_mbedtls_md_hmac_update(ctx, input, ilen);
}

OBI_WRAP(int, md_hmac_finish, mbedtls_md_context_t *ctx, unsigned char *output)
{
    struct obi_hash_view v;
    struct obi_lease lease;
    int r, ret;

    if (OBI_ON(md_hmac_finish) && in_message(ctx, &v)) {
        r = take(&lease, OBI_FN_md_hmac_finish, &v, ctx->hmac_ctx);
        if (r == OB_OK)
            r = obi_hash_load(lease.s, &v, v.block);
        if (r == OB_OK)
            r = ob_mac_final(lease.s, output, ob_alg_tag(v.alg));
        if (obi_mbedtls_release(&lease, r, true, 0, &ret)) {
            ob_wipe(ctx->md_ctx, v.size); /* as the library leaves a context without a message */
            return ret;
        }
    }
    return __real_mbedtls_md_hmac_finish(ctx, output);
}

OBI_WRAP(void, md_free, mbedtls_md_context_t *ctx)
{
    struct obi_hash_view v;
    uint32_t tag[OBI_TAG_WORDS];

    if (OBI_ON(md_free) && view_of(ctx, &v)) {
        memcpy(tag, ctx->hmac_ctx, v.block);
        obi_mbedtls_forget_key(OB_HMAC(v.alg), tag, v.block / 4u);
        ob_wipe(tag, sizeof tag);
    }
    __real_mbedtls_md_free(ctx);
}

/* True if the library has this digest. If not, the library reports the error. */
static bool known(const mbedtls_md_info_t *info)
{
    return info && hash_of(info) != OB_ALG_NONE;
}

OBI_WRAP(int, md_hmac, const mbedtls_md_info_t *md_info, const unsigned char *key, size_t keylen,
         const unsigned char *input, size_t ilen, unsigned char *output)
{
    struct obi_hash_view v = {0};
    struct obi_lease lease;
    uint8_t blocks[2 * OB_BLOCK_MAX], digest[OB_DIGEST_MAX];
    uint32_t tag[OBI_TAG_WORDS];
    int r, ret = 0;
    bool served = false;

    if (OBI_ON(md_hmac) && known(md_info)) {
        v.alg = hash_of(md_info);
        v.block = (uint8_t)ob_alg_block(v.alg);
        if (keylen > v.block) {
            ret = mbedtls_md(md_info, key, keylen, digest);
            key = digest;
            keylen = mbedtls_md_get_size(md_info);
        }
        served = ret != 0;
        if (ret == 0) {
            set_blocks(blocks, v.block, key, keylen);
            r = take(&lease, OBI_FN_md_hmac, &v, blocks);
            if (r == OB_OK)
                r = ob_session_relax(lease.s, OB_SESSION_MID);
            if (r == OB_OK)
                r = ob_mac_compute(lease.s, output, ob_alg_tag(v.alg), input, ilen);
            served = obi_mbedtls_release(&lease, r, true, 0, &ret);
            memcpy(tag, blocks, v.block);
            obi_mbedtls_forget_key(OB_HMAC(v.alg), tag, v.block / 4u); /* this key is used only once */
            ob_wipe(tag, sizeof tag);
            ob_wipe(blocks, sizeof blocks);
        }
    }
    if (!served)
        ret = __real_mbedtls_md_hmac(md_info, key, keylen, input, ilen, output);
    ob_wipe(digest, sizeof digest);
    return ret;
}

#endif
