/* SPDX-License-Identifier: Apache-2.0 */
/* Engines afalg and devcrypto on Linux: operations that the kernel runs, by way of a helper process. */
#ifndef OUTBOARD_OFFLOAD_H
#define OUTBOARD_OFFLOAD_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a program may set before ob_start or ob_engine_add; zeros are the defaults. */
struct ob_offload_settings {
    /* Absolute path of the helper's program, outboard-offload; "none": no helper, the calling thread enters the kernel
     * itself and a device that hangs holds it for ever. NULL: the variable OUTBOARD_HELPER, else where it was
     * installed. */
    const char *helper;
    /* Which drivers may serve: their names (/proc/crypto), with commas, are vouched for as hardware; "force" lets all
     * serve without that claim, the kernel's own software included. NULL: the variable OUTBOARD_OFFLOAD, else those of
     * which the evidence says that they are hardware. */
    const char *drivers;
    /* The file of "outboard probe --output" with the verdicts on this boot's drivers. NULL: the variable
     * OUTBOARD_EVIDENCE, else /var/cache/outboard/evidence.csv. */
    const char *evidence;
    uint32_t deadline_ms; /* until an operation is given up, its helper with it; 0: OUTBOARD_DEADLINE, else 500 */
    uint32_t descriptors; /* that a helper may hold, 8 to 4096; the least recently used key is closed; 0: 64 */
    bool probe;           /* ask the kernel, at start, for every algorithm; else only what /proc/crypto lists counts */
};
/* The variables count for nothing in a program that runs with another user's rights. */
extern struct ob_offload_settings ob_offload_settings;

/* Counters of one engine since the process began, or was forked. */
struct ob_offload_stats {
    uint64_t handoffs;  /* requests given to a helper */
    uint64_t calls;     /* system calls into the kernel's crypto: sendmsg and read, or ioctl */
    uint64_t opened;    /* keys opened in the kernel */
    uint64_t helpers;   /* helpers started */
    uint64_t abandoned; /* helpers given up: silent until the deadline, or gone */
};

/* The counters of e, which is one of these engines; zeros for any other. */
void ob_offload_stats(const struct ob_engine *e, struct ob_offload_stats *stats);

/* Why the engine of this name is not there or has stopped offloading, in static memory; "" if there is no reason. */
const char *ob_offload_why(const char *engine);

#ifdef __cplusplus
}
#endif

#endif
