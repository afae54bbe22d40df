/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: what the modes of the 16-byte block ciphers AES and SM4 share: the cipher under the session's key, and
 * the keystream from counter blocks. */
#ifndef OUTBOARD_ENGINE_SOFT_BLOCK_H
#define OUTBOARD_ENGINE_SOFT_BLOCK_H

#include <string.h>

#include "algo/xor.h"
#include "engine/soft/soft.h"
#include "engine/soft/state.h"

/* Blocks that a mode passes to the cipher in one call. AES computes two at the price of one; without OB_SMALL the
 * number is large enough to make the set-up of the wide planes negligible. */
#define OBI_SOFT_BATCH (OB_SMALL ? 2 : 64)

#ifdef OBI_SOFT_BLOCK /* not in a build with the hash class alone */
static inline struct obi_soft_block *obi_soft_block(struct ob_session *s)
{
    return &((struct ob_soft_state *)ob_state(s))->u.block;
}
#endif

/* Expand key_len bytes of key for the cipher of s's algorithm. */
void obi_soft_block_key(struct ob_session *s, const uint8_t *key, size_t key_len);

/* Encrypt or decrypt n blocks independently; out equals in or does not overlap it. */
void obi_soft_block_encrypt(struct ob_session *s, uint8_t *out, const uint8_t *in, size_t n);
void obi_soft_block_decrypt(struct ob_session *s, uint8_t *out, const uint8_t *in, size_t n);

/* XOR len bytes with the keystream of counter, of which the last wrap bytes are incremented (4 or 16). used bytes of
 * the first block's keystream are already used up. With part, which has that keystream, counter is the block after it;
 * without part, counter is still that block. On return counter is the next block, and part has the keystream of the
 * last block if some of it is left. */
void obi_soft_block_stream(struct ob_session *s, uint8_t counter[16], size_t wrap, uint8_t *part, size_t used,
                           uint8_t *out, const uint8_t *in, size_t len);

#endif
