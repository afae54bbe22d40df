/* SPDX-License-Identifier: Apache-2.0 */
/* GCM from mid-state to mid-state (SP 800-38D, section 7), for any engine that has CTR. */
#ifndef OBI_MID_GCM_H
#define OBI_MID_GCM_H

#include "mid_ccm.h"

/* y = (y + block) * H for each of n_blocks blocks of 16 bytes, any alignment. */
typedef void obi_ghash(void *key, uint8_t y[16], const uint8_t *in, size_t n_blocks);

/* The submit verb for OB_AES_GCM and OB_SM4_GCM; key goes to both functions. */
int obi_mid_gcm_submit_with(struct ob_session *s, struct ob_op *op, obi_ctr *ctr, obi_ghash *ghash, void *key);

/* The same with the GHASH of ghash_ct.h, whose key is made at each op; key goes to ctr. */
int obi_mid_gcm_submit(struct ob_session *s, struct ob_op *op, obi_ctr *ctr, void *key);

#endif
