/* SPDX-License-Identifier: Apache-2.0 */
/* An asynchronous engine: another engine's verbs, run in poll some polls later, self-test included. It counts what core
 * must never do, and can fail at random. */
#ifndef OUTBOARD_TEST_LATER_H
#define OUTBOARD_TEST_LATER_H

#include <outboard/engine.h>
#include <outboard/outboard.h>

#define LATER_JOBS 8

struct later {
    /* what a test sets, before later_make or at any time */
    const struct ob_engine_ops *target;
    void *dev;
    bool reentrant;                     /* several ops at once, verbs in several threads; else one op at a time */
    unsigned polls;                     /* until an op ends */
    bool mute;                          /* ops never end, self-tests apart */
    bool early;                         /* ops end in submit, which still answers OB_PENDING */
    bool twice;                         /* an op is completed a second time, then with OB_OK */
    int answer;                         /* what the next op ends with instead of its result; OB_OK: its result */
    unsigned good;                      /* ops that are neither refused nor fail, before others may */
    uint16_t io, late_io;               /* per mille of ops that fail at submit, in poll */
    uint16_t busy, dead;                /* per mille that are refused; of polls that find the device dead */
    void (*in_submit)(struct later *l); /* called in submit; NULL: nothing */
    /* what it sees */
    unsigned overlaps;      /* verbs that began while another ran, of an engine that is not reentrant */
    unsigned stops_pending; /* stops with an op pending */
    unsigned closes_inside; /* closes of a session while submit runs on it */
    unsigned tests, ops, restarts;
    /* its own */
    uint32_t seed, lock;
    int inside;
    const struct ob_session *submitting[LATER_JOBS];
    struct {
        struct ob_op *op;
        struct ob_session *session;
        unsigned polls;
    } job[LATER_JOBS];
    struct ob_engine_ops ops_table;
    struct ob_engine engine;
};

/* Make l->engine, called name. */
void later_make(struct later *l, const char *name);

#endif
