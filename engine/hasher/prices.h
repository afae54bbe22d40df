/* SPDX-License-Identifier: Apache-2.0 */
/* Engine hasher: prices in cycles, made from simulated RTL by test/price/block_prices.c; do not edit. */
#ifndef OUTBOARD_ENGINE_HASHER_PRICES_H
#define OUTBOARD_ENGINE_HASHER_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_md5_cpu = {OB_UPTO_ANY, 1, 431, 956, 431, 956};
static const struct ob_price price_md5_dma = {OB_UPTO_ANY, 1, 365, 525, 365, 525};
static const struct ob_price price_sha1_cpu = {OB_UPTO_ANY, 1, 451, 988, 451, 988};
static const struct ob_price price_sha1_dma = {OB_UPTO_ANY, 1, 366, 657, 366, 657};
static const struct ob_price price_sha256_cpu = {OB_UPTO_ANY, 1, 439, 956, 439, 956};
static const struct ob_price price_sha256_dma = {OB_UPTO_ANY, 1, 364, 528, 364, 528};
static const struct ob_price price_sha512_cpu = {OB_UPTO_ANY, 1, 448, 907, 448, 907};
static const struct ob_price price_sha512_dma = {OB_UPTO_ANY, 1, 387, 332, 387, 332};
static const struct ob_price price_sm3_cpu = {OB_UPTO_ANY, 1, 449, 956, 449, 956};
static const struct ob_price price_sm3_dma = {OB_UPTO_ANY, 1, 373, 558, 373, 558};
static const struct ob_price price_hmac_md5_cpu = {OB_UPTO_ANY, 36, 511, 957, 511, 957};
static const struct ob_price price_hmac_md5_dma = {OB_UPTO_ANY, 52, 444, 528, 444, 528};
static const struct ob_price price_hmac_sha1_cpu = {OB_UPTO_ANY, 36, 551, 988, 551, 988};
static const struct ob_price price_hmac_sha1_dma = {OB_UPTO_ANY, 42, 487, 655, 487, 655};
static const struct ob_price price_hmac_sha256_cpu = {OB_UPTO_ANY, 36, 519, 957, 519, 957};
static const struct ob_price price_hmac_sha256_dma = {OB_UPTO_ANY, 52, 454, 528, 454, 528};
static const struct ob_price price_hmac_sha512_cpu = {OB_UPTO_ANY, 56, 548, 907, 548, 907};
static const struct ob_price price_hmac_sha512_dma = {OB_UPTO_ANY, 72, 487, 332, 487, 332};
static const struct ob_price price_hmac_sm3_cpu = {OB_UPTO_ANY, 36, 529, 957, 529, 957};
static const struct ob_price price_hmac_sm3_dma = {OB_UPTO_ANY, 52, 462, 561, 462, 561};

#endif
