/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: prices in cycles, made from simulated RTL by test/price/block_prices.c; do not edit. */
#ifndef OUTBOARD_ENGINE_CRYP_PRICES_H
#define OUTBOARD_ENGINE_CRYP_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_aes_cmac_128_cpu = {OB_UPTO_ANY, 36, 1065, 1049, 1065, 1049};
static const struct ob_price price_aes_cmac_128_dma = {OB_UPTO_ANY, 20, 325, 640, 325, 640};
static const struct ob_price price_aes_cmac_192_cpu = {OB_UPTO_ANY, 38, 1061, 1177, 1061, 1177};
static const struct ob_price price_aes_cmac_192_dma = {OB_UPTO_ANY, 20, 328, 766, 328, 766};
static const struct ob_price price_aes_cmac_256_cpu = {OB_UPTO_ANY, 40, 1067, 1305, 1067, 1305};
static const struct ob_price price_aes_cmac_256_dma = {OB_UPTO_ANY, 20, 330, 893, 330, 893};
static const struct ob_price price_aes_ecb_128_cpu = {OB_UPTO_ANY, 25, 1041, 1843, 1041, 1843};
static const struct ob_price price_aes_ecb_128_dma = {OB_UPTO_ANY, 10, 325, 640, 325, 640};
static const struct ob_price price_aes_ecb_192_cpu = {OB_UPTO_ANY, 25, 1045, 1843, 1045, 1843};
static const struct ob_price price_aes_ecb_192_dma = {OB_UPTO_ANY, 20, 317, 769, 317, 769};
static const struct ob_price price_aes_ecb_256_cpu = {OB_UPTO_ANY, 25, 1049, 1843, 1049, 1843};
static const struct ob_price price_aes_ecb_256_dma = {OB_UPTO_ANY, 10, 319, 896, 319, 896};
static const struct ob_price price_aes_cbc_128_cpu = {OB_UPTO_ANY, 17, 1049, 1843, 1049, 1843};
static const struct ob_price price_aes_cbc_128_dma = {OB_UPTO_ANY, 10, 325, 640, 325, 640};
static const struct ob_price price_aes_cbc_192_cpu = {OB_UPTO_ANY, 17, 1053, 1843, 1053, 1843};
static const struct ob_price price_aes_cbc_192_dma = {OB_UPTO_ANY, 10, 328, 766, 328, 766};
static const struct ob_price price_aes_cbc_256_cpu = {OB_UPTO_ANY, 17, 1057, 1843, 1057, 1843};
static const struct ob_price price_aes_cbc_256_dma = {OB_UPTO_ANY, 1, 330, 893, 330, 893};
static const struct ob_price price_aes_ctr_128_cpu = {OB_UPTO_ANY, 17, 1048, 1843, 1048, 1843};
static const struct ob_price price_aes_ctr_128_dma = {OB_UPTO_ANY, 10, 315, 640, 315, 640};
static const struct ob_price price_aes_ctr_192_cpu = {OB_UPTO_ANY, 17, 1050, 1843, 1050, 1843};
static const struct ob_price price_aes_ctr_192_dma = {OB_UPTO_ANY, 10, 318, 766, 318, 766};
static const struct ob_price price_aes_ctr_256_cpu = {OB_UPTO_ANY, 17, 1052, 1843, 1052, 1843};
static const struct ob_price price_aes_ctr_256_dma = {OB_UPTO_ANY, 10, 319, 896, 319, 896};
static const struct ob_price price_aes_xts_256_cpu = {OB_UPTO_ANY, 80, 1063, 1843, 1063, 1843};
static const struct ob_price price_aes_xts_256_dma = {OB_UPTO_ANY, 60, 335, 640, 335, 640};
static const struct ob_price price_aes_xts_512_cpu = {OB_UPTO_ANY, 88, 1075, 1843, 1075, 1843};
static const struct ob_price price_aes_xts_512_dma = {OB_UPTO_ANY, 70, 339, 896, 339, 896};
static const struct ob_price price_des_ecb_cpu = {OB_UPTO_ANY, 24, 1045, 1843, 1045, 1843};
static const struct ob_price price_des_ecb_dma = {OB_UPTO_ANY, 10, 322, 1023, 322, 1023};
static const struct ob_price price_des_cbc_cpu = {OB_UPTO_ANY, 16, 1053, 1843, 1053, 1843};
static const struct ob_price price_des_cbc_dma = {OB_UPTO_ANY, 10, 322, 1023, 322, 1023};
static const struct ob_price price_des3_ecb_cpu = {OB_UPTO_ANY, 24, 1045, 3891, 1045, 3891};
static const struct ob_price price_des3_ecb_dma = {OB_UPTO_ANY, 20, 313, 3073, 313, 3073};
static const struct ob_price price_des3_cbc_cpu = {OB_UPTO_ANY, 16, 1053, 3891, 1053, 3891};
static const struct ob_price price_des3_cbc_dma = {OB_UPTO_ANY, 10, 324, 3070, 324, 3070};
static const struct ob_price price_sm4_ecb_cpu = {OB_UPTO_ANY, 57, 1053, 2867, 1053, 2867};
static const struct ob_price price_sm4_ecb_dma = {OB_UPTO_ANY, 50, 317, 2049, 317, 2049};
static const struct ob_price price_sm4_cbc_cpu = {OB_UPTO_ANY, 49, 1061, 2867, 1061, 2867};
static const struct ob_price price_sm4_cbc_dma = {OB_UPTO_ANY, 40, 328, 2046, 328, 2046};
static const struct ob_price price_sm4_ctr_cpu = {OB_UPTO_ANY, 49, 1054, 2867, 1054, 2867};
static const struct ob_price price_sm4_ctr_dma = {OB_UPTO_ANY, 40, 318, 2046, 318, 2046};
static const struct ob_price price_aes_gcm_128_cpu = {OB_UPTO_ANY, 28, 1342, 1843, 1342, 1843};
static const struct ob_price price_aes_gcm_128_dma = {OB_UPTO_ANY, 20, 375, 640, 375, 640};
static const struct ob_price price_aes_gcm_192_cpu = {OB_UPTO_ANY, 30, 1344, 1843, 1344, 1843};
static const struct ob_price price_aes_gcm_192_dma = {OB_UPTO_ANY, 20, 378, 766, 378, 766};
static const struct ob_price price_aes_gcm_256_cpu = {OB_UPTO_ANY, 32, 1346, 1843, 1346, 1843};
static const struct ob_price price_aes_gcm_256_dma = {OB_UPTO_ANY, 20, 379, 896, 379, 896};
static const struct ob_price price_aes_ccm_128_cpu = {OB_UPTO_ANY, 1, 1713, 2099, 1713, 2099};
static const struct ob_price price_aes_ccm_128_dma = {OB_UPTO_ANY, 1, 465, 1280, 465, 1280};
static const struct ob_price price_aes_ccm_192_cpu = {OB_UPTO_ANY, 1, 1713, 2355, 1713, 2355};
static const struct ob_price price_aes_ccm_192_dma = {OB_UPTO_ANY, 1, 469, 1536, 469, 1536};
static const struct ob_price price_aes_ccm_256_cpu = {OB_UPTO_ANY, 1, 1723, 2611, 1723, 2611};
static const struct ob_price price_aes_ccm_256_dma = {OB_UPTO_ANY, 1, 474, 1790, 474, 1790};
static const struct ob_price price_sm4_gcm_cpu = {OB_UPTO_ANY, 82, 1368, 2867, 1368, 2867};
static const struct ob_price price_sm4_gcm_dma = {OB_UPTO_ANY, 70, 397, 2049, 397, 2049};

#endif
