/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine cortexm in a session: one key, expanded for one variant of AES, or the pads of HMAC. */
#ifndef OUTBOARD_ENGINE_CORTEXM_STATE_H
#define OUTBOARD_ENGINE_CORTEXM_STATE_H

#include <stdint.h>

#include "algo/mid_hmac.h"

/* This file is also compiled to learn the state's size, before outboard/config.h has it: a switch that the build
 * does not set is on, as there. The build defines OB_CORTEXM_FS, OB_CORTEXM_T1, OB_CORTEXM_T1_DECONLY,
 * OB_CORTEXM_T1_UNROLLED, OB_CORTEXM_SBOX, OB_CORTEXM_SMALL and OB_CORTEXM_FS_SMALL to 1 for the variants of AES
 * that it links, and OB_CORTEXM_GHASH_WORDS (CMakeLists.txt). */
#if (!defined(OB_WITH_MAC) || OB_WITH_MAC) && (!defined(OB_WITH_HMAC) || OB_WITH_HMAC)
#define OBI_CORTEXM_HMAC 1
#endif
#if !defined(OB_WITH_AES) || OB_WITH_AES
/* What encrypts. */
#if OB_CORTEXM_FS || OB_CORTEXM_FS_SMALL || OB_CORTEXM_T1 || OB_CORTEXM_T1_UNROLLED || OB_CORTEXM_SBOX ||              \
    OB_CORTEXM_SMALL
#if !defined(OB_WITH_CIPHER) || OB_WITH_CIPHER
#define OBI_CORTEXM_CIPHER 1
#if !defined(OB_WITH_AES_XTS) || OB_WITH_AES_XTS
#define OBI_CORTEXM_XTS 1
#endif
#endif
#if (!defined(OB_WITH_MAC) || OB_WITH_MAC) && (!defined(OB_WITH_AES_CMAC) || OB_WITH_AES_CMAC)
#define OBI_CORTEXM_CMAC 1
#endif
#if (!defined(OB_WITH_AEAD) || OB_WITH_AEAD) && (!defined(OB_WITH_AES_CCM) || OB_WITH_AES_CCM)
#define OBI_CORTEXM_CCM 1
#endif
#if (!defined(OB_WITH_AEAD) || OB_WITH_AEAD) && (!defined(OB_WITH_AES_GCM) || OB_WITH_AES_GCM)
#define OBI_CORTEXM_GCM 1
#endif
#elif OB_CORTEXM_T1_DECONLY && (!defined(OB_WITH_CIPHER) || OB_WITH_CIPHER)
#define OBI_CORTEXM_CIPHER 1
#endif
#endif
#if defined(OBI_CORTEXM_CIPHER) || defined(OBI_CORTEXM_CMAC) || defined(OBI_CORTEXM_CCM) || defined(OBI_CORTEXM_GCM)
#define OBI_CORTEXM_AES 1
#endif

/* Words of the longest expanded key: algo/aes_fs.h, algo/aes_t1.h. */
#if !defined(OB_WITH_AES_256) || OB_WITH_AES_256
#define OBI_CORTEXM_ROUNDS 14
#elif !defined(OB_WITH_AES_192) || OB_WITH_AES_192
#define OBI_CORTEXM_ROUNDS 12
#else
#define OBI_CORTEXM_ROUNDS 10
#endif
#if OB_CORTEXM_FS || OB_CORTEXM_FS_SMALL
#define OBI_CORTEXM_KEY_WORDS (8 * OBI_CORTEXM_ROUNDS)
#else
#define OBI_CORTEXM_KEY_WORDS (4 * OBI_CORTEXM_ROUNDS + 4)
#endif

struct obi_cortexm_key {
    uint32_t rk[OBI_CORTEXM_KEY_WORDS];
};

struct obi_cortexm_aes {
    struct obi_cortexm_key key;
    union {
        uint32_t none;
#ifdef OBI_CORTEXM_XTS
        struct obi_cortexm_key tweak; /* of XTS: the second key, to encrypt */
#endif
#ifdef OBI_CORTEXM_CMAC
        uint8_t subkeys[32]; /* of CMAC */
#endif
#ifdef OBI_CORTEXM_GCM
        uint32_t ghash[OB_CORTEXM_GHASH_WORDS]; /* of GCM: the table of algo/ghash_holes.h */
#endif
    } extra;
    uint8_t rounds;
    uint8_t expanded; /* twice the number of the variant, and 1 to decrypt with; 0: not expanded yet */
};

struct ob_cortexm_state {
    union {
        uint64_t none; /* hashes and ChaCha20-Poly1305 need no state but the session's */
#ifdef OBI_CORTEXM_HMAC
        struct obi_mid_hmac hmac;
#endif
#ifdef OBI_CORTEXM_AES
        struct obi_cortexm_aes aes;
#endif
    } u;
};

#endif
