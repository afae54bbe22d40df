/* SPDX-License-Identifier: Apache-2.0 */
/* The block acryp as its microcode: the ROM of the RTL, executed instruction by instruction on whole operands. Each
 * instruction means what scripts/acryp/iss.py says, for words of 72 bits. A thousand times faster than the RTL, so that
 * all vectors can run on it. */
#ifndef OUTBOARD_TEST_ACRYP_ISS_H
#define OUTBOARD_TEST_ACRYP_ISS_H

#include <outboard/device.h>

/* Fill d with the block's registers; there is one in a program. False: the ROM cannot be read. */
bool acryp_iss_device(struct ob_device *d);

/* Accesses that the block refuses with a bus error. */
unsigned acryp_iss_wrongs(void);

#endif
