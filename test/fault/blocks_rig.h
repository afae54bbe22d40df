/* SPDX-License-Identifier: Apache-2.0 */
/* The Verilated blocks under their drivers, alone in a dispatcher, with software as the reference beside them. */
#ifndef OUTBOARD_TEST_BLOCKS_RIG_H
#define OUTBOARD_TEST_BLOCKS_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/cryp.h>
#include <outboard/fault.h>
#include <outboard/hasher.h>
#include <outboard/outboard.h>

#include "port/clock.h"
#include "port/sim/sim.h"

struct rig {
    struct ob_sim *hasher_sim, *cryp_sim;
    struct ob_hasher hasher;
    struct ob_cryp cryp;
    struct ob_dispatcher blocks, reference;
    struct ob_engine soft;
};

extern struct rig rig;

/* Make the rig anew, and see at the end that nothing happened that must never happen. */
void rig_open(enum ob_sim_memory memory, bool async);
void rig_close(void);

/* Let all algorithms run in this mode (enum ob_mode) from now on. */
void rig_mode(uint8_t mode);

/* Message bytes that differ from place to place. */
void rig_fill(uint8_t *p, size_t len, unsigned seed);

/* One op. What is not named is as in a zero op. */
int rig_run(struct ob_session *s, uint32_t flags, const void *iv, size_t iv_len, const void *aad, size_t aad_len,
            const void *in, size_t in_len, void *out, void *tag, size_t tag_len);

/* A session on the blocks or, if reference is set, on software. */
void rig_session(struct ob_session *s, bool reference, uint8_t alg, const void *key, size_t key_len);

/* The digest or MAC that software makes. */
void rig_digest(uint8_t *tag, uint8_t alg, const void *key, size_t key_len, const void *in, size_t in_len);

#endif
