/* SPDX-License-Identifier: Apache-2.0 */
/* Verilated blocks as engines to test. */
#ifndef OUTBOARD_TEST_BLOCKS_H
#define OUTBOARD_TEST_BLOCKS_H

#include <outboard/dispatch.h>

/* Add the engine "hasher", "cryp" or "acryp" to d, as targets.h says; NULL if there is no such block or it does not
 * start. Once in a program. */
struct ob_engine *block_make(struct ob_dispatcher *d, const char *name);

/* What the simulated block and its driver have done that must never happen (ob_sim_wrongs). */
unsigned block_wrongs(void);

#endif
