/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine devcrypto in a session: a number for the key, which the helper opens when it first sees it. */
#ifndef OUTBOARD_ENGINE_DEVCRYPTO_STATE_H
#define OUTBOARD_ENGINE_DEVCRYPTO_STATE_H

#include <stdint.h>

struct ob_devcrypto_state {
    uint64_t id;
};

#endif
