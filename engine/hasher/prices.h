/* SPDX-License-Identifier: Apache-2.0 */
/* Engine hasher: prices in cycles, made from simulated RTL by test/price/block_prices.c; do not edit. */
#ifndef OUTBOARD_ENGINE_HASHER_PRICES_H
#define OUTBOARD_ENGINE_HASHER_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_md5_cpu = {OB_UPTO_ANY, 1, 231, 1392, 231, 1392};
static const struct ob_price price_md5_dma = {OB_UPTO_ANY, 1, 260, 525, 260, 525};
static const struct ob_price price_sha1_cpu = {OB_UPTO_ANY, 1, 252, 1423, 252, 1423};
static const struct ob_price price_sha1_dma = {OB_UPTO_ANY, 1, 261, 657, 261, 657};
static const struct ob_price price_sha256_cpu = {OB_UPTO_ANY, 1, 239, 1392, 239, 1392};
static const struct ob_price price_sha256_dma = {OB_UPTO_ANY, 1, 259, 528, 259, 528};
static const struct ob_price price_sha512_cpu = {OB_UPTO_ANY, 1, 249, 1342, 249, 1342};
static const struct ob_price price_sha512_dma = {OB_UPTO_ANY, 1, 282, 332, 282, 332};
static const struct ob_price price_sm3_cpu = {OB_UPTO_ANY, 1, 249, 1392, 249, 1392};
static const struct ob_price price_sm3_dma = {OB_UPTO_ANY, 1, 268, 558, 268, 558};
static const struct ob_price price_hmac_md5_cpu = {OB_UPTO_ANY, 36, 311, 1392, 311, 1392};
static const struct ob_price price_hmac_md5_dma = {OB_UPTO_ANY, 52, 339, 528, 339, 528};
static const struct ob_price price_hmac_sha1_cpu = {OB_UPTO_ANY, 36, 352, 1423, 352, 1423};
static const struct ob_price price_hmac_sha1_dma = {OB_UPTO_ANY, 42, 382, 655, 382, 655};
static const struct ob_price price_hmac_sha256_cpu = {OB_UPTO_ANY, 36, 319, 1392, 319, 1392};
static const struct ob_price price_hmac_sha256_dma = {OB_UPTO_ANY, 52, 349, 528, 349, 528};
static const struct ob_price price_hmac_sha512_cpu = {OB_UPTO_ANY, 56, 349, 1342, 349, 1342};
static const struct ob_price price_hmac_sha512_dma = {OB_UPTO_ANY, 72, 382, 332, 382, 332};
static const struct ob_price price_hmac_sm3_cpu = {OB_UPTO_ANY, 36, 329, 1393, 329, 1393};
static const struct ob_price price_hmac_sm3_dma = {OB_UPTO_ANY, 52, 357, 561, 357, 561};

#endif
