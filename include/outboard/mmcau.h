/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: the memory-mapped cryptographic acceleration unit of NXP Kinetis parts with a Cortex-M0+, M4 or M7. */
#ifndef OUTBOARD_MMCAU_H
#define OUTBOARD_MMCAU_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* To be given to ob_engine_add on a part that has the unit; on any other its start is a bus fault. It runs in
 * privileged mode, and masks interrupts while the unit works on a block: about 250 cycles for AES, 1,500 (M0+: 2,300)
 * for SHA-256. */
extern struct ob_engine ob_engine_mmcau;

#ifdef __cplusplus
}
#endif

#endif
