/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine soft in a session: one key, expanded for one algorithm. */
#ifndef OUTBOARD_ENGINE_SOFT_STATE_H
#define OUTBOARD_ENGINE_SOFT_STATE_H

#include <stdint.h>

#include "algo/des.h"

/* This file is also compiled to learn the state's size, before outboard/config.h has it: a switch that the build does
 * not set is on, as there. */
#if !defined(OB_WITH_MAC) || OB_WITH_MAC
#define OBI_SOFT_HMAC 1
#endif
#if (!defined(OB_WITH_CIPHER) || OB_WITH_CIPHER) && (!defined(OB_WITH_DES) || OB_WITH_DES)
#define OBI_SOFT_DES 1
#endif

/* The hash state after the block of key ^ ipad and after that of key ^ opad. */
struct obi_soft_hmac {
    uint32_t inner[16], outer[16];
};

struct obi_soft_des {
    struct obi_des_key keys[3];
    uint32_t n_keys; /* 1 or 3 */
};

struct ob_soft_state {
    union {
        uint64_t none; /* hashes and ChaCha20-Poly1305 need no state but the session's */
#ifdef OBI_SOFT_HMAC
        struct obi_soft_hmac hmac;
#endif
#ifdef OBI_SOFT_DES
        struct obi_soft_des des;
#endif
    } u;
};

#endif
