/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: prices on a Cortex-M0+, in cycles, for keys of 128 bits: open, setup, and for each KiB. */
#include "engine/mmcau/internal.h"

#define PRICE(open, setup, per_kib)                                                                                    \
    {                                                                                                                  \
        OB_UPTO_ANY, open, setup, per_kib, setup, per_kib                                                              \
    }

const struct ob_price obi_mmcau_prices[OBI_MMCAU_PRICES] = {
    [OBI_MMCAU_MD5] = PRICE(1, 1120, 13616),     [OBI_MMCAU_HMAC_MD5] = PRICE(2230, 1240, 13616),
    [OBI_MMCAU_SHA1] = PRICE(1, 1900, 24768),    [OBI_MMCAU_HMAC_SHA1] = PRICE(3800, 2800, 24768),
    [OBI_MMCAU_SHA256] = PRICE(1, 3000, 36754),  [OBI_MMCAU_HMAC_SHA256] = PRICE(6000, 5000, 36754),
    [OBI_MMCAU_CMAC] = PRICE(1100, 700, 18880),  [OBI_MMCAU_ECB] = PRICE(600, 360, 18880),
    [OBI_MMCAU_CBC] = PRICE(600, 400, 18880),    [OBI_MMCAU_CTR] = PRICE(600, 700, 24000),
    [OBI_MMCAU_DES] = PRICE(100, 300, 23168),    [OBI_MMCAU_DES3] = PRICE(150, 400, 32384),
    [OBI_MMCAU_GCM] = PRICE(3000, 4000, 189888), [OBI_MMCAU_CCM] = PRICE(600, 3000, 70112),
};
