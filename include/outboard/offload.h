/* SPDX-License-Identifier: Apache-2.0 */
/* Engines afalg and devcrypto on Linux: operations that the kernel runs, by way of a helper process. */
#ifndef OUTBOARD_OFFLOAD_H
#define OUTBOARD_OFFLOAD_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The asynchronous calls of /dev/crypto, where it has them. */
enum ob_offload_async {
    OB_OFFLOAD_ASYNC_UNSET = 0, /* the variable OUTBOARD_ASYNC, "on" or "off", else off */
    OB_OFFLOAD_ASYNC_OFF,
    OB_OFFLOAD_ASYNC_ON, /* for ciphers, hashes and MACs; it takes longer, and holds no thread in the kernel */
};

/* What a program may set before ob_start or ob_engine_add; zeros are the defaults. */
struct ob_offload_settings {
    /* Absolute path of the helper's program, outboard-offload; "none": no helper, the calling thread enters the kernel
     * itself and a device that hangs keeps it for an unlimited time. NULL: the variable OUTBOARD_HELPER, else where it
     * was installed. */
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
    uint32_t parallel;    /* operations in the kernel at a time, 1 to 8; 0: OUTBOARD_PARALLEL, else as many as pay */
    enum ob_offload_async async; /* by way of a helper only */
    bool probe; /* ask the kernel, at start, for every algorithm; else only what /proc/crypto lists counts */
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
    uint64_t queued;    /* requests done by asynchronous calls */
    uint64_t refused;   /* operations refused as BUSY, since as many as pay were in the kernel */
};

/* The counters of e, which is one of these engines; zeros for any other. */
void ob_offload_stats(const struct ob_engine *e, struct ob_offload_stats *stats);

/* Why the engine of this name is not there or has stopped offloading, in static memory; "" if there is no reason. */
const char *ob_offload_why(const char *engine);

/* What is known of asynchronous calls to the engine of this name, as words for a user, in static memory; "" if nothing
 * is: the device has not been opened yet, or the engine is another than devcrypto. */
const char *ob_offload_async_state(const char *engine);

#ifdef __cplusplus
}
#endif

#endif
