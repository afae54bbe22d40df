/* SPDX-License-Identifier: Apache-2.0 */
/* Unauthenticated ciphers: ECB, CBC, CTR (SP 800-38A) and XTS (IEEE 1619), in one call or in parts. */
#ifndef OUTBOARD_CIPHER_H
#define OUTBOARD_CIPHER_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* dir is OB_DIR_ENCRYPT or OB_DIR_DECRYPT. The iv is one block for CBC, CTR (the first counter block) and XTS (the
 * tweak), and of length 0 for ECB and OB_NULL. There is no padding: ECB and CBC messages are whole blocks, XTS units 16
 * bytes to 2^20 blocks, CTR any length. Errors common to all calls: OB_E_ARG, OB_E_STATE, OB_E_BUSY, OB_E_IO. All calls
 * wait. */

/* Open s for cipher alg with a key of key_len bytes (XTS: both keys, one after the other) on d (NULL: ob_default). */
OB_MUST_CHECK static inline int ob_cipher_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg,
                                               const uint8_t *key, size_t key_len)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_CIPHER ? ob_session_open(s, d, alg, key, key_len) : OB_E_ARG;
}

/* One message (XTS: one data unit) in one op: out_size >= in_len bytes, equal to in or not overlapping. */
OB_MUST_CHECK static inline int ob_cipher_crypt(struct ob_session *s, uint8_t dir, uint8_t *out, size_t out_size,
                                                const uint8_t *iv, size_t iv_len, const uint8_t *in, size_t in_len)
{
    if (dir != OB_DIR_ENCRYPT && dir != OB_DIR_DECRYPT)
        return OB_E_ARG;
    return ob_crypt(s, dir == OB_DIR_ENCRYPT ? (uint32_t)OB_ENCRYPT : 0u, out, out_size, iv, iv_len, NULL, 0, in,
                    in_len, NULL, 0);
}

/* Begin a message in parts, dropping an unfinished one. total: its bytes if known, else 0; it helps the choice. */
OB_MUST_CHECK static inline int ob_cipher_start(struct ob_session *s, uint8_t dir, const uint8_t *iv, size_t iv_len,
                                                uint64_t total)
{
    struct ob_op op;

    op.iv = iv;
    op.iv_len = iv_len;
    op.tag_len = 0;
    op.total_aad = 0;
    op.total_in = total;
    return ob_begin(s, OB_CLASS_CIPHER, dir, &op);
}

/* ob_cipher_update or, with OB_LAST in last and what is held back as its input, ob_cipher_finish. */
OB_MUST_CHECK int ob_cipher_part(struct ob_session *s, uint32_t last, uint8_t *out, size_t out_size, size_t *out_len,
                                 const uint8_t *in, size_t in_len);

/* Take in_len bytes, write what is ready: *out_len bytes, at most in_len + 31 (CTR: exactly in_len; ECB and CBC: whole
 * blocks; XTS holds back up to 31 bytes). out_size too small for that is OB_E_ARG. In place (out == in) is allowed as
 * long as out does not run ahead of the input read so far, which holds when all parts but the last are whole blocks;
 * not for XTS in several parts, whose output lags behind by the bytes held back: OB_E_ARG. In a build with one engine
 * (OB_SINGLE), a busy engine ends the message with OB_E_IO, instead of OB_E_BUSY, where bytes were held back. */
OB_MUST_CHECK static inline int ob_cipher_update(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len,
                                                 const uint8_t *in, size_t in_len)
{
    return ob_cipher_part(s, 0, out, out_size, out_len, in, in_len);
}

/* End the message and write what was held back: *out_len bytes, 0 to 31 (0 except for XTS). OB_E_ARG if a partial
 * block is left over: the message then ends there. */
OB_MUST_CHECK static inline int ob_cipher_finish(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len)
{
    return ob_cipher_part(s, OB_LAST, out, out_size, out_len, s->held, s->held_len);
}

#ifdef __cplusplus
}
#endif

#endif
