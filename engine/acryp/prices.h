/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: prices in cycles, made by bench/acryp.py --prices from the figures of the simulated block with what the
 * driver adds; do not edit. */
#ifndef OUTBOARD_ENGINE_ACRYP_PRICES_H
#define OUTBOARD_ENGINE_ACRYP_PRICES_H

#include <outboard/engine.h>

static const struct ob_price price_rsa_generate = {OB_UPTO_ANY, 100, 60000000, 0, 60000000, 0};
static const struct ob_price price_rsa_public_2048 = {OB_UPTO_ANY, 100, 65139, 0, 65139, 0};
static const struct ob_price price_rsa_private_2048 = {OB_UPTO_ANY, 100, 1176458, 0, 1176458, 0};
static const struct ob_price price_rsa_private_3072 = {OB_UPTO_ANY, 100, 3425340, 0, 3425340, 0};
static const struct ob_price price_rsa_public_4096 = {OB_UPTO_ANY, 100, 192819, 0, 192819, 0};
static const struct ob_price price_rsa_private_4096 = {OB_UPTO_ANY, 100, 7857320, 0, 7857320, 0};
static const struct ob_price price_rsa_public_8192 = {OB_UPTO_ANY, 100, 691242, 0, 691242, 0};
static const struct ob_price price_rsa_private_8192 = {OB_UPTO_ANY, 100, 57073142, 0, 57073142, 0};
static const struct ob_price price_p192_sign = {OB_UPTO_ANY, 100, 66131, 0, 66131, 0};
static const struct ob_price price_p192_verify = {OB_UPTO_ANY, 100, 131152, 0, 131152, 0};
static const struct ob_price price_p192_derive = {OB_UPTO_ANY, 100, 140665, 0, 140665, 0};
static const struct ob_price price_p224_sign = {OB_UPTO_ANY, 100, 89819, 0, 89819, 0};
static const struct ob_price price_p224_verify = {OB_UPTO_ANY, 100, 192030, 0, 192030, 0};
static const struct ob_price price_p224_derive = {OB_UPTO_ANY, 100, 213215, 0, 213215, 0};
static const struct ob_price price_p256_sign = {OB_UPTO_ANY, 100, 93170, 0, 93170, 0};
static const struct ob_price price_p256_verify = {OB_UPTO_ANY, 100, 183315, 0, 183315, 0};
static const struct ob_price price_p256_derive = {OB_UPTO_ANY, 100, 203159, 0, 203159, 0};
static const struct ob_price price_p384_sign = {OB_UPTO_ANY, 100, 208288, 0, 208288, 0};
static const struct ob_price price_p384_verify = {OB_UPTO_ANY, 100, 494240, 0, 494240, 0};
static const struct ob_price price_p384_derive = {OB_UPTO_ANY, 100, 622043, 0, 622043, 0};
static const struct ob_price price_p521_sign = {OB_UPTO_ANY, 100, 373575, 0, 373575, 0};
static const struct ob_price price_p521_verify = {OB_UPTO_ANY, 100, 920246, 0, 920246, 0};
static const struct ob_price price_p521_derive = {OB_UPTO_ANY, 100, 1193860, 0, 1193860, 0};
static const struct ob_price price_k192_sign = {OB_UPTO_ANY, 100, 71012, 0, 71012, 0};
static const struct ob_price price_k192_verify = {OB_UPTO_ANY, 100, 137106, 0, 137106, 0};
static const struct ob_price price_k192_derive = {OB_UPTO_ANY, 100, 160731, 0, 160731, 0};
static const struct ob_price price_k224_sign = {OB_UPTO_ANY, 100, 102189, 0, 102189, 0};
static const struct ob_price price_k224_verify = {OB_UPTO_ANY, 100, 203278, 0, 203278, 0};
static const struct ob_price price_k224_derive = {OB_UPTO_ANY, 100, 260643, 0, 260643, 0};
static const struct ob_price price_k256_sign = {OB_UPTO_ANY, 100, 110358, 0, 110358, 0};
static const struct ob_price price_k256_verify = {OB_UPTO_ANY, 100, 227285, 0, 227285, 0};
static const struct ob_price price_k256_derive = {OB_UPTO_ANY, 100, 284121, 0, 284121, 0};
static const struct ob_price price_b256_sign = {OB_UPTO_ANY, 100, 110358, 0, 110358, 0};
static const struct ob_price price_b256_verify = {OB_UPTO_ANY, 100, 227285, 0, 227285, 0};
static const struct ob_price price_b256_derive = {OB_UPTO_ANY, 100, 284121, 0, 284121, 0};
static const struct ob_price price_b384_sign = {OB_UPTO_ANY, 100, 246498, 0, 246498, 0};
static const struct ob_price price_b384_verify = {OB_UPTO_ANY, 100, 546595, 0, 546595, 0};
static const struct ob_price price_b384_derive = {OB_UPTO_ANY, 100, 754900, 0, 754900, 0};
static const struct ob_price price_b512_sign = {OB_UPTO_ANY, 100, 492708, 0, 492708, 0};
static const struct ob_price price_b512_verify = {OB_UPTO_ANY, 100, 1132041, 0, 1132041, 0};
static const struct ob_price price_b512_derive = {OB_UPTO_ANY, 100, 1620913, 0, 1620913, 0};
static const struct ob_price price_sm2_sign = {OB_UPTO_ANY, 100, 113717, 0, 113717, 0};
static const struct ob_price price_sm2_verify = {OB_UPTO_ANY, 100, 206064, 0, 206064, 0};
static const struct ob_price price_x25519_derive = {OB_UPTO_ANY, 100, 112008, 0, 112008, 0};
static const struct ob_price price_x448_derive = {OB_UPTO_ANY, 100, 410863, 0, 410863, 0};
static const struct ob_price price_ed25519_sign = {OB_UPTO_ANY, 100, 93552, 0, 93552, 0};
static const struct ob_price price_ed25519_verify = {OB_UPTO_ANY, 100, 276199, 0, 276199, 0};
static const struct ob_price price_ed448_sign = {OB_UPTO_ANY, 100, 236291, 0, 236291, 0};
static const struct ob_price price_ed448_verify = {OB_UPTO_ANY, 100, 743892, 0, 743892, 0};

#endif
