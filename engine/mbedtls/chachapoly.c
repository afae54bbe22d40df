/* SPDX-License-Identifier: Apache-2.0 */
/* ChaCha20-Poly1305 of the engine mbedtls (RFC 8439). The library's context holds the stream. */
#include "engine/mbedtls/internal.h"

#include <string.h>

int obi_mbedtls_chachapoly_open(struct ob_session *s)
{
    mbedtls_chachapoly_context *c = &mbedtls_state(s)->u.chachapoly;

    mbedtls_chachapoly_init(c);
    return mbedtls_result(mbedtls_chachapoly_setkey(c, s->key));
}

int obi_mbedtls_chachapoly_submit(struct ob_session *s, struct ob_op *op)
{
    mbedtls_chachapoly_context *c = &mbedtls_state(s)->u.chachapoly;
    bool encrypt = mbedtls_encrypts(s, op);
    uint8_t tag[16];
    int r = 0;

    if (op->flags & OB_FIRST)
        r = mbedtls_chachapoly_starts(c, op->iv, encrypt ? MBEDTLS_CHACHAPOLY_ENCRYPT : MBEDTLS_CHACHAPOLY_DECRYPT);
    if (r == 0 && op->flags & OB_AAD && op->aad_len > 0)
        r = mbedtls_chachapoly_update_aad(c, op->aad, op->aad_len);
    if (r == 0 && op->in_len > 0)
        r = mbedtls_chachapoly_update(c, op->in_len, op->in, op->out);
    if (r == 0 && op->flags & OB_LAST) {
        r = mbedtls_chachapoly_finish(c, tag);
        if (r == 0 && !encrypt && ob_differ(op->tag, tag, op->tag_len))
            return OB_E_AUTH;
        if (r == 0 && encrypt)
            memcpy(op->tag, tag, op->tag_len);
    }
    return mbedtls_result(r);
}
