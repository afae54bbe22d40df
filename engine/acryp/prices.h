/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: prices in cycles, made by bench/acryp.py --prices from the figures of the simulated block with what the
 * driver adds; do not edit. */
#ifndef OUTBOARD_ENGINE_ACRYP_PRICES_H
#define OUTBOARD_ENGINE_ACRYP_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_rsa_generate = {OB_UPTO_ANY, 100, 60000000, 0, 60000000, 0};
static const struct ob_price price_rsa_public_2048 = {OB_UPTO_ANY, 100, 65044, 0, 65044, 0};
static const struct ob_price price_rsa_private_2048 = {OB_UPTO_ANY, 100, 1176165, 0, 1176165, 0};
static const struct ob_price price_rsa_private_3072 = {OB_UPTO_ANY, 100, 3425013, 0, 3425013, 0};
static const struct ob_price price_rsa_public_4096 = {OB_UPTO_ANY, 100, 192720, 0, 192720, 0};
static const struct ob_price price_rsa_private_4096 = {OB_UPTO_ANY, 100, 7856947, 0, 7856947, 0};
static const struct ob_price price_rsa_public_8192 = {OB_UPTO_ANY, 100, 691139, 0, 691139, 0};
static const struct ob_price price_rsa_private_8192 = {OB_UPTO_ANY, 100, 57037236, 0, 57037236, 0};
static const struct ob_price price_p192_sign = {OB_UPTO_ANY, 100, 65639, 0, 65639, 0};
static const struct ob_price price_p192_verify = {OB_UPTO_ANY, 100, 123885, 0, 123885, 0};
static const struct ob_price price_p192_derive = {OB_UPTO_ANY, 100, 134938, 0, 134938, 0};
static const struct ob_price price_p224_sign = {OB_UPTO_ANY, 100, 88010, 0, 88010, 0};
static const struct ob_price price_p224_verify = {OB_UPTO_ANY, 100, 181856, 0, 181856, 0};
static const struct ob_price price_p224_derive = {OB_UPTO_ANY, 100, 205557, 0, 205557, 0};
static const struct ob_price price_p256_sign = {OB_UPTO_ANY, 100, 91838, 0, 91838, 0};
static const struct ob_price price_p256_verify = {OB_UPTO_ANY, 100, 177773, 0, 177773, 0};
static const struct ob_price price_p256_derive = {OB_UPTO_ANY, 100, 195729, 0, 195729, 0};
static const struct ob_price price_p384_sign = {OB_UPTO_ANY, 100, 205413, 0, 205413, 0};
static const struct ob_price price_p384_verify = {OB_UPTO_ANY, 100, 487975, 0, 487975, 0};
static const struct ob_price price_p384_derive = {OB_UPTO_ANY, 100, 611482, 0, 611482, 0};
static const struct ob_price price_p521_sign = {OB_UPTO_ANY, 100, 373201, 0, 373201, 0};
static const struct ob_price price_p521_verify = {OB_UPTO_ANY, 100, 916474, 0, 916474, 0};
static const struct ob_price price_p521_derive = {OB_UPTO_ANY, 100, 1193068, 0, 1193068, 0};
static const struct ob_price price_k192_sign = {OB_UPTO_ANY, 100, 68067, 0, 68067, 0};
static const struct ob_price price_k192_verify = {OB_UPTO_ANY, 100, 128503, 0, 128503, 0};
static const struct ob_price price_k192_derive = {OB_UPTO_ANY, 100, 149721, 0, 149721, 0};
static const struct ob_price price_k224_sign = {OB_UPTO_ANY, 100, 99524, 0, 99524, 0};
static const struct ob_price price_k224_verify = {OB_UPTO_ANY, 100, 196380, 0, 196380, 0};
static const struct ob_price price_k224_derive = {OB_UPTO_ANY, 100, 250226, 0, 250226, 0};
static const struct ob_price price_k256_sign = {OB_UPTO_ANY, 100, 107379, 0, 107379, 0};
static const struct ob_price price_k256_verify = {OB_UPTO_ANY, 100, 219391, 0, 219391, 0};
static const struct ob_price price_k256_derive = {OB_UPTO_ANY, 100, 272757, 0, 272757, 0};
static const struct ob_price price_b256_sign = {OB_UPTO_ANY, 100, 107379, 0, 107379, 0};
static const struct ob_price price_b256_verify = {OB_UPTO_ANY, 100, 219391, 0, 219391, 0};
static const struct ob_price price_b256_derive = {OB_UPTO_ANY, 100, 272757, 0, 272757, 0};
static const struct ob_price price_b384_sign = {OB_UPTO_ANY, 100, 244077, 0, 244077, 0};
static const struct ob_price price_b384_verify = {OB_UPTO_ANY, 100, 536228, 0, 536228, 0};
static const struct ob_price price_b384_derive = {OB_UPTO_ANY, 100, 744459, 0, 744459, 0};
static const struct ob_price price_b512_sign = {OB_UPTO_ANY, 100, 492427, 0, 492427, 0};
static const struct ob_price price_b512_verify = {OB_UPTO_ANY, 100, 1128961, 0, 1128961, 0};
static const struct ob_price price_b512_derive = {OB_UPTO_ANY, 100, 1620136, 0, 1620136, 0};
static const struct ob_price price_sm2_sign = {OB_UPTO_ANY, 100, 111709, 0, 111709, 0};
static const struct ob_price price_sm2_verify = {OB_UPTO_ANY, 100, 194511, 0, 194511, 0};
static const struct ob_price price_x25519_derive = {OB_UPTO_ANY, 100, 108343, 0, 108343, 0};
static const struct ob_price price_x448_derive = {OB_UPTO_ANY, 100, 410377, 0, 410377, 0};
static const struct ob_price price_ed25519_sign = {OB_UPTO_ANY, 100, 92126, 0, 92126, 0};
static const struct ob_price price_ed25519_verify = {OB_UPTO_ANY, 100, 263785, 0, 263785, 0};
static const struct ob_price price_ed448_sign = {OB_UPTO_ANY, 100, 235516, 0, 235516, 0};
static const struct ob_price price_ed448_verify = {OB_UPTO_ANY, 100, 738723, 0, 738723, 0};

#endif
