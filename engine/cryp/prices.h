/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: prices in cycles, made from simulated RTL by test/price/block_prices.c; do not edit. */
#ifndef OUTBOARD_ENGINE_CRYP_PRICES_H
#define OUTBOARD_ENGINE_CRYP_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_aes_cmac_128_cpu = {OB_UPTO_ANY, 58, 191, 1408, 191, 1408};
static const struct ob_price price_aes_cmac_128_dma = {OB_UPTO_ANY, 40, 212, 640, 212, 640};
static const struct ob_price price_aes_cmac_192_cpu = {OB_UPTO_ANY, 64, 187, 1536, 187, 1536};
static const struct ob_price price_aes_cmac_192_dma = {OB_UPTO_ANY, 50, 215, 766, 215, 766};
static const struct ob_price price_aes_cmac_256_cpu = {OB_UPTO_ANY, 70, 193, 1664, 193, 1664};
static const struct ob_price price_aes_cmac_256_dma = {OB_UPTO_ANY, 60, 206, 899, 206, 899};
static const struct ob_price price_aes_ecb_128_cpu = {OB_UPTO_ANY, 47, 169, 2560, 169, 2560};
static const struct ob_price price_aes_ecb_128_dma = {OB_UPTO_ANY, 30, 212, 640, 212, 640};
static const struct ob_price price_aes_ecb_192_cpu = {OB_UPTO_ANY, 51, 173, 2560, 173, 2560};
static const struct ob_price price_aes_ecb_192_dma = {OB_UPTO_ANY, 30, 215, 766, 215, 766};
static const struct ob_price price_aes_ecb_256_cpu = {OB_UPTO_ANY, 55, 177, 2560, 177, 2560};
static const struct ob_price price_aes_ecb_256_dma = {OB_UPTO_ANY, 30, 216, 896, 216, 896};
static const struct ob_price price_aes_cbc_128_cpu = {OB_UPTO_ANY, 39, 177, 2560, 177, 2560};
static const struct ob_price price_aes_cbc_128_dma = {OB_UPTO_ANY, 30, 212, 640, 212, 640};
static const struct ob_price price_aes_cbc_192_cpu = {OB_UPTO_ANY, 43, 181, 2560, 181, 2560};
static const struct ob_price price_aes_cbc_192_dma = {OB_UPTO_ANY, 30, 215, 766, 215, 766};
static const struct ob_price price_aes_cbc_256_cpu = {OB_UPTO_ANY, 47, 185, 2560, 185, 2560};
static const struct ob_price price_aes_cbc_256_dma = {OB_UPTO_ANY, 30, 216, 896, 216, 896};
static const struct ob_price price_aes_ctr_128_cpu = {OB_UPTO_ANY, 39, 176, 2560, 176, 2560};
static const struct ob_price price_aes_ctr_128_dma = {OB_UPTO_ANY, 40, 202, 642, 202, 642};
static const struct ob_price price_aes_ctr_192_cpu = {OB_UPTO_ANY, 43, 178, 2560, 178, 2560};
static const struct ob_price price_aes_ctr_192_dma = {OB_UPTO_ANY, 40, 204, 769, 204, 769};
static const struct ob_price price_aes_ctr_256_cpu = {OB_UPTO_ANY, 47, 180, 2560, 180, 2560};
static const struct ob_price price_aes_ctr_256_dma = {OB_UPTO_ANY, 40, 206, 896, 206, 896};
static const struct ob_price price_aes_xts_256_cpu = {OB_UPTO_ANY, 102, 191, 2560, 191, 2560};
static const struct ob_price price_aes_xts_256_dma = {OB_UPTO_ANY, 80, 222, 640, 222, 640};
static const struct ob_price price_aes_xts_512_cpu = {OB_UPTO_ANY, 118, 203, 2560, 203, 2560};
static const struct ob_price price_aes_xts_512_dma = {OB_UPTO_ANY, 100, 226, 896, 226, 896};
static const struct ob_price price_des_ecb_cpu = {OB_UPTO_ANY, 24, 173, 2560, 173, 2560};
static const struct ob_price price_des_ecb_dma = {OB_UPTO_ANY, 10, 209, 1023, 209, 1023};
static const struct ob_price price_des_cbc_cpu = {OB_UPTO_ANY, 16, 181, 2560, 181, 2560};
static const struct ob_price price_des_cbc_dma = {OB_UPTO_ANY, 10, 209, 1023, 209, 1023};
static const struct ob_price price_des3_ecb_cpu = {OB_UPTO_ANY, 24, 173, 4608, 173, 4608};
static const struct ob_price price_des3_ecb_dma = {OB_UPTO_ANY, 10, 210, 3073, 210, 3073};
static const struct ob_price price_des3_cbc_cpu = {OB_UPTO_ANY, 16, 181, 4608, 181, 4608};
static const struct ob_price price_des3_cbc_dma = {OB_UPTO_ANY, 10, 210, 3073, 210, 3073};
static const struct ob_price price_sm4_ecb_cpu = {OB_UPTO_ANY, 57, 181, 3584, 181, 3584};
static const struct ob_price price_sm4_ecb_dma = {OB_UPTO_ANY, 40, 215, 2046, 215, 2046};
static const struct ob_price price_sm4_cbc_cpu = {OB_UPTO_ANY, 49, 189, 3584, 189, 3584};
static const struct ob_price price_sm4_cbc_dma = {OB_UPTO_ANY, 40, 215, 2046, 215, 2046};
static const struct ob_price price_sm4_ctr_cpu = {OB_UPTO_ANY, 49, 182, 3584, 182, 3584};
static const struct ob_price price_sm4_ctr_dma = {OB_UPTO_ANY, 40, 204, 2049, 204, 2049};
static const struct ob_price price_aes_gcm_128_cpu = {OB_UPTO_ANY, 50, 208, 2560, 208, 2560};
static const struct ob_price price_aes_gcm_128_dma = {OB_UPTO_ANY, 40, 232, 640, 232, 640};
static const struct ob_price price_aes_gcm_192_cpu = {OB_UPTO_ANY, 56, 210, 2560, 210, 2560};
static const struct ob_price price_aes_gcm_192_dma = {OB_UPTO_ANY, 50, 235, 766, 235, 766};
static const struct ob_price price_aes_gcm_256_cpu = {OB_UPTO_ANY, 62, 212, 2560, 212, 2560};
static const struct ob_price price_aes_gcm_256_dma = {OB_UPTO_ANY, 50, 236, 896, 236, 896};
static const struct ob_price price_aes_ccm_128_cpu = {OB_UPTO_ANY, 1, 261, 2816, 261, 2816};
static const struct ob_price price_aes_ccm_128_dma = {OB_UPTO_ANY, 1, 272, 1280, 272, 1280};
static const struct ob_price price_aes_ccm_192_cpu = {OB_UPTO_ANY, 1, 265, 3072, 265, 3072};
static const struct ob_price price_aes_ccm_192_dma = {OB_UPTO_ANY, 1, 276, 1536, 276, 1536};
static const struct ob_price price_aes_ccm_256_cpu = {OB_UPTO_ANY, 1, 279, 3328, 279, 3328};
static const struct ob_price price_aes_ccm_256_dma = {OB_UPTO_ANY, 1, 291, 1790, 291, 1790};
static const struct ob_price price_sm4_gcm_cpu = {OB_UPTO_ANY, 82, 234, 3584, 234, 3584};
static const struct ob_price price_sm4_gcm_dma = {OB_UPTO_ANY, 70, 255, 2046, 255, 2046};

#endif
