/* SPDX-License-Identifier: Apache-2.0 */
/* AES-CMAC of the library's cipher layer on Outboard (SP 800-38B). The context keeps the CBC-MAC and the last 1 to 16
 * bytes, which are processed only when it is known whether the message ends with them: so does the standard
 * mid-state. */
#include "binding/mbedtls/internal.h"

#if defined(MBEDTLS_CMAC_C) && defined(MBEDTLS_CIPHER_C) && defined(MBEDTLS_AES_C)

#include <mbedtls/cipher.h>
#include <mbedtls/cmac.h>

/* False if ctx is not in an AES-CMAC. */
static bool take(struct obi_lease *lease, enum obi_function function, const mbedtls_cipher_context_t *ctx, int *r)
{
    const mbedtls_aes_context *aes = ctx && ctx->cmac_ctx ? obi_aes_of_cipher(ctx) : NULL;
    uint32_t key[8];
    unsigned words = aes ? obi_aes_key(aes, false, key) : 0;

    if (words == 0)
        return false;
    *r = obi_mbedtls_take(lease, function, OB_AES_CMAC, key, words);
    ob_wipe(key, sizeof key);
    return true;
}

/* The length of the message as far as it matters: modulo 16, and whether it is 0. */
static uint64_t done(const mbedtls_cmac_context_t *cmac)
{
    return cmac->unprocessed_len ? 16 + cmac->unprocessed_len : 0;
}

static int load(struct ob_session *s, const mbedtls_cmac_context_t *cmac)
{
    memcpy(s->mid.y, cmac->state, 16);
    memcpy(s->mid.part, cmac->unprocessed_block, 16);
    return ob_session_resume(s, 0, 0, done(cmac));
}

/* An update that fits into the block that is held back only copies: the library does it. */
OBI_WRAP(int, cipher_cmac_update, mbedtls_cipher_context_t *ctx, const unsigned char *input, size_t ilen)
{
    struct obi_lease lease;
    int r, ret;

    if (OBI_ON(cipher_cmac_update) && input && ctx && ctx->cmac_ctx && ctx->cmac_ctx->unprocessed_len <= 16 &&
        ilen > 16 - ctx->cmac_ctx->unprocessed_len && take(&lease, OBI_FN_cipher_cmac_update, ctx, &r)) {
        mbedtls_cmac_context_t *cmac = ctx->cmac_ctx;

        if (r == OB_OK)
            r = load(lease.s, cmac);
        if (r == OB_OK)
            r = ob_mac_update(lease.s, input, ilen);
        if (r == OB_OK) {
            cmac->unprocessed_len = (cmac->unprocessed_len + ilen - 1) % 16 + 1;
            memcpy(cmac->state, lease.s->mid.y, 16);
            memcpy(cmac->unprocessed_block, lease.s->mid.part, cmac->unprocessed_len);
        }
        if (obi_mbedtls_release(&lease, r, true, 0, &ret))
            return ret;
    }
    return __real_mbedtls_cipher_cmac_update(ctx, input, ilen);
}

OBI_WRAP(int, cipher_cmac_finish, mbedtls_cipher_context_t *ctx, unsigned char *output)
{
    struct obi_lease lease;
    int r, ret;

    if (OBI_ON(cipher_cmac_finish) && output && take(&lease, OBI_FN_cipher_cmac_finish, ctx, &r)) {
        if (r == OB_OK)
            r = load(lease.s, ctx->cmac_ctx);
        if (r == OB_OK)
            r = ob_mac_final(lease.s, output, 16);
        if (r == OB_OK) {
            ob_wipe(ctx->cmac_ctx->state, sizeof ctx->cmac_ctx->state);
            ob_wipe(ctx->cmac_ctx->unprocessed_block, sizeof ctx->cmac_ctx->unprocessed_block);
            ctx->cmac_ctx->unprocessed_len = 0;
        }
        if (obi_mbedtls_release(&lease, r, true, 0, &ret))
            return ret;
    }
    return __real_mbedtls_cipher_cmac_finish(ctx, output);
}

OBI_WRAP(int, cipher_cmac, const mbedtls_cipher_info_t *cipher_info, const unsigned char *key, size_t keylen,
         const unsigned char *input, size_t ilen, unsigned char *output)
{
    struct obi_lease lease;
    uint32_t words[8] = {0};
    int r, ret;

    if (OBI_ON(cipher_cmac) && obi_is_aes_ecb(cipher_info) && key && input && output &&
        keylen == mbedtls_cipher_info_get_key_bitlen(cipher_info)) {
        for (unsigned i = 0; i < keylen / 8; i++)
            words[i / 4] |= (uint32_t)key[i] << i % 4 * 8;
        r = obi_mbedtls_take(&lease, OBI_FN_cipher_cmac, OB_AES_CMAC, words, (unsigned)keylen / 32);
        if (r == OB_OK)
            r = ob_mac_compute(lease.s, output, 16, input, ilen);
        if (obi_mbedtls_release(&lease, r, true, 0, &ret)) {
            obi_mbedtls_forget_key(OB_AES_CMAC, words, (unsigned)keylen / 32); /* this key is used only once */
            ob_wipe(words, sizeof words);
            return ret;
        }
        ob_wipe(words, sizeof words);
    }
    return __real_mbedtls_cipher_cmac(cipher_info, key, keylen, input, ilen, output);
}

#endif
