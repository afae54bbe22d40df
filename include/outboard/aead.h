/* SPDX-License-Identifier: Apache-2.0 */
/* Authenticated encryption: GCM (SP 800-38D), CCM (SP 800-38C), ChaCha20-Poly1305 (RFC 8439). */
#ifndef OUTBOARD_AEAD_H
#define OUTBOARD_AEAD_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* iv_len: GCM 1 to 2^61 - 1, CCM 7 to 13, ChaCha20-Poly1305 12 bytes. tag_len: GCM 4, 8, 12 to 16; CCM 4, 6 to 16 even;
 * ChaCha20-Poly1305 16. Errors common to all calls: OB_E_ARG (also beyond the standard's limits: GCM 2^36 - 32 bytes,
 * CCM 2^(8 * (15 - iv_len)) - 1 bytes), OB_E_STATE, OB_E_BUSY, OB_E_IO. All calls wait for their result. */

/* Open s for AEAD alg with a key of key_len bytes on d (NULL: ob_default). */
OB_MUST_CHECK static inline int ob_aead_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg,
                                             const uint8_t *key, size_t key_len)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_AEAD ? ob_session_open(s, d, alg, key, key_len) : OB_E_ARG;
}

/* Encrypt in_len bytes to out (out_size >= in_len, equal to in or not overlapping) and write the tag. */
OB_MUST_CHECK static inline int ob_aead_encrypt(struct ob_session *s, uint8_t *out, size_t out_size, uint8_t *tag,
                                                size_t tag_len, const uint8_t *iv, size_t iv_len, const uint8_t *aad,
                                                size_t aad_len, const uint8_t *in, size_t in_len)
{
    return ob_crypt(s, OB_ENCRYPT, out, out_size, iv, iv_len, aad, aad_len, in, in_len, tag, tag_len);
}

/* Check the tag and decrypt. OB_E_AUTH: wrong tag, out is wiped. */
OB_MUST_CHECK static inline int ob_aead_decrypt(struct ob_session *s, uint8_t *out, size_t out_size, const uint8_t *iv,
                                                size_t iv_len, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                                                size_t in_len, const uint8_t *tag, size_t tag_len)
{
    return ob_crypt(s, 0, out, out_size, iv, iv_len, aad, aad_len, in, in_len, (uint8_t *)(uintptr_t)tag, tag_len);
}

/* In parts: start, any number of aad, any number of updates, finish (encryption) or verify (decryption). Decryption in
 * parts hands out text before it is authenticated: it needs OB_SESSION_UNVERIFIED (ob_session_require), else start
 * gives OB_E_STATE. total_aad and total_in: mandatory and exact for CCM, else a hint, 0 if unknown. tag_len: the
 * length that finish or verify will use; needed by CCM, whose first block holds it. */
OB_MUST_CHECK static inline int ob_aead_start(struct ob_session *s, uint8_t dir, const uint8_t *iv, size_t iv_len,
                                              uint64_t total_aad, uint64_t total_in, size_t tag_len)
{
    struct ob_op op;

    op.iv = iv;
    op.iv_len = iv_len;
    op.tag_len = tag_len;
    op.total_aad = total_aad;
    op.total_in = total_in;
    return ob_begin(s, OB_CLASS_AEAD, dir, &op);
}
OB_MUST_CHECK static inline int ob_aead_aad(struct ob_session *s, const uint8_t *aad, size_t aad_len)
{
    return ob_feed(s, OB_AAD | (uint32_t)s->stream_flags, NULL, 0, aad, aad_len);
}

/* Exactly in_len bytes are written to out. */
OB_MUST_CHECK static inline int ob_aead_update(struct ob_session *s, uint8_t *out, size_t out_size, const uint8_t *in,
                                               size_t in_len)
{
    return ob_feed(s, s->stream_flags, out, out_size, in, in_len);
}
OB_MUST_CHECK static inline int ob_aead_finish(struct ob_session *s, uint8_t *tag, size_t tag_len)
{
    return ob_feed(s, OB_LAST | OB_ENCRYPT, tag, tag_len, NULL, 0); /* the direction must be the stream's, here */
}

/* OB_E_AUTH: all that the updates wrote must be thrown away. */
OB_MUST_CHECK static inline int ob_aead_verify(struct ob_session *s, const uint8_t *tag, size_t tag_len)
{
    return ob_feed(s, OB_LAST, (void *)(uintptr_t)tag, tag_len, NULL, 0); /* and here */
}

#ifdef __cplusplus
}
#endif

#endif
