/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: the public-key block hw/acryp. */
#ifndef OUTBOARD_ACRYP_H
#define OUTBOARD_ACRYP_H

#include "device.h"
#include "engine.h"
#include "numbers.h"

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

#define OB_ACRYP_WORK_LEN 8192u

/* One block, in static memory of its owner: set device, rows if not all, and confirm if wanted; leave the rest zero. Of
 * device, the CPU feeds the block, so work has no effect without async, and what follows it none; with irq the block
 * raises its interrupt when a result or an end is there, and wait may sleep until then. timeout_us 0 is half a minute
 * for an operation, a second for a wipe.
 *
 *     static struct ob_acryp acryp = {.device = {.base = 0x40030000}};
 *     if (ob_acryp_init(&acryp) == OB_OK && ob_engine_add(NULL, &acryp.engine) == OB_OK) ... */
struct ob_acryp {
    struct ob_device device;
    uint8_t rows; /* enum ob_acryp_rows */
    /* Confirm every private result before it is given out, against faults in the block: a signature of a curve is
     * verified, a secret is made twice, RSA's result is raised to e by another operation (the block does so itself in
     * either case). A signature then takes 3 to 4 times as long, ECDH twice, RSA 5 % more. A result that is not
     * confirmed ends in OB_E_IO. */
    bool confirm;
    /* Ops answer OB_PENDING while the block works, and end in ob_poll or ob_wait, so that the CPU is free meanwhile;
     * but for the making of keys. It needs device.work, OB_ACRYP_WORK_LEN bytes for an op's intermediate results, which
     * are wiped at its end. */
    bool async;
    /* -- below this line: the engine's own -- */
    uint32_t ram_bits; /* of the block's RAM: they limit RSA */
    struct ob_session *session;
    struct ob_op *op;         /* pending, with its session; NULL: none, or not async */
    uint16_t log_len, log_at; /* of device.work: bytes that are used, and that the op's function has been given */
    bool runs;                /* the block works for the operation after those in the log, */
    bool leaving;             /* and the op's function ends until then */
    bool full;                /* the log has no room: the op ends without being left again */
    bool made;                /* this op has made what the key or session keeps from then on, */
    bool passed;              /* or is the first one of a key that has memory for R^2, and leaves it empty */
    struct ob_engine engine;  /* to be given to ob_engine_add */
};

/* Make a->engine, "acryp". The block is touched only by ob_engine_add, which identifies it. OB_OK; OB_E_ARG: rows is
 * none of the enum. */
OB_MUST_CHECK int ob_acryp_init(struct ob_acryp *a);

/* One operation on numbers of 16 to 8192 bits (numbers.h), for a block that the dispatcher has; acryp: its struct
 * ob_acryp. It waits for the result. OB_E_BUSY while an op runs or is pending there.
 *
 *     static const struct ob_numbers numbers = {&acryp, ob_acryp_number};
 */
int ob_acryp_number(void *acryp, const struct ob_number_job *job);

#ifdef __cplusplus
}
#endif

#endif
