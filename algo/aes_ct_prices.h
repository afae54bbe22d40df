/* SPDX-License-Identifier: Apache-2.0 */
/* What constant-time AES takes on each kind of processor, for encryption and for decryption with 128 bits: a block by
 * itself; of the technique that takes sixteen blocks at once the round keys, and a batch. Written by
 * algo/aes_ct_prices.py, which says on what; the unit is the same within a line. */
#ifndef OBI_AES_CT_PRICES_H
#define OBI_AES_CT_PRICES_H

#include <stdint.h>

#include "outboard/config.h"

#define OBI_AES_CT_M0      8608, 47635, 124788, 10209, 47635, 142383
#define OBI_AES_CT_M3      5468, 14799, 73325, 6538, 14804, 85146
#define OBI_AES_CT_M4      5456, 13387, 72880, 6506, 13392, 84857
#define OBI_AES_CT_M7      2614, 7821, 35302, 3078, 7823, 41012
#define OBI_AES_CT_RV32    4641, 28414, 73984, 5394, 28421, 84730
#define OBI_AES_CT_VECTOR  100, 155, 179, 100, 55, 269
#define OBI_AES_CT_WORDS64 100, 230, 683, 100, 295, 638

/* The build names its processor's; without it, the next best. */
#ifndef OB_AES_CT_PRICES
#if OB_VECTOR
#define OB_AES_CT_PRICES OBI_AES_CT_VECTOR
#elif SIZE_MAX > UINT32_MAX
#define OB_AES_CT_PRICES OBI_AES_CT_WORDS64
#else
#define OB_AES_CT_PRICES OBI_AES_CT_M4
#endif
#endif

#endif
