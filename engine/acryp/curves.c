/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: the curves that it serves. */
#include "algo/curves.h"
#include "engine/acryp/internal.h"

#if OB_ACRYP_TABLES
#define TABLE(name) obi_acryp_table_##name
#else
#define TABLE(name) NULL
#endif

static const struct obi_acryp_curve curves[] = {
    {OB_SECP192R1, 24, 24, 192, 192, obi_curve_secp192r1, TABLE(secp192r1)},
    {OB_SECP224R1, 28, 28, 224, 224, obi_curve_secp224r1, TABLE(secp224r1)},
    {OB_SECP256R1, 32, 32, 256, 256, obi_curve_secp256r1, TABLE(secp256r1)},
    {OB_SECP384R1, 48, 48, 384, 384, obi_curve_secp384r1, TABLE(secp384r1)},
    {OB_SECP521R1, 66, 66, 521, 521, obi_curve_secp521r1, TABLE(secp521r1)},
    {OB_SECP192K1, 24, 24, 192, 192, obi_curve_secp192k1, TABLE(secp192k1)},
    {OB_SECP224K1, 28, 29, 224, 225, obi_curve_secp224k1, TABLE(secp224k1)},
    {OB_SECP256K1, 32, 32, 256, 256, obi_curve_secp256k1, TABLE(secp256k1)},
    {OB_BRAINPOOLP256R1, 32, 32, 256, 256, obi_curve_brainpoolp256r1, TABLE(brainpoolp256r1)},
    {OB_BRAINPOOLP384R1, 48, 48, 384, 384, obi_curve_brainpoolp384r1, TABLE(brainpoolp384r1)},
    {OB_BRAINPOOLP512R1, 64, 64, 512, 512, obi_curve_brainpoolp512r1, TABLE(brainpoolp512r1)},
    {OB_SM2_CURVE, 32, 32, 256, 256, obi_curve_sm2, TABLE(sm2)},
    {OB_X25519, 32, 32, 255, 255, obi_curve_x25519, NULL},
    {OB_X448, 56, 56, 448, 448, obi_curve_x448, NULL},
    {OB_ED25519, 32, 32, 255, 253, obi_curve_ed25519, TABLE(ed25519)},
    {OB_ED448, 56, 56, 448, 446, obi_curve_ed448, TABLE(ed448)},
};

const struct obi_acryp_curve *obi_acryp_curve(uint8_t curve)
{
    for (unsigned i = 0; i < sizeof curves / sizeof curves[0]; i++)
        if (curves[i].curve == curve)
            return &curves[i];
    return NULL;
}
