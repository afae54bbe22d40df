/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: SHA-1, SHA-224 and SHA-256 (FIPS 180-4). The block compresses; padding is done here, so that a stream is
 * the standard's words, its last bytes and its length, and can be cut and moved anywhere. */
#include <string.h>

#include "algo/bytes.h"
#include "algo/hash.h"
#include "engine/ltc/internal.h"
#include "engine/ltc/regs.h"

#if OB_WITH_HASH && (OB_WITH_SHA1 || OB_WITH_SHA256)

#define BLOCK  64u
#define LENGTH 4 /* words behind the state that the block counts in: none of its padding is used */
#define WORDS  8

struct sha {
    struct ob_ltc *l;
    const struct obi_hash *a;
    uint64_t deadline_ns;
};

/* len bytes, whole blocks, into h. */
static int absorb(const struct sha *c, uint32_t *h, const uint8_t *in, size_t len)
{
    uint8_t ctx[4 * (WORDS + LENGTH)] = {0};
    struct obi_ltc_job job = {
        .mode = c->a->alg == OB_SHA1 ? LTC_MD_SHA1 : LTC_MD_SHA256,
        .ctx = ctx,
        .ctx_words = WORDS + LENGTH,
        .deadline_ns = c->deadline_ns,
    };
    int status;

    for (unsigned i = 0; i < c->a->iv_words; i++)
        obi_store_be32(ctx + 4 * i, h[i]);
    status = obi_ltc_run(c->l, &job, NULL, in, len);
    if (status == OB_OK)
        for (unsigned i = 0; i < c->a->iv_words; i++)
            h[i] = obi_load_be32(ctx + 4 * i);
    ob_wipe(ctx, sizeof ctx);
    return status;
}

int obi_ltc_hash_submit(struct ob_ltc *l, struct ob_session *s, struct ob_op *op)
{
    const struct sha c = {l, obi_hash_find(s->alg), op->deadline_ns};
    size_t used = (size_t)s->in_done & (BLOCK - 1), len = op->in_len, n = BLOCK - used;
    const uint8_t *in = op->in;
    struct ob_mid m = s->mid;
    int status = OB_OK;

    if (op->flags & OB_FIRST)
        obi_hash_start(c.a, &m);
    if (used && len >= n) {
        memcpy(m.part + used, in, n);
        status = absorb(&c, m.h, m.part, BLOCK);
        in += n;
        len -= n;
        used = 0;
    }
    n = len & ~(size_t)(BLOCK - 1);
    if (status == OB_OK && used + len >= BLOCK && n)
        status = absorb(&c, m.h, in, n);
    if (used + len >= BLOCK) {
        in += n;
        len -= n;
    }
    if (len)
        memcpy(m.part + used, in, len);
    used += len;
    if (status == OB_OK && op->flags & OB_LAST) {
        uint8_t end[2 * BLOCK] = {0};
        uint64_t bits = (s->in_done + op->in_len) << 3;

        n = used < BLOCK - 8 ? BLOCK : 2 * BLOCK;
        memcpy(end, m.part, used);
        end[used] = 0x80;
        obi_store_be32(end + n - 8, (uint32_t)(bits >> 32));
        obi_store_be32(end + n - 4, (uint32_t)bits);
        status = absorb(&c, m.h, end, n);
        if (status == OB_OK)
            for (unsigned i = 0; 4 * i < c.a->digest_len; i++)
                obi_store_be32(op->tag + 4 * i, m.h[i]);
        ob_wipe(end, sizeof end);
    }
    if (status == OB_OK)
        s->mid = m;
    ob_wipe(&m, sizeof m);
    return status;
}

#endif
