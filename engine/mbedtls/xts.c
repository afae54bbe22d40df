/* SPDX-License-Identifier: Apache-2.0 */
/* XTS of the engine mbedtls (IEEE 1619-2018, section 5). The library takes a data unit in one call; this engine also
 * takes it in several ops. */
#include "engine/mbedtls/internal.h"

#include <string.h>

#include "algo/xts_tweak.h"

int obi_mbedtls_xts_open(struct ob_session *s, bool encrypt)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);
    unsigned bits = s->key_len * 8u;
    int r = encrypt ? mbedtls_aes_xts_setkey_enc(&st->u.xts, s->key, bits)
                    : mbedtls_aes_xts_setkey_dec(&st->u.xts, s->key, bits);

    st->expanded = r ? 0 : encrypt ? EXPANDED_ENCRYPT : EXPANDED_DECRYPT;
    return mbedtls_result(r);
}

/* The IV whose encryption is tweak. */
static int decrypt_tweak(uint8_t iv[16], const uint8_t tweak[16], const struct ob_session *s)
{
    mbedtls_aes_context c;
    unsigned half = s->key_len / 2u;
    int r;

    mbedtls_aes_init(&c);
    r = mbedtls_aes_setkey_dec(&c, s->key + half, half * 8);
    if (r == 0)
        r = mbedtls_aes_crypt_ecb(&c, MBEDTLS_AES_DECRYPT, tweak, iv);
    mbedtls_aes_free(&c);
    return mbedtls_result(r);
}

/* Between ops mid.y has the encrypted tweak of the next block. The library wants the tweak before its encryption, so
 * each op but the first decrypts it. Up to 3.6.7 the library, when it works in place, overwrites a partial last block
 * before reading it: so the last two blocks go through a copy. */
int obi_mbedtls_xts_submit(struct ob_session *s, struct ob_op *op)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);
    bool encrypt = mbedtls_encrypts(s, op), first = op->flags & OB_FIRST, last = op->flags & OB_LAST;
    int mode = encrypt ? MBEDTLS_AES_ENCRYPT : MBEDTLS_AES_DECRYPT;
    size_t partial = op->in_len % 16, tail_len = partial && op->in == op->out ? 16 + partial : 0;
    size_t head_len = op->in_len - tail_len;
    uint8_t iv[16], tweak[16] = {0}, tail[32];
    int err = OB_OK;

    if (!(st->expanded & (encrypt ? EXPANDED_ENCRYPT : EXPANDED_DECRYPT)))
        err = obi_mbedtls_xts_open(s, encrypt);
    if (err == OB_OK && first) {
        memcpy(iv, op->iv, 16);
        if (!last || (tail_len && head_len))
            err = mbedtls_result(mbedtls_aes_crypt_ecb(&st->u.xts.tweak, MBEDTLS_AES_ENCRYPT, iv, tweak));
    } else if (err == OB_OK) {
        memcpy(tweak, s->mid.y, 16);
        err = decrypt_tweak(iv, tweak, s);
    }
    if (err == OB_OK && head_len > 0) {
        err = mbedtls_result(mbedtls_aes_crypt_xts(&st->u.xts, mode, head_len, iv, op->in, op->out));
        obi_xts_tweak_advance(tweak, head_len / 16);
    }
    if (err == OB_OK && tail_len > 0) {
        if (head_len > 0)
            err = decrypt_tweak(iv, tweak, s);
        memcpy(tail, op->in + head_len, tail_len);
        if (err == OB_OK)
            err = mbedtls_result(mbedtls_aes_crypt_xts(&st->u.xts, mode, tail_len, iv, tail, op->out + head_len));
        ob_wipe(tail, sizeof tail);
    }
    if (err == OB_OK && !last)
        memcpy(s->mid.y, tweak, 16);
    ob_wipe(tweak, sizeof tweak);
    return err;
}
