/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: the curves that it serves. */
#include "algo/curves.h"
#include "engine/ltc/pk.h"

#if OB_WITH_PK

static const struct obi_ltc_curve curves[] = {
    {OB_SECP192R1, 24, 192, obi_curve_secp192r1},
    {OB_SECP224R1, 28, 224, obi_curve_secp224r1},
    {OB_SECP256R1, 32, 256, obi_curve_secp256r1},
    {OB_SECP384R1, 48, 384, obi_curve_secp384r1},
    {OB_SECP256K1, 32, 256, obi_curve_secp256k1},
    {OB_BRAINPOOLP256R1, 32, 256, obi_curve_brainpoolp256r1},
    {OB_BRAINPOOLP384R1, 48, 384, obi_curve_brainpoolp384r1},
    {OB_BRAINPOOLP512R1, 64, 512, obi_curve_brainpoolp512r1},
};

const struct obi_ltc_curve *obi_ltc_curve(uint8_t curve)
{
    for (unsigned i = 0; i < sizeof curves / sizeof curves[0]; i++)
        if (curves[i].curve == curve)
            return &curves[i];
    return NULL;
}

#endif
