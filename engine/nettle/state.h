/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine nettle in a session: Nettle's own contexts, which hold no pointers. */
#ifndef OUTBOARD_ENGINE_NETTLE_STATE_H
#define OUTBOARD_ENGINE_NETTLE_STATE_H

#include <nettle/aes.h>
#include <nettle/sha2.h>

struct ob_nettle_state {
    struct sha256_ctx hash;
    struct aes128_ctx encrypt, decrypt;
};

#endif
