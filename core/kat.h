/* SPDX-License-Identifier: Apache-2.0 */
/* The known answers of the symmetric self-test; scripts/gen_kat.py generates them, pattern.h describes the input. */
#ifndef OUTBOARD_CORE_KAT_H
#define OUTBOARD_CORE_KAT_H

#include "core.h"

/* An algorithm with a key length that its standard allows, and its known answers. HMAC: any key length. */
struct obi_kat {
    uint8_t alg;        /* OB_ALG_NONE ends the table */
    uint8_t key_len;    /* bytes */
    uint8_t len;        /* hash or MAC: bytes of the digest or tag; else of the IV in the test */
    uint8_t unit;       /* messages are multiples of this many bytes, a power of two; HMAC: the block of its hash */
    uint32_t fold[2];   /* after encryption, hashing or MAC; after decryption or verification */
    const uint8_t *tag; /* full tag that decryption or verification expects; NULL: none */
};

extern const struct obi_kat obi_kats[];

/* obi_kat.key_len of an algorithm that takes a key of any length: HMAC. */
#define OBI_KAT_ANY_KEY 20

/* *in_len: bytes of the data, of ciphers and AEADs rounded down to whole units. *tag_len: bytes of the full tag; 16 for
 * ciphers, which have none. A pair of blocks and a part of one are enough for a cipher; hashes have two blocks of
 * SHA-512. */
#define OBI_KAT_LEN        147
#define OBI_KAT_CIPHER_LEN 35
static inline void obi_kat_lens(const struct obi_kat *kat, size_t *in_len, size_t *tag_len)
{
    *in_len = OBI_KAT_LEN;
    *tag_len = kat->len;
    if (!OBI_HASH_ONLY && kat->alg >= OB_AES_ECB) {
        *in_len = OBI_KAT_CIPHER_LEN & (0u - kat->unit);
        *tag_len = 16;
    }
}

#endif
