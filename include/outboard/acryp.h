/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: the public-key block hw/acryp. */
#ifndef OUTBOARD_ACRYP_H
#define OUTBOARD_ACRYP_H

#include "device.h"
#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the engine offers. The self-test runs over all of it at the first use, which takes the block some 70 million
 * cycles, or 30 million for one of the two. */
enum ob_acryp_rows {
    OB_ACRYP_ALL,
    OB_ACRYP_RSA,
    OB_ACRYP_CURVES,
};

/* One block, in static memory of its owner: set device, and rows if not all; leave the rest zero. Of device, the CPU
 * feeds the block, so work and what follows it have no effect; with irq the block raises its interrupt when a result or
 * an end is there, and wait may sleep until then. timeout_us 0 is half a minute for an operation, a second for a wipe.
 *
 *     static struct ob_acryp acryp = {.device = {.base = 0x40030000}};
 *     if (ob_acryp_init(&acryp) == OB_OK && ob_engine_add(NULL, &acryp.engine) == OB_OK) ... */
struct ob_acryp {
    struct ob_device device;
    uint8_t rows; /* enum ob_acryp_rows */
    /* -- below this line: the engine's own -- */
    uint32_t ram_bits;       /* of the block's RAM: they limit RSA */
    struct ob_engine engine; /* to be given to ob_engine_add */
};

/* Make a->engine, "acryp". The block is touched only by ob_engine_add, which identifies it. OB_OK; OB_E_ARG: rows is
 * none of the enum. */
OB_MUST_CHECK int ob_acryp_init(struct ob_acryp *a);

#ifdef __cplusplus
}
#endif

#endif
