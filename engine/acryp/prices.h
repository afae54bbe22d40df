/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: prices in cycles, made by bench/acryp.py --prices from the figures of the simulated block with what the
 * driver adds; do not edit. */
#ifndef OUTBOARD_ENGINE_ACRYP_PRICES_H
#define OUTBOARD_ENGINE_ACRYP_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_rsa_generate = {OB_UPTO_ANY, 100, 60000000, 0, 60000000, 0};
static const struct ob_price price_rsa_public_2048 = {OB_UPTO_ANY, 100, 65151, 0, 65151, 0};
static const struct ob_price price_rsa_private_2048 = {OB_UPTO_ANY, 100, 1176444, 0, 1176444, 0};
static const struct ob_price price_rsa_private_3072 = {OB_UPTO_ANY, 100, 3425356, 0, 3425356, 0};
static const struct ob_price price_rsa_public_4096 = {OB_UPTO_ANY, 100, 192831, 0, 192831, 0};
static const struct ob_price price_rsa_private_4096 = {OB_UPTO_ANY, 100, 7857354, 0, 7857354, 0};
static const struct ob_price price_rsa_public_8192 = {OB_UPTO_ANY, 100, 691254, 0, 691254, 0};
static const struct ob_price price_rsa_private_8192 = {OB_UPTO_ANY, 100, 61394512, 0, 61394512, 0};
static const struct ob_price price_p192_sign = {OB_UPTO_ANY, 100, 130090, 0, 130090, 0};
static const struct ob_price price_p192_verify = {OB_UPTO_ANY, 100, 153076, 0, 153076, 0};
static const struct ob_price price_p192_derive = {OB_UPTO_ANY, 100, 109065, 0, 109065, 0};
static const struct ob_price price_p224_sign = {OB_UPTO_ANY, 100, 194215, 0, 194215, 0};
static const struct ob_price price_p224_verify = {OB_UPTO_ANY, 100, 231290, 0, 231290, 0};
static const struct ob_price price_p224_derive = {OB_UPTO_ANY, 100, 169858, 0, 169858, 0};
static const struct ob_price price_p256_sign = {OB_UPTO_ANY, 100, 191284, 0, 191284, 0};
static const struct ob_price price_p256_verify = {OB_UPTO_ANY, 100, 230301, 0, 230301, 0};
static const struct ob_price price_p256_derive = {OB_UPTO_ANY, 100, 166105, 0, 166105, 0};
static const struct ob_price price_p384_sign = {OB_UPTO_ANY, 100, 570834, 0, 570834, 0};
static const struct ob_price price_p384_verify = {OB_UPTO_ANY, 100, 695718, 0, 695718, 0};
static const struct ob_price price_p384_derive = {OB_UPTO_ANY, 100, 537403, 0, 537403, 0};
static const struct ob_price price_p521_sign = {OB_UPTO_ANY, 100, 1111775, 0, 1111775, 0};
static const struct ob_price price_p521_verify = {OB_UPTO_ANY, 100, 1358583, 0, 1358583, 0};
static const struct ob_price price_p521_derive = {OB_UPTO_ANY, 100, 1068432, 0, 1068432, 0};
static const struct ob_price price_k192_sign = {OB_UPTO_ANY, 100, 145292, 0, 145292, 0};
static const struct ob_price price_k192_verify = {OB_UPTO_ANY, 100, 171185, 0, 171185, 0};
static const struct ob_price price_k192_derive = {OB_UPTO_ANY, 100, 124267, 0, 124267, 0};
static const struct ob_price price_k224_sign = {OB_UPTO_ANY, 100, 233520, 0, 233520, 0};
static const struct ob_price price_k224_verify = {OB_UPTO_ANY, 100, 272985, 0, 272985, 0};
static const struct ob_price price_k224_derive = {OB_UPTO_ANY, 100, 207749, 0, 207749, 0};
static const struct ob_price price_k256_sign = {OB_UPTO_ANY, 100, 256406, 0, 256406, 0};
static const struct ob_price price_k256_verify = {OB_UPTO_ANY, 100, 303371, 0, 303371, 0};
static const struct ob_price price_k256_derive = {OB_UPTO_ANY, 100, 231227, 0, 231227, 0};
static const struct ob_price price_b256_sign = {OB_UPTO_ANY, 100, 256406, 0, 256406, 0};
static const struct ob_price price_b256_verify = {OB_UPTO_ANY, 100, 303371, 0, 303371, 0};
static const struct ob_price price_b256_derive = {OB_UPTO_ANY, 100, 231227, 0, 231227, 0};
static const struct ob_price price_b384_sign = {OB_UPTO_ANY, 100, 685003, 0, 685003, 0};
static const struct ob_price price_b384_verify = {OB_UPTO_ANY, 100, 823077, 0, 823077, 0};
static const struct ob_price price_b384_derive = {OB_UPTO_ANY, 100, 651572, 0, 651572, 0};
static const struct ob_price price_b512_sign = {OB_UPTO_ANY, 100, 1488374, 0, 1488374, 0};
static const struct ob_price price_b512_verify = {OB_UPTO_ANY, 100, 1799978, 0, 1799978, 0};
static const struct ob_price price_b512_derive = {OB_UPTO_ANY, 100, 1446093, 0, 1446093, 0};
static const struct ob_price price_sm2_sign = {OB_UPTO_ANY, 100, 232884, 0, 232884, 0};
static const struct ob_price price_sm2_verify = {OB_UPTO_ANY, 100, 250181, 0, 250181, 0};
static const struct ob_price price_x25519_derive = {OB_UPTO_ANY, 100, 112011, 0, 112011, 0};
static const struct ob_price price_x448_derive = {OB_UPTO_ANY, 100, 410856, 0, 410856, 0};
static const struct ob_price price_ed25519_sign = {OB_UPTO_ANY, 100, 167593, 0, 167593, 0};
static const struct ob_price price_ed25519_verify = {OB_UPTO_ANY, 100, 279255, 0, 279255, 0};
static const struct ob_price price_ed448_sign = {OB_UPTO_ANY, 100, 520443, 0, 520443, 0};
static const struct ob_price price_ed448_verify = {OB_UPTO_ANY, 100, 781663, 0, 781663, 0};

#endif
