/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: what the modes of the 16-byte block ciphers AES and SM4 share: the cipher under the session's key, and
 * the keystream of counter blocks. */
#ifndef OUTBOARD_ENGINE_SOFT_BLOCK_H
#define OUTBOARD_ENGINE_SOFT_BLOCK_H

#include <string.h>

#include "algo/xor.h"
#include "engine/soft/soft.h"
#include "engine/soft/state.h"

/* Blocks that a mode hands to the cipher at once: the two that AES takes at the price of one, and without OB_SMALL
 * enough that the set-up of the wide planes does not count. */
#define OBI_SOFT_BATCH (OB_SMALL ? 2 : 64)

#ifdef OBI_SOFT_BLOCK /* not in a build with the hash class alone */
static inline struct obi_soft_block *obi_soft_block(struct ob_session *s)
{
    return &((struct ob_soft_state *)ob_state(s))->u.block;
}
#endif

/* Expand key_len bytes of key; the algorithm of s says for which cipher. */
void obi_soft_block_key(struct ob_session *s, const uint8_t *key, size_t key_len);

/* n blocks, each by itself; out equals in or does not overlap it. */
void obi_soft_block_encrypt(struct ob_session *s, uint8_t *out, const uint8_t *in, size_t n);
void obi_soft_block_decrypt(struct ob_session *s, uint8_t *out, const uint8_t *in, size_t n);

/* XOR len bytes with the keystream of the counter, whose last wrap bytes count (4 or 16). Of the first block, used
 * bytes are gone already: its keystream is in part, and counter is at the next block; or, without part, counter is
 * still at that block. counter is left at the next block, and part with the keystream of the last, if that is not used
 * up. */
void obi_soft_block_stream(struct ob_session *s, uint8_t counter[16], size_t wrap, uint8_t *part, size_t used,
                           uint8_t *out, const uint8_t *in, size_t len);

#endif
