/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine null in a session. */
#ifndef OUTBOARD_ENGINE_NULL_STATE_H
#define OUTBOARD_ENGINE_NULL_STATE_H

#include <stdint.h>

struct ob_null_state {
    uint8_t opened; /* 1 once the key is expanded, although this engine has nothing to expand */
};

#endif
