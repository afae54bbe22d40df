/* SPDX-License-Identifier: Apache-2.0 */
/* RSA paddings that the library lacks: of the empty message (RFC 8017, sections 7.1 and 7.2), and the decoding of OAEP
 * apart from the private operation, whose result must be checked in between. */
#include "engine/wolfssl/pk.h"

#include <wolfssl/wolfcrypt/hash.h>

/* XOR MGF1 of the seed to the len bytes at out (RFC 8017, appendix B.2.1). Returns the library's result. */
static int mask(uint8_t *out, size_t len, const uint8_t *seed, size_t seed_len, enum wc_HashType type)
{
    size_t hash_len = (size_t)wc_HashGetDigestSize(type);
    uint8_t block[WOLFSSL_RSA_BYTES + 4], digest[OB_DIGEST_MAX];
    int r = 0;

    memcpy(block, seed, seed_len);
    for (uint32_t i = 0; r == 0 && i * hash_len < len; i++) {
        uint8_t *to = out + i * hash_len;
        size_t n = len - i * hash_len < hash_len ? len - i * hash_len : hash_len;

        memset(block + seed_len, 0, 3);
        block[seed_len + 3] = (uint8_t)i;
        r = wc_Hash(type, block, (word32)(seed_len + 4), digest, (word32)hash_len);
        for (size_t k = 0; k < n; k++)
            to[k] ^= digest[k];
    }
    ob_wipe(block, sizeof block);
    ob_wipe(digest, sizeof digest);
    return r;
}

/* Write the len bytes of DB for the empty message: the label's hash, zeros, 1. */
static int data_block(uint8_t *db, size_t len, enum wc_HashType type, struct ob_bytes label)
{
    size_t hash_len = (size_t)wc_HashGetDigestSize(type);
    const uint8_t *data = label.len ? label.data : (const uint8_t *)"";

    memset(db, 0, len);
    db[len - 1] = 1;
    return wc_Hash(type, data, (word32)label.len, db, (word32)hash_len);
}

int obi_wolfssl_oaep_encode_empty(uint8_t *em, size_t len, enum wc_HashType type, struct ob_bytes label, WC_RNG *rng)
{
    size_t hash_len = (size_t)wc_HashGetDigestSize(type), db_len = len - hash_len - 1;
    uint8_t *seed = em + 1, *db = seed + hash_len;
    int r = data_block(db, db_len, type, label);

    em[0] = 0;
    if (r == 0)
        r = wc_RNG_GenerateBlock(rng, seed, (word32)hash_len);
    if (r == 0)
        r = mask(db, db_len, seed, hash_len, type);
    return r ? r : mask(seed, hash_len, db, db_len, type);
}

int obi_wolfssl_oaep_decode(uint8_t *em, size_t len, enum wc_HashType type, struct ob_bytes label,
                            struct ob_bytes *message)
{
    size_t hash_len = (size_t)wc_HashGetDigestSize(type), db_len = len - hash_len - 1, at = 0;
    uint8_t *seed = em + 1, *db = seed + hash_len, want[WOLFSSL_RSA_BYTES];
    uint32_t found = 0, bad = em[0]; /* found: all ones after the byte 1 was found */
    int r = data_block(want, db_len, type, label);

    if (r == 0)
        r = mask(seed, hash_len, db, db_len, type);
    if (r == 0)
        r = mask(db, db_len, seed, hash_len, type);
    bad |= (uint32_t)ob_differ(db, want, hash_len);
    for (size_t i = hash_len; i < db_len; i++) {
        uint32_t is_zero = 0 - (((uint32_t)db[i] - 1) >> 31), is_one = 0 - ((((uint32_t)db[i] ^ 1) - 1) >> 31);

        at |= i & (size_t)(0 - (size_t)(~found & is_one & 1));
        bad |= ~found & ~is_zero & ~is_one;
        found |= is_one;
    }
    bad |= ~found;
    message->data = bad ? NULL : db + at + 1;
    message->len = bad ? 0 : db_len - at - 1;
    return r;
}

int obi_wolfssl_pkcs1_encode_empty(uint8_t *em, size_t len, WC_RNG *rng)
{
    int r = 0;

    memset(em, 0, len);
    em[1] = 2;
    for (size_t i = 2; r == 0 && i < len - 1; i++)
        while (r == 0 && em[i] == 0) /* the padding has no zero bytes */
            r = wc_RNG_GenerateByte(rng, em + i);
    return r;
}
