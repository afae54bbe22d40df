/* SPDX-License-Identifier: Apache-2.0 */
/* The nonce of deterministic ECDSA (RFC 6979, section 3.2). */
#include "ecdsa_nonce.h"

#include <string.h>

#include "hash.h"

#if OB_WITH_PK

/* HMAC_DRBG's two values, and what it has absorbed since the last key. */
struct state {
    const struct obi_hash *hash;
    uint8_t k[OB_DIGEST_MAX], v[OB_DIGEST_MAX];
    struct ob_mid m;
    uint64_t done;
};

/* Begin HMAC under s->k (RFC 2104). */
static void hmac_start(struct state *s, uint8_t pad)
{
    uint8_t block[OB_BLOCK_MAX];

    for (unsigned i = 0; i < s->hash->block_len; i++)
        block[i] = (uint8_t)((i < s->hash->digest_len ? s->k[i] : 0) ^ pad);
    obi_hash_start(s->hash, &s->m);
    s->done = 0;
    obi_hash_update(s->hash, &s->m, 0, block, s->hash->block_len);
    s->done = s->hash->block_len;
    ob_wipe(block, sizeof block);
}

static void hmac_update(struct state *s, const uint8_t *in, size_t len)
{
    obi_hash_update(s->hash, &s->m, (uint32_t)s->done, in, len);
    s->done += len;
}

static void hmac_finish(struct state *s, uint8_t *tag)
{
    uint8_t inner[OB_DIGEST_MAX];

    obi_hash_finish(s->hash, &s->m, s->done);
    memcpy(inner, s->m.part, s->hash->digest_len);
    hmac_start(s, 0x5c);
    hmac_update(s, inner, s->hash->digest_len);
    obi_hash_finish(s->hash, &s->m, s->done);
    memcpy(tag, s->m.part, s->hash->digest_len);
    ob_wipe(inner, sizeof inner);
}

/* V = HMAC_K(V) */
static void next_v(struct state *s)
{
    hmac_start(s, 0x36);
    hmac_update(s, s->v, s->hash->digest_len);
    hmac_finish(s, s->v);
}

/* K = HMAC_K(V || byte || d || h), then the next V; d and h may have no bytes. */
static void next_k(struct state *s, uint8_t byte, const uint8_t *d, const uint8_t *h, size_t len)
{
    hmac_start(s, 0x36);
    hmac_update(s, s->v, s->hash->digest_len);
    hmac_update(s, &byte, 1);
    if (len) {
        hmac_update(s, d, len);
        hmac_update(s, h, len);
    }
    hmac_finish(s, s->k);
    next_v(s);
}

/* 1 if a < b, else 0. */
static uint32_t below(const uint8_t *a, const uint8_t *b, size_t len)
{
    uint32_t borrow = 0;

    for (size_t i = len; i-- > 0;)
        borrow = ((uint32_t)a[i] - b[i] - borrow) >> 31;
    return borrow;
}

/* a -= b where a is not below it. */
static void reduce(uint8_t *a, const uint8_t *b, size_t len)
{
    uint32_t mask = below(a, b, len) - 1, borrow = 0;

    for (size_t i = len; i-- > 0;) {
        uint32_t t = (uint32_t)a[i] - (b[i] & mask) - borrow;

        a[i] = (uint8_t)t;
        borrow = t >> 31;
    }
}

/* The leftmost bits of in as a number of len bytes: bits2int (section 2.3.2). */
static void to_number(uint8_t *out, size_t len, unsigned bits, const uint8_t *in, size_t in_len)
{
    size_t taken = in_len < len ? in_len : len;
    unsigned shift = in_len * 8 > bits ? (unsigned)(taken * 8 - bits) : 0;

    memset(out, 0, len - taken);
    memcpy(out + len - taken, in, taken);
    for (size_t i = len; shift && i-- > 0;)
        out[i] = (uint8_t)(out[i] >> shift | (i ? out[i - 1] << (8 - shift) : 0));
}

static bool is_zero(const uint8_t *a, size_t len)
{
    uint8_t any = 0;

    for (size_t i = 0; i < len; i++)
        any |= a[i];
    return any == 0;
}

/* Bytes of the next candidate: as many outputs as it takes, cut to the order's bits. */
static void candidate(struct state *s, uint8_t *k, size_t len, unsigned bits)
{
    uint8_t t[OBI_ORDER_BYTES_MAX + OB_DIGEST_MAX];
    size_t have = 0;

    while (have < len) {
        next_v(s);
        memcpy(t + have, s->v, s->hash->digest_len);
        have += s->hash->digest_len;
    }
    to_number(k, len, bits, t, have);
    ob_wipe(t, sizeof t);
}

bool obi_ecdsa_nonce(uint8_t *k, size_t len, const uint8_t *order, unsigned order_bits, const uint8_t *d, uint8_t hash,
                     const uint8_t *digest, size_t digest_len)
{
    struct state s = {.hash = obi_hash_find(hash)};
    uint8_t h[OBI_ORDER_BYTES_MAX];

    if (!s.hash)
        return false;
    to_number(h, len, order_bits, digest, digest_len);
    reduce(h, order, len);
    memset(s.v, 1, sizeof s.v);
    next_k(&s, 0, d, h, len);
    next_k(&s, 1, d, h, len);
    for (;;) {
        candidate(&s, k, len, order_bits);
        if (!is_zero(k, len) && below(k, order, len))
            break;
        next_k(&s, 0, NULL, NULL, 0);
    }
    ob_wipe(&s, sizeof s);
    ob_wipe(h, sizeof h);
    return true;
}
#endif
