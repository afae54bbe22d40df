/* SPDX-License-Identifier: Apache-2.0 */
/* GCM of the library on Outboard alone (SP 800-38D): all of its functions are replaced, so the linker leaves out the
 * library's own code, its AES included where nothing else uses that. The context holds the raw key where the library
 * has the first round key, and the stream as in gcm.c. */
#include "binding/mbedtls/replaced.h"

#if OBI_GCM_REPLACED

#include <mbedtls/error.h>
#include <mbedtls/gcm.h>

#include "binding/mbedtls/aead.h"
#include "binding/mbedtls/gcm_stream.h"

static int error(int r)
{
    return r == OB_E_ARG ? MBEDTLS_ERR_GCM_BAD_INPUT : MBEDTLS_ERR_PLATFORM_HW_ACCEL_FAILED;
}

/* Begin a call: OB_OK and a session for the context's key. A context without a key is an error of the caller. */
static int take(struct obi_lease *lease, enum obi_function function, const mbedtls_gcm_context *ctx)
{
    int r;

    *lease = (struct obi_lease){.function = function};
    return obi_aead_take(lease, function, OB_AES_GCM, OBI_AES_IN(ctx), &r) ? r : OB_E_ARG;
}

/* End a call after an op with result r: the result for the caller. */
static int end(struct obi_lease *lease, int r)
{
    int ret;

    return obi_mbedtls_release(lease, r, false, MBEDTLS_ERR_GCM_AUTH_FAILED, &ret) ? ret : error(r);
}

OBI_WRAP(int, gcm_setkey, mbedtls_gcm_context *ctx, mbedtls_cipher_id_t cipher, const unsigned char *key,
         unsigned int keybits)
{
    if (keybits != 128 && keybits != 192 && keybits != 256)
        return MBEDTLS_ERR_GCM_BAD_INPUT;
#if defined(MBEDTLS_BLOCK_CIPHER_C)
    mbedtls_aes_context *aes = &ctx->block_cipher_ctx.ctx.aes;

    if (cipher != MBEDTLS_CIPHER_ID_AES)
        return MBEDTLS_ERR_CIPHER_BAD_INPUT_DATA;
    if (ctx->block_cipher_ctx.id == MBEDTLS_BLOCK_CIPHER_ID_AES)
        mbedtls_aes_free(aes);
    ctx->block_cipher_ctx.id = MBEDTLS_BLOCK_CIPHER_ID_NONE;
    if (keybits > 32 * (OBI_AES_SCHEDULE_WORDS / 4 - 7))
        return MBEDTLS_ERR_AES_INVALID_KEY_LENGTH;
    ctx->block_cipher_ctx.id = MBEDTLS_BLOCK_CIPHER_ID_AES;
    mbedtls_aes_init(aes);
    aes->nr = (int)(keybits / 32 + 6);
    for (unsigned i = 0; i < keybits / 32; i++, key += 4)
        aes->buf[i] = (uint32_t)key[3] << 24 | (uint32_t)key[2] << 16 | (uint32_t)key[1] << 8 | key[0];
    return 0;
#else
    const mbedtls_cipher_info_t *info = mbedtls_cipher_info_from_values(cipher, (int)keybits, MBEDTLS_MODE_ECB);
    int ret;

    if (!info || mbedtls_cipher_info_get_block_size(info) != 16)
        return MBEDTLS_ERR_GCM_BAD_INPUT;
    mbedtls_cipher_free(&ctx->cipher_ctx);
    ret = mbedtls_cipher_setup(&ctx->cipher_ctx, info);
    return ret ? ret : mbedtls_cipher_setkey(&ctx->cipher_ctx, key, (int)keybits, MBEDTLS_ENCRYPT);
#endif
}

/* ---- in parts ---- */

/* The counter block of an IV of any other length than 12 bytes is a hash under the key. */
static int hash_iv(mbedtls_gcm_context *ctx, const uint8_t *iv, size_t iv_len)
{
    struct obi_lease lease;
    int r = take(&lease, OBI_FN_gcm_starts, ctx);

    if (r == OB_OK)
        r = ob_aead_start(lease.s, OB_DIR_ENCRYPT, iv, iv_len, 0, 0, 16);
    if (r == OB_OK)
        memcpy(ctx->y, lease.s->mid.iv, 16); /* NOLINT: after OB_OK the lease has a session */
    return end(&lease, r);
}

OBI_WRAP(int, gcm_starts, mbedtls_gcm_context *ctx, int mode, const unsigned char *iv, size_t iv_len)
{
    if (iv_len == 0 || !obi_gcm_mode_ok(mode))
        return MBEDTLS_ERR_GCM_BAD_INPUT;
    memset(ctx->y, 0, sizeof ctx->y);
    memset(ctx->buf, 0, sizeof ctx->buf);
    ctx->mode = (unsigned char)mode;
    ctx->len = 0;
    ctx->add_len = 0;
    if (iv_len != 12)
        return hash_iv(ctx, iv, iv_len);
    memcpy(ctx->y, iv, 12);
    ctx->y[15] = 1;
    return 0;
}

OBI_WRAP(int, gcm_update_ad, mbedtls_gcm_context *ctx, const unsigned char *add, size_t add_len)
{
    struct obi_lease lease;
    int r;

    if (add_len == 0)
        return 0;
    r = take(&lease, OBI_FN_gcm_update_ad, ctx);
    if (r == OB_OK)
        r = obi_gcm_load(lease.s, ctx, OB_ENCRYPT);
    if (r == OB_OK)
        r = ob_aead_aad(lease.s, add, add_len);
    if (r == OB_OK) {
        memcpy(ctx->buf, lease.s->mid.y, 16);
        ctx->add_len += add_len;
    }
    return end(&lease, r);
}

OBI_WRAP(int, gcm_update, mbedtls_gcm_context *ctx, const unsigned char *input, size_t input_length,
         unsigned char *output, size_t output_size, size_t *output_length)
{
    struct obi_lease lease;
    int r;

    if (output_size < input_length)
        return MBEDTLS_ERR_GCM_BUFFER_TOO_SMALL;
    *output_length = input_length;
    if (input_length == 0)
        return 0;
    r = take(&lease, OBI_FN_gcm_update, ctx);
    if (r == OB_OK)
        r = obi_gcm_load(lease.s, ctx, obi_gcm_direction(ctx));
    if (r == OB_OK)
        r = ob_aead_update(lease.s, output, output_size, input, input_length);
    if (r == OB_OK)
        obi_gcm_save(ctx, lease.s, input_length);
    return end(&lease, r);
}

OBI_WRAP(int, gcm_finish, mbedtls_gcm_context *ctx, unsigned char *output, size_t output_size, size_t *output_length,
         unsigned char *tag, size_t tag_len)
{
    struct obi_lease lease;
    uint8_t whole[16];
    int r;

    (void)output, (void)output_size;
    *output_length = 0;
    if (tag_len < 4 || tag_len > 16)
        return MBEDTLS_ERR_GCM_BAD_INPUT;
    r = take(&lease, OBI_FN_gcm_finish, ctx);
    if (r == OB_OK)
        r = obi_gcm_load(lease.s, ctx, OB_ENCRYPT);
    if (r == OB_OK)
        r = ob_aead_finish(lease.s, whole, sizeof whole);
    if (r == OB_OK)
        memcpy(tag, whole, tag_len);
    ob_wipe(whole, sizeof whole);
    return end(&lease, r);
}

/* ---- in one call ---- */

OBI_WRAP(int, gcm_crypt_and_tag, mbedtls_gcm_context *ctx, int mode, size_t length, const unsigned char *iv,
         size_t iv_len, const unsigned char *add, size_t add_len, const unsigned char *input, unsigned char *output,
         size_t tag_len, unsigned char *tag)
{
    struct obi_lease lease;
    uint8_t whole[16];
    size_t written;
    int r;

    if (tag_len < 4 || tag_len > 16)
        return MBEDTLS_ERR_GCM_BAD_INPUT;
    if (mode == MBEDTLS_GCM_ENCRYPT) {
        r = take(&lease, OBI_FN_gcm_crypt_and_tag, ctx);
        if (r == OB_OK)
            r = ob_aead_encrypt(lease.s, output, length, whole, sizeof whole, iv, iv_len, add, add_len, input, length);
        if (r == OB_OK)
            memcpy(tag, whole, tag_len);
        ob_wipe(whole, sizeof whole);
        return end(&lease, r);
    }
    /* decrypt, and write the tag instead of comparing it */
    r = __wrap_mbedtls_gcm_starts(ctx, mode, iv, iv_len);
    if (r == 0)
        r = __wrap_mbedtls_gcm_update_ad(ctx, add, add_len);
    if (r == 0)
        r = __wrap_mbedtls_gcm_update(ctx, input, length, output, length, &written);
    if (r == 0)
        r = __wrap_mbedtls_gcm_finish(ctx, NULL, 0, &written, tag, tag_len);
    return r;
}

OBI_WRAP(int, gcm_auth_decrypt, mbedtls_gcm_context *ctx, size_t length, const unsigned char *iv, size_t iv_len,
         const unsigned char *add, size_t add_len, const unsigned char *tag, size_t tag_len, const unsigned char *input,
         unsigned char *output)
{
    struct obi_lease lease;
    uint8_t whole[16];
    int r;

    if (tag_len == 4 || tag_len == 8 || tag_len >= 12) { /* longer than 16: core refuses it */
        r = take(&lease, OBI_FN_gcm_auth_decrypt, ctx);
        if (r == OB_OK)
            r = ob_aead_decrypt(lease.s, output, length, iv, iv_len, add, add_len, input, length, tag, tag_len);
        return end(&lease, r);
    }
    r = __wrap_mbedtls_gcm_crypt_and_tag(ctx, MBEDTLS_GCM_DECRYPT, length, iv, iv_len, add, add_len, input, output,
                                         tag_len, whole);
    if (r == 0 && ob_differ(tag, whole, tag_len)) {
        ob_wipe(output, length);
        r = MBEDTLS_ERR_GCM_AUTH_FAILED;
    }
    ob_wipe(whole, sizeof whole);
    return r;
}

#endif
