/* SPDX-License-Identifier: Apache-2.0 */
/* The state of engine ltc in a session. The key is loaded anew for each op, from the session. */
#ifndef OUTBOARD_ENGINE_LTC_STATE_H
#define OUTBOARD_ENGINE_LTC_STATE_H

#include <stdint.h>

struct ob_ltc_state {
    uint8_t subkeys[32]; /* of CMAC */
};

#endif
