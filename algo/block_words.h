/* SPDX-License-Identifier: Apache-2.0 */
/* A block of 16 bytes of any alignment as four words in the machine's order. Where a core takes no unaligned word, a
 * copy is a loop over bytes, unless the compiler knows that the block is aligned. */
#ifndef OBI_BLOCK_WORDS_H
#define OBI_BLOCK_WORDS_H

#include <stdint.h>
#include <string.h>

static inline void obi_load_block(uint32_t w[4], const uint8_t *p)
{
#ifndef __ARM_FEATURE_UNALIGNED
    if (!((uintptr_t)p & 3)) {
        memcpy(w, __builtin_assume_aligned(p, 4), 16);
        return;
    }
#endif
    memcpy(w, p, 16);
}

static inline void obi_store_block(uint8_t *p, const uint32_t w[4])
{
#ifndef __ARM_FEATURE_UNALIGNED
    if (!((uintptr_t)p & 3)) {
        memcpy(__builtin_assume_aligned(p, 4), w, 16);
        return;
    }
#endif
    memcpy(p, w, 16);
}

#endif
