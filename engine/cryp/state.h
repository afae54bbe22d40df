/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine cryp in a session: who it is, and the block's registers as they are loaded, key included. */
#ifndef OUTBOARD_ENGINE_CRYP_STATE_H
#define OUTBOARD_ENGINE_CRYP_STATE_H

#include <stdint.h>

struct ob_cryp_state {
    uint64_t owner; /* a number of the instance's that no other session has had, but for clones, with the same key */
    uint32_t ctrl;  /* ALG, KEYLEN and MODE */
    uint32_t image[35]; /* KEY2 to CTRL */
    uint32_t setup;     /* DIRECT_SETUP for a load of KEY */
};

#endif
