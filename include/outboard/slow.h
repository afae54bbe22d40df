/* SPDX-License-Identifier: Apache-2.0 */
/* Engine slow: wraps any engine and makes it take several times as long, to measure beside a slower processor. */
#ifndef OUTBOARD_SLOW_H
#define OUTBOARD_SLOW_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One wrapper in static memory of the caller. All fields are the engine's own. */
struct ob_slow {
    const struct ob_engine_ops *target;
    void *dev; /* the target's */
    struct ob_engine_ops ops;
};

/* Make e, which belongs to no dispatcher yet, take times as long (1 to 1000) to open keys and to run ops, in processor
 * time of the calling thread. times holds for all wrapped engines of the program. OB_OK; OB_E_ARG for other times, an
 * engine that has been added, or one that completes ops later. */
OB_MUST_CHECK int ob_slow_wrap(struct ob_slow *slow, struct ob_engine *e, uint32_t times);

#ifdef __cplusplus
}
#endif

#endif
