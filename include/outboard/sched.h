/* SPDX-License-Identifier: Apache-2.0 */
/* Engine sched: a dispatcher with its engines, shown as one engine to another dispatcher. */
#ifndef OUTBOARD_SCHED_H
#define OUTBOARD_SCHED_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A session of the inner dispatcher with its op; the memory is the caller's, zero before the first use. */
struct ob_sched_slot {
    struct ob_session session;
    struct ob_op op;
    struct ob_op *outer; /* the op that op stands for */
    uint32_t lock;       /* taken while an outer session has this slot */
    uint8_t phase;       /* of op: 0 being submitted, 1 pending, 2 done */
};

/* One such engine, in static memory of the caller. Set the first seven fields, leave the rest zero. */
struct ob_sched {
    struct ob_dispatcher *inner; /* its policy and its engines' prices decide; engines are already added */
    struct ob_sched_slot *slots; /* one per outer session that is open on this engine */
    size_t n_slots;
    struct ob_cap *caps; /* room for the rows: three times the sum of the inner engines' rows is enough; at most 254 */
    size_t n_caps;
    struct ob_price *segments; /* room for the prices of rows that stand for several: four for each segment of theirs
                                * are plenty */
    size_t n_segments;
    /* -- below this line: the engine's own -- */
    size_t segments_used;
    struct ob_engine_ops ops;
    struct ob_engine engine; /* to be given to ob_engine_add */
};

/* Fill sched->engine with a row for each algorithm, curve, range of key bits and direction of inner's rows. It stands
 * for all of these that take such keys: it is constant time or hardware only if all of them are, and its price is at
 * each length that of the one which inner takes for the first op of a new session. inner's policy and prices are read
 * now: set them before. OB_OK; OB_E_ARG if caps or segments is too small, more than 64 rows are for the same, or inner
 * has none. */
OB_MUST_CHECK int ob_sched_init(struct ob_sched *sched);

#ifdef __cplusplus
}
#endif

#endif
