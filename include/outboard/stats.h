/* SPDX-License-Identifier: Apache-2.0 */
/* What an engine has done: counters since it was started. */
#ifndef OUTBOARD_STATS_H
#define OUTBOARD_STATS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ob_engine;

/* Counters since start. */
struct ob_stats {
    uint64_t ops;       /* ops completed with OB_OK or OB_E_AUTH */
    uint64_t bytes;     /* their input bytes, without AAD */
    uint64_t fallbacks; /* ops that this engine declined or was too busy for */
    uint64_t retries;   /* ops that failed here and were redone elsewhere */
    uint64_t errors;    /* OB_E_IO, those that were redone included */
};

/* Sum of e's counters; all zero without OB_STATS. */
void ob_engine_stats(const struct ob_engine *e, struct ob_stats *sum);

#ifdef __cplusplus
}
#endif

#endif
