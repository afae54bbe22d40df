/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine hasher in a session: the session's number. Streams are in the session's mid-state. */
#ifndef OUTBOARD_ENGINE_HASHER_STATE_H
#define OUTBOARD_ENGINE_HASHER_STATE_H

#include <stdint.h>

struct ob_hasher_state {
    uint64_t owner; /* unique within the instance; a clone has the same number, and the same key */
};

#endif
