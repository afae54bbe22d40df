/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine sched in a session. */
#ifndef OUTBOARD_ENGINE_SCHED_STATE_H
#define OUTBOARD_ENGINE_SCHED_STATE_H

struct ob_sched_slot;

struct ob_sched_state {
    struct ob_sched_slot *slot; /* the inner session */
};

#endif
