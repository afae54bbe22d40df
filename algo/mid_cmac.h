/* SPDX-License-Identifier: Apache-2.0 */
/* CMAC from mid-state to mid-state (SP 800-38B, section 6), for any engine that has CBC-MAC over whole blocks. */
#ifndef OBI_MID_CMAC_H
#define OBI_MID_CMAC_H

#include "outboard/engine.h"

/* y = E(y ^ block) for each 16-byte block of in; len is a multiple of 16. OB_OK or OB_E_IO. */
typedef int obi_cbc_mac(void *key, uint8_t y[16], const uint8_t *in, size_t len);

/* K1 and K2 (section 6.1). OB_OK or OB_E_IO. */
int obi_mid_cmac_subkeys(uint8_t subkeys[32], obi_cbc_mac *mac, void *key);

/* The submit verb for OB_AES_CMAC. */
int obi_mid_cmac_submit(struct ob_session *s, struct ob_op *op, const uint8_t subkeys[32], obi_cbc_mac *mac, void *key);

#endif
