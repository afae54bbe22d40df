/* SPDX-License-Identifier: Apache-2.0 */
/* CCM of the library on Outboard (SP 800-38C), in one call and in parts. During a message in parts, the library's
 * context contains the CBC-MAC, to which a partial block is already added, and the counter of the current block. The
 * library itself does the first and the last block of the message, by its AES block function. */
#include "binding/mbedtls/aead.h"

#if defined(MBEDTLS_CCM_C) && defined(MBEDTLS_AES_C)

#include <mbedtls/ccm.h>

/* The library's values for the state of a context (library/ccm.c). */
enum { STARTED = 1, LENGTHS_SET = 2, AAD_STARTED = 4, AAD_FINISHED = 8, FAILED = 16 };

static const struct obi_aead ccm = {OB_AES_CCM, MBEDTLS_ERR_CCM_AUTH_FAILED};

static bool take(struct obi_lease *lease, enum obi_function function, const mbedtls_ccm_context *ctx, int *r)
{
    return obi_aead_take(lease, function, OB_AES_CCM, OBI_AES_IN(ctx), r);
}

OBI_WRAP(int, ccm_setkey, mbedtls_ccm_context *ctx, mbedtls_cipher_id_t cipher, const unsigned char *key,
         unsigned int keybits)
{
    int ret = __real_mbedtls_ccm_setkey(ctx, cipher, key, keybits);

    if (OBI_ON(ccm_setkey) && ret == 0)
        obi_aead_prepare(OBI_FN_ccm_setkey, OB_AES_CCM, OBI_AES_IN(ctx));
    return ret;
}

/* ---- in one call ---- */

/* The library's limit for additional data in bytes (library/ccm.c). */
#define AAD_MAX 0xfeff

/* The blocks of a context are read and set by words. */
_Static_assert(_Alignof(mbedtls_ccm_context) % 4 == 0 && offsetof(mbedtls_ccm_context, y) % 4 == 0 &&
                   offsetof(mbedtls_ccm_context, ctr) % 4 == 0,
               "a block is not aligned");

/* True if no call has been refused on ctx, no message in parts is under way, and no data without one are in the
 * CBC-MAC: else the library refuses, or computes from what is there. */
static bool is_clear(const mbedtls_ccm_context *ctx)
{
    uint32_t y[4];

    memcpy(y, __builtin_assume_aligned(ctx->y, 4), sizeof y);
    return (y[0] | y[1] | y[2] | y[3] | (uint32_t)ctx->state) == 0;
}

/* Set ctx as the library leaves it at the end of message w. */
static void end_message(mbedtls_ccm_context *ctx, const struct ob_whole *w)
{
    ctx->mode = OB_WHOLE_FLAGS(w) & OB_ENCRYPT ? MBEDTLS_CCM_ENCRYPT : MBEDTLS_CCM_DECRYPT;
    ctx->q = (unsigned char)(15 - OB_WHOLE_IV_LEN(w));
    ctx->add_len = w->aad_len;
    ctx->plaintext_len = ctx->processed = w->in_len;
    ctx->tag_len = OB_WHOLE_TAG_LEN(w);
    memset(__builtin_assume_aligned(ctx->ctr, 4), 0, 16);
}

OBI_WRAP(int, ccm_encrypt_and_tag, mbedtls_ccm_context *ctx, size_t length, const unsigned char *iv, size_t iv_len,
         const unsigned char *ad, size_t ad_len, const unsigned char *input, unsigned char *output, unsigned char *tag,
         size_t tag_len)
{
    struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, iv_len, tag_len), iv, ad, ad_len, input, length, output, tag};
    int ret;

    if (OBI_ON(ccm_encrypt_and_tag) && is_clear(ctx) && ad_len <= AAD_MAX && obi_has_shape(iv_len, tag_len) &&
        obi_aead_whole(OBI_FN_ccm_encrypt_and_tag, &ccm, OBI_AES_IN(ctx), &w, &ret)) {
        if (ret == 0)
            end_message(ctx, &w);
        return ret;
    }
    return __real_mbedtls_ccm_encrypt_and_tag(ctx, length, iv, iv_len, ad, ad_len, input, output, tag, tag_len);
}

OBI_WRAP(int, ccm_auth_decrypt, mbedtls_ccm_context *ctx, size_t length, const unsigned char *iv, size_t iv_len,
         const unsigned char *ad, size_t ad_len, const unsigned char *input, unsigned char *output,
         const unsigned char *tag, size_t tag_len)
{
    struct ob_whole w = {OB_WHOLE_SHAPE(0, iv_len, tag_len), iv, ad, ad_len, input, length, output,
                         (uint8_t *)(uintptr_t)tag};
    int ret;

    if (OBI_ON(ccm_auth_decrypt) && is_clear(ctx) && ad_len <= AAD_MAX && obi_has_shape(iv_len, tag_len) &&
        obi_aead_whole(OBI_FN_ccm_auth_decrypt, &ccm, OBI_AES_IN(ctx), &w, &ret)) {
        if (ret == 0 || ret == MBEDTLS_ERR_CCM_AUTH_FAILED)
            end_message(ctx, &w);
        return ret;
    }
    return __real_mbedtls_ccm_auth_decrypt(ctx, length, iv, iv_len, ad, ad_len, input, output, tag, tag_len);
}

/* ---- in parts ---- */

/* Write counter block n of the message in ctx: n is in the last q bytes (SP 800-38C, section A.3). */
static void counter_block(const mbedtls_ccm_context *ctx, uint64_t n, uint8_t block[16])
{
    memcpy(block, ctx->ctr, 16); /* NOLINT: as in load */
    for (unsigned i = 0; i < ctx->q; i++, n >>= 8)
        block[15 - i] = (uint8_t)n;
}

static int load(struct ob_session *s, const mbedtls_ccm_context *ctx, uint64_t aad_done, uint64_t in_done)
{
    bool encrypts = ctx->mode == MBEDTLS_CCM_ENCRYPT || ctx->mode == MBEDTLS_CCM_STAR_ENCRYPT;

    counter_block(ctx, 0, s->mid.iv);
    memcpy(s->mid.y, ctx->y, 16); /* NOLINT: after OB_OK the lease has a session */
    s->total_aad = ctx->add_len;
    s->total_in = ctx->plaintext_len;
    s->tag_len = (uint8_t)ctx->tag_len;
    return ob_session_resume(s, encrypts ? OB_ENCRYPT : 0, aad_done, in_done);
}

/* True if ctx is in a message with a tag, and its first block is complete. */
static bool in_message(const mbedtls_ccm_context *ctx)
{
    return ctx->mode <= MBEDTLS_CCM_STAR_ENCRYPT &&
           (ctx->state & (STARTED | LENGTHS_SET | FAILED)) == (STARTED | LENGTHS_SET) && ctx->tag_len >= 4 &&
           ctx->q >= 2 && ctx->q <= 8;
}

/* True if the counter in ctx is that of the next byte of data: after a second mbedtls_ccm_starts in a message it is
 * not. */
static bool counter_fits(const mbedtls_ccm_context *ctx)
{
    uint8_t block[16];

    counter_block(ctx, 1 + ctx->processed / 16, block);
    return memcmp(block, ctx->ctr, 16) == 0; /* NOLINT: a counter is no secret */
}

/* The encoded length precedes the additional data; within the library's limit it has two bytes. The mid-state includes
 * them from the first block on; the library adds them with the first data. */
OBI_WRAP(int, ccm_update_ad, mbedtls_ccm_context *ctx, const unsigned char *ad, size_t ad_len)
{
    struct obi_lease lease;
    int r, ret;

    if (OBI_ON(ccm_update_ad) && in_message(ctx) && !(ctx->state & AAD_FINISHED) && ad_len &&
        ctx->processed <= ctx->add_len && ad_len <= ctx->add_len - ctx->processed &&
        (ad_len >= 16 - (ctx->processed + 2) % 16 || ad_len == ctx->add_len - ctx->processed) &&
        take(&lease, OBI_FN_ccm_update_ad, ctx, &r)) {
        if (r == OB_OK)
            r = load(lease.s, ctx, ctx->processed, 0);
        if (r == OB_OK) {
            if (!(ctx->state & AAD_STARTED)) {
                lease.s->mid.y[0] ^= (uint8_t)(ctx->add_len >> 8);
                lease.s->mid.y[1] ^= (uint8_t)ctx->add_len;
            }
            r = ob_aead_aad(lease.s, ad, ad_len);
        }
        if (r == OB_OK) {
            memcpy(ctx->y, lease.s->mid.y, 16);
            ctx->state |= AAD_STARTED;
            ctx->processed += ad_len;
            if (ctx->processed == ctx->add_len) {
                ctx->state |= AAD_FINISHED;
                ctx->processed = 0; /* from now on it counts data */
            }
        }
        if (obi_mbedtls_release(&lease, r, true, 0, &ret))
            return ret;
    }
    return __real_mbedtls_ccm_update_ad(ctx, ad, ad_len);
}

OBI_WRAP(int, ccm_update, mbedtls_ccm_context *ctx, const unsigned char *input, size_t input_len, unsigned char *output,
         size_t output_size, size_t *output_len)
{
    struct obi_lease lease;
    int r, ret;

    if (OBI_ON(ccm_update) && in_message(ctx) && (ctx->add_len == 0 || ctx->state & AAD_FINISHED) && input_len &&
        output_size >= input_len && ctx->processed <= ctx->plaintext_len &&
        input_len <= ctx->plaintext_len - ctx->processed && counter_fits(ctx) &&
        take(&lease, OBI_FN_ccm_update, ctx, &r)) {
        if (r == OB_OK)
            r = load(lease.s, ctx, ctx->add_len, ctx->processed);
        if (r == OB_OK)
            r = ob_aead_update(lease.s, output, output_size, input, input_len);
        if (r == OB_OK) {
            memcpy(ctx->y, lease.s->mid.y, 16);
            ctx->processed += input_len;
            /* a partial block is still in use, unless it is the last */
            counter_block(ctx, 1 + (ctx->processed + (ctx->processed == ctx->plaintext_len ? 15 : 0)) / 16, ctx->ctr);
            *output_len = input_len;
        }
        if (obi_mbedtls_release(&lease, r, input != output, 0, &ret))
            return ret;
    }
    return __real_mbedtls_ccm_update(ctx, input, input_len, output, output_size, output_len);
}

#endif
