/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: the capability table. */
#include "engine/cryp/internal.h"
#include "engine/cryp/prices.h"

#define HARDWARE (OB_CAP_CT | OB_CAP_HARDWARE)
#define MID      (OB_CAP_CT | OB_CAP_HARDWARE | OB_CAP_MID)

#define ROW(alg, flags, bits_min, bits_max, mode, price)                                                               \
    {                                                                                                                  \
        alg, 0, OB_DIR_BOTH, mode, flags, bits_min, bits_max, 0, &price                                                \
    }
#define CPU(alg, flags, bits_min, bits_max, name) ROW(alg, flags, bits_min, bits_max, OB_MODE_CPU, price_##name##_cpu)
#define DMA(alg, flags, bits_min, bits_max, name) ROW(alg, flags, bits_min, bits_max, OB_MODE_DMA, price_##name##_dma)
#define BOTH(alg, flags, bits_min, bits_max, name)                                                                     \
    CPU(alg, flags, bits_min, bits_max, name), DMA(alg, flags, bits_min, bits_max, name)

/* Sorted by algorithm. */
#define AES(modes, alg, name)                                                                                          \
    modes(alg, MID, 128, 128, name##_128), modes(alg, MID, 192, 192, name##_192), modes(alg, MID, 256, 256, name##_256)
#define ROWS(modes)                                                                                                    \
    AES(modes, OB_AES_CMAC, aes_cmac), AES(modes, OB_AES_ECB, aes_ecb), AES(modes, OB_AES_CBC, aes_cbc),               \
        AES(modes, OB_AES_CTR, aes_ctr), modes(OB_AES_XTS, HARDWARE, 256, 256, aes_xts_256),                           \
        modes(OB_AES_XTS, HARDWARE, 512, 512, aes_xts_512), modes(OB_DES_ECB, MID, 64, 64, des_ecb),                   \
        modes(OB_DES_CBC, MID, 64, 64, des_cbc), modes(OB_DES3_ECB, MID, 128, 192, des3_ecb),                          \
        modes(OB_DES3_CBC, MID, 128, 192, des3_cbc), modes(OB_SM4_ECB, MID, 128, 128, sm4_ecb),                        \
        modes(OB_SM4_CBC, MID, 128, 128, sm4_cbc), modes(OB_SM4_CTR, MID, 128, 128, sm4_ctr),                          \
        AES(modes, OB_AES_GCM, aes_gcm), AES(modes, OB_AES_CCM, aes_ccm), modes(OB_SM4_GCM, MID, 128, 128, sm4_gcm)

const struct ob_cap obi_cryp_caps[2 * OBI_CRYP_KINDS] = {ROWS(BOTH)};
const struct ob_cap obi_cryp_caps_cpu[OBI_CRYP_KINDS] = {ROWS(CPU)};
