/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine afalg in a session: its key, which a helper opens when it first sees it. */
#ifndef OUTBOARD_ENGINE_AFALG_STATE_H
#define OUTBOARD_ENGINE_AFALG_STATE_H

#include "offload/link.h"

struct ob_afalg_state {
    struct obi_link_key key;
};

#endif
