/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes from mid-state to mid-state. */
#include "algo/mid_hash.h"

#include "algo/hash.h"

#include <string.h>

#if OB_WITH_HASH

int obi_mid_hash_submit(struct ob_session *s, struct ob_op *op)
{
    const struct obi_hash *a = obi_hash_find(s->alg);

    if (op->flags & OB_FIRST)
        obi_hash_start(a, &s->mid);
    obi_hash_update(a, &s->mid, (uint32_t)s->in_done, op->in, op->in_len);
    if (op->flags & OB_LAST) {
        obi_hash_finish(a, &s->mid, s->in_done + op->in_len);
        memcpy(op->tag, s->mid.part, a->digest_len);
    }
    return OB_OK;
}

#endif
