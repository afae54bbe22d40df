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
static const struct ob_price price_p192_sign = {OB_UPTO_ANY, 100, 66122, 0, 66122, 0};
static const struct ob_price price_p192_verify = {OB_UPTO_ANY, 100, 131143, 0, 131143, 0};
static const struct ob_price price_p192_derive = {OB_UPTO_ANY, 100, 140662, 0, 140662, 0};
static const struct ob_price price_p224_sign = {OB_UPTO_ANY, 100, 89816, 0, 89816, 0};
static const struct ob_price price_p224_verify = {OB_UPTO_ANY, 100, 192027, 0, 192027, 0};
static const struct ob_price price_p224_derive = {OB_UPTO_ANY, 100, 213214, 0, 213214, 0};
static const struct ob_price price_p256_sign = {OB_UPTO_ANY, 100, 93167, 0, 93167, 0};
static const struct ob_price price_p256_verify = {OB_UPTO_ANY, 100, 183312, 0, 183312, 0};
static const struct ob_price price_p256_derive = {OB_UPTO_ANY, 100, 203158, 0, 203158, 0};
static const struct ob_price price_p384_sign = {OB_UPTO_ANY, 100, 208279, 0, 208279, 0};
static const struct ob_price price_p384_verify = {OB_UPTO_ANY, 100, 494231, 0, 494231, 0};
static const struct ob_price price_p384_derive = {OB_UPTO_ANY, 100, 622040, 0, 622040, 0};
static const struct ob_price price_p521_sign = {OB_UPTO_ANY, 100, 373554, 0, 373554, 0};
static const struct ob_price price_p521_verify = {OB_UPTO_ANY, 100, 920225, 0, 920225, 0};
static const struct ob_price price_p521_derive = {OB_UPTO_ANY, 100, 1193853, 0, 1193853, 0};
static const struct ob_price price_k192_sign = {OB_UPTO_ANY, 100, 71003, 0, 71003, 0};
static const struct ob_price price_k192_verify = {OB_UPTO_ANY, 100, 137097, 0, 137097, 0};
static const struct ob_price price_k192_derive = {OB_UPTO_ANY, 100, 160728, 0, 160728, 0};
static const struct ob_price price_k224_sign = {OB_UPTO_ANY, 100, 102186, 0, 102186, 0};
static const struct ob_price price_k224_verify = {OB_UPTO_ANY, 100, 203275, 0, 203275, 0};
static const struct ob_price price_k224_derive = {OB_UPTO_ANY, 100, 260642, 0, 260642, 0};
static const struct ob_price price_k256_sign = {OB_UPTO_ANY, 100, 110355, 0, 110355, 0};
static const struct ob_price price_k256_verify = {OB_UPTO_ANY, 100, 227282, 0, 227282, 0};
static const struct ob_price price_k256_derive = {OB_UPTO_ANY, 100, 284120, 0, 284120, 0};
static const struct ob_price price_b256_sign = {OB_UPTO_ANY, 100, 110355, 0, 110355, 0};
static const struct ob_price price_b256_verify = {OB_UPTO_ANY, 100, 227282, 0, 227282, 0};
static const struct ob_price price_b256_derive = {OB_UPTO_ANY, 100, 284120, 0, 284120, 0};
static const struct ob_price price_b384_sign = {OB_UPTO_ANY, 100, 246489, 0, 246489, 0};
static const struct ob_price price_b384_verify = {OB_UPTO_ANY, 100, 546586, 0, 546586, 0};
static const struct ob_price price_b384_derive = {OB_UPTO_ANY, 100, 754897, 0, 754897, 0};
static const struct ob_price price_b512_sign = {OB_UPTO_ANY, 100, 492687, 0, 492687, 0};
static const struct ob_price price_b512_verify = {OB_UPTO_ANY, 100, 1132020, 0, 1132020, 0};
static const struct ob_price price_b512_derive = {OB_UPTO_ANY, 100, 1620906, 0, 1620906, 0};
static const struct ob_price price_sm2_sign = {OB_UPTO_ANY, 100, 113714, 0, 113714, 0};
static const struct ob_price price_sm2_verify = {OB_UPTO_ANY, 100, 206063, 0, 206063, 0};
static const struct ob_price price_x25519_derive = {OB_UPTO_ANY, 100, 112007, 0, 112007, 0};
static const struct ob_price price_x448_derive = {OB_UPTO_ANY, 100, 410858, 0, 410858, 0};
static const struct ob_price price_ed25519_sign = {OB_UPTO_ANY, 100, 93547, 0, 93547, 0};
static const struct ob_price price_ed25519_verify = {OB_UPTO_ANY, 100, 276190, 0, 276190, 0};
static const struct ob_price price_ed448_sign = {OB_UPTO_ANY, 100, 236266, 0, 236266, 0};
static const struct ob_price price_ed448_verify = {OB_UPTO_ANY, 100, 743857, 0, 743857, 0};

#endif
