/* SPDX-License-Identifier: Apache-2.0 */
/* ChaCha20-Poly1305 of the library on Outboard (RFC 8439), for messages in one call. Messages in parts stay with the
 * library, because their stream has no standard mid-state. */
#include "binding/mbedtls/internal.h"

#if defined(MBEDTLS_CHACHAPOLY_C)

#include <mbedtls/chachapoly.h>

/* The index of the key in the library's ChaCha20 state (RFC 8439, section 2.3), and the state of its context after a
 * message (library/chachapoly.c). */
enum { KEY_AT = 4, KEY_WORDS = 8, FINISHED = 3 };

static int take(struct obi_lease *lease, enum obi_function function, const mbedtls_chachapoly_context *ctx)
{
    return obi_mbedtls_take(lease, function, OB_CHACHA20_POLY1305, ctx->chacha20_ctx.state + KEY_AT, KEY_WORDS);
}

OBI_WRAP(int, chachapoly_encrypt_and_tag, mbedtls_chachapoly_context *ctx, size_t length, const unsigned char nonce[12],
         const unsigned char *aad, size_t aad_len, const unsigned char *input, unsigned char *output,
         unsigned char tag[16])
{
    struct obi_lease lease;
    int r, ret;

    if (OBI_ON(chachapoly_encrypt_and_tag)) {
        r = take(&lease, OBI_FN_chachapoly_encrypt_and_tag, ctx);
        if (r == OB_OK)
            r = ob_aead_encrypt(lease.s, output, length, tag, 16, nonce, 12, aad, aad_len, input, length);
        if (r == OB_OK)
            ctx->state = FINISHED;
        if (obi_mbedtls_release(&lease, r, input != output, 0, &ret))
            return ret;
    }
    return __real_mbedtls_chachapoly_encrypt_and_tag(ctx, length, nonce, aad, aad_len, input, output, tag);
}

OBI_WRAP(int, chachapoly_auth_decrypt, mbedtls_chachapoly_context *ctx, size_t length, const unsigned char nonce[12],
         const unsigned char *aad, size_t aad_len, const unsigned char tag[16], const unsigned char *input,
         unsigned char *output)
{
    struct obi_lease lease;
    int r, ret;

    if (OBI_ON(chachapoly_auth_decrypt)) {
        r = take(&lease, OBI_FN_chachapoly_auth_decrypt, ctx);
        if (r == OB_OK)
            r = ob_aead_decrypt(lease.s, output, length, nonce, 12, aad, aad_len, input, length, tag, 16);
        if (r == OB_OK || r == OB_E_AUTH)
            ctx->state = FINISHED;
        if (obi_mbedtls_release(&lease, r, input != output, MBEDTLS_ERR_CHACHAPOLY_AUTH_FAILED, &ret))
            return ret;
    }
    return __real_mbedtls_chachapoly_auth_decrypt(ctx, length, nonce, aad, aad_len, tag, input, output);
}

OBI_WRAP(void, chachapoly_free, mbedtls_chachapoly_context *ctx)
{
    if (OBI_ON(chachapoly_free) && ctx)
        obi_mbedtls_forget_key(OB_CHACHA20_POLY1305, ctx->chacha20_ctx.state + KEY_AT, KEY_WORDS);
    __real_mbedtls_chachapoly_free(ctx);
}

#endif
