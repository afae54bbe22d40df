/* SPDX-License-Identifier: Apache-2.0 */
/* The typed calls of the MAC class. */
#include <outboard/mac.h>

#include "core.h"

int ob_mac_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, const uint8_t *key, size_t key_len)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_MAC ? ob_session_open(s, d, alg, key, key_len) : OB_E_ARG;
}

#if !OBI_SINGLE /* else they are aliases in hash.c */
int ob_mac_update(struct ob_session *s, const void *in, size_t len)
{
    return len ? obi_feed(s, 0, NULL, 0, in, len) : OB_OK;
}

int ob_mac_final(struct ob_session *s, uint8_t *tag, size_t tag_len)
{
    return obi_feed(s, OB_LAST, tag, tag_len, NULL, 0);
}

int ob_mac_compute(struct ob_session *s, uint8_t *tag, size_t tag_len, const void *in, size_t in_len)
{
    return obi_feed(s, OB_FIRST | OB_LAST, tag, tag_len, in, in_len);
}
#endif

int ob_mac_verify(struct ob_session *s, const uint8_t *tag, size_t tag_len)
{
    return obi_feed(s, OB_LAST | OB_VERIFY, (void *)(uintptr_t)tag, tag_len, NULL, 0);
}

int ob_mac_check(struct ob_session *s, const uint8_t *tag, size_t tag_len, const void *in, size_t in_len)
{
    return obi_feed(s, OB_FIRST | OB_LAST | OB_VERIFY, (void *)(uintptr_t)tag, tag_len, in, in_len);
}
