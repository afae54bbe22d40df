/* SPDX-License-Identifier: Apache-2.0 */
/* What the drivers of all blocks share: identification, waits with a deadline, wiping, and the request that a driver
 * runs in CPU mode or by DMA. */
#ifndef OUTBOARD_PORT_BLOCK_H
#define OUTBOARD_PORT_BLOCK_H

#include <outboard/engine.h>

#include "port/mmio.h"

/* Registers with the same offset in every block; the DMA depends on these offsets, too (hw/udma/README.md). */
enum {
    OBI_BLOCK_NAME = 0x000,
    OBI_BLOCK_VERSION = 0x004,
    OBI_BLOCK_STATUS = 0x00c,
    OBI_BLOCK_EVENT = 0x010,
    OBI_BLOCK_IRQ_EN = 0x014,
    OBI_BLOCK_WIPE = 0x018,
    OBI_BLOCK_DATA_IN = 0x200,
    OBI_BLOCK_DATA_OUT = 0x300,
};
#define OBI_BLOCK_BUSY 1u /* in STATUS */
#define OBI_BLOCK_DONE 1u /* in EVENT */

/* A wait in progress; all zero at its start. */
struct obi_wait {
    uint64_t until; /* the deadline; 0: not set yet. The op's deadline may be stored here. */
    uint32_t polls;
};

/* Let a little time pass: false after the deadline. Only every 32nd call reads the clock. */
bool obi_wait_more(const struct ob_device *d, struct obi_wait *w);

/* OB_OK once the block is not busy, OB_E_IO at the deadline. */
int obi_block_idle(const struct ob_device *d, struct obi_wait *w);

/* Wait until the block is free: OB_OK, or OB_E_IO at the deadline. Whether the command has run to its end, only
 * obi_block_events says. Most often the block is free already. */
int obi_block_wait(const struct ob_device *d, uint64_t deadline_ns);
static inline int obi_block_free(const struct ob_device *d, uint64_t deadline_ns)
{
    return ob_port_read(d, OBI_BLOCK_STATUS) & OBI_BLOCK_BUSY ? obi_block_wait(d, deadline_ns) : OB_OK;
}

/* Read the events and clear them. Call this when the results have been read: OBI_BLOCK_DONE then proves that nobody had
 * wiped the block before. */
static inline uint32_t obi_block_events(const struct ob_device *d)
{
    uint32_t events = ob_port_read(d, OBI_BLOCK_EVENT);

    ob_port_write(d, OBI_BLOCK_EVENT, events);
    return events;
}

/* Stop the command that runs, and erase keys, state and buffers. OB_OK, or OB_E_IO if the block does not answer. */
int obi_block_wipe(const struct ob_device *d);

/* Identify and wipe: OB_E_IO if the block has another name or major version, or does not answer. */
int obi_block_start(const struct ob_device *d, uint32_t name, uint32_t version);

/* ---- requests ---- */

struct obi_segment {
    const uint8_t *p; /* the driver writes here, too, if the segment is an output */
    size_t len;
};

/* One command of a block. The input has at most two sections (AAD, data). A section begins with a word of its own; data
 * that continues a block in the middle of a word begins at byte `lane` of a word. With a lane, AAD has no data after
 * it. */
struct obi_request {
    const uint32_t *image; /* values of the registers from reg on; the last one is CTRL without STREAM */
    uint16_t reg;          /* offset of the first register, in bytes */
    uint16_t result_reg;   /* offset of the first register to read when the command has ended */
    uint8_t words;
    uint8_t result_words; /* at most 16 */
    uint8_t lane;
    uint8_t out_lane;
    uint8_t n_aad; /* so many segments at the start of in are AAD */
    uint8_t n_in, n_out;
    struct obi_segment in[6], out[2];
};

static inline void obi_request_in(struct obi_request *r, const void *p, size_t len)
{
    if (len) {
        r->in[r->n_in].p = (const uint8_t *)p;
        r->in[r->n_in++].len = len;
    }
}

static inline void obi_request_out(struct obi_request *r, void *p, size_t len)
{
    if (len) {
        r->out[r->n_out].p = (uint8_t *)p;
        r->out[r->n_out++].len = len;
    }
}

#endif
