/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: SHA-1, SHA-224 and SHA-256 (FIPS 180-4). The block compresses; padding is done here, so that a stream is
 * the standard's words, its last bytes and its length, and can be cut and moved anywhere. */
#include <string.h>

#include "algo/bytes.h"
#include "algo/hash.h"
#include "engine/ltc/internal.h"
#include "engine/ltc/regs.h"

#if OBI_LTC_HASHES

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

void obi_ltc_hash_start(uint8_t alg, struct ob_mid *m)
{
    obi_hash_start(obi_hash_find(alg), m);
}

int obi_ltc_hash_update(struct ob_ltc *l, uint8_t alg, struct ob_mid *m, uint64_t done, const uint8_t *in, size_t len,
                        uint64_t deadline_ns)
{
    const struct sha c = {l, obi_hash_find(alg), deadline_ns};
    size_t used = (size_t)done & (BLOCK - 1), n = BLOCK - used;
    int status = OB_OK;

    if (used && len >= n) {
        memcpy(m->part + used, in, n);
        status = absorb(&c, m->h, m->part, BLOCK);
        in += n;
        len -= n;
        used = 0;
    }
    n = used ? 0 : len & ~(size_t)(BLOCK - 1);
    if (status == OB_OK && n)
        status = absorb(&c, m->h, in, n);
    if (len > n)
        memcpy(m->part + used, in + n, len - n);
    return status;
}

int obi_ltc_hash_finish(struct ob_ltc *l, uint8_t alg, struct ob_mid *m, uint64_t total, uint8_t *digest,
                        uint64_t deadline_ns)
{
    const struct sha c = {l, obi_hash_find(alg), deadline_ns};
    size_t used = (size_t)total & (BLOCK - 1), n = used < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    uint8_t end[2 * BLOCK] = {0};
    int status;

    memcpy(end, m->part, used);
    end[used] = 0x80;
    obi_store_be64(end + n - 8, total << 3);
    status = absorb(&c, m->h, end, n);
    if (status == OB_OK)
        for (unsigned i = 0; 4 * i < c.a->digest_len; i++)
            obi_store_be32(digest + 4 * i, m->h[i]);
    ob_wipe(end, sizeof end);
    return status;
}

int obi_ltc_hash_submit(struct ob_ltc *l, struct ob_session *s, struct ob_op *op)
{
    struct ob_mid m = s->mid;
    int status;

    if (op->flags & OB_FIRST)
        obi_ltc_hash_start(s->alg, &m);
    status = obi_ltc_hash_update(l, s->alg, &m, s->in_done, op->in, op->in_len, op->deadline_ns);
    if (status == OB_OK && op->flags & OB_LAST)
        status = obi_ltc_hash_finish(l, s->alg, &m, s->in_done + op->in_len, op->tag, op->deadline_ns);
    if (status == OB_OK)
        s->mid = m;
    ob_wipe(&m, sizeof m);
    return status;
}

#endif
