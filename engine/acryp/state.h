/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine acryp in a session: the public half of a private EdDSA key, once it was computed. */
#ifndef OUTBOARD_ENGINE_ACRYP_STATE_H
#define OUTBOARD_ENGINE_ACRYP_STATE_H

#include <stdint.h>

struct ob_acryp_state {
    uint8_t has_public;
    uint8_t public_half[57]; /* Ed448; of Ed25519 the first 32 */
};

#endif
