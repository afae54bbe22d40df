/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine fault in a session: the target's own, at the same place. */
#ifndef OUTBOARD_ENGINE_FAULT_STATE_H
#define OUTBOARD_ENGINE_FAULT_STATE_H

#include <stdint.h>

struct ob_fault_state {
    uint8_t none;
};

#endif
