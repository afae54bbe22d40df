/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: prices in cycles. */
#ifndef OUTBOARD_ENGINE_CRYP_PRICES_H
#define OUTBOARD_ENGINE_CRYP_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_aes_cmac_128_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_cmac_128_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_cmac_192_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_cmac_192_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_cmac_256_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_cmac_256_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_ecb_128_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_ecb_128_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_ecb_192_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_ecb_192_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_ecb_256_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_ecb_256_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_cbc_128_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_cbc_128_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_cbc_192_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_cbc_192_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_cbc_256_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_cbc_256_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_ctr_128_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_ctr_128_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_ctr_192_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_ctr_192_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_ctr_256_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_ctr_256_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_xts_256_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_xts_256_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_xts_512_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_xts_512_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_des_ecb_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_des_ecb_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_des_cbc_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_des_cbc_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_des3_ecb_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_des3_ecb_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_des3_cbc_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_des3_cbc_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_sm4_ecb_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_sm4_ecb_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_sm4_cbc_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_sm4_cbc_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_sm4_ctr_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_sm4_ctr_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_gcm_128_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_gcm_128_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_gcm_192_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_gcm_192_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_gcm_256_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_gcm_256_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_ccm_128_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_ccm_128_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_ccm_192_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_ccm_192_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_aes_ccm_256_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_aes_ccm_256_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};
static const struct ob_price price_sm4_gcm_cpu = {OB_UPTO_ANY, 1, 300, 4000, 300, 4000};
static const struct ob_price price_sm4_gcm_dma = {OB_UPTO_ANY, 1, 350, 800, 350, 800};

#endif
