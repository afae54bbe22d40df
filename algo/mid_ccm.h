/* SPDX-License-Identifier: Apache-2.0 */
/* CCM from mid-state to mid-state (SP 800-38C, appendix A), for any engine that has CBC-MAC and CTR. */
#ifndef OBI_MID_CCM_H
#define OBI_MID_CCM_H

#include <stdbool.h>

#include "mid_cmac.h"

/* CTR over any length from mid-state to mid-state: done are the bytes of the stream so far, counter and part as in
 * struct ob_mid. OB_OK or OB_E_IO. */
typedef int obi_ctr(void *key, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out, const uint8_t *in,
                    size_t len);

/* Both at once on n whole blocks: the plain text, which is in or, when decrypting, out, goes into the MAC y; the
 * counter counts over all 16 bytes. out may be in. OB_OK or OB_E_IO. */
typedef int obi_ccm_blocks(void *key, bool encrypting, uint8_t y[16], uint8_t counter[16], uint8_t *out,
                           const uint8_t *in, size_t n);

/* The submit verb for OB_AES_CCM; key goes to both functions. */
int obi_mid_ccm_submit(struct ob_session *s, struct ob_op *op, obi_cbc_mac *mac, obi_ctr *ctr, void *key);

/* The same for an engine with a loop of its own over whole blocks, which begins where a block does. */
int obi_mid_ccm_submit_with(struct ob_session *s, struct ob_op *op, obi_cbc_mac *mac, obi_ctr *ctr,
                            obi_ccm_blocks *blocks, void *key);

#endif
