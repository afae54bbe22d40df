/* SPDX-License-Identifier: Apache-2.0 */
/* GCM from mid-state to mid-state (SP 800-38D, section 7), for any engine that has CTR. */
#ifndef OBI_MID_GCM_H
#define OBI_MID_GCM_H

#include "mid_ccm.h"

/* The submit verb for OB_AES_GCM and OB_SM4_GCM; key goes to ctr. GHASH is constant time (ghash_ct.h). */
int obi_mid_gcm_submit(struct ob_session *s, struct ob_op *op, obi_ctr *ctr, void *key);

#endif
