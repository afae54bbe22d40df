/* SPDX-License-Identifier: Apache-2.0 */
/* Engine fault: wraps any engine and injects failures, to test what an application and the dispatcher make of them. */
#ifndef OUTBOARD_FAULT_H
#define OUTBOARD_FAULT_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ob_fault_kind {
    OB_FAULT_NONE,     /* the target's own answer */
    OB_FAULT_BUSY,     /* OB_E_BUSY, nothing done */
    OB_FAULT_DECLINED, /* OB_E_DECLINED, nothing done */
    OB_FAULT_LATE,     /* OB_PENDING, the target's answer after some polls */
    OB_FAULT_SILENCE,  /* OB_PENDING, then nothing but a late write into the output, until close resets the device */
    OB_FAULT_SHORT,    /* half of the output is written, and its length says so */
    OB_FAULT_IO,       /* OB_E_IO after half of the output is written */
    OB_FAULT_LATE_IO,  /* OB_PENDING, then half of the output and OB_E_IO */
    OB_FAULT_DEAD,     /* OB_PENDING, then poll itself answers OB_E_IO */
    OB_FAULT_OPEN_IO,  /* the next key to be opened answers OB_E_IO; the present op runs as it should */
    OB_FAULT_KINDS
};

#define OB_FAULT_PENDING_MAX 16 /* ops that can be held back at once; more are OB_E_BUSY */

/* One wrapper in static memory of the caller. Set target, dev and what to inject, leave the rest zero. */
struct ob_fault {
    const struct ob_engine_ops *target; /* engine to wrap */
    void *dev;                          /* its ob_engine.dev */
    const uint8_t *script;              /* enum ob_fault_kind for the first ops, one each; then rates decide */
    size_t script_len;
    uint16_t rate[OB_FAULT_KINDS]; /* per mille of ops; OB_FAULT_NONE is what is left */
    uint32_t seed;                 /* of the random choice; the same seed gives the same faults */
    uint32_t late_polls;           /* polls until a late op ends or a silent one writes */
    uint8_t wrong_selftest;        /* 1: outputs and tags in the self-test have a wrong bit */
    /* -- below this line: the engine's own -- */
    size_t script_at;
    uint32_t injected[OB_FAULT_KINDS]; /* how often each kind happened */
    uint32_t late_writes;              /* writes of silent devices */
    uint32_t open_fails;               /* key set-ups that are still to fail */
    struct {
        struct ob_op *op;
        struct ob_session *session;
        uint32_t polls;
        uint8_t kind;
    } pending[OB_FAULT_PENDING_MAX];
    struct ob_engine_ops ops;
    struct ob_engine engine; /* to be given to ob_engine_add */
};

/* Make fault->engine, with the target's name and rows. OB_OK, or OB_E_ARG without a target. */
OB_MUST_CHECK int ob_fault_init(struct ob_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
