/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of elliptic curves, as big-endian numbers one after the other. On short Weierstrass curves and Edwards
 * curves: p, a, b (Edwards: d), x and y of the base point, each as long as p, then the order of the base point. On
 * Montgomery curves: p and (A - 2) / 4. The source stands beside each (curves.c). */
#ifndef OBI_CURVES_H
#define OBI_CURVES_H

#include <stdint.h>

extern const uint8_t obi_curve_secp192r1[144];
extern const uint8_t obi_curve_secp224r1[168];
extern const uint8_t obi_curve_secp256r1[192];
extern const uint8_t obi_curve_secp384r1[288];
extern const uint8_t obi_curve_secp521r1[396];
extern const uint8_t obi_curve_secp192k1[144];
extern const uint8_t obi_curve_secp224k1[169];
extern const uint8_t obi_curve_secp256k1[192];
extern const uint8_t obi_curve_brainpoolp256r1[192];
extern const uint8_t obi_curve_brainpoolp384r1[288];
extern const uint8_t obi_curve_brainpoolp512r1[384];
extern const uint8_t obi_curve_sm2[192];
extern const uint8_t obi_curve_x25519[64];
extern const uint8_t obi_curve_x448[112];
extern const uint8_t obi_curve_ed25519[192];
extern const uint8_t obi_curve_ed448[336];

#endif
