/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: prices in cycles, made from simulated RTL by test/price/block_prices.c; do not edit. */
#ifndef OUTBOARD_ENGINE_CRYP_PRICES_H
#define OUTBOARD_ENGINE_CRYP_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_aes_cmac_128_cpu = {OB_UPTO_ANY, 58, 191, 1408, 191, 1408};
static const struct ob_price price_aes_cmac_128_dma = {OB_UPTO_ANY, 50, 210, 640, 210, 640};
static const struct ob_price price_aes_cmac_192_cpu = {OB_UPTO_ANY, 64, 187, 1536, 187, 1536};
static const struct ob_price price_aes_cmac_192_dma = {OB_UPTO_ANY, 50, 213, 766, 213, 766};
static const struct ob_price price_aes_cmac_256_cpu = {OB_UPTO_ANY, 70, 193, 1664, 193, 1664};
static const struct ob_price price_aes_cmac_256_dma = {OB_UPTO_ANY, 50, 215, 893, 215, 893};
static const struct ob_price price_aes_ecb_128_cpu = {OB_UPTO_ANY, 47, 169, 2560, 169, 2560};
static const struct ob_price price_aes_ecb_128_dma = {OB_UPTO_ANY, 30, 210, 640, 210, 640};
static const struct ob_price price_aes_ecb_192_cpu = {OB_UPTO_ANY, 51, 173, 2560, 173, 2560};
static const struct ob_price price_aes_ecb_192_dma = {OB_UPTO_ANY, 30, 213, 766, 213, 766};
static const struct ob_price price_aes_ecb_256_cpu = {OB_UPTO_ANY, 55, 177, 2560, 177, 2560};
static const struct ob_price price_aes_ecb_256_dma = {OB_UPTO_ANY, 40, 215, 893, 215, 893};
static const struct ob_price price_aes_cbc_128_cpu = {OB_UPTO_ANY, 39, 177, 2560, 177, 2560};
static const struct ob_price price_aes_cbc_128_dma = {OB_UPTO_ANY, 30, 210, 642, 210, 642};
static const struct ob_price price_aes_cbc_192_cpu = {OB_UPTO_ANY, 43, 181, 2560, 181, 2560};
static const struct ob_price price_aes_cbc_192_dma = {OB_UPTO_ANY, 30, 212, 769, 212, 769};
static const struct ob_price price_aes_cbc_256_cpu = {OB_UPTO_ANY, 47, 185, 2560, 185, 2560};
static const struct ob_price price_aes_cbc_256_dma = {OB_UPTO_ANY, 40, 214, 896, 214, 896};
static const struct ob_price price_aes_ctr_128_cpu = {OB_UPTO_ANY, 39, 176, 2560, 176, 2560};
static const struct ob_price price_aes_ctr_128_dma = {OB_UPTO_ANY, 30, 210, 640, 210, 640};
static const struct ob_price price_aes_ctr_192_cpu = {OB_UPTO_ANY, 43, 178, 2560, 178, 2560};
static const struct ob_price price_aes_ctr_192_dma = {OB_UPTO_ANY, 40, 202, 769, 202, 769};
static const struct ob_price price_aes_ctr_256_cpu = {OB_UPTO_ANY, 47, 180, 2560, 180, 2560};
static const struct ob_price price_aes_ctr_256_dma = {OB_UPTO_ANY, 40, 204, 896, 204, 896};
static const struct ob_price price_aes_xts_256_cpu = {OB_UPTO_ANY, 102, 191, 2560, 191, 2560};
static const struct ob_price price_aes_xts_256_dma = {OB_UPTO_ANY, 70, 231, 637, 231, 637};
static const struct ob_price price_aes_xts_512_cpu = {OB_UPTO_ANY, 118, 203, 2560, 203, 2560};
static const struct ob_price price_aes_xts_512_dma = {OB_UPTO_ANY, 100, 224, 899, 224, 899};
static const struct ob_price price_des_ecb_cpu = {OB_UPTO_ANY, 24, 173, 2560, 173, 2560};
static const struct ob_price price_des_ecb_dma = {OB_UPTO_ANY, 10, 207, 1023, 207, 1023};
static const struct ob_price price_des_cbc_cpu = {OB_UPTO_ANY, 16, 181, 2560, 181, 2560};
static const struct ob_price price_des_cbc_dma = {OB_UPTO_ANY, 10, 206, 1026, 206, 1026};
static const struct ob_price price_des3_ecb_cpu = {OB_UPTO_ANY, 24, 173, 4608, 173, 4608};
static const struct ob_price price_des3_ecb_dma = {OB_UPTO_ANY, 10, 209, 3070, 209, 3070};
static const struct ob_price price_des3_cbc_cpu = {OB_UPTO_ANY, 16, 181, 4608, 181, 4608};
static const struct ob_price price_des3_cbc_dma = {OB_UPTO_ANY, 10, 208, 3073, 208, 3073};
static const struct ob_price price_sm4_ecb_cpu = {OB_UPTO_ANY, 57, 181, 3584, 181, 3584};
static const struct ob_price price_sm4_ecb_dma = {OB_UPTO_ANY, 40, 213, 2046, 213, 2046};
static const struct ob_price price_sm4_cbc_cpu = {OB_UPTO_ANY, 49, 189, 3584, 189, 3584};
static const struct ob_price price_sm4_cbc_dma = {OB_UPTO_ANY, 40, 212, 2049, 212, 2049};
static const struct ob_price price_sm4_ctr_cpu = {OB_UPTO_ANY, 49, 182, 3584, 182, 3584};
static const struct ob_price price_sm4_ctr_dma = {OB_UPTO_ANY, 50, 202, 2049, 202, 2049};
static const struct ob_price price_aes_gcm_128_cpu = {OB_UPTO_ANY, 50, 208, 2560, 208, 2560};
static const struct ob_price price_aes_gcm_128_dma = {OB_UPTO_ANY, 40, 230, 640, 230, 640};
static const struct ob_price price_aes_gcm_192_cpu = {OB_UPTO_ANY, 56, 210, 2560, 210, 2560};
static const struct ob_price price_aes_gcm_192_dma = {OB_UPTO_ANY, 50, 233, 766, 233, 766};
static const struct ob_price price_aes_gcm_256_cpu = {OB_UPTO_ANY, 62, 212, 2560, 212, 2560};
static const struct ob_price price_aes_gcm_256_dma = {OB_UPTO_ANY, 50, 234, 896, 234, 896};
static const struct ob_price price_aes_ccm_128_cpu = {OB_UPTO_ANY, 1, 261, 2816, 261, 2816};
static const struct ob_price price_aes_ccm_128_dma = {OB_UPTO_ANY, 1, 270, 1280, 270, 1280};
static const struct ob_price price_aes_ccm_192_cpu = {OB_UPTO_ANY, 1, 265, 3072, 265, 3072};
static const struct ob_price price_aes_ccm_192_dma = {OB_UPTO_ANY, 1, 285, 1533, 285, 1533};
static const struct ob_price price_aes_ccm_256_cpu = {OB_UPTO_ANY, 1, 279, 3328, 279, 3328};
static const struct ob_price price_aes_ccm_256_dma = {OB_UPTO_ANY, 1, 289, 1790, 289, 1790};
static const struct ob_price price_sm4_gcm_cpu = {OB_UPTO_ANY, 82, 234, 3584, 234, 3584};
static const struct ob_price price_sm4_gcm_dma = {OB_UPTO_ANY, 70, 252, 2049, 252, 2049};

#endif
