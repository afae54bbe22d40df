/* SPDX-License-Identifier: Apache-2.0 */
/* Engine hasher: the capability table. */
#include "engine/hasher/internal.h"
#include "engine/hasher/prices.h"

#define HASH(alg, mode, price)                                                                                         \
    {                                                                                                                  \
        alg, 0, OB_DIR_ENCRYPT, mode, OB_CAP_CT | OB_CAP_HARDWARE | OB_CAP_MID, 0, 0, 0, &price                        \
    }
#define HMAC(hash, mode, price)                                                                                        \
    {                                                                                                                  \
        OB_HMAC(hash), 0, OB_DIR_BOTH, mode, OB_CAP_CT | OB_CAP_HARDWARE, 0, UINT16_MAX, 0, &price                     \
    }

#define CPU(row, alg, name)  row(alg, OB_MODE_CPU, price_##name##_cpu)
#define DMA(row, alg, name)  row(alg, OB_MODE_DMA, price_##name##_dma)
#define BOTH(row, alg, name) CPU(row, alg, name), DMA(row, alg, name)

/* Sorted by algorithm. */
#define ROWS(modes)                                                                                                    \
    modes(HASH, OB_MD5, md5), modes(HASH, OB_SHA1, sha1), modes(HASH, OB_SHA224, sha256),                              \
        modes(HASH, OB_SHA256, sha256), modes(HASH, OB_SHA384, sha512), modes(HASH, OB_SHA512, sha512),                \
        modes(HASH, OB_SHA512_224, sha512), modes(HASH, OB_SHA512_256, sha512), modes(HASH, OB_SM3, sm3),              \
        modes(HMAC, OB_MD5, hmac_md5), modes(HMAC, OB_SHA1, hmac_sha1), modes(HMAC, OB_SHA224, hmac_sha256),           \
        modes(HMAC, OB_SHA256, hmac_sha256), modes(HMAC, OB_SHA384, hmac_sha512), modes(HMAC, OB_SHA512, hmac_sha512), \
        modes(HMAC, OB_SHA512_224, hmac_sha512), modes(HMAC, OB_SHA512_256, hmac_sha512),                              \
        modes(HMAC, OB_SM3, hmac_sm3)

const struct ob_cap obi_hasher_caps[2 * OBI_HASHER_ALGS] = {ROWS(BOTH)};
const struct ob_cap obi_hasher_caps_cpu[OBI_HASHER_ALGS] = {ROWS(CPU)};
