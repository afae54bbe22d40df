/* SPDX-License-Identifier: Apache-2.0 */
/* GCM (SP 800-38D) and ChaCha20-Poly1305 (RFC 8439) of the engine wolfssl. */
#include "engine/wolfssl/internal.h"

#include <string.h>

#include <wolfssl/wolfcrypt/error-crypt.h>

int obi_wolfssl_gcm_open(struct ob_session *s)
{
    Aes *aes = &wolfssl_state(s)->u.gcm;
    int r = wc_AesInit(aes, NULL, INVALID_DEVID);

    if (r == 0)
        r = wc_AesGcmSetKey(aes, s->key, s->key_len);
    return wolfssl_result(r);
}

/* The library's own GCM takes whole messages with a tag of at least 12 bytes and lengths of 32 bits. For all others
 * this engine uses the library's CTR and a GHASH of its own. */
int obi_wolfssl_gcm_submit(struct ob_session *s, struct ob_op *op)
{
    Aes *aes = &wolfssl_state(s)->u.gcm;
    size_t aad_len = op->flags & OB_AAD ? op->aad_len : 0;
    word32 len = (word32)op->in_len, iv_len = (word32)op->iv_len, tag_len = (word32)op->tag_len;
    int r;

    if (!(op->flags & OB_FIRST) || !(op->flags & OB_LAST) || tag_len < WOLFSSL_MIN_AUTH_TAG_SZ ||
        op->in_len > WOLFSSL_CALL_MAX || op->iv_len > WOLFSSL_CALL_MAX || aad_len > WOLFSSL_CALL_MAX)
        return obi_wolfssl_gcm_parts(s, op);
    if (op->flags & OB_ENCRYPT)
        return wolfssl_result(
            wc_AesGcmEncrypt(aes, op->out, op->in, len, op->iv, iv_len, op->tag, tag_len, op->aad, (word32)aad_len));
    r = wc_AesGcmDecrypt(aes, op->out, op->in, len, op->iv, iv_len, op->tag, tag_len, op->aad, (word32)aad_len);
    if (r == AES_GCM_AUTH_E)
        return OB_E_AUTH;
    return wolfssl_result(r);
}

static int chachapoly_data(ChaChaPoly_Aead *c, const struct ob_op *op)
{
    uint8_t none = 0;

    if (op->in_len == 0 && op->flags & OB_LAST) /* the library ends no message without this call */
        return wc_ChaCha20Poly1305_UpdateData(c, &none, &none, 0);
    for (size_t i = 0, n; i < op->in_len; i += n) {
        int r;

        n = op->in_len - i < WOLFSSL_CALL_MAX ? op->in_len - i : WOLFSSL_CALL_MAX;
        r = wc_ChaCha20Poly1305_UpdateData(c, op->in + i, op->out + i, (word32)n);
        if (r != 0)
            return r;
    }
    return 0;
}

/* The library's context holds the stream. */
int obi_wolfssl_chachapoly_submit(struct ob_session *s, struct ob_op *op)
{
    ChaChaPoly_Aead *c = &wolfssl_state(s)->u.chachapoly;
    bool encrypt = wolfssl_encrypts(s, op);
    uint8_t tag[16];
    int r = 0;

    if (op->flags & OB_FIRST)
        r = wc_ChaCha20Poly1305_Init(c, s->key, op->iv,
                                     encrypt ? CHACHA20_POLY1305_AEAD_ENCRYPT : CHACHA20_POLY1305_AEAD_DECRYPT);
    if (r == 0 && op->flags & OB_AAD && op->aad_len > 0)
        r = op->aad_len > WOLFSSL_CALL_MAX ? BAD_FUNC_ARG
                                           : wc_ChaCha20Poly1305_UpdateAad(c, op->aad, (word32)op->aad_len);
    if (r == 0)
        r = chachapoly_data(c, op);
    if (r == 0 && op->flags & OB_LAST) {
        r = wc_ChaCha20Poly1305_Final(c, tag);
        if (r == 0 && !encrypt && ob_differ(op->tag, tag, sizeof tag))
            return OB_E_AUTH;
        if (r == 0 && encrypt)
            memcpy(op->tag, tag, sizeof tag);
    }
    return wolfssl_result(r);
}
