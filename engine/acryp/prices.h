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
static const struct ob_price price_p192_sign = {OB_UPTO_ANY, 100, 63936, 0, 63936, 0};
static const struct ob_price price_p192_verify = {OB_UPTO_ANY, 100, 121291, 0, 121291, 0};
static const struct ob_price price_p192_derive = {OB_UPTO_ANY, 100, 128043, 0, 128043, 0};
static const struct ob_price price_p224_sign = {OB_UPTO_ANY, 100, 85198, 0, 85198, 0};
static const struct ob_price price_p224_verify = {OB_UPTO_ANY, 100, 175667, 0, 175667, 0};
static const struct ob_price price_p224_derive = {OB_UPTO_ANY, 100, 203496, 0, 203496, 0};
static const struct ob_price price_p256_sign = {OB_UPTO_ANY, 100, 88124, 0, 88124, 0};
static const struct ob_price price_p256_verify = {OB_UPTO_ANY, 100, 172858, 0, 172858, 0};
static const struct ob_price price_p256_derive = {OB_UPTO_ANY, 100, 181742, 0, 181742, 0};
static const struct ob_price price_p384_sign = {OB_UPTO_ANY, 100, 203509, 0, 203509, 0};
static const struct ob_price price_p384_verify = {OB_UPTO_ANY, 100, 464836, 0, 464836, 0};
static const struct ob_price price_p384_derive = {OB_UPTO_ANY, 100, 612051, 0, 612051, 0};
static const struct ob_price price_p521_sign = {OB_UPTO_ANY, 100, 272926, 0, 272926, 0};
static const struct ob_price price_p521_verify = {OB_UPTO_ANY, 100, 631988, 0, 631988, 0};
static const struct ob_price price_p521_derive = {OB_UPTO_ANY, 100, 798616, 0, 798616, 0};
static const struct ob_price price_k192_sign = {OB_UPTO_ANY, 100, 63431, 0, 63431, 0};
static const struct ob_price price_k192_verify = {OB_UPTO_ANY, 100, 118317, 0, 118317, 0};
static const struct ob_price price_k192_derive = {OB_UPTO_ANY, 100, 128829, 0, 128829, 0};
static const struct ob_price price_k224_sign = {OB_UPTO_ANY, 100, 98922, 0, 98922, 0};
static const struct ob_price price_k224_verify = {OB_UPTO_ANY, 100, 189899, 0, 189899, 0};
static const struct ob_price price_k224_derive = {OB_UPTO_ANY, 100, 245884, 0, 245884, 0};
static const struct ob_price price_k256_sign = {OB_UPTO_ANY, 100, 91121, 0, 91121, 0};
static const struct ob_price price_k256_verify = {OB_UPTO_ANY, 100, 179831, 0, 179831, 0};
static const struct ob_price price_k256_derive = {OB_UPTO_ANY, 100, 199806, 0, 199806, 0};
static const struct ob_price price_b256_sign = {OB_UPTO_ANY, 100, 106682, 0, 106682, 0};
static const struct ob_price price_b256_verify = {OB_UPTO_ANY, 100, 211926, 0, 211926, 0};
static const struct ob_price price_b256_derive = {OB_UPTO_ANY, 100, 267981, 0, 267981, 0};
static const struct ob_price price_b384_sign = {OB_UPTO_ANY, 100, 244211, 0, 244211, 0};
static const struct ob_price price_b384_verify = {OB_UPTO_ANY, 100, 518661, 0, 518661, 0};
static const struct ob_price price_b384_derive = {OB_UPTO_ANY, 100, 744698, 0, 744698, 0};
static const struct ob_price price_b512_sign = {OB_UPTO_ANY, 100, 492585, 0, 492585, 0};
static const struct ob_price price_b512_verify = {OB_UPTO_ANY, 100, 1099546, 0, 1099546, 0};
static const struct ob_price price_b512_derive = {OB_UPTO_ANY, 100, 1620474, 0, 1620474, 0};
static const struct ob_price price_sm2_sign = {OB_UPTO_ANY, 100, 108517, 0, 108517, 0};
static const struct ob_price price_sm2_verify = {OB_UPTO_ANY, 100, 187395, 0, 187395, 0};
static const struct ob_price price_x25519_derive = {OB_UPTO_ANY, 100, 74581, 0, 74581, 0};
static const struct ob_price price_x448_derive = {OB_UPTO_ANY, 100, 363852, 0, 363852, 0};
static const struct ob_price price_ed25519_sign = {OB_UPTO_ANY, 100, 81140, 0, 81140, 0};
static const struct ob_price price_ed25519_verify = {OB_UPTO_ANY, 100, 220833, 0, 220833, 0};
static const struct ob_price price_ed448_sign = {OB_UPTO_ANY, 100, 231703, 0, 231703, 0};
static const struct ob_price price_ed448_verify = {OB_UPTO_ANY, 100, 733921, 0, 733921, 0};

#endif
