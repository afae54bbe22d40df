/* SPDX-License-Identifier: Apache-2.0 */
/* RSAES-PKCS1-v1_5 decoding with implicit rejection (RFC 8017, section 7.2.2; draft-irtf-cfrg-rsa-guidance). */
#include "rsa_unpad.h"

#include <string.h>

#include "hash.h"

#if OB_WITH_PK && OB_WITH_SHA256

#define CANDIDATES 128 /* lengths to choose from: the chance that none is small enough is below 2^-128 */

/* HMAC-SHA-256 (RFC 2104) with the two key blocks already absorbed. */
struct hmac {
    struct ob_mid inner, outer;
};

static void hmac_key(struct hmac *k, const uint8_t key[32])
{
    const struct obi_hash *sha = obi_hash_find(OB_SHA256);
    uint8_t block[64];

    for (unsigned i = 0; i < 64; i++)
        block[i] = (uint8_t)((i < 32 ? key[i] : 0) ^ 0x36);
    obi_hash_start(sha, &k->inner);
    obi_hash_update(sha, &k->inner, 0, block, sizeof block);
    for (unsigned i = 0; i < 64; i++)
        block[i] ^= 0x36 ^ 0x5c;
    obi_hash_start(sha, &k->outer);
    obi_hash_update(sha, &k->outer, 0, block, sizeof block);
    ob_wipe(block, sizeof block);
}

static void hmac(uint8_t tag[32], const struct hmac *k, const uint8_t *in, size_t len)
{
    const struct obi_hash *sha = obi_hash_find(OB_SHA256);
    struct ob_mid m = k->inner, outer = k->outer;

    obi_hash_update(sha, &m, 64, in, len);
    obi_hash_finish(sha, &m, 64 + len);
    obi_hash_update(sha, &outer, 64, m.part, 32);
    obi_hash_finish(sha, &outer, 64 + 32);
    memcpy(tag, outer.part, 32);
    ob_wipe(&m, sizeof m);
    ob_wipe(&outer, sizeof outer);
}

/* The draft's IRPRF: block i is HMAC(KDK, i || label || bits of the whole output), both numbers in 16 bits. */
static void expand(uint8_t *out, size_t len, const struct hmac *kdk, const char *label)
{
    uint8_t in[16], block[32];
    size_t label_len = strlen(label), bits = len * 8;

    for (size_t i = 0; i < label_len; i++)
        in[2 + i] = (uint8_t)label[i];
    in[2 + label_len] = (uint8_t)(bits >> 8);
    in[3 + label_len] = (uint8_t)bits;
    for (unsigned i = 0; len > 0; i++) {
        size_t n = len < 32 ? len : 32;

        in[0] = (uint8_t)(i >> 8);
        in[1] = (uint8_t)i;
        hmac(block, kdk, in, 4 + label_len);
        memcpy(out, block, n);
        out += n;
        len -= n;
    }
    ob_wipe(block, sizeof block);
}

/* The key derivation key: HMAC(SHA-256(d), ciphertext), d filled with zeros to the length of the modulus. */
static void derive(struct hmac *kdk, size_t n_len, const uint8_t *ciphertext, const struct ob_bytes *d)
{
    static const uint8_t zero[16];
    const struct obi_hash *sha = obi_hash_find(OB_SHA256);
    size_t skip = d->len > n_len ? d->len - n_len : 0, fill = n_len - (d->len - skip);
    uint32_t done = 0;
    struct ob_mid m;
    uint8_t tag[32];

    obi_hash_start(sha, &m);
    while (done < fill) {
        size_t n = fill - done < sizeof zero ? fill - done : sizeof zero;
        obi_hash_update(sha, &m, done, zero, n);
        done += (uint32_t)n;
    }
    obi_hash_update(sha, &m, done, d->data + skip, d->len - skip);
    obi_hash_finish(sha, &m, n_len);
    hmac_key(kdk, m.part);
    hmac(tag, kdk, ciphertext, n_len);
    hmac_key(kdk, tag);
    ob_wipe(&m, sizeof m);
    ob_wipe(tag, sizeof tag);
}

/* All ones if a < b, else 0; both below 2^31. */
static uint32_t less(uint32_t a, uint32_t b)
{
    return 0u - ((a - b) >> 31);
}

static uint32_t is_zero(uint32_t a)
{
    return less(a, 1);
}

static uint32_t select(uint32_t mask, uint32_t a, uint32_t b)
{
    return (a & mask) | (b & ~mask);
}

/* A length below max, at most n_len - 10: the last of the candidates that is, cut to the bits of max. */
static uint32_t synthetic_len(const struct hmac *kdk, uint32_t max)
{
    uint8_t candidates[2 * CANDIDATES];
    uint32_t mask = max, len = 0;

    for (unsigned i = 1; i < 16; i <<= 1)
        mask |= mask >> i;
    expand(candidates, sizeof candidates, kdk, "length");
    for (unsigned i = 0; i < sizeof candidates; i += 2) {
        uint32_t candidate = ((uint32_t)candidates[i] << 8 | candidates[i + 1]) & mask;
        len = select(less(candidate, max), candidate, len);
    }
    ob_wipe(candidates, sizeof candidates);
    return len;
}

size_t obi_rsa_unpad(uint8_t *out, uint8_t *em, size_t n_len, const uint8_t *ciphertext, const struct ob_bytes *d)
{
    uint8_t synthetic[OBI_RSA_BYTES_MAX];
    uint32_t n = (uint32_t)n_len, good, found = 0, zero_at = 0, at;
    struct hmac kdk;

    derive(&kdk, n_len, ciphertext, d);
    expand(synthetic, n_len, &kdk, "message");
    at = n - synthetic_len(&kdk, n - 10);
    /* 00 02, at least eight bytes that are not 0, 00, the message */
    good = is_zero(em[0]) & is_zero(em[1] ^ 2u);
    for (uint32_t i = 2; i < n; i++) {
        uint32_t here = is_zero(em[i]) & ~found;

        zero_at = select(here, i, zero_at);
        found |= here;
    }
    good &= ~less(zero_at, 10); /* 0 if none was found */
    at = select(good, zero_at + 1, at);
    for (uint32_t i = at; i < n; i++) /* at says nothing: it is as random with good padding as with bad */
        out[i - at] = (uint8_t)select(good, em[i], synthetic[i]);
    ob_wipe(synthetic, n_len);
    ob_wipe(em, n_len);
    ob_wipe(&kdk, sizeof kdk);
    return n_len - at;
}

#endif
