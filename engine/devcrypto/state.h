/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine devcrypto in a session: its key, which a helper opens when it first sees it. */
#ifndef OUTBOARD_ENGINE_DEVCRYPTO_STATE_H
#define OUTBOARD_ENGINE_DEVCRYPTO_STATE_H

#include "offload/link.h"

struct ob_devcrypto_state {
    struct obi_link_key key;
};

#endif
