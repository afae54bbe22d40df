/* SPDX-License-Identifier: Apache-2.0 */
/* The typed calls of the hash class. */
#include <outboard/hash.h>
#include <outboard/mac.h>

#include "core.h"

int ob_hash_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_HASH ? ob_session_open(s, d, alg, NULL, 0) : OB_E_ARG;
}

int ob_hash_update(struct ob_session *s, const void *in, size_t len)
{
    return len ? obi_feed(s, 0, NULL, 0, in, len) : OB_OK;
}

int ob_hash_final(struct ob_session *s, uint8_t *digest, size_t digest_len)
{
    return obi_feed(s, OB_LAST, digest, digest_len, NULL, 0);
}

int ob_hash_compute(struct ob_session *s, uint8_t *digest, size_t digest_len, const void *in, size_t in_len)
{
    return obi_feed(s, OB_FIRST | OB_LAST, digest, digest_len, in, in_len);
}

#if OBI_SINGLE /* else in mac.c */
int ob_mac_update(struct ob_session *s, const void *in, size_t len) OBI_ALIAS(ob_hash_update);
int ob_mac_final(struct ob_session *s, uint8_t *tag, size_t tag_len) OBI_ALIAS(ob_hash_final);
int ob_mac_compute(struct ob_session *s, uint8_t *tag, size_t tag_len, const void *in, size_t in_len)
    OBI_ALIAS(ob_hash_compute);
#endif
