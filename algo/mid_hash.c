/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes from mid-state to mid-state. */
#include "algo/mid_hash.h"

#include "algo/mid_hash_with.h"

#if OB_WITH_HASH

int obi_mid_hash_submit(struct ob_session *s, struct ob_op *op)
{
    return obi_mid_hash_with(obi_hash_find(s->alg), s, op);
}

#endif
