/* SPDX-License-Identifier: Apache-2.0 */
/* Engine hasher: prices in cycles, made from simulated RTL by test/price/block_prices.c; do not edit. */
#ifndef OUTBOARD_ENGINE_HASHER_PRICES_H
#define OUTBOARD_ENGINE_HASHER_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_md5_cpu = {OB_UPTO_ANY, 1, 435, 956, 435, 956};
static const struct ob_price price_md5_dma = {OB_UPTO_ANY, 1, 365, 525, 365, 525};
static const struct ob_price price_sha1_cpu = {OB_UPTO_ANY, 1, 455, 988, 455, 988};
static const struct ob_price price_sha1_dma = {OB_UPTO_ANY, 1, 366, 657, 366, 657};
static const struct ob_price price_sha256_cpu = {OB_UPTO_ANY, 1, 443, 956, 443, 956};
static const struct ob_price price_sha256_dma = {OB_UPTO_ANY, 1, 364, 528, 364, 528};
static const struct ob_price price_sha512_cpu = {OB_UPTO_ANY, 1, 452, 907, 452, 907};
static const struct ob_price price_sha512_dma = {OB_UPTO_ANY, 1, 387, 332, 387, 332};
static const struct ob_price price_sm3_cpu = {OB_UPTO_ANY, 1, 443, 956, 443, 956};
static const struct ob_price price_sm3_dma = {OB_UPTO_ANY, 1, 373, 558, 373, 558};
static const struct ob_price price_hmac_md5_cpu = {OB_UPTO_ANY, 40, 517, 954, 517, 954};
static const struct ob_price price_hmac_md5_dma = {OB_UPTO_ANY, 52, 444, 528, 444, 528};
static const struct ob_price price_hmac_sha1_cpu = {OB_UPTO_ANY, 40, 557, 988, 557, 988};
static const struct ob_price price_hmac_sha1_dma = {OB_UPTO_ANY, 42, 487, 655, 487, 655};
static const struct ob_price price_hmac_sha256_cpu = {OB_UPTO_ANY, 40, 525, 957, 525, 957};
static const struct ob_price price_hmac_sha256_dma = {OB_UPTO_ANY, 52, 454, 528, 454, 528};
static const struct ob_price price_hmac_sha512_cpu = {OB_UPTO_ANY, 60, 554, 907, 554, 907};
static const struct ob_price price_hmac_sha512_dma = {OB_UPTO_ANY, 72, 487, 332, 487, 332};
static const struct ob_price price_hmac_sm3_cpu = {OB_UPTO_ANY, 40, 535, 957, 535, 957};
static const struct ob_price price_hmac_sm3_dma = {OB_UPTO_ANY, 52, 462, 561, 462, 561};

#endif
