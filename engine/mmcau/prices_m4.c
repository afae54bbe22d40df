/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: prices on a Cortex-M4 or M7, in cycles, for keys of 128 bits: open, setup, and for each KiB. */
#include "engine/mmcau/internal.h"

#define PRICE(open, setup, per_kib)                                                                                    \
    {                                                                                                                  \
        OB_UPTO_ANY, open, setup, per_kib, setup, per_kib                                                              \
    }

const struct ob_price obi_mmcau_prices[OBI_MMCAU_PRICES] = {
    [OBI_MMCAU_MD5] = PRICE(1, 1130, 12528),    [OBI_MMCAU_HMAC_MD5] = PRICE(2260, 1760, 12528),
    [OBI_MMCAU_SHA1] = PRICE(1, 1570, 18672),   [OBI_MMCAU_HMAC_SHA1] = PRICE(3140, 2640, 18672),
    [OBI_MMCAU_SHA256] = PRICE(1, 2000, 22944), [OBI_MMCAU_HMAC_SHA256] = PRICE(4000, 3500, 22944),
    [OBI_MMCAU_CMAC] = PRICE(900, 500, 16448),  [OBI_MMCAU_ECB] = PRICE(450, 350, 16448),
    [OBI_MMCAU_CBC] = PRICE(450, 380, 16448),   [OBI_MMCAU_CTR] = PRICE(450, 500, 21000),
    [OBI_MMCAU_DES] = PRICE(80, 200, 16896),    [OBI_MMCAU_DES3] = PRICE(100, 300, 25856),
    [OBI_MMCAU_GCM] = PRICE(1500, 3000, 63360), [OBI_MMCAU_CCM] = PRICE(450, 2500, 37760),
};
