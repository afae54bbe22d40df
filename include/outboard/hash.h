/* SPDX-License-Identifier: Apache-2.0 */
/* Hashing: digests of messages in one call or in parts. */
#ifndef OUTBOARD_HASH_H
#define OUTBOARD_HASH_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Errors common to all calls: OB_E_ARG (an algorithm of another class, digest_len not ob_alg_tag(alg)), OB_E_BUSY,
 * OB_E_IO. All calls wait for their result. */

/* Open s for hash algorithm alg on d (NULL: ob_default). */
OB_MUST_CHECK static inline int ob_hash_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_HASH ? ob_session_open(s, d, alg, NULL, 0) : OB_E_ARG;
}

/* Add len bytes of message; starts a message if none is under way. */
OB_MUST_CHECK static inline int ob_hash_update(struct ob_session *s, const void *in, size_t len)
{
    return len ? ob_feed(s, 0, NULL, 0, in, len) : OB_OK;
}

/* End the message (an empty one if nothing was added) and write its digest; the next update starts a new one. */
OB_MUST_CHECK static inline int ob_hash_final(struct ob_session *s, uint8_t *digest, size_t digest_len)
{
    return ob_feed(s, OB_LAST, digest, digest_len, NULL, 0);
}

/* The digest of one message, in one op. OB_E_STATE if a message is under way. */
OB_MUST_CHECK static inline int ob_hash_compute(struct ob_session *s, uint8_t *digest, size_t digest_len,
                                                const void *in, size_t in_len)
{
    return ob_feed(s, OB_FIRST | OB_LAST, digest, digest_len, in, in_len);
}

#ifdef __cplusplus
}
#endif

#endif
