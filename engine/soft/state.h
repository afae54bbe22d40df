/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine soft in a session: one key, expanded for one algorithm. */
#ifndef OUTBOARD_ENGINE_SOFT_STATE_H
#define OUTBOARD_ENGINE_SOFT_STATE_H

#include <stdint.h>

#include "algo/aes_ct.h"
#include "algo/des.h"
#include "algo/mid_hmac.h"
#include "algo/sm4_ct.h"

/* The build also compiles this file to learn the state's size, before the generated outboard/config.h contains it. A
 * switch that the build does not set is 1, as in config.h. */
#if !defined(OB_WITH_MAC) || OB_WITH_MAC
#define OBI_SOFT_HMAC 1
#endif
#if (!defined(OB_WITH_CIPHER) || OB_WITH_CIPHER) && (!defined(OB_WITH_DES) || OB_WITH_DES)
#define OBI_SOFT_DES 1
#endif
#if !defined(OB_WITH_AES) || OB_WITH_AES
#if (!defined(OB_WITH_CIPHER) || OB_WITH_CIPHER) && (!defined(OB_WITH_AES_XTS) || OB_WITH_AES_XTS)
#define OBI_SOFT_XTS 1
#endif
#if (!defined(OB_WITH_MAC) || OB_WITH_MAC) && (!defined(OB_WITH_AES_CMAC) || OB_WITH_AES_CMAC)
#define OBI_SOFT_CMAC 1
#endif
#if (!defined(OB_WITH_AEAD) || OB_WITH_AEAD) && (!defined(OB_WITH_AES_CCM) || OB_WITH_AES_CCM)
#define OBI_SOFT_CCM 1
#endif
#if (!defined(OB_WITH_AEAD) || OB_WITH_AEAD) && (!defined(OB_WITH_AES_GCM) || OB_WITH_AES_GCM)
#define OBI_SOFT_GCM 1
#endif
#endif
#if (!defined(OB_WITH_SM4) || OB_WITH_SM4) && (!defined(OB_WITH_AEAD) || OB_WITH_AEAD) &&                              \
    (!defined(OB_WITH_SM4_GCM) || OB_WITH_SM4_GCM)
#define OBI_SOFT_GCM 1
#endif
/* ECB, CBC, CTR and XTS. */
#if (!defined(OB_WITH_CIPHER) || OB_WITH_CIPHER) &&                                                                    \
    (!defined(OB_WITH_AES) || OB_WITH_AES || !defined(OB_WITH_SM4) || OB_WITH_SM4)
#define OBI_SOFT_CIPHER 1
#endif
#if defined(OBI_SOFT_CIPHER) || defined(OBI_SOFT_CMAC) || defined(OBI_SOFT_CCM) || defined(OBI_SOFT_GCM)
#define OBI_SOFT_BLOCK 1
#endif

struct obi_soft_des {
    struct obi_des_key keys[3];
    uint32_t n_keys; /* 1 or 3 */
};

struct obi_soft_block {
    union {
#if !defined(OB_WITH_AES) || OB_WITH_AES
        struct obi_aes_key aes;
#endif
#if !defined(OB_WITH_SM4) || OB_WITH_SM4
        struct obi_sm4_key sm4;
#endif
        uint32_t none;
    } key;
    union {
#ifdef OBI_SOFT_XTS
        struct obi_aes_key tweak; /* XTS: the second key */
#endif
#ifdef OBI_SOFT_CMAC
        uint8_t subkeys[32]; /* CMAC */
#endif
        uint8_t h[16]; /* GCM: the encrypted block of zeros */
    } extra;
};

struct ob_soft_state {
    union {
        uint64_t none; /* hashes and ChaCha20-Poly1305 keep everything in the session */
#ifdef OBI_SOFT_HMAC
        struct obi_mid_hmac hmac;
#endif
#ifdef OBI_SOFT_DES
        struct obi_soft_des des;
#endif
#ifdef OBI_SOFT_BLOCK
        struct obi_soft_block block;
#endif
    } u;
};

#endif
