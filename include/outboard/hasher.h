/* SPDX-License-Identifier: Apache-2.0 */
/* Engine hasher: the hash block hw/hasher, alone or with its DMA (hw/hasher_udma). */
#ifndef OUTBOARD_HASHER_H
#define OUTBOARD_HASHER_H

#include "device.h"
#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One block, in static memory of its owner: set device, and options if there are any; leave the rest zero. With
 * device.work the engine has two rows for each algorithm, CPU mode and DMA mode; else CPU mode alone.
 *
 *     static struct ob_hasher hasher = {.device = {.base = 0x40010000, .work = work, .work_len = sizeof work,
 *                                                  .work_bus = (uint32_t)work, .reach_len = SIZE_MAX}};
 *     if (ob_hasher_init(&hasher) == OB_OK && ob_engine_add(NULL, &hasher.engine) == OB_OK) ... */
struct ob_hasher {
    struct ob_device device;
    bool async; /* DMA requests answer OB_PENDING and end in ob_poll, so that the CPU is free meanwhile */
    /* -- below this line: the engine's own -- */
    uint64_t last_owner;        /* the latest number given to a session */
    uint64_t owner;             /* the session whose data, if any, the block holds; 0: none */
    uint64_t key_owner;         /* the session whose HMAC key it holds; 0: none */
    struct ob_session *session; /* that of op */
    struct ob_op *op;           /* pending, or NULL */
    uint8_t wipe;               /* what the block holds is to be erased when the present op has ended */
    struct ob_engine engine;    /* to be given to ob_engine_add */
};

/* Make h->engine, "hasher". The block is touched only by ob_engine_add, which identifies it. OB_OK; OB_E_ARG: work is
 * too small, not aligned to OB_DEVICE_WORK_ALIGN, or a cache line has no functions or is longer than 128 bytes. */
OB_MUST_CHECK int ob_hasher_init(struct ob_hasher *h);

#ifdef __cplusplus
}
#endif

#endif
