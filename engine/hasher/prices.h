/* SPDX-License-Identifier: Apache-2.0 */
/* Engine hasher: prices in cycles. */
#ifndef OUTBOARD_ENGINE_HASHER_PRICES_H
#define OUTBOARD_ENGINE_HASHER_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_md5_cpu = {OB_UPTO_ANY, 1, 300, 1800, 300, 1800};
static const struct ob_price price_md5_dma = {OB_UPTO_ANY, 1, 400, 550, 400, 550};
static const struct ob_price price_sha1_cpu = {OB_UPTO_ANY, 1, 300, 1800, 300, 1800};
static const struct ob_price price_sha1_dma = {OB_UPTO_ANY, 1, 400, 550, 400, 550};
static const struct ob_price price_sha256_cpu = {OB_UPTO_ANY, 1, 300, 1800, 300, 1800};
static const struct ob_price price_sha256_dma = {OB_UPTO_ANY, 1, 400, 550, 400, 550};
static const struct ob_price price_sha512_cpu = {OB_UPTO_ANY, 1, 300, 1800, 300, 1800};
static const struct ob_price price_sha512_dma = {OB_UPTO_ANY, 1, 400, 550, 400, 550};
static const struct ob_price price_sm3_cpu = {OB_UPTO_ANY, 1, 300, 1800, 300, 1800};
static const struct ob_price price_sm3_dma = {OB_UPTO_ANY, 1, 400, 550, 400, 550};
static const struct ob_price price_hmac_md5_cpu = {OB_UPTO_ANY, 1, 600, 1800, 600, 1800};
static const struct ob_price price_hmac_md5_dma = {OB_UPTO_ANY, 1, 700, 550, 700, 550};
static const struct ob_price price_hmac_sha1_cpu = {OB_UPTO_ANY, 1, 600, 1800, 600, 1800};
static const struct ob_price price_hmac_sha1_dma = {OB_UPTO_ANY, 1, 700, 550, 700, 550};
static const struct ob_price price_hmac_sha256_cpu = {OB_UPTO_ANY, 1, 600, 1800, 600, 1800};
static const struct ob_price price_hmac_sha256_dma = {OB_UPTO_ANY, 1, 700, 550, 700, 550};
static const struct ob_price price_hmac_sha512_cpu = {OB_UPTO_ANY, 1, 600, 1800, 600, 1800};
static const struct ob_price price_hmac_sha512_dma = {OB_UPTO_ANY, 1, 700, 550, 700, 550};
static const struct ob_price price_hmac_sm3_cpu = {OB_UPTO_ANY, 1, 600, 1800, 600, 1800};
static const struct ob_price price_hmac_sm3_dma = {OB_UPTO_ANY, 1, 700, 550, 700, 550};

#endif
