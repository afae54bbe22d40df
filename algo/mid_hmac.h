/* SPDX-License-Identifier: Apache-2.0 */
/* The state of HMAC in a session, apart from its functions (mid_hash.h), because the build learns the size of an
 * engine's state before outboard/config.h has it. */
#ifndef OBI_MID_HMAC_H
#define OBI_MID_HMAC_H

#include <stdint.h>

/* The hash state after the block of key ^ ipad and after that of key ^ opad. */
struct obi_mid_hmac {
    uint32_t inner[16], outer[16];
};

#endif
