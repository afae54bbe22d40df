/* SPDX-License-Identifier: Apache-2.0 */
/* Message authentication codes: HMAC (RFC 2104) and CMAC (SP 800-38B), in one call or in parts. */
#ifndef OUTBOARD_MAC_H
#define OUTBOARD_MAC_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* tag_len: 4 to ob_alg_tag(alg) bytes; shorter than the full tag means truncated to its first bytes. Errors common to
 * all calls: OB_E_ARG, OB_E_BUSY, OB_E_IO. All calls wait for their result. */

/* Open s for MAC algorithm alg with a key of key_len bytes (HMAC: any length, 0 included; CMAC: 16, 24 or 32) on d
 * (NULL: ob_default). The key is copied. */
OB_MUST_CHECK static inline int ob_mac_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg,
                                            const uint8_t *key, size_t key_len)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_MAC ? ob_session_open(s, d, alg, key, key_len) : OB_E_ARG;
}

/* Add len bytes of message; starts a message if none is under way. */
OB_MUST_CHECK static inline int ob_mac_update(struct ob_session *s, const void *in, size_t len)
{
    return len ? ob_feed(s, 0, NULL, 0, in, len) : OB_OK;
}

/* End the message and write its tag; the next update starts a new message under the same key. */
OB_MUST_CHECK static inline int ob_mac_final(struct ob_session *s, uint8_t *tag, size_t tag_len)
{
    return ob_feed(s, OB_LAST, tag, tag_len, NULL, 0);
}

/* End the message and compare its tag in constant time: OB_OK, or OB_E_AUTH if it differs. */
OB_MUST_CHECK static inline int ob_mac_verify(struct ob_session *s, const uint8_t *tag, size_t tag_len)
{
    return ob_feed(s, OB_LAST | OB_VERIFY, (void *)(uintptr_t)tag, tag_len, NULL, 0);
}

/* The tag of one message, in one op; OB_E_STATE if a message is under way. */
OB_MUST_CHECK static inline int ob_mac_compute(struct ob_session *s, uint8_t *tag, size_t tag_len, const void *in,
                                               size_t in_len)
{
    return ob_feed(s, OB_FIRST | OB_LAST, tag, tag_len, in, in_len);
}

/* Compare the tag of one message, in one op: OB_OK or OB_E_AUTH. */
OB_MUST_CHECK static inline int ob_mac_check(struct ob_session *s, const uint8_t *tag, size_t tag_len, const void *in,
                                             size_t in_len)
{
    return ob_feed(s, OB_FIRST | OB_LAST | OB_VERIFY, (void *)(uintptr_t)tag, tag_len, in, in_len);
}

#ifdef __cplusplus
}
#endif

#endif
