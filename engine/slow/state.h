/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine slow in a session: the target's own, at the same place. */
#ifndef OUTBOARD_ENGINE_SLOW_STATE_H
#define OUTBOARD_ENGINE_SLOW_STATE_H

#include <stdint.h>

struct ob_slow_state {
    uint8_t none;
};

#endif
