/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: AES under a session's key, on bytes of any alignment: blocks, CBC and counter mode (SP 800-38A) out
 * of what the variant at hand has; the blocks of XTS (IEEE 1619-2018, section 5) and of CCM (SP 800-38C, 6). */
#include <string.h>

#include "algo/bytes.h"
#include "algo/xor.h"
#include "engine/cortexm/internal.h"

#ifdef OBI_CORTEXM_AES

/* Blocks that are copied to words at once, or are under way between two loops. */
#define BATCH 8

static struct obi_cortexm_aes *state_of(struct ob_session *s)
{
    return &((struct ob_cortexm_state *)ob_state(s))->u.aes;
}

static void expand(const struct obi_cortexm_variant *v, uint32_t *rk, const uint8_t *key, size_t key_len)
{
    uint32_t words[8];

    memcpy(words, key, key_len);
    v->key(rk, words, key_len);
    ob_wipe(words, sizeof words);
}

struct obi_cortexm_cipher obi_cortexm_key(struct ob_session *s, bool decrypting)
{
    struct obi_cortexm_aes *k = state_of(s);
    const struct obi_cortexm_cipher c = {obi_cortexm_variant_of(s->row), k};
    bool inverted = decrypting && c.v->invert;
    uint8_t expanded = (uint8_t)(2 * c.v->number + inverted);
    size_t key_len = s->key_len;

    if (k->expanded == expanded)
        return c;
#ifdef OBI_CORTEXM_XTS
    if (s->alg == OB_AES_XTS) {
        key_len /= 2;
        expand(c.v, k->extra.tweak.rk, s->key + key_len, key_len);
    }
#endif
    expand(c.v, k->key.rk, s->key, key_len);
    k->rounds = (uint8_t)(key_len / 4 + 6);
    if (inverted)
        c.v->invert(k->key.rk, k->rounds);
#ifdef OBI_CORTEXM_GCM
    if (s->alg == OB_AES_GCM)
        obi_cortexm_gcm_open(&c, k);
#endif
#ifdef OBI_CORTEXM_CMAC
    if (s->alg == OB_AES_CMAC)
        obi_cortexm_cmac_open(&c, k);
#endif
    k->expanded = expanded;
    return c;
}

/* ---- alignment ---- */

/* The caller has looked: p is aligned. */
static uint32_t *words(uint8_t *p)
{
    return (uint32_t *)(void *)p;
}

static const uint32_t *const_words(const uint8_t *p)
{
    return (const uint32_t *)(const void *)p;
}

static bool aligned(const uint8_t *out, const uint8_t *in)
{
    return (((uintptr_t)out | (uintptr_t)in) & 3) == 0;
}

static void blocks(obi_cortexm_blocks *f, const struct obi_cortexm_cipher *c, uint8_t *out, const uint8_t *in, size_t n)
{
    uint32_t w[4 * BATCH];

    if (aligned(out, in)) {
        f(c->k->key.rk, c->k->rounds, words(out), const_words(in), n);
        return;
    }
    for (size_t m; n; n -= m, in += 16 * m, out += 16 * m) {
        m = n < BATCH ? n : BATCH;
        memcpy(w, in, 16 * m);
        f(c->k->key.rk, c->k->rounds, w, w, m);
        memcpy(out, w, 16 * m);
    }
    ob_wipe(w, sizeof w);
}

void obi_cortexm_encrypt(const struct obi_cortexm_cipher *c, uint8_t *out, const uint8_t *in, size_t n)
{
    blocks(c->v->encrypt, c, out, in, n);
}

#if OB_WITH_AES_DEC

void obi_cortexm_decrypt(const struct obi_cortexm_cipher *c, uint8_t *out, const uint8_t *in, size_t n)
{
    blocks(c->v->decrypt, c, out, in, n);
}

#endif

/* A loop of the variant's, or one of those below. */
typedef void loop(const struct obi_cortexm_cipher *c, uint32_t chain[4], uint32_t *out, const uint32_t *in, size_t n);

static void each(loop *f, const struct obi_cortexm_cipher *c, uint32_t chain[4], uint8_t *out, const uint8_t *in,
                 size_t n)
{
    uint32_t w[4 * BATCH];

    if (aligned(out, in)) {
        f(c, chain, words(out), const_words(in), n);
        return;
    }
    for (size_t m; n; n -= m, in += 16 * m, out += 16 * m) {
        m = n < BATCH ? n : BATCH;
        memcpy(w, in, 16 * m);
        f(c, chain, w, w, m);
        memcpy(out, w, 16 * m);
    }
    ob_wipe(w, sizeof w);
}

/* ---- CBC ---- */

#if (defined(OBI_CORTEXM_CIPHER) && OB_WITH_AES_CBC) || defined(OBI_CORTEXM_CMAC) || defined(OBI_CORTEXM_CCM)

static void xor_block(uint32_t out[4], const uint32_t a[4], const uint32_t b[4])
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = a[i] ^ b[i];
}

#endif

#if defined(OBI_CORTEXM_CIPHER) && OB_WITH_AES_CBC

static void cbc_encrypt(const struct obi_cortexm_cipher *c, uint32_t chain[4], uint32_t *out, const uint32_t *in,
                        size_t n)
{
    if (c->v->cbc_enc) {
        c->v->cbc_enc(c->k->key.rk, c->k->rounds, chain, out, in, n);
        return;
    }
    for (; n; n--, in += 4, out += 4) {
        xor_block(chain, chain, in);
        c->v->encrypt(c->k->key.rk, c->k->rounds, chain, chain, 1);
        memcpy(out, chain, 16);
    }
}

#if OB_WITH_AES_DEC

static void cbc_decrypt(const struct obi_cortexm_cipher *c, uint32_t chain[4], uint32_t *out, const uint32_t *in,
                        size_t n)
{
    uint32_t text[4 * BATCH], next[4];

    if (c->v->cbc_dec) {
        c->v->cbc_dec(c->k->key.rk, c->k->rounds, chain, out, in, n);
        return;
    }
    for (size_t m; n; n -= m, in += 4 * m, out += 4 * m) {
        m = n < BATCH ? n : BATCH;
        c->v->decrypt(c->k->key.rk, c->k->rounds, text, in, m);
        memcpy(next, in + 4 * (m - 1), 16);
        for (size_t i = m - 1; i > 0; i--) /* backwards, for out may be in */
            xor_block(out + 4 * i, text + 4 * i, in + 4 * (i - 1));
        xor_block(out, text, chain);
        memcpy(chain, next, 16);
    }
    ob_wipe(text, sizeof text);
}

#endif

void obi_cortexm_cbc(const struct obi_cortexm_cipher *c, bool encrypting, uint8_t iv[16], uint8_t *out,
                     const uint8_t *in, size_t n)
{
    uint32_t chain[4];

    memcpy(chain, iv, 16);
#if OB_WITH_AES_DEC
    each(encrypting ? cbc_encrypt : cbc_decrypt, c, chain, out, in, n);
#else
    (void)encrypting;
    each(cbc_encrypt, c, chain, out, in, n);
#endif
    memcpy(iv, chain, 16);
}

#endif

#if defined(OBI_CORTEXM_CMAC) || defined(OBI_CORTEXM_CCM)

void obi_cortexm_cbc_mac(const struct obi_cortexm_cipher *c, uint8_t y[16], const uint8_t *in, size_t n)
{
    uint32_t chain[4], block[4 * BATCH];
    bool in_place = aligned(in, in) && c->v->cbc_enc;
    size_t used = n < BATCH ? n : BATCH;

    memcpy(chain, y, 16);
    for (size_t m; n; n -= m, in += 16 * m) {
        const uint32_t *from = block;

        m = n < BATCH ? n : BATCH;
        if (in_place)
            from = const_words(in);
        else
            memcpy(block, in, 16 * m);
        if (c->v->cbc_enc) {
            c->v->cbc_enc(c->k->key.rk, c->k->rounds, chain, block, from, m);
            continue;
        }
        for (size_t i = 0; i < m; i++) {
            xor_block(chain, chain, block + 4 * i);
            c->v->encrypt(c->k->key.rk, c->k->rounds, chain, chain, 1);
        }
    }
    memcpy(y, chain, 16);
    ob_wipe(chain, sizeof chain);
    ob_wipe(block, 16 * used);
}

#endif

/* ---- counter mode ---- */

#if (defined(OBI_CORTEXM_CIPHER) && OB_WITH_AES_CTR) || defined(OBI_CORTEXM_GCM) || defined(OBI_CORTEXM_CCM)

static void count(const struct obi_cortexm_cipher *c, uint32_t chain[4], uint32_t *out, const uint32_t *in, size_t n)
{
    uint32_t stream[4 * BATCH], number = obi_load_be32((const uint8_t *)(chain + 3));

    for (size_t m; n; n -= m) {
        m = n < BATCH ? n : BATCH;
        for (size_t i = 0; i < m; i++, number++) {
            memcpy(stream + 4 * i, chain, 12);
            obi_store_be32((uint8_t *)(stream + 4 * i + 3), number);
        }
        c->v->encrypt(c->k->key.rk, c->k->rounds, stream, stream, m);
        for (size_t i = 0; i < 4 * m; i++)
            *out++ = *in++ ^ stream[i];
    }
    obi_store_be32((uint8_t *)(chain + 3), number);
    ob_wipe(stream, sizeof stream);
}

static void count_public(const struct obi_cortexm_cipher *c, uint32_t chain[4], uint32_t *out, const uint32_t *in,
                         size_t n)
{
    if (c->v->ctr)
        c->v->ctr(c->k->key.rk, c->k->rounds, chain, out, in, n);
    else
        count(c, chain, out, in, n);
}

static void count_hidden(const struct obi_cortexm_cipher *c, uint32_t chain[4], uint32_t *out, const uint32_t *in,
                         size_t n)
{
    if (c->v->ctr_hidden)
        c->v->ctr_hidden(c->k->key.rk, c->k->rounds, chain, out, in, n);
    else
        count(c, chain, out, in, n);
}

/* The blocks, at most n, until the last four bytes of the counter wrap, in which alone the assembly counts. */
static size_t room(const uint8_t counter[16], size_t n)
{
    uint32_t left = 0u - obi_load_be32(counter + 12); /* 0: 2^32 */

    return left == 0 || n < left ? n : left;
}

/* The others count where those have wrapped, behind m blocks. */
static void carry(uint8_t counter[16], size_t m)
{
    if (m == 0 || obi_load_be32(counter + 12) != 0)
        return;
    for (size_t i = 12; i > 0 && ++counter[--i] == 0;)
        continue;
}

static void count_whole(const struct obi_cortexm_cipher *c, bool hidden, uint8_t counter[16], uint8_t *out,
                        const uint8_t *in, size_t n)
{
    uint32_t chain[4];

    for (size_t m; n; n -= m, in += 16 * m, out += 16 * m) {
        m = room(counter, n);
        memcpy(chain, counter, 16);
        each(hidden ? count_hidden : count_public, c, chain, out, in, m);
        memcpy(counter, chain, 16);
        carry(counter, m);
    }
}

void obi_cortexm_ctr(const struct obi_cortexm_cipher *c, bool hidden, uint8_t counter[16], uint8_t part[16],
                     size_t used, uint8_t *out, const uint8_t *in, size_t len)
{
    size_t n;

    for (; (used & 15) && len; used++, len--)
        *out++ = *in++ ^ part[used & 15];
    n = len & ~(size_t)15;
    if (n)
        count_whole(c, hidden, counter, out, in, n / 16);
    if (len > n) {
        memset(part, 0, 16);
        count_whole(c, hidden, counter, part, part, 1);
        obi_xor(out + n, in + n, part, len - n);
    }
}

#endif

#ifdef OBI_CORTEXM_CCM

void obi_cortexm_ccm_blocks(const struct obi_cortexm_cipher *c, bool encrypting, uint8_t y[16], uint8_t counter[16],
                            uint8_t *out, const uint8_t *in, size_t n)
{
    uint32_t sum[4], chain[4], w[4 * BATCH];
    bool in_place = aligned(out, in);
    size_t used = in_place ? 0 : n < BATCH ? n : BATCH;

    memcpy(sum, y, 16);
    for (size_t m; n; n -= m, in += 16 * m, out += 16 * m) {
        m = room(counter, in_place || n < BATCH ? n : BATCH);
        memcpy(chain, counter, 16);
        if (in_place) {
            c->v->ccm(c->k->key.rk, c->k->rounds, encrypting, sum, chain, words(out), const_words(in), m);
        } else {
            memcpy(w, in, 16 * m);
            c->v->ccm(c->k->key.rk, c->k->rounds, encrypting, sum, chain, w, w, m);
            memcpy(out, w, 16 * m);
        }
        memcpy(counter, chain, 16);
        carry(counter, m);
    }
    memcpy(y, sum, 16);
    ob_wipe(sum, sizeof sum);
    ob_wipe(w, 16 * used);
}

#endif

/* ---- XTS ---- */

#ifdef OBI_CORTEXM_XTS

static void xts(obi_cortexm_blocks *f, const struct obi_cortexm_cipher *c, uint32_t tweak[4], uint32_t *out,
                const uint32_t *in, size_t n)
{
    uint32_t tweaks[4 * BATCH], a = tweak[0], b = tweak[1], d = tweak[2], e = tweak[3];
    size_t used = n < BATCH ? n : BATCH;

    for (size_t m; n; n -= m) {
        uint32_t *t = tweaks;

        m = n < BATCH ? n : BATCH;
        for (size_t i = 0; i < m; i++, t += 4, in += 4, out += 4) {
            uint32_t top = e >> 31; /* no mask: a compiler may make a condition of it */

            t[0] = a;
            t[1] = b;
            t[2] = d;
            t[3] = e;
            out[0] = in[0] ^ a;
            out[1] = in[1] ^ b;
            out[2] = in[2] ^ d;
            out[3] = in[3] ^ e;
            e = e << 1 | d >> 31;
            d = d << 1 | b >> 31;
            b = b << 1 | a >> 31;
            a = a << 1 ^ top ^ top << 1 ^ top << 2 ^ top << 7;
        }
        out -= 4 * m;
        f(c->k->key.rk, c->k->rounds, out, out, m);
        for (t = tweaks; t < tweaks + 4 * m; t += 4, out += 4) {
            out[0] ^= t[0];
            out[1] ^= t[1];
            out[2] ^= t[2];
            out[3] ^= t[3];
        }
    }
    tweak[0] = a;
    tweak[1] = b;
    tweak[2] = d;
    tweak[3] = e;
    ob_wipe(tweaks, 16 * used);
}

static void xts_encrypt(const struct obi_cortexm_cipher *c, uint32_t tweak[4], uint32_t *out, const uint32_t *in,
                        size_t n)
{
    xts(c->v->encrypt, c, tweak, out, in, n);
}

#if OB_WITH_AES_DEC

static void xts_decrypt(const struct obi_cortexm_cipher *c, uint32_t tweak[4], uint32_t *out, const uint32_t *in,
                        size_t n)
{
    xts(c->v->decrypt, c, tweak, out, in, n);
}

#endif

void obi_cortexm_xts(const struct obi_cortexm_cipher *c, bool encrypting, uint8_t tweak[16], uint8_t *out,
                     const uint8_t *in, size_t n)
{
    uint32_t words[4];

    memcpy(words, tweak, 16);
#if OB_WITH_AES_DEC
    each(encrypting ? xts_encrypt : xts_decrypt, c, words, out, in, n);
#else
    (void)encrypting;
    each(xts_encrypt, c, words, out, in, n);
#endif
    memcpy(tweak, words, 16);
    ob_wipe(words, sizeof words);
}

#endif

#endif
