/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine mmcau in a session: one key, expanded. */
#ifndef OUTBOARD_ENGINE_MMCAU_STATE_H
#define OUTBOARD_ENGINE_MMCAU_STATE_H

#include <stdint.h>

#include "algo/mid_hmac.h"

/* The build defines OB_MMCAU_GHASH_WORDS, and OB_MMCAU_ALIGNED where the assembly wants aligned text (sources.cmake).
 */
struct obi_mmcau_aes {
    uint32_t rk[60];
    union {
        uint32_t ghash[OB_MMCAU_GHASH_WORDS]; /* of GCM: the table of algo/ghash_holes.h */
        uint8_t subkeys[32];                  /* of CMAC */
    } extra;
    uint32_t rounds;
};

/* The keys of the passes in order, big-endian words: to encrypt from the first on; Triple DES decrypts from the third
 * on, which are the same three backwards. */
struct obi_mmcau_des {
    uint32_t keys[10];
    uint32_t passes; /* 1 or 3 */
};

struct ob_mmcau_state {
    union {
        uint64_t none; /* hashes need no state but the session's */
        struct obi_mid_hmac hmac;
        struct obi_mmcau_aes aes;
        struct obi_mmcau_des des;
    } u;
};

#endif
