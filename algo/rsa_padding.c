/* SPDX-License-Identifier: Apache-2.0 */
/* Encoding methods of RSA (RFC 8017). */
#include "rsa_padding.h"

#include <string.h>

#include "hash.h"

#if OB_WITH_PK

/* The digest of up to three pieces. */
static void digest_of(uint8_t *out, uint8_t hash, const struct ob_bytes *piece, unsigned n)
{
    const struct obi_hash *h = obi_hash_find(hash);
    struct ob_mid m;
    uint64_t done = 0;

    obi_hash_start(h, &m);
    for (unsigned i = 0; i < n; i++)
        if (piece[i].len) {
            obi_hash_update(h, &m, (uint32_t)done, piece[i].data, piece[i].len);
            done += piece[i].len;
        }
    obi_hash_finish(h, &m, done);
    memcpy(out, m.part, h->digest_len);
    ob_wipe(&m, sizeof m);
}

/* XOR MGF1 of the seed to out (appendix B.2.1). */
static void mask(uint8_t *out, size_t len, uint8_t hash, const uint8_t *seed, size_t seed_len)
{
    size_t hash_len = ob_alg_tag(hash);
    uint8_t block[OB_DIGEST_MAX], counter[4] = {0};

    for (size_t at = 0; at < len; at += hash_len) {
        const struct ob_bytes pieces[] = {{seed, seed_len}, {counter, 4}};

        digest_of(block, hash, pieces, 2);
        for (size_t i = 0; i < hash_len && at + i < len; i++)
            out[at + i] ^= block[i];
        counter[3]++; /* at most 2048 / 16 blocks */
    }
    ob_wipe(block, sizeof block);
}

/* ---- PKCS#1 v1.5 ---- */

/* The object identifiers of hashes, without tag and length (appendix B.1). */
static struct ob_bytes identifier(uint8_t hash)
{
    static const uint8_t md5[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05};
    static const uint8_t sha1[] = {0x2b, 0x0e, 0x03, 0x02, 0x1a};
    static const uint8_t sha2[][9] = {
        {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 4}, /* SHA-224 */
        {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 1}, /* SHA-256 */
        {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 2}, /* SHA-384 */
        {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 3}, /* SHA-512 */
        {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 5}, /* SHA-512/224 */
        {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 6}, /* SHA-512/256 */
    };

    if (hash == OB_MD5)
        return (struct ob_bytes){md5, sizeof md5};
    if (hash == OB_SHA1)
        return (struct ob_bytes){sha1, sizeof sha1};
    if (hash >= OB_SHA224 && hash <= OB_SHA512_256)
        return (struct ob_bytes){sha2[hash - OB_SHA224], sizeof sha2[0]};
    return (struct ob_bytes){NULL, 0};
}

bool obi_rsa_has_digest_info(uint8_t hash)
{
    return identifier(hash).len != 0;
}

bool obi_rsa_pkcs1_encode(uint8_t *em, size_t n_len, uint8_t hash, const uint8_t *digest)
{
    struct ob_bytes id = identifier(hash);
    size_t hash_len = ob_alg_tag(hash), t_len = 10 + id.len + hash_len;
    uint8_t *t;

    if (!id.data || n_len < t_len + 11)
        return false;
    t = em + n_len - t_len;
    memset(em, 0xff, n_len - t_len);
    em[0] = 0;
    em[1] = 1;
    t[-1] = 0;
    /* SEQUENCE { SEQUENCE { identifier, NULL }, OCTET STRING } */
    *t++ = 0x30;
    *t++ = (uint8_t)(t_len - 2);
    *t++ = 0x30;
    *t++ = (uint8_t)(id.len + 4);
    *t++ = 0x06;
    *t++ = (uint8_t)id.len;
    memcpy(t, id.data, id.len);
    t += id.len;
    *t++ = 0x05;
    *t++ = 0x00;
    *t++ = 0x04;
    *t++ = (uint8_t)hash_len;
    memcpy(t, digest, hash_len);
    return true;
}

void obi_rsa_crypt_encode(uint8_t *em, size_t n_len, const uint8_t *message, size_t len)
{
    em[0] = 0;
    em[1] = 2;
    em[n_len - len - 1] = 0;
    if (len)
        memcpy(em + n_len - len, message, len);
}

/* ---- PSS ---- */

/* Bytes of the encoded message, which has a bit less than the modulus; 0 if they do not suffice. */
static size_t pss_len(unsigned n_bits, size_t hash_len)
{
    size_t len = (n_bits + 6u) / 8;

    return len < 2 * hash_len + 2 ? 0 : len;
}

/* H: the digest of eight zeros, the message's digest and the salt. */
static void pss_hash(uint8_t *out, uint8_t hash, const uint8_t *digest, const uint8_t *salt)
{
    static const uint8_t zeros[8];
    const struct ob_bytes pieces[] = {{zeros, 8}, {digest, ob_alg_tag(hash)}, {salt, ob_alg_tag(hash)}};

    digest_of(out, hash, pieces, 3);
}

/* The bits of the first byte of len that the encoded message has. */
static uint8_t top_mask(unsigned n_bits, size_t len)
{
    return (uint8_t)(0xffu >> (8 * len - (n_bits - 1)));
}

bool obi_rsa_pss_encode(uint8_t *em, unsigned n_bits, uint8_t hash, const uint8_t *digest, const uint8_t *salt)
{
    size_t hash_len = ob_alg_tag(hash), len = pss_len(n_bits, hash_len), db_len = len - hash_len - 1;
    uint8_t *h;

    if (!len)
        return false;
    if ((n_bits + 7u) / 8 > len)
        *em++ = 0;
    h = em + db_len;
    pss_hash(h, hash, digest, salt);
    memset(em, 0, db_len - hash_len - 1);
    em[db_len - hash_len - 1] = 1;
    memcpy(em + db_len - hash_len, salt, hash_len);
    mask(em, db_len, hash, h, hash_len);
    em[0] &= top_mask(n_bits, len);
    em[len - 1] = 0xbc;
    return true;
}

bool obi_rsa_pss_verify(uint8_t *em, unsigned n_bits, uint8_t hash, const uint8_t *digest)
{
    size_t hash_len = ob_alg_tag(hash), len = pss_len(n_bits, hash_len), db_len = len - hash_len - 1;
    uint8_t want[OB_DIGEST_MAX], *h;
    unsigned wrong = 0;

    if (!len)
        return false;
    if ((n_bits + 7u) / 8 > len)
        wrong |= *em++;
    h = em + db_len;
    wrong |= em[len - 1] ^ 0xbcu;
    wrong |= (unsigned)(em[0] & ~top_mask(n_bits, len) & 0xff);
    mask(em, db_len, hash, h, hash_len);
    em[0] &= top_mask(n_bits, len);
    for (size_t i = 0; i < db_len - hash_len - 1; i++)
        wrong |= em[i];
    wrong |= em[db_len - hash_len - 1] ^ 1u;
    pss_hash(want, hash, digest, em + db_len - hash_len);
    return !wrong && !ob_differ(want, h, hash_len);
}

/* ---- OAEP ---- */

void obi_rsa_oaep_encode(uint8_t *em, size_t n_len, uint8_t hash, const uint8_t *label, size_t label_len,
                         const uint8_t *message, size_t len, const uint8_t *seed)
{
    size_t hash_len = ob_alg_tag(hash), db_len = n_len - hash_len - 1;
    uint8_t *db = em + 1 + hash_len;
    const struct ob_bytes l = {label, label_len};

    em[0] = 0;
    memcpy(em + 1, seed, hash_len);
    memset(db, 0, db_len);
    digest_of(db, hash, &l, 1);
    db[db_len - len - 1] = 1;
    if (len)
        memcpy(db + db_len - len, message, len);
    mask(db, db_len, hash, em + 1, hash_len);
    mask(em + 1, hash_len, hash, db, db_len);
}

bool obi_rsa_oaep_decode(uint8_t *em, size_t n_len, uint8_t hash, const uint8_t *label, size_t label_len,
                         const uint8_t **message, size_t *len)
{
    size_t hash_len = ob_alg_tag(hash), db_len = n_len - hash_len - 1, at = 0;
    uint8_t *db = em + 1 + hash_len, want[OB_DIGEST_MAX];
    const struct ob_bytes l = {label, label_len};
    uint32_t wrong = em[0], found = 0; /* all ones once the byte 1 was found */

    mask(em + 1, hash_len, hash, db, db_len);
    mask(db, db_len, hash, em + 1, hash_len);
    digest_of(want, hash, &l, 1);
    wrong |= (uint32_t)ob_differ(db, want, hash_len);
    for (size_t i = hash_len; i < db_len; i++) {
        uint32_t is_zero = 0 - (((uint32_t)db[i] - 1) >> 31), is_one = 0 - (((uint32_t)(db[i] ^ 1) - 1) >> 31);

        at |= i & (size_t)(0 - (size_t)(~found & is_one & 1));
        wrong |= ~found & ~is_zero & ~is_one;
        found |= is_one;
    }
    wrong |= ~found;
    if (wrong)
        return false;
    *message = db + at + 1;
    *len = db_len - at - 1;
    return true;
}

#endif
