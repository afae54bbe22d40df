/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: prices in cycles, made from simulated RTL by test/price/block_prices.c; do not edit. */
#ifndef OUTBOARD_ENGINE_CRYP_PRICES_H
#define OUTBOARD_ENGINE_CRYP_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_aes_cmac_128_cpu = {OB_UPTO_ANY, 36, 191, 1408, 191, 1408};
static const struct ob_price price_aes_cmac_128_dma = {OB_UPTO_ANY, 20, 210, 640, 210, 640};
static const struct ob_price price_aes_cmac_192_cpu = {OB_UPTO_ANY, 38, 187, 1536, 187, 1536};
static const struct ob_price price_aes_cmac_192_dma = {OB_UPTO_ANY, 20, 213, 766, 213, 766};
static const struct ob_price price_aes_cmac_256_cpu = {OB_UPTO_ANY, 40, 193, 1664, 193, 1664};
static const struct ob_price price_aes_cmac_256_dma = {OB_UPTO_ANY, 20, 215, 893, 215, 893};
static const struct ob_price price_aes_ecb_128_cpu = {OB_UPTO_ANY, 25, 169, 2560, 169, 2560};
static const struct ob_price price_aes_ecb_128_dma = {OB_UPTO_ANY, 10, 210, 640, 210, 640};
static const struct ob_price price_aes_ecb_192_cpu = {OB_UPTO_ANY, 25, 173, 2560, 173, 2560};
static const struct ob_price price_aes_ecb_192_dma = {OB_UPTO_ANY, 20, 202, 769, 202, 769};
static const struct ob_price price_aes_ecb_256_cpu = {OB_UPTO_ANY, 25, 177, 2560, 177, 2560};
static const struct ob_price price_aes_ecb_256_dma = {OB_UPTO_ANY, 10, 204, 896, 204, 896};
static const struct ob_price price_aes_cbc_128_cpu = {OB_UPTO_ANY, 17, 177, 2560, 177, 2560};
static const struct ob_price price_aes_cbc_128_dma = {OB_UPTO_ANY, 10, 210, 640, 210, 640};
static const struct ob_price price_aes_cbc_192_cpu = {OB_UPTO_ANY, 17, 181, 2560, 181, 2560};
static const struct ob_price price_aes_cbc_192_dma = {OB_UPTO_ANY, 10, 213, 766, 213, 766};
static const struct ob_price price_aes_cbc_256_cpu = {OB_UPTO_ANY, 17, 185, 2560, 185, 2560};
static const struct ob_price price_aes_cbc_256_dma = {OB_UPTO_ANY, 1, 215, 893, 215, 893};
static const struct ob_price price_aes_ctr_128_cpu = {OB_UPTO_ANY, 17, 176, 2560, 176, 2560};
static const struct ob_price price_aes_ctr_128_dma = {OB_UPTO_ANY, 10, 200, 640, 200, 640};
static const struct ob_price price_aes_ctr_192_cpu = {OB_UPTO_ANY, 17, 178, 2560, 178, 2560};
static const struct ob_price price_aes_ctr_192_dma = {OB_UPTO_ANY, 10, 203, 766, 203, 766};
static const struct ob_price price_aes_ctr_256_cpu = {OB_UPTO_ANY, 17, 180, 2560, 180, 2560};
static const struct ob_price price_aes_ctr_256_dma = {OB_UPTO_ANY, 10, 204, 896, 204, 896};
static const struct ob_price price_aes_xts_256_cpu = {OB_UPTO_ANY, 80, 191, 2560, 191, 2560};
static const struct ob_price price_aes_xts_256_dma = {OB_UPTO_ANY, 60, 220, 640, 220, 640};
static const struct ob_price price_aes_xts_512_cpu = {OB_UPTO_ANY, 88, 203, 2560, 203, 2560};
static const struct ob_price price_aes_xts_512_dma = {OB_UPTO_ANY, 70, 224, 896, 224, 896};
static const struct ob_price price_des_ecb_cpu = {OB_UPTO_ANY, 24, 173, 2560, 173, 2560};
static const struct ob_price price_des_ecb_dma = {OB_UPTO_ANY, 10, 207, 1023, 207, 1023};
static const struct ob_price price_des_cbc_cpu = {OB_UPTO_ANY, 16, 181, 2560, 181, 2560};
static const struct ob_price price_des_cbc_dma = {OB_UPTO_ANY, 10, 207, 1023, 207, 1023};
static const struct ob_price price_des3_ecb_cpu = {OB_UPTO_ANY, 24, 173, 4608, 173, 4608};
static const struct ob_price price_des3_ecb_dma = {OB_UPTO_ANY, 20, 198, 3073, 198, 3073};
static const struct ob_price price_des3_cbc_cpu = {OB_UPTO_ANY, 16, 181, 4608, 181, 4608};
static const struct ob_price price_des3_cbc_dma = {OB_UPTO_ANY, 10, 209, 3070, 209, 3070};
static const struct ob_price price_sm4_ecb_cpu = {OB_UPTO_ANY, 57, 181, 3584, 181, 3584};
static const struct ob_price price_sm4_ecb_dma = {OB_UPTO_ANY, 50, 202, 2049, 202, 2049};
static const struct ob_price price_sm4_cbc_cpu = {OB_UPTO_ANY, 49, 189, 3584, 189, 3584};
static const struct ob_price price_sm4_cbc_dma = {OB_UPTO_ANY, 40, 213, 2046, 213, 2046};
static const struct ob_price price_sm4_ctr_cpu = {OB_UPTO_ANY, 49, 182, 3584, 182, 3584};
static const struct ob_price price_sm4_ctr_dma = {OB_UPTO_ANY, 40, 203, 2046, 203, 2046};
static const struct ob_price price_aes_gcm_128_cpu = {OB_UPTO_ANY, 28, 208, 2560, 208, 2560};
static const struct ob_price price_aes_gcm_128_dma = {OB_UPTO_ANY, 20, 230, 640, 230, 640};
static const struct ob_price price_aes_gcm_192_cpu = {OB_UPTO_ANY, 30, 210, 2560, 210, 2560};
static const struct ob_price price_aes_gcm_192_dma = {OB_UPTO_ANY, 20, 233, 766, 233, 766};
static const struct ob_price price_aes_gcm_256_cpu = {OB_UPTO_ANY, 32, 212, 2560, 212, 2560};
static const struct ob_price price_aes_gcm_256_dma = {OB_UPTO_ANY, 20, 234, 896, 234, 896};
static const struct ob_price price_aes_ccm_128_cpu = {OB_UPTO_ANY, 1, 239, 2816, 239, 2816};
static const struct ob_price price_aes_ccm_128_dma = {OB_UPTO_ANY, 1, 250, 1280, 250, 1280};
static const struct ob_price price_aes_ccm_192_cpu = {OB_UPTO_ANY, 1, 239, 3072, 239, 3072};
static const struct ob_price price_aes_ccm_192_dma = {OB_UPTO_ANY, 1, 254, 1536, 254, 1536};
static const struct ob_price price_aes_ccm_256_cpu = {OB_UPTO_ANY, 1, 249, 3328, 249, 3328};
static const struct ob_price price_aes_ccm_256_dma = {OB_UPTO_ANY, 1, 259, 1790, 259, 1790};
static const struct ob_price price_sm4_gcm_cpu = {OB_UPTO_ANY, 82, 234, 3584, 234, 3584};
static const struct ob_price price_sm4_gcm_dma = {OB_UPTO_ANY, 70, 252, 2049, 252, 2049};

#endif
