/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: rows of the capability tables, by what a part has, and the verbs. */
#ifndef OUTBOARD_ENGINE_LTC_ROWS_H
#define OUTBOARD_ENGINE_LTC_ROWS_H

#include "engine/ltc/internal.h"

/* Prices in cycles, of this driver on the simulated K82 (./run app k82f benchmark), whose block has times that are
 * fitted to uTasker's published calls (bench/ltc.py). Hashes, which the K82 lacks, are from direct calls on the
 * simulated KL82. */
static const struct ob_price cipher_price = {OB_UPTO_ANY, 1, 980, 8700, 980, 8700};
static const struct ob_price des_price = {OB_UPTO_ANY, 1, 1075, 9985, 1075, 9985};
static const struct ob_price des3_price = {OB_UPTO_ANY, 1, 1250, 13550, 1250, 13550};
static const struct ob_price mac_price = {OB_UPTO_ANY, 1500, 1200, 10000, 1200, 10000};
static const struct ob_price hash_price = {OB_UPTO_ANY, 1, 1500, 18300, 1500, 18300};
static const struct ob_price gcm_price = {OB_UPTO_ANY, 1, 1920, 9990, 1920, 9990};
static const struct ob_price ccm_price = {OB_UPTO_ANY, 1, 2100, 10000, 2100, 10000};

#define ROW(alg, dirs, low, high, price)                                                                               \
    {                                                                                                                  \
        alg, 0, dirs, OB_MODE_CPU, OB_CAP_CT | OB_CAP_HARDWARE | OB_CAP_MID, low, high, 0, &price                      \
    }

#if OB_WITH_HASH && OB_WITH_SHA1
#define SHA1 ROW(OB_SHA1, OB_DIR_ENCRYPT, 0, 0, hash_price),
#else
#define SHA1
#endif
#if OB_WITH_HASH && OB_WITH_SHA256
#define SHA256 ROW(OB_SHA224, OB_DIR_ENCRYPT, 0, 0, hash_price), ROW(OB_SHA256, OB_DIR_ENCRYPT, 0, 0, hash_price),
#else
#define SHA256
#endif
#if OB_WITH_MAC && OB_WITH_AES_CMAC
#define CMAC(bits) ROW(OB_AES_CMAC, OB_DIR_BOTH, 128, bits, mac_price),
#else
#define CMAC(bits)
#endif
#if OB_WITH_CIPHER && OB_WITH_AES
#define AES(bits)                                                                                                      \
    ROW(OB_AES_ECB, OB_DIR_BOTH, 128, bits, cipher_price), ROW(OB_AES_CBC, OB_DIR_BOTH, 128, bits, cipher_price),      \
        ROW(OB_AES_CTR, OB_DIR_BOTH, 128, bits, cipher_price),
#else
#define AES(bits)
#endif
#if OB_WITH_CIPHER && OB_WITH_DES
#define DES                                                                                                            \
    ROW(OB_DES_ECB, OB_DIR_BOTH, 64, 64, des_price), ROW(OB_DES_CBC, OB_DIR_BOTH, 64, 64, des_price),                  \
        ROW(OB_DES3_ECB, OB_DIR_BOTH, 128, 192, des3_price), ROW(OB_DES3_CBC, OB_DIR_BOTH, 128, 192, des3_price),
#else
#define DES
#endif
#if OB_WITH_AEAD && OB_WITH_AES_GCM
#define GCM(bits) ROW(OB_AES_GCM, OB_DIR_BOTH, 128, bits, gcm_price),
#else
#define GCM(bits)
#endif
#if OB_WITH_AEAD && OB_WITH_AES_CCM
#define CCM(bits) ROW(OB_AES_CCM, OB_DIR_BOTH, 128, bits, ccm_price),
#else
#define CCM(bits)
#endif

#define OBI_LTC_OPS(rows)                                                                                              \
    {                                                                                                                  \
        .name = "ltc", .caps = rows, .n_caps = sizeof rows / sizeof rows[0],                                           \
        .state_size = sizeof(struct ob_ltc_state), .start = obi_ltc_start, .open = obi_ltc_open,                       \
        .submit = obi_ltc_submit, .stop = obi_ltc_stop                                                                 \
    }

#endif
