/* SPDX-License-Identifier: Apache-2.0 */
/* HMAC over every hash (RFC 2104, section 2) from mid-state to mid-state. */
#include <string.h>

#include "algo/hash.h"
#include "algo/mid_hash.h"
#include "algo/mid_tag.h"

#if OB_WITH_MAC && OB_WITH_HMAC

/* h is the hash state after the block of key ^ pad. */
static void absorb_key(const struct obi_hash *a, const struct ob_session *s, uint8_t pad, uint32_t *h)
{
    uint8_t block[OB_BLOCK_MAX];

    memset(block, pad, a->block_len);
    for (size_t i = 0; i < s->key_len; i++)
        block[i] ^= s->key[i];
    memcpy(h, a->iv, 4u * a->iv_words);
    a->blocks(h, block, 1);
    ob_wipe(block, sizeof block);
}

void obi_mid_hmac_open(struct obi_mid_hmac *k, const struct ob_session *s)
{
    const struct obi_hash *a = obi_hash_find(OB_HMAC_HASH(s->alg));

    absorb_key(a, s, 0x36, k->inner);
    absorb_key(a, s, 0x5c, k->outer);
}

int obi_mid_hmac_submit(struct ob_session *s, struct ob_op *op, const struct obi_mid_hmac *k)
{
    const struct obi_hash *a = obi_hash_find(OB_HMAC_HASH(s->alg));
    struct ob_mid *m = &s->mid;

    if (op->flags & OB_FIRST)
        memcpy(m->h, k->inner, sizeof m->h);
    obi_hash_update(a, m, (uint32_t)s->in_done, op->in, op->in_len);
    if (!(op->flags & OB_LAST))
        return OB_OK;
    obi_hash_finish(a, m, a->block_len + s->in_done + op->in_len);
    /* The inner digest lies where the outer hash reads its input. */
    memcpy(m->h, k->outer, sizeof m->h);
    obi_hash_finish(a, m, (uint64_t)a->block_len + a->digest_len);
    return obi_mid_tag(op, m->part, op->flags & OB_VERIFY);
}

#endif
