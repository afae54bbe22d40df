/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine cryp in a session: the session's number, and the block's registers as they are loaded, key
 * included. */
#ifndef OUTBOARD_ENGINE_CRYP_STATE_H
#define OUTBOARD_ENGINE_CRYP_STATE_H

#include <stdint.h>

struct ob_cryp_state {
    uint64_t owner;     /* unique to a session and its clones, which share its key */
    uint32_t ctrl;      /* ALG, KEYLEN and MODE of CTRL */
    uint32_t image[35]; /* KEY2 to CTRL */
    uint32_t setup;     /* DIRECT_SETUP for a load that begins at KEY */
};

#endif
