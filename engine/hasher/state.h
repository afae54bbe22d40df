/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine hasher in a session: who it is. Streams are in the session's mid-state. */
#ifndef OUTBOARD_ENGINE_HASHER_STATE_H
#define OUTBOARD_ENGINE_HASHER_STATE_H

#include <stdint.h>

struct ob_hasher_state {
    uint64_t
        owner; /* a number of the instance's that no other session has had; a clone has the same, and the same key */
};

#endif
