/* SPDX-License-Identifier: Apache-2.0 */
/* GCM of the library on Outboard (SP 800-38D), in one call and in parts. Each part begins and ends with the library's
 * context: the counter block of the last block that was begun, the GHASH value, to which a partial block is already
 * added, and both lengths. The standard mid-state has all of these in the same form. */
#include "binding/mbedtls/aead.h"
#include "binding/mbedtls/replaced.h"

#if defined(MBEDTLS_GCM_C) && defined(MBEDTLS_AES_C) && !OBI_GCM_REPLACED

#include "binding/mbedtls/gcm_stream.h"

static const struct obi_aead gcm = {OB_AES_GCM, MBEDTLS_ERR_GCM_AUTH_FAILED};

static bool take(struct obi_lease *lease, enum obi_function function, const mbedtls_gcm_context *ctx, int *r)
{
    return obi_aead_take(lease, function, OB_AES_GCM, OBI_AES_IN(ctx), r);
}

OBI_WRAP(int, gcm_setkey, mbedtls_gcm_context *ctx, mbedtls_cipher_id_t cipher, const unsigned char *key,
         unsigned int keybits)
{
    int ret = __real_mbedtls_gcm_setkey(ctx, cipher, key, keybits);

    if (OBI_ON(gcm_setkey) && ret == 0)
        obi_aead_prepare(OBI_FN_gcm_setkey, OB_AES_GCM, OBI_AES_IN(ctx));
    return ret;
}

/* ---- in parts ---- */

OBI_WRAP(int, gcm_starts, mbedtls_gcm_context *ctx, int mode, const unsigned char *iv, size_t iv_len)
{
    return __real_mbedtls_gcm_starts(ctx, mode, iv, iv_len); /* wrapped for gcm_replaced.c */
}

/* True if a message was started on ctx: then base_ectr is an encrypted block. */
static bool is_started(const mbedtls_gcm_context *ctx)
{
    unsigned set = 0;

    for (unsigned i = 0; i < 16; i++)
        set |= ctx->base_ectr[i];
    return set != 0;
}

/* Data that complete no block are only added to the state: the library does that. */
OBI_WRAP(int, gcm_update_ad, mbedtls_gcm_context *ctx, const unsigned char *add, size_t add_len)
{
    struct obi_lease lease;
    int r, ret;

    if (OBI_ON(gcm_update_ad) && ctx->len == 0 && add_len >= 16 - ctx->add_len % 16 &&
        take(&lease, OBI_FN_gcm_update_ad, ctx, &r)) {
        if (r == OB_OK)
            r = obi_gcm_load(lease.s, ctx, obi_gcm_direction(ctx));
        if (r == OB_OK)
            r = ob_aead_aad(lease.s, add, add_len);
        if (r == OB_OK) {
            memcpy(ctx->buf, lease.s->mid.y, 16);
            ctx->add_len += add_len;
        }
        if (obi_mbedtls_release(&lease, r, true, 0, &ret))
            return ret;
    }
    return __real_mbedtls_gcm_update_ad(ctx, add, add_len);
}

OBI_WRAP(int, gcm_update, mbedtls_gcm_context *ctx, const unsigned char *input, size_t input_length,
         unsigned char *output, size_t output_size, size_t *output_length)
{
    struct obi_lease lease;
    int r, ret;

    if (OBI_ON(gcm_update) && obi_gcm_mode_ok(ctx->mode) && input_length && output_size >= input_length &&
        take(&lease, OBI_FN_gcm_update, ctx, &r)) {
        if (r == OB_OK)
            r = obi_gcm_load(lease.s, ctx, obi_gcm_direction(ctx));
        if (r == OB_OK)
            r = ob_aead_update(lease.s, output, output_size, input, input_length);
        if (r == OB_OK) {
            obi_gcm_save(ctx, lease.s, input_length);
            *output_length = input_length;
        }
        if (obi_mbedtls_release(&lease, r, input != output, 0, &ret))
            return ret;
    }
    return __real_mbedtls_gcm_update(ctx, input, input_length, output, output_size, output_length);
}

OBI_WRAP(int, gcm_finish, mbedtls_gcm_context *ctx, unsigned char *output, size_t output_size, size_t *output_length,
         unsigned char *tag, size_t tag_len)
{
    struct obi_lease lease;
    uint8_t whole[16];
    int r, ret;

    if (OBI_ON(gcm_finish) && is_started(ctx) && tag_len >= 4 && tag_len <= 16 &&
        take(&lease, OBI_FN_gcm_finish, ctx, &r)) {
        if (r == OB_OK)
            r = obi_gcm_load(lease.s, ctx, OB_ENCRYPT);
        if (r == OB_OK)
            r = ob_aead_finish(lease.s, whole, sizeof whole);
        if (r == OB_OK) {
            memcpy(tag, whole, tag_len);
            for (unsigned i = 0; i < 16; i++) /* the last value of GHASH, as the library leaves it */
                ctx->buf[i] = whole[i] ^ ctx->base_ectr[i];
            *output_length = 0;
        }
        ob_wipe(whole, sizeof whole);
        if (obi_mbedtls_release(&lease, r, true, 0, &ret))
            return ret;
    }
    return __real_mbedtls_gcm_finish(ctx, output, output_size, output_length, tag, tag_len);
}

/* ---- in one call ---- */

/* Decrypt, and write the tag instead of comparing it. This uses the functions for parts. */
static int decrypt_and_tag(mbedtls_gcm_context *ctx, size_t length, const uint8_t *iv, size_t iv_len,
                           const uint8_t *add, size_t add_len, const uint8_t *input, uint8_t *output, size_t tag_len,
                           uint8_t *tag)
{
    size_t written;
    int ret = __real_mbedtls_gcm_starts(ctx, MBEDTLS_GCM_DECRYPT, iv, iv_len);

    if (ret == 0)
        ret = __wrap_mbedtls_gcm_update_ad(ctx, add, add_len);
    if (ret == 0)
        ret = __wrap_mbedtls_gcm_update(ctx, input, length, output, length, &written);
    if (ret == 0)
        ret = __wrap_mbedtls_gcm_finish(ctx, NULL, 0, &written, tag, tag_len);
    return ret;
}

/* For an IV of 64 KiB or more. */
OBI_SLOWLY bool with_long_iv(enum obi_function function, const mbedtls_gcm_context *ctx, const struct ob_whole *w,
                             size_t iv_len, size_t tag_len, int *ret)
{
    struct obi_lease lease;
    int r;

    if (!take(&lease, function, ctx, &r))
        return false;
    if (r == OB_OK)
        r = ob_crypt(lease.s, OB_WHOLE_FLAGS(w), w->out, w->in_len, w->iv, iv_len, w->aad, w->aad_len, w->in, w->in_len,
                     w->tag, tag_len);
    return obi_mbedtls_release(&lease, r, w->in != w->out, MBEDTLS_ERR_GCM_AUTH_FAILED, ret);
}

/* Finish a message in one call for which the short path returned r, not OB_OK. Returns the result of the call. */
OBI_SLOWLY int slowly(enum obi_function function, mbedtls_gcm_context *ctx, const struct ob_whole *w, int r);

/* Serve a message in one call whose IV length fits the shape. */
static inline __attribute__((always_inline)) int whole(enum obi_function function, mbedtls_gcm_context *ctx,
                                                       const struct ob_whole *w)
{
    const mbedtls_aes_context *aes = OBI_AES_IN(ctx);
    int r = aes ? obi_mbedtls_aes_whole(function, OB_AES_GCM, aes, w) : OBI_NOT_THERE;

    return __builtin_expect(r == OB_OK, 1) ? 0 : slowly(function, ctx, w, r);
}

extern int __real_mbedtls_gcm_crypt_and_tag(mbedtls_gcm_context *ctx, int mode, size_t length, const unsigned char *iv,
                                            size_t iv_len, const unsigned char *add, size_t add_len,
                                            const unsigned char *input, unsigned char *output, size_t tag_len,
                                            unsigned char *tag);

/* Serve all other calls: decryption, a truncated tag, a long IV, or GCM switched off. */
OBI_SLOWLY int crypt_fallback(mbedtls_gcm_context *ctx, int mode, size_t length, const unsigned char *iv, size_t iv_len,
                              const unsigned char *add, size_t add_len, const unsigned char *input,
                              unsigned char *output, size_t tag_len, unsigned char *tag)
{
    uint8_t all[16];
    struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, iv_len, 16), iv, add, add_len, input, length, output, all};
    int ret;

    if (!OBI_ON(gcm_crypt_and_tag) || !obi_gcm_mode_ok(mode) || tag_len < 4 || tag_len > 16)
        return __real_mbedtls_gcm_crypt_and_tag(ctx, mode, length, iv, iv_len, add, add_len, input, output, tag_len,
                                                tag);
    if (mode != MBEDTLS_GCM_ENCRYPT)
        return decrypt_and_tag(ctx, length, iv, iv_len, add, add_len, input, output, tag_len, tag);
    if (obi_has_shape(iv_len, 16))
        ret = whole(OBI_FN_gcm_crypt_and_tag, ctx, &w);
    else if (!with_long_iv(OBI_FN_gcm_crypt_and_tag, ctx, &w, iv_len, 16, &ret))
        ret = __real_mbedtls_gcm_crypt_and_tag(ctx, mode, length, iv, iv_len, add, add_len, input, output, 16, all);
    if (ret == 0)
        memcpy(tag, all, tag_len);
    ob_wipe(all, sizeof all);
    return ret;
}

extern int __wrap_mbedtls_gcm_crypt_and_tag(mbedtls_gcm_context *ctx, int mode, size_t length, const unsigned char *iv,
                                            size_t iv_len, const unsigned char *add, size_t add_len,
                                            const unsigned char *input, unsigned char *output, size_t tag_len,
                                            unsigned char *tag);
int __wrap_mbedtls_gcm_crypt_and_tag(mbedtls_gcm_context *ctx, int mode, size_t length, const unsigned char *iv,
                                     size_t iv_len, const unsigned char *add, size_t add_len,
                                     const unsigned char *input, unsigned char *output, size_t tag_len,
                                     unsigned char *tag)
{
    if (__builtin_expect(!OBI_ON(gcm_crypt_and_tag) || mode != MBEDTLS_GCM_ENCRYPT || tag_len != 16 ||
                             !obi_has_shape(iv_len, 16),
                         0))
        return crypt_fallback(ctx, mode, length, iv, iv_len, add, add_len, input, output, tag_len, tag);

    struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, iv_len, 16), iv, add, add_len, input, length, output, tag};

    return whole(OBI_FN_gcm_crypt_and_tag, ctx, &w);
}

OBI_WRAP(int, gcm_auth_decrypt, mbedtls_gcm_context *ctx, size_t length, const unsigned char *iv, size_t iv_len,
         const unsigned char *add, size_t add_len, const unsigned char *tag, size_t tag_len, const unsigned char *input,
         unsigned char *output)
{
    struct ob_whole w = {OB_WHOLE_SHAPE(0, iv_len, tag_len), iv, add, add_len, input, length, output,
                         (uint8_t *)(uintptr_t)tag};
    int ret;

    if (OBI_ON(gcm_auth_decrypt) && obi_has_shape(iv_len, tag_len))
        return whole(OBI_FN_gcm_auth_decrypt, ctx, &w);
    if (OBI_ON(gcm_auth_decrypt) && with_long_iv(OBI_FN_gcm_auth_decrypt, ctx, &w, iv_len, tag_len, &ret))
        return ret;
    return __real_mbedtls_gcm_auth_decrypt(ctx, length, iv, iv_len, add, add_len, tag, tag_len, input, output);
}

OBI_SLOWLY int slowly(enum obi_function function, mbedtls_gcm_context *ctx, const struct ob_whole *w, int r)
{
    size_t iv_len = OB_WHOLE_IV_LEN(w);

    if (obi_aead_slowly(function, &gcm, OBI_AES_IN(ctx), w, &r))
        return r;
    if (OB_WHOLE_FLAGS(w) & OB_ENCRYPT)
        return __real_mbedtls_gcm_crypt_and_tag(ctx, MBEDTLS_GCM_ENCRYPT, w->in_len, w->iv, iv_len, w->aad, w->aad_len,
                                                w->in, w->out, 16, w->tag);
    return __real_mbedtls_gcm_auth_decrypt(ctx, w->in_len, w->iv, iv_len, w->aad, w->aad_len, w->tag,
                                           OB_WHOLE_TAG_LEN(w), w->in, w->out);
}

#endif
