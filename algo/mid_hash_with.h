/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes and HMAC (RFC 2104, section 2) from mid-state to mid-state, over a row of the caller's: for engines that
 * compress in hardware. */
#ifndef OBI_MID_HASH_WITH_H
#define OBI_MID_HASH_WITH_H

#include <string.h>

#include "hash.h"
#include "mid_hmac.h"
#include "mid_tag.h"

/* The submit verb of a hash. */
static inline int obi_mid_hash_with(const struct obi_hash *a, struct ob_session *s, struct ob_op *op)
{
    if (op->flags & OB_FIRST)
        obi_hash_start(a, &s->mid);
    obi_hash_update(a, &s->mid, (uint32_t)s->in_done, op->in, op->in_len);
    if (op->flags & OB_LAST) {
        obi_hash_finish(a, &s->mid, s->in_done + op->in_len);
        memcpy(op->tag, s->mid.part, a->digest_len);
    }
    return OB_OK;
}

/* h is the hash state after the block of key ^ pad. */
static inline void obi_mid_hmac_absorb(const struct obi_hash *a, const struct ob_session *s, uint8_t pad, uint32_t *h)
{
    uint8_t block[OB_BLOCK_MAX];

    memset(block, pad, a->block_len);
    for (size_t i = 0; i < s->key_len; i++)
        block[i] ^= s->key[i];
    memcpy(h, a->iv, 4u * a->iv_words);
    a->blocks(h, block, 1);
    ob_wipe(block, sizeof block);
}

/* Fill k from s->key. s->mid is free: no stream is under way in this engine. */
static inline void obi_mid_hmac_open_with(const struct obi_hash *a, struct obi_mid_hmac *k, const struct ob_session *s)
{
    obi_mid_hmac_absorb(a, s, 0x36, k->inner);
    obi_mid_hmac_absorb(a, s, 0x5c, k->outer);
}

/* The submit verb of HMAC. */
static inline int obi_mid_hmac_with(const struct obi_hash *a, struct ob_session *s, struct ob_op *op,
                                    const struct obi_mid_hmac *k)
{
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
