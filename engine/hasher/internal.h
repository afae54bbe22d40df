/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of engine hasher share. */
#ifndef OUTBOARD_ENGINE_HASHER_INTERNAL_H
#define OUTBOARD_ENGINE_HASHER_INTERNAL_H

#include <string.h>

#include <outboard/hasher.h>

#include "engine/hasher/state.h"
#include "hw/hasher/hasher_regs.h"
#include "port/udma.h"

/* The rows of the table: for each algorithm one in CPU mode, then one in DMA mode. Without DMA only the first of each
 * pair. */
#define OBI_HASHER_ALGS 18
extern const struct ob_cap obi_hasher_caps[2 * OBI_HASHER_ALGS], obi_hasher_caps_cpu[OBI_HASHER_ALGS];

static inline bool obi_hasher_by_dma(const struct ob_hasher *h, unsigned row)
{
    return h->device.work && row & 1;
}

/* The submit and poll verbs. */
int obi_hasher_submit(void *dev, struct ob_session *s, struct ob_op *op);
int obi_hasher_poll(void *dev);

/* The whole verb (whole.c). */
const struct ob_whole_ops *obi_hasher_whole(void *dev, const struct ob_session *s, const struct ob_whole *like);

/* The CPU writes bytes into the block: a message, or a part of one that is a multiple of 4 bytes. */
void obi_hasher_feed(const struct ob_device *d, const uint8_t *p, size_t len);

/* Erase what sessions left in the block. */
void obi_hasher_wipe(struct ob_hasher *h);

/* Stop the DMA, wipe the block and clear its owner. Returns OB_E_IO, the op's status. */
int obi_hasher_failed(struct ob_hasher *h);

/* The algorithm's number in CTRL: the number of enum ob_alg within its class. */
static inline uint32_t obi_hasher_alg(uint8_t alg)
{
    return alg & 0x1fu;
}

/* Block length in bytes. */
static inline unsigned obi_hasher_block(uint8_t alg)
{
    return obi_hasher_alg(alg) - OB_HASHER_CTRL_ALG_SHA384 <= OB_HASHER_CTRL_ALG_SHA512_256 - OB_HASHER_CTRL_ALG_SHA384
               ? 128
               : 64;
}

_Static_assert((OB_SHA384 & 0x1f) == OB_HASHER_CTRL_ALG_SHA384 && (OB_SM3 & 0x1f) == OB_HASHER_CTRL_ALG_SM3 &&
                   (OB_HMAC_MD5 & 0x1f) == OB_HASHER_CTRL_ALG_MD5 && OB_HASHER_CTRL_ALG_LSB == 0,
               "the block numbers its algorithms like enum ob_alg");

#endif
