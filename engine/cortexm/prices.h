/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: one line of a file of prices, in cycles. cortexm.c declares those of its rows; the linker drops the
 * others. */
#ifndef OUTBOARD_ENGINE_CORTEXM_PRICES_H
#define OUTBOARD_ENGINE_CORTEXM_PRICES_H

#include "outboard/engine.h"

#define PRICE(name, open, setup, per_kib)                                                                              \
    extern const struct ob_price obi_cortexm_price_##name;                                                             \
    const struct ob_price obi_cortexm_price_##name = {OB_UPTO_ANY, open, setup, per_kib, setup, per_kib}

#endif
