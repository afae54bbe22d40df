/* SPDX-License-Identifier: Apache-2.0 */
/* Engines to test, by name: linked ones, and those that are made around them. */
#ifndef OUTBOARD_TEST_TARGETS_H
#define OUTBOARD_TEST_TARGETS_H

#include <outboard/dispatch.h>

/* Fill d with the engine of this name and, as its partners, all other linked engines: the engine, or NULL if there is
 * none. "sched" is a dispatcher over all linked engines shown as one, "late:NAME" an engine that answers only when it
 * is polled. "hasher" and "cryp" are the Verilated blocks in the folder that the environment variable OB_RTL_DIR names;
 * after a colon may follow how they see memory, "none" (no DMA), "coherent" (default), "apart" or "cached"
 * (port/sim/sim.h), or "async"; "acryp" is the block for public keys, "acryp:model"
 * a model of its registers, "acryp:iss" its microcode behind them, "acryp:async" the
 * model with ops that stay pending and private results that are confirmed; "ltc:kw", "ltc:k82" and "ltc:kl82" are NXP's
 * LTC in the simulator's model. Works once in a program. */
struct ob_engine *target_make(struct ob_dispatcher *d, const char *name);

#endif
