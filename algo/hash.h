/* SPDX-License-Identifier: Apache-2.0 */
/* What hashes differ in, as one table, and what they share: buffering, padding and output. */
#ifndef OBI_HASH_H
#define OBI_HASH_H

#include "outboard/engine.h"

struct obi_hash {
    uint8_t alg; /* enum ob_alg */
    uint8_t block_len, digest_len;
    uint8_t iv_words; /* of 32 bits, the most significant half of a 64-bit word first; the state has as many */
    const uint32_t *iv;
    void (*blocks)(uint32_t *h, const uint8_t *in, size_t n_blocks);
};

/* The hash's row; alg must be a hash that the build has, else NULL. */
const struct obi_hash *obi_hash_find(uint8_t alg);

void obi_hash_start(const struct obi_hash *a, struct ob_mid *m);

/* Absorb len bytes after done bytes of this message; the low bits of done are enough. */
void obi_hash_update(const struct obi_hash *a, struct ob_mid *m, uint32_t done, const uint8_t *in, size_t len);

/* Leave the digest of the done bytes absorbed so far in the first a->digest_len bytes of m->part. done is below 2^61,
 * so that the bits fit in 64: the limit of the standards but for SHA-512, which nobody reaches, and MD5, which wraps.
 */
void obi_hash_finish(const struct obi_hash *a, struct ob_mid *m, uint64_t done);

#endif
