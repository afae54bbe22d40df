/* SPDX-License-Identifier: Apache-2.0 */
/* XTS of the engine openssl (IEEE 1619-2018, section 5). The library takes a data unit in one call; this engine also
 * takes it in several ops. */
#include "engine/openssl/internal.h"

#include <string.h>

#include "algo/xts_tweak.h"

/* Process one block of ECB under the second key. */
static int tweak_crypt(struct ob_session *s, uint8_t out[16], const uint8_t in[16], bool encrypt)
{
    EVP_CIPHER_CTX **ctx = &openssl_state(s)->tweak[encrypt ? 0 : 1];
    size_t half = s->key_len / 2u;

    if (obi_openssl_context(ctx, OB_AES_ECB, s->key + half, half, encrypt))
        return OB_E_IO;
    return obi_openssl_update(*ctx, out, in, 16);
}

/* Between ops mid.y has the encrypted tweak of the next block. The library wants the tweak before its encryption, so
 * each op but the first decrypts it. */
int obi_openssl_xts_submit(struct ob_session *s, struct ob_op *op)
{
    struct ob_openssl_state *st = openssl_state(s);
    bool first = op->flags & OB_FIRST, last = op->flags & OB_LAST;
    bool encrypt = (first ? op->flags : s->stream_flags) & OB_ENCRYPT;
    EVP_CIPHER_CTX **ctx = &st->chain[encrypt ? CHAIN_ENCRYPT : CHAIN_DECRYPT].ctx;
    uint8_t iv[16], tweak[16];

    if (obi_openssl_context(ctx, OB_AES_XTS, s->key, s->key_len, encrypt))
        return OB_E_IO;
    if (first) {
        memcpy(iv, op->iv, 16);
        if (!last && tweak_crypt(s, tweak, iv, true))
            return OB_E_IO;
    } else {
        memcpy(tweak, s->mid.y, 16);
        if (tweak_crypt(s, iv, tweak, false))
            return OB_E_IO;
    }
    if (op->in_len > 0) {
        if (!EVP_CipherInit_ex2(*ctx, NULL, NULL, iv, -1, NULL) ||
            obi_openssl_update(*ctx, op->out, op->in, op->in_len))
            return OB_E_IO;
    }
    if (!last) {
        obi_xts_tweak_advance(tweak, op->in_len / 16);
        memcpy(s->mid.y, tweak, 16);
        ob_wipe(tweak, sizeof tweak);
    }
    return OB_OK;
}
