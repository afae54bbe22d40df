/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: the cipher block hw/cryp, alone or with its DMA (hw/cryp_udma). */
#ifndef OUTBOARD_CRYP_H
#define OUTBOARD_CRYP_H

#include "device.h"
#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One block, in static memory of its owner: set device, and async if wanted; leave the rest zero. As struct ob_hasher
 * (hasher.h), with ob_cryp_init. */
struct ob_cryp {
    struct ob_device device;
    bool async; /* one-shot DMA requests answer OB_PENDING and end in ob_poll, so that the CPU is free meanwhile; where
                 * copies or caches are to be minded they do not */
    /* -- below this line: the engine's own -- */
    uint64_t last_owner;        /* the latest number given to a session */
    uint64_t key_owner;         /* the session whose key, and so whose data, the block holds; 0: none */
    uint64_t key2_owner;        /* the same for the second key of XTS */
    struct ob_session *session; /* that of op */
    struct ob_op *op;           /* pending, or NULL */
    uint8_t fast;               /* a whole message may take the short way */
    uint8_t wipe;               /* what the block holds is to be erased when the present op has ended */
    uint8_t written;            /* a command of the present op has given output */
    struct ob_engine engine;    /* to be given to ob_engine_add */
};

/* Make c->engine, "cryp". The block is touched only by ob_engine_add, which identifies it. OB_OK, or OB_E_ARG as
 * ob_hasher_init. */
OB_MUST_CHECK int ob_cryp_init(struct ob_cryp *c);

#ifdef __cplusplus
}
#endif

#endif
