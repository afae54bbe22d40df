/* SPDX-License-Identifier: Apache-2.0 */
/* HMAC over every hash (RFC 2104, section 2) from mid-state to mid-state. */
#include "algo/mid_hash.h"
#include "algo/mid_hash_with.h"

#if OB_WITH_MAC && OB_WITH_HMAC

void obi_mid_hmac_open(struct obi_mid_hmac *k, const struct ob_session *s)
{
    obi_mid_hmac_open_with(obi_hash_find(OB_HMAC_HASH(s->alg)), k, s);
}

int obi_mid_hmac_submit(struct ob_session *s, struct ob_op *op, const struct obi_mid_hmac *k)
{
    return obi_mid_hmac_with(obi_hash_find(OB_HMAC_HASH(s->alg)), s, op, k);
}

#endif
