/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine afalg in a session: a number for the key, which the helper opens when it first sees it. */
#ifndef OUTBOARD_ENGINE_AFALG_STATE_H
#define OUTBOARD_ENGINE_AFALG_STATE_H

#include <stdint.h>

struct ob_afalg_state {
    uint64_t id;
};

#endif
