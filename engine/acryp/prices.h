/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: prices in cycles, from the figures of the simulated block (hw/acryp/README.md) with an allowance for
 * the driver. They are those of polling, during which the CPU is not free. */
#ifndef OUTBOARD_ENGINE_ACRYP_PRICES_H
#define OUTBOARD_ENGINE_ACRYP_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_rsa_public_2048 = {OB_UPTO_ANY, 100, 48000, 0, 48000, 0};
static const struct ob_price price_rsa_public_4096 = {OB_UPTO_ANY, 100, 165000, 0, 165000, 0};
static const struct ob_price price_rsa_public_8192 = {OB_UPTO_ANY, 100, 600000, 0, 600000, 0};
static const struct ob_price price_rsa_private_2048 = {OB_UPTO_ANY, 100, 1160000, 0, 1160000, 0};
static const struct ob_price price_rsa_private_3072 = {OB_UPTO_ANY, 100, 3420000, 0, 3420000, 0};
static const struct ob_price price_rsa_private_4096 = {OB_UPTO_ANY, 100, 7850000, 0, 7850000, 0};
static const struct ob_price price_rsa_private_8192 = {OB_UPTO_ANY, 100, 61500000, 0, 61500000, 0};
static const struct ob_price price_rsa_generate = {OB_UPTO_ANY, 100, 60000000, 0, 60000000, 0};
static const struct ob_price price_p192_sign = {OB_UPTO_ANY, 100, 95000, 0, 95000, 0};
static const struct ob_price price_p192_verify = {OB_UPTO_ANY, 100, 120000, 0, 120000, 0};
static const struct ob_price price_p192_derive = {OB_UPTO_ANY, 100, 82650, 0, 82650, 0};
static const struct ob_price price_p224_sign = {OB_UPTO_ANY, 100, 125000, 0, 125000, 0};
static const struct ob_price price_p224_verify = {OB_UPTO_ANY, 100, 160000, 0, 160000, 0};
static const struct ob_price price_p224_derive = {OB_UPTO_ANY, 100, 108750, 0, 108750, 0};
static const struct ob_price price_p256_sign = {OB_UPTO_ANY, 100, 190000, 0, 190000, 0};
static const struct ob_price price_p256_verify = {OB_UPTO_ANY, 100, 235000, 0, 235000, 0};
static const struct ob_price price_p256_derive = {OB_UPTO_ANY, 100, 165300, 0, 165300, 0};
static const struct ob_price price_p384_sign = {OB_UPTO_ANY, 100, 565000, 0, 565000, 0};
static const struct ob_price price_p384_verify = {OB_UPTO_ANY, 100, 700000, 0, 700000, 0};
static const struct ob_price price_p384_derive = {OB_UPTO_ANY, 100, 491550, 0, 491550, 0};
static const struct ob_price price_p521_sign = {OB_UPTO_ANY, 100, 1100000, 0, 1100000, 0};
static const struct ob_price price_p521_verify = {OB_UPTO_ANY, 100, 1360000, 0, 1360000, 0};
static const struct ob_price price_p521_derive = {OB_UPTO_ANY, 100, 957000, 0, 957000, 0};
static const struct ob_price price_k192_sign = {OB_UPTO_ANY, 100, 110000, 0, 110000, 0};
static const struct ob_price price_k192_verify = {OB_UPTO_ANY, 100, 140000, 0, 140000, 0};
static const struct ob_price price_k192_derive = {OB_UPTO_ANY, 100, 95700, 0, 95700, 0};
static const struct ob_price price_k224_sign = {OB_UPTO_ANY, 100, 150000, 0, 150000, 0};
static const struct ob_price price_k224_verify = {OB_UPTO_ANY, 100, 185000, 0, 185000, 0};
static const struct ob_price price_k224_derive = {OB_UPTO_ANY, 100, 130500, 0, 130500, 0};
static const struct ob_price price_k256_sign = {OB_UPTO_ANY, 100, 180000, 0, 180000, 0};
static const struct ob_price price_k256_verify = {OB_UPTO_ANY, 100, 220000, 0, 220000, 0};
static const struct ob_price price_k256_derive = {OB_UPTO_ANY, 100, 156600, 0, 156600, 0};
static const struct ob_price price_b256_sign = {OB_UPTO_ANY, 100, 255000, 0, 255000, 0};
static const struct ob_price price_b256_verify = {OB_UPTO_ANY, 100, 310000, 0, 310000, 0};
static const struct ob_price price_b256_derive = {OB_UPTO_ANY, 100, 221850, 0, 221850, 0};
static const struct ob_price price_b384_sign = {OB_UPTO_ANY, 100, 720000, 0, 720000, 0};
static const struct ob_price price_b384_verify = {OB_UPTO_ANY, 100, 890000, 0, 890000, 0};
static const struct ob_price price_b384_derive = {OB_UPTO_ANY, 100, 626400, 0, 626400, 0};
static const struct ob_price price_b512_sign = {OB_UPTO_ANY, 100, 1500000, 0, 1500000, 0};
static const struct ob_price price_b512_verify = {OB_UPTO_ANY, 100, 1800000, 0, 1800000, 0};
static const struct ob_price price_b512_derive = {OB_UPTO_ANY, 100, 1305000, 0, 1305000, 0};
static const struct ob_price price_ed25519_sign = {OB_UPTO_ANY, 100, 150000, 0, 150000, 0};
static const struct ob_price price_ed25519_verify = {OB_UPTO_ANY, 100, 215000, 0, 215000, 0};
static const struct ob_price price_ed448_sign = {OB_UPTO_ANY, 100, 520000, 0, 520000, 0};
static const struct ob_price price_ed448_verify = {OB_UPTO_ANY, 100, 740000, 0, 740000, 0};
static const struct ob_price price_sm2_sign = {OB_UPTO_ANY, 100, 200000, 0, 200000, 0};
static const struct ob_price price_sm2_verify = {OB_UPTO_ANY, 100, 240000, 0, 240000, 0};
static const struct ob_price price_x25519_derive = {OB_UPTO_ANY, 100, 110000, 0, 110000, 0};
static const struct ob_price price_x448_derive = {OB_UPTO_ANY, 100, 408000, 0, 408000, 0};

#endif
